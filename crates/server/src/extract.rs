//! What comes in, read with our own words for what is wrong.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::refusal::{Code, Refusal};

/// A body of JSON.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let is_json = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
        if !is_json {
            return Err(Refusal::new(Code::BadType, "expected a body with content-type application/json"));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(Code::TooLarge, "the body is larger than is taken here"),
            _ => Refusal::new(Code::BadRequest, "the body cannot be read"),
        })?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| Refusal::new(Code::BadJson, error.to_string()))
    }
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
