//! Lines of four by shifting bits. Knows the geometry and sets of cells, nothing of turns or results.

use super::geometry::Geometry;

/// The distances between neighbors along the lines that are not vertical: row and both diagonals.
#[inline]
fn slants<G: Geometry>(geometry: G) -> [usize; 3] {
    [geometry.stride(), geometry.stride() - 1, geometry.stride() + 1]
}

/// Do these stones hold four in line?
#[inline]
pub(super) fn has_four<G: Geometry>(geometry: G, stones: u64) -> bool {
    let four = |step: usize| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step))
    };
    slants(geometry).into_iter().fold(four(1), |found, step| found | four(step)) != 0
}

/// The cells that would complete four in line for `stones`, occupied ones among them.
#[inline]
pub(super) fn completing<G: Geometry>(geometry: G, stones: u64) -> u64 {
    // Upwards only the top of three stacked stones can be missing.
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
    for step in slants(geometry) {
        let pair_before = (stones << step) & (stones << (2 * step));
        let pair_after = (stones >> step) & (stones >> (2 * step));
        cells |= pair_before & ((stones << (3 * step)) | (stones >> step));
        cells |= pair_after & ((stones >> (3 * step)) | (stones << step));
    }
    cells
}
