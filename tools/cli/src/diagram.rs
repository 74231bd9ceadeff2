//! `tengen diagram`: draws a position or game, or converts it to another format.

use crate::common::{print, print_bytes, print_warnings};
use crate::language::t;
use crate::position::{GameArgs, is_alone, read_file};
use anyhow::{Context, Result, ensure};
use clap::Args;
use console::Term;
use encoding_rs::Encoding;
use indicatif::ProgressBar;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen::base::Point;
use tengen::board::parse_point;
use tengen::eval::win_rate;
use tengen_arena::limits::parse_duration;
use tengen_game::Game;
use tengen_game::count;
use tengen_game::draw::{Animation, Heat, Picture, Style, to_gif, to_png, to_svg, to_text};
use tengen_game::formats::encoding::{encode, parse_written_encoding};
use tengen_game::formats::{self, FORMATS, Format, GameTree, Sign, Writing};
use tengen_game::whole_file::{check_apart, check_writable, write_file};
use tengen_study::{AnalysisLimit, Analyzer};

#[derive(Args)]
pub struct DiagramArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Where to draw: .svg, .png, .gif (a frame for each move) or .txt; the extension of another format of `tengen formats` writes the game in it; without it, or with `-`, text to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the game in this format of `tengen formats`, whatever the file's name: sgf, link, playok …
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Number of the game in an SGF file that is written: 1 for programs that open nothing but Go, 5 for a few others, 4 when it is left out
    #[arg(long, value_name = "NUMBER", value_parser = parse_sgf_game)]
    gm: Option<u8>,
    /// Encoding of the file that is written, utf-8 when it is left out
    #[arg(long, value_name = "NAME", value_parser = parse_written_encoding)]
    out_encoding: Option<&'static Encoding>,
    /// Number the stones of an SVG or PNG from this move on; the first when it is left out
    #[arg(long, value_name = "MOVE")]
    numbers_from: Option<usize>,
    /// Stones without numbers
    #[arg(long, conflicts_with = "numbers_from")]
    no_numbers: bool,
    /// No column letters and row numbers
    #[arg(long)]
    no_coordinates: bool,
    /// The last move looks like the others
    #[arg(long)]
    no_last: bool,
    /// A letter on a point: h8 (A, B, … in turn) or h8=x
    #[arg(long = "mark", value_name = "POINT[=TEXT]")]
    marks: Vec<String>,
    /// Show where Black may not play in renju
    #[arg(long)]
    forbidden: bool,
    /// Color the best moves by the mover's expected score in percent; this number of them
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "8", value_parser = clap::value_parser!(u16).range(1..))]
    heat: Option<u16>,
    /// Time to look for them, 1s when nothing is said
    #[arg(long, value_parser = parse_duration, requires = "heat")]
    time: Option<Duration>,
    /// Nodes to look for them, instead of time
    #[arg(long, conflicts_with = "time", requires = "heat")]
    nodes: Option<u64>,
    /// A line of text below
    #[arg(long)]
    caption: Option<String>,
}

/// Parses an SGF game number with which five in a row can be read again.
fn parse_sgf_game(text: &str) -> Result<u8, String> {
    let number = text.parse().ok().filter(|number| [1, 4, 5].contains(number));
    number.ok_or_else(|| "expected 4 (five in a row), 1 (Go) or 5".to_owned())
}

/// Default time of the search for the best moves.
const HEAT_TIME: Duration = Duration::from_secs(1);

