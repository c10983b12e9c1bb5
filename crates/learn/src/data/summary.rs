//! What is in a file of games, in numbers.

use engine::{Playable, Visitor};
use game::{Score, Show, Side};

use super::file::Games;
use super::played::Ending;
use crate::Error;

/// A position from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position in the game's notation.
    pub position: String,
    /// What the search thought of it, for the first player.
    pub score: Score,
    /// How the game ended for the first player.
    pub result: Score,
    /// The game it comes from.
    pub game: u32,
}

/// What is in a file of games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// How many games.
    pub games: usize,
    /// How many positions are quiet: worth learning from.
    pub positions: usize,
    /// How many of them stand in the file more than once, each counted but for the first time.
    pub repeated: usize,
    /// How many positions are from inside the searches.
    pub harvested: usize,
    /// Games that begin from another arrangement of the pieces.
    pub shuffled: usize,
    /// How many plies were played, the random ones of the opening among them.
    pub plies: usize,
    /// Games won by the first player, drawn, won by the second.
    pub results: [usize; 3],
    /// Games by how they ended, in the order of [`Ending::ALL`].
    pub endings: [usize; Ending::ALL.len()],
    /// Quiet positions by the score for the first player: below each of [`Summary::EDGES`] units, and above all of them.
    pub scores: [usize; Summary::EDGES.len() + 1],
    /// Quiet positions by the number of pieces on the board.
    pub pieces: Vec<usize>,
    /// A few positions, evenly spread over the file.
    pub samples: Vec<Sample>,
}

impl Summary {
    /// The edges between the bins of scores, in units of the game.
    pub const EDGES: [f64; 10] = [-10.0, -5.0, -2.0, -1.0, -0.25, 0.25, 1.0, 2.0, 5.0, 10.0];

    /// Looks through a file, and takes `samples` positions out of it.
    pub fn of(file: &Games, samples: usize) -> Result<Summary, Error> {
        engine::visit(&file.header.game, Summarize { file, samples })?
    }
}

struct Summarize<'a> {
    file: &'a Games,
    samples: usize,
}

impl Visitor for Summarize<'_> {
    type Result = Result<Summary, Error>;

    fn visit<G: Playable>(self, start: G) -> Result<Summary, Error> {
        let Summarize { file, samples } = self;
        let total = file.quiet();
        let mut keys = Vec::with_capacity(total);
        let mut summary = Summary { games: file.games.len(), ..Summary::default() };
        for game in &file.games {
            summary.plies += game.plies.len();
            summary.harvested += game.harvested.len();
            summary.results[(1 - game.result.value().signum()) as usize] += 1;
            summary.endings[game.ending as usize] += 1;
            summary.shuffled += usize::from(game.start.is_some());
            let replayed = game.replay(&start, |position: &G, score| {
                let score = position.side_to_move().view(score);
                let units = f64::from(score.value()) / f64::from(G::UNIT);
                summary.scores[Summary::EDGES.partition_point(|&edge| edge <= units)] += 1;
                let pieces = pieces(position);
                if summary.pieces.len() <= pieces {
                    summary.pieces.resize(pieces + 1, 0);
                }
                summary.pieces[pieces] += 1;
                // The middle of each of as many equal parts.
                if summary.samples.len() < samples
                    && summary.positions * 2 * samples >= total * (2 * summary.samples.len() + 1)
                {
                    let (position, result, game) = (position.position_text(), game.result, game.number);
                    summary.samples.push(Sample { position, score, result, game });
                }
                summary.positions += 1;
                keys.push(position.key());
            });
            replayed.map_err(|reason| Error::Request(format!("{}: {reason}", file.path.display())))?;
        }
        keys.sort_unstable_by_key(|key| key.0);
        summary.repeated = keys.windows(2).filter(|pair| pair[0] == pair[1]).count();
        Ok(summary)
    }
}

fn pieces<G: Show>(position: &G) -> usize {
    position.diagram().cells.iter().filter(|cell| cell.piece.is_some()).count()
}

impl Sample {
    /// Who won the game it comes from.
    pub fn winner(&self) -> Option<Side> {
        match self.result.value().signum() {
            1 => Some(Side::First),
            -1 => Some(Side::Second),
            _ => None,
        }
    }
}
