//! What is written is read back as the same, and nothing that anybody writes makes a reader fail.

use std::fmt::{Debug, Display};
use std::time::Duration;

use game::Rng;
use protocol::{gtp, hub, uci};

/// Values at random, the odd ones among them often.
struct Source(Rng);

impl Source {
    fn chance(&mut self) -> bool {
        self.0.below(2) == 0
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Source) -> T) -> Option<T> {
        if self.chance() { Some(make(self)) } else { None }
    }

    fn number(&mut self, most: u64) -> u64 {
        let any = self.0.next_u64();
        let number = self.0.pick(&[0, 1, 7, 100, most, any]);
        number.min(most)
    }

    fn small(&mut self) -> u32 {
        self.number(u64::from(u32::MAX)) as u32
    }

    fn signed(&mut self) -> i32 {
        self.0.next_u64() as i32
    }

    /// To the millisecond, up to some months, as far as a real number is exact.
    fn time(&mut self) -> Duration {
        Duration::from_millis(self.number(10_000_000_000))
    }

    fn word(&mut self) -> String {
        self.0.pick(&["e2e4", "a7a8q", "32-28", "47x33x42", "D4", "Hash", "é", "(none)", "0", "<x>"]).to_string()
    }

    fn words(&mut self) -> Vec<String> {
        (0..self.0.below(4)).map(|_| self.word()).collect()
    }

    fn text(&mut self) -> String {
        (0..1 + self.0.below(3)).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    fn uci_go(&mut self) -> uci::Go {
        uci::Go {
            infinite: self.chance(),
            ponder: self.chance(),
            time: [self.maybe(Source::time), self.maybe(Source::time)],
            increment: [self.maybe(Source::time), self.maybe(Source::time)],
            moves_to_go: self.maybe(|source| source.small().max(1)),
            move_time: self.maybe(Source::time),
            depth: self.maybe(Source::small),
            nodes: self.maybe(|source| source.number(u64::MAX)),
            mate: self.maybe(Source::small),
            search_moves: self.words(),
            complaints: Vec::new(),
        }
    }

    fn uci_command(&mut self) -> uci::Command {
        use uci::Command;
        match self.0.below(13) {
            0 => Command::Uci,
            1 => Command::Debug(self.chance()),
            2 => Command::IsReady,
            3 => Command::SetOption {
                name: self.text(),
                value: self.maybe(|source| source.maybe(Source::text).unwrap_or_default()),
            },
            4 => Command::Register(self.text()),
            5 => Command::NewGame,
            6 => Command::Position(uci::Position { fen: self.maybe(Source::text), moves: self.words() }),
            7 => Command::Go(Box::new(self.uci_go())),
            8 => Command::Stop,
            9 => Command::PonderHit,
            10 => Command::Quit,
            11 => Command::Nothing,
            _ => Command::Other(self.text()),
        }
    }

    fn uci_info(&mut self) -> uci::Info {
        let bound = self.0.pick(&[uci::Bound::Exact, uci::Bound::Lower, uci::Bound::Upper]);
        let value = self.signed();
        let value = self.0.pick(&[uci::Value::Centipawns(value), uci::Value::Mate(value)]);
        uci::Info {
            depth: self.maybe(Source::small),
            selective_depth: self.maybe(Source::small),
            rank: self.maybe(Source::small),
            score: self.maybe(|_| uci::Score { value, bound }),
            chances: self.maybe(|source| [source.small(), source.small(), source.small()]),
            nodes: self.maybe(|source| source.number(u64::MAX)),
            speed: self.maybe(|source| source.number(u64::MAX)),
            table_full: self.maybe(Source::small),
            table_hits: self.maybe(|source| source.number(u64::MAX)),
            load: self.maybe(Source::small),
            time: self.maybe(Source::time),
            current_move: self.maybe(Source::word),
            current_number: self.maybe(Source::small),
            pv: self.words(),
            notice: self.maybe(Source::text),
            complaints: Vec::new(),
        }
    }

    fn uci_kind(&mut self) -> uci::Kind {
        use uci::Kind;
        match self.0.below(5) {
            0 => Kind::Check { default: self.chance() },
            1 => Kind::Spin { default: i64::from(self.signed()), min: i64::MIN, max: i64::from(self.signed()) },
            2 => Kind::Combo { default: self.text(), values: self.words() },
            3 => Kind::Button,
            _ => Kind::Text { default: self.maybe(Source::text).unwrap_or_default() },
        }
    }

    fn uci_message(&mut self) -> uci::Message {
        use uci::Message;
        match self.0.below(8) {
            0 => Message::Id { field: "name".to_string(), text: self.text() },
            1 => Message::Option(uci::Declaration::new(self.text(), self.uci_kind())),
            2 => Message::UciOk,
            3 => Message::ReadyOk,
            4 => Message::BestMove { mv: self.word(), ponder: self.maybe(Source::word) },
            5 => Message::Info(Box::new(self.uci_info())),
            6 => Message::CopyProtection(self.word()),
            _ => Message::Registration(self.word()),
        }
    }

    fn hub_command(&mut self) -> hub::Command {
        use hub::{Command, Mode};
        match self.0.below(12) {
            0 => Command::Hub,
            1 => Command::SetParam { name: self.text(), value: self.maybe(Source::text).unwrap_or_default() },
            2 => Command::Init,
            3 => Command::Ping,
            4 => Command::NewGame,
            5 => Command::Pos { position: self.maybe(Source::text), moves: self.words() },
            6 => Command::Level(hub::Level {
                depth: self.maybe(Source::small),
                move_time: self.maybe(Source::time),
                moves: self.maybe(Source::small),
                time: self.maybe(Source::time),
                increment: self.maybe(Source::time),
            }),
            7 => Command::Go(self.0.pick(&[Mode::Think, Mode::Ponder, Mode::Analyze])),
            8 => Command::PonderHit,
            9 => Command::Stop,
            10 => Command::Quit,
            _ => Command::Other(self.text()),
        }
    }

    fn hub_message(&mut self) -> hub::Message {
        use hub::{Kind, Message};
        match self.0.below(8) {
            0 => Message::Id { name: self.text(), version: self.maybe(Source::text), author: self.maybe(Source::text) },
            1 => Message::Param(hub::Parameter {
                name: self.text(),
                value: self.maybe(Source::text).unwrap_or_default(),
                kind: match self.0.below(5) {
                    0 => Kind::Bool,
                    1 => Kind::Int { min: i64::from(self.signed()), max: i64::MAX },
                    2 => Kind::Real { min: f64::from(self.signed()) / 7.0, max: f64::MAX },
                    3 => Kind::Enum(self.words()),
                    _ => Kind::Text,
                },
            }),
            2 => Message::Wait,
            3 => Message::Ready,
            4 => Message::Pong,
            5 => Message::Info(hub::Info {
                depth: self.maybe(Source::small),
                score: self.maybe(Source::signed),
                nodes: self.maybe(|source| source.number(u64::MAX)),
                time: self.maybe(Source::time),
                pv: self.words(),
            }),
            6 => Message::Done { mv: self.word(), ponder: self.maybe(Source::word) },
            _ => Message::Error(self.text()),
        }
    }

    fn gtp_request(&mut self) -> gtp::Request {
        use gtp::{Color, Command};
        let color = self.0.pick(&[Color::Black, Color::White]);
        let mut seconds = || Duration::from_secs(self.number(1_000_000));
        let (main, period) = (seconds(), seconds());
        let command = match self.0.below(17) {
            0 => Command::ProtocolVersion,
            1 => Command::Name,
            2 => Command::Version,
            3 => Command::KnownCommand(self.word()),
            4 => Command::ListCommands,
            5 => Command::Quit,
            6 => Command::BoardSize(self.small()),
            7 => Command::ClearBoard,
            8 => Command::Komi(f64::from(self.signed()) / 2.0),
            9 => Command::Play { color, vertex: self.word() },
            10 => Command::GenMove(color),
            11 => Command::Undo,
            12 => Command::TimeSettings { main, period, stones: self.small() },
            13 => Command::TimeLeft { color, time: main, stones: self.small() },
            14 => Command::FinalScore,
            15 => Command::ShowBoard,
            _ => Command::Other { name: "xyzzy".to_string(), arguments: self.words() },
        };
        gtp::Request { id: self.maybe(Source::small), command }
    }

    fn gtp_response(&mut self) -> gtp::Response {
        let lines: Vec<String> = (0..self.0.below(3)).map(|_| self.text()).collect();
        let text = lines.join("\n");
        gtp::Response { id: self.maybe(Source::small), result: if self.chance() { Ok(text) } else { Err(text) } }
    }
}

