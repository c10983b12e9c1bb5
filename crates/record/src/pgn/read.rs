//! Games out of a stream of text.
//!
//! The text is cut where a tag follows moves, so that one game is in memory at a time and one that makes no sense does not keep
//! the others from being read. Games without tags are told apart by their results. A byte-order mark, CRLF, tags after empty
//! lines and Latin-1 are taken as they come.

use std::io::{self, BufRead, Read};

use super::tokens::{Place, Token, Tokens, begins_tag, decode, unescaped};
use crate::{Broken, Colors, Fault, Limits, Record, Remark, Tags};

/// How much of a game is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Tags and result.
    Tags,
    /// The moves of the main line as well.
    MainLine,
    /// Variations, comments and glyphs as well.
    Everything,
}

/// The games of a text, one after the other. An `Err` inside tells of a game that could not be read at all; what is wrong
/// within a game is in [`Record::faults`].
pub struct Games<R> {
    lines: R,
    /// The number of the line read last.
    line: u64,
    /// The first line of the next game, if it was read already.
    ahead: Vec<u8>,
    /// The text of the present game. There are several only where games follow each other without tags.
    text: Vec<u8>,
    /// How far it was read.
    place: Place,
    number: u64,
    detail: Detail,
    limits: Limits,
    colors: Box<dyn FnMut(&Tags) -> Colors + Send>,
}

impl<R: BufRead> Games<R> {
    /// The games of a text: main lines, the usual limits, White the first player.
    pub fn new(lines: R) -> Games<R> {
        let (limits, colors) = (Limits::default(), Box::new(|_: &Tags| Colors::default()));
        let detail = Detail::MainLine;
        Games {
            lines,
            line: 0,
            ahead: Vec::new(),
            text: Vec::new(),
            place: Place::start(1),
            number: 0,
            detail,
            limits,
            colors,
        }
    }

    /// How much of a game is kept.
    #[must_use]
    pub fn detail(self, detail: Detail) -> Games<R> {
        Games { detail, ..self }
    }

    /// Other limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Games<R> {
        Games { limits, ..self }
    }

    /// Who is White in a game with these tags.
    #[must_use]
    pub fn colors(self, colors: impl FnMut(&Tags) -> Colors + Send + 'static) -> Games<R> {
        Games { colors: Box::new(colors), ..self }
    }

    /// Reads the text of the next game and says on which line it begins; the text is empty at the end.
    fn cut(&mut self) -> io::Result<u64> {
        self.text.clear();
        self.text.append(&mut self.ahead);
        // The last line of a text may lack its end, and is not counted then.
        let start = if self.text.ends_with(b"\n") { self.line } else { self.line + 1 };
        let (mut movetext, mut comment) = (false, false);
        let mut line = Vec::new();
        loop {
            // A line without an end is read in pieces.
            let continued = !line.is_empty() && !line.ends_with(b"\n");
            line.clear();
            if (&mut self.lines).take(self.limits.bytes as u64).read_until(b'\n', &mut line)? == 0 {
                return Ok(start);
            }
            self.line += u64::from(line.ends_with(b"\n"));
            if self.line <= 1 && !continued && line.starts_with(b"\xef\xbb\xbf") {
                line.drain(..3);
            }
            let tag = !continued && is_tag(&line);
            // A comment that was never closed must not swallow the games after it.
            if tag && movetext && (!comment || line.starts_with(b"[Event ")) {
                std::mem::swap(&mut self.ahead, &mut line);
                return Ok(start);
            }
            if !tag {
                movetext |= !line.trim_ascii().is_empty();
                comment = in_comment(&line, comment);
            }
            // The rest of what is longer than any game is thrown away.
            if self.text.len() <= self.limits.bytes {
                self.text.extend_from_slice(&line);
            }
        }
    }

    /// A game that cannot be read.
    fn broken(&mut self, line: u64, reason: String) -> Broken {
        self.number += 1;
        self.place.at = self.text.len();
        Broken { number: self.number, line, reason }
    }
}

fn is_tag(line: &[u8]) -> bool {
    begins_tag(line) && line.contains(&b'"')
}

