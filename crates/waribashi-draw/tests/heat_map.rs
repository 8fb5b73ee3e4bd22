//! Surveys as pictures.

use roxmltree::Document;
use waribashi::Rules;
use waribashi_draw::{DrawError, heat_map_png, heat_map_svg};
use waribashi_solve::{
    Task,
    survey::{Grid, HandsSpan, Survey},
};

fn survey(
    text: &str,
    fingers: std::ops::RangeInclusive<u8>,
    hands: HandsSpan,
    limit: u64,
) -> Survey {
    let rules: Rules = text.parse().expect("rules");
    let grid = Grid::new(&rules, fingers, hands).expect("a table");
    let task = Task {
        limit,
        ..Task::default()
    };
    Survey::new(grid, task, |_| ()).expect("solved")
}

/// Everything written in a picture, outside of titles.
fn texts(picture: &str) -> Vec<String> {
    let xml = Document::parse(picture).expect("XML");
    xml.descendants()
        .filter(|node| node.has_tag_name("text"))
        .map(|node| node.text().unwrap_or_default().trim().to_string())
        .collect()
}

#[test]
fn every_cell_has_its_fill_its_letter_with_the_distance_and_its_title() {
    let survey = survey("cutoff", 3..=6, HandsSpan::Equal(2..=2), u64::MAX);
    let picture = heat_map_svg(&survey).expect("it is small");
    let xml = Document::parse(&picture).expect("XML");
    let cells: Vec<[String; 3]> = xml
        .descendants()
        .filter(|node| node.attribute("class") == Some("cell"))
        .map(|cell| {
            let find = |tag: &str| {
                cell.children()
                    .find(|node| node.has_tag_name(tag))
                    .expect("there")
            };
            let text = |tag: &str| find(tag).text().unwrap_or_default().trim().to_string();
            let fill = find("rect").attribute("fill").expect("a fill").to_string();
            [text("text"), fill, text("title")]
        })
        .collect();
    assert_eq!(cells.len(), 4);
    for (cell, [mark, fill, title]) in survey.cells().iter().zip(&cells) {
        let label = cell.known.label().expect("solved");
        let (letter, expected) = match label.value {
            waribashi::Value::Win => ("W", "#a9d3f5"),
            waribashi::Value::Draw => ("D", "#e3e3de"),
            waribashi::Value::Loss => ("L", "#ffc48a"),
        };
        assert!(mark.starts_with(letter), "{mark}");
        assert_eq!(mark[1..].trim().parse().ok(), label.distance, "{mark}");
        assert_eq!(fill, expected);
        assert!(title.ends_with(&format!(": {label}")), "{title}");
    }
}

#[test]
fn the_picture_says_what_is_surveyed() {
    let each = HandsSpan::Each([1..=2, 1..=3]);
    let picture = heat_map_svg(&survey("simple,fingers=4", 4..=4, each, u64::MAX)).expect("small");
    let written = texts(&picture).join("\n");
    for said in [
        "Chopsticks: simple,fingers=4",
        "down: hands of the first player",
        "across: hands of the second player",
        "A dead hand stays dead.",
        "the first player wins, in n plies",
        "the first player loses, in n plies",
    ] {
        assert!(written.contains(said), "{said} is not in {written}");
    }
    assert!(!written.contains("draws"), "{written}");
}

#[test]
fn what_is_not_known_and_what_a_theorem_says_is_marked_so() {
    let each = HandsSpan::Each([20..=20, 1..=20]);
    let rough = heat_map_svg(&survey("many", 3..=3, each.clone(), 20_000)).expect("small");
    let written = texts(&rough);
    assert!(written.contains(&"W *".to_string()) && written.contains(&"*".to_string()));
    assert!(written.contains(&"by theorem, without a distance".to_string()));

    let left_out = heat_map_svg(&survey("attacks", 5..=5, each, 20_000)).expect("small");
    let written = texts(&left_out);
    assert!(written.contains(&"–".to_string()) && written.contains(&"not computed".to_string()));
    assert!(left_out.contains("too large: "), "the title has the reason");

    let no_game = survey("simple,start=4", 4..=5, HandsSpan::Equal(1..=1), u64::MAX);
    let written = texts(&heat_map_svg(&no_game).expect("small"));
    assert!(written.contains(&"no such game".to_string()));
}

#[test]
fn text_stays_within_the_picture() {
    use resvg::usvg::{Group, Node, Options, Tree, fontdb::Database};
    fn texts(group: &Group, each: &mut impl FnMut(&resvg::usvg::Text)) {
        for node in group.children() {
            match node {
                Node::Group(group) => texts(group, each),
                Node::Text(text) => each(text),
                _ => {}
            }
        }
    }
    let mut fonts = Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = Options {
        fontdb: std::sync::Arc::new(fonts),
        ..Options::default()
    };
    for (text, fingers, hands) in [
        ("simple", 5..=5, HandsSpan::Each([1..=12, 1..=12])),
        (
            "suicide,start=2,pass-by-split=on",
            3..=40,
            HandsSpan::Equal(2..=2),
        ),
        ("attacks", 3..=4, HandsSpan::Each([1..=1, 1..=40])),
    ] {
        let picture = heat_map_svg(&survey(text, fingers, hands, u64::MAX)).expect("small");
        let tree = Tree::from_str(&picture, &options).expect("SVG");
        let mut count = 0;
        texts(tree.root(), &mut |text| {
            let place = text.abs_bounding_box();
            count += 1;
            assert!(
                place.left() >= 0.0 && place.right() <= tree.size().width(),
                "{place:?}"
            );
            assert!(
                place.top() >= 0.0 && place.bottom() <= tree.size().height(),
                "{place:?}"
            );
        });
        assert!(count > 30, "{count} texts");
    }
}

#[test]
fn a_png_has_the_size_of_the_picture_times_the_scale() {
    let survey = survey("simple", 3..=4, HandsSpan::Equal(1..=3), u64::MAX);
    let size = |png: &[u8]| -> [u32; 2] {
        let number =
            |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        [number(16), number(20)]
    };
    let one = heat_map_png(&survey, 1.0).expect("small");
    let two = heat_map_png(&survey, 2.0).expect("small");
    assert!(one.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(size(&one).map(|length| 2 * length), size(&two));
    assert_eq!(heat_map_png(&survey, 0.0), Err(DrawError::Scale(0.0)));
}

#[test]
fn a_table_too_large_to_be_read_is_refused() {
    let survey = survey("simple", 3..=3, HandsSpan::Each([1..=101, 1..=100]), 1000);
    assert_eq!(
        heat_map_svg(&survey),
        Err(DrawError::TooManyCells { cells: 10_100 })
    );
}
