//! The words of PGN. Bytes, not characters: every byte is looked at about once, and whether a text is UTF-8 or Latin-1 is
//! asked only where it is kept.

use std::borrow::Cow;

/// A word of PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `[Name "value"]`, with its escapes.
    Tag(&'a [u8], &'a [u8]),
    /// A line that begins like a tag and is not one.
    BadTag(&'a [u8]),
    /// A move number with its dots: one before a move of the first player, several before one of the second.
    Number(&'a [u8], usize),
    /// A move, as it was written.
    Word(&'a [u8]),
    /// `$1`, `!`, `?!`.
    Glyph(u8),
    /// `{...}`, or from a semicolon to the end of the line.
    Comment(&'a [u8]),
    /// A comment that never ends.
    OpenComment(&'a [u8]),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `1-0`, `*`.
    Result(&'a [u8]),
}

/// The glyphs that are written as signs.
const SIGNS: [(&[u8], u8); 6] = [(b"!!", 3), (b"??", 4), (b"!?", 5), (b"?!", 6), (b"!", 1), (b"?", 2)];
/// What ends a word.
const ENDS: &[u8] = b"(){};$";
/// A quotation mark that was not escaped is forgiven in the last tag of a line, up to this many bytes.
const LENIENT: usize = 1024;
/// Annotations of other programs that stand where a move could: a novelty, a diagram, en passant.
const ANNOTATIONS: [&[u8]; 5] = [b"N", b"D", b"e.p.", b"ep", b"ep."];

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The next byte.
    pub at: usize,
    /// The line of the next byte, from 1.
    pub line: u64,
    /// Where the line ends that was looked at last. A line may hold a million brackets, and is searched for its end once.
    line_end: usize,
}

impl Place {
    /// The beginning of a text whose first line is this one.
    pub fn start(line: u64) -> Place {
        Place { at: 0, line, line_end: 0 }
    }
}

/// The words of a text.
pub struct Tokens<'a> {
    bytes: &'a [u8],
    /// How far it was read.
    pub place: Place,
    /// Is `0-0` a result, as in PDN, and not castling?
    pub draughts: bool,
}

impl<'a> Tokens<'a> {
    /// The words of a text from a place on.
    pub fn new(bytes: &'a [u8], place: Place) -> Tokens<'a> {
        Tokens { bytes, place, draughts: false }
    }

    /// The rest of the text.
    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.place.at..]
    }

    /// Moves on by so many bytes, none of which ends a line.
    fn take(&mut self, count: usize) -> &'a [u8] {
        let taken = &self.bytes[self.place.at..self.place.at + count];
        self.place.at += count;
        taken
    }

    fn skip_blank(&mut self) {
        while let Some(&byte) = self.bytes.get(self.place.at)
            && byte.is_ascii_whitespace()
        {
            self.place.line += u64::from(byte == b'\n');
            self.place.at += 1;
        }
    }

    fn at_line_start(&self) -> bool {
        self.place.at == 0 || self.bytes[self.place.at - 1] == b'\n'
    }

    /// What is left of the line, without its end.
    fn rest_of_line(&mut self) -> &'a [u8] {
        if self.place.line_end <= self.place.at {
            let rest = self.rest();
            self.place.line_end = self.place.at + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        }
        &self.bytes[self.place.at..self.place.line_end]
    }

    fn take_line(&mut self) -> &'a [u8] {
        let length = self.rest_of_line().len();
        self.take(length)
    }

    /// The next word and its line.
    pub fn next(&mut self) -> Option<(u64, Token<'a>)> {
        loop {
            self.skip_blank();
            let (line, first) = (self.place.line, *self.bytes.get(self.place.at)?);
            let token = match first {
                b'[' => self.tag(),
                b'%' if self.at_line_start() => {
                    self.take_line();
                    None
                }
                b'{' => Some(self.comment()),
                b';' => {
                    let text = self.take_line();
                    Some(Token::Comment(&text[1..]))
                }
                b'(' => {
                    self.place.at += 1;
                    Some(Token::Open)
                }
                b')' => {
                    self.place.at += 1;
                    Some(Token::Close)
                }
                b'}' => {
                    self.place.at += 1;
                    None
                }
                b'$' => {
                    let digits = self.rest()[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let text = self.take(1 + digits);
                    std::str::from_utf8(&text[1..]).ok().and_then(|text| text.parse().ok()).map(Token::Glyph)
                }
                _ => self.word(),
            };
            if let Some(token) = token {
                return Some((line, token));
            }
        }
    }

    fn comment(&mut self) -> Token<'a> {
        let inside = &self.rest()[1..];
        let end = inside.iter().position(|&byte| byte == b'}');
        let text = &inside[..end.unwrap_or(inside.len())];
        self.place.at += 1 + text.len() + usize::from(end.is_some());
        self.place.line += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        if end.is_some() { Token::Comment(text) } else { Token::OpenComment(text) }
    }

    /// A tag; nothing for brackets that are none, such as a command outside of a comment.
    fn tag(&mut self) -> Option<Token<'a>> {
        let line = self.rest_of_line();
        if !begins_tag(line) || !self.may_be_tag() {
            let end = line.iter().position(|&byte| byte == b']').map_or(line.len(), |end| end + 1);
            self.take(end);
            return None;
        }
        let parts = line.iter().position(|&byte| byte == b'"').and_then(|quote| {
            let (name, value) = (line[1..quote].trim_ascii(), &line[quote + 1..]);
            let length = value_length(value)?;
            Some((name, &value[..length], quote + 1 + length))
        });
        let Some((name, value, end)) = parts else {
            self.take(line.len());
            return Some(Token::BadTag(line.trim_ascii()));
        };
        let bracket = line[end..].iter().position(|&byte| byte == b']').map_or(line.len(), |after| end + after + 1);
        self.take(bracket);
        Some(Token::Tag(name, value))
    }

    /// Tags begin a line, or follow another.
    fn may_be_tag(&self) -> bool {
        let before = self.bytes[..self.place.at].iter().rev().find(|byte| !b" \t\r".contains(byte));
        before.is_none_or(|byte| b"\n]".contains(byte))
    }

    fn word(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if let Some((sign, number)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            self.take(sign.len());
            return Some(Token::Glyph(*number));
        }
        // A number with its dots, which may stand right before the move. What is not taken is not looked at either: a text may
        // be one long word of numbers, or of signs.
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = rest[digits..].iter().take_while(|&&byte| byte == b'.').count();
        if dots > 0 {
            let number = self.take(digits + dots);
            return Some(Token::Number(&number[..digits], dots));
        }
        // Signs stay for the next time.
        let ends = |byte: &u8| byte.is_ascii_whitespace() || ENDS.contains(byte) || b"!?".contains(byte);
        let word = self.take(rest.iter().position(ends).unwrap_or(rest.len()));
        if is_result(word) || self.draughts && word == b"0-0" {
            return Some(Token::Result(word));
        }
        let says_something =
            word.iter().any(u8::is_ascii_alphanumeric) && !ANNOTATIONS.contains(&word) && !word.starts_with(b"%");
        (says_something || word == b"--").then_some(Token::Word(word))
    }
}

