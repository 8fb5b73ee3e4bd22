//! The hands of a game, as they are held out now.

use std::sync::{Arc, LazyLock};

use resvg::{
    render,
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};
use svg::{
    Document, Node,
    node::element::{Group, Polygon, Rectangle, Text},
};
use waribashi::{Game, Hands, Side};

use crate::{
    paint::{FAINT_INK, INK, PAGE, STRIPE},
    text::{FAMILIES, FAMILY, font},
};

/// The width of the picture of a game.
pub const BOARD_WIDTH: u32 = 480;
/// The height of the picture of a game.
pub const BOARD_HEIGHT: u32 = 400;

const SKIN: &str = "#f3cfa5";
const DEAD: &str = "#d5d8dd";
/// A player's stripe.
const STRIPE_HEIGHT: f64 = 172.0;
/// The room for the name of a player.
const NAME_HEIGHT: f64 = 30.0;
const MARGIN: f64 = 12.0;
const WIDEST_HAND: f64 = 130.0;
/// The most hands that are drawn one by one; of more, each number once, with how many hands show it.
const MOST_HANDS: u64 = 10;
/// The most fingers that are drawn; of more there is the number alone.
const MOST_FINGERS: u8 = 10;

/// The hands of both players as an SVG document of [`BOARD_WIDTH`] by [`BOARD_HEIGHT`]: the first player's below,
/// the second player's above, each in ascending order from the left, and who is to move or how the game ended.
///
/// ```
/// use waribashi::{Game, Rules};
/// let picture = waribashi_draw::board_svg(&Game::new(Rules::default()), ["Ann", "Bob"]);
/// assert!(picture.contains("Ann to move"));
/// ```
pub fn board_svg(game: &Game, names: [&str; 2]) -> String {
    let (width, height) = (f64::from(BOARD_WIDTH), f64::from(BOARD_HEIGHT));
    let mut picture = Document::new()
        .set("viewBox", (0, 0, BOARD_WIDTH, BOARD_HEIGHT))
        .set("width", BOARD_WIDTH)
        .set("height", BOARD_HEIGHT)
        .set("font-family", FAMILIES)
        .add(rectangle(0.0, 0.0, width, height, 0.0).set("fill", PAGE));
    let to_move = game.to_move();
    for side in Side::BOTH {
        let top = match side {
            Side::First => height - MARGIN - STRIPE_HEIGHT,
            Side::Second => MARGIN,
        };
        let moves = side == to_move && game.outcome().is_none();
        let stripe = rectangle(MARGIN, top, width - 2.0 * MARGIN, STRIPE_HEIGHT, 10.0)
            .set("fill", STRIPE)
            .set("stroke", if moves { INK } else { STRIPE })
            .set("stroke-width", 2);
        picture.append(stripe);
        let hands = game.position().hands_of(side, to_move);
        for hand in player(hands, game.rules().fingers, side, top) {
            picture.append(hand);
        }
        picture.append(name(game, side, names, top));
    }
    let middle = text(
        width / 2.0,
        height / 2.0 + 5.0,
        14.0,
        &standing(game, names),
    );
    picture.append(middle.set("fill", FAINT_INK));
    picture.to_string()
}

/// [`board_svg`] as pixels, row by row from the top, red, green and blue. No font of the system is used.
pub fn board_rgb(game: &Game, names: [&str; 2]) -> Vec<u8> {
    // Reading the font takes longer than drawing.
    static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut fonts = Database::new();
        fonts.load_font_data(font().to_vec());
        fonts.set_sans_serif_family(FAMILY);
        Arc::new(fonts)
    });
    let options = Options {
        fontdb: FONTS.clone(),
        ..Options::default()
    };
    let tree = Tree::from_str(&board_svg(game, names), &options);
    let tree = tree.expect("the picture is an SVG document");
    let mut pixels = Pixmap::new(BOARD_WIDTH, BOARD_HEIGHT).expect("a size above 0");
    render(&tree, Transform::identity(), &mut pixels.as_mut());
    // The page is opaque, so that nothing shows through.
    let pixels = pixels.pixels().iter();
    pixels
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect()
}

/// How the game stands, between the two players.
fn standing(game: &Game, names: [&str; 2]) -> String {
    let last = game.moves().last().map_or_else(String::new, |&played| {
        let who = names[(!game.to_move()).index()];
        let played = played.notation(game.rules().fingers);
        format!("move {}: {played} by {who}. ", game.len())
    });
    let now = match game.outcome() {
        None => format!("{} to move", names[game.to_move().index()]),
        Some(outcome) => match outcome.winner {
            Some(winner) => format!("{} wins", names[winner.index()]),
            None => format!("draw: {}", outcome.reason),
        },
    };
    last + &now
}

