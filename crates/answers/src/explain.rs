//! Why this move, and why not that one.

use engine::{Control, Engine};
use lab::explain::{self, Language};

use crate::judgements::{Judgements, Place};
use crate::refusal::{Code, Refusal};
use crate::wire::{ExplainRequest, Explained};
use crate::{limits, show};

/// What is to be explained, read and checked.
pub struct Asked {
    board: Box<dyn Engine>,
    request: explain::Request,
    language: Language,
    word: String,
}

impl Asked {
    /// Reads a request.
    pub fn of(request: ExplainRequest) -> Result<Asked, Refusal> {
        let word = request.language.clone().unwrap_or_else(|| "en".to_string());
        let language: Language =
            word.parse().map_err(|error| Refusal::new(Code::BadRequest, format!("language '{word}': {error}")))?;
        let nodes = request.nodes.unwrap_or(limits::USUAL_EXPLAIN_NODES);
        if nodes > limits::EXPLAIN_NODES {
            let message = format!("nodes {nodes}: at most {} are taken", limits::EXPLAIN_NODES);
            return Err(Refusal::new(Code::BadRequest, message));
        }
        let start = show::set_up(&request.game, request.position.as_deref(), &[])?;
        let board = show::set_up(&request.game, request.position.as_deref(), &request.moves)?;
        if board.end().is_some() {
            return Err(Refusal::new(Code::GameOver, "the game is over"));
        }
        let past = engine::Ply::codes(&board.played());
        let start = start.position();
        let asked = request.mv;
        let request =
            explain::Request { past, asked, nodes, colors: true, ..explain::Request::new(&request.game, &start) };
        Ok(Asked { board, request, language, word })
    }

    /// Explains from what is known of the position and of the one after the move, and keeps what was found out about them.
    pub fn explain(self, judgements: &Judgements, control: &Control) -> Result<Explained, Refusal> {
        let Asked { mut board, mut request, language, word } = self;
        let here = Place::new(&board.game(), &request.position, &request.past);
        let asked = request.asked.as_deref().map(|mv| board.play(mv)).transpose()?;
        if asked.is_some() {
            board.undo();
        }
        let after = asked.map(|ply| (here.after(&ply.code), ply));
        request.known = judgements.known(&here);
        request.known_after = after.as_ref().map_or(Vec::new(), |(place, _)| judgements.known(place));
        let explanation = explain::explain(&request, control)?;
        let sentences = explanation.sentences(language);
        judgements.offer(&here, &explanation.judged);
        let judged = show::judged(&*board, &explanation.judged);
        let mut judged_after = None;
        if let Some((place, ply)) = after.filter(|_| !explanation.judged_after.is_empty()) {
            judgements.offer(&place, &explanation.judged_after);
            board.play(&ply.code)?;
            judged_after = Some(show::judged(&*board, &explanation.judged_after));
        }
        Ok(Explained { explanation, language: word, sentences, judged, judged_after, stopped: control.stopped() })
    }
}
