use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Clear, Paragraph},
};
use waribashi::{Move, Position, Side, Value};

use super::{
    super::{
        aim::Spot,
        fingers::{self, Pointing},
        session::{Past, Session},
        words,
    },
    Beside, Mode, Screen,
};

/// The narrowest screen on which hands are drawn beside the moves.
const WIDE: u16 = 72;
/// The columns of the moves beside the hands.
const BESIDE: u16 = 32;
/// The rows of both players' drawn hands, their names, marks, and the turn between them.
const BOARD: u16 = 2 * (fingers::HEIGHT as u16 + 2) + 1;
/// Between two hands.
const GAP: usize = 2;

const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
const MARKED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Draws the screen.
pub(crate) fn draw(screen: &Screen, frame: &mut Frame) {
    let area = frame.area();
    let session = &screen.desk.session;
    let rules = wrapped(&session.rules().sentence(), area.width);
    let message = wrapped(&message(screen), area.width);
    let count = |lines: &[Line]| lines.len() as u16;
    let [title, law, middle, said, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(count(&rules)),
        Constraint::Min(3),
        Constraint::Length(count(&message).clamp(1, 4)),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(heading(screen)), title);
    frame.render_widget(Paragraph::new(rules), law);
    frame.render_widget(Paragraph::new(message), said);
    frame.render_widget(Paragraph::new(prompt(screen)), foot);
    if let Mode::Reading { lines, from } = &screen.mode {
        return read(lines, *from, frame, middle);
    }

    let board = Board::of(screen);
    let left = area.width.saturating_sub(BESIDE);
    if area.width >= WIDE && middle.height >= BOARD && board.width() <= usize::from(left) {
        let [hands, beside] =
            Layout::horizontal([Constraint::Min(0), Constraint::Length(BESIDE)]).areas(middle);
        frame.render_widget(Paragraph::new(board.drawn()), hands);
        let block = Block::bordered();
        let inside = block.inner(beside);
        frame.render_widget(block, beside);
        frame.render_widget(Paragraph::new(aside(screen, inside)), inside);
    } else {
        let told = board.told(area.width);
        let [hands, beside] =
            Layout::vertical([Constraint::Length(count(&told)), Constraint::Min(0)]).areas(middle);
        frame.render_widget(Paragraph::new(told), hands);
        frame.render_widget(Paragraph::new(aside(screen, beside)), beside);
    }
}

fn heading(screen: &Screen) -> Line<'static> {
    let session = &screen.desk.session;
    let [first, second] = Side::BOTH.map(|side| words::player(session, side));
    Line::from(vec![
        Span::styled("waribashi ", STRONG),
        Span::styled(session.rules().short_name(), Style::new().fg(Color::Cyan)),
        Span::raw(format!("  first: {first}, second: {second}")),
    ])
}

/// What stands above the last line: the message, or what is being chosen.
fn message(screen: &Screen) -> String {
    let session = &screen.desk.session;
    match &screen.mode {
        Mode::Split { splits, at } => {
            let written = words::written(session, splits[*at]);
            let (number, count) = (at + 1, splits.len());
            format!("Split {written}, {number} of {count}: your hands would show what is drawn.")
        }
        Mode::Leaving => "Leave the game? It is not saved.".to_string(),
        Mode::Aim(_) | Mode::Typing(_) | Mode::Reading { .. } => match session.game().outcome() {
            Some(outcome) => format!("{} {}", screen.message, words::over(session, outcome)),
            None => screen.message.clone(),
        },
    }
}

/// The last line: what is typed, or which keys do something.
fn prompt(screen: &Screen) -> Line<'static> {
    let session = &screen.desk.session;
    let keys = match &screen.mode {
        Mode::Typing(text) => {
            return Line::from(vec![
                Span::raw(format!("> {text}")),
                Span::styled(" ", MARKED),
                Span::raw("  Enter, or Escape to cancel"),
            ]);
        }
        Mode::Split { .. } => "arrows next  Enter plays  Escape cancels".to_string(),
        Mode::Reading { .. } => "Escape closes  arrows move".to_string(),
        Mode::Leaving => "y leaves, any other key stays".to_string(),
        Mode::Aim(aim) if aim.with.is_some() => {
            "arrows, Enter taps  Escape chooses again".to_string()
        }
        Mode::Aim(_) => offered(session),
    };
    Line::styled(keys, Style::new().add_modifier(Modifier::DIM))
}

/// The keys that do something now: nothing is offered that would be refused.
fn offered(session: &Session) -> String {
    let game = session.game();
    let mut keys = vec!["? keys"];
    if game.outcome().is_some() {
        keys.extend(["n new", "v values"]);
    } else if session.is_watched() {
        keys.extend(["space next", "p go on"]);
    } else {
        keys.push("arrows, Enter");
        let splits = |played: &Move| matches!(played, Move::Split { .. });
        if game.legal_moves().iter().any(splits) {
            keys.push("s split");
        }
        keys.push("h hint");
    }
    if session.undo_plies().is_some() {
        keys.push("u undo");
    }
    if game.can_redo() {
        keys.push("r redo");
    }
    keys.extend(["a analysis", "q leave"]);
    keys.join("  ")
}

