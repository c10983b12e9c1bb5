//! A game made ready to be played: everything that does not change from position to position.

use crate::check::{Outline, check};
use crate::clauses::{Atoms, Formula, atom};
use crate::code::Code;
use crate::effects::{Change, Effect, Effects, effects};
use crate::error::{Place, Reason, RulesError};
use crate::ground::{Purpose, ground};
use crate::late::Late;
use crate::limits::Limits;
use crate::net::{Machine, Net};
use crate::program::{Program, Rule, build};
use crate::prover::{Prover, Universe};
use crate::reader::{Remark, read};
use crate::terms::{Symbol, Term, Terms};
use crate::turn::{Players, Turn, no_turns, seats, waiting};

/// The rules of a game, ground and compiled.
pub struct Ruleset {
    /// The words of the game.
    pub terms: Terms,
    /// The players, in the order of the text.
    pub roles: Vec<Term>,
    /// The facts by number.
    pub facts: Vec<Term>,
    /// The moves of each player by number.
    pub moves: Vec<Vec<Term>>,
    /// Comments that tell how the game is shown.
    pub remarks: Vec<Remark>,
    /// What looks wrong in the text and does no harm.
    pub warnings: Vec<String>,
    /// The facts of the first position.
    pub init: Vec<u64>,
    /// When each move of each player is legal, over facts and views by number: for whoever wants to know what a move needs.
    pub legal: Vec<Vec<Formula>>,
    /// How many atoms below this number are facts.
    pub fact_count: usize,
    /// Facts each of which ends the game.
    pub ends: Vec<u32>,
    /// What the moves of each player do.
    pub effects: Vec<Effects>,
    pub(crate) net: Net,
    pub(crate) late: Late,
    pub(crate) codes: Vec<Code>,
    pub(crate) turn: Turn,
    /// What each player does while the other moves, where that is always the same.
    pub(crate) idle: Vec<Option<usize>>,
    /// The moves of each player that mean waiting, as bits.
    waiting: Vec<Vec<u64>>,
    /// Why the rules do not tell beforehand that players take turns, where they do not: then it is watched.
    pub(crate) doubt: Option<RulesError>,
    /// Answers questions one by one where the rules are too large for a net.
    pub(crate) prover: Option<Prover>,
    /// The goals that the rules name for each player.
    pub(crate) values: Vec<Vec<i32>>,
}

/// Reads, checks and compiles the rules of a game of one player, or of two who take turns.
pub fn compile(text: &str, limits: Limits) -> Result<Ruleset, RulesError> {
    let sheet = read(text)?;
    if sheet.sentences.is_empty() {
        let place = Place { line: sheet.end.line.max(1), column: sheet.end.column.max(1) };
        return Err(RulesError::new(place, Reason::Syntax, "there are no rules in this text"));
    }
    let program = build(sheet)?;
    let outline = check(&program)?;
    match with_net(&program, &outline, limits) {
        // What a prover cannot do either is told as the net met it. A net also needs to know beforehand what a player does who waits.
        Err(error) if matches!(error.reason, Reason::TooLarge | Reason::Simultaneous) && limits.proof > 0 => {
            let mut rules = with_prover(&program, &outline, limits).map_err(|_| error.clone())?;
            if error.reason == Reason::Simultaneous {
                rules.doubt = Some(error);
            }
            Ok(rules)
        }
        result => result,
    }
}

/// Where the rules for legal moves begin.
fn legal_place(program: &Program) -> Place {
    let legal = program.keywords.legal;
    let found = program.rules.iter().find(|rule| rule.head.predicate(&program.terms) == legal);
    found.map_or(program.end, |rule| rule.place)
}

/// The moves of each player that mean waiting.
fn waits(rules: &[Rule], terms: &Terms, does: Symbol, roles: &[Term], moves: &[Vec<Term>]) -> Vec<Vec<usize>> {
    roles.iter().zip(moves).map(|(&role, moves)| waiting(rules, terms, does, role, moves)).collect()
}

/// The moves with these numbers as bits.
fn masks(numbers: &[Vec<usize>], moves: &[Vec<Term>]) -> Vec<Vec<u64>> {
    let mask = |(numbers, moves): (&Vec<usize>, &Vec<Term>)| {
        let mut bits = vec![0; moves.len().div_ceil(64)];
        numbers.iter().for_each(|mv| bits[mv / 64] |= 1 << (mv % 64));
        bits
    };
    numbers.iter().zip(moves).map(mask).collect()
}

