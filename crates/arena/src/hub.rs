//! Draughts programs as players, by the Hub protocol, version 2.
//!
//! Its grammar is in [`protocol::hub`]. Its positions are one letter a square, and its captures name the pieces they take:
//! [`HubBoard`] translates. It knows depth and time, but no nodes.
//!
//! Reference: F. Letouzey, "Hub protocol for draughts, version 2", 2017, which comes with the program Scan.

use std::time::Duration;

use engine::{Control, Engine, Go, Score};
use protocol::hub::{Command, Info, Level, Message, Mode};

use crate::foreign::{Dialect, Foreign};
use crate::process::Process;
use crate::{Error, Fault, Launch, Thought, Turn};

/// What is said to a program that speaks Hub.
pub(crate) struct Hub {
    variant: &'static str,
    board: HubBoard,
}

/// Our rule sets, and what Hub calls them.
const VARIANTS: [(&str, &str); 2] = [("international", "normal"), ("frisian", "frisian")];

/// What Hub calls the rules of a game, if it knows them.
pub fn variant(game: &str) -> Option<&'static str> {
    let rules = game.strip_prefix("draughts(")?.strip_suffix(')')?.strip_prefix("rules=")?;
    VARIANTS.iter().find(|(own, _)| *own == rules).map(|(_, name)| *name)
}

/// The game with the rules that Hub calls so.
pub fn game(variant: &str) -> Option<String> {
    VARIANTS.iter().find(|(_, name)| *name == variant).map(|(rules, _)| format!("draughts(rules={rules})"))
}

/// A program that speaks Hub and plays.
pub(crate) fn start(
    launch: &Launch,
    game: &str,
    limit: Go,
    patience: Duration,
    halt: &Control,
) -> Result<Foreign<Hub>, Fault> {
    let board = engine::open(game).map_err(|error| Fault::NotReady(error.to_string()))?;
    let variant = variant(&board.game()).unwrap_or("normal");
    let start = board.position();
    Foreign::start(Hub { variant, board: HubBoard::new(board) }, start, launch, limit, patience, halt)
}

impl Dialect for Hub {
    type Command = Command;
    const ANSWERS: &'static [&'static str] = Message::ANSWERS;
    const STOP: Command = Command::Stop;
    const PONDER_HIT: Command = Command::PonderHit;

    fn greet(&self, process: &mut Process, launch: &Launch, patience: Duration) -> Result<(), Fault> {
        process.tell(&[Command::Hub])?;
        process.expect("wait", patience)?;
        let set = |name: &str, value: &str| Command::SetParam { name: name.to_string(), value: value.to_string() };
        let mut commands = vec![set("variant", self.variant)];
        commands.extend(launch.options.iter().map(|(name, value)| set(name, value)));
        commands.push(Command::Init);
        process.tell(&commands)?;
        process.expect("ready", patience)
    }

    fn new_game(process: &mut Process, patience: Duration) -> Result<(), Fault> {
        process.tell(&[Command::NewGame, Command::Ping])?;
        process.expect("pong", patience)
    }

    /// `pos`, `level` and `go`. Moves are known to be legal.
    fn request(&mut self, start: &str, turn: &Turn, limit: &Go, ponder: bool) -> Result<Vec<Command>, Fault> {
        let lost = |error: Error| Fault::NotReady(error.to_string());
        let position = Some(self.board.set_up(start).map_err(lost)?);
        let moves = turn.moves.iter().map(|mv| self.board.play(mv)).collect::<Result<Vec<_>, _>>().map_err(lost)?;
        let mut level =
            Level { depth: limit.depth.map(|depth| depth.max(0) as u32), move_time: limit.time, ..Level::default() };
        if let Some(clock) = turn.clocks[turn.side.index()] {
            level.moves = clock.moves_to_go;
            // By this protocol the increment is added before the move.
            let time = clock.remaining.saturating_sub(clock.increment);
            level.time = Some(time.max(Duration::from_millis(1)));
            level.increment = Some(clock.increment).filter(|increment| !increment.is_zero());
        }
        let mode = if ponder { Mode::Ponder } else { Mode::Think };
        Ok(vec![Command::Pos { position, moves }, Command::Level(level), Command::Go(mode)])
    }

    fn answer(line: &str) -> Option<Result<(String, Option<String>), Fault>> {
        match Message::parse(line)? {
            Message::Done { mv, ponder } => Some(Ok((mv, ponder))),
            Message::Error(text) => Some(Err(Fault::Crashed(format!("it says: {text}")))),
            _ => None,
        }
    }

    fn thought(line: &str) -> (Thought, Vec<String>) {
        let Some(Message::Info(Info { depth, score, nodes, time, pv })) = Message::parse(line) else {
            return Default::default();
        };
        let limit = Score::MAX_JUDGEMENT.value();
        let score = score.map(|score| Score::new(score.clamp(-limit, limit)));
        (Thought { score, depth, nodes, own_time: time }, pv)
    }

    fn read(&mut self, mv: String, expects: Option<String>) -> (String, Option<String>) {
        let mv = self.board.read(&mv).unwrap_or(mv);
        let expects = expects.and_then(|text| self.board.read_after(&mv, &text));
        (mv, expects)
    }
}

