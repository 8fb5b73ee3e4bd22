//! Hands drawn with their fingers, in characters.

/// How many rows a hand takes.
pub(crate) const HEIGHT: usize = 6;

/// Whether the hands of a game, in which a hand is out at `out`, are drawn: with more fingers a hand is no
/// hand any more.
pub(crate) fn drawable(out: u8) -> bool {
    out <= 6
}

/// How many columns a hand takes.
pub(crate) fn width(out: u8) -> usize {
    2 * usize::from(out)
}

/// Which way the fingers of a hand point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointing {
    /// Away from who sits below.
    Up,
    /// Towards him.
    Down,
}

/// A hand that shows `shown` fingers, the others folded, in rows of equal width. The palm has the number.
pub(crate) fn hand(shown: u8, out: u8, pointing: Pointing) -> [String; HEIGHT] {
    let row = |open: &str, folded: &str| {
        let fingers = (1..out).map(|finger| if finger <= shown { open } else { folded });
        format!(" {} ", fingers.collect::<String>())
    };
    let palm = usize::from(out - 1) * 2;
    let (name, knuckles, edge) = match shown {
        0 if palm >= 4 => ("dead".to_string(), "  ", "──"),
        0 => ("x".to_string(), "  ", "──"),
        shown => (shown.to_string(), "╭╮", "┴┴"),
    };
    let up = [
        row("╭╮", "  "),
        row("││", "  "),
        row("││", knuckles),
        format!("╭{}╮", edge.repeat(palm / 2)),
        format!("│{name:^palm$}│"),
        format!("╰{}╯", "─".repeat(palm)),
    ];
    match pointing {
        Pointing::Up => up,
        Pointing::Down => {
            let mut down = up.map(|row| row.chars().map(upside_down).collect());
            down.reverse();
            down
        }
    }
}

fn upside_down(drawn: char) -> char {
    match drawn {
        '╭' => '╰',
        '╰' => '╭',
        '╮' => '╯',
        '╯' => '╮',
        '┴' => '┬',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{HEIGHT, Pointing, hand, width};

    #[test]
    fn a_hand_shows_as_many_fingers_as_it_has_and_its_number() {
        for shown in 0..5 {
            let rows = hand(shown, 5, Pointing::Up);
            assert_eq!(rows[0].matches('╭').count(), usize::from(shown));
            let name = if shown == 0 {
                "dead".to_string()
            } else {
                shown.to_string()
            };
            assert!(rows[4].contains(&name), "{rows:?}");
        }
    }

    #[test]
    fn every_row_of_every_hand_has_the_width_told() {
        for (out, shown) in (2..=6).flat_map(|out| (0..out).map(move |shown| (out, shown))) {
            for pointing in [Pointing::Up, Pointing::Down] {
                let rows = hand(shown, out, pointing);
                assert_eq!(rows.len(), HEIGHT);
                for row in rows {
                    assert_eq!(row.chars().count(), width(out), "{row}");
                }
            }
        }
    }

    #[test]
    fn a_hand_that_points_down_is_the_other_upside_down() {
        assert_eq!(
            hand(1, 3, Pointing::Up),
            [" ╭╮   ", " ││   ", " ││╭╮ ", "╭┴┴┴┴╮", "│ 1  │", "╰────╯"]
        );
        assert_eq!(
            hand(1, 3, Pointing::Down),
            ["╭────╮", "│ 1  │", "╰┬┬┬┬╯", " ││╰╯ ", " ││   ", " ╰╯   "]
        );
    }
}
