use crate::damage::Damage;

/// Bytes that are read from front to back.
pub(crate) struct Bytes<'a> {
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Bytes { left: bytes }
    }

    /// The next bytes, as many as an array holds.
    pub(crate) fn take<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let (taken, left) = self.left.split_first_chunk().ok_or(Damage::Short)?;
        self.left = left;
        Ok(*taken)
    }

    /// The next `len` bytes.
    pub(crate) fn slice(&mut self, len: usize) -> Result<&'a [u8], Damage> {
        let (taken, left) = self.left.split_at_checked(len).ok_or(Damage::Short)?;
        self.left = left;
        Ok(taken)
    }

    /// What has not been read.
    pub(crate) fn rest(self) -> &'a [u8] {
        self.left
    }
}
