//! What a line wins and loses, by the names of the pieces: counted on the boards along the line, and nowhere else.

use game::{BySide, Show, Side};
use serde::Serialize;

/// A piece that can be won or lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FactPiece))]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// Chess.
    Pawn,
    /// Chess.
    Knight,
    /// Chess.
    Bishop,
    /// Chess.
    Rook,
    /// Chess.
    Queen,
    /// Draughts.
    Man,
    /// Draughts: a man that has reached the last row.
    King,
    /// Go.
    Stone,
    /// Othello.
    Disc,
}

impl Piece {
    /// What it is worth, in hundredths of the smallest piece, by the rule of thumb of its game.
    pub const fn worth(self) -> i32 {
        match self {
            Piece::Pawn | Piece::Man | Piece::Stone | Piece::Disc => 100,
            Piece::Knight | Piece::Bishop | Piece::King => 300,
            Piece::Rook => 500,
            Piece::Queen => 900,
        }
    }

    const fn is_minor(self) -> bool {
        matches!(self, Piece::Knight | Piece::Bishop)
    }

    /// Can it become another?
    const fn is_small(self) -> bool {
        matches!(self, Piece::Pawn | Piece::Man)
    }

    /// By the name that its game gives it.
    fn named(name: &str) -> Option<Piece> {
        Some(match name {
            "pawn" => Piece::Pawn,
            "knight" => Piece::Knight,
            "bishop" => Piece::Bishop,
            "rook" => Piece::Rook,
            "queen" => Piece::Queen,
            "man" => Piece::Man,
            "king" => Piece::King,
            "stone" => Piece::Stone,
            "disc" => Piece::Disc,
            _ => return None,
        })
    }
}

/// What stands on each cell, as far as it can be won and lost.
fn board<G: Show>(position: &G) -> Vec<Option<(Side, Piece)>> {
    let piece = |(side, letter, _): (Side, char, char)| {
        let piece = Piece::named(&position.piece_name(letter)).filter(|_| !position.is_royal(letter));
        piece.map(|piece| (side, piece))
    };
    position.diagram().cells.iter().map(|cell| cell.piece.and_then(piece)).collect()
}

/// What a side has on the board, less what the other has, in hundredths of the smallest piece.
pub(super) fn worth<G: Show>(position: &G, side: Side) -> i32 {
    let pieces = board(position).into_iter().flatten();
    pieces.map(|(owner, piece)| if owner == side { piece.worth() } else { -piece.worth() }).sum()
}

/// What one side has won and lost.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MaterialTally))]
pub struct Tally {
    /// Taken by the side, the most valuable first; what was merely exchanged is left out.
    pub won: Vec<Piece>,
    /// Taken from the side.
    pub lost: Vec<Piece>,
    /// What the side's pawns or men became.
    pub promoted: Vec<Piece>,
    /// What the opponent's became.
    pub opponent_promoted: Vec<Piece>,
    /// All of it in hundredths of the smallest piece.
    pub balance: i32,
}

impl Tally {
    /// Is there nothing to tell?
    pub fn is_even(&self) -> bool {
        self.balance == 0 && self.won.is_empty() && self.lost.is_empty()
    }

    /// As the opponent sees it.
    #[must_use]
    pub fn turned(&self) -> Tally {
        Tally {
            won: self.lost.clone(),
            lost: self.won.clone(),
            promoted: self.opponent_promoted.clone(),
            opponent_promoted: self.promoted.clone(),
            balance: -self.balance,
        }
    }
}

/// A piece that was made on the way.
#[derive(Clone, Copy, Debug)]
struct Promoted {
    /// The cell it stands on now.
    cell: usize,
    was: Piece,
    is: Piece,
}

/// Everything that is taken and promoted along a line, in the order in which it happens.
#[derive(Clone, Debug)]
pub(super) struct Account {
    side: Side,
    /// What stands on each cell.
    board: Vec<Option<(Side, Piece)>>,
    taken: BySide<Vec<Piece>>,
    /// Pieces that were made on the way.
    promoted: BySide<Vec<Promoted>>,
}

impl Account {
    /// Begins at a position, for the side that is to move there.
    pub fn open<G: Show>(position: &G) -> Account {
        let side = position.side_to_move();
        Account { side, board: board(position), taken: BySide::default(), promoted: BySide::default() }
    }

