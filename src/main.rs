//! `pbrain-tengen`: the engine for managers. Without arguments it speaks the Gomocup protocol on standard input and
//! output, and writes nothing to standard error meanwhile.

use anyhow::{Context, bail, ensure};
use pbrain_tengen::protocol::EngineOptions;
use pbrain_tengen::{bench, gtp, protocol};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{env, panic};
use tengen::eval::Weights;
use tengen::search::{Limits, params, tree};
use tengen_database::Database;

const HELP: &str = "\
Tengen, a Gomoku engine for the Gomocup/Piskvork protocol.

pbrain-tengen            speak the protocol on standard input and output
pbrain-tengen --weights FILE
                         the same with these weights (from `tengen train`) under the rules that they are for;
                         `hand-set` are the weights set by hand, the starting point of training
pbrain-tengen --param NAME=VALUE
                         the same with another value of a search parameter, in a build with the feature `tune`
pbrain-tengen --database FILE
                         the same with a database of positions or a book (from `tengen db`): its moves are played at
                         once
pbrain-tengen gtp        speak the Go Text Protocol (GTP 2) instead; the same options behind it, and --rule NAME and
                         --size SIDE or --size WIDTHxHEIGHT of the game that it begins with
pbrain-tengen params     list the search parameters: name, value, range, step and meaning
pbrain-tengen bench      search fixed positions; print the signature and the speed
pbrain-tengen tree FILE [NODES]
                         search the positions of a file (rule, side of the board and moves on each line), NODES nodes
                         each (200,000), and print what their trees consist of, in a build with the feature `tree`
pbrain-tengen --version  print the version

Taken without effect, for programs that start Rapfi: --mode gomocup, --config FILE, --force-utf8

TENGEN_LOG=FILE          write a log there (RUST_LOG chooses what, all by default)
";

fn main() -> anyhow::Result<ExitCode> {
    // `env::args` panics at invalid Unicode; read lossily, it becomes an unknown argument.
    let arguments: Vec<String> = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into()).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["bench"] => {
            bench::run(&mut io::stdout().lock()).context("bench")?;
        }
        ["tree", file] => print_tree(file, "200000")?,
        ["tree", file, nodes] => print_tree(file, nodes)?,
        ["params"] => io::stdout().write_all(params::table().as_bytes())?,
        ["--version" | "-V"] => writeln!(io::stdout(), "pbrain-tengen {}", env!("CARGO_PKG_VERSION"))?,
        ["--help" | "-h"] => io::stdout().write_all(HELP.as_bytes())?,
        ["bench" | "params" | "--version" | "-V" | "--help" | "-h", other, ..] | ["tree", _, _, other, ..] => {
            bail!("unknown argument '{other}'; see pbrain-tengen --help")
        }
        ["tree"] => bail!("tree: expected a file name"),
        ["gtp", options @ ..] => return speak(SpokenProtocol::Gtp, options),
        options => return speak(SpokenProtocol::Gomocup, options),
    }
    Ok(ExitCode::SUCCESS)
}

/// Searches the positions of a file and prints statistics of their trees.
fn print_tree(file: &str, nodes: &str) -> anyhow::Result<()> {
    ensure!(tree::COUNTING, "this build does not count; build with --features tree");
    let nodes = nodes.parse().with_context(|| format!("'{nodes}': expected a number of nodes"))?;
    let text = std::fs::read_to_string(file).with_context(|| file.to_owned())?;
    let done = bench::tree::run(&text, Limits::nodes(nodes), &mut io::stdout().lock());
    done.map(|_| ()).map_err(|error| anyhow::anyhow!(error)).context("tree")
}

/// The protocols that this program speaks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SpokenProtocol {
    Gomocup,
    Gtp,
}

/// Speaks a protocol until the other side leaves. Managers read standard error as answers, so a failure is only logged
/// and shown by the exit code.
fn speak<'a>(spoken: SpokenProtocol, mut arguments: &'a [&'a str]) -> anyhow::Result<ExitCode> {
    let mut options = EngineOptions::default();
    let mut ignored = Vec::new();
    let is_gtp = spoken == SpokenProtocol::Gtp;
    while let [option, rest @ ..] = arguments {
        arguments = rest;
        let mut value = |expected: &str| {
            let (value, rest) = arguments.split_first().with_context(|| format!("{option}: expected {expected}"))?;
            arguments = rest;
            anyhow::Ok(*value)
        };
        match *option {
            "--weights" => options.weights = Weights::read(value("a file name or 'hand-set'")?)?,
            "--param" => options.params.add(value("NAME=VALUE")?).context("--param")?,
            "--database" => {
                let path = Path::new(value("a file name")?);
                options.database = Some(Database::open(path).context("--database")?);
            }
            "--rule" if is_gtp => options.first_game.rule = Some(value("a value")?.parse()?),
            "--size" if is_gtp => options.first_game.size = Some(value("a value")?.parse().context("--size")?),
            "--force-utf8" | "gomocup" => ignored.push((*option).to_owned()),
            other => {
                // With a blank or `=` before the value.
                let (name, written) = other.split_once('=').unwrap_or((other, ""));
                ensure!(["--mode", "--config"].contains(&name), "unknown argument '{other}'; see pbrain-tengen --help");
                let value = if name == other { value("").unwrap_or("") } else { written };
                check_option_of_rapfi(name, value)?;
                ignored.push(format!("{name} {value}"));
            }
        }
    }
    start_log();
    ignored.iter().for_each(|option| log::warn!("{option}: taken without effect, as an option of Rapfi"));
    let ended = match spoken {
        SpokenProtocol::Gomocup => protocol::run(io::stdin(), io::stdout(), options),
        SpokenProtocol::Gtp => gtp::run(io::stdin(), io::stdout(), options),
    };
    Ok(match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    })
}

/// Checks `--mode gomocup` or `--config FILE`. Programs that start Rapfi pass these options; they have no effect here.
fn check_option_of_rapfi(name: &str, value: &str) -> anyhow::Result<()> {
    match (name, value) {
        ("--mode", value) if value.eq_ignore_ascii_case("gomocup") => Ok(()),
        ("--mode", "") => bail!("--mode: expected gomocup, the protocol that this program speaks"),
        ("--mode", other) => bail!("--mode {other}: expected gomocup, the protocol that this program speaks"),
        ("--config", "") => bail!("--config: expected a file name; the file is not read"),
        _ => Ok(()),
    }
}

/// Logs to the file named by `TENGEN_LOG`, if there is one. Panics go only to the log.
fn start_log() {
    if let Some(file) = env::var_os("TENGEN_LOG").and_then(|path| File::create(path).ok()) {
        let filter = env::var("RUST_LOG").unwrap_or_else(|_| "debug".into());
        env_logger::Builder::new().parse_filters(&filter).target(env_logger::Target::Pipe(Box::new(file))).init();
    }
    panic::set_hook(Box::new(|info| log::error!("{info}")));
}
