//! The evaluation of draughts positions.
//!
//! Two evaluators: one counts, the other also looks where the pieces stand. Their weights are common sense, not tuned. Such
//! features go back to Samuel's checkers program (IBM Journal 3, 1959).

use game::{Evaluator, Known, Score, Step};

use super::game::MAN;
use super::geometry::{Color, Direction};
use super::position::Draughts;
use super::word::Word;

/// The names of the evaluators, the default first.
pub const NAMES: &[&str] = &["positional", "material"];

/// The evaluator with a name.
pub fn by_name(name: &str) -> Option<DraughtsEval> {
    match name {
        "positional" => Some(DraughtsEval::Positional(Positional)),
        "material" => Some(DraughtsEval::Material(Material)),
        _ => None,
    }
}

/// An evaluator chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraughtsEval {
    /// Counts the pieces.
    Material(Material),
    /// Also looks where they stand.
    Positional(Positional),
}

impl<W: Word> Evaluator<Draughts<W>> for DraughtsEval {
    #[inline]
    fn evaluate(&mut self, position: &Draughts<W>) -> Score {
        match self {
            DraughtsEval::Material(material) => material.evaluate(position),
            DraughtsEval::Positional(positional) => positional.evaluate(position),
        }
    }

    #[inline]
    fn known(&mut self, position: &Draughts<W>, depth: i32) -> Option<Known> {
        match self {
            DraughtsEval::Material(material) => material.known(position, depth),
            DraughtsEval::Positional(positional) => positional.known(position, depth),
        }
    }

    #[inline]
    fn follow(&mut self, step: Step<'_, Draughts<W>>) {
        match self {
            DraughtsEval::Material(material) => material.follow(step),
            DraughtsEval::Positional(positional) => positional.follow(step),
        }
    }
}

/// Men and half as much again for a king: a man counts 1, a king 1½.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material;

impl<W: Word> Evaluator<Draughts<W>> for Material {
    #[inline]
    fn evaluate(&mut self, position: &Draughts<W>) -> Score {
        let count = |color: Color| {
            let kings = position.kings_of(color).count() as i32;
            MAN * position.men(color).count() as i32 + MAN * 3 / 2 * kings
        };
        Score::new(count(position.turn) - count(position.turn.other()))
    }

    #[inline]
    fn known(&mut self, _: &Draughts<W>, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Draughts<W>>) {}
}

/// Material and the places of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Positional;

/// A man on its own back row keeps the opponent from making kings there.
const BACK_ROW: i32 = 8;
/// A man or king in the middle of the board.
const CENTER: i32 = 4;
/// A man for each row it has advanced.
const ADVANCE: i32 = 1;
/// The right to move.
const TEMPO: i32 = 2;
/// A man whose way to the king row nobody can bar: this share of what promotion brings, in percent, less some for each row
/// it has yet to go.
const RUNAWAY_SHARE: i32 = 80;
const RUNAWAY_ROW: i32 = 7;

impl Positional {
    fn value<W: Word>(position: &Draughts<W>, color: Color) -> i32 {
        let geometry = &position.variant.geometry;
        let order = geometry.order;
        let (men, kings) = (position.men(color), position.kings_of(color));
        let (king_worth, them) = (position.king_worth(), color.other());
        let mut value = MAN * men.count() as i32 + king_worth * kings.count() as i32;

        let runaways = if position.kings_of(them).is_empty() {
            // An opponent ahead of a man can meet it from any square that diagonal steps connect with the man's path.
            men & !geometry.cone(position.pieces[them as usize], Direction::forward(them))
        } else {
            W::EMPTY
        };
        for row in 0..2 * order {
            let here = geometry.row_set(row);
            let advanced = if color == Color::White { 2 * order - 1 - row } else { row } as i32;
            value += ADVANCE * advanced * (men & here).count() as i32;
            if runaways.meets(here) {
                let to_go = 2 * order as i32 - 1 - advanced;
                let worth = (king_worth - MAN) * RUNAWAY_SHARE / 100 - RUNAWAY_ROW * (to_go - 1);
                value += worth.max(0) * (runaways & here).count() as i32;
            }
        }
        // The back row matters as long as there are men to keep away from it.
        if !position.men(them).is_empty() {
            value += BACK_ROW * (men & geometry.king_row[them as usize]).count() as i32;
        }
        value + CENTER * ((men | kings) & geometry.center).count() as i32
    }

    /// A side that has a flying king is hardly ever beaten by so few: what remains of the difference, divided by this.
    fn drawishness<W: Word>(position: &Draughts<W>) -> i32 {
        let holds =
            |color: Color| !position.kings_of(color).is_empty() && position.pieces[color.other() as usize].count() <= 3;
        let both_small = Color::BOTH.into_iter().all(|color| position.pieces[color as usize].count() <= 3);
        let held = position.variant.rules.flying_kings && both_small && Color::BOTH.into_iter().all(holds);
        if held { 4 } else { 1 }
    }
}

impl<W: Word> Evaluator<Draughts<W>> for Positional {
    #[inline]
    fn evaluate(&mut self, position: &Draughts<W>) -> Score {
        let (us, them) = (position.turn, position.turn.other());
        let difference = Positional::value(position, us) - Positional::value(position, them);
        Score::new(difference / Positional::drawishness(position) + TEMPO).clamp_judgement()
    }

    #[inline]
    fn known(&mut self, _: &Draughts<W>, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Draughts<W>>) {}
}
