//! `tengen formats`: lists the formats of games, and the commands that read and write them.

use crate::common::print;
use anyhow::Result;
use tengen_game::formats;

pub fn run() -> Result<()> {
    print(&formats::describe())
}
