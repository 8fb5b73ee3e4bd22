//! `waribashi site`: the page as files for any web server.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    path::{Component, Path, PathBuf},
};

use bytesize::ByteSize;

use crate::{failure::Failure, file, page::Page};

/// Write the page as files that any web server can serve, with the solutions of the presets.
///
/// The page then plays without a program behind it. Rule sets that are too large for that need waribashi serve.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder to write to; it is made where it is not there.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write also into a folder that has files of others; only files of the same names are replaced.
    #[arg(long)]
    force: bool,
}

/// The list of the files that were written, by which a later run knows them again.
const LIST: &str = "waribashi-files.txt";

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let unwritten = |error: io::Error| {
        Failure::failed(format!(
            "the folder \"{}\" cannot be written: {error}",
            folder.display()
        ))
    };
    fs::create_dir_all(folder).map_err(unwritten)?;
    let before = listed(folder).map_err(unwritten)?;
    if !arguments.force {
        let others = foreign(folder, Path::new(""), &before).map_err(unwritten)?;
        if let Some(other) = others {
            return Err(Failure::input(format!(
                "the folder \"{}\" has a file that waribashi site did not write, \"{}\": expected a folder that is empty or \
                 was written by it, or --force (for example: waribashi site pages)",
                folder.display(),
                other.display()
            )));
        }
    }
    // All is made before anything is written.
    let files = waribashi_server::site().map_err(Failure::failed)?;
    let names: BTreeSet<String> = files.iter().map(|(name, _)| name.clone()).collect();
    // What is listed may be replaced: a run that is broken off can be done again.
    list(folder, before.union(&names))?;
    for (name, contents) in &files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(unwritten)?;
        }
        file::write(&path, contents)?;
    }
    for gone in before.difference(&names) {
        match fs::remove_file(folder.join(gone)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unwritten(error)),
            _ => {}
        }
    }
    list(folder, names.iter())?;
    let bytes = files
        .iter()
        .map(|(_, contents)| contents.len() as u64)
        .sum();
    writeln!(
        page,
        "{} files, {} in all, are in \"{}\"; any web server can serve them.",
        files.len(),
        ByteSize(bytes),
        folder.display()
    )?;
    Ok(())
}

/// The files that an earlier run listed; none where there was no such run.
fn listed(folder: &Path) -> io::Result<BTreeSet<String>> {
    let text = match fs::read_to_string(folder.join(LIST)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        text => text?,
    };
    let inside = |name: &&str| {
        let mut parts = Path::new(name).components();
        parts.all(|part| matches!(part, Component::Normal(_)))
    };
    // A list that somebody else wrote must not lead out of the folder.
    Ok(text.lines().filter(inside).map(str::to_string).collect())
}

/// Writes the list of files that may be replaced.
fn list<'a>(folder: &Path, names: impl Iterator<Item = &'a String>) -> Result<(), Failure> {
    let text: String = names.flat_map(|name| [name.as_str(), "\n"]).collect();
    file::write(&folder.join(LIST), text.as_bytes())
}

/// A file in the folder that is not among `known`.
fn foreign(folder: &Path, below: &Path, known: &BTreeSet<String>) -> io::Result<Option<PathBuf>> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            if let Some(found) = foreign(folder, &path, known)? {
                return Ok(Some(found));
            }
            continue;
        }
        let name: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        if path != Path::new(LIST) && !known.contains(&name.join("/")) {
            return Ok(Some(path));
        }
    }
    Ok(None)
}
