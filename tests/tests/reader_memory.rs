//! What readers allocate at most: hostile files must not fill the machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use surefoot::io::{ReadOptions, read_bytes};

/// Counts what is allocated now and at most. Unsafe by nature of the interface; it only forwards and counts.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Most bytes allocated at once while reading, beyond what was there before.
fn peak_of(name: &str, bytes: &[u8]) -> usize {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let _ = read_bytes(Path::new(name), bytes, &ReadOptions::default());
    PEAK.load(Ordering::Relaxed) - before
}

fn check(name: &str, bytes: &[u8]) {
    let limit = 8 * bytes.len() + (64 << 20);
    let peak = peak_of(name, bytes);
    assert!(peak <= limit, "{name}: {peak} bytes at once for a file of {}", bytes.len());
}

/// One test for all: the counter is the process's own.
#[test]
fn no_file_takes_more_than_eight_times_its_size_and_64_mb() {
    check(
        "announced.bvh",
        b"HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\nMOTION\nFrames: 1000000000\nFrame Time: 0.01\n0 0 0\n",
    );
    let mut deep = String::from("HIERARCHY\nROOT r0\n{\nOFFSET 0 0 0\n");
    for i in 1..20_000 {
        deep.push_str(&format!("JOINT r{i}\n{{\nOFFSET 0 1 0\n"));
    }
    check("deep.bvh", deep.as_bytes());
    let Some(folder) = surefoot_tests::data_folder() else { return };
    for kind in ["cmu", "other", "edge", "characters", "animated"] {
        for entry in std::fs::read_dir(folder.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            if !path.is_file() {
                continue;
            }
            let bytes = std::fs::read(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            check(&name, &bytes);
            // Broken copies: cut short, and with lengths overwritten by the largest numbers.
            check(&name, &bytes[..bytes.len() / 2]);
            for place in [12, 27, 40, bytes.len() / 3] {
                let mut broken = bytes.clone();
                let end = (place + 8).min(broken.len());
                broken[place.min(end)..end].fill(0xff);
                check(&name, &broken);
            }
        }
    }
}
