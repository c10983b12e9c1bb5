//! The threads that searches run on.

/// The stack of a thread that searches. A search takes some space for each ply, down to its greatest depth
/// of 250 and through quiescence; a test searches that deep with half of this.
pub const STACK: usize = 8 << 20;

/// A builder for search threads, with a stack that holds the deepest search. Every thread that runs a search is made with it.
pub fn thread(name: &str) -> std::thread::Builder {
    std::thread::Builder::new().name(name.to_string()).stack_size(STACK)
}
