//! The evaluator without hidden units: a weight for what stands on each place of each pattern, and their sum.
//!
//! That is how programs have judged Othello since M. Buro's Logistello (*From Simple Features to Sophisticated Evaluation Functions*, 1999). An
//! accumulator gains little there, for a move turns many discs; what is remembered instead is the reading of each place. It is corrected
//! from whatever position was judged before, which in a search is seldom far away.

use std::sync::Arc;

use game::{Evaluator, Inputs, Known, Pattern, Score, Side, Step};

use crate::line::{Misfit, fits};
use crate::look::{Look, Without};
use crate::weights::{QA, QB, QP, Weights};

/// Which reading of which place has which weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Readings {
    /// For each place where its pattern's readings begin among those of all patterns.
    begins: Vec<u32>,
    /// For each cell the places that it belongs to, and the value of its digit there.
    touched: Vec<Vec<(u16, u32)>>,
    /// For each reading of each pattern the input that stands for it: the same for both orders of a symmetric pattern.
    inputs: Vec<u16>,
    /// The same, with the digits of the sides exchanged.
    exchanged: Vec<u16>,
    count: usize,
}

impl Readings {
    /// Those of the game that `start`, any of its positions, belongs to; `None` if it names no patterns.
    pub fn new<G: Inputs>(start: &G) -> Option<Readings> {
        let patterns = start.patterns();
        (!patterns.is_empty() && G::Sets::default().as_ref().len() == 2).then(|| Readings::of(&patterns))
    }

    fn of(patterns: &[Pattern]) -> Readings {
        let mut readings = Readings {
            begins: Vec::new(),
            touched: vec![Vec::new(); 64],
            inputs: Vec::new(),
            exchanged: Vec::new(),
            count: 0,
        };
        for pattern in patterns {
            let length = pattern.places.first().map_or(0, Vec::len);
            assert!(length <= Pattern::MOST_CELLS, "a pattern of {length} cells");
            let begin = readings.inputs.len();
            for place in &pattern.places {
                let number = readings.begins.len() as u16;
                readings.begins.push(begin as u32);
                for (digit, &cell) in place.iter().enumerate() {
                    readings.touched[cell].push((number, 3_u32.pow(digit as u32)));
                }
            }
            let digits = |reading: usize| (0..length).map(move |digit| reading / 3_usize.pow(digit as u32) % 3);
            let value = |digits: &[usize]| digits.iter().rev().fold(0, |value, digit| 3 * value + digit);
            for reading in 0..3_usize.pow(length as u32) {
                let own: Vec<usize> = digits(reading).collect();
                let other = pattern.backwards.as_ref().map_or(reading, |order| {
                    let backwards: Vec<usize> = order.iter().map(|&digit| own[digit]).collect();
                    value(&backwards)
                });
                let input = if other < reading {
                    readings.inputs[begin + other]
                } else {
                    readings.count += 1;
                    (readings.count - 1) as u16
                };
                readings.inputs.push(input);
            }
            for reading in 0..3_usize.pow(length as u32) {
                let exchanged: Vec<usize> = digits(reading).map(|digit| [0, 2, 1][digit]).collect();
                readings.exchanged.push(readings.inputs[begin + value(&exchanged)]);
            }
        }
        assert!(readings.count <= usize::from(u16::MAX), "{} readings", readings.count);
        readings
    }

    /// How many weights there are for each stage.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Appends the inputs that are on in a position as `side` sees it: one for each place. `cells` are 64 times the number of the set, and the
    /// cell. `room` is for the readings.
    pub fn read(&self, side: Side, cells: impl Iterator<Item = u16>, room: &mut Vec<u32>, into: &mut Vec<u16>) {
        room.clear();
        room.extend(&self.begins);
        for cell in cells {
            let digit = 1 + u32::from(cell / 64);
            for &(place, value) in &self.touched[usize::from(cell % 64)] {
                room[usize::from(place)] += digit * value;
            }
        }
        let inputs = self.seen(side);
        into.extend(room.iter().map(|&reading| inputs[reading as usize]));
    }

    /// The inputs of all readings as `side` sees them.
    fn seen(&self, side: Side) -> &[u16] {
        match side {
            Side::First => &self.inputs,
            Side::Second => &self.exchanged,
        }
    }
}

