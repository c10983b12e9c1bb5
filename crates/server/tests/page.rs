//! The page, if it is packed into the program.

mod common;

use common::Running;

#[test]
fn the_page_or_nothing() {
    let server = Running::start();
    let client = server.client("reader-01");
    let place = client.get("/play/0123").unwrap();
    if !server::has_page() {
        assert_eq!((place.status, place.code().as_str()), (404, "unknown-id"));
        return;
    }
    let index = client.get("/").unwrap();
    assert_eq!((index.status, &index.body), (200, &place.body), "places within the page are the page");
    let header = |answer: &common::client::Answer, name: &str| {
        let line = answer.head.lines().find(|line| line.to_lowercase().starts_with(name)).map(str::to_string);
        line.and_then(|line| line.split_once(": ").map(|(_, value)| value.to_string())).unwrap_or_default()
    };
    assert_eq!(header(&index, "cache-control"), "no-cache");
    let again = client.send("GET", "/", &format!("if-none-match: {}\r\n", header(&index, "etag")), "").unwrap();
    assert_eq!((again.status, again.body.len()), (304, 0));
    let text = String::from_utf8(index.body).unwrap();
    let script = text.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js")).unwrap();
    let plain = client.get(script).unwrap();
    assert!(header(&plain, "cache-control").contains("immutable"));
    for (encoding, name) in [("gzip, br", "br"), ("gzip", "gzip"), ("identity", "")] {
        let packed = client.send("GET", script, &format!("accept-encoding: {encoding}\r\n"), "").unwrap();
        assert_eq!(header(&packed, "content-encoding"), name);
        assert_eq!(packed.body.len() < plain.body.len(), !name.is_empty());
    }
    assert_eq!(client.send("POST", "/", "", "").unwrap().status, 405);
}
