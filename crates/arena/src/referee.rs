//! One game between two players: whose turn it is, how much time is left, whether a move is legal, when it is over.

use std::time::{Duration, Instant};

use engine::{Control, Engine, Ply, Side};
use serde::{Deserialize, Serialize};

use crate::adjudication::{Adjudication, Judge, ask_tables};
use crate::{Clock, Error, Fault, Opening, Player, TimeControl, Turn};

/// By which rules games are played, besides those of the game itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// So far below zero a clock may run, once a game: what the machine takes, the player did not.
    pub margin: Duration,
    /// So long the referee waits for a player that no clock limits, and for a program to get ready.
    pub patience: Duration,
    /// May players think in the opponent's time?
    pub ponder: bool,
    /// When a game is ended before its end; never, unless asked.
    pub adjudication: Adjudication,
    /// A longer game is a draw.
    pub max_plies: Option<usize>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            ponder: false,
            adjudication: Adjudication::default(),
            max_plies: None,
        }
    }
}

/// A move as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The move as people write it.
    pub text: String,
    /// From here on for moves that were thought about; `None` for those of the opening.
    pub thinking: Option<Thinking>,
}

/// What is known of the thinking behind a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thinking {
    /// How long it took.
    pub took: Duration,
    /// What was left on the clock afterwards.
    pub left: Option<Duration>,
    /// What the player says, for the side that moved.
    pub thought: crate::Thought,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game: what they say.
    Rules(String),
    /// A player's fault, for which it lost.
    Fault(Fault),
    /// The referee ended it, as was asked for.
    Adjudicated(String),
}

impl Ending {
    /// The value of the PGN tag `Termination`.
    pub fn termination(&self) -> &'static str {
        match self {
            Ending::Rules(_) => "normal",
            Ending::Adjudicated(_) => "adjudication",
            Ending::Fault(Fault::OutOfTime(_)) => "time forfeit",
            Ending::Fault(Fault::Illegal(_)) => "rules infraction",
            Ending::Fault(_) => "abandoned",
        }
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The start position, in the game's notation; `None` for the usual one.
    pub start: Option<String>,
    /// Who moved first in it.
    pub first_to_move: Side,
    /// The moves, those of the opening included.
    pub moves: Vec<Played>,
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: Ending,
    /// The time that the players took to get ready.
    pub preparing: Duration,
    /// The time that each side spent thinking.
    pub thinking: [Duration; 2],
    /// The largest difference, for each side, between the time that we measured for a move and what the player says.
    pub clock_gap: [Duration; 2],
}

/// How one game is to be played.
pub struct Request<'a> {
    /// Where it begins.
    pub opening: &'a Opening,
    /// The time controls by side.
    pub controls: [Option<TimeControl>; 2],
    /// The time for each move by side, where that is fixed.
    pub limits: [Option<Duration>; 2],
    /// The rules.
    pub rules: &'a Rules,
    /// Where randomness begins.
    pub seed: u64,
    /// Stopped when the game is not to be finished.
    pub halt: &'a Control,
}

