//! Positions and games from the commands' arguments: a file, typed moves, or piped input.

use crate::common::{RuleParser, print_warnings, read_bytes};
use anyhow::{Context, Result, ensure};
use clap::Args;
use encoding_rs::Encoding;
use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};
use tengen::base::{BoardSize, Rule};
use tengen::board::Board;
use tengen_game::formats::encoding::parse_encoding;
use tengen_game::formats::{self, Format, GameTree, Given, LIB, PSQ, Report, SGF, Source, Writing};
use tengen_game::{DEFAULT_RULE, Game};
use tengen_study::solve::read_position;

/// How a file of games is read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ReadArgs {
    /// Number of the game in a file of several, from 1
    #[arg(long = "game", value_name = "NUMBER")]
    pub number: Option<usize>,
    /// Encoding of the file's texts: utf-8, gb18030, big5, shift_jis, euc-kr, windows-1251 …; the file's own or a guess when it is left out
    #[arg(long, value_name = "NAME", value_parser = parse_encoding)]
    pub encoding: Option<&'static Encoding>,
}

impl ReadArgs {
    /// Settings for reading a file, with the user's rule and size.
    pub fn given(self, rule: Option<Rule>, size: Option<BoardSize>) -> Given {
        Given { rule, size, encoding: self.encoding, game: self.number, ..Given::default() }
    }

    /// Settings as by [`ReadArgs::given`], but the file's own rule and size have priority.
    pub fn filled_in(self, rule: Option<Rule>, size: BoardSize) -> Given {
        Given { fills_in: true, ..self.given(rule, Some(size)) }
    }
}

/// Reads a position or game from a file, with its variations; `-` is standard input. Prints warnings to standard error.
/// Also returns the report and the content of the file.
pub fn read_file(path: &Path, given: &Given) -> Result<(GameTree, Report, Vec<u8>)> {
    let bytes = read_bytes(path)?;
    let name = path.display().to_string();
    let source = Source { bytes: &bytes, name: &name };
    ensure_position(&source)?;
    let (mut tree, report) = formats::read_tree(&source, given).with_context(|| name.clone())?;
    print_warnings(&name, &report.warnings);
    formats::note_rule(&mut tree, &source, given);
    Ok((tree, report, bytes))
}

/// Whether a file that was read holds for certain nothing but this game, in the format of its name.
pub fn is_alone(path: &Path, given: &Given, game: &GameTree, report: &Report, bytes: &[u8]) -> bool {
    let format = Format::of_name(&path.to_string_lossy()).ok().filter(|&format| format == report.format);
    let Some(format) = format.filter(|_| given.game.is_none() && report.warnings.is_empty()) else { return false };
    let first = bytes.trim_ascii_start().first();
    match format {
        // Remarks may be around the tree.
        _ if format == &SGF && first == Some(&b'(') && bytes.trim_ascii_end().ends_with(b")") => true,
        _ if [&LIB, &PSQ].contains(&format) => true,
        // Other texts may have remarks, which reading skips.
        _ => {
            let signs =
                |text: &[u8]| text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<_>>();
            formats::write_tree(game, format, &Writing::default()).is_ok_and(|text| signs(&text) == signs(bytes))
        }
    }
}

/// Refuses a file with nothing but comments.
pub fn ensure_position(source: &Source) -> Result<()> {
    let says = |line: &str| !line.starts_with('#') && !line.trim_matches(['\u{feff}', ' ', '\t', '\r']).is_empty();
    ensure!(source.text_of_all().lines().any(says), "no position in {}", source.name);
    Ok(())
}

/// Name of what is piped in.
const STANDARD_INPUT: &str = "standard input";

/// A position or game as the user gives it.
#[derive(Args)]
pub struct GameArgs {
    /// A file of games in any format of `tengen formats`; - is standard input
    #[arg(conflicts_with = "moves")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub position: PositionArgs,
}

