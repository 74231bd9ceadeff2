//! The server withstands foreign pages, floods, giant messages and silent connections.

use crate::client::{Page, position, server};
use serde_json::json;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tengen_board::question::limits::MAX_MESSAGE;
use tengen_server::Server;
use tungstenite::Message;

/// Time limit of every answer, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The raw answer to a raw request.
fn request(server: &Server, text: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn page_request(server: &Server, host: &str, path: &str) -> String {
    request(server, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
}

fn socket_request(server: &Server, host: &str, origin: &str, token: &str) -> String {
    let origin = if origin.is_empty() { String::new() } else { format!("Origin: {origin}\r\n") };
    let head = format!("GET /socket?token={token} HTTP/1.1\r\nHost: {host}\r\n{origin}");
    let upgrade = "Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    request(server, &(head + upgrade))
}

#[test]
fn foreign_pages_names_and_tokens_are_refused() {
    let one = server();
    let (port, token) = (one.port(), one.token());
    let own = format!("127.0.0.1:{port}");
    let origin = format!("http://{own}");
    for (host, from, token) in [
        ("evil.example", origin.as_str(), token),
        (&own, "http://evil.example", token),
        (&own, "null", token),
        (&own, "", token),
        (&own, &origin, ""),
        (&own, &origin, "00000000000000000000000000000000"),
    ] {
        let answer = socket_request(&one, host, from, token);
        assert!(answer.starts_with("HTTP/1.1 403"), "{host} {from} {token}: {answer}");
    }
    assert_ne!(token, server().token(), "every start has a token of its own");
}

#[test]
fn the_page_is_served_under_its_own_name_alone_and_nothing_else_is() {
    let server = server();
    let own = format!("127.0.0.1:{}", server.port());
    let foreign = format!("GET http://evil.example/ HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n\r\n");
    let two = format!("GET / HTTP/1.1\r\nHost: {own}\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    let none = "GET / HTTP/1.0\r\n\r\n";
    for head in [foreign.as_str(), &two, none] {
        let answer = request(&server, head);
        assert!(answer.contains(" 403 Forbidden"), "{head}{answer}");
    }
    assert!(page_request(&server, "evil.example", "/").starts_with("HTTP/1.1 403"));
    for path in ["/../../../etc/passwd", "/%2e%2e/Cargo.toml", "//etc/passwd", "/page", "/lang"] {
        assert!(page_request(&server, &own, path).starts_with("HTTP/1.1 404"), "{path}");
    }
    let status = |token: &str| page_request(&server, &own, &format!("/status?token={token}"));
    // Only the server's own page receives the limits of searches.
    assert!(status("wrong").ends_with("\r\n\r\n{\"status\":\"refused\"}"), "{}", status("wrong"));
    let limits = r#"{"status":"welcome","threads":1,"memory":256}"#;
    assert!(status(server.token()).ends_with(limits), "{}", status(server.token()));
    let index = page_request(&server, &own, "/");
    assert!(index.starts_with("HTTP/1.1 200"), "{index}");
    for protection in ["default-src 'none'", "nosniff", "frame-ancestors 'none'", "no-referrer", "same-origin"] {
        assert!(index.contains(protection), "{protection}");
    }
    assert!(!index.contains(server.token()), "the page itself holds no secret");
    let posted =
        request(&server, &format!("POST / HTTP/1.1\r\nHost: {own}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
    assert!(posted.starts_with("HTTP/1.1 405"), "{posted}");
}

/// Sends a text again and again; the server has to end the connection before it has answered all.
fn is_ended_by_a_flood(server: &Server, text: &str, most: usize) {
    let mut flood = Page::open(server);
    let sent = (0..most).take_while(|_| flood.socket().send(Message::text(text)).is_ok()).count();
    let mut answers = 0;
    // Pings go on as long as the connection is there.
    while answers < sent
        && let Ok(message) = flood.socket().read()
        && !message.is_close()
    {
        answers += usize::from(message.is_text());
    }
    assert!(answers < sent, "{sent} sent, {answers} answered");
}

#[test]
fn a_flood_of_messages_ends_the_connection() {
    let server = server();
    is_ended_by_a_flood(&server, &json!({ "id": 1, "ask": "stop", "with": {} }).to_string(), 5_000);
    // Texts that are refused at their first letter: what takes longer would leave the server's limit time to rise.
    is_ended_by_a_flood(&server, &"x".repeat(3 << 20), 200);
    assert_eq!(Page::open(&server).ask("judge", json!({ "position": position("caro", "h8") }))["say"], "judged");
}

#[test]
fn a_giant_message_ends_the_connection() {
    let server = server();
    let mut giant = Page::open(&server);
    let _ = giant.socket().send(Message::text("x".repeat(MAX_MESSAGE + 1)));
    while let Ok(message) = giant.socket().read() {
        assert!(!message.is_text(), "an answer: {message}");
    }
    assert_eq!(Page::open(&server).ask("judge", json!({ "position": position("caro", "h8") }))["say"], "judged");
}

#[test]
fn there_are_eight_tabs_and_not_nine() {
    let server = server();
    let mut tabs: Vec<Page> = (0..8).map(|_| Page::open(&server)).collect();
    assert!(Page::try_open(&server).is_none(), "a ninth tab");
    for tab in &mut tabs {
        assert_eq!(tab.ask("judge", json!({ "position": position("caro", "h8") }))["say"], "judged");
    }
    tabs.pop();
    let start = Instant::now();
    while Page::try_open(&server).is_none() {
        assert!(start.elapsed() < PATIENCE, "a place is free");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A tab with a search that has shown its first lines.
fn searching_tab(server: &Server) -> Page {
    let start = Instant::now();
    let mut tab = Page::open(server);
    loop {
        tab.send("analyze", json!({ "position": position("caro", "h8i9"), "lines": 2 }));
        // The server is busy until the search of a closed tab ends.
        if tab.receive()["say"] == "lines" {
            return tab;
        }
        assert!(start.elapsed() < PATIENCE, "no search can begin");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_tab_that_goes_takes_its_search_along() {
    let server = server();
    for _ in 0..2 {
        let tabs: Vec<Page> = (0..4).map(|_| searching_tab(&server)).collect();
        let mut fifth = Page::open(&server);
        let think = json!({ "position": position("caro", "h8i9"), "level": 2, "time_ms": 50 });
        assert_eq!(fifth.told("think", think.clone())["code"], "busy");
        drop(tabs);
        let start = Instant::now();
        while fifth.ask("think", think.clone())["say"] != "move" {
            assert!(start.elapsed() < PATIENCE, "the searches go on");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Time to load the page with far more silent connections than the server keeps.
fn time_among_silent_connections(server: &Server) -> Duration {
    let mut early = Page::open(server);
    let connect = || TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    let start = Instant::now();
    let mut silent: Vec<TcpStream> = (0..400).map(|_| connect()).collect();
    for stream in silent.iter_mut().step_by(2) {
        // Half of the connections begin a request. The server may have closed them already.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127");
    }
    let own = format!("127.0.0.1:{}", server.port());
    assert!(page_request(server, &own, "/").starts_with("HTTP/1.1 200"));
    let mut page = Page::open(server);
    for tab in [&mut early, &mut page] {
        assert_eq!(tab.ask("judge", json!({ "position": position("caro", "h8") }))["say"], "judged");
    }
    let time = start.elapsed();
    for stream in &mut silent {
        // The server closes each connection, at the latest after the time limit of a request's head.
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let end = stream.read_to_end(&mut Vec::new()).map_err(|error| error.kind());
        assert!(!matches!(end, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "a silent connection stays open");
    }
    assert_eq!(page.ask("judge", json!({ "position": position("caro", "h8") }))["say"], "judged");
    time
}

#[test]
fn half_open_connections_keep_nobody_out() {
    let server = server();
    // A page that waited for the silent connections' time limit, 5 s, would never be faster. A slow machine may take
    // longer once.
    let is_served_at_once = (0..3).any(|_| time_among_silent_connections(&server) < Duration::from_secs(4));
    assert!(is_served_at_once);
}

#[test]
fn a_connection_that_was_cut_is_taken_up_by_another() {
    let server = server();
    let mut page = Page::open(&server);
    page.send("analyze", json!({ "position": position("caro", "h8i9"), "lines": 2 }));
    server.disconnect();
    while page.socket().read().is_ok() {}
    let mut again = Page::open(&server);
    let answer = again.ask("think", json!({ "position": position("caro", "h8i9"), "level": 3, "time_ms": 100 }));
    assert_eq!(answer["say"], "move");
}
