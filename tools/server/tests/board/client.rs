//! A page of the board without a browser: asks the server and hears its answers. With `TENGEN_WEB` set to a folder that
//! `release/web` made, tests that are about both ask the engine in WebAssembly instead, by Node.

use serde_json::{Value, json};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use tengen_board::pool::POOL_BYTES;
use tengen_server::{Options, Server};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// No answer takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server for one test.
pub fn server() -> Server {
    Server::start(&Options { port: 0, threads: 2, memory: POOL_BYTES, library: None }).unwrap()
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

/// The engine in WebAssembly, ended when dropped.
pub struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(folder: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut command = Command::new("node");
        command.arg(root.join("tools/web/tests/bridge.mjs")).arg(root.join(folder));
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("node has to be there for TENGEN_WEB");
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, input, output }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What answers a tab.
enum Link {
    Server(Box<WebSocket<TcpStream>>),
    Engine(Engine),
}

/// An open tab.
pub struct Page {
    link: Link,
    last: u64,
}

impl Page {
    /// A tab of the server.
    pub fn open(server: &Server) -> Self {
        Self::try_open(server).expect("the server lets its own page in")
    }

    /// A tab of the server, or one with the engine of `TENGEN_WEB`: for what both have to answer in the same way.
    pub fn open_either(server: &Server) -> Self {
        match env::var("TENGEN_WEB") {
            Ok(folder) => Self { link: Link::Engine(Engine::start(&folder)), last: 0 },
            Err(_) => Self::open(server),
        }
    }

    /// The tab's socket, for what only a server does.
    pub fn socket(&mut self) -> &mut WebSocket<TcpStream> {
        match &mut self.link {
            Link::Server(socket) => socket,
            Link::Engine(_) => panic!("this test is about a server"),
        }
    }

    /// Sends a text, whatever it says.
    pub fn send_text(&mut self, text: &str) {
        match &mut self.link {
            Link::Server(socket) => socket.send(Message::text(text)).unwrap(),
            Link::Engine(engine) => writeln!(engine.input, "{}", text.replace('\n', " ")).unwrap(),
        }
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
        Some(Self { link: Link::Server(Box::new(socket)), last: 0 })
    }

    /// Asks, and returns the question's number.
    pub fn send(&mut self, ask: &str, with: Value) -> u64 {
        self.last += 1;
        let question = json!({ "id": self.last, "ask": ask, "with": with });
        self.send_text(&question.to_string());
        self.last
    }

    /// The next message.
    pub fn receive(&mut self) -> Value {
        let text = match &mut self.link {
            Link::Server(socket) => loop {
                if let Message::Text(text) = socket.read().expect("an answer in time") {
                    break text.to_string();
                }
            },
            Link::Engine(engine) => {
                let mut line = String::new();
                engine.output.read_line(&mut line).unwrap();
                line
            }
        };
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"))
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
