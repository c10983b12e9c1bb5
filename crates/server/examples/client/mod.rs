//! A client for tests and measurements: plain HTTP over a socket, so that any header can be sent, and a WebSocket.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// How long an answer may take before something is wrong.
const PATIENCE: Duration = Duration::from_secs(120);

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The header lines.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// The word for what was wrong.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_string()
    }
}

/// Who asks.
#[derive(Clone)]
pub struct Client {
    /// Where the server is.
    pub address: SocketAddr,
    /// The name of this client.
    pub name: String,
}

impl Client {
    /// A client of this name.
    pub fn new(address: SocketAddr, name: &str) -> Client {
        Client { address, name: name.to_string() }
    }

    /// Sends a request as it stands and reads the whole answer.
    pub fn raw(&self, request: &[u8]) -> io::Result<Answer> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        // A server that refuses a large body may close before it has taken all of it.
        let sent = stream.write_all(request);
        let mut bytes = Vec::new();
        let read = stream.read_to_end(&mut bytes);
        if bytes.is_empty() {
            sent?;
            read?;
        }
        let split = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let split = split.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no head"))?;
        let head = String::from_utf8_lossy(&bytes[..split]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Ok(Answer { status, head, body: bytes.split_off(split + 4) })
    }

    /// A request with these header lines besides the usual ones.
    pub fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> io::Result<Answer> {
        let (host, length) = (self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        );
        self.raw(request.as_bytes())
    }

    /// GET.
    pub fn get(&self, path: &str) -> io::Result<Answer> {
        self.send("GET", path, "", "")
    }

    /// POST of JSON.
    pub fn post(&self, path: &str, body: &Value) -> io::Result<Answer> {
        self.send("POST", path, "content-type: application/json\r\n", &body.to_string())
    }

    /// Begins a game.
    pub fn begin(&self, game: &str, first: Value, second: Value) -> io::Result<Answer> {
        self.post("/api/games", &json!({ "game": game, "first": first, "second": second, "client": self.name }))
    }

    /// Opens a socket with these header lines besides the usual ones.
    pub fn socket(&self, headers: &[(&str, &str)]) -> Result<Socket, Box<tungstenite::Error>> {
        use tungstenite::client::IntoClientRequest;
        let address = format!("ws://{}/api/ws?client={}", self.address, self.name);
        let mut request = address.into_client_request()?;
        for (name, value) in headers {
            let name = tungstenite::http::HeaderName::from_bytes(name.as_bytes()).expect("a header");
            request.headers_mut().insert(name, value.parse().expect("a value"));
        }
        let stream = TcpStream::connect(self.address).map_err(tungstenite::Error::from)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(tungstenite::Error::from)?;
        stream.set_nodelay(true).map_err(tungstenite::Error::from)?;
        match tungstenite::client(request, stream) {
            Ok((inner, _)) => Ok(Socket { inner }),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(Box::new(error)),
            Err(tungstenite::HandshakeError::Interrupted(_)) => {
                Err(Box::new(io::Error::new(io::ErrorKind::TimedOut, "no handshake").into()))
            }
        }
    }
}

/// An open socket.
pub struct Socket {
    inner: WebSocket<TcpStream>,
}

impl Socket {
    /// Says something.
    pub fn say(&mut self, message: &Value) -> Result<(), Box<tungstenite::Error>> {
        self.text(&message.to_string())
    }

    /// Sends a text as it stands.
    pub fn text(&mut self, text: &str) -> Result<(), Box<tungstenite::Error>> {
        self.inner.send(Message::text(text)).map_err(Box::new)
    }

    /// The next thing that the server says. The error tells how the socket was closed.
    pub fn hear(&mut self) -> Result<Value, String> {
        loop {
            match self.inner.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).map_err(|error| error.to_string()),
                Ok(Message::Close(frame)) => {
                    return Err(frame.map_or("closed".to_string(), |frame| format!("closed {}", u16::from(frame.code))));
                }
                Ok(_) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// What the server says until something is this.
    pub fn hear_until(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Vec<Value>, String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear()?);
            if heard.last().is_some_and(&wanted) {
                return Ok(heard);
            }
        }
    }
}
