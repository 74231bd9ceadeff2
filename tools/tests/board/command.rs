//! The command `tengen board` as a process: its first line, Ctrl-C, a port that is taken.

use crate::client::server;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// The program; it ends with this value.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn board(port: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["board", "--no-open", "--threads", "1", "--port", port]);
    command
}

#[cfg(unix)]
#[test]
fn the_first_line_is_the_address_and_an_interrupt_ends_the_program() {
    let mut program = Program(board("0").stdout(Stdio::piped()).spawn().unwrap());
    let mut output = BufReader::new(program.0.stdout.take().unwrap());
    let mut address = String::new();
    output.read_line(&mut address).unwrap();
    let address = address.trim_end();
    assert!(address.starts_with("http://127.0.0.1:") && address.contains("/?token="), "{address}");
    let page = minreq::get(address).with_timeout(60).send().unwrap();
    assert!(page.status_code == 200 && page.as_str().unwrap().contains("<title>Tengen</title>"));
    let status = address.replace("/?", "/status?");
    assert_eq!(minreq::get(status).with_timeout(60).send().unwrap().as_str().unwrap(), "welcome");
    let sent = Command::new("kill").args(["-INT", &program.0.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert!(program.0.wait().unwrap().success());
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = server();
    let output = board(&server.port().to_string()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains(&format!("cannot listen on port {}", server.port())), "{error}");
}
