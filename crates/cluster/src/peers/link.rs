//! A connection: the handshake, the signs of life, and a buffer for entries that drops the oldest.

use std::collections::VecDeque;
use std::io::Write;
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Parcel;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::frame::{Frame, LONGEST, MOST_PARCELS, Nonce, Proof, VERSION, next_frame};

/// How long each step of a handshake may take.
pub const HANDSHAKE: Duration = Duration::from_secs(5);
/// No frame of a handshake is longer: whoever is not known yet cannot make us take memory.
const HANDSHAKE_FRAME: usize = 1024;
/// How often a sign of life is given.
const BEAT: Duration = Duration::from_millis(500);
/// Who gives none for so long is lost; so is who does not read for so long.
pub const SILENCE: Duration = Duration::from_secs(3);
/// How long entries are collected before they are sent together.
const COLLECT: Duration = Duration::from_millis(1);
/// How many entries wait to be sent.
const WAITING: usize = 1 << 15;
/// Who sends more entries in a second floods.
const FLOOD: usize = 2_000_000;

/// What both sides know; empty if nothing is to be known.
#[derive(Clone, Default)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// The secret in a text, without the blanks around it.
    pub fn new(text: &str) -> Secret {
        Secret(text.trim().as_bytes().to_vec())
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The proof of one side: that it knows the secret, in this conversation.
    fn proof(&self, role: &[u8], nonces: [&Nonce; 2]) -> Hmac<Sha256> {
        let mut proof = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length");
        proof.update(role);
        nonces.into_iter().for_each(|nonce| proof.update(nonce));
        proof
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.is_empty() { "Secret(none)" } else { "Secret(some)" })
    }
}

/// Where `text` (`HOST:PORT`) is. Beyond this machine there must be a secret: a false entry can change moves.
pub fn address(text: &str, secret: &Secret) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().map_err(|error| format!("peer '{text}': {error}; expected HOST:PORT"))?;
    let found = found.into_iter().next().ok_or_else(|| format!("peer '{text}': there is no such machine"))?;
    let near = match found.ip() {
        IpAddr::V4(ip) => ip.is_loopback(),
        IpAddr::V6(ip) => ip.is_loopback(),
    };
    if !near && secret.is_empty() {
        return Err(format!("peer '{text}': beyond this machine peers need a secret that both know"));
    }
    Ok(found)
}

/// Which side of a conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Who has connected, and whose search it is.
    Caller,
    /// Who has listened, and who helps.
    Helper,
}

fn heard(stream: &mut TcpStream) -> Result<Frame, String> {
    match next_frame(stream, HANDSHAKE_FRAME) {
        Ok(Some(bytes)) => match Frame::read(&bytes)? {
            Frame::Refused(_, reason) => Err(format!("it refuses: {reason}")),
            frame => Ok(frame),
        },
        Ok(None) => Err("it has closed the connection".to_string()),
        Err(error) => Err(format!("no handshake: {error}")),
    }
}

/// Makes sure that both speak the same version and know the same secret.
pub fn shake_hands(stream: &mut TcpStream, role: Role, secret: &Secret) -> Result<(), String> {
    let wrong = |error: std::io::Error| error.to_string();
    stream.set_nodelay(true).map_err(wrong)?;
    stream.set_read_timeout(Some(HANDSHAKE)).map_err(wrong)?;
    stream.set_write_timeout(Some(SILENCE)).map_err(wrong)?;
    let mut own = Nonce::default();
    getrandom::fill(&mut own).map_err(|error| error.to_string())?;
    stream.write_all(&Frame::Hello(VERSION, own).bytes()).map_err(wrong)?;
    let refuse = |stream: &mut TcpStream, reason: String| {
        let _ = stream.write_all(&Frame::Refused(0, reason.clone()).bytes());
        Err(reason)
    };
    let other = match heard(stream)? {
        Frame::Hello(VERSION, nonce) => nonce,
        Frame::Hello(version, _) => {
            return refuse(stream, format!("version {version}: here version {VERSION} is spoken"));
        }
        _ => return refuse(stream, "no hello".to_string()),
    };
    let nonces = if role == Role::Caller { [&own, &other] } else { [&other, &own] };
    let labels: [&[u8]; 2] = [b"caller", b"helper"];
    let [own_label, other_label] = if role == Role::Caller { labels } else { [labels[1], labels[0]] };
    let give = |stream: &mut TcpStream| {
        let proof: Proof = secret.proof(own_label, nonces).finalize().into_bytes().into();
        stream.write_all(&Frame::Proof(proof).bytes()).map_err(wrong)
    };
    // Who has called proves first: who listens says nothing to strangers.
    if role == Role::Caller {
        give(stream)?;
    }
    match heard(stream)? {
        Frame::Proof(proof) if secret.proof(other_label, nonces).verify_slice(&proof).is_ok() => {}
        Frame::Proof(_) => return refuse(stream, "another secret".to_string()),
        _ => return refuse(stream, "no proof of the secret".to_string()),
    }
    if role == Role::Helper {
        give(stream)?;
    }
    stream.set_read_timeout(Some(SILENCE)).map_err(wrong)
}

