//! Where the labels of a table stand.

use waribashi_solve::Rectangle;

/// Addresses are counted in columns that are filled up to a multiple of this.
const LANES: u64 = 8;

/// The rows of each level, and from them the address of every label.
///
/// Labels stand rectangle after rectangle, a rectangle line after line, each line filled up to a multiple of 8.
/// Rectangles come in *shells*: shell `m` has those whose higher level is `m`, as pairs of a rectangle and
/// the one with the players exchanged. `docs/format.md` has the order and the formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    players: Vec<Sums>,
}

/// Sums over the levels of one player: at `l` over all levels below `l + 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sums {
    rows: Vec<u64>,
    columns: Vec<u64>,
}

impl Sums {
    fn levels(&self) -> usize {
        self.rows.len() - 1
    }

    /// Rows of levels below `level`; of all where there is no such level.
    fn rows_below(&self, level: usize) -> u64 {
        self.rows[(level - 1).min(self.levels())]
    }

    /// The same, each level filled up to a multiple of 8.
    fn columns_below(&self, level: usize) -> u64 {
        self.columns[(level - 1).min(self.levels())]
    }

    fn rows(&self, level: usize) -> u64 {
        self.rows_below(level + 1) - self.rows_below(level)
    }

    fn columns(&self, level: usize) -> u64 {
        self.columns_below(level + 1) - self.columns_below(level)
    }
}

/// A stretch of addresses within one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) rectangle: Rectangle,
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// How many addresses it has.
    pub(crate) len: u64,
}

impl Shape {
    /// For each player, or for both together, how many rows each level has, from level 1. `None` where there
    /// are more addresses than can be counted.
    pub(crate) fn new(sizes: &[Vec<u64>]) -> Option<Self> {
        let players = sizes.iter().map(|sizes| {
            let sums = |of: fn(u64) -> u64| {
                let mut sum = 0;
                let sums = sizes.iter().map(|&size| {
                    sum += of(size);
                    sum
                });
                std::iter::once(0).chain(sums).collect()
            };
            Sums {
                rows: sums(|size| size),
                columns: sums(|size| size.next_multiple_of(LANES)),
            }
        });
        let shape = Shape {
            players: players.collect(),
        };
        // All sums are below 2^36, and every formula is bounded by the total.
        let all = |sums: &Sums| u128::from(*sums.columns.last().expect("a sum"));
        let total: u128 = 2 * all(&shape.players[0]) * all(shape.players.last()?);
        (total < 1 << 62).then_some(shape)
    }

    fn levels(&self, player: usize) -> &Sums {
        &self.players[player % self.players.len()]
    }

    fn highest(&self) -> usize {
        let levels = self.players.iter().map(Sums::levels);
        levels.max().expect("a player")
    }

    /// How many addresses there are.
    pub(crate) fn len(&self) -> u64 {
        self.shell(self.highest() + 1)
    }

    /// Whether there is such a rectangle.
    pub(crate) fn contains(&self, of: Rectangle) -> bool {
        let has = |player: usize, level: usize| (1..=self.levels(player).levels()).contains(&level);
        of.giver < self.players.len() && has(of.giver, of.lines) && has(of.giver + 1, of.columns)
    }

    /// How many lines a rectangle has.
    pub(crate) fn lines(&self, of: Rectangle) -> u64 {
        self.levels(of.giver).rows(of.lines)
    }

    /// How many columns a rectangle has.
    pub(crate) fn columns(&self, of: Rectangle) -> u64 {
        self.levels(of.giver + 1).rows(of.columns)
    }

    /// How many addresses a line of a rectangle takes.
    pub(crate) fn line_len(&self, of: Rectangle) -> u64 {
        self.levels(of.giver + 1).columns(of.columns)
    }

    /// Where a shell begins.
    fn shell(&self, level: usize) -> u64 {
        let (first, second) = (self.levels(0), self.levels(1));
        let one_way = first.rows_below(level) * second.columns_below(level);
        if self.players.len() == 1 {
            one_way
        } else {
            one_way + second.rows_below(level) * first.columns_below(level)
        }
    }

    /// Where the pair of a rectangle begins, by the levels of its first player's rows and the second's.
    fn pair(&self, i: usize, j: usize) -> u64 {
        let (first, second) = (self.levels(0), self.levels(1));
        let m = i.max(j);
        let one = |j: usize| {
            first.rows(m) * second.columns_below(j) + second.rows_below(j) * first.columns(m)
        };
        let start = self.shell(m);
        if j < m {
            return start + one(j);
        }
        // Before these stand (m, 1) to (m, m - 1), if the first player has a level m.
        start
            + one(m)
            + first.rows_below(i) * second.columns(m)
            + second.rows(m) * first.columns_below(i)
    }

    /// The address of the first label of a rectangle.
    pub(crate) fn start(&self, of: Rectangle) -> u64 {
        let (lines, columns) = (of.lines, of.columns);
        if self.players.len() == 1 {
            // One player stands for both: (i, j) with i > j is followed by (j, i), and (m, m) is last.
            let (i, j) = (lines.max(columns), lines.min(columns));
            if i == j {
                let sums = self.levels(0);
                return self.shell(i)
                    + sums.rows(i) * sums.columns_below(i)
                    + sums.rows_below(i) * sums.columns(i);
            }
            let start = self.pair(i, j);
            return match lines > columns {
                true => start,
                false => {
                    start
                        + self.size(Rectangle {
                            lines: i,
                            columns: j,
                            ..of
                        })
                }
            };
        }
        match of.giver {
            0 => self.pair(lines, columns),
            _ => {
                let before = Rectangle {
                    giver: 0,
                    lines: columns,
                    columns: lines,
                };
                self.pair(columns, lines) + self.size(before)
            }
        }
    }

