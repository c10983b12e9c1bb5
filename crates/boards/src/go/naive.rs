//! The rules of Go as simply and slowly as they can be written, to compare the fast ones with.
//!
//! Shares no code with them: no chains, no hashes, every past board kept whole, every liberty found by flood fill.

use std::collections::HashSet;

/// 0 is empty, 1 Black, 2 White.
type Stones = Vec<u8>;

/// A position with all its past.
#[derive(Clone)]
pub(super) struct Naive {
    pub size: usize,
    pub suicide: bool,
    /// Row by row from the bottom left.
    pub stones: Stones,
    pub to_move: u8,
    pub passes: usize,
    pub seen: HashSet<Stones>,
}

impl Naive {
    pub fn new(size: usize, suicide: bool) -> Naive {
        let stones = vec![0; size * size];
        Naive { size, suicide, seen: HashSet::from([stones.clone()]), stones, to_move: 1, passes: 0 }
    }

    fn neighbors(&self, at: usize) -> Vec<usize> {
        let (x, y, size) = (at % self.size, at / self.size, self.size);
        let mut found = Vec::new();
        if x > 0 {
            found.push(at - 1);
        }
        if x + 1 < size {
            found.push(at + 1);
        }
        if y > 0 {
            found.push(at - size);
        }
        if y + 1 < size {
            found.push(at + size);
        }
        found
    }

    /// The connected points of the same content as `at`, and all contents that touch them.
    fn region(&self, stones: &Stones, at: usize) -> (HashSet<usize>, HashSet<u8>) {
        let (mut region, mut borders, mut open) = (HashSet::from([at]), HashSet::new(), vec![at]);
        while let Some(point) = open.pop() {
            for neighbor in self.neighbors(point) {
                if stones[neighbor] != stones[at] {
                    borders.insert(stones[neighbor]);
                } else if region.insert(neighbor) {
                    open.push(neighbor);
                }
            }
        }
        (region, borders)
    }

    /// The board after a stone of the side to move, if the rules allow it.
    fn board_after(&self, at: usize) -> Option<Stones> {
        if self.passes == 2 || self.stones[at] != 0 {
            return None;
        }
        let mut stones = self.stones.clone();
        stones[at] = self.to_move;
        for color in [3 - self.to_move, self.to_move] {
            let dead: Vec<usize> = (0..stones.len())
                .filter(|&point| stones[point] == color && !self.region(&stones, point).1.contains(&0))
                .collect();
            if color == self.to_move && !dead.is_empty() && !self.suicide {
                return None;
            }
            dead.into_iter().for_each(|point| stones[point] = 0);
        }
        (!self.seen.contains(&stones)).then_some(stones)
    }

    /// The points where the side to move may play.
    pub fn plays(&self) -> Vec<usize> {
        (0..self.stones.len()).filter(|&at| self.board_after(at).is_some()).collect()
    }

    /// Plays a stone, or passes.
    pub fn play(&mut self, at: Option<usize>) {
        match at {
            None => self.passes += 1,
            Some(at) => {
                self.passes = 0;
                self.stones = self.board_after(at).expect("a legal move");
                self.seen.insert(self.stones.clone());
            }
        }
        self.to_move = 3 - self.to_move;
    }

    /// Black's area less White's.
    pub fn area_difference(&self) -> i32 {
        let owner = |at: usize| match self.stones[at] {
            0 => {
                let borders = self.region(&self.stones, at).1;
                i32::from(borders.contains(&1)) - i32::from(borders.contains(&2))
            }
            1 => 1,
            _ => -1,
        };
        (0..self.stones.len()).map(owner).sum()
    }

    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.passes == 2 {
            return 0;
        }
        let moves = self.plays().into_iter().map(Some).chain([None]);
        moves
            .map(|mv| {
                let mut next = self.clone();
                next.play(mv);
                next.perft(depth - 1)
            })
            .sum()
    }
}