/// A board of draughts whose positions and moves are written as Hub writes them.
///
/// ```
/// use arena::hub::HubBoard;
/// let mut board = HubBoard::new(engine::open("draughts(rules=international)").unwrap());
/// assert!(board.set_up("start").unwrap().starts_with("Wbbbb"));
/// assert_eq!(board.play("32-28").unwrap(), "32-28");
/// assert_eq!(board.read("19-23").as_deref(), Some("19-23"));
/// board.play("19-23").unwrap();
/// // The man on 23 is taken.
/// assert_eq!(board.play("28x19").unwrap(), "28x19x23");
/// assert_eq!(board.read("14x23x19").as_deref(), Some("14x23"));
/// ```
pub struct HubBoard {
    board: Box<dyn Engine>,
}

impl HubBoard {
    /// On this board, whose squares must be numbered.
    pub fn new(board: Box<dyn Engine>) -> HubBoard {
        HubBoard { board }
    }

    /// The board itself.
    pub fn board(&mut self) -> &mut dyn Engine {
        &mut *self.board
    }

    /// The pieces by number of square, from 1: a letter each.
    fn squares(&self) -> Vec<char> {
        let mut cells: Vec<(u16, char)> = Vec::new();
        for cell in self.board.diagram().cells {
            if let Some(number) = cell.number {
                cells.push((number, cell.piece.map_or('e', |(_, letter, _)| letter)));
            }
        }
        cells.sort_unstable();
        cells.into_iter().map(|(_, letter)| letter).collect()
    }

    /// Goes to a position in the game's notation; the position as Hub writes it.
    pub fn set_up(&mut self, position: &str) -> Result<String, Error> {
        self.board.set_position(position)?;
        let side = self.board.side_name(self.board.side_to_move()).chars().next().unwrap_or('W');
        Ok(std::iter::once(side).chain(self.squares()).collect())
    }

    /// Goes to a position as Hub writes it.
    pub fn set_up_hub(&mut self, text: &str) -> Result<(), Error> {
        let count = self.squares().len();
        let wrong = |reason: String| Error::new(format!("position '{text}': {reason}"));
        let mut letters = text.chars();
        let side = letters.next().filter(|side| "WB".contains(*side));
        let side = side.ok_or_else(|| wrong("it begins with W or B, the side to move".to_string()))?;
        let mut pieces = [Vec::new(), Vec::new()];
        for (number, letter) in (1..).zip(letters.by_ref().take(count)) {
            let king = if letter.is_ascii_uppercase() { "K" } else { "" };
            match letter {
                'w' | 'W' => pieces[0].push(format!("{king}{number}")),
                'b' | 'B' => pieces[1].push(format!("{king}{number}")),
                'e' => {}
                other => return Err(wrong(format!("'{other}' is none of w, b, W, B, e"))),
            }
        }
        if text.chars().count() != count + 1 {
            return Err(wrong(format!("expected the side and {count} squares, got {} letters", text.chars().count())));
        }
        let [white, black] = pieces.map(|list| list.join(","));
        Ok(self.board.set_position(&format!("{side}:W{white}:B{black}"))?)
    }