/// What waits to be sent.
#[derive(Default)]
struct Outbox {
    frames: VecDeque<Frame>,
    /// The number of the search, and its entries.
    entries: (u32, VecDeque<Parcel>),
    closed: bool,
}

/// A connection, as its two threads and those who use it share it.
#[derive(Default)]
pub struct Link {
    outbox: Mutex<Outbox>,
    more: Condvar,
}

impl Link {
    fn lock(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends something. Never waits.
    pub fn say(&self, frame: Frame) {
        self.lock().frames.push_back(frame);
        self.more.notify_one();
    }

    /// Sends entries of a search; if too many wait, the oldest are dropped.
    pub fn tell(&self, number: u32, parcels: &[Parcel]) {
        let mut outbox = self.lock();
        if outbox.entries.0 != number {
            outbox.entries = (number, VecDeque::new());
        }
        outbox.entries.1.extend(parcels);
        let surplus = outbox.entries.1.len().saturating_sub(WAITING);
        outbox.entries.1.drain(..surplus);
    }

    /// Nothing more is sent.
    pub fn close(&self) {
        self.lock().closed = true;
        self.more.notify_one();
    }

    /// Sends what there is to be sent, and signs of life, until it is closed or nobody reads any more.
    pub fn write(&self, stream: &mut TcpStream) {
        let mut beat = Instant::now();
        loop {
            let mut bytes = Vec::new();
            {
                let mut outbox = self.lock();
                if outbox.frames.is_empty() && !outbox.closed {
                    let pause = if outbox.entries.1.is_empty() { 2 * COLLECT } else { COLLECT };
                    outbox = self.more.wait_timeout(outbox, pause).unwrap_or_else(PoisonError::into_inner).0;
                }
                outbox.frames.drain(..).for_each(|frame| bytes.extend(frame.bytes()));
                let (number, entries) = &mut outbox.entries;
                let count = entries.len().min(MOST_PARCELS);
                if count > 0 {
                    bytes.extend(Frame::Entries(*number, entries.drain(..count).collect()).bytes());
                }
                if outbox.closed && bytes.is_empty() {
                    break;
                }
            }
            if beat.elapsed() >= BEAT {
                beat = Instant::now();
                bytes.extend(Frame::Beat.bytes());
            }
            if !bytes.is_empty() && stream.write_all(&bytes).is_err() {
                break;
            }
        }
        // The thread that reads hears of it.
        let _ = stream.shutdown(std::net::Shutdown::Both);
    }
}

/// Reads frames until the other side is lost, floods, says what means nothing, or `hear` has had enough. Why it has ended.
pub fn read(stream: &mut TcpStream, hear: &mut dyn FnMut(Frame) -> Result<(), String>) -> String {
    let (mut second, mut count) = (Instant::now(), 0);
    loop {
        let frame = match next_frame(stream, LONGEST) {
            Ok(Some(bytes)) => Frame::read(&bytes),
            Ok(None) => return "it has closed the connection".to_string(),
            Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                return format!("no sign of life for {} s", SILENCE.as_secs());
            }
            Err(error) => return error.to_string(),
        };
        let frame = match frame {
            Ok(frame) => frame,
            Err(reason) => return format!("it says what means nothing: {reason}"),
        };
        if second.elapsed() >= Duration::from_secs(1) {
            (second, count) = (Instant::now(), 0);
        }
        // Whatever it is, somebody has to read it.
        count += if let Frame::Entries(_, parcels) = &frame { parcels.len().max(100) } else { 100 };
        if count > FLOOD {
            return "it floods".to_string();
        }
        if let Err(reason) = hear(frame) {
            return reason;
        }
    }
}
