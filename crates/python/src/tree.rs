//! A recorded tree.

use lab::tree::{self, RecordedTree};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::failure::{refused, write};

/// A search as it happened: every node with its window, its value, and why it was cut.
#[pyclass(module = "kiebitz._kiebitz", frozen)]
pub struct Tree(Box<dyn RecordedTree>);

impl Tree {
    pub fn new(tree: Box<dyn RecordedTree>) -> Tree {
        Tree(tree)
    }
}

#[pymethods]
impl Tree {
    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    /// The tree in numbers, as JSON.
    fn summary(&self) -> String {
        write(&self.0.summary())
    }

    /// The number of the root.
    #[getter]
    fn root(&self) -> u32 {
        self.0.root()
    }

    /// A node, as JSON.
    fn node(&self, id: u32) -> PyResult<String> {
        let missing = || PyIndexError::new_err(format!("node {id}: expected a number below {}", self.0.len()));
        self.0.node(id).map(|node| write(&node)).ok_or_else(missing)
    }

    /// The numbers of the nodes right below.
    fn children(&self, id: u32) -> Vec<u32> {
        if id < self.0.len() { self.0.child_ids(id) } else { Vec::new() }
    }

    /// Nodes from a number on, in the order in which they were entered, as JSON.
    fn nodes(&self, py: Python<'_>, first: u32, count: usize) -> String {
        py.detach(|| write(&self.0.range(first, count)))
    }

    /// The position of a node, in the game's notation.
    fn position(&self, id: u32) -> Option<String> {
        if id < self.0.len() { self.0.position(id).map(|(text, _)| text) } else { None }
    }

    /// How the search went, step by step, as JSON.
    fn steps(&self, py: Python<'_>, limit: usize) -> String {
        py.detach(|| write(&tree::steps(&*self.0, limit)))
    }

    /// Why a move was not played, as JSON.
    fn why_not(&self, mv: &str) -> PyResult<String> {
        tree::why_not(&*self.0, mv).map(|found| write(&found)).map_err(refused)
    }

    /// The tree as text, so many lines at most.
    fn text(&self, py: Python<'_>, limit: usize) -> String {
        py.detach(|| tree::text(&*self.0, limit))
    }

    /// The tree as a picture.
    fn svg(&self, py: Python<'_>) -> String {
        py.detach(|| tree::svg(&*self.0))
    }

    /// The tree for Graphviz.
    fn dot(&self, py: Python<'_>) -> String {
        py.detach(|| tree::dot(&*self.0))
    }
}
