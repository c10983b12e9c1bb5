//! The way back: a game with its variations becomes a record, and the record a text.
//!
//! The moves are played on a board, so that the text has them as the game's players write them, and nothing that is not legal.

use engine::{Control, Engine, RecordFormat, Score, Side};
use record::{GameResult, Moves, Note, Numbering, Record, Remark, Tags, eval_text, game_name, pdn, pgn, sgf};

use super::tree::colors;
use crate::refusal::{Code, Refusal};
use crate::wire::{self, Arrow, ImportedGame, JudgedNode, RecordRequest, WrittenGame};
use crate::{limits, show};

/// After how many moves we check again whether anybody still wants them.
const LOOK: usize = 64;
/// Tags that follow from the game itself.
const OWN_TAGS: [&str; 6] = ["FEN", "SetUp", "Variant", "GameType", "Result", "PlyCount"];

/// A game as a text, in the format in which its players keep games.
pub fn write(request: &RecordRequest, control: &Control) -> Result<WrittenGame, Refusal> {
    let RecordRequest { game, judged } = request;
    if game.nodes.len() > limits::IMPORT_NODES {
        let message = format!("{} moves: at most {} are written", game.nodes.len(), limits::IMPORT_NODES);
        return Err(Refusal::new(Code::TooLarge, message));
    }
    let mut board = show::set_up(&game.game, Some(&game.start), &[])?;
    let mut record = Record { colors: colors(&*board), ..Record::default() };
    record.result = record.colors.read_result(&game.result).unwrap_or(GameResult::Open);
    for tag in game.tags.iter().filter(|tag| !OWN_TAGS.contains(&tag.name.as_str()) && is_name(&tag.name)) {
        record.tags.set(&tag.name, tag.value.as_str());
    }
    let start = board.position();
    if start != usual_start(&*board)? {
        record.tags.set("SetUp", "1");
        record.tags.set("FEN", start.as_str());
    }
    let (spec, customs) = (board.game(), board.customs());
    if let Some(variant) = customs.variant_tag(&spec) {
        record.tags.set("Variant", variant);
    }
    let mut numbering = if customs.fen { Numbering::of_fen(&start) } else { Numbering::default() };
    numbering.second_begins = board.side_to_move() == Side::Second;
    record.moves = moves(&mut *board, game, judged, control)?.numbered(numbering);
    record.tags.set("PlyCount", record.moves.main_line().count().to_string());
    if let Some(said) = &game.comment {
        record.moves.remark.say(said);
    }
    text(record, &spec, customs.record)
}

/// Where a reader of the record will think that the game begins. A record that names the game with its parameters says so; one that only
/// says Chess960 does not.
pub fn usual_start(board: &dyn Engine) -> Result<String, Refusal> {
    let customs = board.customs();
    let mut tags = Tags::default();
    if let Some(name) = customs.variant.as_deref().filter(|name| !name.is_empty()) {
        tags.set("Variant", name);
    }
    let named = game_name(&tags).ok().flatten().unwrap_or_else(|| board.game());
    Ok(engine::open(&named)?.position())
}

/// May this be the name of a tag? Anything else would break the text.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-+#=:".contains(&byte))
}

/// A record as a text in this format.
pub fn text(mut record: Record, game: &str, format: RecordFormat) -> Result<WrittenGame, Refusal> {
    let (text, media_type) = match format {
        RecordFormat::Pgn => (pgn::write(&record), "application/x-chess-pgn"),
        RecordFormat::Pdn => {
            // What PDN has no number for keeps the name that it has here.
            pdn::mark(&mut record, game);
            (pgn::write(&record), "application/x-draughts-pdn")
        }
        RecordFormat::Sgf => {
            let text = sgf::write(&record).map_err(|reason| Refusal::new(Code::Fault, reason))?;
            (text, "application/x-go-sgf")
        }
    };
    Ok(WrittenGame { text, format: format.into(), media_type: media_type.to_string() })
}

