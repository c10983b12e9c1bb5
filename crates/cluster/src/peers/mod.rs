//! One position searched by several processes: each searches it whole, and tells the others the deep entries of its table (Lazy SMP
//! over a network).
//!
//! [`frame`] is what is said, `link` a connection; [`Peers`] is the side whose search it is, [`Helper`] the side that helps.

mod caller;
pub mod frame;
mod helper;
mod link;

pub use caller::Peers;
pub use helper::{Helper, Means};
pub use link::Secret;
