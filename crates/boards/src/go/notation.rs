//! How Go is written: points as in GTP (`D4`, no column I), positions on one line.
//!
//! A position is the rows from the top, separated by `/`, with `X` for Black, `O` for White and numbers for runs of
//! empty points; then the side to move, `b` or `w`; the passes just made, 0 to 2; and the point where ko forbids
//! retaking at once, or `-`. What follows the rows may be left out from the end.
//!
//! ```text
//! 5/1XO2/X1XO1/1XO2/5 w 0 -
//! ```
//!
//! Other earlier boards are lost when a position is written; only a record of moves keeps them. So two more forms are
//! read: the moves from the empty board, `D4 E5 pass`, and a game in SGF (see the module `sgf`).
//!
//! References: the Go Text Protocol, version 2; SGF, version 4.

use game::{MoveError, PositionError, Rules, Side};

use super::board::{Content, Point};
use super::{Go, GoMove, Refusal, sgf};

/// The letter of a column from 0. There is no I.
pub(super) fn column_letter(column: usize) -> char {
    char::from(b'A' + column as u8 + u8::from(column >= 8))
}

pub(super) fn point_text(go: &Go, point: Point) -> String {
    let (column, row) = go.board.place(point);
    format!("{}{}", column_letter(column), row + 1)
}

/// Reads a point of the board, occupied or not.
fn parse_point(go: &Go, text: &str) -> Option<Point> {
    let mut chars = text.chars();
    let letter = chars.next()?.to_ascii_uppercase();
    let column = (0..go.size()).find(|&column| column_letter(column) == letter)?;
    let digits = chars.as_str();
    let row: usize = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok()? } else { return None };
    (1..=go.size()).contains(&row).then(|| go.board.point(column, row - 1))
}

pub(super) fn parse_move(go: &Go, text: &str) -> Result<GoMove, MoveError> {
    let word = text.trim();
    if go.passes == 2 {
        return Err(MoveError::new(text, "the game is over: both sides have passed"));
    }
    if word.eq_ignore_ascii_case("pass") {
        return Ok(GoMove::Pass);
    }
    let Some(point) = parse_point(go, word) else {
        return Err(MoveError::new(
            text,
            format!(
                "expected 'pass' or a point from A1 to {}{}, such as C3; there is no column I",
                column_letter(go.size() - 1),
                go.size()
            ),
        ));
    };
    match go.check(point) {
        Ok(()) => Ok(GoMove::Play(point)),
        Err(refusal) => Err(MoveError::new(text, explain(go, point, refusal))),
    }
}

/// Why the stone is refused, in words.
fn explain(go: &Go, point: Point, refusal: Refusal) -> String {
    match refusal {
        Refusal::GameOver => "the game is over: both sides have passed".to_string(),
        Refusal::Occupied => format!("{} is occupied", point_text(go, point)),
        Refusal::Suicide => {
            "suicide is forbidden: the stone and its chain would have no liberty and it captures nothing".to_string()
        }
        Refusal::Ko => {
            "ko: retaking at once would bring back the board before the last move; play elsewhere first".to_string()
        }
        Refusal::Superko => "superko: the move would bring back an earlier board of this game".to_string(),
    }
}

