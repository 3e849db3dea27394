//! Allocators that count bytes, or requests, for tests of memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what the process holds now and at most: `#[global_allocator] static MEMORY: Counting = Counting::new();`. All
/// threads count, so such tests run one at a time.
#[derive(Debug, Default)]
pub struct Counting {
    now: AtomicUsize,
    peak: AtomicUsize,
}

impl Counting {
    /// Nothing counted yet.
    pub const fn new() -> Self {
        Self { now: AtomicUsize::new(0), peak: AtomicUsize::new(0) }
    }

    /// Bytes held now.
    pub fn now(&self) -> usize {
        self.now.load(Ordering::Relaxed)
    }

    /// The most bytes held at once during `work`, beyond those held before, and its result.
    pub fn peak_of<T>(&self, work: impl FnOnce() -> T) -> (usize, T) {
        let before = self.now();
        self.peak.store(before, Ordering::Relaxed);
        let result = work();
        (self.peak.load(Ordering::Relaxed) - before, result)
    }
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = self.now.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        self.peak.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        self.now.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

thread_local! {
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
}

/// Counts how often this thread asks for memory: `#[global_allocator] static ALLOCATOR: CountingRequests = CountingRequests;`.
#[derive(Debug)]
pub struct CountingRequests;

impl CountingRequests {
    /// How often this thread asked so far.
    pub fn so_far() -> usize {
        REQUESTS.with(Cell::get)
    }
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for CountingRequests {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.with(|r| r.set(r.get() + 1));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}
