//! What the screen shows, and what its keys do.

use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{KeyCode, KeyEvent},
};
use waribashi::Game;
use waribashi_solve::{Solution, Task};

use super::{
    super::{knowledge::Knowledge, session::Session},
    Desk, Screen,
    draw::draw,
};
use crate::solving::Means;

fn screen(rules: &str, players: [&str; 2]) -> Screen {
    let rules = rules.parse().expect("rules");
    let solution = Solution::new(&rules, Task::default()).expect("small rules can be solved");
    let players = players.map(|player| player.parse().expect("a player"));
    let session = Session::new(Knowledge::Solved(solution), players, 1);
    let session = session.expect("nothing has to be read");
    Screen::new(Desk::new(session, false, Means::default()), None)
}

/// Presses keys, one a character; `<` is Left, `>` Right, `!` Escape, `\n` Enter. The computer moves
/// whenever it is its turn.
fn press(screen: &mut Screen, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            '!' => KeyCode::Esc,
            '\n' => KeyCode::Enter,
            typed => KeyCode::Char(typed),
        };
        screen.press(KeyEvent::from(code));
        while screen.due().is_some() {
            screen.step();
        }
    }
}

fn drawn(screen: &Screen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("no terminal fails");
    terminal
        .draw(|frame| draw(screen, frame))
        .expect("no terminal fails");
    terminal.backend().to_string()
}

fn moves(screen: &Screen) -> String {
    let game = screen.desk.session.game();
    let fingers = game.rules().fingers;
    let written: Vec<String> = game
        .moves()
        .iter()
        .map(|played| played.notation(fingers).to_string())
        .collect();
    written.join(" ")
}

#[test]
fn the_start_is_drawn_on_every_size() {
    let screen = screen("self-tap", ["human", "careful"]);
    for (width, height) in [(80, 24), (40, 20), (120, 40)] {
        insta::assert_snapshot!(
            format!("start_{width}x{height}"),
            drawn(&screen, width, height)
        );
    }
}

#[test]
fn a_game_with_analysis_and_history_is_drawn_on_every_size() {
    let mut screen = screen("self-tap", ["human", "human"]);
    press(&mut screen, "1x1\n1+2\n1x3\n4x1\n1x1\n2+4\n1x2\nav");
    for (width, height) in [(80, 24), (40, 20), (120, 40)] {
        insta::assert_snapshot!(
            format!("analysis_{width}x{height}"),
            drawn(&screen, width, height)
        );
    }
}

#[test]
fn a_split_is_previewed_and_escape_cancels_it() {
    let mut screen = screen("cutoff,start=04-11", ["human", "human"]);
    press(&mut screen, "s>");
    insta::assert_snapshot!("split", drawn(&screen, 80, 24));
    press(&mut screen, "!");
    assert_eq!(moves(&screen), "");
    press(&mut screen, "s>\n");
    assert_eq!(moves(&screen), "04=22");
}

#[test]
fn the_end_and_a_repetition_are_told() {
    let mut ended = screen("self-tap", ["human", "human"]);
    press(&mut ended, "1x1\n1x1\n2x1\n3+2\n2x3\n");
    insta::assert_snapshot!("end", drawn(&ended, 80, 24));
    // Passing brings the start back every second turn.
    let passing = "cutoff,start=12-12,pass-by-split=on,repetition=threefold";
    let mut repeated = screen(passing, ["human", "human"]);
    press(&mut repeated, "12=12\n12=12\n");
    insta::assert_snapshot!("repetition", drawn(&repeated, 80, 24));
    press(&mut repeated, "12=12\n12=12\n");
    insta::assert_snapshot!("drawn", drawn(&repeated, 80, 24));
}

#[test]
fn many_hands_are_told_in_numbers() {
    let screen = screen("simple,hands=20", ["human", "human"]);
    insta::assert_snapshot!("many_hands", drawn(&screen, 80, 24));
}

