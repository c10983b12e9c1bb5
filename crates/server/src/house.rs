//! What all parts of the server share.

use std::sync::Arc;

use crate::memory::Memory;
use crate::players::KnownEngine;
use crate::refusal::{Code, Refusal};
use crate::store::Store;
use crate::think::Lanes;

/// What all parts of the server share.
pub struct House {
    /// The threads that work.
    pub pool: Lanes,
    /// What they may take.
    pub memory: Arc<Memory>,
    /// What outlives the program.
    pub store: Store,
    /// The programs that can be played against.
    pub engines: Vec<KnownEngine>,
}

/// A client's name, which a page chooses by chance and keeps.
pub fn client_name(text: &str) -> Option<Arc<str>> {
    let fits = (8..=64).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    fits.then(|| Arc::from(text))
}

/// The name of all clients that do not say who they are.
pub fn nobody() -> Arc<str> {
    Arc::from("anonymous")
}

/// Whose lane a request takes: that of the client it names, or the one of all who name none.
pub fn lane(client: Option<&str>) -> Result<Arc<str>, Refusal> {
    let Some(text) = client else { return Ok(nobody()) };
    client_name(text)
        .ok_or_else(|| Refusal::new(Code::BadRequest, "client: expected 8 to 64 letters, digits and hyphens"))
}

/// An id that nobody guesses.
pub fn new_id() -> String {
    let mut bytes = [0; 12];
    // Without randomness from the system there is still the time; ids are not secrets on a loopback address.
    if getrandom::fill(&mut bytes).is_err() {
        bytes[..8].copy_from_slice(&crate::store::now().to_le_bytes());
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