    /// Plays a move in the game's notation; the move as Hub writes it.
    pub fn play(&mut self, mv: &str) -> Result<String, Error> {
        let before = self.squares();
        let own = self.board.side_name(self.board.side_to_move()).to_lowercase().chars().next().unwrap_or('w');
        self.board.play(mv)?;
        let diagram = self.board.diagram();
        let number = |cell: usize| diagram.cells[cell].number.unwrap_or(0);
        let cells = self.board.last_move_cells();
        let (Some(&from), Some(&to)) = (cells.first(), cells.last()) else {
            return Err(Error::new(format!("move '{mv}': it moves nothing")));
        };
        let taken: Vec<String> = (1..)
            .zip(before.iter().zip(self.squares()))
            .filter(|(_, (was, is))| **was != 'e' && was.to_ascii_lowercase() != own && *is == 'e')
            .map(|(number, _): (usize, _)| format!("x{number}"))
            .collect();
        let sign = if taken.is_empty() { '-' } else { 'x' };
        Ok(format!("{}{sign}{}{}", number(from), number(to), taken.concat()))
    }

    /// The legal move that Hub writes so, in the game's notation.
    pub fn read(&mut self, hub: &str) -> Option<String> {
        let wanted = parts(hub);
        for mv in self.board.moves() {
            let found = self.play(&mv.code).is_ok_and(|text| parts(&text) == wanted);
            self.board.undo();
            if found {
                return Some(mv.code);
            }
        }
        None
    }

    /// The same after another move.
    fn read_after(&mut self, mv: &str, hub: &str) -> Option<String> {
        self.play(mv).ok()?;
        let found = self.read(hub);
        self.board.undo();
        found
    }
}

/// Start, end and the captured squares, which may be written in any order.
fn parts(hub: &str) -> Option<Vec<u16>> {
    let mut squares = hub.split(['-', 'x']).map(|part| part.parse().ok()).collect::<Option<Vec<u16>>>()?;
    squares.get_mut(2..)?.sort_unstable();
    Some(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_there() {
        let (found, pv) =
            Hub::thought("info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 pv=\"32-28 19-23\" time=3.906");
        assert_eq!((found.depth, found.nodes, found.score), (Some(21), Some(31_261_613), Some(Score::new(-1))));
        assert_eq!((found.own_time, pv.len()), (Some(Duration::from_millis(3906)), 2));
        assert_eq!(Hub::thought("info score=1e30").0.score, Some(Score::MAX_JUDGEMENT));
        assert_eq!(Hub::thought("info score=nan depth=x").0, Thought::default());
    }

    /// Along random games, both translations go there and back.
    #[test]
    fn translates() {
        for rules in ["international", "frisian"] {
            let game = format!("draughts(rules={rules})");
            let mut board = HubBoard::new(engine::open(&game).unwrap());
            let mut copy = HubBoard::new(engine::open(&game).unwrap());
            assert_eq!(board.set_up("start").unwrap().len(), 51);
            let mut rng = game::Rng::new(7);
            for _ in 0..120 {
                let position = board.board().position();
                copy.set_up_hub(&copy_of(&mut board)).unwrap();
                assert_eq!(copy.board().key(), board.board().key(), "{position}");
                let moves = board.board().moves();
                if moves.is_empty() {
                    break;
                }
                let mv = &moves[rng.below(moves.len())].code;
                let hub = board.play(mv).unwrap();
                assert_eq!(copy.read(&hub).as_ref(), Some(mv), "{hub}");
            }
        }
        assert_eq!(HubBoard::new(engine::open("draughts(rules=international)").unwrap()).read("nonsense"), None);
    }

    /// The position as text of the protocol, the game going on.
    fn copy_of(board: &mut HubBoard) -> String {
        let position = board.board().position();
        let mut other = HubBoard::new(engine::open(&board.board().game()).unwrap());
        other.set_up(&position).unwrap()
    }
}
