//! The stones on the board, as chains with their liberties kept up to date.
//!
//! Knows captures and suicide; knows nothing of turns, passes, ko or scores. The board lies in one array with a rim
//! of [`Content::Edge`] around it, so that every point has four neighbors. A chain is a circular list of its stones;
//! its record is kept at one of them, its head.
//!
//! Liberties are *pseudo-liberties*: an empty point counts once for every stone of the chain beside it. Adding and
//! removing a stone is then a matter of plus and minus one, and zero still means captured. The idea is from the
//! playout program libEGO (Łukasz Lew).

use game::{Side, mix};

/// The smallest and the largest board, in points along an edge.
pub(super) const SIZES: std::ops::RangeInclusive<usize> = 5..=19;
/// Cells of the largest board, with its rim.
pub(super) const MAX_CELLS: usize = (19 + 1) * (19 + 2) + 1;

/// A crossing of the board: the index of its cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The part of the board's hash that a stone here contributes.
    #[inline]
    fn hash(self, side: Side) -> u64 {
        mix(0x0060_0000 | u64::from(self.0) << 1 | side.index() as u64)
    }
}

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    Empty,
    Stone(Side),
    /// Beyond the edge of the board.
    Edge,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Of the whole chain, kept at its head only: the hashes of its stones, combined.
    chain_hash: u64,
    content: Content,
    /// For a stone: the head of its chain.
    head: Point,
    /// For a stone: the next stone of its chain, in a circle.
    next: Point,
    /// For an empty point: its place in the list of empty points.
    slot: u16,
    /// Of the whole chain, kept at its head only.
    pseudo_liberties: u16,
    /// Of the whole chain, kept at its head only.
    stones: u16,
}

/// What a stone would do, found out without playing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Preview {
    /// How many enemy stones it captures.
    pub captured: u16,
    /// Its own chain would have no liberty: it would be taken off the board.
    pub suicide: bool,
    /// The board's hash afterwards, own suicide carried out.
    pub hash: u64,
}

/// The result of playing a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    /// How many stones left the board, enemy or own.
    pub removed: u16,
    /// The point that the opponent could retake at once if ko did not forbid it: the stone took one stone, stands
    /// alone and has no other liberty.
    pub ko: Option<Point>,
}

/// Stones on a square board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    size: u16,
    hash: u64,
    cells: Vec<Cell>,
    empty: Vec<Point>,
}

impl Board {
    /// An empty board. `size` must be one of [`SIZES`].
    pub fn new(size: usize) -> Board {
        debug_assert!(SIZES.contains(&size));
        // One column of rim serves the right edge of one row and the left edge of the next.
        let cell = |index| Cell {
            chain_hash: 0,
            content: Content::Edge,
            head: Point(index),
            next: Point(index),
            slot: 0,
            pseudo_liberties: 0,
            stones: 0,
        };
        let count = (size + 1) * (size + 2) + 1;
        let mut board = Board {
            size: size as u16,
            hash: 0,
            cells: (0..count as u16).map(cell).collect(),
            empty: Vec::with_capacity(size * size),
        };
        for row in 0..size {
            for column in 0..size {
                let point = board.point(column, row);
                board.set_empty(point);
            }
        }
        board
    }

    #[inline]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The hash of the stones alone; 0 for the empty board.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// [`Board::hash`] computed from nothing, with every point first moved by `place`.
    pub fn compute_hash(&self, place: impl Fn(Point) -> Point) -> u64 {
        self.points().fold(0, |hash, point| match self.at(point) {
            Content::Stone(side) => hash ^ place(point).hash(side),
            _ => hash,
        })
    }

    /// The point at a column from the left and a row from the bottom, both from 0.
    #[inline]
    pub fn point(&self, column: usize, row: usize) -> Point {
        debug_assert!(column < self.size() && row < self.size());
        Point(((row + 1) * (self.size() + 1) + column + 1) as u16)
    }

    /// Column from the left and row from the bottom, both from 0.
    #[inline]
    pub fn place(&self, point: Point) -> (usize, usize) {
        let width = self.size() + 1;
        (point.index() % width - 1, point.index() / width - 1)
    }

    /// Is this a point of this board, and not of another size's?
    pub fn contains(&self, point: Point) -> bool {
        self.cells.get(point.index()).is_some_and(|cell| cell.content != Content::Edge)
    }

