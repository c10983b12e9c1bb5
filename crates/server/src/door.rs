//! The door that every request passes: it is let in if the [guard](crate::guard) says so, it has its time, what it brings is read with our
//! own words for what is wrong, a handler that panics is answered for, and no answer goes out without the headers that browsers
//! need.
//!
//! Reference: the OWASP cheat sheet on HTTP headers.

use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::connections::Connection;
use crate::guard::{Guard, shortened};
use crate::limits;
use crate::memory::{Part, Share};
use crate::refusal::{Code, Refusal};

/// Scripts, styles and data from here and nowhere else. Styles may stand in attributes, which is how a board is laid out.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

fn broken(what: &str) -> Response {
    tracing::error!("{what} has panicked");
    Refusal::new(Code::Fault, "the work on this request has failed; this is a bug").into_response()
}

/// Lets a request in or not, and sends every answer out with the headers that browsers need.
pub async fn pass(
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

/// A body of JSON.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        is_json(&request)?;
        parse(&bytes(request, state).await?).map(Body)
    }
}

/// A body of JSON that may be long: its memory is drawn before it is read, and it is parsed by whoever works on it.
pub struct LongBody {
    bytes: Bytes,
    _share: Share,
}

impl FromRequest<Arc<App>> for LongBody {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<LongBody, Refusal> {
        is_json(&request)?;
        let declared = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        let length = declared.unwrap_or(u64::MAX).min(limits::IMPORT as u64);
        let share = app.house.memory.take(Part::Texts, length)?;
        Ok(LongBody { bytes: bytes(request, app).await?, _share: share })
    }
}

impl LongBody {
    /// How long it is.
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// What it says.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        parse(&self.bytes)
    }
}

fn is_json(request: &Request) -> Result<(), Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_json = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    if is_json {
        return Ok(());
    }
    Err(Refusal::new(Code::BadType, "expected a body with content-type application/json"))
}

async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Refusal> {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let bytes = Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(Code::TooLarge, "the body is larger than is taken here"),
        _ => Refusal::new(Code::BadRequest, "the body cannot be read"),
    })?;
    if let Some(connection) = connection {
        connection.is_heard();
    }
    Ok(bytes)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| Refusal::new(Code::BadJson, error.to_string()))
}

/// What stands behind the question mark of an address.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Refusal> {
        let query = Query::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Asked(asked)).map_err(|error| Refusal::new(Code::BadRequest, error.body_text()))
    }
}

/// The id in an address.
pub struct Id(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, Refusal> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(id)| Id(id)).map_err(|_| Refusal::new(Code::UnknownId, "there is no such game"))
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::header::{HOST, ORIGIN, SET_COOKIE};
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower_service::Service;

    use super::*;
    use crate::token::Token;

    async fn ask(guard: &Arc<Guard>, path: &str, host: &str, origin: Option<&str>) -> Response {
        let broken = || async {
            assert!(!std::hint::black_box(true), "on purpose");
        };
        let mut router = Router::new()
            .route("/api/x", get(|| async { "here" }))
            .route("/api/panic", get(broken))
            .fallback(|| async { "page" })
            .layer(from_fn_with_state(Arc::clone(guard), pass));
        let mut request = Request::builder().uri(path).header(HOST, host);
        if let Some(origin) = origin {
            request = request.header(ORIGIN, origin);
        }
        let mut request = request.body(axum::body::Body::empty()).unwrap();
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
        let guard = Guard::new(SocketAddr::from(([0, 0, 0, 0], 1912)), None);
        let named = Arc::new(guard.known_as(&["attic.local".to_string()]));
        for (host, origin, expected) in [
            ("attic.local:1912", None, 200),
            ("attic.local:1912", Some("http://attic.local:1912"), 200),
            ("attic.local", None, 403),
            ("attic.local.evil.example:1912", None, 403),
            ("attic.local:1912", Some("http://evil.example:1912"), 403),
        ] {
            assert_eq!(status(&named, host, origin).await, expected, "{host} {origin:?}");
        }
        assert_eq!(status(&every, "attic.local:1912", None).await, 403);
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
