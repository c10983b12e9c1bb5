//! The words of PGN.

/// A word of PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A move, as it was written.
    Move(String),
    /// `$1`, `!`, `?!`.
    Glyph(u8),
    /// `{...}`, or from a semicolon to the end of the line.
    Comment(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `1-0`, `*`.
    Result(String),
}

/// The words of a text, each with the line on which it begins, from 1.
pub struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    at_line_start: bool,
}

/// The glyphs that are written as signs.
const SIGNS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

impl<'a> Tokens<'a> {
    /// The words of a text.
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text, line: 1, at_line_start: true }
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        self.at_line_start = skipped.ends_with('\n') || skipped.is_empty() && self.at_line_start;
        skipped
    }

    fn tag(&mut self) -> Option<Token> {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let inside = self.rest[1..end].trim_end().strip_suffix(']')?;
        let (name, value) = inside.trim().split_once(char::is_whitespace)?;
        let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        self.skip(end);
        Some(Token::Tag(name.to_string(), value))
    }

    fn word(&mut self) -> Option<Token> {
        let ends = |c: char| c.is_whitespace() || "(){};$".contains(c);
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        if let "1-0" | "0-1" | "1/2-1/2" | "*" | "2-0" | "0-2" | "1-1" = word {
            self.skip(end);
            return Some(Token::Result(word.to_string()));
        }
        // A number with its dots, which may stand right before the move.
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let dots = word.len() - word[digits..].trim_start_matches('.').len();
        if dots > digits {
            self.skip(dots);
            return None;
        }
        if let Some((sign, number)) = SIGNS.iter().find(|(sign, _)| word.starts_with(sign)) {
            self.skip(sign.len());
            return Some(Token::Glyph(*number));
        }
        // Signs stay for the next time.
        let bare = word.find(['!', '?']).unwrap_or(end);
        self.skip(bare);
        Some(Token::Move(word[..bare].to_string()))
    }
}

impl Iterator for Tokens<'_> {
    type Item = (usize, Token);

    fn next(&mut self) -> Option<(usize, Token)> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            if blank > 0 {
                self.skip(blank);
            }
            let (line, first) = (self.line, self.rest.chars().next()?);
            let token = match first {
                '[' => match self.tag() {
                    Some(tag) => Some(tag),
                    None => {
                        // No tag after all: the rest of the line is of no use.
                        self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
                        None
                    }
                },
                '%' if self.at_line_start => {
                    self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
                    None
                }
                '{' => {
                    let end = self.rest.find('}').unwrap_or(self.rest.len());
                    let text = self.rest[1..end].to_string();
                    self.skip((end + 1).min(self.rest.len()));
                    Some(Token::Comment(text))
                }
                ';' => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    let text = self.rest[1..end].to_string();
                    self.skip(end);
                    Some(Token::Comment(text))
                }
                '(' | ')' | '}' => {
                    self.skip(1);
                    match first {
                        '(' => Some(Token::Open),
                        ')' => Some(Token::Close),
                        _ => None,
                    }
                }
                '$' => {
                    let end = 1 + self.rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len() - 1);
                    let number = self.rest[1..end].parse().ok();
                    self.skip(end);
                    number.map(Token::Glyph)
                }
                _ => self.word(),
            };
            if let Some(token) = token {
                return Some((line, token));
            }
        }
    }
}