/// Writes it and reads it again.
fn there_and_back<T: Display + Debug + PartialEq>(value: T, parse: impl Fn(&str) -> Option<T>) {
    let text = value.to_string();
    assert_eq!(parse(&text), Some(value), "{text:?}");
}

#[test]
fn values_survive() {
    let mut source = Source(Rng::new(17));
    for _ in 0..10_000 {
        there_and_back(source.uci_command(), |text| Some(uci::Command::parse(text)));
        there_and_back(source.uci_message(), uci::Message::parse);
        there_and_back(source.hub_command(), |text| hub::Command::parse(text).ok());
        there_and_back(source.hub_message(), hub::Message::parse);
        there_and_back(source.gtp_request(), |text| gtp::Request::parse(text).ok().flatten());
        there_and_back(source.gtp_response(), gtp::Response::parse);
    }
}

/// Whatever is understood of a text is written as one line, and from then on nothing changes any more.
fn settles<T: Display + Debug + PartialEq>(text: &str, parse: impl Fn(&str) -> Option<T>) -> bool {
    let Some(first) = parse(text) else { return false };
    let line = first.to_string();
    assert!(!line.trim_end().contains(|c: char| c.is_control()), "{text:?} becomes {line:?}");
    let second = parse(&line).unwrap_or_else(|| panic!("{text:?} becomes {line:?}, which is not understood"));
    assert_eq!(parse(&second.to_string()), Some(second), "{text:?}");
    true
}