/// The rules for a prover: only the names of facts and moves are worked out beforehand.
fn with_prover(program: &Program, outline: &Outline, limits: Limits) -> Result<Ruleset, RulesError> {
    let place = legal_place(program);
    let ground = ground(program, outline, limits, Purpose::Names)?;
    let (keywords, roles, terms) = (ground.keywords, ground.roles, ground.base.terms);
    let rows = |symbol: u32| ground.base.relations[symbol as usize].rows.iter().copied();
    let facts: Vec<Term> = rows(keywords.holds).map(|row| terms.args(row)[0]).collect();
    let own = |role: Term| {
        let legal = rows(keywords.legal).map(|row| terms.args(row));
        legal.filter(|args| args[0] == role).map(|args| args[1]).collect()
    };
    let moves: Vec<Vec<Term>> = roles.iter().map(|&role| own(role)).collect();
    let waiting = waits(&outline.needed, &terms, keywords.does, &roles, &moves);
    let only = |waiting: &Vec<usize>| if let [mv] = waiting[..] { Some(mv) } else { None };
    let idle: Vec<Option<usize>> = waiting.iter().map(only).collect();
    // Who has no move that means waiting waits by the only move that is legal.
    let doubt = idle.iter().position(Option::is_none).map(|role| no_turns(&terms, roles[role], &[], place));
    let universe = Universe {
        terms: terms.clone(),
        keywords,
        nature: ground.nature,
        roles: &roles,
        facts: &facts,
        moves: &moves,
        limit: limits.proof,
    };
    let prover = Prover::new(&outline.needed, universe);
    let number: std::collections::HashMap<Term, usize> = facts.iter().copied().zip(0..).collect();
    let net = Net::bare(facts.len(), &moves.iter().map(Vec::len).collect::<Vec<_>>());
    let mut init = vec![0u64; net.fact_words];
    for &sentence in &ground.init {
        let fact = number[&terms.args(sentence)[0]];
        init[fact / 64] |= 1 << (fact % 64);
    }
    let effects = moves.iter().map(|moves| Effects { common: Vec::new(), moves: vec![Effect::default(); moves.len()] });
    Ok(Ruleset {
        init,
        legal: moves.iter().map(|moves| vec![Formula::new(); moves.len()]).collect(),
        fact_count: facts.len(),
        ends: Vec::new(),
        effects: effects.collect(),
        net,
        late: Late::default(),
        codes: Vec::new(),
        turn: Turn::Legal,
        waiting: masks(&waiting, &moves),
        idle,
        doubt,
        prover: Some(prover),
        values: vec![Vec::new(); roles.len()],
        remarks: program.remarks.clone(),
        warnings: outline.warnings.clone(),
        terms,
        roles,
        facts,
        moves,
    })
}

/// The rules without variables, as a net.
fn with_net(program: &Program, outline: &Outline, limits: Limits) -> Result<Ruleset, RulesError> {
    let place = legal_place(program);
    // Nearly all the work on rules that fit into a net comes after grounding.
    let mut ground = ground(program, outline, Limits { steps: limits.steps / 3, ..limits }, Purpose::Net)?;
    ground.base.allow(limits);
    let atoms = Atoms::new(&mut ground, place)?;
    let keywords = ground.keywords;
    let roles = ground.roles.clone();
    let (mut moves, mut actions, mut legal) = (Vec::new(), Vec::new(), Vec::new());
    for &role in &roles {
        let own: Vec<Term> = ground.base.relations[keywords.legal as usize]
            .rows
            .iter()
            .copied()
            .filter(|&row| ground.base.terms.args(row)[0] == role)
            .collect();
        let named: Vec<Term> = own.iter().map(|&row| ground.base.terms.args(row)[1]).collect();
        legal.push(own.iter().map(|&row| atoms.formula(row).clone()).collect::<Vec<Formula>>());
        let does: Vec<Term> = named.iter().map(|&mv| ground.base.terms.term(keywords.does, &[role, mv])).collect();
        actions.push(does);
        moves.push(named);
    }
    let mut init = vec![false; atoms.facts];
    ground.init.iter().for_each(|&sentence| init[atoms.of_sentence[sentence as usize] as usize] = true);
    let waiting = waits(&outline.needed, &ground.base.terms, keywords.does, &roles, &moves);
    let players = Players { roles: &roles, moves: &moves, waiting: &waiting };
    let mut seats = seats(&atoms, &ground.base.terms, &players, legal, &init, place)?;
    for formula in seats.legal.iter_mut().flatten() {
        *formula = atoms.look_through(formula).clone();
    }
    let effects = effects(&mut ground, &atoms, &seats, &actions)?;
    let terminal = ground.base.terms.lookup(keywords.terminal, &[]).filter(|&sentence| ground.base.knows(sentence));
    let terminal = terminal.map_or(Formula::new(), |sentence| atoms.formula(sentence).clone());
    let mut goals = Vec::new();
    for &role in &roles {
        let mut values = Vec::new();
        for &row in &ground.base.relations[keywords.goal as usize].rows {
            let args = ground.base.terms.args(row);
            if args[0] == role
                && let Ok(value) = ground.base.terms.text(args[1]).parse::<i32>()
                && (0..=100).contains(&value)
            {
                values.push((value, atoms.formula(row).clone()));
            }
        }
        values.sort_by_key(|(value, _)| *value);
        goals.push(values);
    }
    let conditions: Vec<&Formula> = effects.iter().flat_map(formulas).collect();
    let net = Net::new(&atoms, &seats.legal, &terminal, &conditions);
    let late = Late::new(&atoms, &net, &goals);
    let values = (0..roles.len()).map(|role| late.values(role)).collect();
    let first_shared = atoms.sentences.len() as u32;
    let codes = effects.iter().map(|effects| Code::new(effects, &net, atoms.facts, first_shared)).collect();
    let facts = atoms.sentences[..atoms.facts].iter().map(|&row| ground.base.terms.args(row)[0]).collect();
    let mut start = vec![0u64; net.fact_words];
    init.iter().enumerate().filter(|(_, on)| **on).for_each(|(fact, _)| start[fact / 64] |= 1 << (fact % 64));
    let ends = ends(&atoms, &terminal);
    let waiting = masks(&waiting, &moves);
    Ok(Ruleset {
        terms: ground.base.terms,
        roles,
        facts,
        moves,
        remarks: program.remarks.clone(),
        warnings: outline.warnings.clone(),
        init: start,
        legal: seats.legal,
        fact_count: atoms.facts,
        ends,
        effects,
        net,
        late,
        codes,
        turn: seats.turn,
        waiting,
        idle: seats.idle,
        doubt: None,
        prover: None,
        values,
    })
}