    /// `mover` has moved, and this is the position now.
    pub fn step<G: Show>(&mut self, mover: Side, position: &G) {
        let now = board(position);
        let board = std::mem::replace(&mut self.board, now.clone());
        let mut left = None;
        let mut reached = None;
        for (cell, (before, after)) in board.iter().zip(&now).enumerate() {
            match (before, after) {
                (before, after) if before == after => {}
                (Some((side, piece)), after) if *side != mover => {
                    self.take(mover, cell, *piece);
                    reached = after.map(|(_, piece)| (cell, piece)).or(reached);
                }
                (Some((_, piece)), None) => left = Some((cell, *piece)),
                (_, Some((_, piece))) => reached = Some((cell, *piece)),
                _ => {}
            }
        }
        self.moved(mover, left, reached);
    }

    /// A piece that came from a pawn and is taken again has cost its owner the pawn only.
    fn take(&mut self, mover: Side, cell: usize, piece: Piece) {
        let made = self.promoted[!mover].iter().position(|made| made.cell == cell);
        let cost = made.map(|index| self.promoted[!mover].remove(index).was);
        self.taken[mover].push(cost.unwrap_or(piece));
    }

    /// A piece has gone from one cell to another, perhaps as another piece.
    fn moved(&mut self, mover: Side, left: Option<(usize, Piece)>, reached: Option<(usize, Piece)>) {
        let (Some((from, was)), Some((to, is))) = (left, reached) else { return };
        if was.is_small() && is != was {
            self.promoted[mover].push(Promoted { cell: to, was, is });
        } else if let Some(made) = self.promoted[mover].iter_mut().find(|made| made.cell == from) {
            made.cell = to;
        }
    }

    /// What it comes to.
    pub fn tally(&self) -> Tally {
        let (us, them) = (self.side, !self.side);
        let mut won = self.taken[us].clone();
        let mut lost = self.taken[them].clone();
        let pieces = |side: Side| self.promoted[side].iter().map(|made| made.is).collect::<Vec<_>>();
        let (promoted, opponent_promoted) = (pieces(us), pieces(them));
        let sum = |pieces: &[Piece]| pieces.iter().map(|piece| piece.worth()).sum::<i32>();
        let made = |side: Side| self.promoted[side].iter().map(|made| made.is.worth() - made.was.worth()).sum::<i32>();
        let balance = sum(&won) - sum(&lost) + made(us) - made(them);
        exchange(&mut won, &mut lost, |one, other| one == other);
        exchange(&mut won, &mut lost, |one, other| one.is_minor() && other.is_minor());
        for list in [&mut won, &mut lost] {
            list.sort_by_key(|piece| std::cmp::Reverse(piece.worth()));
        }
        Tally { won, lost, promoted, opponent_promoted, balance }
    }
}

/// Takes out of both lists what was given for each other.
fn exchange(won: &mut Vec<Piece>, lost: &mut Vec<Piece>, same: impl Fn(Piece, Piece) -> bool) {
    won.retain(|&piece| match lost.iter().position(|&other| same(piece, other)) {
        Some(index) => {
            lost.remove(index);
            false
        }
        None => true,
    });
}

/// The tallies along a line: before the first move, after it, and so forth.
pub(super) fn tallies<G: Show>(root: &G, moves: &[G::Move]) -> Vec<Tally> {
    let mut account = Account::open(root);
    let mut position = root.clone();
    let mut found = vec![account.tally()];
    for &mv in moves {
        let mover = position.side_to_move();
        position.play(mv);
        account.step(mover, &position);
        found.push(account.tally());
    }
    found
}

/// What changes further away than this is not what a move does: who knows what the opponent does until then.
const NEAR: usize = 8;
/// A pawn, or a few for a piece, is soon outweighed by something else: it must change so near.
const VERY_NEAR: usize = 5;
/// Less than a piece, in hundredths of the smallest one.
pub(super) const SMALL: i32 = 200;
/// Where nothing happens, so many plies are enough to see it.
const ENOUGH: usize = 6;

/// By how much, in hundredths of the smallest piece, what is won may shrink in the rest of a line and still be called won.
fn slack(balance: i32) -> i32 {
    if balance.abs() < 300 { 0 } else { 100 }
}

/// The places of a line at which nothing is taken for two plies.
fn resting(tallies: &[Tally]) -> impl Iterator<Item = usize> + '_ {
    let rests = |index: &usize| tallies[*index..].iter().take(3).all(|next| next.balance == tallies[*index].balance);
    (1..tallies.len()).filter(rests)
}

