//! The two loops that take the time: correcting an accumulator, and the output.
//!
//! Each is written once, as a plain loop over tiles of fixed size that the compiler turns into vector instructions, and compiled
//! for several kinds of processor. Which of them runs is decided once, when the weights are loaded; the results are the same
//! bit for bit, because all numbers are whole.

use crate::weights::{QA, TILE, Tile};

/// The kind of processor that the loops are compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Processor {
    /// What every processor of the target has: SSE2 on x86-64, NEON on 64-bit ARM.
    Baseline,
    /// x86-64 with 256-bit vectors of whole numbers.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with 512-bit vectors of 16-bit numbers.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Processor {
    /// The best kind that this processor is.
    pub fn detect() -> Processor {
        *Processor::all().last().unwrap_or(&Processor::Baseline)
    }

    /// Every kind that this processor is, the plainest first.
    pub fn all() -> Vec<Processor> {
        let mut all = vec![Processor::Baseline];
        #[cfg(target_arch = "x86_64")]
        {
            if std::is_x86_feature_detected!("avx2") {
                all.push(Processor::Avx2);
            }
            if std::is_x86_feature_detected!("avx512bw") {
                all.push(Processor::Avx512);
            }
        }
        all
    }
}

/// `to` becomes `from` plus the rows `on` less the rows `off`; `rows` are all rows, one after the other.
#[inline]
pub(crate) fn correct(
    processor: Processor,
    to: &mut [Tile],
    from: Option<&[Tile]>,
    rows: &[Tile],
    on: &[u16],
    off: &[u16],
) {
    match processor {
        Processor::Baseline => correct_tiles(to, from, rows, on, off),
        // SAFETY: `Processor::all` lists this kind only where the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Processor::Avx2 => unsafe { correct_avx2(to, from, rows, on, off) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Processor::Avx512 => unsafe { correct_avx512(to, from, rows, on, off) },
    }
}

/// The sum over both halves of clamped, squared activations times the output's weights, in units of 1 / (QA² QB).
#[inline]
pub(crate) fn output(processor: Processor, halves: [&[Tile]; 2], weights: &[Tile]) -> i64 {
    match processor {
        Processor::Baseline => output_tiles(halves, weights),
        // SAFETY: `Processor::all` lists this kind only where the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        Processor::Avx2 => unsafe { output_avx2(halves, weights) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Processor::Avx512 => unsafe { output_avx512(halves, weights) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn correct_avx2(to: &mut [Tile], from: Option<&[Tile]>, rows: &[Tile], on: &[u16], off: &[u16]) {
    correct_tiles(to, from, rows, on, off);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw")]
fn correct_avx512(to: &mut [Tile], from: Option<&[Tile]>, rows: &[Tile], on: &[u16], off: &[u16]) {
    correct_tiles(to, from, rows, on, off);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn output_avx2(halves: [&[Tile]; 2], weights: &[Tile]) -> i64 {
    output_tiles(halves, weights)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw")]
fn output_avx512(halves: [&[Tile]; 2], weights: &[Tile]) -> i64 {
    output_tiles(halves, weights)
}

/// A tile stays in registers while all rows are added to it, so memory is read once for each row and written once.
#[inline(always)]
fn correct_tiles(to: &mut [Tile], from: Option<&[Tile]>, rows: &[Tile], on: &[u16], off: &[u16]) {
    let tiles = to.len();
    for (index, to) in to.iter_mut().enumerate() {
        let Tile(mut sum) = from.map_or(*to, |from| from[index]);
        for &row in on {
            let Tile(row) = &rows[usize::from(row) * tiles + index];
            for (sum, weight) in sum.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &row in off {
            let Tile(row) = &rows[usize::from(row) * tiles + index];
            for (sum, weight) in sum.iter_mut().zip(row) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        *to = Tile(sum);
    }
}

/// So many sums run side by side; each takes two neighboring units, which is what the processor's multiply-and-add instruction does.
const SUMS: usize = 16;

#[inline(always)]
fn output_tiles(halves: [&[Tile]; 2], weights: &[Tile]) -> i64 {
    let mut sums = [0i32; SUMS];
    let (own, other) = weights.split_at(weights.len() / 2);
    for (half, weights) in [(halves[0], own), (halves[1], other)] {
        for (Tile(units), Tile(weights)) in half.iter().zip(weights) {
            for part in 0..TILE / (2 * SUMS) {
                for (index, sum) in sums.iter_mut().enumerate() {
                    let at = 2 * SUMS * part + 2 * index;
                    let term = |at: usize| {
                        let unit = units[at].clamp(0, QA as i16);
                        // Fits 16 bits, because the weights of the output are at most 127: `Weights::new` sees to it.
                        i32::from(unit.wrapping_mul(weights[at])) * i32::from(unit)
                    };
                    *sum += term(at) + term(at + 1);
                }
            }
        }
    }
    // One sum fits 32 bits up to the greatest width (2 · 1024 / 16 terms of at most 127 · 255²), all of them may not.
    sums.iter().map(|&sum| i64::from(sum)).sum()
}
