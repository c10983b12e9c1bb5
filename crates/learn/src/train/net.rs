//! A network while it learns: numbers with fractions, its value, and how each number should change.
//!
//! The weights of the first layer are kept in tiles of 64 hidden units, the rows of all inputs for the first tile before those for the
//! next. A tile's rows and their gradient then stay in the processor's second cache while many positions are looked at, and the
//! loops over 64 units become vector instructions. Only the inputs that are on are visited, a few dozen of hundreds: that is
//! what a general library for neural networks cannot do, and why this is written by hand.

use std::ops::Range;

use game::Rng;
use network::{Numbers, QA, QB, QP, Shape, TILE};
use search::Bound;

/// No weight goes beyond this: twice it fits the whole numbers of the finished network.
pub(super) const CLIP: f32 = 1.98;

/// Where the numbers of each kind lie among all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub inputs: usize,
    pub tiles: usize,
    pub stages: usize,
}

impl Layout {
    pub fn new(shape: &Shape) -> Layout {
        Layout { inputs: shape.inputs, tiles: shape.width / TILE, stages: shape.stages }
    }

    pub fn width(&self) -> usize {
        self.tiles * TILE
    }

    /// The rows of all inputs for a tile.
    pub fn first(&self, tile: usize) -> Range<usize> {
        let length = self.inputs * TILE;
        tile * length..(tile + 1) * length
    }

    /// What the hidden units start from.
    pub fn bias(&self) -> Range<usize> {
        let begin = self.inputs * self.width();
        begin..begin + self.width()
    }

    /// How many weights of the output a stage has: the own half's, then the opponent's; or, without hidden units, one for each input.
    fn weights(&self) -> usize {
        if self.tiles == 0 { self.inputs } else { 2 * self.width() }
    }

    /// The weights of the output, for each stage.
    pub fn output(&self) -> Range<usize> {
        let begin = self.bias().end;
        begin..begin + self.stages * self.weights()
    }

    /// An output weight of 1 in the finished network.
    fn unit(&self) -> i32 {
        if self.tiles == 0 { QP } else { QB }
    }

    /// What the outputs start from.
    pub fn output_bias(&self) -> Range<usize> {
        let begin = self.output().end;
        begin..begin + self.stages
    }

    /// How many numbers in all.
    pub fn count(&self) -> usize {
        self.output_bias().end
    }
}

/// Random numbers to begin with.
pub(super) fn random(layout: Layout, seed: u64) -> Vec<f32> {
    let mut rng = Rng::new(seed ^ 0x6e65_7477);
    let mut number = |most: f32| {
        let unit = rng.next_u64() as f64 / u64::MAX as f64;
        (2.0 * unit - 1.0) as f32 * most
    };
    // Some 32 inputs are on: their sum is about as large as the range of an activation.
    let first = 0.08;
    let output = 1.0 / (2.0 * layout.width() as f32).sqrt();
    let mut values = vec![0.0; layout.count()];
    if layout.tiles == 0 {
        // A sum learns from any beginning.
        return values;
    }
    values[..layout.bias().start].iter_mut().for_each(|value| *value = number(first));
    values[layout.output()].iter_mut().for_each(|value| *value = number(output));
    values
}

/// The numbers of a finished network, to go on learning from.
pub(super) fn from_numbers(layout: Layout, numbers: &Numbers) -> Vec<f32> {
    let mut values = vec![0.0; layout.count()];
    for tile in 0..layout.tiles {
        let rows = values[layout.first(tile)].chunks_exact_mut(TILE);
        for (row, whole) in rows.zip(numbers.first.chunks_exact(layout.width())) {
            for (value, &number) in row.iter_mut().zip(&whole[tile * TILE..]) {
                *value = f32::from(number) / QA as f32;
            }
        }
    }
    let copy = |values: &mut [f32], numbers: &[i16], unit: i32| {
        for (value, &number) in values.iter_mut().zip(numbers) {
            *value = f32::from(number) / unit as f32;
        }
    };
    copy(&mut values[layout.bias()], &numbers.bias, QA);
    copy(&mut values[layout.output()], &numbers.output, layout.unit());
    for (value, &number) in values[layout.output_bias()].iter_mut().zip(&numbers.output_bias) {
        *value = number as f32 / (QA * QB) as f32;
    }
    values
}