    /// All points, row by row from the bottom left.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |column| self.point(column, row)))
    }

    /// The empty points, in no particular order.
    #[inline]
    pub fn empty(&self) -> &[Point] {
        &self.empty
    }

    #[inline]
    pub fn at(&self, point: Point) -> Content {
        self.cells[point.index()].content
    }

    /// The four neighbors, cells beyond the edge among them.
    #[inline]
    pub fn neighbors(&self, point: Point) -> [Point; 4] {
        let (at, width) = (point.0, self.size + 1);
        [Point(at - width), Point(at - 1), Point(at + 1), Point(at + width)]
    }

    /// The four diagonal neighbors, cells beyond the edge among them.
    #[inline]
    fn diagonals(&self, point: Point) -> [Point; 4] {
        let (at, width) = (point.0, self.size + 1);
        [Point(at - width - 1), Point(at - width + 1), Point(at + width - 1), Point(at + width + 1)]
    }

    /// The stones of the chain that the stone on `point` belongs to.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let mut next = Some(point);
        std::iter::from_fn(move || {
            let stone = next?;
            next = Some(self.cells[stone.index()].next).filter(|&following| following != point);
            Some(stone)
        })
    }

    /// Has the chain of this stone a single liberty?
    pub fn is_in_atari(&self, stone: Point) -> bool {
        let mut liberties =
            self.chain(stone).flat_map(|link| self.neighbors(link)).filter(|&n| self.at(n) == Content::Empty);
        liberties.next().is_some_and(|liberty| self.only_liberty(liberty, stone))
    }

    /// Is the empty `point` the only liberty of the chain that `stone` belongs to?
    #[inline]
    pub fn only_liberty(&self, point: Point, stone: Point) -> bool {
        let head = self.head(stone);
        let liberties = usize::from(self.cells[head.index()].pseudo_liberties);
        // A single point can be no more than four pseudo-liberties.
        let is_contact = |neighbor: &Point| {
            let cell = &self.cells[neighbor.index()];
            cell.head == head && matches!(cell.content, Content::Stone(_))
        };
        liberties <= 4 && liberties == self.neighbors(point).iter().filter(|neighbor| is_contact(neighbor)).count()
    }

    /// What a stone of `side` on the empty `point` would do.
    #[inline]
    pub fn preview(&self, point: Point, side: Side) -> Preview {
        let neighbors = self.neighbors(point);
        let mut preview = Preview { captured: 0, suicide: false, hash: self.hash ^ point.hash(side) };
        let mut breathes = false;
        // Heads of chains already dealt with: a chain may touch the point on several sides.
        let mut met = [point; 4];
        let mut own_hash = 0;
        for (index, &neighbor) in neighbors.iter().enumerate() {
            match self.at(neighbor) {
                Content::Empty => breathes = true,
                Content::Edge => {}
                Content::Stone(owner) => {
                    let head = self.head(neighbor);
                    if met[..index].contains(&head) {
                        continue;
                    }
                    met[index] = head;
                    let chain = &self.cells[head.index()];
                    let dies = self.only_liberty(point, neighbor);
                    if owner == side {
                        breathes |= !dies;
                        own_hash ^= chain.chain_hash;
                    } else if dies {
                        preview.captured += chain.stones;
                        preview.hash ^= chain.chain_hash;
                    }
                }
            }
        }
        if !breathes && preview.captured == 0 {
            preview.suicide = true;
            preview.hash = self.hash ^ own_hash;
        }
        preview
    }

    /// Would a stone of `side` on the empty `point` have a liberty, or make one by a capture? The quick part of
    /// [`Board::preview`].
    #[inline]
    pub fn has_room(&self, point: Point, side: Side) -> bool {
        self.neighbors(point).into_iter().any(|neighbor| match self.at(neighbor) {
            Content::Empty => true,
            Content::Edge => false,
            Content::Stone(owner) => self.only_liberty(point, neighbor) != (owner == side),
        })
    }

    /// Is the empty `point` an eye of `side`: all neighbors its own, and too few enemy stones on the diagonals to
    /// break it? A rule of thumb for playouts: one enemy diagonal breaks an eye on the edge, two break one in the
    /// middle.
    #[inline]
    pub fn is_eye(&self, point: Point, side: Side) -> bool {
        if self.neighbors(point).into_iter().any(|n| self.at(n) != Content::Stone(side) && self.at(n) != Content::Edge)
        {
            return false;
        }
        let diagonals = self.diagonals(point).map(|diagonal| self.at(diagonal));
        let enemies = diagonals.iter().filter(|&&content| content == Content::Stone(!side)).count();
        enemies + usize::from(diagonals.contains(&Content::Edge)) < 2
    }

    /// Puts a stone on an empty point and takes off what has no liberty left: enemies first, then, if that freed
    /// nothing, its own chain.
    pub fn put(&mut self, point: Point, side: Side) -> Placed {
        debug_assert_eq!(self.at(point), Content::Empty);
        self.remove_from_empty(point);
        self.hash ^= point.hash(side);
        let neighbors = self.neighbors(point);
        let free = neighbors.iter().filter(|&&neighbor| self.at(neighbor) == Content::Empty).count() as u16;
        let cell = &mut self.cells[point.index()];
        cell.content = Content::Stone(side);
        (cell.head, cell.next) = (point, point);
        (cell.stones, cell.pseudo_liberties, cell.chain_hash) = (1, free, point.hash(side));

        let mut placed = Placed { removed: 0, ko: None };
        for neighbor in neighbors {
            // A neighbor captured a moment ago is empty by now and passed over.
            let Content::Stone(owner) = self.at(neighbor) else { continue };
            let head = self.head(neighbor);
            self.cells[head.index()].pseudo_liberties -= 1;
            if owner == side {
                self.join(self.head(point), head);
            } else if self.cells[head.index()].pseudo_liberties == 0 {
                placed.removed += self.remove_chain(neighbor, owner);
                placed.ko = Some(neighbor);
            }
        }
        let chain = self.cells[self.head(point).index()];
        if chain.pseudo_liberties == 0 {
            placed.removed = self.remove_chain(point, side);
        }
        if placed.removed != 1 || chain.stones != 1 || chain.pseudo_liberties != 1 {
            placed.ko = None;
        }
        placed
    }

    #[inline]
    fn head(&self, stone: Point) -> Point {
        self.cells[stone.index()].head
    }

    /// Makes one chain of two with these heads.
    fn join(&mut self, one: Point, other: Point) {
        if one == other {
            return;
        }
        // Relabel the smaller chain.
        let smaller = self.cells[one.index()].stones < self.cells[other.index()].stones;
        let (into, from) = if smaller { (other, one) } else { (one, other) };
        let Cell { chain_hash, pseudo_liberties, stones, next: after_from, .. } = self.cells[from.index()];
        let mut stone = from;
        loop {
            let cell = &mut self.cells[stone.index()];
            cell.head = into;
            stone = cell.next;
            if stone == from {
                break;
            }
        }
        let cell = &mut self.cells[into.index()];
        cell.chain_hash ^= chain_hash;
        cell.pseudo_liberties += pseudo_liberties;
        cell.stones += stones;
        // Crossing the two "next" links turns two circles into one.
        let after_into = std::mem::replace(&mut cell.next, after_from);
        self.cells[from.index()].next = after_into;
    }

    /// Takes the chain of `start`, which belongs to `owner`, off the board.
    fn remove_chain(&mut self, start: Point, owner: Side) -> u16 {
        let Cell { chain_hash, stones, .. } = self.cells[self.head(start).index()];
        self.hash ^= chain_hash;
        let mut stone = start;
        for _ in 0..stones {
            let next = self.cells[stone.index()].next;
            for neighbor in self.neighbors(stone) {
                if self.at(neighbor) == Content::Stone(!owner) {
                    let head = self.head(neighbor);
                    self.cells[head.index()].pseudo_liberties += 1;
                }
            }
            self.set_empty(stone);
            stone = next;
        }
        stones
    }

    fn set_empty(&mut self, point: Point) {
        let cell = &mut self.cells[point.index()];
        cell.content = Content::Empty;
        cell.slot = self.empty.len() as u16;
        self.empty.push(point);
    }

    fn remove_from_empty(&mut self, point: Point) {
        let slot = self.cells[point.index()].slot;
        self.empty.swap_remove(usize::from(slot));
        if let Some(moved) = self.empty.get(usize::from(slot)) {
            self.cells[moved.index()].slot = slot;
        }
    }
}
