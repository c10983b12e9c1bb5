//! The threads that searches run on.

/// The stack of a thread that searches. A search takes some space for each ply, down to its greatest depth
/// of 250 and through quiescence; a test searches that deep with half of this.
pub const STACK: usize = 8 << 20;

/// A thread for searching, with a stack that holds the deepest search: whoever runs a search on a thread of its own makes it
/// here.
pub fn thread(name: &str) -> std::thread::Builder {
    std::thread::Builder::new().name(name.to_string()).stack_size(STACK)
}
