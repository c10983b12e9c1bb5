//! Programs of history: what they could see, said in the settings of a player. None is the program itself; what is kept of it and what is
//! not stands with each.

use crate::PlayerSpec;

/// A program that somebody described or built when the field was young.
#[derive(Clone, Copy, Debug)]
pub struct Historic {
    /// The name by which it is asked for as a player, and in addresses and catalogues.
    pub id: &'static str,
    /// The name in tables.
    pub title: &'static str,
    /// When it was described, or first played.
    pub year: u16,
    /// Where.
    pub source: &'static str,
    /// The game that it plays.
    pub game: &'static str,
    /// What it is made of here.
    pub player: &'static str,
    /// What is as it was, and what is not.
    pub about: &'static str,
}

impl Historic {
    /// The oldest first.
    pub const ALL: &'static [Historic] = &[
        Historic {
            id: "turing",
            title: "Turing's paper machine",
            year: 1948,
            source: "A. Turing, \"Digital Computers Applied to Games\", in B. V. Bowden (ed.), Faster than Thought, 1953",
            game: "chess",
            player: "kiebitz:techniques=minimax+alpha-beta+ordering+quiescence,depth=2,eval=material,weights=turing",
            about: "Its values of the pieces and its two plies, then captures until all is quiet, where Turing followed his \
                    considerable moves. His points for the position, which only chose among moves of equal material, are left out.",
        },
        Historic {
            id: "shannon",
            title: "Shannon's type A",
            year: 1950,
            source: "C. Shannon, \"Programming a Computer for Playing Chess\", Philosophical Magazine 41, 1950",
            game: "chess",
            player: "kiebitz:techniques=minimax+alpha-beta+ordering,depth=4,eval=classical,weights=shannon,scale.squares=0,\
                     scale.king-safety=0,scale.passed-pawns=0,scale.threats=0,scale.closeness=0,scale.pieces=0,scale.space=0,\
                     scale.tempo=0,scale.endings=0",
            about: "All moves of both sides for four plies, judged by material, pawn structure and mobility. The values of the pieces are \
                    his, those of pawns and mobility ours. Alpha-beta, which came later, changes the effort and not the move.",
        },
        Historic {
            id: "bernstein",
            title: "Bernstein's seven moves",
            year: 1958,
            source: "A. Bernstein, M. de V. Roberts, T. Arbuckle and M. A. Belsky, \"A Chess Playing Program for the IBM 704\", Western \
                     Joint Computer Conference, 1958",
            game: "chess",
            player: "kiebitz:techniques=minimax+alpha-beta+ordering,plausible=7,depth=4,eval=classical,scale.squares=0,scale.pawns=0,\
                     scale.passed-pawns=0,scale.threats=0,scale.closeness=0,scale.pieces=0,scale.tempo=0,scale.endings=0",
            about: "Seven plausible moves at each of four plies, judged by mobility, control of space, defense of the king and material. \
                    The seven are the first of our own order, which asks for captures that win before all others as he did; his other \
                    questions, castling, development, open files, are not asked.",
        },
        Historic {
            id: "samuel",
            title: "Samuel's checkers",
            year: 1959,
            source: "A. L. Samuel, \"Some Studies in Machine Learning Using the Game of Checkers\", IBM Journal 3(3), 1959",
            game: "draughts",
            player: "kiebitz:techniques=minimax+alpha-beta+ordering+quiescence,depth=3,eval=material+rote",
            about: "Three plies and on while men are taken, and rote learning: what it has searched it keeps, and the next game sees \
                    deeper by it. Men and kings are all that it judges by; his other terms and his way to weigh them are not here.",
        },
    ];

    /// The one of this name.
    pub fn by_id(id: &str) -> Option<&'static Historic> {
        Historic::ALL.iter().find(|one| one.id == id)
    }

    /// All names, for people who have mistyped one.
    pub(crate) fn ids() -> String {
        Historic::ALL.iter().map(|one| one.id).collect::<Vec<_>>().join(", ")
    }

    /// As a player, under its own name.
    pub fn spec(&self) -> PlayerSpec {
        // What is written above can be read; a test reads it.
        let player: PlayerSpec = self.player.parse().unwrap_or_default();
        PlayerSpec { name: Some(self.title.to_string()), ..player }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Control, Go, PlayerKind};

    /// Each can be asked for by name, plays its game, and is written as what it is made of.
    #[test]
    fn everybody_plays() {
        for one in Historic::ALL {
            let player: PlayerSpec = one.id.parse().unwrap_or_else(|error| panic!("{}: {error}", one.id));
            assert_eq!((player.kind, player.label().as_str()), (PlayerKind::Kiebitz, one.title));
            assert_eq!(player.to_string().parse(), Ok(player.clone()));
            let (mut options, go) = player.options(false).unwrap();
            // What is learned between games is tried where the games are kept.
            options.player.rote = false;
            let mut board = crate::open(one.game).unwrap();
            let answer =
                board.go(&options, &Go { depth: go.depth, ..Go::default() }, &Control::timeless(), &mut |_| {});
            assert!(answer.unwrap().best.is_some(), "{}", one.id);
        }
        let other: PlayerSpec = "bernstein:depth=2,name=B".parse().unwrap();
        assert_eq!((other.depth, other.plausible, other.label().as_str()), (Some(2), Some(7), "B"));
        assert!("bernstine".parse::<PlayerSpec>().unwrap_err().to_string().contains("bernstein"));
        assert!("kiebitz:plausible=0".parse::<PlayerSpec>().unwrap_err().to_string().contains("1 to 1000"));
    }
}
