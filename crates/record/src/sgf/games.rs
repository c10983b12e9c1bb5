//! Records of Go from game trees, and back.

use std::collections::HashSet;

use game::{Side, Spec};

use super::tree::{Node, Tree, Trees};
use crate::{Broken, Colors, Fault, GameResult, Limits, Note, Record, game_name};

/// Properties that have a name in PGN.
const NAMES: [(&str, &str); 11] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("PW", "White"),
    ("PB", "Black"),
    ("WR", "WhiteElo"),
    ("BR", "BlackElo"),
    ("AN", "Annotator"),
    ("ON", "Opening"),
    ("SO", "Source"),
];
/// Glyphs of PGN and what SGF has for them.
const GLYPHS: [(u8, &str, &str); 6] =
    [(1, "TE", "1"), (3, "TE", "2"), (2, "BM", "1"), (4, "BM", "2"), (5, "IT", ""), (6, "DO", "")];
/// Properties of the root that are kept in another form.
const TOLD: [&str; 12] = ["GM", "FF", "CA", "AP", "SZ", "AB", "AW", "AE", "PL", "C", "B", "W"];
/// The sizes of boards, and the size if a record says nothing.
const SIZES: std::ops::RangeInclusive<usize> = 2..=25;
const USUAL_SIZE: usize = 19;
/// The size of the game `go` without parameters.
const GO_SIZE: usize = 9;

/// Reads all games of a text.
pub fn read(text: &str, limits: &Limits) -> Vec<Result<Record, Broken>> {
    let trees = Trees::new(text, limits);
    let games = (1..=limits.games).zip(trees);
    games
        .map(|(number, tree)| match tree {
            Err((line, reason)) => Err(Broken { number, line, reason }),
            Ok(tree) => {
                let line = tree.nodes.first().map_or(1, |root| root.line);
                let record = Record { number, line, colors: Colors::BLACK_FIRST, ..Record::default() };
                let broken = record.broken("");
                record_of(&tree, record, limits).map_err(|reason| Broken { reason, ..broken })
            }
        })
        .collect()
}

fn record_of(tree: &Tree, mut record: Record, limits: &Limits) -> Result<Record, String> {
    let root = tree.nodes.first().ok_or("a game without a node")?;
    if let Some(other) = root.value("GM").filter(|value| *value != "1") {
        return Err(format!("GM[{other}] is not Go, which is GM[1]"));
    }
    let size =
        match root.value("SZ") {
            None => USUAL_SIZE,
            Some(text) => text.parse().ok().filter(|size| SIZES.contains(size)).ok_or_else(|| {
                format!("SZ[{text}] is not a square board of {} to {} lines", SIZES.start(), SIZES.end())
            })?,
        };
    let komi = root.value("KM").and_then(|text| text.parse::<f64>().ok());
    let komi = komi.filter(|komi| (komi * 2.0).fract() == 0.0 && komi.abs() <= 100.0);
    read_tags(root, &mut record, limits);
    let komi = komi.map_or(String::new(), |komi| {
        record.tags.remove("KM");
        format!(",komi={komi}")
    });
    record.tags.set("Variant", format!("go(size={size}{komi})"));
    Grower { tree, size, record, limits }.grow()
}

fn read_tags(root: &Node, record: &mut Record, limits: &Limits) {
    let mut known = HashSet::new();
    for (name, values) in &root.properties {
        let value = values.first().map(|value| value.trim()).unwrap_or_default();
        let tag = NAMES.iter().find(|(known, _)| known == name).map_or(name.as_str(), |(_, tag)| tag);
        // Of two the first counts, as everywhere.
        if TOLD.contains(&tag) || !known.insert(tag) {
            continue;
        }
        if record.tags.0.len() >= limits.tags {
            let reason = format!("more than {} properties of the game; the rest is left out", limits.tags);
            record.faults.push(Fault { line: root.line, reason });
            break;
        }
        let value = if tag == "Date" { value.replace('-', ".") } else { value.to_string() };
        record.tags.0.push((tag.to_string(), value));
    }
    record.result = match root.value("RE").unwrap_or_default() {
        black if black.starts_with(['B', 'b']) => GameResult::First,
        white if white.starts_with(['W', 'w']) => GameResult::Second,
        draw if draw.starts_with('0') || draw.eq_ignore_ascii_case("draw") || draw.eq_ignore_ascii_case("jigo") => {
            GameResult::Draw
        }
        _ => GameResult::Open,
    };
}

