//! Explanations in English.

use engine::Sight;
use eval::Term;

use super::catalogue::{Catalogue, Form};
use super::material::Piece;

pub(super) struct English;

/// Small numbers in words.
fn number(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(count).map_or(count.to_string(), ToString::to_string)
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn moves_text(moves: usize) -> String {
    if moves == 1 { "1 move".to_string() } else { format!("{moves} moves") }
}

fn for_what(lost: Option<&str>) -> String {
    lost.map_or(String::new(), |lost| format!(" for {lost}"))
}

impl Catalogue for English {
    fn side(&self, name: &str) -> String {
        name.to_string()
    }

    fn piece_letter(&self, letter: char) -> char {
        letter
    }

    fn pieces(&self, piece: Piece, count: usize) -> String {
        let (one, many) = match piece {
            Piece::Pawn => ("a pawn", "pawns"),
            Piece::Knight => ("a knight", "knights"),
            Piece::Bishop => ("a bishop", "bishops"),
            Piece::Rook => ("a rook", "rooks"),
            Piece::Queen => ("a queen", "queens"),
            Piece::Man => ("a man", "men"),
            Piece::King => ("a king", "kings"),
            Piece::Stone => ("a stone", "stones"),
            Piece::Disc => ("a disc", "discs"),
        };
        if count == 1 { one.to_string() } else { format!("{} {many}", number(count)) }
    }

    fn the_exchange(&self) -> &'static str {
        "the exchange"
    }

    fn and(&self) -> &'static str {
        "and"
    }

    fn amount(&self, amount: f64, unit: &str) -> String {
        format!("{amount:.2} {unit}")
    }

    fn certain(&self, winner: &str, moves: usize) -> String {
        format!("a win for {winner} in {}", moves_text(moves))
    }

    fn in_units(&self, text: &str, _: &str) -> String {
        text.to_string()
    }

    fn signed(&self, pawns: f64) -> String {
        format!("{pawns:+.2}").replace('-', "−")
    }

    fn term(&self, term: Term) -> &'static str {
        term.name()
    }

    fn best(&self, mv: &str, value: &str, depth: i32, nodes: u64) -> String {
        format!("Best is {mv} with {value} (depth {depth}, {} nodes).", thousands(nodes))
    }

    fn only_move(&self) -> String {
        "It is the only legal move.".to_string()
    }

    fn next_close(&self, mv: &str, value: &str) -> String {
        format!("{mv} is nearly as good ({value}).")
    }

    fn next_worse(&self, mv: &str, value: &str, amount: &str) -> String {
        format!("The next best move, {mv} ({value}), is {amount} worse.")
    }

    fn next_decided(&self, mv: &str, value: &str) -> String {
        format!("The next best move is {mv} ({value}).")
    }

    fn best_does(&self, deed: &str, line: &str) -> String {
        format!("It {deed}: {line}.")
    }

    fn best_suffers(&self, deed: &str, line: &str) -> String {
        format!("Even so it {deed}: {line}.")
    }

    fn best_invests(&self, deed: &str, line: &str) -> String {
        format!("It {deed}, and the search finds that worth while: {line}.")
    }

    fn expected(&self, mv: &str, line: &str) -> String {
        format!("Expected after {mv}: {line}.")
    }

    fn best_even(&self, line: &str) -> String {
        format!("Nothing is won or lost in the expected line: {line}.")
    }

    fn asked_as_good(&self, mv: &str, value: &str, best: &str, best_value: &str) -> String {
        format!("{mv} ({value}) is as good as the best move, {best} ({best_value}).")
    }

    fn better(
        &self,
        [best, best_value]: [&str; 2],
        [mv, value]: [&str; 2],
        amount: Option<&str>,
        percent: Option<f64>,
    ) -> String {
        let percent = percent.map(|percent| format!("{percent:.1} % of winning chance"));
        let cost = match (amount, percent) {
            (_, Some(percent)) => format!(", which costs {percent}"),
            (Some(amount), None) => format!(", which costs {amount}"),
            (None, None) => String::new(),
        };
        format!("Better is {best} with {best_value}; {mv} comes to {value}{cost}.")
    }

    fn asked_does(&self, mv: &str, deed: &str, line: &str) -> String {
        format!("{mv} {deed}: {line}.")
    }

    fn asked_allows(&self, mv: &str, opponent: &str, deed: &str, line: &str) -> String {
        format!("After {mv} {opponent} {deed}: {line}.")
    }

    fn asked_misses(&self, mv: &str, best: &str, deed: &str, line: &str) -> String {
        format!("{mv} misses {best}, which {deed}: {line}.")
    }

    fn allows(&self, mv: &str, reply: &str, purpose: &str, line: &str) -> String {
        format!("{mv} allows {reply}{purpose}: {line}.")
    }

    fn lacks(&self, mv: &str, best: &str, purpose: &str, line: &str) -> String {
        format!("{mv} misses {best}{purpose}: {line}.")
    }

    fn threatening(&self, deed: &str) -> String {
        format!(", which threatens to {deed}")
    }

    fn taking(&self, taken: &str) -> String {
        format!(", which takes {taken}")
    }

    fn sight(&self, sight: Sight, square: &str) -> String {
        match sight {
            Sight::PassedPawn => format!(" with a passed pawn on {square}"),
            Sight::Outpost => format!(" with a piece on {square} that no pawn can drive away"),
            Sight::SeventhRank => format!(" with a rook on the seventh rank, {square}"),
            Sight::OpenFile => format!(" with a rook on the open {}-file", square.chars().next().unwrap_or('?')),
            Sight::QueensOff => " with an exchange of queens".to_string(),
        }
    }

    fn threat(&self, side: &str, opponent: &str, deed: &str, line: &str) -> String {
        format!("If {side} passed, {opponent} {deed}: {line}.")
    }

    fn threat_missed(&self, mv: &str, reply: &str) -> String {
        format!("{mv} does not meet this: {reply} follows all the same.")
    }

    fn intention(&self, mv: &str, opponent: &str, side: &str, deed: &str, line: &str) -> String {
        format!("{mv} carries a threat: if {opponent} passed, {side} {deed}: {line}.")
    }

    fn terms(&self, mv: &str, changes: &str) -> String {
        format!("Along the line of {mv} these terms of the classical evaluation change most: {changes}.")
    }

    fn shallow(&self, depth: i32, mv: &str, value: &str, found_at: i32, best: &str) -> String {
        format!(
            "At depth {depth} the search still preferred {mv}, which is worth {value}; from depth {found_at} on it finds {best}."
        )
    }

    fn without(&self, technique: &str, depth: i32, mv: &str, value: &str) -> String {
        format!("Without {technique} a search of depth {depth} plays {mv}, which is worth {value}.")
    }

    fn decides(&self, form: Form, moves: usize, chess: bool) -> String {
        let what = if chess { format!(" in {moves}") } else { format!(" the game in {}", moves_text(moves)) };
        let verb = match (form, chess) {
            (Form::Does, true) => "mates",
            (Form::Would, true) => "would mate",
            (Form::To, true) => "mate",
            (Form::Does, false) => "wins",
            (Form::Would, false) => "would win",
            (Form::To, false) => "win",
        };
        verb.to_string() + &what
    }

    fn is_decided_against(&self, moves: usize, chess: bool) -> String {
        if chess { format!("cannot avert mate in {moves}") } else { format!("loses the game in {}", moves_text(moves)) }
    }

    fn wins(&self, form: Form, won: &str, lost: Option<&str>) -> String {
        let verb = match form {
            Form::Does => "wins",
            Form::Would => "would win",
            Form::To => "win",
        };
        format!("{verb} {won}{}", for_what(lost))
    }

    fn loses(&self, lost: &str, won: Option<&str>) -> String {
        format!("loses {lost}{}", for_what(won))
    }

    fn gives(&self, lost: &str, won: &str) -> String {
        format!("gives {lost} for {won}")
    }

    fn promotes(&self, form: Form, made: &str) -> String {
        let verb = match form {
            Form::Does => "makes",
            Form::Would => "would make",
            Form::To => "make",
        };
        format!("{verb} {made}")
    }

    fn lets_promote(&self, made: &str) -> String {
        format!("lets the opponent make {made}")
    }

    fn counts(&self, ours: i32, theirs: i32, over: bool, line: &str) -> String {
        let when = if over { "The game then ends" } else { "At the end of the expected line the discs stand" };
        format!("{when} {ours} to {theirs}: {line}.")
    }
}