/// A position by options alone.
#[derive(Args)]
pub struct PositionArgs {
    /// Moves, Black's first: h8i9h7
    #[arg(long, allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Rule of play; the file's own when it says so, else freestyle; caro for moves that are typed or piped in
    #[arg(long, value_parser = RuleParser)]
    pub rule: Option<Rule>,
    /// Board side, or WIDTHxHEIGHT; the file's own when it says so, else 15
    #[arg(long)]
    pub size: Option<BoardSize>,
    /// Read only this number of turns: moves and passes
    #[arg(long, value_name = "TURNS")]
    pub until: Option<usize>,
    #[command(flatten)]
    pub read: ReadArgs,
}

impl GameArgs {
    /// The game from the file, the moves, or piped input, with its variations; otherwise an empty board.
    pub fn read_tree(&self) -> Result<GameTree> {
        self.position.read_or(self.file.as_deref(), !stdin().is_terminal())
    }
}

impl PositionArgs {
    /// The game from the file or the moves; otherwise an empty board. Standard input may belong to a script's loop.
    pub fn read_given(&self, file: Option<&Path>) -> Result<Game> {
        ensure!(file.is_none() || self.moves.is_none(), "--moves and a file: expected one of them");
        self.read_or(file, false).map(|tree| tree.main_line())
    }

    fn read_or(&self, file: Option<&Path>, reads_input: bool) -> Result<GameTree> {
        let given = self.read.given(self.rule, self.size);
        // Typed or piped games name their rule or get the board's default; files get that of their format.
        let typed = Given { rule: self.rule.or(Some(DEFAULT_RULE)), fills_in: self.rule.is_none(), ..given };
        let mut tree = match file {
            Some(path) => read_file(path, if path.as_os_str() == "-" { &typed } else { &given })?.0,
            None => {
                let (name, bytes) = match &self.moves {
                    Some(moves) => ("--moves", moves.clone().into_bytes()),
                    None if reads_input => (STANDARD_INPUT, read_bytes(Path::new("-"))?),
                    None => (STANDARD_INPUT, Vec::new()),
                };
                let source = Source { bytes: &bytes, name };
                let (mut tree, report) = formats::read_tree(&source, &typed).context(name)?;
                print_warnings(name, &report.warnings);
                formats::note_rule(&mut tree, &source, &typed);
                tree
            }
        };
        if let Some(count) = self.until {
            tree.cut_after(count);
        }
        Ok(tree)
    }
}

/// The position that a solver begins with.
#[derive(Args)]
pub struct RootArgs {
    /// Rule of play, where the file names none; when it is left out, freestyle in a file, and caro for moves that are typed or piped in
    #[arg(long, value_parser = RuleParser)]
    rule: Option<Rule>,
    /// Board side, or WIDTHxHEIGHT, where the file names none
    #[arg(long, default_value = "15")]
    size: BoardSize,
    /// Take the position from a file, in any format of `tengen formats`
    #[arg(long, conflicts_with = "moves")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
    /// Moves so far, Black's first: h8i9h7; without moves or a file, what is piped in
    moves: Vec<String>,
}

impl RootArgs {
    /// The board from the file, the moves or piped input.
    pub fn read(&self) -> Result<Board> {
        let (name, bytes) = match &self.file {
            Some(path) => (path.display().to_string(), read_bytes(path)?),
            None if self.moves.is_empty() && !stdin().is_terminal() => {
                (STANDARD_INPUT.to_owned(), read_bytes(Path::new("-"))?)
            }
            None => ("moves".to_owned(), self.moves.join(" ").into_bytes()),
        };
        let source = Source { bytes: &bytes, name: &name };
        if self.file.is_some() {
            ensure_position(&source)?;
        }
        let is_file = self.file.as_ref().is_some_and(|path| path.as_os_str() != "-");
        let rule = self.rule.or((!is_file).then_some(DEFAULT_RULE));
        let (board, warnings) = read_position(&source, &self.read.filled_in(rule, self.size))?;
        print_warnings(&name, &warnings);
        Ok(board)
    }
}