/// The moves of a tree in the making.
struct Grower<'a> {
    tree: &'a Tree,
    size: usize,
    record: Record,
    limits: &'a Limits,
}

impl Grower<'_> {
    fn grow(mut self) -> Result<Record, String> {
        // For each node the last move up to it, and who made it.
        let mut reached: Vec<(Option<usize>, Option<Side>)> = Vec::with_capacity(self.tree.nodes.len());
        let mut setup = Node::default();
        let mut first: Option<Side> = None;
        for node in &self.tree.nodes {
            let (mut last, mut mover) = node.parent.map_or((None, None), |parent| reached[parent]);
            let is_main = last.is_none() && self.record.moves.is_empty();
            for (name, values) in &node.properties {
                match name.as_str() {
                    "AB" | "AW" | "AE" | "PL" if is_main => setup.properties.push((name.clone(), values.clone())),
                    "AB" | "AW" | "AE" => self.fault(node.line, "stones are set up after the first move"),
                    "B" | "W" => {
                        let side = if name == "B" { Side::First } else { Side::Second };
                        let text = self.point(values.first().map_or("", |value| value.trim()))?;
                        if self.record.moves.len() + 2 > self.limits.moves {
                            return Err(format!("more than {} moves", self.limits.moves));
                        }
                        first.get_or_insert(side);
                        // A side that plays twice in a row, or begins a variation out of turn, has been passed to.
                        if mover == Some(side) || mover.is_none() && first != Some(side) {
                            last = Some(self.record.moves.add_at(last, "pass", node.line));
                        }
                        last = Some(self.record.moves.add_at(last, &text, node.line));
                        mover = Some(side);
                    }
                    _ => {}
                }
            }
            self.annotate(node, last);
            reached.push((last, mover));
        }
        let turn =
            setup.value("PL").map(|turn| if turn.starts_with(['W', 'w', '2']) { Side::Second } else { Side::First });
        let begins = first.or(turn).unwrap_or(Side::First);
        let stones = setup.properties.iter().any(|(name, _)| name != "PL");
        if stones || begins == Side::Second {
            setup.properties.retain(|(name, _)| name != "PL");
            let mut root = Node::default();
            root.add("GM", "1");
            root.add("SZ", self.size.to_string());
            root.properties.append(&mut setup.properties);
            root.add("PL", if begins == Side::First { "B" } else { "W" });
            let start = Tree { nodes: vec![root] }.text();
            self.record.tags.set("FEN", start.trim_end());
        }
        self.record.moves.numbering.second_begins = begins == Side::Second;
        Ok(self.record)
    }

    fn fault(&mut self, line: u64, reason: &str) {
        if self.record.faults.len() < self.limits.faults {
            self.record.faults.push(Fault { line, reason: reason.to_string() });
        }
    }

    /// Comment and glyphs of a node.
    fn annotate(&mut self, node: &Node, last: Option<usize>) {
        let nags = GLYPHS.iter().filter(|(_, name, value)| match node.value(name) {
            Some(found) => value.is_empty() || found == *value || *value == "1" && found != "2",
            None => false,
        });
        let nags: Vec<u8> = nags.map(|(nag, ..)| *nag).collect();
        let comment = node.value("C").unwrap_or_default();
        match last {
            None => self.record.moves.remark.say(comment),
            Some(_) if nags.is_empty() && comment.is_empty() => {}
            Some(last) => {
                let note = self.record.moves.note_mut(last);
                note.nags.extend(nags);
                note.remark.say(comment);
            }
        }
    }

    /// The point of GTP that two letters mean; nothing is a pass, and so is `tt` on boards up to 19 lines.
    fn point(&self, text: &str) -> Result<String, String> {
        let place = |byte: u8| usize::from(byte.wrapping_sub(b'a'));
        match text.as_bytes() {
            [] => Ok("pass".to_string()),
            b"tt" if self.size <= 19 => Ok("pass".to_string()),
            &[column, row] if place(column) < self.size && place(row) < self.size => {
                let letter = column.to_ascii_uppercase() + u8::from(column >= b'i');
                Ok(format!("{}{}", char::from(letter), self.size - place(row)))
            }
            _ => {
                let last = char::from(b'a' + self.size as u8 - 1);
                Err(format!("'{text}' is not a point in SGF, expected two letters from a to {last}"))
            }
        }
    }
}

