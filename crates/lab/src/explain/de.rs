//! Erklärungen auf Deutsch: explanations in German.

use engine::Sight;
use eval::Term;

use super::catalogue::{Catalogue, Form};
use super::material::Piece;

pub(super) struct German;

/// Small numbers in words.
fn number(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["keine", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"];
    WORDS.get(count).map_or(count.to_string(), ToString::to_string)
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('.');
        }
        text.push(digit);
    }
    text
}

fn for_what(lost: Option<&str>) -> String {
    lost.map_or(String::new(), |lost| format!(" für {lost}"))
}

/// A unit of value.
fn unit(name: &str) -> &str {
    match name {
        "pawns" => "Bauern",
        "discs" => "Scheiben",
        "men" => "Steine",
        "points" => "Punkte",
        other => other,
    }
}

fn in_moves(count: usize) -> String {
    if count == 1 { "einem Zug".to_string() } else { format!("{count} Zügen") }
}

impl Catalogue for German {
    fn side(&self, name: &str) -> String {
        match name {
            "White" => "Weiß",
            "Black" => "Schwarz",
            "Red" => "Rot",
            "Yellow" => "Gelb",
            other => other,
        }
        .to_string()
    }

    fn piece_letter(&self, letter: char) -> char {
        match letter {
            'Q' => 'D',
            'R' => 'T',
            'B' => 'L',
            'N' => 'S',
            other => other,
        }
    }

    fn pieces(&self, piece: Piece, count: usize) -> String {
        let (one, many) = match piece {
            Piece::Pawn => ("einen Bauern", "Bauern"),
            Piece::Knight => ("einen Springer", "Springer"),
            Piece::Bishop => ("einen Läufer", "Läufer"),
            Piece::Rook => ("einen Turm", "Türme"),
            Piece::Queen => ("eine Dame", "Damen"),
            Piece::Man => ("einen Stein", "Steine"),
            Piece::King => ("eine Dame", "Damen"),
            Piece::Stone => ("einen Stein", "Steine"),
            Piece::Disc => ("eine Scheibe", "Scheiben"),
        };
        if count == 1 { one.to_string() } else { format!("{} {many}", number(count)) }
    }

