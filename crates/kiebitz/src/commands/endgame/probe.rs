//! `kiebitz endgame probe`.

use chess::{BLACK, Kind, Move, Position, WHITE};
use clap::Args;
use game::{Rules, Show};
use knowledge::endgame::{Ending, Tables, Value};
use knowledge::syzygy::{Syzygy, Wdl};
use serde_json::json;

use super::{Folder, open_syzygy};
use crate::output::{self, Failure};

/// The exact value of an endgame position, and of each of its moves
///
/// Our own tables count to mate and leave the fifty-move rule aside. Syzygy tables, if given, count to the next capture or pawn
/// move (DTZ) under the fifty-move rule.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz endgame probe '8/8/8/8/8/2k5/8/KR6 w - - 0 1'
  kiebitz endgame probe '8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1' --syzygy ~/syzygy --json
  kiebitz endgame probe - --syzygy ~/syzygy < positions.fen")]
pub struct Probe {
    /// The position; `-` reads positions from the standard input, one a line, and answers each with a line of JSON
    #[arg(value_name = "FEN", allow_hyphen_values = true)]
    fen: String,

    /// Folders with Syzygy tables, separated as in PATH
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,

    #[command(flatten)]
    folder: Folder,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is known of the position or of a move, for the side to move.
#[derive(Clone, Copy, Default)]
struct Answer {
    value: Option<Value>,
    wdl: Option<Wdl>,
    dtz: Option<i32>,
}

impl Answer {
    /// -2 to 2. What our own tables know is never cursed.
    fn number(self) -> Option<i32> {
        self.wdl.map(Wdl::number).or(self.value.map(|value| 2 * value.sign()))
    }

    /// Plies to mate, negative for a loss.
    fn to_mate(self) -> Option<i32> {
        self.value.and_then(|value| value.plies().map(|plies| i32::from(plies) * value.sign()))
    }