/// The moves of the game with what is said about them, each played on the board.
fn moves(
    board: &mut dyn Engine,
    game: &ImportedGame,
    judged: &[JudgedNode],
    control: &Control,
) -> Result<Moves, Refusal> {
    let nodes = &game.nodes;
    let wrong = |reason: String| Refusal::new(Code::BadRequest, reason);
    // What follows each node; in front what follows none.
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes.len() + 1];
    for (index, node) in nodes.iter().enumerate() {
        match node.parent {
            Some(parent) if parent >= index => {
                return Err(wrong(format!("node {index}: its parent, {parent}, does not stand before it")));
            }
            parent => next[parent.map_or(0, |parent| parent + 1)].push(index),
        }
    }
    let mut values = vec![None; nodes.len()];
    for one in judged {
        let count = nodes.len();
        let place = values.get_mut(one.node);
        *place.ok_or_else(|| wrong(format!("judged node {}: there are {count} nodes", one.node)))? = Some(one);
    }
    let diagram = board.diagram();
    let cells: Vec<String> = (0..diagram.cells.len()).map(|cell| diagram.cell_name(cell)).collect();
    let white = colors(board).white();
    let mut moves = Moves::default();
    // What is still to be played: a node, the moves before it, and which move of the record is the last of them.
    let mut open: Vec<(usize, usize, Option<usize>)> = next[0].iter().rev().map(|&node| (node, 0, None)).collect();
    while let Some((node, ply, before)) = open.pop() {
        if moves.len() % LOOK == 0 && control.stopped() {
            return Err(Refusal::new(Code::Busy, "the game was not written in time"));
        }
        if ply >= limits::PLIES {
            let message = format!("more than {} moves in a row are not written", limits::PLIES);
            return Err(Refusal::new(Code::TooLarge, message));
        }
        while board.ply() > ply {
            board.undo();
        }
        let played = board.play(&nodes[node].code)?;
        let index = moves.add(before, &played.text);
        let note = note(&nodes[node], values[node], &cells, white);
        if note != Note::default() {
            *moves.note_mut(index) = note;
        }
        open.extend(next[node + 1].iter().rev().map(|&node| (node, ply + 1, Some(index))));
    }
    Ok(moves)
}

/// What is said about a move. `white` is the player whose view values have in a text.
fn note(node: &wire::Node, judged: Option<&JudgedNode>, cells: &[String], white: Side) -> Note {
    // A bracket would end the command.
    let is_number = |byte: u8| byte.is_ascii_digit() || b"#+-.,:".contains(&byte);
    let plain = |text: &&String| !text.is_empty() && text.bytes().all(is_number);
    let mut remark = Remark::default();
    let as_read = || node.eval.as_ref().filter(plain).cloned();
    if let Some(value) = judged.and_then(|judged| value(judged, white)).or_else(as_read) {
        remark.command("eval", value);
    }
    if let Some(clock) = node.clock.as_ref().filter(plain) {
        remark.command("clk", clock.as_str());
    }
    for (name, rings) in [("csl", true), ("cal", false)] {
        let drawn: Vec<String> = node
            .arrows
            .iter()
            .filter(|arrow| (arrow.from == arrow.to) == rings)
            .filter_map(|arrow| drawn(arrow, cells))
            .collect();
        if !drawn.is_empty() {
            remark.command(name, drawn.join(","));
        }
    }
    if let Some(said) = &node.comment {
        remark.say(said);
    }
    Note { nags: node.nags.clone(), remark }
}

/// `0.35,14` or `#-4,14`, from White's view.
fn value(judged: &JudgedNode, white: Side) -> Option<String> {
    let score = match (judged.score.mate, judged.score.cp) {
        (Some(0), _) | (None, None) => return None,
        (Some(moves), _) => {
            let plies = 2 * (moves.unsigned_abs() as usize).min(limits::PLIES / 2);
            if moves > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) }
        }
        (None, Some(value)) => Score::new(value).clamp_judgement(),
    };
    let white = if white == Side::First { score } else { -score };
    Some(format!("{},{}", eval_text(white), judged.depth))
}

