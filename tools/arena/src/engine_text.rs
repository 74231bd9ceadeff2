//! Text form of a match's engine: `name=a,cmd=./a,nodes=2000`.

use crate::limits::{parse_duration, parse_memory};
use crate::players::{BUILT_IN, is_built_in, split_words};
use crate::spec::EngineSpec;
use anyhow::{Context, Result, bail, ensure};
use std::num::NonZero;

/// Characters that some systems do not allow in file names; files of games are named after the engines.
const NOT_IN_NAMES: [char; 10] = [' ', '/', '\\', ':', '*', '?', '"', '<', '>', '|'];

/// Reads an engine; fields missing in the text are taken from `usual`. Fails when the text has another form or no
/// command, or names an unknown built-in player.
pub fn parse(text: &str, usual: &EngineSpec) -> Result<EngineSpec> {
    let mut spec = usual.clone();
    for field in text.split(',') {
        let (key, value) = field.split_once('=').with_context(|| format!("'{field}': expected key=value"))?;
        let not_positive = || format!("{key}={value}: expected a number from 1 on");
        let time = || parse_duration(value).map_err(anyhow::Error::msg);
        match key {
            "name" => value.clone_into(&mut spec.name),
            "cmd" => value.clone_into(&mut spec.command),
            "turn" => spec.limits.turn = Some(time()?),
            "match" => spec.limits.match_time = Some(time()?),
            "increment" => spec.limits.increment = time()?,
            "nodes" => spec.limits.nodes = Some(value.parse::<NonZero<u64>>().with_context(not_positive)?.get()),
            "depth" => spec.limits.depth = Some(value.parse::<NonZero<u32>>().with_context(not_positive)?.get()),
            "memory" => spec.limits.memory = Some(parse_memory(value).map_err(anyhow::Error::msg)?),
            _ => match key.strip_prefix("info.") {
                Some(info) => spec.info.push((info.to_owned(), value.to_owned())),
                None => bail!(
                    "unknown key '{key}': expected name, cmd, turn, match, increment, nodes, depth, memory or info.KEY"
                ),
            },
        }
    }
    ensure!(!spec.command.is_empty(), "cmd= is missing");
    ensure!(
        !spec.command.starts_with('@') || is_built_in(&spec.command),
        "unknown player '{}': expected {} or @level1 to @level10",
        spec.command,
        BUILT_IN.join(", ")
    );
    if spec.name.is_empty() {
        spec.name = name_of(&spec.command);
    }
    Ok(spec)
}

/// Checks that the names of the engines differ and can be used in files and tables. Fails at the first name that fails.
pub fn check_names(engines: &[EngineSpec]) -> Result<()> {
    for (i, engine) in engines.iter().enumerate() {
        ensure!(
            !engine.name.is_empty() && !engine.name.contains(|c: char| NOT_IN_NAMES.contains(&c) || c.is_control()),
            "'{}' is not a name: blanks, control characters and / \\ : * ? \" < > | are not allowed",
            engine.name.escape_debug()
        );
        ensure!(engines[..i].iter().all(|other| other.name != engine.name), "two engines are named '{}'", engine.name);
    }
    Ok(())
}

/// The default name of an engine: that of its program, without folders in the style of any system.
fn name_of(command: &str) -> String {
    let words = split_words(command);
    let program = words.first().map_or("", |program| program.trim_start_matches('@'));
    program.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_without_a_name_has_that_of_its_program() {
        for (command, name) in [
            ("./old/engine", "engine"),
            (r"C:\engines\pbrain-tengen.exe", "pbrain-tengen.exe"),
            ("C:/engines/old.exe", "old.exe"),
            (r#""C:\my engines\old.exe""#, "old.exe"),
            ("engine", "engine"),
            ("./engine --weights other/caro.weights", "engine"),
            (r#""C:\my engines\old.exe" --param lmr=1"#, "old.exe"),
            ("@level3", "level3"),
        ] {
            assert_eq!(name_of(command), name, "{command}");
        }
    }
}