    fn words(self) -> String {
        let own = self.value.map(|value| value.to_string());
        let syzygy = self.wdl.map(|wdl| format!("{wdl}, DTZ {}", self.dtz.unwrap_or(0)));
        [own, syzygy].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    fn json(self) -> serde_json::Value {
        json!({
            "value": self.number().map(|number| match number.signum() { 1 => "win", 0 => "draw", _ => "loss" }),
            "wdl": self.number(),
            "dtz": self.dtz,
            "plies_to_mate": self.to_mate(),
        })
    }
}

impl Probe {
    pub fn run(self) -> Result<(), Failure> {
        let syzygy = self.syzygy.as_deref().map(open_syzygy).transpose()?;
        let tables = Tables::new(Some(&self.folder.path()?));
        let probe = |fen: &str| -> Result<Probed, Failure> {
            let position = Position::from_fen(fen).map_err(|error| Failure::BadInput(error.to_string()))?;
            let answer = ask(&tables, syzygy.as_ref(), &position)?;
            if let Some(complaint) = tables.complaints().first() {
                return Err(Failure::Other(complaint.clone()));
            }
            if answer.number().is_none() {
                return Err(Failure::Other(unknown(&position, syzygy.as_ref())));
            }
            let moves = moves(&tables, syzygy.as_ref(), &position)?;
            Ok(Probed { position, answer, moves })
        };
        if self.fen == "-" {
            for (number, line) in (1..).zip(std::io::stdin().lines()) {
                let line = line?;
                if !line.trim().is_empty() {
                    let probed = probe(&line).map_err(|failure| failure.at(&format!("line {number}")))?;
                    output::line(probed.json().to_string())?;
                }
            }
            return Ok(());
        }
        let probed = probe(&self.fen)?;
        if self.json { output::json(&probed.json()) } else { probed.print() }
    }
}

/// Why nothing is known.
fn unknown(position: &Position, syzygy: Option<&Syzygy>) -> String {
    let men = position.board().occupied().count();
    if position.castling_rooks().any() {
        return "who may still castle is not in any table".to_string();
    }
    match (men, syzygy) {
        (..=4, _) => "there is no table of these men; `kiebitz endgame generate --men 4` makes it".to_string(),
        (_, Some(syzygy)) => {
            format!("{men} men: the largest Syzygy table has {}, or the one needed is missing", syzygy.most_men())
        }
        (_, None) => format!("{men} men: our own tables have up to four; --syzygy names folders with larger ones"),
    }
}

fn ask(tables: &Tables, syzygy: Option<&Syzygy>, position: &Position) -> Result<Answer, Failure> {
    let (mut wdl, mut dtz) = (None, None);
    if let Some(syzygy) = syzygy {
        wdl = syzygy.wdl(position).map_err(Failure::Other)?;
        dtz = syzygy.dtz(position).map_err(Failure::Other)?;
    }
    Ok(Answer { value: tables.probe(position), wdl, dtz })
}

/// Every legal move with its value, the best first.
fn moves(tables: &Tables, syzygy: Option<&Syzygy>, position: &Position) -> Result<Vec<(Move, Answer)>, Failure> {
    let own = tables.moves(position);
    let judged = syzygy.map(|syzygy| syzygy.moves(position)).transpose().map_err(Failure::Other)?.flatten();
    let value = |mv| own.as_ref().and_then(|own| own.iter().find(|(other, _)| *other == mv)).map(|(_, value)| *value);
    Ok(match (&own, judged) {
        // Among moves that Syzygy finds as good, the distance to mate decides.
        (_, Some(judged)) => {
            let mut moves: Vec<_> = judged
                .into_iter()
                .map(|one| (one.mv, Answer { value: value(one.mv), wdl: Some(one.wdl), dtz: Some(one.dtz) }))
                .collect();
            moves.sort_by_key(|(_, answer)| {
                let dtz = answer.dtz.unwrap_or(0);
                std::cmp::Reverse((answer.wdl, dtz.signum(), -dtz, answer.value))
            });
            moves
        }
        (Some(own), None) => {
            own.iter().map(|&(mv, value)| (mv, Answer { value: Some(value), ..Answer::default() })).collect()
        }
        (None, None) => Vec::new(),
    })
}

/// The ending as its table is called, or simply White's men and Black's where there is none.
fn name(position: &Position) -> String {
    let men = |color| {
        let count = |kind| position.board().pieces(color, kind).count();
        Kind::ALL.into_iter().rev().map(|kind| kind.letter().to_string().repeat(count(kind))).collect::<String>()
    };
    let plain = || [WHITE, BLACK].map(men).concat();
    Ending::of_position(position).map_or_else(plain, |ending| ending.to_string())
}

/// A position with what the tables say.
struct Probed {
    position: Position,
    answer: Answer,
    /// Every legal move, the best first.
    moves: Vec<(Move, Answer)>,
}

impl Probed {
    fn print(&self) -> Result<(), Failure> {
        let Probed { position, answer, moves } = self;
        let side = position.side_name(position.side_to_move());
        output::line(format!("{}, {side} to move: {}", name(position), answer.words()))?;
        if let Some((mv, _)) = moves.first() {
            output::line(format!("Best move: {}", position.move_text(*mv)))?;
        }
        for (mv, answer) in moves {
            output::line(format!("  {:<7} {}", position.move_text(*mv), answer.words()))?;
        }
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let position = &self.position;
        let as_json = |(mv, answer): &(Move, Answer)| {
            let mut value = json!({ "move": position.move_text(*mv), "uci": position.protocol_text(*mv) });
            extend(&mut value, answer.json());
            value
        };
        let moves: Vec<_> = self.moves.iter().map(as_json).collect();
        let mut value = json!({ "position": position.position_text(), "ending": name(position) });
        extend(&mut value, self.answer.json());
        value["move"] = moves.first().map_or(serde_json::Value::Null, |first| first["move"].clone());
        value["moves"] = json!(moves);
        value
    }
}

fn extend(value: &mut serde_json::Value, more: serde_json::Value) {
    if let (Some(value), serde_json::Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
}
