//! Synthetic trees: every inner node has the same number of moves, and the values of the leaves are chosen, so that the
//! predictions of theory can be checked to the leaf.

use game::{
    Abilities, Evaluator, Key, Known, MoveError, Outcome, Parameter, PositionError, Rules, Score, Side, Spec,
    SpecError, Stage, Step, mix,
};

/// A node of a uniform tree: how it was reached. `synthetic(branching=3,seed=1)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uniform {
    branching: u8,
    seed: u64,
    path: Vec<u8>,
}

impl Uniform {
    /// The root of a tree with `branching` moves everywhere; `seed` chooses the values.
    pub fn new(branching: u8, seed: u64) -> Uniform {
        Uniform { branching, seed, path: Vec::new() }
    }

    /// How many moves there are everywhere.
    pub fn branching(&self) -> u8 {
        self.branching
    }
}

/// Evaluates a node of a [`Uniform`] tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// Every value is random; the order of moves means nothing.
    Random,
    /// The first move is best at every node: a perfectly ordered tree.
    BestFirst,
    /// The last move is best at every node: the worst order.
    BestLast,
}

impl Evaluator<Uniform> for Leaves {
    fn evaluate(&mut self, node: &Uniform) -> Score {
        let ordered = |best_first: bool| {
            // Every deviation from the best move costs its side, and the earlier the more.
            let value = node.path.iter().enumerate().fold(0, |value, (ply, &step)| {
                let worse = i32::from(if best_first { step } else { node.branching - 1 - step });
                let cost = worse << (12usize.saturating_sub(ply));
                if ply % 2 == 0 { value - cost } else { value + cost }
            });
            node.side_to_move().view(Score::new(value.clamp(-29_000, 29_000)))
        };
        match self {
            Leaves::Random => Score::new((node.key().0 % 2001) as i32 - 1000),
            Leaves::BestFirst => ordered(true),
            Leaves::BestLast => ordered(false),
        }
    }

    fn known(&mut self, _: &Uniform, _: i32) -> Option<Known> {
        None
    }

    fn follow(&mut self, _: Step<'_, Uniform>) {}
}

impl Rules for Uniform {
    type Move = u8;

    fn parameters(_: &str) -> Vec<Parameter> {
        vec![Parameter::whole("branching", 1..=200, Some("3")), Parameter::whole("seed", 0..=u32::MAX, Some("1"))]
    }

    fn start(spec: &Spec) -> Result<Uniform, SpecError> {
        let given = spec.read(Self::parameters(spec.name()))?;
        Ok(Uniform::new(given.whole("branching").unwrap_or(3) as u8, given.whole("seed").unwrap_or(1) as u64))
    }

    fn spec(&self) -> String {
        format!("synthetic(branching={},seed={})", self.branching, self.seed)
    }

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.path.len() % 2]
    }

    fn generate(&self, stage: Stage, moves: &mut Vec<u8>) {
        if stage != Stage::Noisy {
            moves.extend(0..self.branching);
        }
    }

    fn play(&mut self, mv: u8) {
        self.path.push(mv);
    }

    fn end(&self) -> Option<Outcome> {
        None
    }

    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn key(&self) -> Key {
        Key(self.path.iter().fold(mix(self.seed), |key, &step| mix(key ^ u64::from(step))))
    }

    fn compute_key(&self) -> Key {
        self.key()
    }

    fn parse_position(&self, text: &str) -> Result<Uniform, PositionError> {
        let mut node = Uniform::new(self.branching, self.seed);
        for step in text.split('.').filter(|step| !step.is_empty()) {
            match node.parse_move(step) {
                Ok(mv) => node.play(mv),
                Err(error) => return Err(PositionError::new(text, error.to_string())),
            }
        }
        Ok(node)
    }

    fn position_text(&self) -> String {
        self.path.iter().map(|step| (step + 1).to_string()).collect::<Vec<_>>().join(".")
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        match text.parse::<u8>() {
            Ok(number) if (1..=self.branching).contains(&number) => Ok(number - 1),
            _ => Err(MoveError::new(text, format!("expected a number from 1 to {}", self.branching))),
        }
    }

    fn move_text(&self, mv: u8) -> String {
        (mv + 1).to_string()
    }

    const ACTIONS: usize = 256;

    fn action(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn encode(&self, mv: u8) -> u16 {
        u16::from(mv) + 1
    }

    fn decode(&self, code: u16) -> Option<u8> {
        let mv = u8::try_from(code.checked_sub(1)?).ok()?;
        (mv < self.branching).then_some(mv)
    }
}

impl Abilities for Uniform {}
