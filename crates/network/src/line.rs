//! The evaluator: accumulators along the line of the search, computed when they are asked for.

use std::sync::Arc;

use game::{Evaluator, Inputs, Key, Known, Score, Side, Step};

use crate::kernels::{correct, output};
use crate::weights::{QA, QB, Shape, Tile, Weights};

/// A network and a game that do not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit(pub(crate) String);

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misfit {}

/// No move and no refresh changes more inputs than there are cells in all sets of a game.
const MOST_CHANGES: usize = 256;

/// Cells, or the inputs that they stand for.
struct List {
    entries: [u16; MOST_CHANGES],
    count: usize,
}

impl List {
    const EMPTY: List = List { entries: [0; MOST_CHANGES], count: 0 };

    #[inline]
    fn push(&mut self, entry: u16) {
        self.entries[self.count] = entry;
        self.count += 1;
    }

    #[inline]
    fn get(&self) -> &[u16] {
        &self.entries[..self.count]
    }

    /// Becomes the inputs that `cells` stand for.
    #[inline]
    fn look_up(&mut self, cells: &List, inputs: &[u16]) {
        self.count = cells.count;
        for at in 0..cells.count {
            self.entries[at] = inputs[usize::from(cells.entries[at])];
        }
    }
}

/// The cells in which two positions differ, and the inputs that these are for one side.
struct Changes {
    cells_on: List,
    cells_off: List,
    on: List,
    off: List,
}

impl Changes {
    const NONE: Changes = Changes { cells_on: List::EMPTY, cells_off: List::EMPTY, on: List::EMPTY, off: List::EMPTY };

    #[inline]
    fn find(&mut self, before: &[u64], after: &[u64]) {
        (self.cells_on.count, self.cells_off.count) = (0, 0);
        for set in 0..before.len() {
            let after = after[set];
            let mut changed = before[set] ^ after;
            while changed != 0 {
                let cell = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let place = (set * 64 + cell) as u16;
                if after >> cell & 1 == 1 { self.cells_on.push(place) } else { self.cells_off.push(place) }
            }
        }
    }

    /// `inputs` says which input the cells of the sets stand for.
    #[inline]
    fn seen(&mut self, inputs: &[u16]) -> (&[u16], &[u16]) {
        self.on.look_up(&self.cells_on, inputs);
        self.off.look_up(&self.cells_off, inputs);
        (self.on.get(), self.off.get())
    }
}

/// Where the line stands at a ply.
#[derive(Clone, Debug)]
struct Frame<S> {
    key: Key,
    sets: S,
    views: [u8; 2],
    /// Is the accumulator of a side up to date?
    ready: [bool; 2],
}

/// The accumulator last made for a side and a view, and the position it stands for: a good start when the line offers none, because
/// the view has changed.
#[derive(Clone, Debug)]
struct Remembered<S> {
    sets: S,
    accumulator: Vec<Tile>,
}

/// Is a network of this shape for the game that `start` belongs to, where it has so many inputs?
pub(crate) fn fits<G: Inputs>(shape: &Shape, start: &G, inputs: usize) -> Result<(), Misfit> {
    if shape.game == start.network_game() && shape.inputs == inputs && shape.stages == G::STAGES {
        return Ok(());
    }
    Err(Misfit(format!(
        "the network is for {}, with {} inputs and {} stages; {} has {inputs} and {}",
        shape.game,
        shape.inputs,
        shape.stages,
        start.spec(),
        G::STAGES
    )))
}

/// What all searches with a network share.
#[derive(Debug)]
struct Common {
    weights: Arc<Weights>,
    /// For each side and view the inputs that the cells of the sets stand for.
    inputs: Vec<Vec<u16>>,
}

/// The inputs that the cells of the sets of a game stand for, 64 cells a set: a list for each side, and within it for each view. `start` is any
/// position of the game.
pub fn seen_inputs<G: Inputs>(start: &G) -> Vec<Vec<u16>> {
    let (sets, last) = (G::Sets::default().as_ref().len(), start.inputs() - 1);
    let seen = |side: Side, view: usize| {
        let cells = (0..sets).flat_map(|set| (0..64).map(move |cell| (set, cell)));
        // Cells that are on no board stand for nothing, and nobody asks for them.
        cells.map(|(set, cell)| start.input(side, view, set, cell).min(last) as u16).collect()
    };
    Side::BOTH.into_iter().flat_map(|side| (0..G::VIEWS).map(move |view| seen(side, view))).collect()
}

/// The evaluator.
///
/// Going down the line only takes note of where it leads; accumulators are computed when a position is evaluated, from the nearest one
/// above it that is ready. So a position that the search leaves without evaluating it costs next to nothing.
#[derive(Debug)]
pub struct Network<G: Inputs> {
    common: Arc<Common>,
    /// The root first; those beyond `end` are leftovers.
    frames: Vec<Frame<G::Sets>>,
    end: usize,
    /// Two accumulators for each frame.
    accumulators: Vec<Tile>,
    remembered: Vec<Remembered<G::Sets>>,
    changes: Box<Changes>,
}

impl std::fmt::Debug for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Changes").finish_non_exhaustive()
    }
}

/// The weights are shared; the line begins anew.
impl<G: Inputs> Clone for Network<G> {
    fn clone(&self) -> Network<G> {
        Network::with(Arc::clone(&self.common))
    }
}

