//! What comes in, read with our own words for what is wrong.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::connections::Connection;
use crate::limits;
use crate::memory::{Part, Share};
use crate::refusal::{Code, Refusal};

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
