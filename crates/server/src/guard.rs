//! The door: who may come in, and what goes out with every answer.
//!
//! The server listens on a loopback address, but every web page that is open in a browser on this machine can send requests to
//! it. So it looks at two headers: `Host`, which is another name if somebody made his own name point to this machine (DNS
//! rebinding), and `Origin`, which names the page that asks. Neither may be a stranger's.
//!
//! Reference: the OWASP cheat sheets on cross-site request forgery and on HTTP headers.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::limits;
use crate::refusal::{Code, Refusal};

/// Scripts, styles and data from here and nowhere else. Styles may stand in attributes, which is how a board is laid out.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// So many refusals are remembered as told.
const TOLD: usize = 4096;

/// Who may come in.
pub struct Guard {
    /// What `Host` may be.
    hosts: Vec<String>,
    /// What `Origin` may be.
    origins: Vec<String>,
    told: Mutex<HashSet<(String, &'static str)>>,
}

impl Guard {
    /// The guard of a server at this port of the loopback address.
    pub fn new(port: u16) -> Guard {
        let mut hosts: Vec<String> =
            ["localhost", "127.0.0.1", "[::1]"].iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_string));
        }
        let origins = hosts.iter().map(|host| format!("http://{host}")).collect();
        Guard { hosts, origins, told: Mutex::default() }
    }

    fn check(&self, headers: &HeaderMap, path: &str) -> Result<(), Refusal> {
        let refuse = |what: &str| Err(Refusal::new(Code::NotAllowed, what));
        let is = |name: HeaderName, known: &[String]| {
            headers.get_all(name).iter().all(|value| known.iter().any(|known| value == known.as_str()))
        };
        if !headers.contains_key(HOST) || !is(HOST, &self.hosts) {
            return refuse("the Host of the request is not this server's address");
        }
        if !is(ORIGIN, &self.origins) {
            return refuse("the request comes from a page of another origin");
        }
        // A link to the page may stand anywhere; data is for the page alone.
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        if path.starts_with("/api") && matches!(site, Some(b"cross-site" | b"same-site")) {
            return refuse("the request comes from a page of another site");
        }
        Ok(())
    }

    /// Writes a refusal to the log, once for each client and kind.
    pub fn tell(&self, client: &str, what: &str, refusal: &Refusal) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < TOLD && told.insert((client.to_string(), refusal.code.word())) {
            let status = refusal.code.status().as_u16();
            tracing::warn!(
                client,
                status,
                code = refusal.code.word(),
                "refused: {what}: {}",
                shortened(&refusal.message)
            );
        }
    }
}

/// Text from outside may be long, and may hold what a terminal would obey.
fn shortened(text: &str) -> String {
    let visible = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let mut short: String = visible.take(200).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Lets a request in or not, and sends every answer out with the headers that browsers need.
pub async fn guard(
    State(guard): State<Arc<Guard>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let what = format!("{} {}", request.method(), shortened(request.uri().path()));
    let is_api = request.uri().path().starts_with("/api");
    let is_socket = request.headers().contains_key("upgrade");
    let mut response = match guard.check(request.headers(), request.uri().path()) {
        Err(refusal) => refusal.into_response(),
        Ok(()) if is_socket => next.run(request).await,
        Ok(()) => match tokio::time::timeout(limits::REQUEST_TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Refusal::new(Code::Busy, "the request took too long").into_response(),
        },
    };
    if let Some(refusal) = response.extensions().get::<Refusal>() {
        guard.tell(&peer.ip().to_string(), &what, refusal);
    }
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(X_FRAME_OPTIONS, "DENY");
    set(REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    if is_api && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}
