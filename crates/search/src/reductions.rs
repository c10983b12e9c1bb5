//! How much less deeply late moves are searched.

use crate::Parameters;

const SIZE: usize = 64;

/// Reductions in hundredths of a ply by depth and rank: `base + ln depth · ln rank / divisor`.
pub(crate) fn table(parameters: &Parameters) -> Vec<i32> {
    let base = f64::from(parameters.reduction_base);
    let divisor = f64::from(parameters.reduction_divisor) / 100.0;
    let mut table = vec![0; SIZE * SIZE];
    for depth in 1..SIZE {
        for rank in 1..SIZE {
            let value = base + 100.0 * (depth as f64).ln() * (rank as f64).ln() / divisor;
            // Rounded to hundredths, which every platform's logarithm agrees on.
            table[depth * SIZE + rank] = value.round() as i32;
        }
    }
    table
}

/// The entry for `depth` and `rank`.
#[inline]
pub(crate) fn lookup(table: &[i32], depth: i32, rank: u32) -> i32 {
    table[(depth as usize).min(SIZE - 1) * SIZE + (rank as usize).min(SIZE - 1)]
}