/// Both players' hands, as they are or as a split would make them.
struct Board<'a> {
    screen: &'a Screen,
    position: Position,
    to_move: Side,
    /// Who sits below.
    near: Side,
}

impl<'a> Board<'a> {
    fn of(screen: &'a Screen) -> Self {
        let session = &screen.desk.session;
        let game = session.game();
        let (mut position, to_move) = (game.position().clone(), game.to_move());
        if let Mode::Split { splits, at } = &screen.mode {
            let after = session.rules().play(&position, splits[*at]);
            position = after.expect("a legal move").swapped();
        }
        let near = session.me().unwrap_or(Side::First);
        Board {
            screen,
            position,
            to_move,
            near,
        }
    }

    fn out(&self) -> u8 {
        self.screen.desk.session.rules().fingers
    }

    /// The columns of the wider player's drawn hands; more than any screen has where they cannot be drawn.
    fn width(&self) -> usize {
        let most = self.position.mine.len().max(self.position.theirs.len());
        if !fingers::drawable(self.out()) {
            return usize::MAX;
        }
        let each = (fingers::width(self.out()) + GAP) as u64;
        usize::try_from(most).map_or(usize::MAX, |most| most.saturating_mul(each as usize))
    }

    /// Whether a hand is the tapping one, or the marked one.
    fn mark(&self, spot: Spot) -> Option<&'static str> {
        let Mode::Aim(aim) = self.screen.mode else {
            return None;
        };
        let session = &self.screen.desk.session;
        let taps = spot.side == self.to_move && aim.with == Some(spot.place);
        if taps {
            Some("this taps")
        } else if aim.marked(session) == Some(spot) {
            Some(if aim.with.is_some() { "that?" } else { "this?" })
        } else {
            None
        }
    }

    /// The line with a player's name: bold and marked when it is his turn.
    fn name(&self, side: Side) -> Line<'static> {
        let session = &self.screen.desk.session;
        let player = words::player(session, side);
        let turn = session.game().outcome().is_none() && side == self.to_move;
        let (lead, style) = if turn {
            ("> ", STRONG)
        } else {
            ("  ", Style::new())
        };
        Line::styled(format!("{lead}{side} player ({player})"), style)
    }

    /// The hands with their fingers.
    fn drawn(&self) -> Vec<Line<'static>> {
        let mut lines = vec![self.name(!self.near)];
        lines.extend(self.hands(!self.near, Pointing::Down));
        lines.push(self.marks(!self.near));
        lines.push(Line::styled(
            words::headline(&self.screen.desk.session),
            STRONG,
        ));
        lines.push(self.marks(self.near));
        lines.extend(self.hands(self.near, Pointing::Up));
        lines.push(self.name(self.near));
        lines
    }

    fn hands(&self, side: Side, pointing: Pointing) -> Vec<Line<'static>> {
        let hands = self.position.hands_of(side, self.to_move);
        let drawn: Vec<([String; fingers::HEIGHT], Style)> = hands
            .fingers()
            .zip(0..)
            .map(|(shown, place)| {
                let style = match self.mark(Spot { side, place }) {
                    Some(_) => STRONG,
                    None => Style::new(),
                };
                (fingers::hand(shown, self.out(), pointing), style)
            })
            .collect();
        (0..fingers::HEIGHT)
            .map(|row| {
                let gap = " ".repeat(GAP);
                let spans = drawn.iter().flat_map(|(rows, style)| {
                    [
                        Span::raw(gap.clone()),
                        Span::styled(rows[row].clone(), *style),
                    ]
                });
                Line::from(spans.collect::<Vec<_>>())
            })
            .collect()
    }

    /// The words under or over the hands that are being chosen.
    fn marks(&self, side: Side) -> Line<'static> {
        let hands = self.position.hands_of(side, self.to_move);
        let width = fingers::width(self.out());
        let spans = (0..hands.len()).flat_map(|place| {
            let gap = " ".repeat(GAP);
            match self.mark(Spot { side, place }) {
                Some(mark) => {
                    let mark: String = mark.chars().take(width).collect();
                    [
                        Span::raw(gap),
                        Span::styled(format!("{mark:^width$}"), MARKED),
                    ]
                }
                None => [Span::raw(gap), Span::raw(" ".repeat(width))],
            }
        });
        Line::from(spans.collect::<Vec<_>>())
    }

    /// The hands as numbers, for screens on which they cannot be drawn.
    fn told(&self, width: u16) -> Vec<Line<'static>> {
        const FEW: u64 = 12;
        let mut lines = Vec::new();
        for side in [!self.near, self.near] {
            lines.push(self.name(side));
            let hands = self.position.hands_of(side, self.to_move);
            if hands.len() > FEW {
                let notation = hands.notation(self.out()).to_string();
                lines.extend(wrapped(&format!("    {notation}"), width));
                continue;
            }
            let mut spans = vec![Span::raw("   ")];
            for (shown, place) in hands.fingers().zip(0..) {
                let shown = match shown {
                    0 => "dead".to_string(),
                    shown => shown.to_string(),
                };
                match self.mark(Spot { side, place }) {
                    Some(mark) => spans.push(Span::styled(format!(" [{shown}]< {mark} "), MARKED)),
                    None => spans.push(Span::raw(format!(" [{shown}]"))),
                }
            }
            lines.push(Line::from(spans));
        }
        let turn = words::headline(&self.screen.desk.session);
        lines.extend(
            wrapped(&turn, width)
                .into_iter()
                .map(|line| line.patch_style(STRONG)),
        );
        lines
    }
}

