//! Shell completions and the manual page, generated from the commands.

use crate::common::print_bytes;
use anyhow::Result;
use clap::Command;
use clap_complete::{Shell, generate};
use std::io::Write;

/// Prints the completions for a shell, all of them or none: the reader may be gone.
pub fn print(shell: Shell, mut cli: Command) -> Result<()> {
    let mut text = Vec::new();
    generate(shell, &mut cli, "tengen", &mut text);
    print_bytes(&text)
}

/// Prints the manual page of `tengen`, followed by the options of each visible command.
pub fn print_manual(cli: Command) -> Result<()> {
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
    print_bytes(&text)
}
