//! A question that is put to the pool: what has been found so far, and the answer.

use std::sync::Arc;

use answers::progress::Progress;
use answers::search::{Found, Searching};
use engine::{Control, Question};
use tokio::sync::oneshot;

use super::lanes::Lanes;
use super::pool::{Ticket, Work};
use crate::refusal::{Code, Refusal};

/// Puts a question to the threads that search. A search is interrupted while others wait, since it can resume; playouts would start over.
/// What somebody waits for at the board is `urgent`.
pub fn ask(lanes: &Lanes, client: &Arc<str>, question: Question, urgent: bool) -> Result<Asked, Refusal> {
    let searching = Searching::of(question)?;
    let (progress, sliced) = (Arc::clone(searching.progress()), searching.is_sliced());
    let (answer, waiting) = oneshot::channel();
    let work = Thinking { searching, urgent, found: None, answer };
    let ticket = lanes.searches.submit(client, sliced, Box::new(work))?;
    Ok(Asked { progress, answer: waiting, _ticket: ticket })
}

/// A question that was asked. Dropping it ends the search.
pub struct Asked {
    /// What is known so far.
    pub progress: Arc<Progress>,
    /// The answer.
    pub answer: oneshot::Receiver<Result<Found, Refusal>>,
    _ticket: Ticket,
}

impl Asked {
    /// Waits for the answer.
    pub async fn wait(mut self) -> Result<Found, Refusal> {
        (&mut self.answer).await.unwrap_or_else(|_| Err(Refusal::new(Code::Busy, "the search was broken off")))
    }
}

struct Thinking {
    searching: Searching,
    urgent: bool,
    found: Option<Result<Found, Refusal>>,
    answer: oneshot::Sender<Result<Found, Refusal>>,
}

impl Work for Thinking {
    fn run(&mut self, control: &Arc<Control>) -> bool {
        let (found, more) = self.searching.run(control);
        self.found = Some(found);
        more
    }

    fn finish(self: Box<Self>) {
        let found = self.found.unwrap_or_else(|| Err(Refusal::new(Code::Fault, "nothing was searched")));
        // Nobody may be waiting any more.
        let _ = self.answer.send(found);
    }

    fn refuse(self: Box<Self>, refusal: Refusal) {
        let _ = self.answer.send(Err(refusal));
    }

    fn is_reply(&self) -> bool {
        self.urgent
    }

    fn memory(&self) -> u64 {
        self.searching.memory()
    }

    fn shed(&mut self) {
        self.searching.shed();
    }
}