/// Does a line begin like a tag, `[Name`, and not like `[%clk 0:10]`?
pub fn begins_tag(line: &[u8]) -> bool {
    line.strip_prefix(b"[").is_some_and(|inside| inside.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic))
}

/// How long the value of a tag is, which is followed by a quotation mark: the last one of the line if the tag ends there, for
/// some programs forget to escape those inside, else the first that is not escaped.
fn value_length(text: &[u8]) -> Option<usize> {
    // Nobody is that lenient with a line of any length: each of its tags would look at all of it.
    let trimmed = if text.len() <= LENIENT { text.trim_ascii_end() } else { b"" };
    if let Some(inside) =
        trimmed.strip_suffix(b"]").map(<[u8]>::trim_ascii_end).and_then(|text| text.strip_suffix(b"\""))
        && !inside.windows(2).any(|pair| pair == b"\"]")
    {
        return Some(inside.len());
    }
    let mut escaped = false;
    text.iter().position(|&byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

fn is_result(word: &[u8]) -> bool {
    let ascii = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*", b"2-0", b"0-2", b"1-1", b"1/2"];
    ascii.contains(&word) || word == "\u{bd}-\u{bd}".as_bytes()
}

/// Bytes as text. The standard says Latin-1; most files are UTF-8 by now.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// The value of a tag without its escapes.
pub fn unescaped(value: &[u8]) -> String {
    let text = decode(value);
    if !text.contains('\\') {
        return text.into_owned();
    }
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                plain.push(next);
                letters.next();
            }
            _ => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(u64, Token<'_>)> {
        let mut tokens = Tokens::new(text.as_bytes(), Place::start(1));
        std::iter::from_fn(|| tokens.next()).collect()
    }

    #[test]
    fn words() {
        let found: Vec<Token> = tokens("1.e4! $13 12... e5?? N 3 0-0+ --  = (\n%no\n) 11x18 1-0 ½-½")
            .into_iter()
            .map(|token| token.1)
            .collect();
        let word = |text: &'static str| Token::Word(text.as_bytes());
        let expected = [
            Token::Number(b"1", 1),
            word("e4"),
            Token::Glyph(1),
            Token::Glyph(13),
            Token::Number(b"12", 3),
            word("e5"),
            Token::Glyph(4),
            word("3"),
            word("0-0+"),
            word("--"),
            Token::Open,
            Token::Close,
            word("11x18"),
            Token::Result(b"1-0"),
            Token::Result("½-½".as_bytes()),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn tags_and_comments_with_their_lines() {
        let text = "[A \"x\"] [B \"y \\\" z\"]\n[C \"the \"best\" of\"]\n[%clk 1] {two\nlines} a [b \"c\"] %d ; rest\n[D broken\n{open";
        let token = |line, token| (line, token);
        let expected = [
            token(1, Token::Tag(b"A", b"x")),
            token(1, Token::Tag(b"B", b"y \\\" z")),
            token(2, Token::Tag(b"C", b"the \"best\" of")),
            token(3, Token::Comment(b"two\nlines")),
            token(4, Token::Word(b"a")),
            token(4, Token::Comment(b" rest")),
            token(5, Token::BadTag(b"[D broken")),
            token(6, Token::OpenComment(b"open")),
        ];
        assert_eq!(tokens(text), expected);
        assert_eq!(unescaped(b"a \\\"b\\\" \\\\ \\c"), "a \"b\" \\ \\c");
        assert_eq!(unescaped(b"M\xfcller"), "M\u{fc}ller");
    }
}
