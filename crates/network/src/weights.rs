//! The numbers of a network, in the form in which they are used.

use std::sync::Arc;

use crate::kernels::Processor;

/// Hidden units are kept in tiles of so many; the width of a network is a multiple of it.
pub const TILE: usize = 64;
/// The greatest number of hidden units of one half.
pub const MAX_WIDTH: usize = 1024;
/// Hidden units are whole numbers in units of 1 / `QA`: 255 is an activation of 1.
pub const QA: i32 = 255;
/// Weights of the output are whole numbers in units of 1 / `QB`.
pub const QB: i32 = 64;
/// Without hidden units, weights are whole numbers in units of 1 / `QP`.
pub const QP: i32 = 4096;
/// The greatest of these: just below 2.
const MAX_READING: i16 = 8192;
/// The greatest weight of the output: 127 times 255 fits 16 bits.
const MAX_OUTPUT: i16 = 127;
/// The greatest weight of the first layer, just below 2, and the greatest starting value: 56 inputs at once cannot overflow 16 bits. With more,
/// a sum of the most extreme weights would wrap around, on every kind of processor alike; weights that were learned are far smaller.
const MAX_INPUT: i16 = 508;
const MAX_BIAS: i16 = 8 * MAX_INPUT;

/// Hidden units side by side, so that a loop over them becomes vector instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Tile(pub [i16; TILE]);

impl Tile {
    pub const ZERO: Tile = Tile([0; TILE]);
}

/// What a network is made for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The game with its parameters.
    pub game: String,
    /// How many inputs a half has; without hidden units, how many readings of patterns have a weight.
    pub inputs: usize,
    /// How many hidden units a half has. 0: there are none, and the output is a sum of weights, one for what stands on each place of each
    /// [`game::Pattern`].
    pub width: usize,
    /// For how many stages of the game there is an output.
    pub stages: usize,
}

impl Shape {
    /// What is wrong with it, if anything.
    pub(crate) fn flaw(&self) -> Option<String> {
        let Shape { inputs, width, stages, .. } = self;
        if *width > MAX_WIDTH || !width.is_multiple_of(TILE) {
            return Some(format!("width {width}: expected 0, or a multiple of {TILE} up to {MAX_WIDTH}"));
        }
        if *inputs == 0 || *inputs > usize::from(u16::MAX) {
            return Some(format!("{inputs} inputs: expected 1 to {}", u16::MAX));
        }
        (*stages == 0 || *stages > 64).then(|| format!("{stages} stages: expected 1 to 64"))
    }

    /// How many numbers there are of each kind, in the order of [`Numbers`].
    pub fn counts(&self) -> [usize; 4] {
        let Shape { inputs, width, stages, .. } = *self;
        [inputs * width, width, stages * if width == 0 { inputs } else { 2 * width }, stages]
    }
}

/// How a network came about: names and values, for people.
pub type Provenance = Vec<(String, String)>;

/// The numbers of a network, quantised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The first layer, one row of `width` weights for each input, in units of 1 / [`QA`].
    pub first: Vec<i16>,
    /// What the hidden units of a half start from, in units of 1 / [`QA`].
    pub bias: Vec<i16>,
    /// For each stage the weights of the own half, then those of the opponent's, in units of 1 / [`QB`]. Without hidden units: for each stage
    /// the weights of all readings, in units of 1 / [`QP`].
    pub output: Vec<i16>,
    /// What the output of each stage starts from, in units of 1 / ([`QA`] [`QB`]).
    pub output_bias: Vec<i32>,
}

/// A network, ready for use. Never changed, so all searches and threads share it.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub(crate) shape: Shape,
    /// An output of 1 is worth so many score steps.
    pub(crate) scale: i32,
    pub(crate) provenance: Provenance,
    pub(crate) processor: Processor,
    first: Vec<Tile>,
    bias: Vec<Tile>,
    output: Vec<Tile>,
    /// The weights of readings, where there are no hidden units.
    readings: Vec<i16>,
    output_bias: Vec<i32>,
}