/// What all searches with the same weights share.
#[derive(Debug)]
struct Common {
    weights: Arc<Weights>,
    readings: Readings,
    /// The weights of all readings: for each stage as the first player sees them, then as the second does.
    seen: Vec<i16>,
}

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Patterns<G: Inputs> {
    common: Arc<Common>,
    /// The position last judged, and what stands there on each place.
    sets: G::Sets,
    places: Vec<u32>,
}

impl<G: Inputs> Patterns<G> {
    /// An evaluator for the game that `start`, any of its positions, belongs to.
    pub fn new(weights: Arc<Weights>, start: &G) -> Result<Patterns<G>, Misfit> {
        let Some(readings) = Readings::new(start) else {
            return Err(Misfit(format!("the network has weights of patterns, and {} names none", start.spec())));
        };
        fits(weights.shape(), start, readings.count())?;
        if weights.shape().width != 0 {
            return Err(Misfit("the network has hidden units".to_string()));
        }
        let mut seen = Vec::with_capacity(G::STAGES * 2 * readings.inputs.len());
        for stage in 0..G::STAGES {
            let (weights, _) = weights.readings(stage);
            for side in Side::BOTH {
                seen.extend(readings.seen(side).iter().map(|&input| weights[usize::from(input)]));
            }
        }
        let places = readings.begins.clone();
        Ok(Patterns { common: Arc::new(Common { weights, readings, seen }), sets: G::Sets::default(), places })
    }

    /// The weights.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.common.weights
    }

    /// Brings the readings up to date.
    #[inline]
    fn turn_to(&mut self, sets: G::Sets) {
        let touched = &self.common.readings.touched;
        for (set, (&before, &after)) in self.sets.as_ref().iter().zip(sets.as_ref()).enumerate() {
            let mut changed = before ^ after;
            while changed != 0 {
                let cell = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                // Readings wrap around between two cells that exchange their pieces.
                let digit = (set as u32 + 1).wrapping_mul(if after >> cell & 1 == 1 { 1 } else { u32::MAX });
                for &(place, value) in &touched[cell] {
                    let reading = &mut self.places[usize::from(place)];
                    *reading = reading.wrapping_add(digit.wrapping_mul(value));
                }
            }
        }
        self.sets = sets;
    }

    /// The judgement of the position that the readings are of, by the output of a stage.
    #[inline]
    fn value(&self, side: Side, stage: usize) -> Score {
        let Common { weights, readings, seen } = &*self.common;
        let all = readings.inputs.len();
        let seen = &seen[(2 * stage + side.index()) * all..][..all];
        let sum: i32 = self.places.iter().map(|&reading| i32::from(seen[reading as usize])).sum();
        let (_, bias) = weights.readings(stage);
        // Both in units of the bias.
        let value = (i64::from(sum) * i64::from(QA * QB) / i64::from(QP) + i64::from(bias)) * i64::from(weights.scale);
        let limit = i64::from(i32::MAX / 2);
        Score::new((value / i64::from(QA * QB)).clamp(-limit, limit) as i32).clamp_judgement()
    }

    /// What it thinks of a position of its game, taken apart.
    pub fn look(&self, position: &G) -> Look {
        let mut own = self.clone();
        own.turn_to(position.sets());
        let (side, stage) = (position.side_to_move(), position.stage());
        let stages = (0..G::STAGES).map(|stage| own.value(side, stage)).collect();
        let touched = &self.common.readings.touched;
        let mut without = Vec::new();
        for (set, &word) in position.sets().as_ref().iter().enumerate() {
            for cell in (0..64).filter(|cell| word >> cell & 1 == 1) {
                let mut other = own.clone();
                for &(place, value) in &touched[cell] {
                    other.places[usize::from(place)] -= (set as u32 + 1) * value;
                }
                without.push(Without { set, cell, value: other.value(side, stage) });
            }
        }
        Look { stage, stages, without }
    }
}

impl<G: Inputs> Evaluator<G> for Patterns<G> {
    #[inline]
    fn evaluate(&mut self, position: &G) -> Score {
        self.turn_to(position.sets());
        self.value(position.side_to_move(), position.stage())
    }

    #[inline]
    fn known(&mut self, _: &G, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, G>) {}
}