pub fn run(args: &DiagramArgs) -> Result<()> {
    let to = args.to.as_deref().map(written_format).transpose()?;
    if let Err(refusal) = check_apart(&args.out, &args.game.file) {
        ensure!(loses_nothing(args, to)?, refusal);
    }
    let tree = args.game.read_tree()?;
    let game = tree.main_line();
    let out = args.out.as_deref().filter(|path| path.as_os_str() != "-");
    let image = out.filter(|_| to.is_none()).and_then(Image::of);
    let has_numbers = matches!(image, Some(Image::Svg | Image::Png));
    ensure!(
        has_numbers || args.numbers_from.is_none(),
        "--numbers-from: stones have numbers in .svg and .png, as in --out board.svg without --to"
    );
    out.map_or(Ok(()), check_writable)?;
    if let (Some(image), Some(path)) = (image, out) {
        return draw(args, &tree, &game, path, image);
    }
    let format = match (to, out) {
        (Some(format), _) => format,
        (None, Some(path)) => Format::of_name(&path.to_string_lossy())
            .context("--out: .svg, .png and .gif are pictures, other files hold the game")?,
        (None, None) => {
            let columns = if stdout().is_terminal() { usize::from(Term::stdout().size().1) } else { 0 };
            let style = Style { color: stdout().is_terminal() && console::colors_enabled(), columns };
            return print(&to_text(&game, &picture(args, &game, false)?, style));
        }
    };
    let writing = args.writing(format)?;
    let content = if *format == formats::DIAGRAM {
        encode(&to_text(&game, &picture(args, &game, false)?, Style::default()), writing.text_encoding())?
    } else {
        ensure!(!args.has_marks(), "these options draw: they are for .svg, .png and .txt, not for {format}");
        formats::write_tree(&tree, format, &writing)?
    };
    let name = out.map_or_else(|| format.title.to_owned(), |path| path.display().to_string());
    print_losses(&name, &tree, format, args);
    out.map_or_else(|| print_bytes(&content), |path| write_file(path, &content))
}

/// Whether the file that is read holds a game alone, and that in a format that keeps all of it when it is written again.
fn loses_nothing(args: &DiagramArgs, to: Option<&'static Format>) -> Result<bool> {
    let GameArgs { file: Some(path), position } = &args.game else { return Ok(false) };
    let Ok(format) = to.map_or_else(|| Format::of_name(&path.to_string_lossy()), Ok) else { return Ok(false) };
    let given = position.read.given(position.rule, position.size);
    let (tree, report, bytes) = read_file(path, &given)?;
    let is_whole = position.until.is_none() && is_alone(path, &given, &tree, &report, &bytes);
    Ok(is_whole && formats::losses(&tree, format).is_empty())
}

/// The format of this name, which can be written.
fn written_format(name: &str) -> Result<&'static Format> {
    let written = FORMATS.iter().copied().filter(|format| format.write.is_some());
    let found = written.clone().find(|format| format.name == name);
    found.with_context(|| {
        let names: Vec<_> = written.map(|format| format.name).collect();
        format!("--to {name}: expected one of {}", names.join(", "))
    })
}

/// Warns of what a written file lacks, and of an encoding that reading would not recognize, unless it was given.
fn print_losses(name: &str, tree: &GameTree, format: &Format, args: &DiagramArgs) {
    let mut sentences = formats::losses(tree, format);
    if args.out_encoding.is_none() {
        sentences.extend(formats::encoding_note(tree, format));
    }
    print_warnings(name, &sentences);
}

/// Kind of picture.
#[derive(Clone, Copy)]
enum Image {
    Svg,
    Png,
    Gif,
}

impl Image {
    /// The kind of picture for a file name's extension.
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }
}

fn draw(args: &DiagramArgs, tree: &GameTree, game: &Game, path: &Path, image: Image) -> Result<()> {
    if let Image::Gif = image {
        ensure!(
            !args.has_marks(),
            "--out {}: a GIF has the marks of its file and no others: these options are for .svg, .png and .txt",
            path.display()
        );
        let Animation { gif, missing } = to_gif(tree, tree.last_of_line(0))?;
        write_file(path, &gif)?;
        if missing > 0 {
            let texts = count(missing as u64, "text");
            let warning = format!("{texts} on the board left out: a GIF has letters from A to Z, digits and signs");
            print_warnings(&path.display().to_string(), &[warning]);
        }
        return Ok(());
    }
    let mut picture = picture(args, game, true)?;
    if args.marks.is_empty() {
        picture.marks = signs(tree);
    }
    let svg = to_svg(game, &picture);
    match image {
        Image::Png => write_file(path, &to_png(&svg).with_context(|| format!("--out {}", path.display()))?),
        _ => write_file(path, &svg),
    }
}