/// The facts each of which makes a formula hold.
fn ends(atoms: &Atoms, terminal: &Formula) -> Vec<u32> {
    let mut found = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut open = vec![terminal];
    while let Some(formula) = open.pop() {
        for clause in formula {
            if let [lit] = clause[..]
                && lit & 1 == 0
                && seen.insert(lit)
            {
                if atom(lit) < atoms.facts {
                    found.push(lit >> 1);
                } else {
                    open.push(&atoms.views[atom(lit)]);
                }
            }
        }
    }
    found
}

/// All conditions in the effects of a player's moves.
fn formulas(effects: &Effects) -> impl Iterator<Item = &Formula> {
    let conditions = effects.moves.iter().flat_map(|effect| {
        effect.shared.iter().chain(effect.changes.iter().filter_map(|(_, change)| match change {
            Change::SetIf(formula) | Change::Assign(formula) => Some(formula),
            _ => None,
        }))
    });
    effects.common.iter().map(|(_, formula)| formula).chain(conditions)
}

impl Ruleset {
    /// Whose turn it is at a position that the machine has been brought to; `None` if the rules do not say.
    #[inline]
    pub(crate) fn mover(&self, machine: &Machine, facts: &[u64]) -> Option<usize> {
        match &self.turn {
            Turn::Always(role) => Some(*role),
            Turn::Facts(owners) => owners
                .iter()
                .find(|(fact, _)| facts[*fact as usize / 64] >> (fact % 64) & 1 == 1)
                .map(|(_, role)| *role),
            Turn::Legal => (0..self.roles.len()).find(|&role| self.is_active(machine, role)),
        }
    }

    /// Can a player do something else than wait, at the position of the machine? Where no move means waiting: is there a choice?
    fn is_active(&self, machine: &Machine, role: usize) -> bool {
        let (legal, waiting) = (self.legal_bits(machine, role), &self.waiting[role]);
        if waiting.iter().all(|&bits| bits == 0) {
            return legal.iter().map(|word| word.count_ones()).sum::<u32>() > 1;
        }
        legal.iter().zip(waiting).any(|(bits, waiting)| bits & !waiting != 0)
    }

    /// The legal moves of a player at the position of the machine, as bits.
    #[inline]
    fn legal_bits<'a>(&self, machine: &'a Machine, role: usize) -> &'a [u64] {
        let first = self.net.moves[role] / 64;
        &machine.truth[first..first + self.moves[role].len().div_ceil(64)]
    }

    /// What a player does while the other moves, at the position of the machine: the move that means waiting, or the only one.
    pub(crate) fn waits(&self, machine: &Machine, role: usize) -> Option<usize> {
        let only = || {
            let mut legal = self.legal_bits(machine, role).iter().zip(0usize..).filter(|(bits, _)| **bits != 0);
            legal.next().map(|(bits, word)| word * 64 + bits.trailing_zeros() as usize)
        };
        self.idle[role].or_else(|| self.prover.as_ref().and_then(|_| only()))
    }

    /// How many players have the turn: 1 in a sound game.
    pub(crate) fn turns(&self, machine: &Machine, facts: &[u64]) -> usize {
        match &self.turn {
            Turn::Always(_) => 1,
            Turn::Legal => (0..self.roles.len()).filter(|&role| self.is_active(machine, role)).count(),
            Turn::Facts(owners) => {
                owners.iter().filter(|(fact, _)| facts[*fact as usize / 64] >> (fact % 64) & 1 == 1).count()
            }
        }
    }

    /// Is each question about a position answered when it is asked, because the rules are too large for a net?
    pub fn is_proved(&self) -> bool {
        self.prover.is_some()
    }

    /// Sizes for people: facts, views and clauses of the net.
    pub fn sizes(&self) -> (usize, usize, usize) {
        let (bits, clauses) = self.net.size();
        (self.fact_count, bits.saturating_sub(self.fact_count), clauses)
    }
}
