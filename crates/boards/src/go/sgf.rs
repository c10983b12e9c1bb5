//! Reads a position from a game in SGF: the main line to its end.
//!
//! Understood are `GM`, `SZ`, the moves `B` and `W`, the stones of a set-up `AB`, `AW`, `AE` and `PL`. All other
//! properties are passed over, komi among them: the rules are those of the game that the text is read into. Where a
//! record lets one side play twice in a row the turn is changed without a pass.
//!
//! Reference: SGF FF[4], <https://www.red-bean.com/sgf/>.

use game::{Rules, Side};
use record::Limits;
use record::sgf::Trees;

use super::board::{Content, Point};
use super::{Go, GoMove, notation};

/// Reads `text` into a game that starts from the board `empty`.
pub(super) fn parse(empty: &Go, text: &str) -> Result<Go, String> {
    let tree = Trees::new(text, &Limits::default()).next();
    let tree = tree.ok_or("an empty SGF")?.map_err(|(_, reason)| reason)?;
    let mut go = empty.clone();
    // The set-up stones of the present node, put on the board when the node ends.
    let mut setup: Vec<(Point, Option<Side>)> = Vec::new();
    let mut moves = 0;
    for node in tree.main_line() {
        for (name, values) in &node.properties {
            read_property(&mut go, name, values, &mut setup, &mut moves)?;
        }
        apply(&mut go, &mut setup)?;
    }
    Ok(go)
}

fn read_property(
    go: &mut Go,
    name: &str,
    values: &[String],
    setup: &mut Vec<(Point, Option<Side>)>,
    moves: &mut usize,
) -> Result<(), String> {
    let value = values[0].trim();
    match name {
        "GM" if value != "1" => return Err(format!("GM[{value}] is not Go, which is GM[1]")),
        "SZ" if value != go.size().to_string() => {
            return Err(format!("SZ[{value}] does not fit this game: its board has the size {}", go.size()));
        }
        "AB" | "AW" | "AE" => {
            let side = [("AB", Side::First), ("AW", Side::Second)].into_iter().find(|pair| pair.0 == name);
            for value in values {
                for point in rectangle(go, value)? {
                    setup.push((point, side.map(|pair| pair.1)));
                }
            }
        }
        "PL" => go.side = if value.starts_with(['W', 'w', '2']) { Side::Second } else { Side::First },
        "B" | "W" => {
            apply(go, setup)?;
            *moves += 1;
            go.side = if name == "B" { Side::First } else { Side::Second };
            let old_pass = value == "tt" && go.size() <= 19;
            let text = match value {
                "" => "pass".to_string(),
                _ if old_pass => "pass".to_string(),
                _ => notation::point_text(go, point(go, value)?),
            };
            let mv: GoMove = go.parse_move(&text).map_err(|error| format!("move {moves} of the SGF: {error}"))?;
            go.play(mv);
        }
        _ => {}
    }
    Ok(())
}

/// A point in SGF: column and row as letters, from the top left.
fn point(go: &Go, text: &str) -> Result<Point, String> {
    let place = |byte: u8| usize::from(byte.wrapping_sub(b'a'));
    match text.as_bytes() {
        &[column, row] if place(column) < go.size() && place(row) < go.size() => {
            Ok(go.board.point(place(column), go.size() - 1 - place(row)))
        }
        _ => {
            let last = char::from(b'a' + go.size() as u8 - 1);
            Err(format!("'{text}' is not a point in SGF, expected two letters from a to {last}"))
        }
    }
}

/// A point, or a rectangle of them: `aa:cc`.
fn rectangle(go: &Go, text: &str) -> Result<Vec<Point>, String> {
    let text = text.trim();
    let (one, other) = text.split_once(':').unwrap_or((text, text));
    let ((left, top), (right, bottom)) = (go.board.place(point(go, one)?), go.board.place(point(go, other)?));
    let columns = left.min(right)..=left.max(right);
    let rows = top.min(bottom)..=top.max(bottom);
    Ok(columns
        .flat_map(|column| rows.clone().map(move |row| (column, row)))
        .map(|(c, r)| go.board.point(c, r))
        .collect())
}

/// Changes the stones on the board as a set-up says; the past of the game starts anew.
fn apply(go: &mut Go, setup: &mut Vec<(Point, Option<Side>)>) -> Result<(), String> {
    if setup.is_empty() {
        return Ok(());
    }
    let content = |point: Point| match setup.iter().rev().find(|change| change.0 == point) {
        Some(&(_, side)) => side,
        None => match go.board.at(point) {
            Content::Stone(side) => Some(side),
            Content::Empty | Content::Edge => None,
        },
    };
    let stones: Vec<_> = go.board.points().filter_map(|point| Some((point, content(point)?))).collect();
    let mut fresh = Go { side: go.side, ..Go::empty(go.size(), go.rules) };
    notation::set_up(&mut fresh, &stones)?;
    *go = fresh;
    setup.clear();
    Ok(())
}