/// The numbers as whole ones, for use.
pub(super) fn to_numbers(layout: Layout, values: &[f32]) -> Numbers {
    let round = |value: f32, unit: i32| (value * unit as f32).round() as i16;
    let mut first = vec![0; layout.inputs * layout.width()];
    for tile in 0..layout.tiles {
        let rows = values[layout.first(tile)].chunks_exact(TILE);
        for (row, whole) in rows.zip(first.chunks_exact_mut(layout.width())) {
            for (&value, number) in row.iter().zip(&mut whole[tile * TILE..]) {
                *number = round(value, QA);
            }
        }
    }
    Numbers {
        first,
        bias: values[layout.bias()].iter().map(|&value| round(value, QA)).collect(),
        output: values[layout.output()].iter().map(|&value| round(value, layout.unit())).collect(),
        output_bias: values[layout.output_bias()]
            .iter()
            .map(|&value| (value * (QA * QB) as f32).round() as i32)
            .collect(),
    }
}

/// Positions as the network sees them: what is learned from in one go.
#[derive(Clone, Default)]
pub(super) struct Lesson {
    /// The inputs that are on: of the first position as the side to move sees it, as the opponent does, of the second position... A network
    /// without hidden units sees with the eyes of the side to move only, and the second half is empty.
    pub inputs: Vec<u16>,
    /// Where the inputs of each half end.
    pub ends: Vec<u32>,
    /// Room for what stands on the places of patterns.
    pub places: Vec<u32>,
    pub stages: Vec<u8>,
    /// The share of the points that the side to move should get.
    pub targets: Vec<f32>,
    /// Is that the share, or only a bound on it?
    pub bounds: Vec<Bound>,
}

impl Lesson {
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.ends.clear();
        self.stages.clear();
        self.targets.clear();
        self.bounds.clear();
    }

    pub fn len(&self) -> usize {
        self.stages.len()
    }

    /// The inputs of a half, two halves a position.
    #[inline(always)]
    fn half(&self, half: usize) -> &[u16] {
        let begin = if half == 0 { 0 } else { self.ends[half - 1] };
        &self.inputs[begin as usize..self.ends[half] as usize]
    }
}

/// Room for what a lesson computes on the way.
#[derive(Clone, Default)]
pub(super) struct Room {
    /// The hidden units before they are clamped, half after half, tile after tile within.
    hidden: Vec<[f32; TILE]>,
    /// The outputs: a position's chance to win is their logistic function.
    pub outputs: Vec<f32>,
}

/// The logistic function.
#[inline]
pub(super) fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Computes the outputs of a lesson into `room`.
pub(super) fn forward(layout: Layout, values: &[f32], lesson: &Lesson, room: &mut Room) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return unsafe { forward_avx2(layout, values, lesson, room) };
    }
    forward_tiles(layout, values, lesson, room);
}

/// Adds to `gradient` how the mean square error of the lesson, times its length, changes with each number. [`forward`] comes first.
/// Returns the sum of the square errors.
pub(super) fn backward(layout: Layout, values: &[f32], lesson: &Lesson, room: &mut Room, gradient: &mut [f32]) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return unsafe { backward_avx2(layout, values, lesson, room, gradient) };
    }
    backward_tiles(layout, values, lesson, room, gradient)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn forward_avx2(layout: Layout, values: &[f32], lesson: &Lesson, room: &mut Room) {
    forward_tiles(layout, values, lesson, room);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn backward_avx2(layout: Layout, values: &[f32], lesson: &Lesson, room: &mut Room, gradient: &mut [f32]) -> f64 {
    backward_tiles(layout, values, lesson, room, gradient)
}

/// How many sums run side by side, always the same ones, so that every processor gets the same bits.
const SUMS: usize = 8;

/// Where the weights of a position's inputs lie in the output, without hidden units.
#[inline(always)]
fn summed<'a>(layout: Layout, lesson: &'a Lesson, position: usize) -> impl Iterator<Item = usize> + 'a {
    let begin = usize::from(lesson.stages[position]) * layout.inputs;
    lesson.half(2 * position).iter().map(move |&input| begin + usize::from(input))
}

