//! Engines built from git revisions, side by side in a folder.

use super::queue::{Contender, Experiment};
use anyhow::{Context, Result, ensure};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The builds of a laboratory. The working folder is in the repository.
pub struct Builds<'a> {
    /// Where they are kept.
    pub folder: &'a Path,
}

/// An engine that is ready to play.
pub struct ReadyEngine {
    /// Its command line.
    pub command: String,
    /// What it is, for the results.
    pub description: String,
}

/// The engine's program.
const PROGRAM: &str = "pbrain-tengen";
/// Digits of a commit's name.
const SHORT: usize = 10;

impl Builds<'_> {
    /// Makes an engine of an experiment ready to play: builds it unless it is there, and finds out whether it takes its
    /// parameters and weights. `begins` is called for a build that takes time.
    ///
    /// # Errors
    /// When there is no such revision, it cannot be built, or the engine refuses to start.
    pub fn prepare(
        &self,
        experiment: &Experiment,
        contender: &Contender,
        begins: &mut dyn FnMut(&str),
    ) -> Result<ReadyEngine> {
        let mut arguments: Vec<String> = Vec::new();
        for (name, value) in &contender.params {
            arguments.extend(["--param".to_owned(), format!("{name}={value}")]);
        }
        if let Some(weights) = &contender.weights {
            arguments.extend(["--weights".to_owned(), weights.display().to_string()]);
        }
        let options: String = arguments.iter().map(|word| format!(" {}", quoted(word))).collect();
        let Some(revision) = experiment.revision_of(contender) else {
            let command = format!("{}{options}", contender.program.as_deref().unwrap_or_default());
            return Ok(ReadyEngine { description: command.clone(), command });
        };
        let commit = commit(revision)?;
        let program = self.build(&commit, experiment.is_tuned(), begins)?;
        // The end of its input ends it.
        let started = output(Command::new(&program).args(&arguments))?;
        ensure!(started.is_success, "{} refuses{options}: {}", program.display(), started.complaint);
        let bench = output(Command::new(&program).arg("bench"))?;
        let signature = bench.text.lines().find_map(|line| line.strip_prefix("Bench: ")).unwrap_or("no signature");
        Ok(ReadyEngine {
            command: format!("{}{options}", quoted(&program.display().to_string())),
            description: format!("{commit}{} ({signature})", options.replace(" --param", "")),
        })
    }

    /// The program of a commit, built in a work tree of its own unless it is there already.
    fn build(&self, commit: &str, is_tuned: bool, begins: &mut dyn FnMut(&str)) -> Result<PathBuf> {
        let name = if is_tuned { format!("{commit}-tune") } else { commit.to_owned() };
        let place = self.folder.join("bin").join(&name);
        let program = place.join(PROGRAM).with_extension(std::env::consts::EXE_EXTENSION);
        if program.exists() {
            return Ok(program);
        }
        begins(&name);
        fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
        let source = self.folder.join("source").join(commit);
        remove_work_tree(&source);
        let added =
            output(Command::new("git").args(["worktree", "add", "--detach", "--force"]).arg(&source).arg(commit))?;
        ensure!(added.is_success, "git worktree add: {}", added.complaint);
        let log = place.join("build.log");
        let target = self.folder.join("target");
        let built = cargo(&source, &target, is_tuned, &log);
        remove_work_tree(&source);
        ensure!(built?, "{name} cannot be built, see {}", log.display());
        // Under its name there is never a part of a program.
        let new = place.join("new");
        fs::copy(target.join("release").join(PROGRAM).with_extension(std::env::consts::EXE_EXTENSION), &new)
            .and_then(|_| fs::rename(&new, &program))
            .with_context(|| format!("cannot write {}", program.display()))?;
        Ok(program)
    }
}

/// Runs the build of the sources in a folder, and says whether it succeeded.
fn cargo(source: &Path, target: &Path, is_tuned: bool, log: &Path) -> Result<bool> {
    let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--bin", PROGRAM]).args(is_tuned.then_some("--features=tune"));
    cargo.arg("--manifest-path").arg(source.join("Cargo.toml")).arg("--target-dir").arg(target);
    cargo.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    Ok(cargo.status().context("cannot run cargo")?.success())
}

/// Takes a work tree away, a part of one too, as an interrupted build leaves it.
fn remove_work_tree(source: &Path) {
    // The next step reports what does not succeed here.
    let _ = fs::remove_dir_all(source);
    let _ = output(Command::new("git").args(["worktree", "prune"]));
}

/// The short name of a revision's commit.
fn commit(revision: &str) -> Result<String> {
    let name = format!("{revision}^{{commit}}");
    let found = output(Command::new("git").args(["rev-parse", "--verify", "--quiet", "--end-of-options", &name]))?;
    let commit = found.text.trim();
    ensure!(found.is_success && commit.len() > SHORT, "the repository has no revision '{revision}'");
    Ok(commit[..SHORT].to_owned())
}

/// What a command has printed.
struct Printed {
    is_success: bool,
    text: String,
    /// The first line of its errors.
    complaint: String,
}

fn output(command: &mut Command) -> Result<Printed> {
    let name = command.get_program().display().to_string();
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot run {name}"))?;
    let complaint = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("no reason given").to_owned();
    Ok(Printed {
        is_success: output.status.success(),
        text: String::from_utf8_lossy(&output.stdout).into_owned(),
        complaint,
    })
}

/// A word of a command line.
fn quoted(word: &str) -> String {
    if word.contains(' ') { format!("\"{word}\"") } else { word.to_owned() }
}
