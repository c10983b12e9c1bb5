//! Lines of UCI, Hub and GTP, in both directions.
//!
//! Whatever is understood of a text is written as one line, and that line is understood as what it says: written and read once
//! more, nothing changes.

#![no_main]

use std::fmt::{Debug, Display};

use libfuzzer_sys::fuzz_target;
use protocol::{gtp, hub, uci};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    settles(&text, |text| match uci::Command::parse(text) {
        // Complaints are not written.
        uci::Command::Go(go) => Some(uci::Command::Go(Box::new(uci::Go { complaints: Vec::new(), ..*go }))),
        command => Some(command),
    });
    settles(&text, |text| match uci::Message::parse(text) {
        Some(uci::Message::Info(info)) => {
            Some(uci::Message::Info(Box::new(uci::Info { complaints: Vec::new(), ..*info })))
        }
        message => message,
    });
    settles(&text, |text| hub::Command::parse(text).ok());
    settles(&text, hub::Message::parse);
    settles(&text, |text| gtp::Request::parse(text).ok().flatten());
    settles(&text, gtp::Response::parse);
});

fn settles<T: Display + Debug + PartialEq>(text: &str, parse: impl Fn(&str) -> Option<T>) {
    let Some(first) = parse(text) else { return };
    let line = first.to_string();
    let second = parse(&line).unwrap_or_else(|| panic!("{text:?} becomes {line:?}, which is not understood"));
    assert_eq!(parse(&second.to_string()), Some(second), "{text:?}");
}
