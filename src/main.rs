//! `pbrain-tengen`: the engine that managers run. Without arguments it speaks the protocol on
//! standard input and output; nothing is ever written to standard error while it does.

use anyhow::{Context, Result, bail};
use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::panic;
use tengen::eval::Weights;

const HELP: &str = "\
Tengen, a Gomoku engine for the Gomocup/Piskvork protocol.

pbrain-tengen            speak the protocol on standard input and output
pbrain-tengen --weights FILE
                         the same with these weights (from `tengen train`) under the rules that they are for;
                         `hand-set` names the numbers that learning began with
pbrain-tengen bench      search fixed positions; print the signature and the speed
pbrain-tengen --version  print the version

TENGEN_LOG=FILE          write a log there (RUST_LOG chooses what, all by default)
";

fn main() -> Result<()> {
    // `env::args` would panic at what is no Unicode; so it is a name like any other that is not known.
    let arguments: Vec<String> = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into()).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => {
            start_log();
            tengen::protocol::run(io::stdin(), io::stdout(), Vec::new());
        }
        ["--weights", name] => {
            let weights = Weights::read(name)?;
            start_log();
            tengen::protocol::run(io::stdin(), io::stdout(), weights);
        }
        ["bench"] => {
            tengen::bench::run(&mut io::stdout().lock()).context("bench")?;
        }
        ["--weights"] => bail!("--weights wants a file, or hand-set"),
        ["--version" | "-V"] => writeln!(io::stdout(), "pbrain-tengen {}", env!("CARGO_PKG_VERSION"))?,
        ["--help" | "-h"] => io::stdout().write_all(HELP.as_bytes())?,
        [other, ..] => bail!("'{other}' is not known here; see pbrain-tengen --help"),
    }
    Ok(())
}

/// Logs to the file that `TENGEN_LOG` names, if it does. Managers read standard error as answers, so
/// panics go to the log as well and nowhere else.
fn start_log() {
    if let Some(file) = env::var_os("TENGEN_LOG").and_then(|path| File::create(path).ok()) {
        let filter = env::var("RUST_LOG").unwrap_or_else(|_| "debug".into());
        env_logger::Builder::new().parse_filters(&filter).target(env_logger::Target::Pipe(Box::new(file))).init();
    }
    panic::set_hook(Box::new(|info| log::error!("{info}")));
}
