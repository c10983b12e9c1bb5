//! A position of a game that was given as text.

use std::cell::RefCell;
use std::fmt;

use game::{Abilities, Key, MoveError, Outcome, PositionError, Rng, Rules, Score, Side, Spec, SpecError, Stage};

use crate::loaded::{Loaded, by_name};
use crate::notation::{bare, ground_term, moves_of, sentence_text};
use crate::runner::Runner;
use crate::turn::Turn;

/// Words of facts that a position holds without asking for memory.
const SMALL: usize = 6;

/// The facts of a position.
#[derive(Clone, PartialEq, Eq)]
enum Facts {
    Small([u64; SMALL]),
    Large(Box<[u64]>),
}

impl Facts {
    fn new(words: &[u64]) -> Facts {
        if words.len() > SMALL {
            return Facts::Large(words.into());
        }
        let mut small = [0; SMALL];
        small[..words.len()].copy_from_slice(words);
        Facts::Small(small)
    }

    #[inline]
    fn words(&self) -> &[u64] {
        match self {
            Facts::Small(words) => words,
            Facts::Large(words) => words,
        }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        match self {
            Facts::Small(words) => words,
            Facts::Large(words) => words,
        }
    }
}

/// A move, by its number among the moves of its player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuledMove(u32);

impl RuledMove {
    /// The move that the rules do not know: the other side moves again, so this one waits.
    pub const PASS: RuledMove = RuledMove(u32::MAX);

    /// Its number; `None` for a pass.
    pub fn number(self) -> Option<usize> {
        (self != RuledMove::PASS).then_some(self.0 as usize)
    }
}

/// A position of any game that was given as text.
///
/// Sides take turns strictly. Where the rules let one player move twice running, the other one's only move in between is a pass.
#[derive(Clone)]
pub struct Ruled {
    game: &'static Loaded,
    facts: Facts,
    key: Key,
    turn: Side,
    /// Is a pass the only move?
    passing: bool,
    /// Is it the second player's move, and the facts do not tell, since neither player has a choice?
    adrift: bool,
    end: Option<Outcome>,
}

impl PartialEq for Ruled {
    fn eq(&self, other: &Ruled) -> bool {
        std::ptr::eq(self.game, other.game)
            && self.facts == other.facts
            && self.turn == other.turn
            && self.passing == other.passing
    }
}

impl Eq for Ruled {}

impl fmt::Debug for Ruled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game.name, self.position_text())
    }
}

/// The machine of one game on one thread, with buffers.
struct Bench {
    game: *const Loaded,
    runner: Runner,
}

/// How many games a thread keeps a machine for.
const MAX_BENCHES: usize = 8;

thread_local! {
    // A search visits neighbors, so bringing one machine from position to position takes few steps.
    static BENCHES: RefCell<Vec<Bench>> = const { RefCell::new(Vec::new()) };
}

/// Works with this thread's machine for a game.
#[inline]
fn with_bench<R>(game: &'static Loaded, work: impl FnOnce(&mut Bench) -> R) -> R {
    BENCHES.with_borrow_mut(|benches| {
        let last = benches.len().wrapping_sub(1);
        if benches.last().is_none_or(|bench| !std::ptr::eq(bench.game, game)) {
            match benches.iter().position(|bench| std::ptr::eq(bench.game, game)) {
                Some(at) => benches.swap(at, last),
                None => {
                    if benches.len() == MAX_BENCHES {
                        benches.remove(0);
                    }
                    benches.push(Bench { game, runner: Runner::new(&game.rules) });
                }
            }
        }
        work(benches.last_mut().expect("just found or added"))
    })
}

impl Ruled {
    /// The first position of a loaded game.
    pub fn begin(game: &'static Loaded) -> Ruled {
        Ruled::at(game, &game.rules.init, Side::First, false)
    }

    /// A position from its facts.
    fn at(game: &'static Loaded, facts: &[u64], turn: Side, passing: bool) -> Ruled {
        let (facts, key) = (Facts::new(facts), Key(0));
        let mut position = Ruled { game, facts, key, turn, passing, adrift: false, end: None };
        position.end = with_bench(game, |bench| position.find_end(bench));
        position.passing &= position.end.is_none();
        position.adrift = turn == Side::Second && position.end.is_none() && position.mover().is_none();
        position.key = position.compute_key();
        position
    }