/// `Gd4` or `Re2e4`.
fn drawn(arrow: &Arrow, cells: &[String]) -> Option<String> {
    let [from, to] = [arrow.from, arrow.to].map(|cell| cells.get(cell).filter(|name| !name.is_empty()));
    let color = Some(arrow.color.as_str()).filter(|color| ["G", "R", "B", "Y"].contains(color))?;
    let to = if arrow.from == arrow.to { "" } else { to? };
    Some(format!("{color}{}{to}", from?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{ImportRequest, Node, Tag};

    fn import(text: &str, game: &str) -> ImportedGame {
        let request = ImportRequest { text: text.to_string(), game: Some(game.to_string()) };
        let mut imported = super::super::read(&request, &Control::timeless()).expect(text);
        assert_eq!((imported.errors.len(), imported.games.len()), (0, 1), "{text}: {imported:?}");
        imported.games.remove(0)
    }

    fn ask(game: ImportedGame, judged: Vec<JudgedNode>) -> Result<WrittenGame, Refusal> {
        write(&RecordRequest { game, judged }, &Control::timeless())
    }

    fn score(cp: Option<i32>, mate: Option<i32>) -> wire::Score {
        wire::Score { cp, mate, text: String::new(), chance: 0.5 }
    }

    /// What was read is written, and read again as the same game.
    #[test]
    fn there_and_back() {
        let chess = "[Event \"A \\\"B\\\"\"]\n[White \"Ana\"]\n[Result \"1-0\"]\n\n{before} 1. e4 $1 {good [%csl Gd4] [%cal Re2e4,Bd2d4] \
            [%eval 0.35] [%clk 0:01:02]} (1. d4 d5 (1... Nf6 2. c4) 2. c4 {so}) 1... e5 2. Nf3 $6 Nc6 1-0";
        let black = "[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... e5 8. e4 (8. e3) *";
        let games = [
            ("chess", chess, RecordFormat::Pgn),
            ("chess", black, RecordFormat::Pgn),
            ("chess960(white=0,black=0)", "1. e4 (1. d4) e5 *", RecordFormat::Pgn),
            ("othello", "1. f5 d6 (1... f6 2. e6) 2. c3 0-1", RecordFormat::Pgn),
            ("connect-four", "1. 4 4 {x} 2. 5 (2. 3) 5 *", RecordFormat::Pgn),
            ("draughts(rules=international)", "1. 32-28 (1. 31-27 {[%clk 0:10:00]}) 19-23 2-0", RecordFormat::Pdn),
            ("draughts", "1. 11-15 23-19 (1... 22-17) 0-1", RecordFormat::Pdn),
            ("go(size=9)", "(;GM[1]SZ[9]PB[Ana]RE[B+R]AB[cc];W[ee]C[hm](;B[gg];W[])(;B[dd]TE[1]))", RecordFormat::Sgf),
        ];
        for (game, text, format) in games {
            let first = import(text, game);
            let written = ask(first.clone(), Vec::new()).expect(text);
            assert_eq!(written.format, format.into(), "{game}");
            // The text names its game itself, unless it is chess, for which PGN was made.
            let again = import(&written.text, if game == "chess" { game } else { "tic-tac-toe" });
            let known = |game: &ImportedGame| {
                let own = |tag: &&Tag| OWN_TAGS.contains(&tag.name.as_str()) || tag.value.starts_with('?');
                let tags = game.tags.iter().filter(|tag| !own(tag)).map(|tag| format!("{}={}", tag.name, tag.value));
                (
                    tags.collect::<Vec<_>>(),
                    format!(
                        "{:?}",
                        ImportedGame { tags: Vec::new(), game: game.game.replace("(start=0)", ""), ..game.clone() }
                    ),
                )
            };
            assert_eq!(known(&again), known(&first), "{}", written.text);
        }
    }

    #[test]
    fn values_are_whites() {
        let judged = |score| vec![JudgedNode { node: 1, score, depth: 9 }];
        let text = |game: &str, moves: &str, score| ask(import(moves, game), judged(score)).expect(moves).text;
        assert!(text("chess", "1. e4 e5 *", score(Some(35), None)).contains("1. e4 e5 {[%eval 0.35,9]} *"));
        assert!(text("chess", "1. e4 e5 *", score(None, Some(-4))).contains("{[%eval #-4,9]}"));
        assert!(text("chess", "1. e4 e5 *", score(None, Some(1))).contains("{[%eval #1,9]}"));
        // In Othello Black begins.
        assert!(text("othello", "1. f5 d6 *", score(Some(300), None)).contains("{[%eval -3.00,9]}"));
        assert!(text("othello", "1. f5 d6 *", score(None, Some(2))).contains("{[%eval #-2,9]}"));
        // Nothing is said of a game that is over, and no number is too large.
        assert!(!text("chess", "1. e4 e5 *", score(None, Some(0))).contains("eval"));
        for (cp, mate) in [(Some(i32::MIN), None), (None, Some(i32::MIN)), (None, Some(i32::MAX))] {
            assert!(text("chess", "1. e4 e5 *", score(cp, mate)).contains("[%eval "), "{cp:?} {mate:?}");
        }
    }

    #[test]
    fn what_cannot_be_written_is_refused() {
        let game = || import("1. e4 e5 2. Nf3 *", "chess");
        let told = |change: &dyn Fn(&mut ImportedGame)| {
            let mut game = game();
            change(&mut game);
            let refusal = ask(game, Vec::new()).unwrap_err();
            (refusal.code, refusal.message)
        };
        let (code, message) = told(&|game| game.nodes[1].parent = Some(2));
        assert_eq!((code, message.contains("node 1") && message.contains('2')), (Code::BadRequest, true), "{message}");
        let (code, message) = told(&|game| game.nodes[2].code = "e2e4".to_string());
        assert_eq!((code, message.contains("e2e4")), (Code::IllegalMove, true), "{message}");
        assert_eq!(told(&|game| game.start = "x".to_string()).0, Code::BadPosition);
        assert_eq!(told(&|game| game.game = "halma".to_string()).0, Code::UnknownGame);
        assert_eq!(told(&|game| game.nodes = vec![game.nodes[0].clone(); limits::IMPORT_NODES + 1]).0, Code::TooLarge);
        let knights = |game: &mut ImportedGame| {
            let codes = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(limits::PLIES + 1);
            let node = game.nodes[0].clone();
            game.nodes = codes
                .enumerate()
                .map(|(index, code)| Node { parent: index.checked_sub(1), code: code.to_string(), ..node.clone() })
                .collect();
        };
        assert_eq!(told(&knights).0, Code::TooLarge);
        let wrong = JudgedNode { node: 3, score: score(Some(1), None), depth: 1 };
        assert!(ask(game(), vec![wrong]).unwrap_err().message.contains("judged node 3"));
        let halted = Control::timeless();
        halted.stop();
        let request = RecordRequest { game: game(), judged: Vec::new() };
        assert_eq!(write(&request, &halted).unwrap_err().code, Code::Busy);
    }

    /// Nothing that is said, or that a tag has, ends a comment or a command.
    #[test]
    fn hostile_words_stay_words() {
        let mut game = import("1. e4 e5 *", "chess");
        game.comment = Some("} 1. d4 {".to_string());
        game.tags.push(Tag { name: "White".to_string(), value: "\"]\n\n1. d4 d5 *".to_string() });
        game.tags.push(Tag { name: "A \"b\"]\n\n1. d4 *\n\n[C".to_string(), value: String::new() });
        game.nodes[0].comment = Some("} e5 {".to_string());
        game.nodes[0].clock = Some("1] } 2. a4".to_string());
        game.nodes[0].arrows =
            vec![Arrow { color: "]}".to_string(), from: 0, to: 1 }, Arrow { color: "G".to_string(), from: 0, to: 99 }];
        let written = ask(game, Vec::new()).expect("a text").text;
        let again = import(&written, "chess");
        assert_eq!(again.nodes.iter().map(|node| node.text.as_str()).collect::<Vec<_>>(), ["e4", "e5"], "{written}");
        assert_eq!((&again.nodes[0].clock, again.nodes[0].arrows.len()), (&None, 0));
    }
}
