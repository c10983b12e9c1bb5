//! The native half of the Python package: values, work on threads of its own, and games whose rules are written in Python. It is thin:
//! what is asked comes as JSON and goes to the facade; what people see is in `python/kiebitz`.

mod contest;
mod failure;
mod guest;
mod laboratory;
mod learning;
mod position;
mod records;
mod search;
mod tree;
mod tuning;
mod work;
mod workers;

use pyo3::prelude::*;

/// The native half of the package; use `kiebitz`.
#[pymodule]
mod _kiebitz {
    use super::*;

    #[pymodule_export]
    use super::contest::contest;
    #[pymodule_export]
    use super::failure::{IllegalMove, InternalError, Refused};
    #[pymodule_export]
    use super::guest::Guest;
    #[pymodule_export]
    use super::laboratory::{ablate, annotate, explain, growth, record_tree, typed_tree};
    #[pymodule_export]
    use super::learning::{games_columns, games_header, generate, train, tune};
    #[pymodule_export]
    use super::position::{Position, games, load_rules, open, position};
    #[pymodule_export]
    use super::records::{Record, Records, read_records, write_record};
    #[pymodule_export]
    use super::search::{inquire, perft, player, player_text, search, search_apart, solve, techniques};
    #[pymodule_export]
    use super::tree::Tree;
    #[pymodule_export]
    use super::tuning::evolve;
    #[pymodule_export]
    use super::work::{Work, panic_on_purpose, shut_down};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Panics arrive as exceptions; the message of the default hook would be a second one, in the middle of a notebook.
        std::panic::set_hook(Box::new(|_| {}));
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
