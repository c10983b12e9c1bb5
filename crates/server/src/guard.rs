//! The door: who may come in, and what goes out with every answer.
//!
//! The server listens on a loopback address as a rule, but every web page that is open in a browser on this machine can send requests to
//! it. So it looks at two headers: `Host`, which is another name if somebody made his own name point to this machine (DNS
//! rebinding), and `Origin`, which names the page that asks. Neither may be a stranger's. With a token ([`crate::token`]) whoever
//! does not have it may see the page and nothing behind it.
//!
//! Reference: the OWASP cheat sheets on cross-site request forgery and on HTTP headers.

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::refusal::{Code, Refusal};
use crate::token::Token;
use crate::{limits, page};

/// Scripts, styles and data from here and nowhere else. Styles may stand in attributes, which is how a board is laid out.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// So many refusals are remembered as told.
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

    fn check(&self, headers: &HeaderMap, path: &str) -> Result<(), Refusal> {
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
    fn welcome(&self, request: &Request) -> Option<Response> {
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

fn broken(what: &str) -> Response {
    tracing::error!("{what} has panicked");
    Refusal::new(Code::Fault, "the work on this request has failed; this is a bug").into_response()
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
    let entered = guard.check(request.headers(), request.uri().path()).map(|()| guard.welcome(&request));
    // A handler that panics ends this request and no other.
    let run = |request| AssertUnwindSafe(next.run(request)).catch_unwind();
    let mut response = match entered {
        Err(refusal) => refusal.into_response(),
        Ok(Some(welcome)) => welcome,
        Ok(None) if is_socket => run(request).await.unwrap_or_else(|_| broken(&what)),
        Ok(None) => match tokio::time::timeout(limits::REQUEST_TIME, run(request)).await {
            Ok(response) => response.unwrap_or_else(|_| broken(&what)),
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

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower_service::Service;

    use super::*;

    async fn ask(guard: &Arc<Guard>, path: &str, host: &str, origin: Option<&str>) -> Response {
        let broken = || async {
            assert!(!std::hint::black_box(true), "on purpose");
        };
        let mut router = Router::new()
            .route("/api/x", get(|| async { "here" }))
            .route("/api/panic", get(broken))
            .fallback(|| async { "page" })
            .layer(from_fn_with_state(Arc::clone(guard), super::guard));
        let mut request = Request::builder().uri(path).header(HOST, host);
        if let Some(origin) = origin {
            request = request.header(ORIGIN, origin);
        }
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
        router.call(request).await.unwrap()
    }

    #[tokio::test]
    async fn a_handler_that_panics_is_answered_for() {
        let guard = Arc::new(Guard::new(SocketAddr::from(([127, 0, 0, 1], 1912)), None));
        let broken = ask(&guard, "/api/panic", "localhost:1912", None).await;
        assert_eq!(broken.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(broken.headers().contains_key(CONTENT_SECURITY_POLICY));
        assert_eq!(ask(&guard, "/api/x", "localhost:1912", None).await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn addresses_of_a_server_for_others() {
        let every = Arc::new(Guard::new(SocketAddr::from(([0, 0, 0, 0], 1912)), None));
        let one = Arc::new(Guard::new(SocketAddr::from(([192, 168, 1, 20], 1912)), None));
        let status = async |guard: &Arc<Guard>, host: &str, origin: Option<&str>| {
            ask(guard, "/api/x", host, origin).await.status().as_u16()
        };
        for (host, expected) in [
            ("192.168.1.20:1912", [200, 200]),
            ("localhost:1912", [200, 200]),
            ("10.0.0.1:1912", [200, 403]),
            ("[fe80::1]:1912", [200, 403]),
            ("192.168.1.20:1913", [403, 403]),
            ("192.168.1.20", [403, 403]),
            ("evil.example:1912", [403, 403]),
        ] {
            assert_eq!([status(&every, host, None).await, status(&one, host, None).await], expected, "{host}");
        }
        assert_eq!(status(&every, "10.0.0.1:1912", Some("http://10.0.0.1:1912")).await, 200);
        assert_eq!(status(&every, "10.0.0.1:1912", Some("http://evil.example:1912")).await, 403);
        assert_eq!(status(&every, "10.0.0.1:1912", Some("https://10.0.0.1:1912")).await, 403);
    }

    #[tokio::test]
    async fn whoever_has_no_token_sees_the_page_and_nothing_behind_it() {
        let token = Token::new(1912).unwrap();
        let query = token.query();
        let guard = Arc::new(Guard::new(SocketAddr::from(([127, 0, 0, 1], 1912)), Some(token)));
        let at = async |path: &str| ask(&guard, path, "localhost:1912", None).await;
        assert_eq!(at("/api/x").await.status(), StatusCode::FORBIDDEN);
        assert_eq!(at(&format!("/api/x?{query}")).await.status(), StatusCode::FORBIDDEN);
        assert_eq!(at("/").await.status(), StatusCode::OK);
        assert_eq!(at("/?token=0").await.status(), StatusCode::FORBIDDEN);
        for (path, place) in [("/play/12", "/play/12"), ("/", "/"), ("//evil.example/", "/"), ("/a%22b", "/")] {
            let welcome = at(&format!("{path}?{query}")).await;
            assert!(welcome.headers().contains_key(SET_COOKIE), "{path}");
            let body = axum::body::to_bytes(welcome.into_body(), 10_000).await.unwrap();
            let text = String::from_utf8(body.to_vec()).unwrap();
            assert!(text.contains(&format!("url={place}\"")) && !text.contains("token"), "{text}");
        }
    }
}
