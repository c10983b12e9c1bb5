//! Positions as rows of counts, side by side in memory.

use game::{BySide, Game, Linear, Score, Sum, mix};
use rayon::prelude::*;

use super::Settings;
use crate::Error;
use crate::data::Games;

/// One position: what it is paid for, and what it should be worth.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row {
    /// What it is paid for.
    pub sum: Sum,
    /// How its game ended, for the first player.
    pub result: Score,
    /// What the search thought of it, for the first player.
    pub score: Score,
}

/// What is the same size in every row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed {
    /// Where the counts of the next row begin.
    end: usize,
    pub stage: u8,
    pub share: f32,
    pub scale: BySide<f32>,
    pub result: i16,
    pub score: i16,
}

/// Many rows.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// How many stages the weights have.
    pub stages: usize,
    /// How many games the rows come from.
    pub games: usize,
    counts: Vec<(u16, i16)>,
    fixed: Vec<Fixed>,
}

impl Rows {
    /// No rows yet, for weights of so many stages.
    pub fn new(stages: usize) -> Rows {
        Rows { stages, games: 0, counts: Vec::new(), fixed: Vec::new() }
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.fixed.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.fixed.is_empty()
    }

    /// How far the weight of the next stage is from that of a row's own: nothing where there is only one stage.
    pub fn later(&self) -> usize {
        usize::from(self.stages > 1)
    }

    /// Adds a row.
    pub fn push(&mut self, row: &Row) {
        let Sum { counts, stage, share, scale } = &row.sum;
        self.counts.extend(counts);
        self.fixed.push(Fixed {
            end: self.counts.len(),
            stage: *stage,
            share: *share,
            scale: *scale,
            result: row.result.value() as i16,
            score: row.score.value() as i16,
        });
    }

    /// The counts of a row and what else is known of it.
    #[inline]
    pub(super) fn get(&self, index: usize) -> (&[(u16, i16)], &Fixed) {
        let begin = if index == 0 { 0 } else { self.fixed[index - 1].end };
        let fixed = &self.fixed[index];
        (&self.counts[begin..fixed.end], fixed)
    }
}

/// Adds the positions of a file to the rows to learn from, or to those to validate with: whole games to one or the other,
/// for the positions of a game are much alike.
pub(super) fn read<G: Game, E: Linear<G>>(
    file: &Games,
    start: &G,
    evaluator: &E,
    settings: &Settings,
    [train, validation]: &mut [Rows; 2],
) -> Result<(), Error> {
    let rows: Vec<Result<Vec<Row>, String>> = file
        .games
        .par_iter()
        .map(|game| {
            let mut rows = Vec::with_capacity(game.quiet());
            game.replay(start, |position: &G, score| {
                let score = position.side_to_move().view(score);
                rows.push(Row { sum: evaluator.sum(position), result: game.result, score });
            })?;
            Ok(rows)
        })
        .collect();
    for (game, rows) in file.games.iter().zip(rows) {
        let rows = rows.map_err(|reason| Error::Request(format!("{}: {reason}", file.path.display())))?;
        // A number from 0 to 1 that depends on the game and on the seeds.
        let draw = mix(settings.seed ^ mix(file.header.seed ^ mix(u64::from(game.number) + 1)));
        let into = if draw as f64 / u64::MAX as f64 >= settings.validation { &mut *train } else { &mut *validation };
        into.games += 1;
        rows.iter().for_each(|row| into.push(row));
    }
    Ok(())
}
