//! Who may come in. The guard says yes or no and hands nothing on: that is the business of the [door](crate::door).
//!
//! The server listens on a loopback address as a rule, but every web page that is open in a browser on this machine can send requests to
//! it. So it looks at two headers: `Host`, which is another name if somebody made his own name point to this machine (DNS
//! rebinding), and `Origin`, which names the page that asks. Neither may be a stranger's. With a token ([`crate::token`]) whoever
//! does not have it may see the page and nothing behind it.
//!
//! Reference: the OWASP cheat sheet on cross-site request forgery.

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::page;
use crate::refusal::{Code, Refusal};
use crate::token::Token;

/// How many refusals are remembered as told.
const TOLD: usize = 4096;

/// Who may come in.
pub struct Guard {
    address: SocketAddr,
    /// What `Host` may be, and what `Origin` may name.
    hosts: Vec<String>,
    /// What the interface asks for.
    token: Option<Token>,
    told: Mutex<HashSet<(String, &'static str)>>,
}

impl Guard {
    /// The guard of a server at this address.
    pub fn new(address: SocketAddr, token: Option<Token>) -> Guard {
        let (ip, port) = (address.ip(), address.port());
        let mut names: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_string).to_vec();
        if !ip.is_loopback() && !ip.is_unspecified() {
            names.push(if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() });
        }
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(names);
        }
        Guard { address, hosts, token, told: Mutex::default() }
    }

    /// The same, known by these names too: those of the machine in its network, which nobody but its owner can say.
    #[must_use]
    pub fn known_as(mut self, names: &[String]) -> Guard {
        let port = self.address.port();
        self.hosts.extend(names.iter().map(|name| format!("{name}:{port}")));
        if port == 80 {
            self.hosts.extend(names.iter().cloned());
        }
        self
    }

    /// What the interface asks for.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// Is this our address? Where the server listens on all addresses of the machine each of them is, as a number: a name may be
    /// a stranger's.
    fn is_ours(&self, host: &[u8]) -> bool {
        let Ok(host) = std::str::from_utf8(host) else { return false };
        let port = self.address.port();
        let is_number = || {
            host.parse::<SocketAddr>().is_ok_and(|address| address.port() == port)
                || port == 80 && host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
        };
        self.hosts.iter().any(|known| known == host) || self.address.ip().is_unspecified() && is_number()
    }

    /// May such a request come in?
    pub fn check(&self, headers: &HeaderMap, path: &str) -> Result<(), Refusal> {
        let refuse = |what: &str| Err(Refusal::new(Code::NotAllowed, what));
        let ours = |value: &HeaderValue| self.is_ours(value.as_bytes());
        if !headers.contains_key(HOST) || !headers.get_all(HOST).iter().all(ours) {
            return refuse("the Host of the request is not this server's address");
        }
        let origin =
            |value: &HeaderValue| value.as_bytes().strip_prefix(b"http://").is_some_and(|host| self.is_ours(host));
        if !headers.get_all(ORIGIN).iter().all(origin) {
            return refuse("the request comes from a page of another origin");
        }
        // A link to the page may stand anywhere; data is for the page alone.
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        if path.starts_with("/api") && matches!(site, Some(b"cross-site" | b"same-site")) {
            return refuse("the request comes from a page of another site");
        }
        if path.starts_with("/api") && self.token.as_ref().is_some_and(|token| !token.is_in(headers)) {
            return refuse("this server asks for its token: open the address that it told when it was started");
        }
        Ok(())
    }

    /// The answer to somebody who comes with the token in the address: the cookie, and the same page without the token. A page and no
    /// redirection, because browsers do not send such a cookie on the way from another site.
    pub fn welcome(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_ref()?;
        let path = request.uri().path();
        if path.starts_with("/api") {
            return None;
        }
        let cookie = match token.exchange(request.uri()) {
            Ok(cookie) => HeaderValue::try_from(cookie?).ok()?,
            Err(()) => {
                let message = "this is not the token of this server, or it was used already: see what the server told when it was \
                               started";
                return Some(Refusal::new(Code::NotAllowed, message).into_response());
            }
        };
        let place = if page::is_place(path.strip_prefix('/').unwrap_or_default()) { path } else { "/" };
        let text = format!(
            "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url={place}\"><title>Kiebitz</title>\
             <p><a href=\"{place}\">Kiebitz</a></p>"
        );
        let mut response = text.into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response.headers_mut().insert(SET_COOKIE, cookie);
        Some(response)
    }

    /// Writes a refusal to the log, once for each client and kind.
    pub fn tell(&self, client: &str, what: &str, refusal: &Refusal) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < TOLD && told.insert((client.to_string(), refusal.code.word())) {
            let (status, code, message) = (refusal.code.status(), refusal.code.word(), shortened(&refusal.message));
            // A slip of the hand is nothing to warn of.
            match refusal.code {
                Code::IllegalMove | Code::BadPosition | Code::OutOfTurn | Code::GameOver => {
                    tracing::debug!(client, status, code, "refused: {what}: {message}");
                }
                _ => tracing::warn!(client, status, code, "refused: {what}: {message}"),
            }
        }
    }
}

/// Text from outside may be long, and may hold what a terminal would obey.
pub fn shortened(text: &str) -> String {
    let visible = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let mut short: String = visible.take(200).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
