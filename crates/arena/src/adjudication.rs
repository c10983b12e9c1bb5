//! Ending a game that is decided before it is over: by what players believe, or by what endgame tables know. Off unless asked for.

use std::str::FromStr;

use engine::{EndgameTables, Engine, Score, Side};
use serde::{Deserialize, Serialize};

use crate::Error;

/// When to end a game early.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// A draw, when both think so.
    pub draw: Option<DrawRule>,
    /// A loss, when the loser thinks so.
    pub resign: Option<ResignRule>,
    /// What endgame tables know. None are asked, by default.
    pub tables: EndgameTables,
}

/// What the tables know of the position on the board: who wins, if anybody, and the reason in words.
pub(crate) fn ask_tables(board: &dyn Engine, tables: &EndgameTables) -> Option<(Option<Side>, String)> {
    let value = board.table_value(tables)?;
    let side = board.side_to_move();
    let (winner, result) = match value.value().signum() {
        0 => (None, "draw".to_string()),
        sign => {
            let winner = if sign > 0 { side } else { !side };
            (Some(winner), format!("{} wins", board.side_name(winner)))
        }
    };
    Some((winner, format!("{result}: endgame tables")))
}

/// A draw: from move `after` on, both sides have seen at most `score` hundredths for `moves` moves each.
/// Written `after=40,moves=8,score=10`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Not before this move.
    pub after: usize,
    /// For so many moves of each side in a row.
    pub moves: usize,
    /// At most so far from equal, in hundredths of the game's unit.
    pub score: i32,
}

/// A resignation: one side has seen itself `score` hundredths or more behind for `moves` moves, and the other has not
/// disagreed. Written `moves=4,score=600`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// For so many moves in a row.
    pub moves: usize,
    /// At least so far behind, in hundredths of the game's unit.
    pub score: i32,
}

/// Numbers by name; those that are not given keep their default.
fn numbers<const N: usize>(text: &str, what: &str, mut known: [(&str, i32); N]) -> Result<[i32; N], Error> {
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let example = || {
            let example: Vec<String> = known.iter().map(|(name, value)| format!("{name}={value}")).collect();
            Error::new(format!("{what} '{text}': '{part}' is not understood; expected {}", example.join(",")))
        };
        let (name, value) = part.split_once('=').ok_or_else(example)?;
        let number = value.trim().parse().ok().filter(|number| (0..=100_000).contains(number)).ok_or_else(example)?;
        let place = known.iter().position(|(known, _)| *known == name.trim()).ok_or_else(example)?;
        known[place].1 = number;
    }
    Ok(known.map(|(_, value)| value))
}

impl FromStr for DrawRule {
    type Err = Error;

    fn from_str(text: &str) -> Result<DrawRule, Error> {
        let [after, moves, score] = numbers(text, "draw rule", [("after", 40), ("moves", 8), ("score", 10)])?;
        Ok(DrawRule { after: after as usize, moves: moves.max(1) as usize, score })
    }
}

impl FromStr for ResignRule {
    type Err = Error;

    fn from_str(text: &str) -> Result<ResignRule, Error> {
        let [moves, score] = numbers(text, "resign rule", [("moves", 4), ("score", 600)])?;
        Ok(ResignRule { moves: moves.max(1) as usize, score })
    }
}

/// Follows one game.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    rules: Adjudication,
    /// Plies in a row at which the mover thought it equal.
    equal: usize,
    /// Plies in a row at which the movers agreed that this side is losing.
    losing: Option<(Side, usize)>,
}

impl Judge {
    pub fn new(rules: Adjudication) -> Judge {
        Judge { rules, equal: 0, losing: None }
    }

    /// A side has moved and says what it thinks of its position. The winner and the reason if that ends the game.
    pub fn hear(&mut self, side: Side, score: Option<Score>, plies: usize) -> Option<(Option<Side>, String)> {
        let Some(score) = score else {
            (self.equal, self.losing) = (0, None);
            return None;
        };
        if let Some(rule) = self.rules.draw {
            self.equal = if score.value().abs() <= rule.score { self.equal + 1 } else { 0 };
            if self.equal >= 2 * rule.moves && plies >= 2 * rule.after {
                return Some((None, format!("draw: both saw at most {} for {} moves", rule.score, rule.moves)));
            }
        }
        if let Some(rule) = self.rules.resign {
            let loser = match score.value() {
                value if value <= -rule.score => Some(side),
                value if value >= rule.score => Some(!side),
                _ => None,
            };
            self.losing = match (loser, self.losing) {
                (Some(loser), Some((before, count))) if loser == before => Some((loser, count + 1)),
                (Some(loser), _) => Some((loser, 1)),
                (None, _) => None,
            };
            if let Some((loser, count)) = self.losing
                && count >= 2 * rule.moves
            {
                let text = format!("resignation: both saw {} or more for {} moves", rule.score, rule.moves);
                return Some((Some(!loser), text));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: Adjudication, scores: &[i32]) -> Option<(usize, Option<Side>)> {
        let mut judge = Judge::new(rules);
        (0..).zip(scores).find_map(|(ply, &score)| {
            let side = Side::BOTH[ply % 2];
            judge.hear(side, Some(Score::new(score)), ply + 1).map(|(winner, _)| (ply, winner))
        })
    }

    #[test]
    fn resigns_when_both_agree() {
        let rules = Adjudication { resign: Some("moves=2,score=500".parse().unwrap()), ..Adjudication::default() };
        assert_eq!(play(rules.clone(), &[0, 0, 600, -600, 700, -700]), Some((5, Some(Side::First))));
        assert_eq!(play(rules.clone(), &[0, 0, 600, -400, 700, -700, 700, -400]), None);
        assert_eq!(play(rules, &[600, 600, 600, 600]), None);
    }

    #[test]
    fn draws_when_both_agree() {
        let rules = Adjudication { draw: Some("after=2,moves=1,score=10".parse().unwrap()), ..Adjudication::default() };
        assert_eq!(play(rules.clone(), &[5, 5, 5, 5]), Some((3, None)));
        assert_eq!(play(rules, &[5, 50, 5, 50, 5]), None);
        assert_eq!(play(Adjudication::default(), &[0; 50]), None);
    }

    #[test]
    fn refuses_nonsense() {
        for text in ["moves", "moves=x", "score=-5", "color=red"] {
            assert!(text.parse::<DrawRule>().is_err() && text.parse::<ResignRule>().is_err(), "{text}");
        }
        assert_eq!("".parse(), Ok(DrawRule { after: 40, moves: 8, score: 10 }));
    }
}
