//! `--workers`: where workers are, and how one of this machine is started.

use cluster::Carrier;

use crate::output::Failure;

/// The list after `--workers`.
#[derive(Clone)]
pub struct Workers(pub Vec<Carrier>);

pub fn read(text: &str) -> Result<Workers, String> {
    Carrier::list(text).map(Workers)
}

/// How a worker is started on this machine: as this program, with the games given as text that it knows.
pub fn local() -> Result<Vec<String>, Failure> {
    let program = std::env::current_exe()?;
    let mut words = vec![program.to_string_lossy().into_owned()];
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--rules" {
            words.extend([argument].into_iter().chain(arguments.next()));
        } else if argument.starts_with("--rules=") {
            words.push(argument);
        }
    }
    words.push("worker".to_string());
    Ok(words)
}
