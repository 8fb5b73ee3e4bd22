//! What an agent sees of every node: its observation and its mask, ready to be copied.

/// Rows of observations and masks, one for each node.
#[derive(Debug)]
pub(crate) enum Rows {
    /// Observation and mask of at most 8 numbers each.
    Small(Vec<Padded<8, 8>>),
    /// Observation of at most 8 numbers, mask of at most 16.
    Medium(Vec<Padded<8, 16>>),
    /// Whatever is larger.
    Loose(Loose),
}

/// A row in arrays of a fixed size, which copies faster than its true size: whoever writes rows from front to
/// back may write too much, and the next row puts it right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Padded<const O: usize, const M: usize> {
    observation: [u8; O],
    mask: [u8; M],
}

/// Rows of any size, one after the other.
#[derive(Debug)]
pub(crate) struct Loose {
    observations: Vec<u8>,
    masks: Vec<u8>,
    sizes: [usize; 2],
}

impl Rows {
    /// Rows of these sizes, from pairs of an observation and a mask.
    pub(crate) fn new(sizes: [usize; 2], rows: impl Iterator<Item = (Vec<u8>, Vec<u8>)>) -> Self {
        match sizes {
            [..=8, ..=8] => Rows::Small(rows.map(Padded::from).collect()),
            [..=8, ..=16] => Rows::Medium(rows.map(Padded::from).collect()),
            _ => {
                let (observations, masks) = rows.fold(
                    (Vec::new(), Vec::new()),
                    |(mut observations, mut masks), (observation, mask)| {
                        observations.extend(observation);
                        masks.extend(mask);
                        (observations, masks)
                    },
                );
                Rows::Loose(Loose {
                    observations,
                    masks,
                    sizes,
                })
            }
        }
    }

    /// How many bytes a node's row takes.
    pub(crate) fn bytes_each([observation, mask]: [usize; 2]) -> usize {
        match [observation, mask] {
            [..=8, ..=8] => 16,
            [..=8, ..=16] => 24,
            _ => observation + mask,
        }
    }
}

impl<const O: usize, const M: usize> From<(Vec<u8>, Vec<u8>)> for Padded<O, M> {
    fn from((observation, mask): (Vec<u8>, Vec<u8>)) -> Self {
        let mut row = Padded {
            observation: [0; O],
            mask: [0; M],
        };
        row.observation[..observation.len()].copy_from_slice(&observation);
        row.mask[..mask.len()].copy_from_slice(&mask);
        row
    }
}

/// Rows that can be written into buffers.
pub(crate) trait Write {
    /// Writes a node's observation to the front of one buffer. What follows it there may be overwritten.
    fn observation(&self, node: u32, size: usize, into: &mut [u8]);

    /// Writes a node's mask to the front of a buffer. What follows it there may be overwritten.
    fn mask(&self, node: u32, size: usize, into: &mut [u8]);

    /// A node's observation.
    fn observed(&self, node: u32, size: usize) -> &[u8];

    /// A node's mask.
    fn masked(&self, node: u32, size: usize) -> &[u8];
}

/// Copies the whole array where it fits, else as much of it as is meant.
#[inline(always)]
fn copy<const N: usize>(row: &[u8; N], size: usize, into: &mut [u8]) {
    match into.first_chunk_mut::<N>() {
        Some(into) => *into = *row,
        None => into[..size].copy_from_slice(&row[..size]),
    }
}

impl<const O: usize, const M: usize> Write for [Padded<O, M>] {
    #[inline(always)]
    fn observation(&self, node: u32, size: usize, into: &mut [u8]) {
        copy(&self[node as usize].observation, size, into);
    }

    #[inline(always)]
    fn mask(&self, node: u32, size: usize, into: &mut [u8]) {
        copy(&self[node as usize].mask, size, into);
    }

    fn observed(&self, node: u32, size: usize) -> &[u8] {
        &self[node as usize].observation[..size]
    }

    fn masked(&self, node: u32, size: usize) -> &[u8] {
        &self[node as usize].mask[..size]
    }
}

impl Write for Loose {
    fn observation(&self, node: u32, size: usize, into: &mut [u8]) {
        into[..size].copy_from_slice(self.observed(node, size));
    }

    fn mask(&self, node: u32, size: usize, into: &mut [u8]) {
        into[..size].copy_from_slice(self.masked(node, size));
    }

    fn observed(&self, node: u32, size: usize) -> &[u8] {
        debug_assert_eq!(size, self.sizes[0]);
        &self.observations[node as usize * size..][..size]
    }

    fn masked(&self, node: u32, size: usize) -> &[u8] {
        debug_assert_eq!(size, self.sizes[1]);
        &self.masks[node as usize * size..][..size]
    }
}