    /// The game.
    pub fn game(&self) -> &'static Loaded {
        self.game
    }

    /// The facts, as bits.
    pub fn facts(&self) -> &[u64] {
        self.facts.words()
    }

    /// Does this fact hold?
    pub fn holds(&self, fact: usize) -> bool {
        self.facts.words()[fact / 64] >> (fact % 64) & 1 == 1
    }

    /// Must the side to move pass, because the other moves twice running?
    pub fn is_passing(&self) -> bool {
        self.passing
    }

    fn role(&self) -> usize {
        self.game.seats[self.turn.index()]
    }

    /// The end at this position; the machine is brought here.
    #[inline]
    fn find_end(&self, bench: &mut Bench) -> Option<Outcome> {
        let rules = &self.game.rules;
        rules.go_to(&mut bench.runner, self.facts.words());
        if bench.runner.machine.truth[rules.net.terminal / 64] & 1 == 0 {
            return None;
        }
        Some(self.game.outcome(&rules.goals(&mut bench.runner)))
    }

    /// How many moves each side would have if it were its turn, the first player's first.
    pub fn mobility(&self) -> [usize; 2] {
        let rules = &self.game.rules;
        with_bench(self.game, |bench| {
            rules.go_to(&mut bench.runner, self.facts.words());
            self.game.seats.map(|role| {
                let first = rules.net.moves[role] / 64;
                let words = rules.moves[role].len().div_ceil(64);
                bench.runner.machine.truth[first..first + words].iter().map(|word| word.count_ones() as usize).sum()
            })
        })
    }

    /// The move in KIF.
    pub fn kif(&self, mv: RuledMove) -> String {
        match mv.number() {
            None => "pass".to_string(),
            Some(number) => self.game.rules.terms.text(self.game.rules.moves[self.role()][number]),
        }
    }

    /// What a role does here while the other moves, in KIF.
    pub fn waiting(&self, role: usize) -> String {
        let rules = &self.game.rules;
        let waits = with_bench(self.game, |bench| {
            rules.go_to(&mut bench.runner, self.facts.words());
            rules.waits(&bench.runner.machine, role)
        });
        waits.map_or("noop".to_string(), |mv| rules.terms.text(rules.moves[role][mv]))
    }

    fn read_facts(&self, text: &str) -> Result<Ruled, String> {
        let sheet = crate::reader::read(text).map_err(|error| error.to_string())?;
        let rules = &self.game.rules;
        let mut facts = vec![0u64; rules.init.len()];
        let mut passing = false;
        for sentence in &sheet.sentences {
            if sentence.word() == Some("pass") {
                passing = true;
                continue;
            }
            let term = ground_term(&rules.terms, sentence);
            let number = term.and_then(|term| rules.facts.iter().position(|&fact| fact == term));
            let Some(fact) = number else {
                return Err(format!("'{}' is no fact of this game", sentence_text(sentence)));
            };
            facts[fact / 64] |= 1 << (fact % 64);
        }
        let (mover, turns) = with_bench(self.game, |bench| {
            rules.go_to(&mut bench.runner, &facts);
            (rules.mover(&bench.runner.machine, &facts), rules.turns(&bench.runner.machine, &facts))
        });
        let over = with_bench(self.game, |bench| bench.runner.machine.truth[rules.net.terminal / 64] & 1 == 1);
        // Where neither player has a choice, either may have the turn.
        let is_open = turns == 0 && matches!(rules.turn, Turn::Legal);
        if turns != 1 && !over && !is_open {
            return Err(format!("{turns} players have the turn; exactly one must"));
        }
        self.check_cells(&facts)?;
        let role = mover.unwrap_or(self.game.seats[0]);
        let side = if self.game.seats[0] == role { Side::First } else { Side::Second };
        // While the other waits, it is the other's turn to pass.
        let turn = if passing { !side } else { side };
        Ok(Ruled::at(self.game, &facts, turn, passing && !is_open))
    }

    /// The role whose turn it is by the facts, if they tell.
    fn mover(&self) -> Option<usize> {
        let rules = &self.game.rules;
        with_bench(self.game, |bench| {
            rules.go_to(&mut bench.runner, self.facts.words());
            rules.mover(&bench.runner.machine, self.facts.words())
        })
    }

    /// The side whose turn it is by the facts; the first player's where they do not say.
    fn side_by_facts(&self) -> Side {
        if self.mover().is_none_or(|role| role == self.game.seats[0]) { Side::First } else { Side::Second }
    }

    /// No cell of the board holds two things.
    fn check_cells(&self, facts: &[u64]) -> Result<(), String> {
        let board = &self.game.board;
        let start = |cell: u16| {
            (0..board.cells.len())
                .filter(|&fact| board.cells[fact].is_some_and(|(own, _)| own == cell))
                .collect::<Vec<_>>()
        };
        let on = |words: &[u64], fact: usize| words[fact / 64] >> (fact % 64) & 1 == 1;
        for cell in 0..(board.columns * board.rows) as u16 {
            let own = start(cell);
            let count = |words: &[u64]| own.iter().filter(|&&fact| on(words, fact)).count();
            if count(&self.game.rules.init) <= 1 && count(facts) > 1 && self.game.survey.single_cells {
                return Err(format!("{} holds two things", crate::notation::cell_name(board, usize::from(cell))));
            }
        }
        Ok(())
    }

    /// Plays moves from the first position.
    fn read_moves(&self, text: &str) -> Result<Ruled, String> {
        let mut position = Ruled::begin(self.game);
        for (index, word) in moves_of(text).into_iter().enumerate() {
            let mv = position.parse_move(word).map_err(|error| format!("{error} (number {})", index + 1))?;
            position.play(mv);
        }
        Ok(position)
    }
}

