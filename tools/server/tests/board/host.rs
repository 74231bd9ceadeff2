//! A plain host of static files, like any provider's, without special support for the page.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, thread};

/// The page's folder on the host; the page must work below any path.
const PREFIX: &str = "/some/where/";

/// Headers for every file that allow threads to share memory.
const ISOLATION: &str = "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n";

/// First element of the second part of a page that comes in two: the sound button, beside others of the first part.
const LATE: &str = "<button id=\"sound\"";

struct State {
    folder: Mutex<PathBuf>,
    is_isolated: AtomicBool,
    /// A file of the page's folder, and the target of its redirection.
    redirection: Mutex<Option<[&'static str; 2]>>,
    is_down: AtomicBool,
    /// Whether a page comes late from [`LATE`] on.
    is_slow: AtomicBool,
    /// Requested paths, with the status of the answer.
    requests: Mutex<Vec<(String, u16)>>,
}

/// A host of a folder on the loopback address; its thread ends with the tests.
pub struct Host {
    state: Arc<State>,
    port: u16,
}

impl Host {
    /// Serves the files of `folder`, with or without the headers that isolate a page.
    pub fn start(folder: &Path, is_isolated: bool) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(State {
            folder: Mutex::new(folder.to_owned()),
            is_isolated: AtomicBool::new(is_isolated),
            redirection: Mutex::new(None),
            is_down: AtomicBool::new(false),
            is_slow: AtomicBool::new(false),
            requests: Mutex::new(Vec::new()),
        });
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                thread::spawn(move || state.answer(stream));
            }
        });
        Self { state, port }
    }

    /// The page's address.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}{PREFIX}", self.port)
    }

    /// Stops answering.
    pub fn go_down(&self) {
        self.state.is_down.store(true, Ordering::Release);
    }

    /// Starts sending pages in two parts.
    pub fn slow_down(&self) {
        self.state.is_slow.store(true, Ordering::Release);
    }

    /// Starts redirecting a file of the page's folder to another one; `""` is the folder itself.
    pub fn redirect(&self, from: &'static str, to: &'static str) {
        *self.state.redirection.lock().unwrap() = Some([from, to]);
    }

    /// Starts sending the headers that isolate a page.
    pub fn isolate(&self) {
        self.state.is_isolated.store(true, Ordering::Release);
    }

    /// Starts serving another folder.
    pub fn change(&self, folder: &Path) {
        *self.state.folder.lock().unwrap() = folder.to_owned();
    }

    /// Requested paths that were not found.
    pub fn misses(&self) -> Vec<String> {
        let requests = self.state.requests.lock().unwrap();
        requests.iter().filter(|(_, status)| *status != 200).map(|(path, _)| path.clone()).collect()
    }
}

impl State {
    fn answer(&self, mut stream: TcpStream) {
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
        let Some(first) = lines.next() else { return };
        // The other lines of the request are not needed.
        lines.find(String::is_empty);
        if self.is_down.load(Ordering::Acquire) {
            return;
        }
        let path = first.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default().to_owned();
        if let Some([from, to]) = *self.redirection.lock().unwrap()
            && path.strip_prefix(PREFIX) == Some(from)
        {
            let head =
                format!("HTTP/1.1 308 .\r\nLocation: {PREFIX}{to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            let _ = stream.write_all(head.as_bytes());
            return;
        }
        let found = self.read(&path);
        let status = if found.is_some() { 200 } else { 404 };
        self.requests.lock().unwrap().push((path.clone(), status));
        let isolation = if self.is_isolated.load(Ordering::Acquire) { ISOLATION } else { "" };
        let body = found.unwrap_or_default();
        let kind = kind_of(&path);
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status} .\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{isolation}Connection: close\r\n\r\n"
        );
        let is_slow = self.is_slow.load(Ordering::Acquire) && kind.starts_with("text/html");
        let cut =
            if is_slow { String::from_utf8_lossy(&body).find(LATE).expect("the page has these buttons") } else { 0 };
        let (begin, end) = body.split_at(cut);
        // The browser may close the connection early.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(begin));
        thread::sleep(if is_slow { Duration::from_millis(1500) } else { Duration::ZERO });
        let _ = stream.write_all(end);
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let name = path.strip_prefix(PREFIX)?;
        let name = if name.is_empty() { "index.html" } else { name };
        fs::read(self.folder.lock().unwrap().join(name)).ok()
    }
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/html; charset=utf-8",
    }
}
