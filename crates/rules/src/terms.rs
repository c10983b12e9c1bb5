//! Words, terms without variables, and patterns with them.
//!
//! Every term is stored once and known by its number, so that equal terms have equal numbers (hash consing). Sentences are
//! terms too: `(cell 1 2 b)` is a term whose symbol is `cell` with three arguments.

use std::collections::HashMap;

/// A symbol: a name with its number of arguments.
pub type Symbol = u32;
/// A term without variables.
pub type Term = u32;

/// All symbols and terms of a game.
#[derive(Clone, Default)]
pub struct Terms {
    names: Vec<(String, usize)>,
    by_name: HashMap<(String, usize), Symbol>,
    /// The symbol of each term, and where its arguments begin in `args`.
    terms: Vec<(Symbol, u32)>,
    args: Vec<Term>,
    /// How many letters each term has as it is written, and how deep it is nested. Terms share their parts, so that a few steps can make one whose
    /// text is longer than any memory.
    extents: Vec<(u16, u8)>,
    unwieldy: bool,
    /// Open addressing: term + 1, or 0 for a free slot.
    slots: Vec<u32>,
}

/// The longest term, in bytes as it is written, and the deepest one. They are written and compared recursively.
const MAX_LENGTH: u16 = 2000;
const MAX_HEIGHT: u8 = 100;

/// Mixes a number into a hash.
#[inline]
pub fn blend(hash: u64, value: u32) -> u64 {
    (hash.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x517c_c1b7_2722_0a95)
}

impl Terms {
    /// The symbol with a name and a number of arguments.
    pub fn symbol(&mut self, name: &str, arity: usize) -> Symbol {
        if let Some(&symbol) = self.by_name.get(&(name.to_string(), arity)) {
            return symbol;
        }
        let symbol = self.names.len() as Symbol;
        self.names.push((name.to_string(), arity));
        self.by_name.insert((name.to_string(), arity), symbol);
        symbol
    }

    /// The symbol, if the game has it.
    pub fn find(&self, name: &str, arity: usize) -> Option<Symbol> {
        self.by_name.get(&(name.to_string(), arity)).copied()
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol as usize].0
    }

    /// How many arguments a symbol takes.
    pub fn arity(&self, symbol: Symbol) -> usize {
        self.names[symbol as usize].1
    }

    /// How many symbols there are.
    pub fn symbols(&self) -> usize {
        self.names.len()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// The bytes that the terms take, about.
    pub fn bytes(&self) -> usize {
        self.terms.len() * 12 + self.args.len() * 4 + self.slots.len() * 4
    }

    /// Is there a term that is too long or too deep to be written?
    #[inline]
    pub fn is_unwieldy(&self) -> bool {
        self.unwieldy
    }

    /// How many bytes a term has as it is written.
    pub fn length(&self, term: Term) -> usize {
        usize::from(self.extents[term as usize].0)
    }

    /// The symbol of a term.
    #[inline]
    pub fn functor(&self, term: Term) -> Symbol {
        self.terms[term as usize].0
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, term: Term) -> &[Term] {
        let (symbol, start) = self.terms[term as usize];
        &self.args[start as usize..start as usize + self.names[symbol as usize].1]
    }

    fn hash(symbol: Symbol, args: &[Term]) -> u64 {
        let hash = args.iter().fold(blend(0, symbol), |hash, &arg| blend(hash, arg));
        // Neighboring arguments are the rule: without this their terms would crowd in neighboring slots.
        game::mix(hash)
    }

    /// The slot of a term: where it is, or where it would be.
    fn slot(&self, symbol: Symbol, args: &[Term]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = Terms::hash(symbol, args) as usize & mask;
        while let Some(term) = self.slots[slot].checked_sub(1) {
            if self.functor(term) == symbol && self.args(term) == args {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The term of a symbol with its arguments.
    pub fn term(&mut self, symbol: Symbol, args: &[Term]) -> Term {
        if self.terms.len() * 2 >= self.slots.len() {
            self.slots = vec![0; (self.slots.len() * 2).max(1024)];
            for term in 0..self.terms.len() as Term {
                let start = self.terms[term as usize];
                let slot = self.slot(start.0, self.args(term));
                self.slots[slot] = term + 1;
            }
        }
        let slot = self.slot(symbol, args);
        if let Some(term) = self.slots[slot].checked_sub(1) {
            return term;
        }
        let term = self.terms.len() as Term;
        let own = u16::try_from(self.names[symbol as usize].0.len()).unwrap_or(u16::MAX);
        let brackets = if args.is_empty() { 0 } else { 2 };
        let (mut length, mut height) = (own.saturating_add(brackets), 0);
        for &arg in args {
            let (inner, depth) = self.extents[arg as usize];
            length = length.saturating_add(inner).saturating_add(1);
            height = height.max(depth.saturating_add(1));
        }
        self.extents.push((length, height));
        self.unwieldy |= length > MAX_LENGTH || height > MAX_HEIGHT;
        self.terms.push((symbol, self.args.len() as u32));
        self.args.extend_from_slice(args);
        self.slots[slot] = term + 1;
        term
    }

    /// The term, if it is stored already.
    pub fn lookup(&self, symbol: Symbol, args: &[Term]) -> Option<Term> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.slot(symbol, args)].checked_sub(1)
    }

    /// The term as it is written.
    pub fn text(&self, term: Term) -> String {
        let args = self.args(term);
        let name = self.name(self.functor(term));
        if args.is_empty() {
            return name.to_string();
        }
        let args: Vec<String> = args.iter().map(|&arg| self.text(arg)).collect();
        format!("({name} {})", args.join(" "))
    }
}

/// A term in which variables may stand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// A variable of the rule, by number.
    Variable(u16),
    /// A term without variables.
    Term(Term),
    /// A symbol with arguments, at least one of which has a variable.
    Compound(Symbol, Vec<Pattern>),
}