/// Is a comment open at the end of the line?
fn in_comment(line: &[u8], mut open: bool) -> bool {
    for &byte in line {
        match byte {
            b'{' => open = true,
            b'}' => open = false,
            // The rest of the line.
            b';' if !open => return false,
            _ => {}
        }
    }
    open
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = io::Result<Result<Record, Broken>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.number > self.limits.games {
                return None;
            }
            if self.place.at < self.text.len() {
                let mut game = Reader::new(&self.text, self.place, self.detail, &self.limits);
                game.read(&mut *self.colors);
                self.place = game.tokens.place;
                let Some(record) = game.finish() else { continue };
                self.number += 1;
                if self.number > self.limits.games {
                    let reason = format!("more than {} games in one text; the rest is left out", self.limits.games);
                    return Some(Ok(Err(Broken { number: self.number, line: record.line, reason })));
                }
                return Some(Ok(Ok(Record { number: self.number, ..record })));
            }
            let line = match self.cut() {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            self.place = Place::start(line);
            if self.text.is_empty() {
                return None;
            }
            if self.text.len() > self.limits.bytes {
                let reason = format!("longer than {} KiB, which is no game", self.limits.bytes >> 10);
                return Some(Ok(Err(self.broken(line, reason))));
            }
            if line == 1 && (self.text.starts_with(b"\xff\xfe") || self.text.starts_with(b"\xfe\xff")) {
                let reason = "this is UTF-16; expected UTF-8 or Latin-1".to_string();
                return Some(Ok(Err(self.broken(line, reason))));
            }
        }
    }
}

