//! Attacks of rooks and bishops by table: the blockers on a square's lines are gathered into an index.
//!
//! Two ways of gathering: the PEXT instruction of x86-64 processors with BMI2, and magic multiplication everywhere else.
//! A build for such a processor (`-C target-cpu=native`) knows the first at compile time. A portable build looks once, at the
//! first position that is made, and keeps the answer in a static flag. The flag's start value is "magic", which is right on every
//! processor, so no lookup ever has to ask whether the tables are ready. Both tables are computed at compile time.
//!
//! Measured on a Xeon with AVX-512, CPU time of perft (start to depth 6, Kiwipete to depth 5; median of 11 runs in turn):
//! portable build by magic 0.248 s and 0.263 s, by PEXT behind the flag 0.233 s and 0.247 s, build for that processor 0.159 s
//! and 0.177 s; the last without BMI2 but with the flag 0.168 s and 0.195 s. So PEXT is worth the three uses of `unsafe` below,
//! and an unchecked table index would not be: perft of the start position to depth 5 takes 104.9 million instructions with bounds
//! checks, 100.0 unchecked, and 99.6 with a mask.
//!
//! Reference: <https://www.chessprogramming.org/Magic_Bitboards>, <https://www.chessprogramming.org/BMI2#PEXTBitboards>.

use crate::{Bitboard, Square, magics};

/// Slots of the rooks on all squares: the sum of two to the number of relevant blockers. The bishops' 5,248 follow.
const ROOK_SLOTS: u32 = 102_400;
/// The next power of two after 107,648, so that a mask keeps every index inside without a comparison.
const SLOTS: usize = 1 << 17;

/// What is needed to look up one square.
#[derive(Clone, Copy)]
struct Entry {
    /// The squares where a blocker makes a difference.
    mask: u64,
    magic: u64,
    /// Where this square's slots begin.
    offset: u32,
    shift: u32,
}

/// The squares of one line through `square`, without itself. `(right, up)` and its opposite are the directions.
const fn line(square: usize, right: i32, up: i32) -> u64 {
    let mut set = 0;
    let mut sign = -1;
    while sign <= 1 {
        let (mut file, mut rank) = ((square % 8) as i32 + sign * right, (square / 8) as i32 + sign * up);
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            set |= 1 << (rank * 8 + file);
            file += sign * right;
            rank += sign * up;
        }
        sign += 2;
    }
    set
}

/// The two lines of a rook or a bishop.
const fn lines(square: usize, rook: bool) -> [u64; 2] {
    if rook { [line(square, 1, 0), line(square, 0, 1)] } else { [line(square, 1, 1), line(square, 1, -1)] }
}

/// The attacks along one line by subtraction, upwards and (mirrored) downwards: short enough for the compiler's interpreter.
/// Reference: <https://www.chessprogramming.org/Hyperbola_Quintessence>.
const fn line_attacks(square: usize, line: u64, occupied: u64) -> u64 {
    let slider = 1u64 << square;
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider.wrapping_mul(2));
    let down = blockers.reverse_bits().wrapping_sub(slider.reverse_bits().wrapping_mul(2)).reverse_bits();
    (up ^ down) & line
}

const fn slow_attacks(square: usize, lines: [u64; 2], occupied: u64) -> u64 {
    line_attacks(square, lines[0], occupied) | line_attacks(square, lines[1], occupied)
}

const fn entries(rook: bool) -> [Entry; 64] {
    let mut entries = [Entry { mask: 0, magic: 0, offset: 0, shift: 0 }; 64];
    let (mut square, mut offset) = (0, if rook { 0 } else { ROOK_SLOTS });
    while square < 64 {
        // The last square of a ray is attacked whether it is occupied or not.
        let (file, rank) = (Bitboard::file(square % 8).0, Bitboard::rank(square / 8).0);
        let edges = (Bitboard::FILE_A.0 | Bitboard::FILE_H.0) & !file | (0xff00_0000_0000_00ff) & !rank;
        let [one, other] = lines(square, rook);
        let mask = (one | other) & !edges;
        let magic = if rook { magics::ROOK[square] } else { magics::BISHOP[square] };
        entries[square] = Entry { mask, magic, offset, shift: 64 - mask.count_ones() };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    assert!(if rook { offset == ROOK_SLOTS } else { offset as usize <= SLOTS });
    entries
}

/// The attack sets of both pieces on all squares. The subsets of a mask are visited in the order of their PEXT index.
const fn fill(by_magic: bool) -> [u64; SLOTS] {
    let mut table = [0; SLOTS];
    let mut piece = 0;
    while piece < 2 {
        let entries = entries(piece == 0);
        let mut square = 0;
        while square < 64 {
            let Entry { mask, magic, offset, shift } = entries[square];
            let lines = lines(square, piece == 0);
            let (mut blockers, mut count) = (0u64, 0);
            loop {
                let attacks = slow_attacks(square, lines, blockers);
                let index = if by_magic { (blockers.wrapping_mul(magic) >> shift) as usize } else { count };
                let slot = offset as usize + index;
                assert!(table[slot] == 0 || table[slot] == attacks, "a magic number maps two attack sets to one slot");
                table[slot] = attacks;
                blockers = blockers.wrapping_sub(mask) & mask;
                count += 1;
                if blockers == 0 {
                    break;
                }
            }
            square += 1;
        }
        piece += 1;
    }
    table
}

/// The entries of all squares, one array for each number: arrays of eight and four bytes an element are addressed by the processor
/// without arithmetic, those of a 24-byte structure are not.
struct Entries {
    masks: [u64; 64],
    offsets: [u32; 64],
    #[cfg_attr(target_feature = "bmi2", allow(dead_code))]
    magics: [u64; 64],
    #[cfg_attr(target_feature = "bmi2", allow(dead_code))]
    shifts: [u32; 64],
}

const fn split(entries: [Entry; 64]) -> Entries {
    let mut split = Entries { masks: [0; 64], offsets: [0; 64], magics: [0; 64], shifts: [0; 64] };
    let mut square = 0;
    while square < 64 {
        let Entry { mask, magic, offset, shift } = entries[square];
        split.masks[square] = mask;
        split.offsets[square] = offset;
        split.magics[square] = magic;
        split.shifts[square] = shift;
        square += 1;
    }
    split
}

static ROOK: Entries = split(entries(true));
static BISHOP: Entries = split(entries(false));

#[cfg(target_arch = "x86_64")]
#[expect(long_running_const_eval, reason = "the tables are filled by the compiler, which takes a second")]
static BY_PEXT: [u64; SLOTS] = fill(false);

#[cfg(not(target_feature = "bmi2"))]
#[expect(long_running_const_eval, reason = "the tables are filled by the compiler, which takes a second")]
static BY_MAGIC: [u64; SLOTS] = fill(true);

/// Is the fast way of gathering used? Set by [`choose`].
#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
static PEXT_IS_FAST: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// Chooses once the way of gathering that suits this processor. Called wherever a position is made from scratch.
#[inline]
pub(crate) fn choose() {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
    {
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| PEXT_IS_FAST.store(pext_is_fast(), std::sync::atomic::Ordering::Relaxed));
    }
}

