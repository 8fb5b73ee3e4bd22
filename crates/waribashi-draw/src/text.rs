//! The font, and how long texts are in it.

use ttf_parser::Face;

/// Families to use for text, the font of this crate first. The second is as wide; others are narrower, so that
/// text stays in its box.
pub(crate) const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

/// The family of [`font`].
pub(crate) const FAMILY: &str = "DejaVu Sans";

/// The font that texts are measured in and PNG pictures are drawn with.
pub(crate) fn font() -> &'static [u8] {
    dejavu::sans::regular()
}

/// Measures text.
pub(crate) struct Ruler(Face<'static>);

impl Ruler {
    pub(crate) fn new() -> Self {
        Ruler(Face::parse(font(), 0).expect("the font can be read"))
    }

    /// The width of a text at a font size.
    pub(crate) fn width(&self, text: &str, size: f64) -> f64 {
        let units: u32 = text
            .chars()
            .map(|c| {
                let glyph = self.0.glyph_index(c).unwrap_or_default();
                u32::from(self.0.glyph_hor_advance(glyph).unwrap_or(0))
            })
            .sum();
        f64::from(units) * size / f64::from(self.0.units_per_em())
    }

    /// A text in lines of at most `width`, broken between words.
    pub(crate) fn wrap(&self, text: &str, size: f64, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            if let Some(line) = lines.last_mut() {
                let longer = format!("{line} {word}");
                if self.width(&longer, size) <= width {
                    *line = longer;
                    continue;
                }
            }
            lines.push(word.to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_the_words_and_the_width() {
        let ruler = Ruler::new();
        let text = "When a position comes back with the same player to move, the game is a draw.";
        let lines = ruler.wrap(text, 12.0, 150.0);
        assert_eq!(lines.join(" "), text);
        assert!(lines.len() > 2);
        for line in &lines {
            assert!(ruler.width(line, 12.0) <= 150.0, "{line}");
        }
    }
}