impl DiagramArgs {
    /// Whether an option is given that applies only to drawings.
    fn has_marks(&self) -> bool {
        let is_drawn = self.no_numbers || self.no_coordinates || self.no_last || self.forbidden;
        is_drawn || !self.marks.is_empty() || self.heat.is_some() || self.caption.is_some()
    }

    fn writing(&self, format: &Format) -> Result<Writing> {
        ensure!(self.gm.is_none() || *format == formats::SGF, "--gm: only SGF says which game it is, not {format}");
        let has_texts = format.is_text || *format == formats::LIB;
        ensure!(self.out_encoding.is_none() || has_texts, "--out-encoding: a file of {format} holds no texts");
        let usual = Writing::default();
        Ok(Writing { encoding: self.out_encoding, sgf_game: self.gm.unwrap_or(usual.sgf_game) })
    }
}

/// The labels and marks at the end of a file's main line.
fn signs(tree: &GameTree) -> Vec<(Point, String)> {
    let text = |sign: &Sign| match sign {
        Sign::Text(text) => text.clone(),
        Sign::Cross => "×".to_owned(),
        Sign::Triangle => "△".to_owned(),
        Sign::Square => "□".to_owned(),
        Sign::Circle => "○".to_owned(),
    };
    let end = &tree.nodes[tree.last_of_line(0)];
    end.annotations.iter().map(|annotation| (annotation.point, text(&annotation.sign))).collect()
}

fn picture(args: &DiagramArgs, game: &Game, numbered: bool) -> Result<Picture> {
    let forbidden = if args.forbidden { game.forbidden_points()? } else { Vec::new() };
    Ok(Picture {
        numbers_from: (!args.no_numbers && numbered).then(|| args.numbers_from.unwrap_or(1)),
        coordinates: !args.no_coordinates,
        last: !args.no_last,
        marks: args.marks.iter().enumerate().map(|(i, text)| mark(text, i, game)).collect::<Result<_>>()?,
        forbidden,
        heat: args.heat.map_or_else(|| Ok(Vec::new()), |count| heat(args, game, count.into()))?,
        below: None,
        caption: args.caption.clone(),
        title: None,
    })
}

/// Parses `h8=x`, or `h8` with the next letter.
fn mark(text: &str, index: usize, game: &Game) -> Result<(tengen::base::Point, String)> {
    let letter = || ((b'A' + (index % 26) as u8) as char).to_string();
    let (point, mark) = text.split_once('=').map_or_else(|| (text, letter()), |(point, mark)| (point, mark.to_owned()));
    Ok((parse_point(game.size, point).context("--mark")?, mark))
}

/// The best moves, each with the mover's expected share of points.
fn heat(args: &DiagramArgs, game: &Game, count: usize) -> Result<Vec<Heat>> {
    if game.judge()?.is_some() {
        return Ok(Vec::new());
    }
    let limit = args.nodes.map_or(AnalysisLimit::Time(args.time.unwrap_or(HEAT_TIME)), AnalysisLimit::Nodes);
    let bar = ProgressBar::new_spinner().with_message(t("live.best", &[]));
    bar.enable_steady_tick(Duration::from_millis(200));
    let reports = Analyzer::new(1).lines_under(&game.board()?, limit, count, limit.control(), &mut |_| {});
    bar.finish_and_clear();
    let heat =
        reports.iter().filter_map(|report| Some(Heat { point: *report.pv.first()?, share: win_rate(report.score) }));
    Ok(heat.collect())
}
