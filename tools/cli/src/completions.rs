//! Shell completions and the manual page, generated from the commands.

use crate::common::print as print_all;
use anyhow::Result;
use clap::Command;
use clap_complete::{Shell, generate};
use std::io::Write;
use std::process::ExitCode;

/// Prints the completions for a shell.
pub fn print(shell: Shell, mut cli: Command) -> Result<ExitCode> {
    print_text(|out| generate(shell, &mut cli, "tengen", out))
}

/// Prints the manual page of `tengen`, followed by the options of each visible command.
pub fn print_manual(cli: Command) -> Result<ExitCode> {
    let mut cli = cli.disable_help_subcommand(true);
    cli.build();
    let mut first = Vec::new();
    clap_mangen::Man::new(cli.clone()).render(&mut first)?;
    // The page refers to a page per command; here they follow on the same page.
    let mut text =
        String::from_utf8_lossy(&first).replace("(1)\n", "\n").replace("\ntengen\\-", "\ntengen ").into_bytes();
    for command in cli.get_subcommands().filter(|command| !command.is_hide_set()) {
        writeln!(text, ".SH \"TENGEN {}\"", command.get_name().to_uppercase())?;
        let page = clap_mangen::Man::new(command.clone());
        page.render_synopsis_section(&mut text)?;
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    print_text(|out| out.append(&mut text))
}

/// Prints the output of `write`, all of it or none: the reader may be gone.
fn print_text(write: impl FnOnce(&mut Vec<u8>)) -> Result<ExitCode> {
    let mut text = Vec::new();
    write(&mut text);
    print_all(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}