    /// How many addresses a rectangle has.
    pub(crate) fn size(&self, of: Rectangle) -> u64 {
        self.lines(of) * self.line_len(of)
    }

    /// The rectangle at an address.
    fn at(&self, address: u64) -> Rectangle {
        let last = |from: usize, to: usize, start: &dyn Fn(usize) -> u64| {
            // The last of from..=to that begins at or before the address.
            let (mut low, mut high) = (from, to);
            while low < high {
                let middle = low + (high - low).div_ceil(2);
                if start(middle) <= address {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            low
        };
        let m = last(1, self.highest(), &|m| self.shell(m));
        let of = |giver, lines, columns| Rectangle {
            giver,
            lines,
            columns,
        };
        if self.players.len() == 1 {
            let square = of(0, m, m);
            if self.start(square) <= address {
                return square;
            }
            let j = last(1, m - 1, &|j| self.start(of(0, m, j)));
            return match address < self.start(of(0, j, m)) {
                true => of(0, m, j),
                false => of(0, j, m),
            };
        }
        let (first, second) = (self.levels(0).levels(), self.levels(1).levels());
        let (i, j) = if m <= second && self.pair(1, m) <= address {
            (last(1, m.min(first), &|i| self.pair(i, m)), m)
        } else {
            (m, last(1, (m - 1).min(second), &|j| self.pair(m, j)))
        };
        match address < self.start(of(1, j, i)) {
            true => of(0, i, j),
            false => of(1, j, i),
        }
    }

    /// The rectangles from the one at an address on, in order.
    pub(crate) fn rectangles(&self, from: u64) -> impl Iterator<Item = Rectangle> + '_ {
        let mut address = from;
        std::iter::from_fn(move || {
            let rectangle = (address < self.len()).then(|| self.at(address))?;
            address = self.start(rectangle) + self.size(rectangle);
            Some(rectangle)
        })
    }

    /// Cuts addresses into stretches of lines.
    pub(crate) fn stretches(&self, from: u64, to: u64) -> impl Iterator<Item = Stretch> + '_ {
        self.rectangles(from)
            .map(move |rectangle| (rectangle, self.start(rectangle)))
            .take_while(move |&(_, start)| start < to)
            .flat_map(move |(rectangle, start)| {
                let len = self.line_len(rectangle);
                let first = from.max(start) - start;
                let end = to.min(start + self.size(rectangle)) - start;
                (first / len..end.div_ceil(len)).map(move |line| {
                    let column = first.max(line * len) - line * len;
                    Stretch {
                        rectangle,
                        line,
                        column,
                        len: end.min((line + 1) * len) - line * len - column,
                    }
                })
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order said plainly: shell by shell, pair by pair.
    fn plainly(sizes: &[Vec<u64>]) -> Vec<Rectangle> {
        let of = |giver, lines, columns| Rectangle {
            giver,
            lines,
            columns,
        };
        let mut order = Vec::new();
        let (first, second) = (sizes[0].len(), sizes[sizes.len() - 1].len());
        for m in 1..=first.max(second) {
            if sizes.len() == 1 {
                for j in 1..m {
                    order.extend([of(0, m, j), of(0, j, m)]);
                }
                order.push(of(0, m, m));
                continue;
            }
            if m <= first {
                for j in 1..m.min(second + 1) {
                    order.extend([of(0, m, j), of(1, j, m)]);
                }
            }
            if m <= second {
                for i in 1..=m.min(first) {
                    order.extend([of(0, i, m), of(1, m, i)]);
                }
            }
        }
        order
    }

    #[test]
    fn rectangles_stand_shell_by_shell_without_a_gap() {
        for sizes in [
            vec![vec![1]],
            vec![vec![3, 1, 9, 8, 17]],
            vec![vec![2, 5, 70], vec![4]],
            vec![vec![6], vec![1, 2, 3, 4, 16]],
            vec![vec![1, 9, 3], vec![5, 8, 2]],
        ] {
            let shape = Shape::new(&sizes).unwrap();
            let order = plainly(&sizes);
            assert_eq!(shape.rectangles(0).collect::<Vec<_>>(), order);
            let mut address = 0;
            for &rectangle in &order {
                assert_eq!(shape.start(rectangle), address, "{sizes:?} {rectangle:?}");
                for within in address..address + shape.size(rectangle) {
                    assert_eq!(shape.at(within), rectangle, "{sizes:?} {within}");
                }
                address += shape.size(rectangle);
            }
            assert_eq!(shape.len(), address);
        }
    }

    #[test]
    fn stretches_cut_addresses_into_lines() {
        let shape = Shape::new(&[vec![3, 20]]).unwrap();
        let all: Vec<_> = shape.stretches(0, shape.len()).collect();
        assert_eq!(all.iter().map(|s| s.len).sum::<u64>(), shape.len());
        let mut rest = shape.len();
        for (from, to) in [(0, 8), (8, 80), (80, 104), (104, 400), (400, shape.len())] {
            for stretch in shape.stretches(from, to) {
                assert!(stretch.column + stretch.len <= shape.line_len(stretch.rectangle));
                assert!(stretch.line < shape.lines(stretch.rectangle));
                rest -= stretch.len;
            }
        }
        assert_eq!(rest, 0);
    }

    #[test]
    fn more_addresses_than_can_be_counted_are_refused() {
        assert_eq!(Shape::new(&[vec![1 << 31]]), None);
        assert!(Shape::new(&[vec![1 << 29]]).is_some());
    }
}
