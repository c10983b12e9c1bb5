//! What a network thinks of a position, as people read it: on the cells of the board, from the first player's view.

use game::{Inputs, Score};
use serde::{Deserialize, Serialize};

use crate::{Error, Playable, networks};

/// A judgement from the first player's view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Valued {
    /// In score steps.
    pub value: i32,
    /// As this game's players write it.
    pub text: String,
}

impl Valued {
    /// A judgement of the side to move.
    pub(crate) fn of<G: Playable>(position: &G, score: Score) -> Valued {
        Valued { value: position.side_to_move().view(score).value(), text: position.first_score_text(score) }
    }
}

/// What a network thinks of a position, taken apart. It is the network alone that speaks here: what else is known of endings corrects
/// its judgement in a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Insight {
    /// Hidden units of either half.
    pub width: usize,
    /// The stage of the game that the position belongs to, counted from 0. All games count them by what stands on the board.
    pub stage: usize,
    /// What the output of each stage makes of the position; that of its own stage is the judgement.
    pub stages: Vec<Valued>,
    /// What each piece is worth here. Pieces that are never taken, such as kings of chess, are left out.
    pub pieces: Vec<PieceWorth>,
    /// How the network came about.
    pub provenance: Vec<Origin>,
}

/// What a piece is worth to its owner: the judgement with it and without it, by the same output and with the same side to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PieceWorth {
    /// The cell of the diagram.
    pub cell: usize,
    /// What players call it.
    pub square: String,
    /// The piece by its letter in the diagram.
    pub piece: char,
    /// In the game's unit, pawns or discs; below 0 if its owner would be better off without it.
    pub worth: f64,
    /// The judgement of the position without it.
    pub without: Valued,
}

/// A fact about how a network came about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Origin {
    /// Its name: data, visits, seed.
    pub name: String,
    /// What it is.
    pub value: String,
}

/// What the network that `source` names thinks of a position; `None` if it names none.
pub(crate) fn of<G: Playable + Inputs>(position: &G, source: &str) -> Result<Option<Insight>, Error> {
    let source = if source.is_empty() { position.evaluators()[0] } else { source };
    let Some(network) = networks::find(position, source)? else { return Ok(None) };
    let (look, diagram, mover) = (network.look(position), position.diagram(), position.side_to_move());
    let judgement = look.stages[look.stage].value();
    let worth = |without: &network::Without| {
        let cell = position.printed(without.set, without.cell);
        let (owner, letter, _) = diagram.cells.get(cell)?.piece?;
        let gain = judgement - without.value.value();
        (!position.is_royal(letter)).then(|| PieceWorth {
            cell,
            square: diagram.cell_name(cell),
            piece: letter,
            worth: f64::from(if owner == mover { gain } else { -gain }) / f64::from(G::UNIT),
            without: Valued::of(position, without.value),
        })
    };
    let mut pieces: Vec<PieceWorth> = look.without.iter().filter_map(worth).collect();
    pieces.sort_by_key(|piece| piece.cell);
    let origin = |(name, value): &(String, String)| Origin { name: name.clone(), value: value.clone() };
    Ok(Some(Insight {
        width: network.weights().shape().width,
        stage: look.stage,
        stages: look.stages.iter().map(|&score| Valued::of(position, score)).collect(),
        pieces,
        provenance: network.weights().provenance().iter().map(origin).collect(),
    }))
}