    fn the_exchange(&self) -> &'static str {
        "die Qualität"
    }

    fn and(&self) -> &'static str {
        "und"
    }

    fn amount(&self, amount: f64, unit: &str) -> String {
        format!("{amount:.2} {}", self::unit(unit)).replace('.', ",")
    }

    fn certain(&self, winner: &str, moves: usize) -> String {
        format!("Gewinn für {winner} in {}", in_moves(moves))
    }

    fn in_units(&self, text: &str, unit: &str) -> String {
        text.replace(unit, self::unit(unit)).replace('.', ",")
    }

    fn signed(&self, pawns: f64) -> String {
        format!("{pawns:+.2}").replace('.', ",").replace('-', "−")
    }

    fn term(&self, term: Term) -> &'static str {
        match term {
            Term::Material => "Material",
            Term::PawnSquares => "Bauernfelder",
            Term::KnightSquares => "Springerfelder",
            Term::BishopSquares => "Läuferfelder",
            Term::RookSquares => "Turmfelder",
            Term::QueenSquares => "Damenfelder",
            Term::KingSquares => "Königsfelder",
            Term::Mobility => "Beweglichkeit",
            Term::KnightSafeMobility => "sichere Beweglichkeit der Springer",
            Term::BishopSafeMobility => "sichere Beweglichkeit der Läufer",
            Term::RookSafeMobility => "sichere Beweglichkeit der Türme",
            Term::QueenSafeMobility => "sichere Beweglichkeit der Dame",
            Term::KingAttackers => "Angreifer des Königs",
            Term::KingDanger => "Gefahr für den König",
            Term::SafeChecks => "sichere Schachgebote",
            Term::WeakZone => "schwache Königszone",
            Term::Shield => "Bauernschild",
            Term::Flank => "Flügel des Königs",
            Term::KingFar => "König fern den Bauern",
            Term::Storm => "Bauernsturm",
            Term::DoubledPawn => "Doppelbauern",
            Term::IsolatedPawn => "vereinzelte Bauern",
            Term::BackwardPawn => "rückständige Bauern",
            Term::ConnectedPawn => "verbundene Bauern",
            Term::PassedPawn => "Freibauern",
            Term::CandidatePawn => "Freibauernkandidaten",
            Term::PassedFree => "freie Freibauern",
            Term::PassedBlocked => "blockierte Freibauern",
            Term::PassedKings => "Könige und Freibauern",
            Term::PassedPath => "offene Wege",
            Term::PassedProtected => "gedeckte Freibauern",
            Term::PassedUnstoppable => "unaufhaltsame Bauern",
            Term::PassedHelped => "unterstützte Freibauern",
            Term::RookBehindPassed => "Turm hinter dem Freibauern",
            Term::Threat => "Drohungen",
            Term::WeakPiece => "schwache Figuren",
            Term::QueenThreat => "Drohungen gegen die Dame",
            Term::PushThreat => "Drohungen durch Bauernzüge",
            Term::Restricted => "eingeschränkte Felder",
            Term::Closeness => "Nähe zum König",
            Term::Guard => "Nähe zum eigenen König",
            Term::Center => "Zentrum",
            Term::BishopPair => "Läuferpaar",
            Term::BishopView => "Sicht der Läufer",
            Term::BadBishop => "schlechter Läufer",
            Term::PawnsWith => "Figuren und Bauern",
            Term::RookFile => "Türme auf offenen Linien",
            Term::RookSeventh => "Türme auf der siebten Reihe",
            Term::Outpost => "Vorposten",
            Term::BehindPawn => "hinter einem Bauern",
            Term::Space => "Raum",
            Term::Trapped => "gefangene Figuren",
            Term::Check => "Schach",
            Term::Tempo => "Zugrecht",
            Term::Drive => "Treiben des Königs",
        }
    }

    fn best(&self, mv: &str, value: &str, depth: i32, nodes: u64) -> String {
        format!("Am besten ist {mv} mit {value} (Tiefe {depth}, {} Knoten).", thousands(nodes))
    }

    fn only_move(&self) -> String {
        "Es ist der einzige legale Zug.".to_string()
    }

    fn next_close(&self, mv: &str, value: &str) -> String {
        format!("Fast ebenso gut ist {mv} ({value}).")
    }

    fn next_worse(&self, mv: &str, value: &str, amount: &str) -> String {
        format!("Der nächstbeste Zug {mv} ({value}) ist um {amount} schlechter.")
    }

    fn next_decided(&self, mv: &str, value: &str) -> String {
        format!("Der nächstbeste Zug ist {mv} ({value}).")
    }

    fn best_does(&self, deed: &str, line: &str) -> String {
        format!("Er {deed}: {line}.")
    }

    fn best_suffers(&self, deed: &str, line: &str) -> String {
        format!("Auch er {deed}: {line}.")
    }

    fn best_invests(&self, deed: &str, line: &str) -> String {
        format!("Er {deed}, und die Suche hält das für lohnend: {line}.")
    }

    fn expected(&self, mv: &str, line: &str) -> String {
        format!("Erwartet wird nach {mv}: {line}.")
    }

    fn best_even(&self, line: &str) -> String {
        format!("In der erwarteten Folge wird nichts gewonnen oder verloren: {line}.")
    }

    fn asked_as_good(&self, mv: &str, value: &str, best: &str, best_value: &str) -> String {
        format!("{mv} ({value}) ist so gut wie der beste Zug {best} ({best_value}).")
    }

    fn better(
        &self,
        [best, best_value]: [&str; 2],
        [mv, value]: [&str; 2],
        amount: Option<&str>,
        percent: Option<f64>,
    ) -> String {
        let percent = percent.map(|percent| format!("{percent:.1} % Gewinnaussicht").replace('.', ","));
        let cost = match (amount, percent) {
            (_, Some(percent)) => format!(" und kostet {percent}"),
            (Some(amount), None) => format!(" und kostet {amount}"),
            (None, None) => String::new(),
        };
        format!("Besser ist {best} mit {best_value}; {mv} führt zu {value}{cost}.")
    }

    fn asked_does(&self, mv: &str, deed: &str, line: &str) -> String {
        format!("{mv} {deed}: {line}.")
    }

    fn asked_allows(&self, mv: &str, opponent: &str, deed: &str, line: &str) -> String {
        format!("Auf {mv} antwortet {opponent} und {deed}: {line}.")
    }

    fn asked_misses(&self, mv: &str, best: &str, deed: &str, line: &str) -> String {
        format!("{mv} versäumt {best}; dieser Zug {deed}: {line}.")
    }

    fn allows(&self, mv: &str, reply: &str, purpose: &str, line: &str) -> String {
        format!("{mv} erlaubt {reply}{purpose}: {line}.")
    }

    fn lacks(&self, mv: &str, best: &str, purpose: &str, line: &str) -> String {
        format!("{mv} versäumt {best}{purpose}: {line}.")
    }

    fn threatening(&self, deed: &str) -> String {
        format!(" mit der Drohung, {deed}")
    }

    fn taking(&self, taken: &str) -> String {
        format!(", das {taken} schlägt")
    }

    fn sight(&self, sight: Sight, square: &str) -> String {
        match sight {
            Sight::PassedPawn => format!(" mit einem Freibauern auf {square}"),
            Sight::Outpost => format!(" mit einer Figur auf {square}, die kein Bauer vertreiben kann"),
            Sight::SeventhRank => format!(" mit einem Turm auf der siebten Reihe, {square}"),
            Sight::OpenFile => {
                format!(" mit einem Turm auf der offenen {}-Linie", square.chars().next().unwrap_or('?'))
            }
            Sight::QueensOff => " mit Damentausch".to_string(),
        }
    }

    fn threat(&self, side: &str, opponent: &str, deed: &str, line: &str) -> String {
        format!("Täte {side} nichts, so würde {opponent} {deed}: {line}.")
    }

    fn threat_missed(&self, mv: &str, reply: &str) -> String {
        format!("{mv} verhindert das nicht: Es folgt trotzdem {reply}.")
    }

    fn intention(&self, mv: &str, opponent: &str, side: &str, deed: &str, line: &str) -> String {
        format!("{mv} droht etwas: Täte {opponent} nichts, so würde {side} {deed}: {line}.")
    }

    fn terms(&self, mv: &str, changes: &str) -> String {
        format!("In der Folge von {mv} ändern sich diese Glieder der klassischen Bewertung am meisten: {changes}.")
    }

    fn shallow(&self, depth: i32, mv: &str, value: &str, found_at: i32, best: &str) -> String {
        format!(
            "In Tiefe {depth} zog die Suche noch {mv} vor, das {value} wert ist; ab Tiefe {found_at} findet sie {best}."
        )
    }

    fn without(&self, technique: &str, depth: i32, mv: &str, value: &str) -> String {
        format!("Ohne {technique} zieht eine Suche der Tiefe {depth} {mv}, das {value} wert ist.")
    }

    fn decides(&self, form: Form, moves: usize, chess: bool) -> String {
        let in_moves = in_moves(moves);
        match (form, chess) {
            (Form::Does, true) => format!("setzt in {moves} matt"),
            (Form::Would, true) => format!("in {moves} mattsetzen"),
            (Form::To, true) => format!("in {moves} mattzusetzen"),
            (Form::Does, false) => format!("gewinnt die Partie in {in_moves}"),
            (Form::Would, false) => format!("die Partie in {in_moves} gewinnen"),
            (Form::To, false) => format!("die Partie in {in_moves} zu gewinnen"),
        }
    }

    fn is_decided_against(&self, moves: usize, chess: bool) -> String {
        if chess {
            format!("kann das Matt in {moves} nicht abwenden")
        } else {
            format!("verliert die Partie in {}", in_moves(moves))
        }
    }

    fn wins(&self, form: Form, won: &str, lost: Option<&str>) -> String {
        let what = format!("{won}{}", for_what(lost));
        match form {
            Form::Does => format!("gewinnt {what}"),
            Form::Would => format!("{what} gewinnen"),
            Form::To => format!("{what} zu gewinnen"),
        }
    }

    fn loses(&self, lost: &str, won: Option<&str>) -> String {
        format!("verliert {lost}{}", for_what(won))
    }

    fn gives(&self, lost: &str, won: &str) -> String {
        format!("gibt {lost} für {won}")
    }

    fn promotes(&self, form: Form, made: &str) -> String {
        match form {
            Form::Does => format!("bekommt durch Umwandlung {made}"),
            Form::Would => format!("durch Umwandlung {made} bekommen"),
            Form::To => format!("durch Umwandlung {made} zu bekommen"),
        }
    }

    fn lets_promote(&self, made: &str) -> String {
        format!("erlaubt dem Gegner durch Umwandlung {made}")
    }

    fn counts(&self, ours: i32, theirs: i32, over: bool, line: &str) -> String {
        let when = if over { "Die Partie endet dann" } else { "Am Ende der erwarteten Folge stehen die Scheiben" };
        format!("{when} {ours} zu {theirs}: {line}.")
    }
}
