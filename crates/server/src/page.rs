//! The page: files that were packed into the program when it was built.
//!
//! A file is found by its exact path in a list, so there is no way from an address to the file system.

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::refusal::{Code, Refusal};

struct File {
    path: &'static str,
    /// The entity tag as it is sent, a weak one.
    tag: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Files in here carry a hash of their content in their names: what has the same name is the same file.
const HASHED: &str = "assets/";

/// Was the page there when the program was built?
pub fn is_there() -> bool {
    find("index.html").is_some()
}

fn find(path: &str) -> Option<&'static File> {
    FILES.binary_search_by(|file| file.path.cmp(path)).ok().map(|place| &FILES[place])
}

/// A file of the page. Addresses that are no files are places within the page: it finds its way itself.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Refusal::new(Code::BadMethod, "the page can only be fetched").into_response();
    }
    let path = uri.path().strip_prefix('/').unwrap_or_default();
    let file = match find(path) {
        Some(file) => Some(file),
        None if is_place(path) => find("index.html"),
        None => None,
    };
    match file {
        Some(file) => send(file, &headers),
        None => Refusal::new(Code::UnknownId, "there is no such page").into_response(),
    }
}

/// Could this be a place within the page: `play/1a2b`, `analyse`?
pub fn is_place(path: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let word = |part: &str| !part.is_empty() && part.chars().all(letter);
    let place = path.strip_suffix('/').unwrap_or(path);
    path.is_empty() || !path.starts_with(HASHED) && path.len() <= 200 && place.split('/').all(word)
}

fn send(file: &File, headers: &HeaderMap) -> Response {
    let fixed = |text: &'static str| HeaderValue::from_static(text);
    let caching = if file.path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_known = known.flat_map(|tags| tags.split(',')).any(|tag| tag.trim() == file.tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let takes =
            |name: &str| accepted.split(',').any(|one| one.split(';').next().is_some_and(|one| one.trim() == name));
        let (bytes, encoding) = match (file.brotli.filter(|_| takes("br")), file.gzip.filter(|_| takes("gzip"))) {
            (Some(bytes), _) => (bytes, Some("br")),
            (None, Some(bytes)) => (bytes, Some("gzip")),
            (None, None) => (file.plain, None),
        };
        let mut response = bytes.into_response();
        response.headers_mut().insert(CONTENT_TYPE, fixed(kind(file.path)));
        if let Some(encoding) = encoding {
            response.headers_mut().insert(CONTENT_ENCODING, fixed(encoding));
        }
        response
    };
    let answer = response.headers_mut();
    answer.insert(ETAG, fixed(file.tag));
    answer.insert(CACHE_CONTROL, fixed(caching));
    answer.insert(VARY, fixed("accept-encoding"));
    response
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_plain_words() {
        for place in ["", "play", "play/", "play/00ff", "analyse", "de/play"] {
            assert!(is_place(place), "{place}");
        }
        for trick in [
            "../etc/passwd",
            "..",
            "%2e%2e/x",
            "a\\b",
            "assets/x",
            "favicon.ico",
            "play/.",
            "//x.y",
            "/etc/passwd",
            "/",
        ] {
            assert!(!is_place(trick), "{trick}");
        }
    }

    #[test]
    fn files_are_sorted() {
        assert!(FILES.is_sorted_by_key(|file| file.path));
    }
}
