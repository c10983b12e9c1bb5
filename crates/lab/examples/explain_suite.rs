//! Are explanations true? Takes tactical positions, explains the best move and a losing move drawn by chance, and judges by another
//! program (shakmaty) from the line itself: does the line give mate as promised, are the pieces that the explanation names the ones
//! that are taken and promoted along the line, and is nothing of worth left hanging at its end?
//!
//! `cargo run --release -p kiebitz-lab --example explain_suite -- DATA [POSITIONS] [NODES] [SAMPLES] [FILE]`, DATA being the folder
//! with `chess/suites` and `chess/puzzles`. Prints what is wrong, some samples, and the shares; into FILE go all facts, a line of JSON an
//! explanation, for a second judge.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use engine::Control;
use lab::explain::{self, Explanation, Gain, Language, Line, Piece, Request, Role, Tally, What};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, Role as Kind};

/// A move is a losing one if it costs at least so many hundredths of a pawn.
const LOSING: i32 = 200;

/// Positions from mates, the Win at Chess suite and puzzles, by turns.
fn positions(data: &Path, count: usize) -> Result<Vec<String>, String> {
    let read = |name: &str| {
        let path = data.join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let epd = |text: &str| {
        let four = |line: &str| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ") + " 0 1";
        text.lines().filter(|line| !line.trim().is_empty()).map(four).collect::<Vec<_>>()
    };
    let wac = epd(&read("chess/suites/wac.epd")?);
    let mates = epd(&read("chess/suites/mate_in_3.epd")?);
    let mut puzzles = Vec::new();
    for line in read("chess/puzzles/puzzles.csv")?.lines().skip(1) {
        let mut fields = line.split(',').skip(1);
        // The first move is the opponent's.
        let (Some(fen), Some(moves)) = (fields.next(), fields.next()) else { continue };
        let position: Chess = parse(fen)?;
        let first: UciMove = moves.split(' ').next().unwrap_or_default().parse().map_err(|_| line.to_string())?;
        let mv = first.to_move(&position).map_err(|error| format!("{line}: {error}"))?;
        let after = position.play(mv).map_err(|error| format!("{line}: {error}"))?;
        puzzles.push(Fen::from_position(&after, EnPassantMode::Legal).to_string());
    }
    // Of each source every so manyth, so that the whole of it is represented.
    let spread = |list: Vec<String>, wanted: usize| {
        let step = (list.len() / wanted.max(1)).max(1);
        list.into_iter().step_by(step).take(wanted).collect::<Vec<_>>()
    };
    let third = count / 3;
    Ok([spread(wac, third), spread(puzzles, count - third - third / 2), spread(mates, third / 2)].concat())
}

fn parse(fen: &str) -> Result<Chess, String> {
    let fen: Fen = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    fen.clone().into_position(CastlingMode::Standard).map_err(|error| format!("{fen}: {error}"))
}

/// The worth of a side's pieces by kind.
fn pieces(position: &Chess, color: Color) -> BTreeMap<Kind, i32> {
    let count = |kind| (position.board().by_color(color) & position.board().by_role(kind)).count() as i32;
    [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen]
        .into_iter()
        .map(|kind| (kind, count(kind)))
        .collect()
}

fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight | Kind::Bishop => 300,
        Kind::Rook => 500,
        Kind::Queen => 900,
        Kind::King => 0,
    }
}

/// Material for a color less that of the other.
fn material(position: &Chess, color: Color) -> i32 {
    let sum = |color| pieces(position, color).iter().map(|(kind, count)| worth(*kind) * count).sum::<i32>();
    sum(color) - sum(color.other())
}

