//! What a command prints on standard output.

use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use waribashi::Value;

/// Headings.
pub(crate) const HEADING: Style = Style::new().bold();
/// What can be typed: names, commands, moves.
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();

/// The colour of a value, which is never told by colour alone.
pub(crate) const fn colour(value: Value) -> Style {
    match value {
        Value::Win => AnsiColor::Green.on_default(),
        Value::Draw => AnsiColor::Yellow.on_default(),
        Value::Loss => AnsiColor::Red.on_default(),
    }
}

/// The widest a text is set, in characters, however wide the terminal.
const WIDEST: usize = 100;

/// Standard output, as text for people or as JSON. Colours are left out with NO_COLOR or without a
/// terminal; text is wrapped to the terminal's width, or to 80 characters without one.
pub(crate) struct Page {
    out: BufWriter<AutoStream<StdoutLock<'static>>>,
    width: usize,
}

impl Page {
    /// The page that is standard output.
    pub(crate) fn stdout() -> Self {
        Page {
            out: BufWriter::new(anstream::stdout().lock()),
            width: textwrap::termwidth().min(WIDEST),
        }
    }

    /// A heading on a line of its own.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{HEADING}{text}{HEADING:#}")
    }

    /// A text, every line of it indented by `indent` characters.
    pub(crate) fn paragraph(&mut self, indent: usize, text: &str) -> io::Result<()> {
        let margin = " ".repeat(indent);
        self.hanging(&margin, indent, text)
    }

    /// A text after `lead`, its further lines indented by `indent` characters. Styles may be in both.
    pub(crate) fn hanging(&mut self, lead: &str, indent: usize, text: &str) -> io::Result<()> {
        let margin = " ".repeat(indent);
        let options = textwrap::Options::new(self.width)
            .initial_indent(lead)
            .subsequent_indent(&margin)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::wrap(text, options)
            .iter()
            .try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// Rows of two columns: what can be typed, and what it means.
    pub(crate) fn table(&mut self, rows: &[(String, String)]) -> io::Result<()> {
        let widest = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        rows.iter().try_for_each(|(name, meaning)| {
            let pad = widest - name.len();
            let lead = format!("  {NAME}{name}{NAME:#}{:pad$}  ", "");
            self.hanging(&lead, widest + 4, meaning)
        })
    }

    /// Rows of cells under headings, each column as wide as its widest cell, and each cell in its style.
    pub(crate) fn grid(
        &mut self,
        headings: &[&str],
        rows: &[Vec<(Style, String)>],
    ) -> io::Result<()> {
        let width = |column: usize| {
            let cells = rows.iter().map(|row| row[column].1.chars().count());
            cells
                .max()
                .unwrap_or(0)
                .max(headings[column].chars().count())
        };
        let widths: Vec<usize> = (0..headings.len()).map(width).collect();
        let heads: Vec<(Style, String)> = headings
            .iter()
            .map(|&heading| (Style::new().dimmed(), heading.to_string()))
            .collect();
        for row in std::iter::once(&heads).chain(rows) {
            // Nothing is set after the last cell that holds something.
            let filled = row.iter().rposition(|(_, cell)| !cell.is_empty());
            for (at, ((style, cell), width)) in row.iter().zip(&widths).enumerate() {
                match filled {
                    Some(last) if at < last => {
                        let pad = width - cell.chars().count();
                        write!(self.out, "  {style}{cell}{style:#}{:pad$}", "")?;
                    }
                    Some(last) if at == last => write!(self.out, "  {style}{cell}{style:#}")?,
                    _ => {}
                }
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// One JSON value, and nothing else.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, value)?;
        writeln!(self.out)
    }

    /// Puts out what is still held back.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