#[inline(always)]
fn forward_tiles(layout: Layout, values: &[f32], lesson: &Lesson, room: &mut Room) {
    let (tiles, halves) = (layout.tiles, 2 * lesson.len());
    room.hidden.clear();
    room.hidden.resize(halves * tiles, [0.0; TILE]);
    room.outputs.clear();
    room.outputs.extend(lesson.stages.iter().map(|&stage| values[layout.output_bias().start + usize::from(stage)]));
    if tiles == 0 {
        let weights = &values[layout.output()];
        for (position, output) in room.outputs.iter_mut().enumerate() {
            *output += summed(layout, lesson, position).map(|at| weights[at]).sum::<f32>();
        }
        return;
    }
    let (bias, _) = values[layout.bias()].as_chunks::<TILE>();
    let (output, _) = values[layout.output()].as_chunks::<TILE>();
    for tile in 0..tiles {
        let (rows, _) = values[layout.first(tile)].as_chunks::<TILE>();
        for half in 0..halves {
            let mut units = bias[tile];
            for &input in lesson.half(half) {
                let row = &rows[usize::from(input)];
                for unit in 0..TILE {
                    units[unit] += row[unit];
                }
            }
            room.hidden[half * tiles + tile] = units;
            let position = half / 2;
            let weights = &output[(usize::from(lesson.stages[position]) * 2 + half % 2) * tiles + tile];
            let mut sums = [0.0f32; SUMS];
            for part in 0..TILE / SUMS {
                for (index, sum) in sums.iter_mut().enumerate() {
                    let unit = SUMS * part + index;
                    let active = units[unit].clamp(0.0, 1.0);
                    *sum += active * active * weights[unit];
                }
            }
            room.outputs[position] += sums.iter().sum::<f32>();
        }
    }
}

