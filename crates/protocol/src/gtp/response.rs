//! What a Go engine answers: `= D4`, `? unknown command`, and an empty line.

use std::fmt;

/// The answer to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The number of the request, if it had one.
    pub id: Option<u32>,
    /// The answer, which may be empty or of several lines, or why it was refused. A drawing begins with a line break, so that
    /// the sign does not shift its first line.
    pub result: Result<String, String>,
}

impl Response {
    /// Why a request was refused.
    pub fn refusal(id: Option<u32>, reason: impl Into<String>) -> Response {
        Response { id, result: Err(reason.into()) }
    }

    /// Reads a response, or the first line of one; `None` if it does not begin like one.
    ///
    /// ```
    /// use protocol::gtp::Response;
    /// assert_eq!(Response::parse("=12 D4"), Some(Response { id: Some(12), result: Ok("D4".to_string()) }));
    /// assert_eq!(Response::parse("? illegal move"), Some(Response::refusal(None, "illegal move")));
    /// assert_eq!(Response::parse("hello"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Response> {
        let text = text.trim();
        let success = text.starts_with('=');
        let text = text.strip_prefix(['=', '?'])?;
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (id, text) = text.split_at(digits);
        let text = text.trim().to_string();
        Some(Response { id: id.parse().ok(), result: if success { Ok(text) } else { Err(text) } })
    }
}

/// With the empty line that ends it.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{sign}")?;
        self.id.map_or(Ok(()), |id| write!(f, "{id}"))?;
        // An empty line would end the response, and control characters have no meaning.
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines: Vec<String> =
            lines.map(|line| line.chars().filter(|letter| !letter.is_control()).collect()).collect();
        let gap = match lines.is_empty() {
            true => "",
            false if text.starts_with('\n') => "\n",
            false => " ",
        };
        write!(f, "{gap}{}\n\n", lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_line_ends_it() {
        let response = |text: &str| Response { id: None, result: Ok(text.to_string()) }.to_string();
        assert_eq!(response(""), "=\n\n");
        assert_eq!(response("a\n\n b\u{7}\n"), "= a\n b\n\n");
        assert_eq!(response("\n3 . .\n2 . ."), "=\n3 . .\n2 . .\n\n");
        assert_eq!(Response::refusal(Some(3), "no").to_string(), "?3 no\n\n");
    }
}