#[test]
fn no_size_is_too_small_to_draw() {
    let mut screen = screen("taps-split", ["human", "careful"]);
    press(&mut screen, "a");
    for (width, height) in (1..90)
        .step_by(7)
        .flat_map(|width| (1..30).map(move |height| (width, height)))
    {
        drawn(&screen, width, height);
    }
}

#[test]
fn a_tap_is_chosen_by_arrows_and_escape_chooses_again() {
    let mut screen = screen("self-tap,start=12-13", ["human", "human"]);
    press(&mut screen, ">\n");
    insta::assert_snapshot!("choosing", drawn(&screen, 80, 24));
    press(&mut screen, "!\n>\n");
    assert_eq!(moves(&screen), "1x3");
    press(&mut screen, "\n<\n");
    assert_eq!(moves(&screen), "1x3 1+4");
}

#[test]
fn undo_goes_back_to_my_turn_and_not_before_it() {
    let mut screen = screen("self-tap", ["careful", "human"]);
    screen.step();
    let opening = moves(&screen);
    press(&mut screen, "u");
    assert_eq!(moves(&screen), opening);
    assert_eq!(screen.message, "There is no turn of yours to go back to.");
    press(&mut screen, "\n\n");
    let reply = moves(&screen);
    assert_eq!(reply.split(' ').count(), 3);
    press(&mut screen, "u");
    assert_eq!(moves(&screen), opening);
    press(&mut screen, "r");
    assert_eq!(moves(&screen), reply);
}

#[test]
fn two_computers_wait_for_a_key() {
    let mut screen = screen("self-tap", ["perfect", "traps"]);
    assert_eq!(screen.due(), None);
    press(&mut screen, "   ");
    assert_eq!(moves(&screen).split(' ').count(), 3);
    screen.press(KeyEvent::from(KeyCode::Char('p')));
    assert!(screen.due().is_some());
    screen.press(KeyEvent::from(KeyCode::Char('p')));
    assert_eq!(screen.due(), None);
    screen.press(KeyEvent::from(KeyCode::Char('p')));
    screen.press(KeyEvent::from(KeyCode::Char('u')));
    assert_eq!((moves(&screen).split(' ').count(), screen.due()), (2, None));
}

#[test]
fn what_was_typed_wrong_is_told_and_can_be_put_right() {
    let mut screen = screen("self-tap", ["human", "human"]);
    press(&mut screen, "1y\n");
    insta::assert_snapshot!("typed_wrong", drawn(&screen, 80, 24));
    screen.press(KeyEvent::from(KeyCode::Backspace));
    press(&mut screen, "x1\n");
    assert_eq!(moves(&screen), "1x1");
}

#[test]
fn the_record_goes_to_the_clipboard_and_is_shown() {
    let mut screen = screen("self-tap", ["human", "human"]);
    press(&mut screen, "1x1\ny");
    insta::assert_snapshot!("record", drawn(&screen, 80, 24));
    let copied = screen.take_copied().expect("a record");
    let game = Game::replay(&copied).expect("what is copied is a record");
    assert_eq!(&game, screen.desk.session.game());
    assert_eq!(screen.take_copied(), None);
}

#[test]
fn rules_are_changed_by_one_key_and_their_name() {
    let mut screen = screen("self-tap", ["human", "careful"]);
    press(&mut screen, "csuicide,fingers=6\n");
    assert_eq!(
        screen.desk.session.rules().short_name(),
        "suicide,fingers=6"
    );
    insta::assert_snapshot!("other_rules", drawn(&screen, 80, 24));
}

#[test]
fn the_keys_are_told() {
    let mut screen = screen("self-tap", ["human", "careful"]);
    press(&mut screen, "?");
    insta::assert_snapshot!("keys", drawn(&screen, 80, 24));
}

#[test]
fn leaving_asks_only_where_a_game_is_lost_by_it() {
    let mut screen = screen("self-tap", ["human", "human"]);
    press(&mut screen, "1x1\nqn");
    assert!(!screen.is_left());
    press(&mut screen, "qy");
    assert!(screen.is_left());
    let mut fresh = self::screen("self-tap", ["human", "human"]);
    press(&mut fresh, "q");
    assert!(fresh.is_left());
}