/// What stands beside the hands, or under them: the analysis where it is on, and the moves so far.
fn aside(screen: &Screen, area: Rect) -> Vec<Line<'static>> {
    let session = &screen.desk.session;
    let mut lines = Vec::new();
    if screen.desk.analysis && session.game().outcome().is_none() {
        let label = session.answer().label;
        lines.push(Line::from(vec![
            Span::styled("Analysis: ", STRONG),
            Span::styled(label.to_string(), colour(label.value)),
        ]));
        for made in &session.answer().moves {
            let written = words::written(session, made.played);
            let note = match (made.ends, made.losing_replies) {
                (Some(reason), _) => format!(", ends: {reason}"),
                (None, Some(1)) if made.label.value == Value::Draw => ", 1 reply loses".to_string(),
                (None, Some(n)) if made.label.value == Value::Draw => format!(", {n} replies lose"),
                _ => String::new(),
            };
            lines.push(Line::from(vec![
                Span::raw(format!(" {written:<6} ")),
                Span::styled(made.label.to_string(), colour(made.label.value)),
                Span::raw(note),
            ]));
        }
        // Half of the room stays for the moves so far.
        let most = usize::from(area.height.div_ceil(2)).max(1);
        if lines.len() > most {
            let hidden = lines.len() - most + 1;
            lines.truncate(most - 1);
            lines.push(Line::raw(format!(" and {hidden} more, no better")));
        }
    }
    let past = session.past();
    let told = match screen.beside {
        Beside::Moves => rounds(screen, &past),
        Beside::History => past.iter().map(|past| valued(screen, past)).collect(),
    };
    lines.push(Line::styled(
        match screen.beside {
            Beside::Moves => "Moves",
            Beside::History => "Moves, with the value after",
        },
        STRONG,
    ));
    let room = usize::from(area.height).saturating_sub(lines.len());
    // The last ones are the ones to see.
    lines.extend(told.into_iter().rev().take(room).rev());
    lines
}

/// The moves so far, two a line.
fn rounds(screen: &Screen, past: &[Past]) -> Vec<Line<'static>> {
    let session = &screen.desk.session;
    let rounds = past.chunks(2).zip(1..);
    rounds
        .map(|(round, number)| {
            let written = round
                .iter()
                .map(|past| words::written(session, past.played));
            let written: String = written.map(|text| format!(" {text:<8}")).collect();
            Line::raw(format!("{number:>3}.{written}"))
        })
        .collect()
}

/// A move with the value after it; a mistake has a question mark and says what it was.
fn valued(screen: &Screen, past: &Past) -> Line<'static> {
    let written = words::written(&screen.desk.session, past.played);
    let (mark, was) = match past.better {
        Some(_) => ("?", format!(" was {}", past.before)),
        None => (" ", String::new()),
    };
    Line::from(vec![
        Span::raw(format!("{:>3}. {written}{mark} ", past.number)),
        Span::styled(past.after.to_string(), colour(past.after.value)),
        Span::raw(was),
    ])
}

/// Something long, from a line on, in place of the board.
fn read(lines: &[String], from: usize, frame: &mut Frame, area: Rect) {
    let block = Block::bordered();
    let inside = block.inner(area);
    let text = lines.iter().skip(from);
    let text: Vec<Line> = text.flat_map(|line| wrapped(line, inside.width)).collect();
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    frame.render_widget(Paragraph::new(text), inside);
}

/// A text in lines of this width, further ones indented.
fn wrapped(text: &str, width: u16) -> Vec<Line<'static>> {
    let options = textwrap::Options::new(usize::from(width.max(1))).subsequent_indent("  ");
    textwrap::wrap(text, options)
        .into_iter()
        .map(|line| Line::raw(line.into_owned()))
        .collect()
}

/// The colour of a value, which is always told in words beside it.
fn colour(value: Value) -> Style {
    Style::new().fg(match value {
        Value::Win => Color::Green,
        Value::Draw => Color::Yellow,
        Value::Loss => Color::Red,
    })
}