/// Does the processor have PEXT, and not the slow microcode of AMD's families before Zen 3 (family 19h)?
#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
fn pext_is_fast() -> bool {
    #[allow(unused_unsafe, reason = "newer versions of Rust call this safe")]
    // SAFETY: every x86-64 processor has the CPUID instruction.
    let (vendor, version) = unsafe { (std::arch::x86_64::__cpuid(0), std::arch::x86_64::__cpuid(1)) };
    let amd = vendor.ebx.to_le_bytes() == *b"Auth";
    let family = (version.eax >> 8 & 15) + (version.eax >> 20 & 255);
    std::arch::is_x86_feature_detected!("bmi2") && !(amd && family < 0x19)
}

/// The attack set for these blockers, known at compile time to be gathered by PEXT.
#[cfg(target_feature = "bmi2")]
macro_rules! look_up {
    ($entries:ident, $square:expr, $occupied:expr) => {{
        let (square, occupied) = ($square.index(), $occupied.0);
        #[allow(unused_unsafe, reason = "newer versions of Rust call this safe")]
        // SAFETY: this code is compiled only for processors with BMI2.
        let index = unsafe { std::arch::x86_64::_pext_u64(occupied, $entries.masks[square]) };
        BY_PEXT[($entries.offsets[square] as usize + index as usize) & (SLOTS - 1)]
    }};
}

/// The attack set for these blockers: the flag is the same for the whole run, so the branch costs next to nothing.
#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
macro_rules! look_up {
    ($entries:ident, $square:expr, $occupied:expr) => {{
        let (square, occupied) = ($square.index(), $occupied.0);
        let mask = $entries.masks[square];
        let offset = $entries.offsets[square] as usize;
        if PEXT_IS_FAST.load(std::sync::atomic::Ordering::Relaxed) {
            let index: u64;
            // SAFETY: the flag is set only where the processor has BMI2. Written in assembly because the intrinsic is not inlined
            // into code compiled for processors without it, and a call for each lookup would cost more than PEXT gains.
            unsafe {
                std::arch::asm!("pext {}, {}, {}", out(reg) index, in(reg) occupied, in(reg) mask,
                                options(pure, nomem, nostack, preserves_flags));
            }
            BY_PEXT[(offset + index as usize) & (SLOTS - 1)]
        } else {
            let index = (occupied & mask).wrapping_mul($entries.magics[square]) >> $entries.shifts[square];
            BY_MAGIC[(offset + index as usize) & (SLOTS - 1)]
        }
    }};
}

/// The attack set for these blockers, gathered by multiplication.
#[cfg(not(target_arch = "x86_64"))]
macro_rules! look_up {
    ($entries:ident, $square:expr, $occupied:expr) => {{
        let (square, occupied) = ($square.index(), $occupied.0);
        let index =
            (occupied & $entries.masks[square]).wrapping_mul($entries.magics[square]) >> $entries.shifts[square];
        BY_MAGIC[($entries.offsets[square] as usize + index as usize) & (SLOTS - 1)]
    }};
}

/// Where a rook on `square` can go, up to and including the first piece on each of its lines.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(look_up!(ROOK, square, occupied))
}

/// Where a bishop on `square` can go, up to and including the first piece on each of its lines.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(look_up!(BISHOP, square, occupied))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    /// Both ways of gathering, if the processor has both, agree with the slow computation.
    #[test]
    fn attacks_are_those_of_the_rays() {
        let mut rng = Rng::new(1);
        for chosen in [false, true] {
            if chosen {
                choose();
            }
            for _ in 0..2000 {
                let occupied = Bitboard(rng.next_u64() & rng.next_u64());
                for square in Square::all() {
                    let slow = |rook| Bitboard(slow_attacks(square.index(), lines(square.index(), rook), occupied.0));
                    assert_eq!(rook_attacks(square, occupied), slow(true), "{square} {occupied:?}");
                    assert_eq!(bishop_attacks(square, occupied), slow(false), "{square} {occupied:?}");
                }
            }
        }
    }
}