pub(super) fn position_text(go: &Go) -> String {
    let size = go.size();
    let mut text = String::new();
    for row in (0..size).rev() {
        let mut run = 0;
        for column in 0..size {
            let letter = match go.board.at(go.board.point(column, row)) {
                Content::Stone(Side::First) => 'X',
                Content::Stone(Side::Second) => 'O',
                Content::Empty | Content::Edge => {
                    run += 1;
                    continue;
                }
            };
            if run > 0 {
                text.push_str(&run.to_string());
                run = 0;
            }
            text.push(letter);
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        if row > 0 {
            text.push('/');
        }
    }
    let ko = go.ko.map_or("-".to_string(), |point| point_text(go, point));
    format!("{text} {} {} {ko}", ["b", "w"][go.side.index()], go.passes)
}

/// Reads a position in any of the three forms. `empty` is the empty board of the wanted size and rules.
pub(super) fn parse_position(empty: &Go, text: &str) -> Result<Go, PositionError> {
    let read = match text.trim() {
        words if words.starts_with('(') => sgf::parse(empty, words),
        words if words.contains('/') => parse_rows(empty, words),
        words => parse_moves(empty, words),
    };
    read.map_err(|reason| PositionError::new(text, reason))
}

fn parse_moves(empty: &Go, text: &str) -> Result<Go, String> {
    let mut go = empty.clone();
    for (number, word) in (1..).zip(text.split_whitespace()) {
        let mv = go.parse_move(word).map_err(|error| format!("at move {number}: {error}"))?;
        go.play(mv);
    }
    Ok(go)
}

fn parse_rows(empty: &Go, text: &str) -> Result<Go, String> {
    let size = empty.size();
    let mut fields = text.split_whitespace();
    let rows: Vec<&str> = fields.next().unwrap_or_default().split('/').collect();
    if rows.len() != size {
        return Err(format!("{} rows, expected {size} separated by '/', from the top", rows.len()));
    }
    let mut go = empty.clone();
    let mut stones = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let number = size - index;
        let fault = |what: String| format!("row {number} '{row}' {what}");
        let mut column = 0;
        let mut rest = *row;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let run: usize = rest[..digits].parse().unwrap_or(usize::MAX);
                column = run.saturating_add(column);
                rest = &rest[digits..];
                continue;
            }
            let side = match letter {
                'X' | 'x' => Side::First,
                'O' | 'o' => Side::Second,
                _ => return Err(fault(format!("has '{letter}', expected X, O or a number of empty points"))),
            };
            if column < size {
                stones.push((go.board.point(column, number - 1), side));
            }
            column = column.saturating_add(1);
            rest = &rest[letter.len_utf8()..];
        }
        if column != size {
            return Err(fault(format!("has {column} points, expected {size}")));
        }
    }
    set_up(&mut go, &stones)?;
    go.side = match fields.next() {
        None | Some("b" | "B") => Side::First,
        Some("w" | "W") => Side::Second,
        Some(other) => return Err(format!("side to move is '{other}', expected b or w")),
    };
    go.passes = match fields.next().map(str::parse) {
        None => 0,
        Some(Ok(passes @ 0..=2)) => passes,
        Some(_) => return Err("the third field is the number of passes just made, 0 to 2".to_string()),
    };
    match fields.next() {
        None | Some("-") => {}
        Some(ko) => set_ko(&mut go, ko)?,
    }
    match fields.next() {
        None => Ok(go),
        Some(more) => Err(format!("'{more}' is too much: expected rows, side, passes and ko point")),
    }
}

/// Puts stones on the points of an empty board; every chain must have a liberty in the end.
pub(super) fn set_up(go: &mut Go, stones: &[(Point, Side)]) -> Result<(), String> {
    for &(point, side) in stones {
        go.board.put(point, side);
    }
    // A chain without liberty has been taken off on the way, or took another off.
    match stones.iter().find(|&&(point, side)| go.board.at(point) != Content::Stone(side)) {
        None => Ok(()),
        Some(_) => {
            // Which chain it was depends on the order of the stones, so look for it on the drawing itself.
            let dead = stones.iter().find(|&&(point, _)| !breathes(go, stones, point)).map(|&(point, _)| point);
            let name = dead.map_or("a chain".to_string(), |point| format!("the chain at {}", point_text(go, point)));
            Err(format!("{name} has no liberty"))
        }
    }
}

/// Does the chain at `start` have a liberty in a drawing? Slow, for error messages.
fn breathes(go: &Go, stones: &[(Point, Side)], start: Point) -> bool {
    let owner = |point: Point| stones.iter().find(|stone| stone.0 == point).map(|stone| stone.1);
    let mut chain = vec![start];
    let mut next = 0;
    while let Some(&point) = chain.get(next) {
        next += 1;
        for neighbor in go.board.neighbors(point) {
            match owner(neighbor) {
                None if go.board.contains(neighbor) => return true,
                side if side.is_some() && side == owner(start) && !chain.contains(&neighbor) => chain.push(neighbor),
                _ => {}
            }
        }
    }
    false
}

/// Forbids retaking the ko at the point that `text` names.
fn set_ko(go: &mut Go, text: &str) -> Result<(), String> {
    let fault = |reason: &str| format!("the ko point '{text}' {reason}");
    let point = parse_point(go, text).ok_or_else(|| fault("is not a point of the board"))?;
    if go.board.at(point) != Content::Empty {
        return Err(fault("is occupied"));
    }
    let preview = go.board.preview(point, go.side);
    if preview.captured != 1 || go.passes > 0 {
        return Err(fault("cannot be: a stone there would not retake exactly one stone, taken with the last move"));
    }
    // Retaking brings back the board before the last move: that board is all we know of the past.
    go.past.insert(preview.hash);
    go.may_repeat = true;
    go.ko = Some(point);
    Ok(())
}
