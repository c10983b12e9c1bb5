//! Endgame tables behind the facade: the choice of them, and the evaluator that knows them.

use std::sync::{Arc, LazyLock};

use chess::Position;
use eval::{ChessEval, Classical};
use game::{Evaluator, Known, Score, Step};
use knowledge::endgame::{MOST_MEN, Tables};
use knowledge::{Endgames, Probing};

use crate::Error;
use crate::networks::OrNetwork;

/// Our own tables are the same for everybody.
static OWN: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::new(knowledge::endgame_folder().as_deref())));

/// With our own tables alone.
static PLAIN: LazyLock<Arc<Endgames>> =
    LazyLock::new(|| Arc::new(Endgames::new(Arc::clone(&OWN), "", Probing::default())));

/// The endgame tables that a search may ask. None, by default.
#[derive(Clone, Debug, Default)]
pub struct EndgameTables(Option<Arc<Endgames>>);

impl EndgameTables {
    /// Our own tables: three men at least, and four if they have been made.
    pub fn own() -> EndgameTables {
        EndgameTables(Some(Arc::clone(&PLAIN)))
    }

    /// How many men our own tables cover: four if they have been made, three otherwise.
    pub fn own_men() -> usize {
        if OWN.has_all(MOST_MEN) { MOST_MEN } else { 3 }
    }

    /// Our own tables of up to so many men, no more and no fewer, for work that must come out the same on every machine. 0 is none.
    pub fn exactly(men: usize) -> Result<EndgameTables, Error> {
        match men {
            0 => Ok(EndgameTables::default()),
            3 => {
                let tables = Endgames::new(Arc::new(Tables::new(None)), "", Probing::default());
                Ok(EndgameTables(Some(Arc::new(tables))))
            }
            MOST_MEN if OWN.has_all(MOST_MEN) => Ok(EndgameTables::own()),
            MOST_MEN => Err(Error::Request(format!(
                "endgame tables of {men} men have not been made here; `kiebitz endgame generate` makes them"
            ))),
            _ => Err(Error::Request(format!("endgame tables of {men} men: expected 0, 3 or {MOST_MEN}"))),
        }
    }

    /// Our own tables, and Syzygy tables in these folders, separated as in `PATH`.
    pub fn with_syzygy(folders: &str, probing: Probing) -> EndgameTables {
        if folders.trim().is_empty() {
            return EndgameTables::own();
        }
        EndgameTables(Some(Arc::new(Endgames::new(Arc::clone(&OWN), folders, probing))))
    }

    /// Our own tables themselves, for callers that want the value of each move. A program has one set of them.
    pub fn own_tables() -> &'static Tables {
        &OWN
    }

    /// How many Syzygy files there are, and the greatest number of men in one.
    pub fn syzygy_size(&self) -> (usize, usize) {
        self.0.as_ref().and_then(|tables| tables.syzygy()).map_or((0, 0), |syzygy| (syzygy.files(), syzygy.most_men()))
    }

    /// What was wrong with files that could not be used. Each complaint is handed out once.
    pub fn complaints(&self) -> Vec<String> {
        self.0.as_ref().map_or(Vec::new(), |tables| tables.complaints())
    }

    pub(crate) fn get(&self) -> Option<&Arc<Endgames>> {
        self.0.as_ref()
    }
}

/// Equal if they are the same tables.
impl PartialEq for EndgameTables {
    fn eq(&self, other: &EndgameTables) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}

/// An evaluator of chess that knows endings: it probes the tables, if it has any, and a network is corrected by what the classical evaluation
/// knows.
#[derive(Clone, Debug)]
pub struct Informed {
    /// The evaluator for positions that are in no table.
    pub inner: OrNetwork<Position, ChessEval>,
    /// The tables.
    pub tables: EndgameTables,
    /// Who corrects a network.
    pub classical: Classical,
}

impl Evaluator<Position> for Informed {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        match &mut self.inner {
            OrNetwork::Own(own) => own.evaluate(position),
            network => {
                let value = network.evaluate(position);
                self.classical.correct(position, value)
            }
        }
    }

    #[inline]
    fn known(&mut self, position: &Position, depth: i32) -> Option<Known> {
        match self.tables.get().and_then(|tables| tables.known(position, depth)) {
            None => self.inner.known(position, depth),
            known => known,
        }
    }

    #[inline]
    fn follow(&mut self, step: Step<'_, Position>) {
        self.inner.follow(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches and whoever looks an ending up have one set of tables between them.
    #[test]
    fn there_is_one_set_of_our_own_tables() {
        let own = EndgameTables::own();
        let searched = own.get().expect("our own tables").own();
        assert!(std::ptr::eq(EndgameTables::own_tables(), &**searched));
        let more = EndgameTables::with_syzygy("/no/such/folder", Probing::default());
        assert!(std::ptr::eq(EndgameTables::own_tables(), &**more.get().expect("tables").own()));
    }
}