/// The name of a player, with an arrowhead if it is his turn.
fn name(game: &Game, side: Side, names: [&str; 2], top: f64) -> Group {
    let line = match side {
        Side::First => top + STRIPE_HEIGHT - 10.0,
        Side::Second => top + 20.0,
    };
    let name = text(MARGIN + 30.0, line, 15.0, names[side.index()])
        .set("text-anchor", "start")
        .set("fill", INK);
    let group = Group::new().add(name);
    if side == game.to_move() && game.outcome().is_none() {
        let (left, middle) = (MARGIN + 12.0, line - 5.0);
        let corners = [(left, -6.0), (left + 11.0, 0.0), (left, 6.0)];
        let points = corners.map(|(x, y)| format!("{x},{}", middle + y));
        let arrow = Polygon::new().set("points", points.join(" "));
        return group.add(arrow.set("fill", INK));
    }
    group
}

/// The hands of a player, fingers towards the other.
fn player(hands: &Hands, fingers: u8, side: Side, top: f64) -> Vec<Group> {
    let runs = hands.runs().iter();
    let shown: Vec<(u8, u64)> = if hands.len() > MOST_HANDS {
        runs.copied().collect()
    } else {
        hands.fingers().map(|shown| (shown, 1)).collect()
    };
    let width = f64::from(BOARD_WIDTH) - 4.0 * MARGIN;
    let cell = (width / shown.len() as f64).min(WIDEST_HAND);
    let left = f64::from(BOARD_WIDTH) / 2.0 - cell * shown.len() as f64 / 2.0;
    let middle = match side {
        Side::First => top + (STRIPE_HEIGHT - NAME_HEIGHT) / 2.0,
        Side::Second => top + NAME_HEIGHT + (STRIPE_HEIGHT - NAME_HEIGHT) / 2.0,
    };
    let hands = shown.iter().enumerate();
    hands
        .map(|(at, &(shown, count))| {
            let x = left + cell * (at as f64 + 0.5);
            hand(shown, count, fingers, side, [x, middle, cell])
        })
        .collect()
}

/// One hand, in the middle of a square.
fn hand(shown: u8, count: u64, fingers: u8, side: Side, [x, y, cell]: [f64; 3]) -> Group {
    let (palm_width, palm_height) = (cell * 0.7, cell * 0.42);
    let length = cell * 0.5;
    let up = side == Side::First;
    let palm_top = if up {
        y + cell * 0.48 - palm_height
    } else {
        y - cell * 0.48
    };
    let mut group = Group::new();
    let outline = (cell / 60.0).clamp(0.4, 1.6);
    if fingers - 1 <= MOST_FINGERS {
        let slot = palm_width / f64::from(fingers - 1);
        for finger in 0..fingers - 1 {
            // A finger that is not shown is folded.
            let length = if finger < shown { length } else { cell * 0.06 };
            // The end within the palm is hidden by it.
            let hidden = palm_height / 2.0;
            let top = if up {
                palm_top - length
            } else {
                palm_top + palm_height - hidden
            };
            let left = x - palm_width / 2.0 + slot * (f64::from(finger) + 0.08);
            let bar = rectangle(left, top, slot * 0.84, length + hidden, slot * 0.4);
            let fill = if shown == 0 { DEAD } else { SKIN };
            group.append(outlined(bar, fill, outline));
        }
    }
    let left = x - palm_width / 2.0;
    let palm = rectangle(left, palm_top, palm_width, palm_height, cell * 0.1);
    group.append(outlined(
        palm,
        if shown == 0 { DEAD } else { SKIN },
        outline,
    ));
    let size = cell * 0.24;
    let line = palm_top + palm_height / 2.0 + size * 0.36;
    let number = if count == 1 {
        shown.to_string()
    } else {
        format!("{shown}\u{d7}{count}")
    };
    // A long count is made to fit.
    let fits = size.min(palm_width * 1.3 / number.chars().count() as f64);
    group.add(text(x, line, fits, &number).set("fill", INK))
}

fn outlined(shape: Rectangle, fill: &str, width: f64) -> Rectangle {
    shape
        .set("fill", fill)
        .set("stroke", INK)
        .set("stroke-width", width)
}

fn rectangle(x: f64, y: f64, width: f64, height: f64, radius: f64) -> Rectangle {
    Rectangle::new()
        .set("x", round(x))
        .set("y", round(y))
        .set("width", round(width))
        .set("height", round(height))
        .set("rx", round(radius))
}

fn text(x: f64, y: f64, size: f64, written: &str) -> Text {
    Text::new(written)
        .set("x", round(x))
        .set("y", round(y))
        .set("font-size", round(size))
        .set("text-anchor", "middle")
}

/// Two places after the point are enough, and make the document shorter.
fn round(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}
