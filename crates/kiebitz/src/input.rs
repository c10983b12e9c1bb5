//! What other programs say to us on the standard input.

use std::io::BufRead;

use crate::output::Failure;

/// The lines of the standard input up to its end. Bytes that are not UTF-8 are no reason to stop listening.
pub fn lines() -> impl Iterator<Item = Result<String, Failure>> {
    let lines = std::io::stdin().lock().split(b'\n');
    lines.map(|bytes| Ok(String::from_utf8_lossy(&bytes?).into_owned()))
}
