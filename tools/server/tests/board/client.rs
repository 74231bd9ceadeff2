//! A page of the board without a browser: asks the server and hears its answers.

use serde_json::{Value, json};
use std::net::TcpStream;
use std::time::Duration;
use tengen_server::{Options, Server};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// No answer takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server for one test.
pub fn server() -> Server {
    Server::start(&Options { port: 0, threads: 2, library: None }).unwrap()
}

/// A position on 15x15 that came about by moves.
pub fn position(rule: &str, moves: &str) -> Value {
    json!({ "rule": rule, "width": 15, "height": 15, "moves": moves })
}

/// The number of a point on 15x15.
pub fn point(name: &str) -> u64 {
    let (column, row) = name.split_at(1);
    let row: u64 = row.parse().unwrap();
    (15 - row) * 15 + u64::from(column.as_bytes()[0] - b'a')
}

/// An open tab.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
    last: u64,
}

impl Page {
    pub fn open(server: &Server) -> Self {
        Self::try_open(server).expect("the server lets its own page in")
    }

    /// Nothing when the server lets no other tab in.
    pub fn try_open(server: &Server) -> Option<Self> {
        let stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let address = format!("ws://127.0.0.1:{}/socket?token={}", server.port(), server.token());
        let mut request = address.into_client_request().unwrap();
        let origin = format!("http://127.0.0.1:{}", server.port());
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        let (socket, _) = tungstenite::client(request, stream).ok()?;
        Some(Self { socket, last: 0 })
    }

    /// Asks, and returns the question's number.
    pub fn send(&mut self, ask: &str, with: Value) -> u64 {
        self.last += 1;
        let question = json!({ "id": self.last, "ask": ask, "with": with });
        self.socket.send(Message::text(question.to_string())).unwrap();
        self.last
    }

    /// The next message.
    pub fn receive(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("an answer in time") {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// The last answer to a question; what comes before it is passed over.
    pub fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let answer = self.receive();
            let is_part = ["lines", "progress"].iter().any(|part| answer["say"] == *part);
            if answer["id"] == json!(id) && !is_part {
                return answer;
            }
        }
    }

    /// Asks and waits for the last answer.
    pub fn ask(&mut self, ask: &str, with: Value) -> Value {
        let id = self.send(ask, with);
        self.answer_to(id)
    }
}