/// Does what was won or lost after so many plies stay so wherever the line rests later?
pub(super) fn keeps(plies: usize, tallies: &[Tally]) -> bool {
    let (won, sign) = (tallies[plies].balance.abs(), tallies[plies].balance.signum());
    resting(tallies).filter(|&later| later > plies).all(|later| tallies[later].balance * sign >= won - slack(won))
}

/// Does a line win so much somewhere, if only for a while; or does it lose so much, and rest?
pub(super) fn reaches<G: Show>(root: &G, moves: &[G::Move], balance: i32) -> bool {
    let tallies = tallies(root, moves);
    match balance.signum() {
        1 => tallies.iter().any(|tally| tally.balance >= balance),
        -1 => resting(&tallies).any(|index| tallies[index].balance <= balance),
        _ => false,
    }
}

/// The one piece that is taken by the move after which so many plies are played, if nothing was taken before it and it is not taken
/// back at once. Where the line ends with that move nobody knows.
pub(super) fn taken<G: Show>(root: &G, moves: &[G::Move], plies: usize) -> Option<Piece> {
    let tallies = tallies(root, moves);
    let known = tallies.len() > plies + 1 && tallies[..plies].iter().all(Tally::is_even);
    let tally = tallies.get(plies).filter(|_| known)?;
    let sign = tally.balance.signum();
    let stays = tallies[plies..].iter().take(3).all(|next| next.balance * sign >= tally.balance.abs());
    match (&tally.won[..], &tally.lost[..]) {
        ([piece], []) | ([], [piece]) if stays && sign != 0 => Some(*piece),
        _ => None,
    }
}

