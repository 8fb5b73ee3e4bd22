//! Access to the bytes of a table.

use std::{borrow::Cow, fs::File, io, path::Path};

/// Bytes that can be read from any place, by several threads.
pub trait ReadAt: Send + Sync {
    /// How many bytes there are.
    ///
    /// # Errors
    ///
    /// When the system cannot tell.
    fn size(&self) -> io::Result<u64>;

    /// Reads `len` bytes from a place; all of them, or it is an error.
    ///
    /// # Errors
    ///
    /// When they cannot be read, or there are fewer.
    fn read_at(&self, place: u64, len: usize) -> io::Result<Cow<'_, [u8]>>;
}

impl<T: ReadAt + ?Sized> ReadAt for &T {
    fn size(&self) -> io::Result<u64> {
        (**self).size()
    }

    fn read_at(&self, place: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
        (**self).read_at(place, len)
    }
}

/// Reads by `pread`, so that threads need not wait for one another.
impl ReadAt for File {
    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, place: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
        let mut bytes = vec![0; len];
        read_exact_at(self, &mut bytes, place)?;
        Ok(Cow::Owned(bytes))
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, place)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut place: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, place)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                place += read as u64;
            }
        }
    }
    Ok(())
}

/// Bytes in memory.
impl ReadAt for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, place: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
        part(self, place, len)
    }
}

fn part(bytes: &[u8], place: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
    usize::try_from(place)
        .ok()
        .and_then(|place| bytes.get(place..)?.get(..len))
        .map(Cow::Borrowed)
        .ok_or(io::ErrorKind::UnexpectedEof.into())
}

/// A file mapped to memory: no copy, and no call of the system for what has been read before.
#[derive(Debug)]
pub struct Mapped(memmap2::Mmap);

impl Mapped {
    /// Maps a file.
    ///
    /// # Errors
    ///
    /// When it cannot be opened or mapped.
    ///
    /// # Safety
    ///
    /// Nobody, in this process or another, may write to the file or truncate it as long as the map lives. The
    /// checksums do not protect against that: what is read may change after it was checked, and where the
    /// file has become shorter the system ends the process. Files that others can write to are better opened
    /// with [`Table::open`](crate::Table::open).
    #[allow(unsafe_code, reason = "a map of a file can only be made on trust")]
    pub unsafe fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: the caller promises that the file stays as it is.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Mapped(map))
    }
}

impl ReadAt for Mapped {
    fn size(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_at(&self, place: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
        part(&self.0, place, len)
    }
}