/// A variable that has no value.
pub const UNBOUND: Term = Term::MAX;

impl Pattern {
    /// Calls `f` with every variable.
    pub fn variables(&self, f: &mut impl FnMut(u16)) {
        match self {
            Pattern::Variable(variable) => f(*variable),
            Pattern::Term(_) => {}
            Pattern::Compound(_, args) => args.iter().for_each(|arg| arg.variables(f)),
        }
    }

    /// The term that the pattern becomes; `None` if a variable has no value.
    pub fn instance(&self, terms: &mut Terms, values: &[Term]) -> Option<Term> {
        match self {
            Pattern::Variable(variable) => Some(values[usize::from(*variable)]).filter(|&value| value != UNBOUND),
            Pattern::Term(term) => Some(*term),
            Pattern::Compound(symbol, args) => {
                let mut found = [0; 16];
                if args.len() <= found.len() {
                    for (slot, arg) in found.iter_mut().zip(args) {
                        *slot = arg.instance(terms, values)?;
                    }
                    return Some(terms.term(*symbol, &found[..args.len()]));
                }
                let args: Option<Vec<Term>> = args.iter().map(|arg| arg.instance(terms, values)).collect();
                Some(terms.term(*symbol, &args?))
            }
        }
    }

    /// Makes the pattern equal to a term by giving values to variables, which are noted on the `trail`. On failure some may have
    /// been given already: the caller goes back along the trail.
    pub fn matches(&self, terms: &Terms, term: Term, values: &mut [Term], trail: &mut Vec<u16>) -> bool {
        match self {
            Pattern::Variable(variable) => {
                let value = &mut values[usize::from(*variable)];
                if *value == UNBOUND {
                    *value = term;
                    trail.push(*variable);
                }
                *value == term
            }
            Pattern::Term(own) => *own == term,
            Pattern::Compound(symbol, args) => {
                terms.functor(term) == *symbol
                    && args.iter().zip(terms.args(term)).all(|(arg, &term)| arg.matches(terms, term, values, trail))
            }
        }
    }
}
