//! The page: the files of `web/`, which are part of the program.

use std::{borrow::Cow, collections::HashMap};

use rust_embed::RustEmbed;

use crate::document::Document;

/// What the page consists of, without what it is made and tested with.
#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "*.svg"]
#[include = "*.png"]
#[include = "*.ico"]
#[include = "*.webmanifest"]
#[exclude = "node_modules/*"]
#[exclude = "test/*"]
#[exclude = "tests/*"]
#[exclude = "*.config.js"]
#[exclude = "*.test.js"]
struct Web;

/// The page itself.
pub(crate) const INDEX: &str = "index.html";

/// Where the page is to take its answers from, as `index.html` has it.
const FROM_SERVER: &str = r#"<meta name="waribashi-source" content="server">"#;
/// From files, it says itself what it may do: other web servers do not.
const FROM_FILES: &str = r#"<meta name="waribashi-source" content="static">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'">"#;

/// Every file of the page by its path.
fn files() -> impl Iterator<Item = (Cow<'static, str>, Vec<u8>)> {
    Web::iter().filter_map(|path| {
        let file = Web::get(&path)?;
        Some((path, file.data.into_owned()))
    })
}

/// The files of the page as they are served, by the path that is asked for.
pub(crate) fn served() -> HashMap<String, Document> {
    let mut served = HashMap::new();
    for (path, bytes) in files() {
        let path = if path == INDEX { "" } else { path.as_ref() };
        served.insert(format!("/{path}"), Document::new(kind(path), bytes));
    }
    served
}

/// The files of the page that needs no server, by their paths.
pub(crate) fn standing_alone() -> impl Iterator<Item = (String, Vec<u8>)> {
    files().map(|(path, bytes)| {
        let bytes = match path == INDEX {
            true => String::from_utf8_lossy(&bytes)
                .replace(FROM_SERVER, FROM_FILES)
                .into_bytes(),
            false => bytes,
        };
        (path.into_owned(), bytes)
    })
}

/// The content type of a file by its ending; the page itself has none.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        None | Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/vnd.microsoft.icon",
        Some("webmanifest") => "application/manifest+json",
        Some(_) => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_and_says_where_its_answers_come_from() {
        assert!(served().contains_key("/"));
        let (_, index) = files().find(|(path, _)| path == INDEX).unwrap();
        let index = String::from_utf8(index).unwrap();
        assert_eq!(index.matches(FROM_SERVER).count(), 1);
        let (_, alone) = standing_alone().find(|(path, _)| path == INDEX).unwrap();
        assert!(String::from_utf8(alone).unwrap().contains(FROM_FILES));
    }

    #[test]
    fn nothing_is_served_that_the_page_is_only_made_with() {
        for path in served().keys() {
            let last = path.rsplit('/').next().unwrap();
            assert!(!path.contains("node_modules"), "{path}");
            assert!(!last.contains("test") && !last.contains("config"), "{path}");
            assert_ne!(kind(path), "application/octet-stream", "{path}");
        }
    }
}
