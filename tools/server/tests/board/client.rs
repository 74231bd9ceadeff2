//! A client of the board without a browser: sends requests and receives answers. With `TENGEN_WEB` set to a folder made
//! by `release/web`, tests of both engines use that in WebAssembly, run by Node.

use serde_json::{Value, json};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use tengen_board::pool::POOL_BYTES;
use tengen_server::{Options, Server};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Time limit of every answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server for one test, whose searches have one thread: two would find no more, for twice the processor time.
pub fn server() -> Server {
    server_with(1)
}

fn server_with(threads: usize) -> Server {
    Server::start(&Options { port: 0, threads, memory: POOL_BYTES, database: None }).unwrap()
}

/// A position on 15x15, given by moves.
pub fn position(rule: &str, moves: &str) -> Value {
    json!({ "rule": rule, "width": 15, "height": 15, "moves": moves })
}

/// The game that was opened, without what the answer says beside it.
pub fn game_of(mut opened: Value) -> Value {
    let beside = ["names_rule", "warnings", "encoding"];
    opened.as_object_mut().expect("a game").retain(|key, _| !beside.contains(&key.as_str()));
    opened
}

/// The number of a point on 15x15.
pub fn point(name: &str) -> u64 {
    let (column, row) = name.split_at(1);
    let row: u64 = row.parse().unwrap();
    (15 - row) * 15 + u64::from(column.as_bytes()[0] - b'a')
}

/// The engine in WebAssembly; it ends when dropped.
pub struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(folder: &str) -> Self {
        let root = tengen_repository::root();
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

/// The connection of a tab.
enum Link {
    Server(Box<WebSocket<TcpStream>>),
    Engine(Engine),
}

/// An open tab.
pub struct Page {
    link: Link,
    last: u64,
    /// The tab's own server, if no other tab uses it.
    _server: Option<Server>,
}

impl Page {
    /// Opens a tab of the server.
    pub fn open(server: &Server) -> Self {
        Self::try_open(server).expect("the server lets its own page in")
    }

    /// Opens a tab of a new server or of the engine in `TENGEN_WEB`, for tests that both must pass.
    pub fn start() -> Self {
        if let Ok(folder) = env::var("TENGEN_WEB") {
            return Self { link: Link::Engine(Engine::start(&folder)), last: 0, _server: None };
        }
        let server = server_with(2);
        let mut page = Self::open(&server);
        page._server = Some(server);
        page
    }

    /// The tab's socket, for tests of the server only.
    pub fn socket(&mut self) -> &mut WebSocket<TcpStream> {
        match &mut self.link {
            Link::Server(socket) => socket,
            Link::Engine(_) => panic!("this test is about a server"),
        }
    }

    /// Sends any text.
    pub fn send_text(&mut self, text: &str) {
        match &mut self.link {
            Link::Server(socket) => socket.send(Message::text(text)).unwrap(),
            Link::Engine(engine) => writeln!(engine.input, "{}", text.replace('\n', " ")).unwrap(),
        }
    }

    /// Opens a tab of the server; `None` if it accepts no more.
    pub fn try_open(server: &Server) -> Option<Self> {
        let stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let address = format!("ws://127.0.0.1:{}/socket?token={}", server.port(), server.token());
        let mut request = address.into_client_request().unwrap();
        let origin = format!("http://127.0.0.1:{}", server.port());
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        let (socket, _) = tungstenite::client(request, stream).ok()?;
        Some(Self { link: Link::Server(Box::new(socket)), last: 0, _server: None })
    }

    /// Sends a request, and returns its number.
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

    /// The last answer to a request; earlier ones are skipped.
    pub fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let answer = self.receive();
            let is_part = ["lines", "reviewing", "progress", "games"].iter().any(|part| answer["say"] == *part);
            if answer["id"] == json!(id) && !is_part {
                return answer;
            }
        }
    }

    /// Sends a request and waits for its last answer.
    pub fn ask(&mut self, ask: &str, with: Value) -> Value {
        let id = self.send(ask, with);
        self.answer_to(id)
    }

    /// The content of the last answer to a request.
    pub fn told(&mut self, ask: &str, with: Value) -> Value {
        self.ask(ask, with)["with"].take()
    }
}