impl Rules for Ruled {
    type Move = RuledMove;

    fn start(spec: &Spec) -> Result<Ruled, SpecError> {
        let game = by_name(spec.name()).ok_or_else(|| spec.error("no rules of this name are loaded"))?;
        spec.read(Vec::new())?;
        Ok(Ruled::begin(game))
    }

    fn spec(&self) -> String {
        self.game.spec()
    }

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn generate(&self, stage: Stage, moves: &mut Vec<RuledMove>) {
        if stage == Stage::Noisy || self.end.is_some() {
            return;
        }
        if self.passing {
            moves.push(RuledMove::PASS);
            return;
        }
        let (rules, role) = (&self.game.rules, self.role());
        with_bench(self.game, |bench| {
            rules.go_to(&mut bench.runner, self.facts.words());
            let first = rules.net.moves[role] / 64;
            let words = rules.moves[role].len().div_ceil(64);
            for (word, &bits) in bench.runner.machine.truth[first..first + words].iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    moves.push(RuledMove(word as u32 * 64 + bits.trailing_zeros()));
                    bits &= bits - 1;
                }
            }
        });
    }

    fn play(&mut self, mv: RuledMove) {
        let game = self.game;
        self.turn = !self.turn;
        if std::mem::take(&mut self.adrift) {
            self.key ^= Key(game.keys[game.rules.fact_count + 1]);
        }
        if mv == RuledMove::PASS {
            self.passing = false;
            self.key ^= Key(game.keys[game.rules.fact_count]);
            return;
        }
        let role = game.seats[(!self.turn).index()];
        let rules = &game.rules;
        let words = rules.net.fact_words;
        with_bench(game, |bench| {
            let old = self.facts.clone();
            let new = self.facts.words_mut();
            rules.play(&mut bench.runner, role, mv.0 as usize, old.words(), new);
            for (word, (before, after)) in old.words().iter().zip(&*new).enumerate().take(words) {
                let mut changed = before ^ after;
                while changed != 0 {
                    self.key ^= Key(game.keys[word * 64 + changed.trailing_zeros() as usize]);
                    changed &= changed - 1;
                }
            }
            self.end = self.find_end(bench);
            if self.end.is_none() {
                // Where both can only idle it is the turn of whoever did not move last.
                let mover = rules.mover(&bench.runner.machine, self.facts.words());
                self.passing = mover == Some(role);
                self.adrift = mover.is_none() && self.turn == Side::Second;
            }
        });
        if self.passing {
            self.key ^= Key(game.keys[rules.fact_count]);
        }
        if self.adrift {
            self.key ^= Key(game.keys[rules.fact_count + 1]);
        }
    }

    fn end(&self) -> Option<Outcome> {
        self.end
    }

    /// Sound rules always leave a move; where they do not, nobody has won.
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn key(&self) -> Key {
        self.key
    }

    fn compute_key(&self) -> Key {
        let keys = &self.game.keys;
        let facts = (0..self.game.rules.fact_count).filter(|&fact| self.holds(fact));
        let key = facts.fold(Key(0), |key, fact| key ^ Key(keys[fact]));
        let marks = [self.passing, self.adrift].into_iter().zip(&keys[self.game.rules.fact_count..]);
        marks.filter(|(on, _)| *on).fold(key, |key, (_, mark)| key ^ Key(*mark))
    }

    fn is_legal(&self, mv: RuledMove) -> bool {
        let Some(number) = mv.number() else { return self.passing && self.end.is_none() };
        if self.passing || self.end.is_some() || number >= self.game.rules.moves[self.role()].len() {
            return false;
        }
        let rules = &self.game.rules;
        with_bench(self.game, |bench| {
            rules.go_to(&mut bench.runner, self.facts.words());
            let bit = rules.net.moves[self.role()] + number;
            bench.runner.machine.truth[bit / 64] >> (bit % 64) & 1 == 1
        })
    }

    fn parse_position(&self, text: &str) -> Result<Ruled, PositionError> {
        let trimmed = text.trim();
        let read = if trimmed == "start" || trimmed.is_empty() {
            Ok(Ruled::begin(self.game))
        } else if trimmed.contains('(') {
            self.read_facts(trimmed).or_else(|reason| self.read_moves(trimmed).map_err(|_| reason))
        } else {
            self.read_moves(trimmed).or_else(|reason| self.read_facts(trimmed).map_err(|_| reason))
        };
        read.map_err(|reason| PositionError::new(text, reason))
    }

    fn position_text(&self) -> String {
        let rules = &self.game.rules;
        let facts =
            (0..rules.fact_count).filter(|&fact| self.holds(fact)).map(|fact| rules.terms.text(rules.facts[fact]));
        // Where the game ends before a side moves again, the other side is to move all the same.
        let waits = self.passing || self.adrift || self.end.is_some() && self.side_by_facts() != self.turn;
        let passing = waits.then(|| "pass".to_string());
        let text = facts.chain(passing).collect::<Vec<_>>().join(" ");
        // A position without parentheses would be taken for moves.
        if text.contains('(') { text } else { format!("{text} ") }
    }

    fn parse_move(&self, text: &str) -> Result<RuledMove, MoveError> {
        let fail = |reason: &str| Err(MoveError::new(text, reason));
        if self.end.is_some() {
            return fail("the game is over");
        }
        let word = text.trim();
        if self.passing {
            return if word.eq_ignore_ascii_case("pass") {
                Ok(RuledMove::PASS)
            } else {
                fail("the other side moves again: pass")
            };
        }
        let role = self.role();
        let clean = word.strip_prefix('(').and_then(|word| word.strip_suffix(')')).unwrap_or(word);
        let clean = clean.split_whitespace().collect::<Vec<_>>().join(" ");
        let named = self.game.by_name[role].get(&clean).or_else(|| {
            // Cells may be written together or with a capture's x.
            let small = clean.to_lowercase();
            self.game.by_name[role].get(&small).or_else(|| self.game.by_name[role].get(&small.replace('x', "-")))
        });
        let kif = || {
            (0..self.game.rules.moves[role].len())
                .find(|&mv| bare(&self.game.rules, role, mv).eq_ignore_ascii_case(&clean))
        };
        let number = named.copied().or_else(|| kif().map(|mv| mv as u32));
        let Some(number) = number else {
            let moves = self.moves();
            let example = moves.first().map_or(String::new(), |&mv| format!("; {} is one", self.move_text(mv)));
            return fail(&format!("no move of {} is written so{example}", self.game.names[self.turn.index()]));
        };
        let mv = RuledMove(number);
        if self.is_legal(mv) { Ok(mv) } else { fail("not legal here") }
    }

    fn move_text(&self, mv: RuledMove) -> String {
        match mv.number() {
            None => "pass".to_string(),
            Some(number) => self.game.move_names[self.role()][number].clone(),
        }
    }

    const ACTIONS: usize = 1024;

    fn action(&self, mv: RuledMove) -> usize {
        mv.0 as usize % Ruled::ACTIONS
    }

    fn encode(&self, mv: RuledMove) -> u16 {
        if mv == RuledMove::PASS {
            return u16::MAX;
        }
        if self.game.rules.moves[self.role()].len() < usize::from(u16::MAX) - 1 {
            return mv.0 as u16 + 1;
        }
        // Too many moves to number them all: the number among the legal ones.
        self.moves().iter().position(|&other| other == mv).map_or(u16::MAX, |at| at as u16 + 1)
    }

    fn decode(&self, code: u16) -> Option<RuledMove> {
        if code == u16::MAX {
            return (self.passing && self.end.is_none()).then_some(RuledMove::PASS);
        }
        let number = u32::from(code.checked_sub(1)?);
        if self.game.rules.moves[self.role()].len() < usize::from(u16::MAX) - 1 {
            let mv = RuledMove(number);
            return self.is_legal(mv).then_some(mv);
        }
        self.moves().get(number as usize).copied()
    }
}

impl Abilities for Ruled {
    /// A game may end with a win for the side that would be to move: the other one has lost by its own move, as in misère games.
    fn bounds(&self) -> (Score, Score) {
        (Score::loss_in(0), Score::win_in(0))
    }

    fn plies_left(&self) -> Option<usize> {
        self.game.bound.plies(self.facts.words(), self.passing)
    }

    fn exact_score(&self, score: Score) -> i32 {
        if self.game.margins && !score.is_decided() { score.value() / 100 } else { score.value().signum() }
    }

    fn playout_move(&self, rng: &mut Rng, scratch: &mut Vec<RuledMove>) -> Option<RuledMove> {
        self.generate(Stage::All, scratch);
        (!scratch.is_empty()).then(|| rng.pick(scratch))
    }
}
