//! Sentences become rules: a head and a list of literals, alternatives spelled out.
//!
//! The Game Description Language (M. Genesereth, N. Love and B. Pell, "General Game Playing: Overview of the AAAI Competition",
//! 2005) is Datalog with negation and nested terms. `or`, `and` and `not` are resolved here. `(not (distinct a b))` is not in the
//! standard and is common in the wild; it is read as equality.

use std::collections::HashMap;

use crate::error::{Place, Reason, RulesError};
use crate::reader::{Expr, Remark, Sheet};
use crate::terms::{Pattern, Symbol, Terms};

/// The most alternatives that the `or`s of one rule may make.
const MAX_ALTERNATIVES: usize = 4096;
/// The most conditions of a rule.
const MAX_BODY: usize = 1000;
/// The most conditions that the rules may have altogether, alternatives spelled out.
const MAX_CONDITIONS: usize = 400_000;
/// The most variables of a rule.
const MAX_VARIABLES: usize = 200;
/// The most arguments of a symbol.
const MAX_ARGUMENTS: usize = 64;

/// A condition of a rule.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    /// It holds.
    Positive(Pattern),
    /// It does not hold.
    Negative(Pattern),
    /// Two terms differ.
    Distinct(Pattern, Pattern),
    /// Two terms are the same.
    Equal(Pattern, Pattern),
}

/// A rule: the head holds if the whole body does.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// Where it stands.
    pub place: Place,
    /// What follows.
    pub head: Pattern,
    /// From what.
    pub body: Vec<Literal>,
    /// The names of its variables.
    pub variables: Vec<String>,
}

/// The symbols that have a meaning.
#[derive(Clone, Copy, Debug)]
pub struct Keywords {
    /// `(role r)`
    pub role: Symbol,
    /// `(init f)`
    pub init: Symbol,
    /// `(true f)`
    pub holds: Symbol,
    /// `(next f)`
    pub next: Symbol,
    /// `(legal r m)`
    pub legal: Symbol,
    /// `(does r m)`
    pub does: Symbol,
    /// `(goal r n)`
    pub goal: Symbol,
    /// `terminal`
    pub terminal: Symbol,
    /// `(base f)`
    pub base: Symbol,
    /// `(input r m)`
    pub input: Symbol,
}

/// The rules of a game, read but not yet checked.
pub struct Program {
    /// Its words and terms.
    pub terms: Terms,
    /// The symbols with a meaning.
    pub keywords: Keywords,
    /// The rules; facts are rules without a body.
    pub rules: Vec<Rule>,
    /// Comments meant for this program.
    pub remarks: Vec<Remark>,
    /// Where the text ends.
    pub end: Place,
}

/// Words that join sentences and cannot be names.
const CONNECTIVES: [&str; 5] = ["not", "or", "and", "distinct", "<="];

fn fault(place: Place, message: impl Into<String>) -> RulesError {
    RulesError::new(place, Reason::Meaning, message)
}

impl Pattern {
    /// The symbol of a sentence.
    pub fn predicate(&self, terms: &Terms) -> Symbol {
        match self {
            Pattern::Compound(symbol, _) => *symbol,
            Pattern::Term(term) => terms.functor(*term),
            Pattern::Variable(_) => unreachable!("sentences are not variables"),
        }
    }
}

