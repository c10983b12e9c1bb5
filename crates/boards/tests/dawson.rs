//! Dawson's Kayles, the worked example of `docs/adding-a-game.md`: a whole game from an empty file, and its tests.
//!
//! A row of pins; a move knocks down two that stand next to each other; who cannot move has lost. A position is the row, `I`
//! for a pin and `.` for a gap: `I..II`. A move is the number of its left pin.
//!
//! Reference: R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956.

use std::borrow::Cow;

use game::{
    Abilities, Cell, Diagram, Key, MoveError, Outcome, Parameter, PositionError, Rules, Shade, Show, Side, Spec,
    SpecError, Stage, mix,
};

/// A position: which pins stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dawson {
    pins: u8,
    standing: u32,
}

/// A move: the left one of the two pins, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Throw(u8);

impl Dawson {
    fn stands(&self, pin: u8) -> bool {
        pin < self.pins && self.standing >> pin & 1 == 1
    }

    fn can_throw(&self, mv: Throw) -> bool {
        self.stands(mv.0) && self.stands(mv.0 + 1)
    }
}

impl Rules for Dawson {
    type Move = Throw;

    fn parameters(_: &str) -> Vec<Parameter> {
        vec![Parameter::whole("pins", 2..=31, Some("12"))]
    }

    fn start(spec: &Spec) -> Result<Dawson, SpecError> {
        let pins = spec.read(Self::parameters(spec.name()))?.whole("pins").unwrap_or(12) as u8;
        Ok(Dawson { pins, standing: (1 << pins) - 1 })
    }

    fn spec(&self) -> String {
        format!("dawson(pins={})", self.pins)
    }

    // Every move takes two pins, so the gaps tell whose turn it is.
    fn side_to_move(&self) -> Side {
        let throws = (u32::from(self.pins) - self.standing.count_ones()) / 2;
        if throws.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn generate(&self, stage: Stage, moves: &mut Vec<Throw>) {
        if stage != Stage::Noisy {
            moves.extend((0..self.pins).map(Throw).filter(|&mv| self.can_throw(mv)));
        }
    }

    fn play(&mut self, mv: Throw) {
        self.standing &= !(0b11 << mv.0);
    }

    fn end(&self) -> Option<Outcome> {
        None
    }

    fn stuck(&self) -> Outcome {
        Outcome::Win(!self.side_to_move())
    }

    fn key(&self) -> Key {
        Key(mix(u64::from(self.standing)))
    }

    fn compute_key(&self) -> Key {
        self.key()
    }

    fn parse_position(&self, text: &str) -> Result<Dawson, PositionError> {
        let fail = |reason: String| Err(PositionError::new(text, reason));
        let row = text.trim();
        if row.chars().count() != usize::from(self.pins) {
            return fail(format!("expected {} pins, I for one that stands and . for one that does not", self.pins));
        }
        let mut position = Dawson { pins: self.pins, standing: 0 };
        for (pin, sign) in row.chars().enumerate() {
            match sign {
                'I' | 'i' => position.standing |= 1 << pin,
                '.' => {}
                _ => return fail(format!("pin {} is '{sign}', expected I or .", pin + 1)),
            }
        }
        // Pins fall in neighboring pairs, so every gap between pins is even.
        if row.split(['I', 'i']).any(|gap| gap.len() % 2 == 1) {
            return fail("a gap of an odd number of pins cannot arise".to_string());
        }
        Ok(position)
    }

    fn position_text(&self) -> String {
        (0..self.pins).map(|pin| if self.stands(pin) { 'I' } else { '.' }).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Throw, MoveError> {
        let mv = match text.trim().parse::<u8>() {
            Ok(number) if (1..self.pins).contains(&number) => Throw(number - 1),
            _ => return Err(MoveError::new(text, format!("expected a pin from 1 to {}", self.pins - 1))),
        };
        if self.can_throw(mv) {
            Ok(mv)
        } else {
            Err(MoveError::new(text, format!("pins {} and {} do not both stand", mv.0 + 1, mv.0 + 2)))
        }
    }

    fn move_text(&self, mv: Throw) -> String {
        (mv.0 + 1).to_string()
    }

    const ACTIONS: usize = 32;

    fn action(&self, mv: Throw) -> usize {
        usize::from(mv.0)
    }

    fn encode(&self, mv: Throw) -> u16 {
        u16::from(mv.0) + 1
    }

    fn decode(&self, code: u16) -> Option<Throw> {
        let mv = Throw(u8::try_from(code.checked_sub(1)?).ok().filter(|&pin| pin < self.pins)?);
        self.can_throw(mv).then_some(mv)
    }
}

impl Abilities for Dawson {
    fn plies_left(&self) -> Option<usize> {
        Some(self.standing.count_ones() as usize / 2)
    }
}

impl Show for Dawson {
    fn diagram(&self) -> Diagram {
        let cell = |pin| match self.stands(pin) {
            true => Cell::with(Shade::Light, Side::First, 'I', '▮'),
            false => Cell::empty(Shade::Light),
        };
        Diagram {
            columns: (1..=self.pins).map(|pin| pin.to_string()).collect(),
            rows: vec![String::new()],
            cells: (0..self.pins).map(cell).collect(),
        }
    }

    fn move_cells(&self, mv: Throw) -> Vec<usize> {
        vec![usize::from(mv.0), usize::from(mv.0) + 1]
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        ["Left", "Right"][side.index()].into()
    }
}

fn dawson(pins: u8) -> Dawson {
    Dawson::start(&format!("dawson(pins={pins})").parse().unwrap()).unwrap()
}

#[test]
fn conforms() {
    for pins in [2, 5, 12, 31] {
        game::conformance::check(&dawson(pins), 50);
    }
}

#[test]
fn refuses_what_cannot_be() {
    for (text, reason) in [("III", "expected 5 pins"), ("I?III", "pin 2 is '?'"), ("I.III", "cannot arise")] {
        let error = dawson(5).parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let error = dawson(5).parse_position("I..II").unwrap().parse_move("2").unwrap_err().to_string();
    assert!(error.contains("pins 2 and 3 do not both stand"), "{error}");
}

#[test]
fn perft_numbers() {
    // Counted on paper.
    let rows = game::perft::parse_table("game dawson(pins=6)\nperft 5 12 6");
    game::perft::check_rows::<Dawson>(&rows, 1_000);
}

#[test]
fn theory_knows_who_wins() {
    // Up to 20 pins the first player loses exactly these (Guy and Smith).
    for pins in 2..=20 {
        assert_eq!(wins(&dawson(pins), &mut Default::default()), ![5, 9, 15].contains(&pins), "{pins} pins");
    }
}

/// Does the side to move win?
fn wins(position: &Dawson, known: &mut std::collections::HashMap<Key, bool>) -> bool {
    if let Some(&won) = known.get(&position.key()) {
        return won;
    }
    let won = position.moves().into_iter().any(|mv| !wins(&position.after(mv), known));
    known.insert(position.key(), won);
    won
}

/// The recipe quotes this file: what it shows as Rust must stand here, in its order.
#[test]
fn the_recipe_quotes_this_file() {
    let lines = |text: &'static str| text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut here = lines(include_str!("dawson.rs"));
    let recipe = include_str!("../../../docs/adding-a-game.md");
    let blocks: Vec<&str> = recipe.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(!blocks.is_empty());
    for line in blocks.into_iter().flat_map(lines) {
        assert!(
            here.any(|other| other == line),
            "docs/adding-a-game.md shows '{line}', which is not here, or not there"
        );
    }
}
