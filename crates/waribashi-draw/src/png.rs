//! Pictures as PNG.

use std::sync::Arc;

use resvg::{
    render,
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};
use waribashi_solve::StrategyGraph;

use crate::{
    error::DrawError,
    picture::svg,
    text::{FAMILY, font},
};

/// The most pixels of a PNG, which takes half a gigabyte while it is drawn and packed.
pub const MOST_PIXELS: u64 = 1 << 26;

/// A strategy graph as a PNG of the size of [`svg`](svg()) times `scale`. No font of the system is used.
///
/// # Errors
///
/// When the scale is no number above 0, when the graph has too many positions, or when the picture would have
/// more than [`MOST_PIXELS`] pixels; nothing is drawn then.
pub fn png(graph: &StrategyGraph, scale: f32) -> Result<Vec<u8>, DrawError> {
    pixels(&svg(graph)?, scale)
}

/// An SVG document of this crate as a PNG.
pub(crate) fn pixels(picture: &str, scale: f32) -> Result<Vec<u8>, DrawError> {
    if !(scale > 0.0 && scale.is_finite()) {
        return Err(DrawError::Scale(scale));
    }
    let mut fonts = Database::new();
    fonts.load_font_data(font().to_vec());
    fonts.set_sans_serif_family(FAMILY);
    let options = Options {
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    let tree = Tree::from_str(picture, &options).expect("the picture is an SVG document");
    let pixels = |length: f32| (f64::from(length) * f64::from(scale)).round().max(1.0) as u64;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    if width.saturating_mul(height) > MOST_PIXELS {
        return Err(DrawError::TooManyPixels { width, height });
    }
    let mut pixmap = u32::try_from(width)
        .ok()
        .zip(u32::try_from(height).ok())
        .and_then(|(width, height)| Pixmap::new(width, height))
        .ok_or(DrawError::TooManyPixels { width, height })?;
    render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    Ok(pixmap
        .encode_png()
        .expect("a picture in memory can be encoded"))
}
