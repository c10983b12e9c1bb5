//! The token: who has it may use the interface, and nobody else.
//!
//! An address with the token in it is given to a person once. The page behind it puts the token into a cookie, which scripts do not see
//! and other sites do not send, and goes on without it. The address that the program itself gives to a browser has a word that is
//! good for one time only, because other users may see with what arguments a program is started.

use std::sync::{Mutex, PoisonError};

use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::{HeaderMap, Uri};

/// Bytes of a secret.
const BYTES: usize = 16;

/// The secret of a server.
pub struct Token {
    secret: String,
    cookie: String,
    /// Words that are good for one time.
    once: Mutex<Vec<String>>,
}

impl Token {
    /// A new one, for a server at this port: browsers keep one cookie for all ports of a machine.
    pub fn new(port: u16) -> Result<Token, String> {
        Ok(Token { secret: secret()?, cookie: format!("kiebitz-{port}"), once: Mutex::default() })
    }

    /// What follows the question mark in the address that a person is given.
    pub fn query(&self) -> String {
        format!("token={}", self.secret)
    }

    /// The same for one time.
    pub fn query_once(&self) -> Result<String, String> {
        let word = secret()?;
        let query = format!("once={word}");
        self.once.lock().unwrap_or_else(PoisonError::into_inner).push(word);
        Ok(query)
    }

    /// Does a request come from somebody who has the token?
    pub fn is_in(&self, headers: &HeaderMap) -> bool {
        let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        let cookies = texts(COOKIE).flat_map(|text| text.split(';')).filter_map(|one| one.trim().split_once('='));
        let mut given = cookies.filter(|(name, _)| *name == self.cookie).map(|(_, value)| value);
        let mut bearers = texts(AUTHORIZATION).filter_map(|text| text.strip_prefix("Bearer "));
        given.any(|value| same(value, &self.secret)) || bearers.any(|value| same(value.trim(), &self.secret))
    }

    /// The cookie for somebody who came with a word in the address: none if there is no word, an error if it is a wrong one.
    pub fn exchange(&self, uri: &Uri) -> Result<Option<String>, ()> {
        let words = || uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
        let word = |wanted: &str| words().find(|(name, _)| *name == wanted).map(|(_, value)| value);
        let is_right = match (word("token"), word("once")) {
            (None, None) => return Ok(None),
            (Some(given), _) => same(given, &self.secret),
            (None, Some(given)) => {
                let mut once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
                let place = once.iter().position(|known| same(given, known));
                place.map(|place| once.swap_remove(place)).is_some()
            }
        };
        if !is_right {
            return Err(());
        }
        Ok(Some(format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie, self.secret)))
    }
}

/// A text that nobody guesses.
fn secret() -> Result<String, String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random numbers for a token: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Are both the same? It takes as long for every wrong guess.
fn same(given: &str, known: &str) -> bool {
    let differences = given.bytes().zip(known.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
    given.len() == known.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_exchanged_for_a_cookie() {
        let token = Token::new(1912).unwrap();
        let uri = |query: &str| -> Uri { format!("/play?{query}").parse().unwrap() };
        let cookie = token.exchange(&uri(&token.query())).unwrap().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        let mut headers = HeaderMap::new();
        assert!(!token.is_in(&headers));
        let pair = cookie.split(';').next().unwrap();
        headers.insert(COOKIE, format!("other=1; {pair}").parse().unwrap());
        assert!(token.is_in(&headers));
        headers.insert(COOKIE, format!("{}0", pair).parse().unwrap());
        assert!(!token.is_in(&headers));
        let secret = pair.split_once('=').unwrap().1;
        headers.insert(AUTHORIZATION, format!("Bearer {secret}").parse().unwrap());
        assert!(token.is_in(&headers));
        assert_eq!(token.exchange(&uri("x=y")), Ok(None));
        for wrong in ["token=", "token=0", "once=", &format!("token={}", "0".repeat(32))] {
            assert_eq!(token.exchange(&uri(wrong)), Err(()), "{wrong}");
        }
    }

    #[test]
    fn a_word_for_one_time_is_good_for_one_time() {
        let token = Token::new(1912).unwrap();
        let once: Uri = format!("/?{}", token.query_once().unwrap()).parse().unwrap();
        assert!(token.exchange(&once).unwrap().is_some());
        assert_eq!(token.exchange(&once), Err(()));
        assert!(!once.to_string().contains(&token.secret));
    }
}
