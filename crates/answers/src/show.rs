//! From the engine's types to what the page shows.

use engine::{Engine, Ply, Shade};

use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::wire::{self, Side};

/// A board at a position, after some moves.
pub fn set_up(game: &str, position: Option<&str>, moves: &[String]) -> Result<Box<dyn Engine>, Refusal> {
    too_many(moves)?;
    let mut board = engine::open(game)?;
    if let Some(position) = position {
        if position.trim().is_empty() {
            return Err(Refusal::new(Code::BadPosition, "position '': leave it out for the start position"));
        }
        board.set_position(position)?;
    }
    for (ply, mv) in moves.iter().enumerate() {
        board.play(mv).map_err(at(ply, mv))?;
    }
    Ok(board)
}

fn too_many(moves: &[String]) -> Result<(), Refusal> {
    if moves.len() <= limits::PLIES {
        return Ok(());
    }
    let message = format!("{} moves: at most {} are taken", moves.len(), limits::PLIES);
    Err(Refusal::new(Code::TooLarge, message))
}

/// An error in a list of moves, with the place.
fn at(ply: usize, mv: &str) -> impl Fn(engine::Error) -> Refusal {
    move |error| {
        let refusal = Refusal::from(error);
        let place = Some(wire::Place { ply, mv: mv.to_string() });
        Refusal { message: format!("ply {}: {}", ply + 1, refusal.message), place, ..refusal }
    }
}

/// Shows each game once to nobody: tables that are made on first use, of attacks and of opening names, then wait for nobody's click.
pub fn every_game_once() {
    for game in engine::games() {
        if let Ok(board) = engine::open(&game.name) {
            view(&*board);
        }
    }
}

/// The position of a board.
pub fn view(board: &dyn Engine) -> wire::View {
    let sides = [engine::Side::First, engine::Side::Second].map(|side| board.side_name(side).to_lowercase());
    let [first, second] = sides;
    let colors = [engine::Side::First, engine::Side::Second].map(|side| board.side_color(side).name().to_string());
    let moves = board.choices().into_iter().map(|choice| wire::MoveView {
        text: choice.text,
        code: choice.code,
        cells: choice.clicks.cells,
        also: choice.clicks.also,
        choice: choice.clicks.choice.map(String::from),
    });
    wire::View {
        game: board.game(),
        position: board.position(),
        key: board.key().to_string(),
        ply: board.ply(),
        turn: board.side_to_move().into(),
        sides: wire::SideNames { first, second },
        colors: colors.into(),
        board: cells(board),
        moves: moves.collect(),
        last: board.last_move_cells(),
        check: board.checked_cells(),
        opening: board.opening().map(opening),
        score: board.counts().map(|[first, second]| wire::Count { first, second }),
        end: end(board),
    }
}

/// The end of a game by its rules.
pub fn end(board: &dyn Engine) -> Option<wire::EndView> {
    let end = board.end()?;
    let reason = board.end_code().map_or("rules".to_string(), String::from);
    Some(wire::EndView { winner: end.outcome.winner().map(Side::from), reason })
}

/// What an opening is called.
pub fn opening(opening: engine::Opening) -> wire::OpeningView {
    wire::OpeningView {
        eco: opening.eco.to_string(),
        name: opening.english.to_string(),
        name_de: opening.german.to_string(),
    }
}

fn cells(board: &dyn Engine) -> wire::Board {
    let diagram = board.diagram();
    let alike = !diagram.is_checkered();
    let cell = |(index, cell): (usize, &engine::Cell)| wire::CellView {
        name: diagram.cell_name(index),
        shade: match cell.shade {
            Shade::Point => wire::Shade::Point,
            _ if alike => wire::Shade::Plain,
            Shade::Light => wire::Shade::Light,
            Shade::Dark => wire::Shade::Dark,
        },
        piece: cell.piece.map(|shown| piece(board, shown)),
    };
    wire::Board {
        style: board.look().board.into(),
        pieces: board.look().pieces.into(),
        cells: diagram.cells.iter().enumerate().map(cell).collect(),
        columns: diagram.columns.clone(),
        rows: diagram.rows.clone(),
    }
}

/// What a piece is called, and whose it is.
pub fn piece(board: &dyn Engine, (side, letter, _): (engine::Side, char, char)) -> wire::PieceView {
    wire::PieceView { side: side.into(), letter: letter.to_string(), name: board.piece_name(letter).to_string() }
}

/// A score of the side to move, from the first player's view.
pub fn score(board: &dyn Engine, report: &engine::Report) -> wire::Score {
    let side = board.side_to_move();
    let chance = match side {
        engine::Side::First => report.chance,
        engine::Side::Second => 1.0 - report.chance,
    };
    let first = side.view(report.score);
    let mate = first.plies_to_end().map(|plies| {
        let moves = plies.div_ceil(2) as i32;
        if first.is_win() { moves } else { -moves }
    });
    wire::Score {
        cp: mate.is_none().then_some(first.value()),
        mate,
        // Playouts know shares of wins and nothing else.
        text: match report.unit {
            "playouts" => format!("{:.0} %", chance * 100.0),
            _ => board.first_score_text(report.score),
        },
        chance: (chance * 10_000.0).round() / 10_000.0,
    }
}

/// The moves of a board so far, with what is needed to step through them.
pub fn line(game: &str, position: Option<&str>, moves: &[String]) -> Result<Vec<wire::Step>, Refusal> {
    too_many(moves)?;
    let mut board = set_up(game, position, &[])?;
    let mut steps = Vec::with_capacity(moves.len());
    for (ply, mv) in moves.iter().enumerate() {
        let side = board.side_to_move().into();
        let Ply { text, code, cells } = board.play(mv).map_err(at(ply, mv))?;
        steps.push(wire::Step { text, code, side, cells, position: board.position(), key: board.key().to_string() });
    }
    Ok(steps)
}

/// What is known of this board's position.
pub fn judged(board: &dyn Engine, lines: &[engine::Report]) -> wire::Judged {
    let (depth, nodes) = lines.first().map_or((0, 0), |line| (line.depth, line.nodes));
    wire::Judged { depth, nodes, lines: lines.iter().filter_map(|line| best_line(board, line)).collect() }
}

/// A line of a search of this board, with its value; `None` if it is empty.
pub fn best_line(board: &dyn Engine, report: &engine::Report) -> Option<wire::Line> {
    let cells = report.pv.first()?.cells.clone();
    let (pv, codes) = (Ply::texts(&report.pv), Ply::codes(&report.pv));
    Some(wire::Line { score: score(board, report), pv, codes, cells })
}
