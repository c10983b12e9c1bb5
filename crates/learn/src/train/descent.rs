//! The descent: AdamW (I. Loshchilov, F. Hutter, *Decoupled Weight Decay Regularization*, 2019) on all threads, with a result that does not
//! depend on their number.

use rayon::prelude::*;

use super::net::{CLIP, Layout, Lesson, Room, backward, forward};
use super::positions::{Eyes, Positions};

const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.999;
const DECAY: f32 = 0.01;
const TINY: f32 = 1e-8;

/// A batch is cut into so many parts, each with a gradient of its own; they are added in their order. More threads than parts
/// find nothing to do.
pub(super) const PARTS: usize = 8;
/// How many positions are looked at together: their hidden units, and the rows of one tile, fit the cache.
const CHUNK: usize = 128;
/// How many numbers are changed by one thread at a time.
const NUMBERS: usize = 8192;

/// The numbers of the network and what the descent remembers of each.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    /// How many batches it has seen.
    pub step: u64,
    pub values: Vec<f32>,
    pub means: Vec<f32>,
    pub squares: Vec<f32>,
}

impl State {
    pub fn new(values: Vec<f32>) -> State {
        State { step: 0, means: vec![0.0; values.len()], squares: vec![0.0; values.len()], values }
    }
}

/// Room for one part of a batch.
#[derive(Clone)]
pub(super) struct Part {
    gradient: Vec<f32>,
    lesson: Lesson,
    room: Room,
    loss: f64,
}

/// What does not change while a network learns.
pub(super) struct Descent<'a> {
    pub layout: Layout,
    pub positions: &'a Positions,
    pub eyes: &'a Eyes,
    pub parts: Vec<Part>,
}

impl<'a> Descent<'a> {
    pub fn new(layout: Layout, positions: &'a Positions, eyes: &'a Eyes) -> Descent<'a> {
        let part =
            Part { gradient: vec![0.0; layout.count()], lesson: Lesson::default(), room: Room::default(), loss: 0.0 };
        Descent { layout, positions, eyes, parts: vec![part; PARTS] }
    }

    /// One step down: learns from the positions of `blocks`, each `block` positions long. Returns the mean square error before.
    pub fn step(&mut self, state: &mut State, blocks: &[u32], block: usize, rate: f32, lambda: f32) -> f64 {
        let Descent { layout, positions, eyes, parts } = self;
        let (layout, values) = (*layout, &state.values);
        let share = blocks.len().div_ceil(PARTS);
        parts.par_iter_mut().zip(0..PARTS).for_each(|(part, number)| {
            let Part { gradient, lesson, room, loss } = part;
            gradient.fill(0.0);
            *loss = 0.0;
            let own = &blocks[(number * share).min(blocks.len())..((number + 1) * share).min(blocks.len())];
            for chunk in own.chunks(CHUNK.div_ceil(block)) {
                lesson.clear();
                for &at in chunk {
                    let begin = at as usize * block;
                    positions.teach(begin..begin + block, eyes, lambda, lesson);
                }
                forward(layout, values, lesson, room);
                *loss += backward(layout, values, lesson, room, gradient);
            }
        });
        let count = blocks.len() * block;
        state.step += 1;
        let corrections = [MOMENTUM, SQUARES].map(|factor| 1.0 - factor.powf(state.step as f32));
        let parts = &self.parts;
        let bias = [layout.bias(), layout.output_bias()];
        let State { values, means, squares, .. } = state;
        let values = values.par_chunks_mut(NUMBERS).zip(means.par_chunks_mut(NUMBERS));
        values.zip(squares.par_chunks_mut(NUMBERS)).enumerate().for_each(|(chunk, ((values, means), squares))| {
            for (offset, ((value, mean), square)) in values.iter_mut().zip(means).zip(squares).enumerate() {
                let at = chunk * NUMBERS + offset;
                let slope = parts.iter().map(|part| part.gradient[at]).sum::<f32>() / count as f32;
                *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * slope;
                *square = SQUARES * *square + (1.0 - SQUARES) * slope * slope;
                let step = (*mean / corrections[0]) / ((*square / corrections[1]).sqrt() + TINY);
                let decay = if bias.iter().any(|range| range.contains(&at)) { 0.0 } else { DECAY };
                *value -= rate * (step + decay * *value);
                // What the outputs start from is no product of whole numbers and needs no bound.
                if at < layout.output_bias().start {
                    *value = value.clamp(-CLIP, CLIP);
                }
            }
        });
        self.parts.iter().map(|part| part.loss).sum::<f64>() / count as f64
    }
}
