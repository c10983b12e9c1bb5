//! Finds the magic numbers of `src/magics.rs` and prints that file: `cargo run --release --example find_magics`.
//!
//! For each square, sparse random numbers are tried until one maps every set of blockers to a slot of its own, or to one
//! that holds the same attacks. The random numbers have a fixed seed, so the file is the same every time.
//! Reference: <https://www.chessprogramming.org/Looking_for_Magics>.

use game::Rng;

const ROOK: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares reached from `square` in the four directions up to and including the first blocker.
fn attacks(square: i32, directions: [(i32, i32); 4], blockers: u64) -> u64 {
    let mut reached = 0;
    for (right, up) in directions {
        let (mut file, mut rank) = (square % 8 + right, square / 8 + up);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let bit = 1 << (rank * 8 + file);
            reached |= bit;
            if blockers & bit != 0 {
                break;
            }
            (file, rank) = (file + right, rank + up);
        }
    }
    reached
}

/// The squares on which a blocker makes a difference: the rays without their last squares.
fn relevant(square: i32, directions: [(i32, i32); 4]) -> u64 {
    let mut mask = 0;
    for (right, up) in directions {
        let (mut file, mut rank) = (square % 8 + right, square / 8 + up);
        while (0..8).contains(&(file + right)) && (0..8).contains(&(rank + up)) {
            mask |= 1 << (rank * 8 + file);
            (file, rank) = (file + right, rank + up);
        }
    }
    mask
}

fn find(square: i32, directions: [(i32, i32); 4], rng: &mut Rng) -> u64 {
    let mask = relevant(square, directions);
    let shift = 64 - mask.count_ones();
    let mut cases = Vec::new();
    let mut blockers = 0u64;
    loop {
        cases.push((blockers, attacks(square, directions, blockers)));
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            break;
        }
    }
    let mut slots = vec![(0u32, 0u64); cases.len()];
    for attempt in 1.. {
        let magic = rng.next_u64() & rng.next_u64() & rng.next_u64();
        let fits = cases.iter().all(|&(blockers, attacks)| {
            let slot = &mut slots[(blockers.wrapping_mul(magic) >> shift) as usize];
            let free = slot.0 != attempt;
            if free {
                *slot = (attempt, attacks);
            }
            free || slot.1 == attacks
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the search goes on until it finds one")
}

fn main() {
    let mut rng = Rng::new(1950);
    println!(
        "//! The magic numbers of rooks and bishops, found and printed by `examples/find_magics.rs`. That they are right is"
    );
    println!("//! checked when the attack tables are built, at compile time.");
    for (name, what, directions) in [("ROOK", "rook", ROOK), ("BISHOP", "bishop", BISHOP)] {
        println!("\n/// For each square the multiplier that gathers a {what}'s blockers in the high bits.");
        println!("#[rustfmt::skip]\npub(crate) const {name}: [u64; 64] = [");
        for rank in 0..8 {
            for half in 0..2 {
                let row: Vec<String> = (0..4)
                    .map(|file| find(rank * 8 + half * 4 + file, directions, &mut rng))
                    .map(|magic| format!("0x{magic:016x}"))
                    .collect();
                println!("    {},", row.join(", "));
            }
        }
        println!("];");
    }
}