/// A record of Go as SGF. The error names what is not Go.
pub fn write(record: &Record) -> Result<String, String> {
    let game = game_name(&record.tags)?.unwrap_or_else(|| "go".to_string());
    let spec: Spec = game.parse().map_err(|error| format!("{error}"))?;
    if spec.name() != "go" {
        return Err(format!("{game} is not Go: only Go is written as SGF"));
    }
    let size = spec.get("size").map_or(Some(GO_SIZE), |text| text.parse().ok().filter(|size| SIZES.contains(size)));
    let size = size.ok_or_else(|| format!("{game}: its size is none from {} to {}", SIZES.start(), SIZES.end()))?;
    let mut tree = Tree { nodes: vec![root(record, size, spec.get("komi"))?] };
    let moves = &record.moves;
    // The ply of each move tells whose it is.
    let mut plies: Vec<usize> = Vec::with_capacity(moves.len());
    for index in 0..moves.len() {
        let parent = moves.parent(index);
        let ply = parent.map_or(0, |parent| plies[parent] + 1);
        plies.push(ply);
        let (_, is_second) = moves.numbering.at(ply);
        let mut node = Node { parent: Some(parent.map_or(0, |parent| parent + 1)), ..Node::default() };
        node.add(if is_second { "W" } else { "B" }, letters(moves.text(index), size)?);
        if let Some(Note { nags, remark }) = moves.note(index) {
            for (_, name, value) in GLYPHS.iter().filter(|(nag, ..)| nags.contains(nag)) {
                node.add(name, *value);
            }
            if !remark.text.is_empty() {
                node.add("C", remark.text.as_str());
            }
        }
        tree.nodes.push(node);
    }
    Ok(tree.text())
}

fn root(record: &Record, size: usize, komi: Option<&str>) -> Result<Node, String> {
    let mut root = Node::default();
    for (name, value) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8"), ("AP", "Kiebitz")] {
        root.add(name, value);
    }
    root.add("SZ", size.to_string());
    if let Some(komi) = komi {
        root.add("KM", komi);
    }
    for (name, tag) in NAMES {
        match record.tag(tag) {
            Some(date) if tag == "Date" && !date.contains('?') => root.add(name, date.replace('.', "-")),
            Some(value) if tag != "Date" => root.add(name, value),
            _ => {}
        }
    }
    let result = match record.result {
        GameResult::First => "B+",
        GameResult::Second => "W+",
        GameResult::Draw => "0",
        GameResult::Open => "?",
    };
    let in_full = record.tag("RE").filter(|text| text.starts_with(&result[..1]));
    root.add("RE", in_full.unwrap_or(result));
    let is_property = |name: &str| name.len() <= 2 && name.bytes().all(|byte| byte.is_ascii_uppercase());
    for (name, value) in &record.tags.0 {
        if is_property(name) && root.value(name).is_none() {
            root.add(name, value.as_str());
        }
    }
    if let Some(start) = record.start() {
        set_up(&mut root, start, size)?;
    }
    if !record.moves.remark.text.is_empty() {
        root.add("C", record.moves.remark.text.as_str());
    }
    Ok(root)
}

/// Adds the stones of a position, which is an SGF itself or has the rows from the top: `5/1XO2/5 w`.
fn set_up(root: &mut Node, start: &str, size: usize) -> Result<(), String> {
    if start.starts_with('(') {
        let tree = Trees::new(start, &Limits::default()).next().ok_or("an empty position")?.map_err(|error| error.1)?;
        let wanted = |name: &str| ["AB", "AW", "AE", "PL"].contains(&name);
        let found = tree.nodes.into_iter().flat_map(|node| node.properties);
        root.properties.extend(found.filter(|(name, _)| wanted(name)));
        return Ok(());
    }
    let mut fields = start.split_whitespace();
    let mut stones = [Vec::new(), Vec::new()];
    for (row, text) in fields.next().unwrap_or_default().split('/').enumerate() {
        let (mut column, mut run) = (0, 0);
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = (run * 10 + digit as usize).min(size);
                continue;
            }
            column += std::mem::take(&mut run);
            let side = usize::from(letter.eq_ignore_ascii_case(&'O'));
            if row >= size || column >= size {
                return Err(format!("the position '{start}' does not fit a board of {size} lines"));
            }
            stones[side].push([column, row].map(|place| char::from(b'a' + place as u8)).iter().collect::<String>());
            column += 1;
        }
    }
    for (name, points) in ["AB", "AW"].into_iter().zip(stones) {
        if !points.is_empty() {
            root.properties.push((name.to_string(), points));
        }
    }
    root.add("PL", if fields.next().is_some_and(|side| side.eq_ignore_ascii_case("w")) { "W" } else { "B" });
    Ok(())
}

