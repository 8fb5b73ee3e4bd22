//! Any bytes are opened as a table or refused, with no more memory than they justify. What is opened can be probed and
//! verified, or reports damage.
//!
//! Nearly all changed bytes fail a checksum. So the checksums are made right first, as far as the bytes have places
//! for them: what is behind them is what there is to find.
#![no_main]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering},
};

use libfuzzer_sys::fuzz_target;
use waribashi_table::Table;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The system's allocator, with the bytes counted.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promise is handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise is handed on.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Blocks, the decompressor's workspace, and what else does not depend on the bytes.
const FIXED: usize = 2 << 20;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    if bytes.first().is_some_and(|byte| *byte != 0x89) {
        open(&bytes);
        bytes[0] = 0x89;
    }
    seal(&mut bytes);
    open(&bytes);
});

fn open(bytes: &[u8]) {
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    if let Ok(table) = Table::read(bytes.to_vec(), 1) {
        let _ = table.probe(table.rules().start());
        for block in 0..table.blocks().min(3) {
            for labelled in table.block(block).take(100) {
                if let Ok((position, label)) = labelled {
                    assert_eq!(table.probe(&position).expect("the block was read"), label);
                }
            }
        }
        let _ = table.verify(|_| {});
    }
    let most = MOST.load(Ordering::Relaxed) - before;
    let justified = FIXED + 200 * bytes.len();
    assert!(
        most <= justified,
        "{most} bytes of memory for {} bytes",
        bytes.len()
    );
}

fn number(bytes: &[u8], place: usize) -> Option<usize> {
    let bytes = bytes.get(place..place.checked_add(8)?)?;
    usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok()
}

fn put(bytes: &mut [u8], place: usize, number: u64) -> Option<()> {
    bytes
        .get_mut(place..place.checked_add(8)?)?
        .copy_from_slice(&number.to_le_bytes());
    Some(())
}

/// Makes the checksums right, by docs/format.md.
fn seal(bytes: &mut [u8]) -> Option<()> {
    let len = number(bytes, 8)? >> 32;
    let seal = xxh3_64(bytes.get(..len)?);
    put(bytes, len, seal)?;
    let blocks = number(bytes, len.checked_add(24)?)?;
    let entries = len.checked_add(64)?;
    let head = entries.checked_add(blocks.checked_mul(16)?)?;
    let mut begin = head.checked_add(8)?;
    for block in 0..blocks {
        let entry = entries + block * 16;
        let end = number(bytes, entry)?;
        let checksum = xxh3_64_with_seed(bytes.get(begin..end)?, seal.wrapping_add(block as u64));
        put(bytes, entry + 8, checksum)?;
        begin = end;
    }
    let checksum = xxh3_64(bytes.get(..head)?);
    put(bytes, head, checksum)
}