/// A condition whose `or`s are still there: the literal is one alternative.
enum Formula {
    Literal(Literal),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

struct Builder {
    program: Program,
    /// How many arguments a name was first seen with, as a sentence and as a function, and where.
    sentences: HashMap<String, (usize, Place)>,
    functions: HashMap<String, (usize, Place)>,
    variables: Vec<String>,
    /// Conditions of all rules so far.
    conditions: usize,
}

/// Turns sentences into rules.
pub fn build(sheet: Sheet) -> Result<Program, RulesError> {
    let mut terms = Terms::default();
    let keywords = Keywords {
        role: terms.symbol("role", 1),
        init: terms.symbol("init", 1),
        holds: terms.symbol("true", 1),
        next: terms.symbol("next", 1),
        legal: terms.symbol("legal", 2),
        does: terms.symbol("does", 2),
        goal: terms.symbol("goal", 2),
        terminal: terms.symbol("terminal", 0),
        base: terms.symbol("base", 1),
        input: terms.symbol("input", 2),
    };
    let mut sentences = HashMap::new();
    for symbol in 0..terms.symbols() as Symbol {
        sentences.insert(terms.name(symbol).to_string(), (terms.arity(symbol), Place::default()));
    }
    let program = Program { terms, keywords, rules: Vec::new(), remarks: sheet.remarks, end: sheet.end };
    let mut builder = Builder { program, sentences, functions: HashMap::new(), variables: Vec::new(), conditions: 0 };
    for sentence in &sheet.sentences {
        builder.sentence(sentence)?;
    }
    Ok(builder.program)
}

impl Builder {
    fn sentence(&mut self, expr: &Expr) -> Result<(), RulesError> {
        self.variables.clear();
        let (head, conditions) = match expr {
            Expr::List(place, list) if list[0].word() == Some("<=") => {
                let head = list.get(1).ok_or_else(|| fault(*place, "a rule needs a head: (<= head body ...)"))?;
                (head, &list[2..])
            }
            fact => (fact, &[][..]),
        };
        let place = expr.place();
        let pattern = self.atom(head)?;
        let predicate = pattern.predicate(&self.program.terms);
        let keywords = self.program.keywords;
        if predicate == keywords.holds || predicate == keywords.does {
            let name = self.program.terms.name(predicate);
            return Err(fault(head.place(), format!("'{name}' cannot be concluded, only asked")));
        }
        let mut alternatives = vec![Vec::new()];
        let too_large = |builder: &Builder, what: &str| {
            let name = builder.program.terms.name(predicate);
            RulesError::new(place, Reason::TooLarge, format!("this rule about '{name}' {what}"))
        };
        for condition in conditions {
            let formula = self.formula(condition, false)?;
            alternatives = combine(alternatives, &formula).ok_or_else(|| {
                too_large(
                    self,
                    &format!("has more than {MAX_ALTERNATIVES} alternatives, or {MAX_BODY} conditions in one of them"),
                )
            })?;
        }
        self.conditions += alternatives.iter().map(|body| body.len() + 1).sum::<usize>();
        if self.conditions > MAX_CONDITIONS {
            let what =
                format!("is too much: with its ors spelled out the text has more than {MAX_CONDITIONS} conditions");
            return Err(too_large(self, &what));
        }
        if self.program.terms.is_unwieldy() {
            return Err(too_large(self, "has a term that is too long"));
        }
        for body in alternatives {
            let mut rule = Rule { place, head: pattern.clone(), body, variables: self.variables.clone() };
            self.add_role(&mut rule, predicate);
            self.program.rules.push(rule);
        }
        Ok(())
    }

    /// `(<= (goal ?p 100) ...)` where nothing binds `?p` means every role; sloppy, and common.
    fn add_role(&mut self, rule: &mut Rule, predicate: Symbol) {
        let keywords = self.program.keywords;
        if predicate != keywords.legal && predicate != keywords.goal {
            return;
        }
        let Pattern::Compound(_, args) = &rule.head else { return };
        let Pattern::Variable(role) = args[0] else { return };
        let mut bound = false;
        for literal in &rule.body {
            if let Literal::Positive(pattern) = literal {
                pattern.variables(&mut |variable| bound |= variable == role);
            }
        }
        if !bound {
            rule.body.push(Literal::Positive(Pattern::Compound(keywords.role, vec![Pattern::Variable(role)])));
        }
    }

    /// A condition; `negated` if an odd number of `not`s stand before it.
    fn formula(&mut self, expr: &Expr, negated: bool) -> Result<Formula, RulesError> {
        if let Expr::List(place, list) = expr {
            let args = &list[1..];
            match list[0].word() {
                Some("not") => {
                    let [inner] = args else { return Err(fault(*place, "'not' takes one sentence")) };
                    return self.formula(inner, !negated);
                }
                Some(word @ ("or" | "and")) => {
                    if args.is_empty() {
                        return Err(fault(*place, format!("'{word}' takes at least one sentence")));
                    }
                    let parts = args.iter().map(|arg| self.formula(arg, negated)).collect::<Result<_, _>>()?;
                    return Ok(if (word == "or") != negated { Formula::Any(parts) } else { Formula::All(parts) });
                }
                Some("distinct") => {
                    let [left, right] = args else { return Err(fault(*place, "'distinct' takes two terms")) };
                    let (left, right) = (self.term(left)?, self.term(right)?);
                    return Ok(Formula::Literal(if negated {
                        Literal::Equal(left, right)
                    } else {
                        Literal::Distinct(left, right)
                    }));
                }
                _ => {}
            }
        }
        let atom = self.atom(expr)?;
        let keywords = self.program.keywords;
        let predicate = atom.predicate(&self.program.terms);
        if predicate == keywords.next {
            return Err(fault(expr.place(), "'next' can only be concluded; a condition asks for 'true'"));
        }
        Ok(Formula::Literal(if negated { Literal::Negative(atom) } else { Literal::Positive(atom) }))
    }