/// What the side to move wins by taking alone, or by doing nothing.
fn captures(position: &Chess, mut alpha: i32, beta: i32, plies: u32) -> i32 {
    let stand = material(position, position.turn());
    if !position.is_check() {
        alpha = alpha.max(stand);
    }
    if alpha >= beta || plies == 0 {
        return alpha;
    }
    let mut moves = if position.is_check() { position.legal_moves() } else { position.capture_moves() };
    moves.sort_by_key(|mv| -mv.capture().map_or(0, worth));
    if moves.is_empty() && position.is_check() {
        return -30_000;
    }
    for mv in moves {
        let mut after = position.clone();
        after.play_unchecked(mv);
        alpha = alpha.max(-captures(&after, -beta, -alpha, plies - 1));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Plays a line; all positions, the first one included.
fn replay(line: &Line) -> Result<Vec<Chess>, String> {
    let mut positions = vec![parse(&line.from)?];
    for text in &line.protocol {
        let position = positions.last().expect("one at least");
        let mv: UciMove = text.parse().map_err(|_| format!("'{text}' is no move"))?;
        let mv = mv.to_move(position).map_err(|_| format!("'{text}' is not legal"))?;
        positions.push(position.clone().play(mv).map_err(|_| format!("'{text}' cannot be played"))?);
    }
    Ok(positions)
}

/// What is wrong with a claim, if anything. The claim is one of the side to move at the beginning of the line.
fn judge(gain: &Gain, line: &Line) -> Result<(), String> {
    let positions = replay(line)?;
    let (first, last) = (&positions[0], positions.last().expect("one at least"));
    let us = first.turn();
    match gain {
        Gain::Decided { wins, plies } => {
            let loser = if *wins { us.other() } else { us };
            if positions.len() != plies + 1 {
                return Err(format!("mate after {plies} plies is promised, the line has {}", positions.len() - 1));
            }
            if !last.is_checkmate() || last.turn() != loser {
                return Err("the line does not end in mate".to_string());
            }
            Ok(())
        }
        Gain::Material { tally, .. } => {
            named(tally, first, last, us)?;
            // The side to move at the end must not win anything of worth at once.
            let mover = last.turn();
            let hanging = captures(last, -50_000, 50_000, 8) - material(last, mover);
            let against = if mover == us { -hanging } else { hanging };
            let claim = tally.balance;
            if claim > 0 && against > 150 || claim < 0 && -against > 150 || claim == 0 && against.abs() > 150 {
                return Err(format!("{} is left hanging at the end of the line", hanging));
            }
            Ok(())
        }
        Gain::Count { .. } => Err("chess is no game of counting".to_string()),
    }
}

/// Do the named pieces make up the whole difference between two boards?
fn named(tally: &Tally, first: &Chess, last: &Chess, us: Color) -> Result<(), String> {
    let kind = |piece: Piece| match piece {
        Piece::Pawn => Kind::Pawn,
        Piece::Knight => Kind::Knight,
        Piece::Bishop => Kind::Bishop,
        Piece::Rook => Kind::Rook,
        _ => Kind::Queen,
    };
    let gone = |color: Color| {
        let (before, after) = (pieces(first, color), pieces(last, color));
        before.iter().map(|(kind, count)| (*kind, count - after[kind])).collect::<BTreeMap<_, _>>()
    };
    let (ours, theirs) = (gone(us), gone(us.other()));
    let mut difference: BTreeMap<Kind, i32> = theirs.iter().map(|(kind, count)| (*kind, count - ours[kind])).collect();
    let mut add = |piece: Piece, count: i32| *difference.entry(kind(piece)).or_default() -= count;
    tally.won.iter().for_each(|&piece| add(piece, 1));
    tally.lost.iter().for_each(|&piece| add(piece, -1));
    for &piece in &tally.promoted {
        add(piece, 1);
        add(Piece::Pawn, -1);
    }
    for &piece in &tally.opponent_promoted {
        add(piece, -1);
        add(Piece::Pawn, 1);
    }
    // A knight for a bishop is an even exchange.
    let minors = difference[&Kind::Knight] + difference[&Kind::Bishop];
    let rest = [Kind::Pawn, Kind::Rook, Kind::Queen].iter().any(|kind| difference[kind] != 0);
    if minors != 0 || rest {
        return Err(format!("the boards differ from what is named: {difference:?}"));
    }
    let balance = material(last, us) - material(first, us);
    if balance != tally.balance {
        return Err(format!("the balance is {balance} and not {}", tally.balance));
    }
    Ok(())
}

fn outcome(found: &Explanation, wanted: Role) -> Option<(&Gain, &Line)> {
    found.facts.iter().find_map(|fact| match &fact.what {
        What::Outcome { role, gain, line } if *role == wanted => Some((gain, line)),
        _ => None,
    })
}

/// What the opponent would win if one passed, as the opponent's claim: the line begins with the opponent's move.
fn threat(found: &Explanation) -> Option<(Gain, &Line)> {
    found.facts.iter().find_map(|fact| match &fact.what {
        What::Threat { gain: Gain::Decided { wins, plies }, line, .. } => {
            Some((Gain::Decided { wins: !wins, plies: *plies }, line))
        }
        What::Threat { gain: Gain::Material { tally, for_play }, line, .. } => {
            Some((Gain::Material { tally: tally.turned(), for_play: *for_play }, line))
        }
        _ => None,
    })
}

/// Something that is won or lost, and not nothing.
fn says_something(gain: &Gain) -> bool {
    !matches!(gain, Gain::Material { tally, .. } if tally.balance == 0)
}

fn loss(found: &Explanation) -> i32 {
    let loss = found.facts.iter().find_map(|fact| match fact.what {
        What::Loss { score, .. } => Some(score),
        _ => None,
    });
    loss.unwrap_or(0)
}

#[derive(Default)]
struct Share {
    right: usize,
    all: usize,
    silent: usize,
    wrong: Vec<String>,
}

impl Share {
    fn add(&mut self, verdict: Result<(), String>, silent: bool, place: &str) {
        self.all += 1;
        self.silent += usize::from(silent);
        match verdict {
            Ok(()) => self.right += 1,
            Err(reason) => self.wrong.push(format!("{place}: {reason}")),
        }
    }

    fn print(&self, what: &str) {
        let percent = 100.0 * self.right as f64 / self.all.max(1) as f64;
        println!(
            "{what}: {} of {} right ({percent:.1} %), {} of the others say nothing",
            self.right, self.all, self.silent
        );
        self.wrong.iter().for_each(|wrong| println!("  wrong: {wrong}"));
    }
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let data = arguments.next().ok_or("the folder with the data is missing")?;
    let mut number = |default: usize| arguments.next().map_or(Ok(default), |text| text.parse().map_err(|_| text));
    let (count, nodes, samples) = (number(300)?, number(200_000)?, number(30)?);
    let mut file = match arguments.next() {
        Some(path) => Some(std::fs::File::create(&path).map_err(|error| format!("{path}: {error}"))?),
        None => None,
    };
    let mut keep = |found: &Explanation| match &mut file {
        Some(file) => writeln!(file, "{}", found.json(Language::English)).map_err(|error| error.to_string()),
        None => Ok(()),
    };
    let control = Control::timeless();
    let mut rng = game::Rng::new(2026);
    let (mut best, mut losing) = (Share::default(), Share::default());
    let mut averted = 0;
    for (index, fen) in positions(Path::new(&data), count)?.into_iter().enumerate() {
        let ask = |asked: Option<String>| {
            let request = Request { asked, nodes: nodes as u64, weaker: false, ..Request::new("chess", &fen) };
            explain::explain(&request, &control).map_err(|error| error.to_string())
        };
        let found = ask(None)?;
        keep(&found)?;
        let verdict = match (outcome(&found, Role::Best).filter(|(gain, _)| says_something(gain)), threat(&found)) {
            (Some((gain, line)), _) => (judge(gain, line), false),
            // A move may win nothing and be best because it saves something.
            (None, Some((gain, line))) => {
                averted += 1;
                (judge(&gain, line), false)
            }
            (None, None) => (Err(format!("{}: nothing is named", found.best)), true),
        };
        best.add(verdict.0, verdict.1, &fen);
        // A losing move by chance, if there is one.
        let mut engine = engine::open("chess").map_err(|error| error.to_string())?;
        engine.set_position(&fen).map_err(|error| error.to_string())?;
        let mut moves = engine.moves();
        let mut told = None;
        for _ in 0..8 {
            if moves.is_empty() {
                break;
            }
            let mv = moves.swap_remove(rng.below(moves.len()));
            let found = ask(Some(mv.text.clone()))?;
            if mv.text == found.best || loss(&found) < LOSING {
                continue;
            }
            // Either the move itself loses something, or it misses what the best move wins: both must be right as far as said.
            let own = outcome(&found, Role::Asked).filter(|(gain, _)| says_something(gain));
            let missed = outcome(&found, Role::Best).filter(|(gain, _)| says_something(gain));
            let verdict = match (own, missed) {
                (None, None) => (Err(format!("{mv}: nothing is named")), true),
                (own, missed) => {
                    let all = own.into_iter().chain(missed).try_for_each(|(gain, line)| judge(gain, line));
                    (all.map_err(|error| format!("{mv}: {error}")), false)
                }
            };
            losing.add(verdict.0, verdict.1, &fen);
            keep(&found)?;
            told = Some(found);
            break;
        }
        if samples > 0 && index.is_multiple_of((count / samples).max(1)) {
            println!("\n{fen}");
            for found in std::iter::once(&found).chain(&told) {
                println!("  * {}", found.asked.as_deref().unwrap_or("the best move"));
                found.sentences(Language::English).iter().for_each(|sentence| println!("    {}", sentence.text));
            }
        }
    }
    println!();
    best.print("best move");
    println!("  of all these {averted} win nothing and save something");
    losing.print("losing move");
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
