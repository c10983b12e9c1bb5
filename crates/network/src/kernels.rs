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
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "no other processor has kinds"))]
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

/// Nearly every move turns one input on and one or two off, castling and capturing promotions two and two. For these the compiler
/// knows how many rows there are: loops whose length is a surprise each time cost more than the sums.
#[inline(always)]
fn correct_tiles(to: &mut [Tile], from: Option<&[Tile]>, rows: &[Tile], on: &[u16], off: &[u16]) {
    match (from, on, off) {
        (Some(from), &[a], &[b]) => correct_few(to, from, rows, [a], [b]),
        (Some(from), &[a], &[b, c]) => correct_few(to, from, rows, [a], [b, c]),
        (Some(from), &[a, b], &[c, d]) => correct_few(to, from, rows, [a, b], [c, d]),
        _ => correct_many(to, from, rows, on, off),
    }
}

/// A tile stays in registers while all rows are added to it, so memory is read once for each row and written once. Loops over indices on
/// purpose: zipped iterators are not always inlined into functions for another kind of processor, and then nothing is a vector.
#[inline(always)]
fn correct_few<const ON: usize, const OFF: usize>(
    to: &mut [Tile],
    from: &[Tile],
    rows: &[Tile],
    on: [u16; ON],
    off: [u16; OFF],
) {
    let tiles = to.len();
    let from = &from[..tiles];
    let (mut added, mut taken): ([&[Tile]; ON], [&[Tile]; OFF]) = ([&[]; ON], [&[]; OFF]);
    for at in 0..ON {
        added[at] = &rows[usize::from(on[at]) * tiles..][..tiles];
    }
    for at in 0..OFF {
        taken[at] = &rows[usize::from(off[at]) * tiles..][..tiles];
    }
    for tile in 0..tiles {
        let Tile(mut sum) = from[tile];
        for row in added {
            add(&mut sum, &row[tile]);
        }
        for row in taken {
            subtract(&mut sum, &row[tile]);
        }
        to[tile] = Tile(sum);
    }
}

/// The same for any number of rows.
#[inline(always)]
fn correct_many(to: &mut [Tile], from: Option<&[Tile]>, rows: &[Tile], on: &[u16], off: &[u16]) {
    let tiles = to.len();
    for tile in 0..tiles {
        let Tile(mut sum) = match from {
            Some(from) => from[tile],
            None => to[tile],
        };
        for &row in on {
            add(&mut sum, &rows[usize::from(row) * tiles + tile]);
        }
        for &row in off {
            subtract(&mut sum, &rows[usize::from(row) * tiles + tile]);
        }
        to[tile] = Tile(sum);
    }
}

#[inline(always)]
fn add(sum: &mut [i16; TILE], Tile(row): &Tile) {
    for unit in 0..TILE {
        sum[unit] = sum[unit].wrapping_add(row[unit]);
    }
}

#[inline(always)]
fn subtract(sum: &mut [i16; TILE], Tile(row): &Tile) {
    for unit in 0..TILE {
        sum[unit] = sum[unit].wrapping_sub(row[unit]);
    }
}

/// One sum for each tile, which fits 32 bits (64 terms of at most 127 · 255²). A plain sum of products is what the compiler turns into the
/// processor's multiply-and-add instruction.
#[inline(always)]
fn output_tiles(halves: [&[Tile]; 2], weights: &[Tile]) -> i64 {
    let (own, other) = weights.split_at(weights.len() / 2);
    let mut total = 0;
    for (half, weights) in [(halves[0], own), (halves[1], other)] {
        for tile in 0..half.len() {
            let (Tile(units), Tile(weights)) = (&half[tile], &weights[tile]);
            let mut sum = 0i32;
            for at in 0..TILE {
                let unit = units[at].clamp(0, QA as i16);
                // Fits 16 bits, because the weights of the output are at most 127: `Weights::new` sees to it.
                sum += i32::from(unit.wrapping_mul(weights[at])) * i32::from(unit);
            }
            total += i64::from(sum);
        }
    }
    total
}