    /// A sentence.
    fn atom(&mut self, expr: &Expr) -> Result<Pattern, RulesError> {
        let place = expr.place();
        let (name, args) = match expr {
            Expr::Word(_, word) => (word.as_str(), &[][..]),
            Expr::List(_, list) => match list[0].word() {
                Some(word) => (word, &list[1..]),
                None => return Err(fault(place, "a sentence begins with a word")),
            },
        };
        if name.starts_with('?') {
            return Err(fault(place, format!("the variable {name} cannot be a sentence")));
        }
        if CONNECTIVES.contains(&name) {
            return Err(fault(place, format!("'{name}' cannot stand here; it joins the conditions of a rule")));
        }
        let known = *self.sentences.entry(name.to_string()).or_insert((args.len(), place));
        self.check_arity(name, args.len(), known, place)?;
        let args = args.iter().map(|arg| self.term(arg)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.compound(name, args))
    }

    fn check_arity(&self, name: &str, found: usize, known: (usize, Place), place: Place) -> Result<(), RulesError> {
        if found > MAX_ARGUMENTS {
            let message = format!("'{name}' has {found} arguments; at most {MAX_ARGUMENTS} are read");
            return Err(RulesError::new(place, Reason::TooLarge, message));
        }
        if found == known.0 {
            return Ok(());
        }
        let whose = if known.1.line == 0 { String::new() } else { format!(" as in line {}", known.1.line) };
        Err(fault(place, format!("'{name}' has {found} arguments here; it takes {}{whose}", known.0)))
    }

    /// A term, which may have variables.
    fn term(&mut self, expr: &Expr) -> Result<Pattern, RulesError> {
        let place = expr.place();
        match expr {
            Expr::Word(_, word) if word.starts_with('?') => {
                let number = match self.variables.iter().position(|variable| variable == word) {
                    Some(number) => number,
                    None if self.variables.len() == MAX_VARIABLES => {
                        let message = format!("the rule has more than {MAX_VARIABLES} variables");
                        return Err(RulesError::new(place, Reason::TooLarge, message));
                    }
                    None => {
                        self.variables.push(word.clone());
                        self.variables.len() - 1
                    }
                };
                Ok(Pattern::Variable(number as u16))
            }
            Expr::Word(_, word) if CONNECTIVES.contains(&word.as_str()) => {
                Err(fault(place, format!("'{word}' cannot stand inside a sentence; it joins the conditions of a rule")))
            }
            Expr::Word(_, word) => {
                let symbol = self.program.terms.symbol(word, 0);
                Ok(Pattern::Term(self.program.terms.term(symbol, &[])))
            }
            Expr::List(_, list) => {
                let Some(name) = list[0].word() else { return Err(fault(place, "a term begins with a word")) };
                if name.starts_with('?') || CONNECTIVES.contains(&name) {
                    return Err(fault(place, format!("'{name}' cannot be the name of a term")));
                }
                if list.len() == 1 {
                    return self.term(&list[0]);
                }
                let known = *self.functions.entry(name.to_string()).or_insert((list.len() - 1, place));
                self.check_arity(name, list.len() - 1, known, place)?;
                let args = list[1..].iter().map(|arg| self.term(arg)).collect::<Result<Vec<_>, _>>()?;
                Ok(self.compound(name, args))
            }
        }
    }

    fn compound(&mut self, name: &str, args: Vec<Pattern>) -> Pattern {
        let symbol = self.program.terms.symbol(name, args.len());
        let ground: Option<Vec<u32>> = args
            .iter()
            .map(|arg| match arg {
                Pattern::Term(term) => Some(*term),
                _ => None,
            })
            .collect();
        match ground {
            Some(args) => Pattern::Term(self.program.terms.term(symbol, &args)),
            None => Pattern::Compound(symbol, args),
        }
    }
}

/// Every way to meet one of the alternatives and the formula as well; `None` if there are too many.
fn combine(alternatives: Vec<Vec<Literal>>, formula: &Formula) -> Option<Vec<Vec<Literal>>> {
    match formula {
        Formula::Literal(_) if alternatives.iter().any(|body| body.len() == MAX_BODY) => None,
        Formula::Literal(literal) => Some(
            alternatives
                .into_iter()
                .map(|mut body| {
                    body.push(literal.clone());
                    body
                })
                .collect(),
        ),
        Formula::All(parts) => parts.iter().try_fold(alternatives, combine),
        Formula::Any(parts) => {
            if alternatives.len() * parts.len() > MAX_ALTERNATIVES {
                return None;
            }
            let mut all = Vec::new();
            for part in parts {
                all.extend(combine(alternatives.clone(), part)?);
                if all.len() > MAX_ALTERNATIVES {
                    return None;
                }
            }
            Some(all)
        }
    }
}
