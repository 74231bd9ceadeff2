//! The command `tengen board` as a process: first line, Ctrl-C, a port in use.

use crate::command::{signal, tengen, wait_until};
use crate::common::folder::Folder;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The program, which is ended when this value is dropped.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn board(port: &str) -> Command {
    tengen(&["board", "--no-open", "--threads", "1", "--port", port])
}

/// Starts the program and reads its first line. The reader must stay for its later output.
fn start(command: &mut Command) -> (Program, String, BufReader<ChildStdout>) {
    let mut program = Program(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut output = BufReader::new(program.0.stdout.take().unwrap());
    let mut address = String::new();
    output.read_line(&mut address).unwrap();
    (program, address.trim_end().to_owned(), output)
}

fn interrupt(program: &mut Program) {
    signal(&program.0, "-INT");
    assert!(program.0.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn the_first_line_is_the_address_and_an_interrupt_ends_the_program() {
    let (mut program, address, _output) = start(&mut board("0"));
    assert!(address.starts_with("http://127.0.0.1:") && address.contains("/?token="), "{address}");
    let page = minreq::get(&address).with_timeout(60).send().unwrap();
    assert!(page.status_code == 200 && page.as_str().unwrap().contains("<title>Tengen</title>"));
    let status = address.replace("/?", "/status?");
    let status = minreq::get(status).with_timeout(60).send().unwrap();
    assert!(status.as_str().unwrap().starts_with(r#"{"status":"welcome","#));
    interrupt(&mut program);
}

/// Any user of the machine can read a program's arguments.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_gets_the_token_from_a_file_of_this_user_and_not_as_an_argument() {
    use crate::common::folder::write_program;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("board-open");
    let (opener, noted) = (folder.file("xdg-open"), folder.argument("noted"));
    // The file gets its name when it is complete.
    let script = format!("printf %s \"$*\" > '{noted}.new' && mv '{noted}.new' '{noted}'\n");
    write_program(&opener, &script);
    let path = format!("{}:{}", folder.argument(""), std::env::var("PATH").unwrap());
    let mut command = tengen(&["board", "--threads", "1", "--port", "0"]);
    command.env("PATH", path).env("HOME", folder.argument("")).env("XDG_RUNTIME_DIR", folder.argument(""));
    let (mut program, address, _output) = start(&mut command);
    wait_until("something is opened", || fs::exists(&noted).unwrap());
    let page = fs::read_to_string(&noted).unwrap();
    let token = address.split_once("token=").unwrap().1;
    assert!(page.starts_with(&folder.argument("tengen-board-")) && !page.contains(token), "{page}");
    assert!(fs::read_to_string(&page).unwrap().contains(&format!("url={address}\"")));
    assert_eq!(fs::metadata(&page).unwrap().permissions().mode() & 0o777, 0o600);
    interrupt(&mut program);
    assert!(!fs::exists(&page).unwrap(), "it is removed at the end");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let output = board(&port.to_string()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains(&format!("cannot listen on port {port}")), "{error}");
    assert!(error.contains("choose another one") && !error.contains("os error"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_board_at_another_port_than_usual_says_why() {
    // The port is in use, by this test or another program.
    let _taken = TcpListener::bind("127.0.0.1:15150");
    let (mut program, address, mut output) = start(&mut tengen(&["board", "--no-open", "--threads", "1"]));
    assert!(!address.contains(":15150"), "{address}");
    let [mut usual, mut note] = <[String; 2]>::default();
    output.read_line(&mut usual).unwrap();
    output.read_line(&mut note).unwrap();
    assert!(note.contains("Port 15150 is in use") && note.contains("--port"), "{usual}{note}");
    interrupt(&mut program);
}

/// Unless a database is closed, every later reader copies the file into memory.
#[cfg(unix)]
#[test]
fn an_interrupt_closes_the_database_while_a_tab_is_open() {
    let folder = Folder::new("board-close");
    let file = folder.argument("notes.db");
    let (mut program, address, _output) = start(board("0").args(["--database", &file, "--edit"]));
    let (host, token) = address.strip_prefix("http://").unwrap().split_once("/?").unwrap();
    let mut tab = TcpStream::connect(host).unwrap();
    tab.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let head = format!("GET /socket?{token} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n");
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    tab.write_all((head + upgrade).as_bytes()).unwrap();
    let mut answer = [0; 12];
    tab.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    interrupt(&mut program);
    // The flags of redb's header follow nine bytes; flag 2 marks a file that was not closed.
    assert_eq!(std::fs::read(&file).unwrap()[9] & 2, 0);
}
