//! Where workers are, and how to reach them: processes whose input and output are theirs, or sockets behind which somebody else brings
//! their lines to them. Only whoever starts the driver can say so.

use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::str::FromStr;

/// A place for one worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Carrier {
    /// This machine, and which of its workers it is.
    Local(usize),
    /// Another machine, on which `kiebitz` is in PATH, and which of its workers it is.
    Ssh(String, usize),
    /// A program of the caller's with its arguments, which is a worker or reaches one.
    Program(Vec<String>),
    /// A socket of this machine: each connection to it is a worker, wherever that is; and which of them it is.
    Socket(PathBuf, usize),
}

/// How many workers one entry of a list may stand for.
const MOST: usize = 4096;

impl Carrier {
    /// Reads a list: `local:2,ssh:HOST,ssh:user@HOST/4,cmd:PROGRAM ARGUMENT,socket:PATH/2`. A comma within an entry is written `\,`.
    pub fn list(text: &str) -> Result<Vec<Carrier>, String> {
        let mut entries = vec![String::new()];
        let mut chars = text.chars().peekable();
        while let Some(sign) = chars.next() {
            match sign {
                '\\' if chars.peek() == Some(&',') => entries.last_mut().expect("one at least").extend(chars.next()),
                ',' => entries.push(String::new()),
                sign => entries.last_mut().expect("one at least").push(sign),
            }
        }
        let lists: Vec<Vec<Carrier>> =
            entries.iter().map(|entry| Carrier::entry(entry.trim())).collect::<Result<_, _>>()?;
        Ok(lists.concat())
    }

    fn entry(entry: &str) -> Result<Vec<Carrier>, String> {
        let wrong = |reason: &str| {
            format!("workers '{entry}': {reason}; expected local:N, ssh:HOST, ssh:HOST/N, cmd:PROGRAM or socket:PATH/N")
        };
        let count = |text: &str| {
            usize::from_str(text)
                .ok()
                .filter(|count| (1..=MOST).contains(count))
                .ok_or_else(|| wrong(&format!("'{text}' is no number from 1 to {MOST}")))
        };
        match entry.split_once(':') {
            None if entry == "local" => Ok(vec![Carrier::Local(0)]),
            Some(("local", text)) => Ok((0..count(text)?).map(Carrier::Local).collect()),
            Some(("ssh", place)) => {
                let (host, slots) = match place.rsplit_once('/') {
                    Some((host, text)) => (host, count(text)?),
                    None => (place, 1),
                };
                // What begins with a hyphen would be an option of ssh.
                if host.is_empty() || host.starts_with('-') || host.contains(char::is_whitespace) {
                    return Err(wrong("this is no name of a machine"));
                }
                Ok((0..slots).map(|slot| Carrier::Ssh(host.to_string(), slot)).collect())
            }
            Some(("cmd", text)) => match text.split_whitespace().map(str::to_string).collect::<Vec<_>>() {
                words if words.is_empty() => Err(wrong("there is no program")),
                words => Ok(vec![Carrier::Program(words)]),
            },
            Some(("socket", place)) => match place.rsplit_once('/') {
                Some((path, text)) if !path.is_empty() => {
                    Ok((0..count(text)?).map(|slot| Carrier::Socket(PathBuf::from(path), slot)).collect())
                }
                _ => Err(wrong("there is no number of workers after the path")),
            },
            _ => Err(wrong("this is not known")),
        }
    }

    /// The process that is, or reaches, the worker; `None` if it is behind a socket. `local` is how it is started on this machine.
    pub(crate) fn command(&self, local: &[String]) -> Option<Command> {
        let words: Vec<&str> = match self {
            Carrier::Local(_) => local.iter().map(String::as_str).collect(),
            // A line that is cut is noticed by our own signs of life; these end the process on both sides.
            Carrier::Ssh(host, _) => {
                let options = ["ssh", "-T", "-o", "BatchMode=yes", "-o", "ServerAliveInterval=5", "--"];
                options.into_iter().chain([host.as_str(), "kiebitz", "worker"]).collect()
            }
            Carrier::Program(words) => words.iter().map(String::as_str).collect(),
            Carrier::Socket(..) => return None,
        };
        let mut command = Command::new(words.first().copied().unwrap_or_default());
        command.args(&words[1.min(words.len())..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        arena::alone(&mut command);
        Some(command)
    }
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Carrier::Local(slot) => write!(f, "local {}", slot + 1),
            Carrier::Ssh(host, slot) => write!(f, "{host} {}", slot + 1),
            Carrier::Program(words) => write!(f, "{}", words.join(" ")),
            Carrier::Socket(path, slot) => {
                let name = path.file_name().unwrap_or_default();
                write!(f, "{} {}", name.to_string_lossy(), slot + 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let list =
            Carrier::list(r"local:2, ssh:ada@host/2,cmd:run a\,b,ssh:other,socket:/tmp/x/ray/2").expect("a list");
        let names: Vec<String> = list.iter().map(Carrier::to_string).collect();
        assert_eq!(names, ["local 1", "local 2", "ada@host 1", "ada@host 2", "run a,b", "other 1", "ray 1", "ray 2"]);
        for (text, hint) in [
            ("", "not known"),
            ("local:0", "'0'"),
            ("local:two", "'two'"),
            ("ssh:-oProxyCommand=x", "no name"),
            ("ssh:", "no name"),
            ("cmd: ", "no program"),
            ("socket:/tmp/ray", "'ray'"),
            ("socket:ray", "no number of workers"),
            ("http://x", "not known"),
        ] {
            let error = Carrier::list(text).expect_err(text);
            assert!(error.contains(hint) && error.contains("local:N"), "{text}: {error}");
        }
    }
}