impl<G: Inputs> Network<G> {
    /// An evaluator for the game that `start`, any of its positions, belongs to.
    pub fn new(weights: Arc<Weights>, start: &G) -> Result<Network<G>, Misfit> {
        fits(weights.shape(), start, start.inputs())?;
        if weights.shape().width == 0 {
            return Err(Misfit("the network has no hidden units, but weights of patterns".to_string()));
        }
        Ok(Network::with(Arc::new(Common { inputs: seen_inputs(start), weights })))
    }

    fn with(common: Arc<Common>) -> Network<G> {
        let empty = Remembered { sets: G::Sets::default(), accumulator: common.weights.bias().to_vec() };
        Network {
            frames: Vec::new(),
            end: 0,
            accumulators: Vec::new(),
            remembered: vec![empty; 2 * G::VIEWS],
            changes: Box::new(Changes::NONE),
            common,
        }
    }

    /// The weights.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.common.weights
    }

    fn frame(position: &G) -> Frame<G::Sets> {
        let views = [position.view(Side::First) as u8, position.view(Side::Second) as u8];
        Frame { key: position.key(), sets: position.sets(), views, ready: [false; 2] }
    }

    /// The line goes on to `position`, or begins there.
    #[inline]
    fn put(&mut self, at: usize, position: &G) {
        let frame = Self::frame(position);
        self.end = at;
        if at < self.frames.len() {
            self.frames[at] = frame;
        } else {
            self.frames.push(frame);
            self.accumulators.resize(self.frames.len() * 2 * self.common.weights.tiles(), Tile::ZERO);
        }
    }

    /// Brings the accumulators at the end of the line up to date.
    fn prepare(&mut self) {
        let ready = [self.begin(Side::First), self.begin(Side::Second)];
        let (weights, tiles) = (&*self.common.weights, self.common.weights.tiles());
        let views = self.frames[self.end].views;
        let changes = &mut *self.changes;
        for at in ready[0].min(ready[1]) + 1..=self.end {
            // What changed is the same for both sides; what it means is not.
            changes.find(self.frames[at - 1].sets.as_ref(), self.frames[at].sets.as_ref());
            for side in 0..2 {
                if at > ready[side] {
                    let inputs = &self.common.inputs[side * G::VIEWS + usize::from(views[side])];
                    let (on, off) = changes.seen(inputs);
                    let (above, below) = self.accumulators.split_at_mut(2 * at * tiles);
                    let above = &above[(2 * at - 2 + side) * tiles..][..tiles];
                    let to = &mut below[side * tiles..][..tiles];
                    correct(weights.processor, to, Some(above), weights.first(), on, off);
                    self.frames[at].ready[side] = true;
                }
            }
        }
    }

    /// The last frame from which the accumulator of a side at the end of the line can be computed. It is made, if there is none.
    #[inline]
    fn begin(&mut self, side: Side) -> usize {
        let side = side.index();
        let view = self.frames[self.end].views[side];
        // The nearest accumulator that is ready, or the first position since the view was another.
        let mut from = self.end;
        while !self.frames[from].ready[side] && from > 0 && self.frames[from - 1].views[side] == view {
            from -= 1;
        }
        if !self.frames[from].ready[side] {
            self.refresh(from, side);
        }
        from
    }

    /// Makes an accumulator from the one last made for the same view.
    fn refresh(&mut self, at: usize, side: usize) {
        let seen = side * G::VIEWS + usize::from(self.frames[at].views[side]);
        let (weights, tiles) = (&*self.common.weights, self.common.weights.tiles());
        let remembered = &mut self.remembered[seen];
        self.changes.find(remembered.sets.as_ref(), self.frames[at].sets.as_ref());
        let (on, off) = self.changes.seen(&self.common.inputs[seen]);
        correct(weights.processor, &mut remembered.accumulator, None, weights.first(), on, off);
        remembered.sets = self.frames[at].sets;
        self.accumulators[(2 * at + side) * tiles..][..tiles].copy_from_slice(&remembered.accumulator);
        self.frames[at].ready[side] = true;
    }

    fn value(&mut self, position: &G) -> Score {
        // Whoever asks for one position without a search has not told the line.
        if self.frames.get(self.end).is_none_or(|frame| frame.key != position.key()) {
            self.put(0, position);
        }
        self.prepare();
        let weights = &*self.common.weights;
        let tiles = weights.tiles();
        let side = position.side_to_move();
        let half = |side: Side| &self.accumulators[(2 * self.end + side.index()) * tiles..][..tiles];
        let (output_weights, bias) = weights.output(position.stage());
        let sum = output(weights.processor, [half(side), half(!side)], output_weights);
        let value = (sum / i64::from(QA) + i64::from(bias)) * i64::from(weights.scale) / i64::from(QA * QB);
        let limit = i64::from(i32::MAX / 2);
        Score::new(value.clamp(-limit, limit) as i32).clamp_judgement()
    }
}

impl<G: Inputs> Evaluator<G> for Network<G> {
    #[inline]
    fn evaluate(&mut self, position: &G) -> Score {
        self.value(position)
    }

    #[inline]
    fn known(&mut self, _: &G, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, step: Step<'_, G>) {
        match step {
            Step::Start(root) => self.put(0, root),
            Step::Down { after, .. } => self.put(self.end + 1, after),
            Step::Up => self.end -= 1,
        }
    }
}