/// One game in the making.
struct Reader<'a> {
    tokens: Tokens<'a>,
    detail: Detail,
    limits: &'a Limits,
    record: Record,
    /// Was there anything at all?
    found: bool,
    /// The move after which the next one is played.
    last: Option<usize>,
    /// Where the main line goes on, and the variations that are not closed yet.
    left: Vec<Option<usize>>,
    /// A variation has begun and has no move yet.
    fresh: bool,
    /// What was said before the first move of a variation.
    before: Remark,
    /// Within a variation that is passed over: how deep.
    skipped: usize,
    /// There are too many moves.
    full: bool,
    /// Faults that were not told.
    untold: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a [u8], place: Place, detail: Detail, limits: &'a Limits) -> Reader<'a> {
        Reader {
            tokens: Tokens::new(text, place),
            detail,
            limits,
            record: Record::default(),
            found: false,
            last: None,
            left: Vec::new(),
            fresh: false,
            before: Remark::default(),
            skipped: 0,
            full: false,
            untold: 0,
        }
    }

    /// Reads to the end of the game.
    fn read(&mut self, colors: &mut dyn FnMut(&Tags) -> Colors) {
        let mut ended: Option<&[u8]> = None;
        let mut movetext = false;
        loop {
            let place = self.tokens.place;
            let Some((line, token)) = self.tokens.next() else { break };
            let is_tag = matches!(token, Token::Tag(..));
            let is_remark = matches!(token, Token::Comment(_) | Token::OpenComment(_) | Token::Glyph(_));
            // A game ends before the tags of the next, and after its result with what is said about that.
            if is_tag && movetext || ended.is_some() && !is_remark {
                self.tokens.place = place;
                break;
            }
            if !self.found {
                (self.found, self.record.line) = (true, line);
            }
            movetext |= !matches!(token, Token::Tag(..) | Token::BadTag(_));
            match token {
                Token::Tag(name, value) => self.tag(line, name, value),
                Token::BadTag(text) => self.fault(line, format!("a tag that cannot be read: {}", short(text))),
                Token::Result(text) if self.left.is_empty() && self.skipped == 0 => ended = Some(text),
                Token::OpenComment(text) => {
                    self.fault(line, "a comment is not closed");
                    self.comment(text);
                }
                other => self.take(line, other),
            }
        }
        if !self.left.is_empty() || self.skipped > 0 && self.detail == Detail::Everything {
            self.fault(self.tokens.place.line, "a variation is not closed");
        }
        let record = &mut self.record;
        record.colors = colors(&record.tags);
        let said = record.tags.get("Result").and_then(|text| record.colors.read_result(text.trim()));
        // The result at the end stands for a missing tag.
        let shown = ended.and_then(|text| record.colors.read_result(&decode(text)));
        record.result = match said {
            Some(known) if known != crate::GameResult::Open => known,
            _ => shown.or(said).unwrap_or_default(),
        };
    }

    /// The game, if there was one.
    fn finish(mut self) -> Option<Record> {
        if self.untold > 0 {
            let (line, untold) = (self.tokens.place.line, self.untold);
            self.record.faults.push(Fault { line, reason: format!("{untold} more of the kind") });
        }
        self.found.then_some(self.record)
    }

    fn fault(&mut self, line: u64, reason: impl Into<String>) {
        if self.record.faults.len() < self.limits.faults {
            self.record.faults.push(Fault { line, reason: reason.into() });
        } else {
            self.untold += 1;
        }
    }

    fn tag(&mut self, line: u64, name: &[u8], value: &[u8]) {
        if self.record.tags.0.len() >= self.limits.tags {
            return self.fault(line, format!("more than {} tags; this one is left out", self.limits.tags));
        }
        let name = decode(name).into_owned();
        self.tokens.draughts |= name == "GameType";
        self.record.tags.0.push((name, unescaped(value)));
    }

    fn take(&mut self, line: u64, token: Token) {
        if self.skipped > 0 {
            match token {
                Token::Open => self.skipped += 1,
                Token::Close => self.skipped -= 1,
                _ => {}
            }
            return;
        }
        match token {
            Token::Word(text) => self.word(line, text),
            Token::Number(digits, dots) if self.record.moves.is_empty() => self.number(digits, dots),
            Token::Glyph(number) if self.detail == Detail::Everything && !self.fresh => {
                if let Some(last) = self.last {
                    self.record.moves.note_mut(last).nags.push(number);
                }
            }
            Token::Comment(text) => self.comment(text),
            Token::Open => self.open(line),
            Token::Close => match self.left.pop() {
                Some(last) => {
                    self.last = last;
                    self.fresh = false;
                    self.before = Remark::default();
                }
                // Where variations are not read, it does not matter where they end.
                None if self.detail != Detail::Everything => {}
                None => self.fault(line, "a variation ends that has not begun"),
            },
            _ => {}
        }
    }

    /// The number of the first move: `7.`, `7...`, or `7. ...`.
    fn number(&mut self, digits: &[u8], dots: usize) {
        let numbering = &mut self.record.moves.numbering;
        if let Ok(first) = decode(digits).parse::<u32>() {
            numbering.first = first as usize;
        }
        numbering.second_begins |= dots > 1;
    }

    fn word(&mut self, line: u64, text: &[u8]) {
        if self.detail == Detail::Tags || self.full {
            return;
        }
        if self.record.moves.len() >= self.limits.moves {
            self.full = true;
            return self.fault(line, format!("more than {} moves; the rest is left out", self.limits.moves));
        }
        let last = self.record.moves.add_at(self.last, &decode(text), line);
        self.last = Some(last);
        self.fresh = false;
        if !self.before.is_empty() {
            self.record.moves.note_mut(last).remark = std::mem::take(&mut self.before);
        }
    }

    fn comment(&mut self, text: &[u8]) {
        if self.detail != Detail::Everything || self.skipped > 0 {
            return;
        }
        let remark = Remark::read(&decode(text));
        match self.last {
            // The first word of a variation speaks of the move to come.
            _ if self.fresh => self.before.join(remark),
            _ if remark.is_empty() => {}
            Some(last) => self.record.moves.note_mut(last).remark.join(remark),
            None => self.record.moves.remark.join(remark),
        }
    }

    /// A variation begins: another move instead of the last one.
    fn open(&mut self, line: u64) {
        self.skipped = 1;
        if self.detail != Detail::Everything || self.full {
            return;
        }
        let Some(last) = self.last.filter(|_| !self.fresh) else {
            return self.fault(line, "a variation before the first move");
        };
        if self.left.len() >= self.limits.depth {
            return self.fault(line, format!("variations are nested more than {} deep", self.limits.depth));
        }
        self.skipped = 0;
        self.left.push(Some(last));
        self.last = self.record.moves.parent(last);
        self.fresh = true;
    }
}

/// As much of a text as an error shows.
fn short(text: &[u8]) -> String {
    let text = decode(text);
    let shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() { format!("{shown}...") } else { shown }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
