//! Pictures of games.

use waribashi::{Game, Move, Rules};
use waribashi_draw::{BOARD_HEIGHT, BOARD_WIDTH, board_rgb, board_svg};

const NAMES: [&str; 2] = ["Ann", "Bob <b>"];

fn game(rules: &str, moves: &str) -> Game {
    let rules: Rules = rules.parse().expect("rules");
    let fingers = rules.fingers;
    let mut game = Game::new(rules);
    for text in moves.split_whitespace() {
        let played = Move::parse(text, fingers).expect("a move");
        game.play(played).expect("a legal move");
    }
    game
}

#[test]
fn a_picture_tells_the_numbers_and_who_is_to_move_in_words() {
    for (rules, moves, told) in [
        ("self-tap", "", "Ann to move"),
        ("self-tap", "1x1", "Bob &lt;b&gt; to move"),
        ("self-tap", "1x1 1x1", "Ann to move"),
        ("suns", "4x4", "Bob &lt;b&gt; to move"),
        ("self-tap", "1x1 2x1 3x1 2+4", "draw: repetition"),
        ("attacks,hands=1,fingers=2", "1x1", "Ann wins"),
        ("attacks,fingers=255", "1x1", "move 1: 1x1 by Ann"),
        ("attacks,hands=300:2", "", "1\u{d7}300"),
    ] {
        let picture = board_svg(&game(rules, moves), NAMES);
        assert!(picture.contains(told), "{rules} {moves}: {picture}");
        roxmltree::Document::parse(&picture).expect("XML");
    }
}

#[test]
fn pixels_change_with_the_game_and_are_the_same_for_the_same() {
    let before = game("self-tap", "");
    let after = game("self-tap", "1x1");
    let pixels = board_rgb(&before, NAMES);
    assert_eq!(pixels.len() as u32, 3 * BOARD_WIDTH * BOARD_HEIGHT);
    assert_eq!(pixels, board_rgb(&before, NAMES));
    assert_ne!(pixels, board_rgb(&after, NAMES));
}

#[test]
fn any_number_of_hands_is_drawn() {
    for rules in [
        "cutoff,hands=18446744073709551615",
        "attacks,hands=10",
        "attacks,fingers=2,hands=1",
    ] {
        board_rgb(&game(rules, ""), NAMES);
    }
}