/// The two letters of a point of GTP; none for a pass.
fn letters(text: &str, size: usize) -> Result<String, String> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(String::new());
    }
    let wrong = || format!("'{text}' is not a point of a board of {size} lines");
    let letter = text.bytes().next().map(|byte| byte.to_ascii_lowercase()).ok_or_else(wrong)?;
    let column = usize::from(letter.wrapping_sub(b'a')).wrapping_sub(usize::from(letter > b'i'));
    let row: usize = text.get(1..).and_then(|digits| digits.parse().ok()).ok_or_else(wrong)?;
    if letter == b'i' || column >= size || !(1..=size).contains(&row) {
        return Err(wrong());
    }
    Ok([column, size - row].map(|place| char::from(b'a' + place as u8)).iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moves;

    fn one(text: &str) -> Record {
        read(text, &Limits::default()).remove(0).unwrap()
    }

    #[test]
    fn a_game_is_read_and_written() {
        let text = "(;GM[1]FF[4]SZ[9]KM[6.5]DT[2026-11-15]PW[Bo]PB[Ana]BR[3d]RE[W+2.5]RU[Chinese]\n\
            ;B[ee]C[the \\[center\\]];W[ic]BM[2](;B[cc]TE[1];W[])(;B[gg];W[tt]))";
        let record = one(text);
        assert_eq!(record.tag("Variant"), Some("go(size=9,komi=6.5)"));
        assert_eq!((record.side_tag(Side::First, ""), record.side_tag(Side::Second, "")), (Some("Ana"), Some("Bo")));
        assert_eq!(
            (record.tag("Date"), record.tag("RU"), record.result),
            (Some("2026.11.15"), Some("Chinese"), GameResult::Second)
        );
        assert_eq!(record.moves.main_texts().collect::<Vec<_>>(), ["E5", "J7", "C7", "pass"]);
        assert_eq!(record.moves.note(0).unwrap().remark.text, "the [center]");
        assert_eq!(
            (&record.moves.note(1).unwrap().nags[..], &record.moves.note(2).unwrap().nags[..]),
            (&[4][..], &[1][..])
        );
        let written = write(&record).unwrap();
        assert!(
            written.contains("RE[W+2.5]") && written.contains(";W[ic]BM[2](;B[cc]TE[1];W[])(;B[gg];W[]))"),
            "{written}"
        );
        assert_eq!(one(&written), record);
    }

    #[test]
    fn stones_before_the_first_move() {
        let record = one("(;GM[1]SZ[5]AB[aa][bb]HA[2];W[cc];B[dd])");
        assert_eq!(record.start(), Some("(;GM[1]SZ[5]AB[aa][bb]PL[W])"));
        assert_eq!((record.moves.numbering.second_begins, record.tag("HA")), (true, Some("2")));
        assert_eq!(one(&write(&record).unwrap()).moves, record.moves);
        let mut rows = Record { colors: Colors::BLACK_FIRST, moves: Moves::line(["A1"]), ..Record::default() };
        rows.tags.set("Variant", "go(size=5)");
        rows.tags.set("FEN", "5/1XO2/5/5/4X w 0 -");
        rows.moves.numbering.second_begins = true;
        let written = write(&rows).unwrap();
        assert!(written.contains("AB[bb][ee]AW[cb]PL[W];W[ae])"), "{written}");
    }

    #[test]
    fn what_is_not_go_is_told() {
        let told = |text: &str| read(text, &Limits::default()).remove(0).unwrap_err().reason;
        assert!(told("(;GM[2])").contains("GM[2] is not Go"));
        assert!(told("(;SZ[19:13])").contains("SZ[19:13]"));
        assert!(told("(;SZ[5];B[zz])").contains("'zz' is not a point"));
        let twice = one("(;SZ[5];B[aa];B[bb])");
        assert_eq!(twice.moves.main_texts().collect::<Vec<_>>(), ["A5", "pass", "B4"]);
        assert_eq!(one("(;SZ[5];B[aa];AB[bb])").faults.len(), 1);
        assert!(write(&Record { moves: Moves::line(["Z9"]), ..Record::default() }).is_err());
    }
}
