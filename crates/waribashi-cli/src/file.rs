//! Writing files that are either whole or not there.

use std::{
    io::{self, Write},
    path::Path,
};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Writes a file: beside its name first, so that a file of that name is replaced only by a whole one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    written(path, bytes).map_err(|error| {
        Failure::failed(format!(
            "the file \"{}\" cannot be written: {error}",
            path.display()
        ))
    })
}

fn written(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = beside(path)?;
    beside.write_all(bytes)?;
    beside.persist(path)?;
    Ok(())
}

/// A file beside `path`, to be given its name when it is whole.
pub(crate) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    // As any new file is made; a temporary file would be for its owner alone.
    #[cfg(unix)]
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(permissions);
    builder.tempfile_in(folder)
}