/// Words that the readers know, so that garbage gets past the first letter.
const WORDS: &str = "uci isready setoption name value <empty> position startpos fen moves go searchmoves ponder wtime \
    btime depth nodes mate movetime movestogo infinite e2e4 id option type spin combo string check default min max var \
    bestmove info score cp lowerbound wdl pv currmove hub set-param pos level time inc move-time param values done move \
    error message 32-28 play genmove black w D4 komi boardsize time_left time_settings known_command register debug on \
    0 1 9 -1 1.5 1e400 nan inf 99999999999999999999 170141183460469231731687303715884105728";
const ODD: [&str; 20] =
    [" ", " ", " ", " ", "  ", "\t", "\r", "\n", "\u{0}", "\u{85}", "é", "\"", "=", "#", "-", "+", ".", "?", "=", " "];

#[test]
fn garbage_does_no_harm() {
    let mut rng = Rng::new(3);
    let mut understood = [0; 6];
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    for round in 0..50_000 {
        let length = 1 + rng.below(14);
        let text: String = if round % 4 == 0 {
            let bytes: Vec<u8> = (0..4 * length).map(|_| rng.next_u64() as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        } else {
            (0..length)
                .flat_map(|_| [if rng.below(4) == 0 { rng.pick(&ODD) } else { rng.pick(&words) }, rng.pick(&["", " "])])
                .collect()
        };
        let found = [
            settles(&text, |text| match uci::Command::parse(text) {
                // Complaints are not written.
                uci::Command::Go(mut go) => {
                    go.complaints.clear();
                    Some(uci::Command::Go(go))
                }
                command => Some(command),
            }),
            settles(&text, |text| match uci::Message::parse(text) {
                Some(uci::Message::Info(mut info)) => {
                    info.complaints.clear();
                    Some(uci::Message::Info(info))
                }
                message => message,
            }),
            settles(&text, |text| hub::Command::parse(text).ok()),
            settles(&text, hub::Message::parse),
            settles(&text, |text| gtp::Request::parse(text).ok().flatten()),
            // Only a response may have several lines.
            gtp::Response::parse(&text).is_some_and(|response| {
                let text = response.to_string();
                assert!(text.ends_with("\n\n") && !text.trim_end().contains("\n\n"), "{text:?}");
                let again = gtp::Response::parse(&text).expect("a response");
                assert_eq!(gtp::Response::parse(&again.to_string()), Some(again), "{text:?}");
                true
            }),
        ];
        for (count, found) in understood.iter_mut().zip(found) {
            *count += usize::from(found);
        }
    }
    assert!(understood.iter().all(|count| *count > 500), "{understood:?}");
}
