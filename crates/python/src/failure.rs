//! What can go wrong, as Python sees it.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    kiebitz,
    Refused,
    PyValueError,
    "What was asked for cannot be done; the message says why, and what would be right."
);
create_exception!(kiebitz, IllegalMove, Refused, "Not a legal move here; the message says why.");
create_exception!(
    kiebitz,
    InternalError,
    PyRuntimeError,
    "An error in Kiebitz itself. Python goes on; please report it."
);

/// A refusal of the facade.
pub fn refused(error: engine::Error) -> PyErr {
    match error {
        engine::Error::Move(error) => IllegalMove::new_err(error.to_string()),
        other => Refused::new_err(other.to_string()),
    }
}

/// Any other refusal.
pub fn refusal(error: impl std::fmt::Display) -> PyErr {
    Refused::new_err(error.to_string())
}

/// A request that Python has written.
pub fn read<'a, T: serde::Deserialize<'a>>(request: &'a str) -> PyResult<T> {
    serde_json::from_str(request).map_err(refusal)
}

/// An answer for Python to read.
pub fn write(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("answers can be written")
}
