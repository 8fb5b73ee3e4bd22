//! What a session promises, whoever plays.

use proptest::prelude::*;
use waribashi::{Game, Move, Rules, Side, Value};
use waribashi_solve::{Solution, Task};
use waribashi_suite::random;

use super::{Knowledge, Player, Session};

/// A solution always knows.
const SOLVED: &str = "nothing has to be read";

fn solved(rules: &Rules) -> Knowledge {
    let solution = Solution::new(rules, Task::default());
    Knowledge::Solved(solution.expect("small rules can be solved"))
}

fn session(rules: &str, players: [&str; 2]) -> Session {
    let rules = rules.parse().expect("rules");
    let players = players.map(|player| player.parse().expect("a player"));
    Session::new(solved(&rules), players, 1).expect(SOLVED)
}

fn play(session: &mut Session, moves: &str) {
    let fingers = session.rules().fingers;
    for text in moves.split_whitespace() {
        let read = Move::parse(text, fingers).expect("a move");
        session.play(read).expect("a legal move");
    }
}

fn hint(session: &mut Session) -> String {
    session.hint().expect(SOLVED).expect("a hint")
}

/// Lets the computers move until a human's turn.
fn proceed(session: &mut Session) {
    while session.step().expect(SOLVED).is_some() {}
}

#[test]
fn there_is_no_undo_before_my_first_move_when_i_play_second() {
    let mut session = session("self-tap", ["perfect", "human"]);
    proceed(&mut session);
    assert_eq!((session.game().len(), session.undo_plies()), (1, None));
    assert!(!session.undo());
    assert_eq!(session.game().len(), 1);
}

#[test]
fn undo_goes_back_to_my_last_turn_and_redo_to_the_one_after() {
    let mut session = session("self-tap", ["perfect", "human"]);
    proceed(&mut session);
    for _ in 0..2 {
        let any = session.game().legal_moves()[0];
        session.play(any).expect("a legal move");
        proceed(&mut session);
    }
    let game = session.game().clone();
    assert!(session.undo() && session.undo());
    assert_eq!(session.game().len(), 1);
    assert!(!session.undo());
    assert!(session.redo().expect(SOLVED));
    assert_eq!(session.game().len(), 3);
    assert!(session.redo().expect(SOLVED));
    assert_eq!(session.game(), &game);
    assert!(!session.redo().expect(SOLVED));
}

#[test]
fn two_people_take_back_one_move_at_a_time() {
    let mut session = session("self-tap", ["human", "human"]);
    play(&mut session, "1x1 1x1 2x1");
    assert_eq!(session.undo_plies(), Some(1));
    assert!(session.undo());
    assert_eq!(session.game().len(), 2);
}

#[test]
fn another_move_after_undo_leaves_nothing_to_redo() {
    let mut session = session("self-tap", ["human", "human"]);
    play(&mut session, "1x1 1x1");
    session.undo();
    play(&mut session, "2x1");
    assert!(!session.redo().expect(SOLVED));
}

#[test]
fn swapping_sides_in_the_middle_gives_me_the_other_hands() {
    let mut session = session("self-tap", ["human", "perfect"]);
    play(&mut session, "1x1");
    assert_eq!(session.me(), Some(Side::First));
    session.swap_sides();
    assert_eq!(session.me(), Some(Side::Second));
    assert_eq!(session.computer(), None);
}

#[test]
fn hints_tell_the_value_then_the_move_then_the_reason() {
    let mut session = session("self-tap", ["human", "human"]);
    play(&mut session, "1+1");
    let hints: Vec<String> = (0..4).map(|_| hint(&mut session)).collect();
    assert!(hints[0].contains("wins in 9 turns"), "{hints:?}");
    assert!(hints[1].contains("the best move is 1x2"), "{hints:?}");
    assert!(hints[2].contains("the longest line is 1x2"), "{hints:?}");
    assert_eq!(hints[3], hints[2]);
    play(&mut session, "1x1");
    assert_ne!(hint(&mut session), hints[2], "a new position begins anew");
}

#[test]
fn nothing_promises_a_win_that_the_rule_voids() {
    let mut session = session("self-tap", ["human", "human"]);
    play(&mut session, "1x1 1+2 1x3 4x1 1x1 2+4 1x2");
    assert_eq!(session.answer().table.value, Value::Win);
    let hints: Vec<String> = (0..3).map(|_| hint(&mut session)).collect();
    assert!(hints[0].contains("nobody can force a win"), "{hints:?}");
    assert!(
        hints[2].contains("every way to win repeats a position"),
        "{hints:?}"
    );
}

#[test]
fn the_past_names_the_move_that_lost() {
    let mut session = session("self-tap", ["human", "human"]);
    play(&mut session, "1+1 1x2 1x1");
    let past = session.past();
    let mistakes: Vec<usize> = past
        .iter()
        .filter(|past| past.better.is_some())
        .map(|past| past.number)
        .collect();
    assert_eq!(mistakes, [1]);
    assert_eq!(past[0].before.value, Value::Draw);
    assert_eq!(past[0].after.to_string(), "loss in 10");
}

#[test]
fn a_game_that_is_resumed_is_known_move_by_move() {
    let mut session = session("suicide", ["human", "human"]);
    let mut other = self::session("self-tap", ["human", "human"]);
    play(&mut other, "1+1 1x2 1x1");
    let game = Game::replay(&other.game().record()).expect("a record");
    session
        .resume(game.clone(), Some(solved(game.rules())))
        .expect(SOLVED);
    assert_eq!(session.game(), &game);
    assert_eq!(session.past(), other.past());
    assert_eq!(session.answer(), other.answer());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_known_is_what_the_solution_knows_after_any_doing_and_undoing(
        game in random::any_rules().prop_flat_map(|rules| random::any_game(rules, 0..=10)),
        steps in prop::collection::vec(0..4u8, 0..20),
    ) {
        let players = [Player::Human, "greedy".parse().expect("a player")];
        let mut session = Session::new(solved(game.rules()), players, 0).expect(SOLVED);
        session.resume(game.clone(), None).expect(SOLVED);
        prop_assert_eq!(session.game(), &game);
        let known = solved(game.rules());
        for step in steps {
            match step {
                0 => drop(session.step()),
                1 => drop(session.undo()),
                2 => drop(session.redo()),
                _ => {
                    if let Some(&any) = session.game().legal_moves().last() {
                        session.play(any).expect("a legal move");
                    }
                }
            }
            prop_assert_eq!(session.answer(), &known.answer_in(session.game()).expect(SOLVED));
            prop_assert_eq!(session.past().len(), session.game().len());
        }
    }
}