/// How far a line must be followed to see what it wins or loses: to the nearest place of rest at which most has changed and after
/// which it stays changed. `None` if there is nothing to tell for certain.
pub(super) fn settled(tallies: &[Tally]) -> Option<usize> {
    let balance = |index: usize| tallies[index].balance;
    let near = |index: &usize| *index <= if balance(*index).abs() < SMALL { VERY_NEAR } else { NEAR };
    let near = resting(tallies).filter(near).filter(|&index| balance(index) != 0 && keeps(index, tallies));
    let near: Vec<usize> = near.collect();
    // What comes to it on top, a pawn beside a rook, need not be waited for.
    let most = near.iter().map(|&index| balance(index).abs()).max().unwrap_or(0);
    let most = near.into_iter().find(|&index| balance(index).abs() >= most - slack(most));
    let even = || resting(tallies).all(|index| balance(index) == 0).then(|| ENOUGH.min(tallies.len() - 1));
    most.or_else(|| even().filter(|&index| index > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;
    use game::Rules;

    fn line(fen: &str, moves: &str) -> Vec<Tally> {
        let root = Position::from_fen(fen).unwrap();
        let mut position = root.clone();
        let moves: Vec<_> = moves
            .split(' ')
            .map(|text| {
                let mv = position.parse_move(text).unwrap();
                position.play(mv);
                mv
            })
            .collect();
        tallies(&root, &moves)
    }

    #[test]
    fn exchanges_cancel_and_the_rest_is_named() {
        let fen = "r3k3/8/8/3n4/8/4B3/8/R3K3 w - - 0 1";
        let found = line(fen, "Rxa8+ Kd7 Ra5 Nxe3 Ra3 Nc2+");
        let last = found.last().unwrap();
        assert_eq!(
            (last.won.as_slice(), last.lost.as_slice(), last.balance),
            (&[Piece::Rook][..], &[Piece::Bishop][..], 200)
        );
        assert_eq!(found[1].turned().lost, [Piece::Rook]);
    }

    #[test]
    fn a_promoted_piece_that_is_taken_cost_a_pawn() {
        let found = line("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q Rxa8");
        assert_eq!((found[1].promoted.as_slice(), found[1].balance), (&[Piece::Queen][..], 800));
        assert_eq!((found[2].lost.as_slice(), found[2].balance), (&[Piece::Pawn][..], -100));
        let found = line("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+ Kd7");
        assert_eq!((found[1].won.as_slice(), found[1].balance), (&[Piece::Rook][..], 1300));
    }

    #[test]
    fn a_queen_that_was_exchanged_is_not_the_one_that_was_made() {
        let found =
            line("8/1Q4qk/3p2pp/2p5/8/P1KP4/1PP5/8 w - - 0 1", "Qxg7+ Kxg7 a4 h5 a5 h4 a6 h3 a7 h2 a8=Q h1=Q Qxh1");
        let last = &found[found.len() - 1];
        assert_eq!((last.won.as_slice(), last.promoted.as_slice()), (&[Piece::Pawn][..], &[Piece::Queen][..]));
        assert!(last.lost.is_empty() && last.opponent_promoted.is_empty(), "{last:?}");
        assert_eq!(found[11].promoted, [Piece::Queen]);
        assert!(found[11].won.is_empty() && found[11].lost.is_empty());
        // En passant and castling are moves like others.
        let found = line("r3k2r/8/8/8/1pP5/8/8/R3K2R b KQkq c3 0 1", "bxc3 O-O O-O-O");
        assert_eq!(found[1].won, [Piece::Pawn]);
        assert_eq!(found[3].balance, 100);
    }

    #[test]
    fn a_line_is_followed_until_it_settles() {
        let tally = |balance| Tally { balance, ..Tally::default() };
        let settled = |balances: &[i32]| settled(&balances.iter().map(|&balance| tally(balance)).collect::<Vec<_>>());
        // A sacrifice that comes back with interest.
        assert_eq!(settled(&[0, 0, -300, -300, 600, 600]), Some(4));
        // A queen for a bishop, and pawns on the rest of the way.
        assert_eq!(settled(&[0, -300, 600, 600, 600, 700, 700, 800, 900]), Some(8));
        // A rook, and much later a pawn back: still a rook. Two pawns back are to be told.
        assert_eq!(settled(&[0, 500, 500, 500, 500, 500, 400]), Some(1));
        assert_eq!(settled(&[0, 500, 500, 500, 500, 500, 300]), Some(6));
        assert_eq!(settled(&[0, 300, 0, 0]), Some(3));
        assert_eq!(settled(&[0, 100, 100]), Some(1));
        assert_eq!(settled(&[0, 0, 0]), Some(2));
        assert_eq!(settled(&[0; 20]), Some(6));
        // What goes far away is no news, be it a pawn or a rook.
        assert_eq!(settled(&[&[0; 15][..], &[100]].concat()), None);
        assert_eq!(settled(&[&[0; 12][..], &[-500; 8]].concat()), None);
        // A pawn that comes back is not won.
        assert_eq!(settled(&[0, 100, 100, 100, 100, 0, 0, 0]), None);
        // An exchange on the way changes nothing.
        assert_eq!(settled(&[0, 500, 500, 500, 500, 500, 0, 500, 500]), Some(1));
        // A piece that is taken back after a check between is not won.
        assert_eq!(settled(&[0, 300, 300, 300, 0, 0, 0, 0]), None);
    }

    #[test]
    fn a_piece_that_is_taken_is_named_unless_it_is_taken_back() {
        let taken = |fen: &str, moves: &str, plies| {
            let root = Position::from_fen(fen).unwrap();
            let mut position = root.clone();
            let play = |text| {
                let mv = position.parse_move(text).unwrap();
                position.play(mv);
                mv
            };
            let moves: Vec<_> = moves.split(' ').map(play).collect();
            super::taken(&root, &moves, plies)
        };
        let fen = "r3k3/8/8/3n4/8/4B3/8/R3K3 w - - 0 1";
        assert_eq!(taken(fen, "Rxa8+ Kd7 Ra5", 1), Some(Piece::Rook));
        assert_eq!(taken(fen, "Kf2 Nxe3 Rc1 Nd5", 2), Some(Piece::Bishop));
        assert_eq!(taken(fen, "Kf2 Nxe3", 2), None, "what follows is not known");
        assert_eq!(taken(fen, "Kf2 Nxe3 Kxe3", 2), None);
        assert_eq!(taken(fen, "Bd2 Kd7", 1), None);
        // Both have taken.
        assert_eq!(taken(fen, "Rxa8+ Kd7 Ra5 Nxe3", 4), None);
    }

    #[test]
    fn what_is_lost_again_is_not_kept() {
        let kept = |plies: usize, balances: &[i32]| {
            let tallies = balances.iter().map(|&balance| Tally { balance, ..Tally::default() });
            keeps(plies, &tallies.collect::<Vec<_>>())
        };
        assert!(kept(1, &[0, 300, 300, 300, 300]) && kept(1, &[0, -100, -100, -200, -200, -200]));
        assert!(kept(1, &[0, 300, 300, 200, 200, 200]), "a pawn of a knight");
        assert!(!kept(1, &[0, 100, 100, 0, 0, 0]) && !kept(1, &[0, -300, -300, 0, 0, 0]));
        // Taken and taken back.
        assert!(kept(1, &[0, 100, -200, 100, 100, 100]));
    }
}