#[inline(always)]
fn backward_tiles(layout: Layout, values: &[f32], lesson: &Lesson, room: &mut Room, gradient: &mut [f32]) -> f64 {
    let tiles = layout.tiles;
    let mut loss = 0.0;
    // From here on `outputs` holds how the loss changes with each of them.
    for (position, output) in room.outputs.iter_mut().enumerate() {
        let chance = logistic(*output);
        let error = match (chance - lesson.targets[position], lesson.bounds[position]) {
            // On the right side of a bound there is nothing to learn.
            (error, Bound::Lower) if error > 0.0 => 0.0,
            (error, Bound::Upper) if error < 0.0 => 0.0,
            (error, _) => error,
        };
        loss += f64::from(error * error);
        *output = 2.0 * error * chance * (1.0 - chance);
        gradient[layout.output_bias().start + usize::from(lesson.stages[position])] += *output;
    }
    if tiles == 0 {
        let weights = &mut gradient[layout.output()];
        for (position, &error) in room.outputs.iter().enumerate() {
            summed(layout, lesson, position).for_each(|at| weights[at] += error);
        }
        return loss;
    }
    let (first, rest) = gradient.split_at_mut(layout.bias().start);
    let (bias, rest) = rest.split_at_mut(layout.width());
    let (bias, _) = bias.as_chunks_mut::<TILE>();
    let (output_gradient, _) = rest[..layout.output().len()].as_chunks_mut::<TILE>();
    let (output, _) = values[layout.output()].as_chunks::<TILE>();
    for tile in 0..tiles {
        let (rows, _) = first[layout.first(tile)].as_chunks_mut::<TILE>();
        for half in 0..2 * lesson.len() {
            let error = room.outputs[half / 2];
            let units = &room.hidden[half * tiles + tile];
            let at = (usize::from(lesson.stages[half / 2]) * 2 + half % 2) * tiles + tile;
            let (weights, weight_gradient) = (&output[at], &mut output_gradient[at]);
            let mut change = [0.0f32; TILE];
            for unit in 0..TILE {
                let value = units[unit];
                let active = value.clamp(0.0, 1.0);
                weight_gradient[unit] += error * active * active;
                // Outside its range a unit passes nothing on.
                let passes = if value > 0.0 && value < 1.0 { 1.0 } else { 0.0 };
                change[unit] = error * weights[unit] * 2.0 * active * passes;
            }
            for unit in 0..TILE {
                bias[tile][unit] += change[unit];
            }
            for &input in lesson.half(half) {
                let row = &mut rows[usize::from(input)];
                for unit in 0..TILE {
                    row[unit] += change[unit];
                }
            }
        }
    }
    loss
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::Inputs;
    use network::Weights;

    use super::*;

    fn lesson(layout: Layout, positions: usize, seed: u64) -> Lesson {
        let mut rng = Rng::new(seed);
        let mut lesson = Lesson::default();
        for _ in 0..positions {
            for _ in 0..2 {
                let count = 1 + rng.below(6);
                lesson.inputs.extend((0..count).map(|_| rng.below(layout.inputs) as u16));
                lesson.ends.push(lesson.inputs.len() as u32);
            }
            lesson.stages.push(rng.below(layout.stages) as u8);
            lesson.targets.push(rng.below(101) as f32 / 100.0);
            lesson.bounds.push([Bound::Exact, Bound::Exact, Bound::Lower, Bound::Upper][rng.below(4)]);
        }
        lesson
    }

    fn loss(layout: Layout, values: &[f32], lesson: &Lesson) -> f64 {
        let mut room = Room::default();
        forward(layout, values, lesson, &mut room);
        let errors = room.outputs.iter().zip(&lesson.targets).zip(&lesson.bounds).map(|((&output, &target), bound)| {
            let error = 1.0 / (1.0 + (-f64::from(output)).exp()) - f64::from(target);
            let wrong = match bound {
                Bound::Exact => true,
                Bound::Lower => error < 0.0,
                Bound::Upper => error > 0.0,
            };
            if wrong { error * error } else { 0.0 }
        });
        errors.sum()
    }

    /// The slope of the loss, measured by changing one number a little.
    #[test]
    fn the_gradient_is_the_slope() {
        check_gradient(Layout { inputs: 20, tiles: 2, stages: 3 });
        // Without hidden units.
        check_gradient(Layout { inputs: 20, tiles: 0, stages: 3 });
    }

    fn check_gradient(layout: Layout) {
        let lesson = lesson(layout, 40, 3);
        let mut rng = Rng::new(5);
        // Larger than at the beginning of learning, so that the slopes are well above the rounding of 32 bits.
        let mut values = random(layout, 1);
        values.iter_mut().for_each(|value| *value *= 2.0);
        values[layout.bias()].iter_mut().for_each(|value| *value = 0.3);
        let (mut room, mut gradient) = (Room::default(), vec![0.0; layout.count()]);
        forward(layout, &values, &lesson, &mut room);
        let found = backward(layout, &values, &lesson, &mut room, &mut gradient);
        assert!((found - loss(layout, &values, &lesson)).abs() < 1e-4);
        let kinds = [0..layout.bias().start, layout.bias(), layout.output(), layout.output_bias()];
        let mut compared = 0;
        for kind in kinds.into_iter().filter(|kind| !kind.is_empty()) {
            for _ in 0..200 {
                let at = kind.start + rng.below(kind.len());
                let step = 2e-3;
                let slope_from = |by: f32| {
                    let mut other = values.clone();
                    other[at] += by;
                    loss(layout, &other, &lesson)
                };
                let slope = (slope_from(step) - slope_from(-step)) / f64::from(2.0 * step);
                let expected = f64::from(gradient[at]);
                let tolerance = 0.03 * expected.abs().max(slope.abs()) + 4e-3;
                assert!((slope - expected).abs() < tolerance, "number {at}: slope {slope}, gradient {expected}");
                compared += usize::from(expected.abs() > 1e-2);
            }
        }
        assert!(compared > 80, "only {compared} slopes differ from nothing");
    }

    #[test]
    fn whole_numbers_come_back() {
        let layout = Layout { inputs: 20, tiles: 2, stages: 3 };
        let values = random(layout, 2);
        let numbers = to_numbers(layout, &values);
        let again = from_numbers(layout, &numbers);
        assert_eq!(to_numbers(layout, &again), numbers);
        assert!(values.iter().zip(&again).all(|(one, other)| (one - other).abs() <= 0.51 / QB as f32));
    }

    /// A network that somebody learned, with the fractions that its whole numbers may have come from: both judge alike.
    struct Rounded;

    impl engine::InputsVisitor for Rounded {
        type Result = Vec<(f64, f64)>;

        /// The judgements of positions of random games by fractions, and by whole numbers.
        fn visit<G: engine::Playable + Inputs>(self, start: G) -> Vec<(f64, f64)> {
            let weights = Weights::from_bytes(start.networks().last().expect("a network")).expect("a network");
            let (layout, mut rng) = (Layout::new(weights.shape()), Rng::new(6));
            let mut values = from_numbers(layout, &weights.numbers());
            // Anything within half a step is rounded to the same whole number.
            let mut shift = |values: &mut [f32], unit: i32| {
                values.iter_mut().for_each(|value| *value += (rng.below(999) as f32 / 1000.0 - 0.4995) / unit as f32);
            };
            let output = layout.bias().end;
            shift(&mut values[..output], QA);
            shift(&mut values[layout.output()], QB);
            assert_eq!(to_numbers(layout, &values), weights.numbers());
            let mut network = network::Network::new(Arc::clone(&weights), &start).expect("a network of this game");
            let (mut lesson, mut whole, mut rng) = (Lesson::default(), Vec::new(), Rng::new(8));
            let mut position = start.clone();
            while whole.len() < 10_000 {
                let side = position.side_to_move();
                for side in [side, !side] {
                    for (set, &word) in position.sets().as_ref().iter().enumerate() {
                        let cells = (0..64).filter(|cell| word >> cell & 1 == 1);
                        let view = position.view(side);
                        lesson.inputs.extend(cells.map(|cell| position.input(side, view, set, cell) as u16));
                    }
                    lesson.ends.push(lesson.inputs.len() as u32);
                }
                lesson.stages.push(position.stage() as u8);
                whole.push(f64::from(game::Evaluator::evaluate(&mut network, &position).value()));
                let moves = position.moves();
                if moves.is_empty() { position = start.clone() } else { position.play(rng.pick(&moves)) }
            }
            let mut room = Room::default();
            forward(layout, &values, &lesson, &mut room);
            let fractions = room.outputs.iter().map(|&output| f64::from(output) * f64::from(weights.scale()));
            fractions.zip(whole).collect()
        }
    }

    #[test]
    fn whole_numbers_judge_as_fractions_do() {
        let judged = engine::visit_inputs("chess", Rounded).expect("chess");
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| judged.iter().map(of).sum::<f64>() / judged.len() as f64;
        let (size, difference) = (mean(&|(one, _)| one.abs()), mean(&|(one, other)| (one - other).abs()));
        assert!(difference < 0.02 * size && difference < 10.0, "{difference} apart, of {size}");
        let far = judged.iter().find(|(one, other)| (one - other).abs() > 40.0_f64.max(0.05 * one.abs()));
        assert_eq!(far, None, "a judgement by fractions, and by whole numbers");
    }
}