fn tiles(numbers: &[i16]) -> Vec<Tile> {
    numbers
        .chunks_exact(TILE)
        .map(|chunk| {
            let mut tile = Tile::ZERO;
            tile.0.copy_from_slice(chunk);
            tile
        })
        .collect()
}

fn numbers(tiles: &[Tile]) -> Vec<i16> {
    tiles.iter().flat_map(|Tile(numbers)| *numbers).collect()
}

/// Is every number within ±`most`? Otherwise which one is not.
fn check(name: &str, numbers: &[i16], most: i16) -> Result<(), String> {
    match numbers.iter().position(|&number| !(-most..=most).contains(&number)) {
        None => Ok(()),
        Some(at) => Err(format!("{name} {at} is {}: expected {} to {most}", numbers[at], -most)),
    }
}

impl Weights {
    /// A network from its numbers; the error says which of them is impossible.
    pub fn new(shape: Shape, scale: i32, provenance: Provenance, numbers: Numbers) -> Result<Arc<Weights>, String> {
        if let Some(flaw) = shape.flaw() {
            return Err(flaw);
        }
        let Numbers { first, bias, output, output_bias } = numbers;
        let expect = |name: &str, found: usize, expected: usize| {
            if found == expected { Ok(()) } else { Err(format!("{found} numbers {name}: expected {expected}")) }
        };
        let counts = shape.counts();
        expect("of the first layer", first.len(), counts[0])?;
        expect("to start from", bias.len(), counts[1])?;
        expect("of the output", output.len(), counts[2])?;
        expect("for the outputs to start from", output_bias.len(), counts[3])?;
        check("weight of the first layer", &first, MAX_INPUT)?;
        check("starting value", &bias, MAX_BIAS)?;
        check("weight of the output", &output, if shape.width == 0 { MAX_READING } else { MAX_OUTPUT })?;
        if !(1..=100_000).contains(&scale) {
            return Err(format!("scale {scale}: expected 1 to 100000"));
        }
        let most = 1000 * QA * QB;
        if let Some(bias) = output_bias.iter().find(|bias| !(-most..=most).contains(*bias)) {
            return Err(format!("starting value {bias} of an output: expected {} to {most}", -most));
        }
        let (output, readings) = if shape.width == 0 { (Vec::new(), output) } else { (tiles(&output), Vec::new()) };
        Ok(Arc::new(Weights {
            first: tiles(&first),
            bias: tiles(&bias),
            output,
            readings,
            output_bias,
            processor: Processor::detect(),
            shape,
            scale,
            provenance,
        }))
    }

    /// The numbers that it was made from.
    pub fn numbers(&self) -> Numbers {
        Numbers {
            first: numbers(&self.first),
            bias: numbers(&self.bias),
            output: if self.shape.width == 0 { self.readings.clone() } else { numbers(&self.output) },
            output_bias: self.output_bias.clone(),
        }
    }

    /// The same network for another kind of processor: the values stay the same, the speed does not.
    pub fn compiled_for(&self, processor: Processor) -> Arc<Weights> {
        Arc::new(Weights { processor, ..self.clone() })
    }

    /// What it is made for.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// An output of 1 is worth so many score steps.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// How it came about.
    pub fn provenance(&self) -> &[(String, String)] {
        &self.provenance
    }

    /// How many tiles an accumulator has.
    #[inline]
    pub(crate) fn tiles(&self) -> usize {
        self.bias.len()
    }

    #[inline]
    pub(crate) fn first(&self) -> &[Tile] {
        &self.first
    }

    pub(crate) fn bias(&self) -> &[Tile] {
        &self.bias
    }

    /// The weights of the readings for a stage, where there are no hidden units, and what the output starts from.
    pub(crate) fn readings(&self, stage: usize) -> (&[i16], i32) {
        (&self.readings[stage * self.shape.inputs..][..self.shape.inputs], self.output_bias[stage])
    }

    /// The weights of the output for a stage, those of the own half first, and what it starts from.
    #[inline]
    pub(crate) fn output(&self, stage: usize) -> (&[Tile], i32) {
        let length = 2 * self.tiles();
        (&self.output[stage * length..][..length], self.output_bias[stage])
    }
}