/// Plays one game on `board`; `None` if it was broken off. `Err` only if the opening cannot be played.
pub fn play(
    board: &mut dyn Engine,
    mut players: [&mut dyn Player; 2],
    request: &Request,
) -> Result<Option<Game>, Error> {
    let Request { opening, controls, limits, rules, seed, halt } = *request;
    board.set_position("start")?;
    let usual = board.position();
    let start = opening.set_up(board)?;
    let mut moves = Ply::codes(&board.played());
    let mut clocks = controls.map(|control| control.map(Clock::new));
    let mut game = Game {
        start: None,
        first_to_move: Side::First,
        moves: Vec::new(),
        winner: None,
        ending: Ending::Rules(String::new()),
        preparing: Duration::ZERO,
        thinking: [Duration::ZERO; 2],
        clock_gap: [Duration::ZERO; 2],
    };
    game.first_to_move = if moves.len().is_multiple_of(2) { board.side_to_move() } else { !board.side_to_move() };
    game.start = (start != usual).then(|| start.clone());
    let mut judge = Judge::new(rules.adjudication.clone());
    let mut thinking: Vec<Option<Thinking>> = vec![None; moves.len()];
    let begin = Instant::now();
    let ready = Side::BOTH.iter().find_map(|side| {
        players[side.index()].new_game(&start, seed.wrapping_add(side.index() as u64)).err().map(|fault| (*side, fault))
    });
    if halt.stopped() {
        return Ok(None);
    }
    game.preparing = begin.elapsed();
    let mut over = ready.map(|(side, fault)| (Some(!side), Ending::Fault(fault)));
    // Asked once for each position: the answer takes generating moves.
    let mut end = board.end();
    while over.is_none() {
        if let Some(end) = end {
            over = Some((end.outcome.winner(), Ending::Rules(board.verdict().unwrap_or_default())));
            break;
        }
        if let Some(limit) = rules.max_plies.filter(|limit| moves.len() >= *limit) {
            over = Some((None, Ending::Adjudicated(format!("draw: {limit} plies are played"))));
            break;
        }
        if let Some((winner, text)) = ask_tables(board, &rules.adjudication.tables) {
            over = Some((winner, Ending::Adjudicated(text)));
            break;
        }
        let side = board.side_to_move();
        let index = side.index();
        let patience = match (clocks[index], limits[index]) {
            (Some(clock), _) => clock.limit(rules.margin),
            (None, Some(time)) => time + rules.margin,
            (None, None) => rules.patience,
        };
        let timed = clocks[index].is_some() || limits[index].is_some();
        let views = clocks.map(|clock| clock.map(|clock| clock.view()));
        let control = engine::start_clock_under(halt);
        let turn = Turn { moves: &moves, side, clocks: views, patience, control: &control, watch: &|_| {} };
        let reply = match players[index].think(&turn) {
            Ok(reply) => reply,
            Err(Fault::Halted) => return Ok(None),
            Err(Fault::Stalled(text)) if timed => {
                over = Some((Some(!side), Ending::Fault(Fault::OutOfTime(text))));
                break;
            }
            Err(fault) => {
                over = Some((Some(!side), Ending::Fault(fault)));
                break;
            }
        };
        if halt.stopped() {
            return Ok(None);
        }
        game.thinking[index] += reply.took;
        if let Some(own) = reply.thought.own_time {
            game.clock_gap[index] = game.clock_gap[index].max(reply.took.abs_diff(own));
        }
        let in_time = match &mut clocks[index] {
            Some(clock) => clock.spend(reply.took, rules.margin),
            None => reply.took <= patience || !timed,
        };
        if !in_time {
            let own = reply
                .thought
                .own_time
                .map_or(String::new(), |own| format!(", by its own account {} ms", own.as_millis()));
            let text = format!("a move took {} ms{own}; {} ms were left", reply.took.as_millis(), patience.as_millis());
            over = Some((Some(!side), Ending::Fault(Fault::OutOfTime(text))));
            break;
        }
        if reply.mv.eq_ignore_ascii_case("resign") {
            over = Some((Some(!side), Ending::Rules(format!("{} resigns", board.side_name(side)))));
            break;
        }
        match board.play(&reply.mv) {
            Ok(ply) => moves.push(ply.code),
            Err(error) => {
                over = Some((Some(!side), Ending::Fault(Fault::Illegal(error.to_string()))));
                break;
            }
        }
        thinking.push(Some(Thinking {
            took: reply.took,
            left: clocks[index].map(|clock| clock.left()),
            thought: reply.thought,
        }));
        end = board.end();
        if end.is_some() {
            continue;
        }
        if let Some((winner, text)) = judge.hear(side, reply.thought.score, moves.len()) {
            over = Some((winner, Ending::Adjudicated(text)));
            break;
        }
        if rules.ponder
            && let Some(expected) = reply.expects
            && let Ok(ply) = board.play(&expected)
        {
            // Nobody thinks about a game that is over.
            let goes_on = board.end().is_none();
            board.undo();
            if goes_on {
                moves.push(ply.code);
                let views = clocks.map(|clock| clock.map(|clock| clock.view()));
                let turn = Turn { moves: &moves, side, clocks: views, patience, control: &control, watch: &|_| {} };
                players[index].ponder(&turn);
                moves.pop();
            }
        }
    }
    let (winner, ending) = over.expect("the loop ends with it");
    game.moves =
        board.played().into_iter().zip(thinking).map(|(ply, thinking)| Played { text: ply.text, thinking }).collect();
    game.winner = winner;
    game.ending = ending;
    Ok(Some(game))
}

impl Game {
    /// The points of the first player: 1, ½ or 0, doubled.
    pub fn half_points(&self, side: Side) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }
}
