//! Positions and games of the page's messages, and requests that need no search.

use super::forbidden;
use super::message::{ErrorCode, RequestError, ServerAnswer, Sink, WireReason};
use super::question::{
    AtPosition, Drawing, MAX_FILE, MAX_MOVES, MAX_TEXT, Open, Position, Question, Save, Start, TreeNode, WireSign,
    WireTree,
};
use anyhow::{Context, Error, Result, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use encoding_rs::Encoding;
use std::ops::ControlFlow;
use std::time::Duration;
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::{Board, format_moves, format_point, parse_moves, parse_point};
use tengen_database::why;
use tengen_game::draw::{Animation, to_gif};
use tengen_game::formats::encoding::parse_encoding;
use tengen_game::formats::{
    self, Annotation, Format, GameTree, Given, LostParts, MoveNode, Report, Sign, Source, Writing, lost_conditions,
};
use tengen_game::{Game, ImpossibleGame, Outcome};

/// Most games listed for a file.
const MAX_TITLES: usize = 1_000;
/// Games of one partial answer.
const BATCH: usize = 50;

impl RequestError {
    fn position(error: &anyhow::Error) -> Self {
        let number = error.downcast_ref::<ImpossibleGame>().and_then(ImpossibleGame::number);
        RequestError { number, ..RequestError::because(ErrorCode::Position, error) }
    }
}

/// Answers a request that needs no search; `sink` receives partial answers. Fails if the request is impossible.
pub fn answer(question: Question, sink: Sink<'_>) -> Result<ServerAnswer, RequestError> {
    match question {
        Question::Judge(question) => judge(&question),
        Question::Open(question) => open(&question, sink),
        Question::Save(question) => save(&question),
        Question::Picture(question) => picture(&question),
        _ => Err(RequestError::plain(ErrorCode::Message, "this request needs a search")),
    }
}

/// Points as numbers of the page.
pub fn numbers(points: &[Point]) -> Vec<u16> {
    points.iter().map(|point| point.0).collect()
}

/// The points of a list; numbers off the board are dropped.
pub fn points(size: BoardSize, numbers: &[u16]) -> Vec<Point> {
    numbers.iter().copied().map(Point).filter(|point| point.index() < size.cells()).collect()
}

impl Start {
    /// The state of a game before its first move.
    pub fn of(game: &Game) -> Self {
        let stones = |color: Color| {
            let points: Vec<Point> = game.setup.iter().filter(|stone| stone.1 == color).map(|stone| stone.0).collect();
            format_moves(game.size, &points)
        };
        Self {
            rule: game.rule.to_string(),
            width: game.size.width(),
            height: game.size.height(),
            black: stones(Color::Black),
            white: stones(Color::White),
            blocked: format_moves(game.size, &game.blocked),
            first: game.first.name().to_owned(),
        }
    }

    /// The game before its first move.
    fn game(&self) -> Result<Game> {
        let size = BoardSize::new(self.width, self.height)?;
        let mut game = Game::new(self.rule.parse()?, size);
        for (color, stones) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            game.setup.extend(parse_moves(size, stones)?.into_iter().map(|point| (point, color)));
        }
        game.first = self.first.parse()?;
        game.blocked = parse_moves(size, &self.blocked)?;
        Ok(game)
    }
}

/// The game of a position, and its outcome by the rules. Fails if the position is impossible.
pub fn game(position: &Position) -> Result<(Game, Option<Outcome>), RequestError> {
    let read = || -> Result<(Game, Option<Outcome>)> {
        let mut game = position.start.game()?;
        formats::parse_turns(&position.moves, game.size)?.into_iter().for_each(|turn| game.push_turn(turn));
        let outcome = game.judge()?;
        Ok((game, outcome))
    };
    read().map_err(|error| RequestError::position(&error))
}

/// The game of a position, and its board. Fails if the game is over or the position is impossible.
pub fn running(position: &Position) -> Result<(Game, Board), RequestError> {
    let (game, outcome) = game(position)?;
    if outcome.is_some() {
        return Err(RequestError::plain(ErrorCode::Over, "the game is over"));
    }
    let board = game.board().map_err(|error| RequestError::position(&error.into()))?;
    Ok((game, board))
}

fn judge(question: &AtPosition) -> Result<ServerAnswer, RequestError> {
    let (game, outcome) = game(&question.position)?;
    let line = if matches!(outcome, Some(Outcome::Win(_))) { game.winning_line() } else { Vec::new() };
    let forbids = outcome.is_none() && game.rule.forbids(game.side_to_move());
    let board = if forbids { Some(game.board().map_err(|error| RequestError::position(&error.into()))?) } else { None };
    let forbidden = board.as_ref().map(Board::forbidden_points).unwrap_or_default();
    Ok(ServerAnswer::Judged {
        outcome: outcome.map(Outcome::name),
        line: numbers(&line),
        reasons: forbidden.iter().filter_map(|&point| Some(forbidden::reason(board.as_ref()?, point))).collect(),
        forbidden: numbers(&forbidden),
    })
}

fn open(question: &Open, sink: Sink<'_>) -> Result<ServerAnswer, RequestError> {
    // Base64 encodes three bytes as four letters.
    if question.text.chars().count() > MAX_TEXT || question.data.len() > 4 * MAX_FILE.div_ceil(3) {
        return Err(RequestError::plain(ErrorCode::TooLarge, "the text is too large for a game"));
    }
    // The error names the line.
    read_file(question, sink).map_err(|error| RequestError::because(ErrorCode::Unreadable, &error))
}

/// Reads the only game of a text or file, or the requested one; if there are several, returns their titles, or passes
/// all of them to `sink`.
fn read_file(question: &Open, sink: Sink<'_>) -> Result<ServerAnswer> {
    let bytes = match question.data.as_str() {
        "" => question.text.as_bytes().to_vec(),
        data => STANDARD.decode(data)?,
    };
    let source = Source { bytes: &bytes, name: &question.name };
    ensure!(!source.is_blank(), why::nothing());
    let rule: Rule = question.rule.parse()?;
    let size = BoardSize::new(question.width, question.height)?;
    let given = Given {
        rule: Some(rule),
        size: Some(size),
        fills_in: true,
        in_page: true,
        game: question.game,
        encoding: question.encoding.as_deref().map(parse_encoding).transpose().map_err(Error::msg)?,
    };
    if question.all {
        return read_all(&source, &Given { game: None, ..given }, sink);
    }
    let (mut found, mut count, mut titles, mut rules) = (None, 0, Vec::new(), Vec::new());
    let report = formats::read_games(&source, &given, &mut |tree| {
        count += 1;
        if titles.len() < MAX_TITLES {
            titles.push(tree.title());
        }
        if question.game.is_none_or(|number| number == count) {
            rules.push(tree.head.rule);
            found.get_or_insert(tree);
        }
        if question.game == Some(count) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let names_rule = names_rules(&source, &given, &rules);
    if question.game.is_none() && count > 1 {
        return Ok(ServerAnswer::Several { count, titles, names_rule: Some(names_rule), warnings: reasons(report) });
    }
    let tree = found.with_context(|| format!("no such game: the file has {count}"))?;
    report.check(&tree)?;
    let encoding = report.texts.map(Encoding::name);
    Ok(ServerAnswer::Opened { tree: to_wire(&tree)?, names_rule, warnings: reasons(report), encoding })
}

/// Whether the wanted games of a file state their rules: read with another given rule, they still have the `rules` of the
/// first reading.
fn names_rules(source: &Source<'_>, given: &Given, rules: &[Rule]) -> bool {
    let other = Rule::ALL.into_iter().find(|&other| given.rule != Some(other));
    let (mut count, mut again) = (0, Vec::new());
    let read = formats::read_games(source, &Given { rule: other, ..*given }, &mut |tree| {
        count += 1;
        if given.game.is_none_or(|number| number == count) {
            again.push(tree.head.rule);
        }
        if given.game == Some(count) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    read.is_ok() && again == rules
}

fn reasons(report: Report) -> Vec<WireReason> {
    report.warnings.into_iter().map(Into::into).collect()
}

/// Passes all games of a file to `sink`, some at a time. The file is read once.
fn read_all(source: &Source<'_>, given: &Given, sink: Sink<'_>) -> Result<ServerAnswer> {
    let (mut count, mut games, mut refused) = (0, Vec::new(), None);
    let report = formats::read_games(source, given, &mut |tree| match to_wire(&tree) {
        Ok(game) => {
            count += 1;
            games.push(game);
            if games.len() == BATCH {
                sink(&ServerAnswer::Games { games: std::mem::take(&mut games) });
            }
            ControlFlow::Continue(())
        }
        Err(error) => {
            refused = Some(error);
            ControlFlow::Break(())
        }
    })?;
    if !games.is_empty() {
        sink(&ServerAnswer::Games { games });
    }
    match refused {
        Some(error) => Err(error),
        None => Ok(ServerAnswer::Several { count, titles: Vec::new(), names_rule: None, warnings: reasons(report) }),
    }
}

fn to_wire(tree: &GameTree) -> Result<WireTree> {
    ensure!(tree.nodes.len() <= MAX_MOVES + 1, why::more_moves(MAX_MOVES));
    let head = &tree.head;
    let nodes = tree.nodes.iter().enumerate().map(|(number, node)| TreeNode {
        parent: node.parent,
        r#move: if number == 0 { String::new() } else { formats::turn_name(head.size, node.point) },
        comment: node.comment.clone(),
        time: node.time.as_millis() as u64,
        signs: node.annotations.iter().map(|annotation| sign_to_wire(head.size, annotation)).collect(),
        arrows: node.arrows.iter().map(|ends| ends.map(|point| format_point(head.size, point))).collect(),
        properties: node.properties.clone(),
    });
    Ok(WireTree {
        start: Start::of(head),
        names: head.names.clone(),
        result: head.outcome.map(|outcome| outcome.name().to_owned()),
        nodes: nodes.collect(),
        tags: head.tags.clone(),
        current: tree.last_of_line(0),
    })
}

/// The tree, and its node that the page shows: equal moves of one node become one.
fn from_wire(wire: &WireTree) -> Result<(GameTree, usize), RequestError> {
    read_wire(wire).map_err(|error| RequestError::position(&error))
}

fn read_wire(wire: &WireTree) -> Result<(GameTree, usize)> {
    ensure!(wire.nodes.len() <= MAX_MOVES + 1, why::more_moves(MAX_MOVES));
    let mut head = wire.start.game()?;
    let size = head.size;
    head.names.clone_from(&wire.names);
    head.tags.clone_from(&wire.tags);
    // The page always shows the rule.
    formats::state_rule(&mut head);
    head.outcome = wire.result.as_deref().map(str::parse).transpose()?;
    let mut tree = GameTree::new(head);
    let mut numbers = Vec::with_capacity(wire.nodes.len());
    for (index, node) in wire.nodes.iter().enumerate() {
        let at = match index {
            0 => 0,
            _ => {
                let parent = *numbers.get(node.parent).context("a move precedes its parent")?;
                let [turn] = formats::parse_turns(&node.r#move, size)?[..] else {
                    bail!("'{}' is not a move", node.r#move)
                };
                tree.turn(parent, turn)
            }
        };
        // Properties are written verbatim, so names that belong to the game are refused.
        for (name, values) in &node.properties {
            ensure!(formats::is_kept(name) && !values.is_empty(), "'{name}' is not a property that is kept");
        }
        let signs = node.signs.iter().map(|sign| sign_from_wire(size, sign)).collect::<Result<_>>()?;
        let to_point = |name: &String| parse_point(size, name);
        let arrow = |[from, to]: &[String; 2]| Ok([to_point(from)?, to_point(to)?]);
        let drawn = node.arrows.iter().map(arrow).collect::<Result<_>>()?;
        let MoveNode { comment, time, annotations, arrows, properties, .. } = &mut tree.nodes[at];
        (*comment, *time, *annotations) = (node.comment.clone(), Duration::from_millis(node.time), signs);
        *arrows = drawn;
        properties.clone_from(&node.properties);
        numbers.push(at);
    }
    ensure!(wire.current < numbers.len().max(1), "current: no move {}", wire.current);
    tree.check()?;
    Ok((tree, numbers.get(wire.current).copied().unwrap_or_default()))
}

/// Names of the marks.
const MARKS: [(&str, Sign); 4] =
    [("cross", Sign::Cross), ("triangle", Sign::Triangle), ("square", Sign::Square), ("circle", Sign::Circle)];

fn sign_to_wire(size: BoardSize, Annotation { point, sign }: &Annotation) -> WireSign {
    let text = if let Sign::Text(text) = sign { text.clone() } else { String::new() };
    let mark = MARKS.iter().find(|(_, mark)| mark == sign).map_or("", |(name, _)| name);
    WireSign { point: format_point(size, *point), text, mark: mark.to_owned() }
}

fn sign_from_wire(size: BoardSize, wire: &WireSign) -> Result<Annotation> {
    let mark = MARKS.iter().find(|(name, _)| *name == wire.mark).map(|(_, mark)| mark.clone());
    ensure!(mark.is_some() || wire.mark.is_empty(), "'{}' is not a mark", wire.mark);
    Ok(Annotation {
        point: parse_point(size, &wire.point)?,
        sign: mark.unwrap_or_else(|| Sign::Text(wire.text.clone())),
    })
}

fn save(question: &Save) -> Result<ServerAnswer, RequestError> {
    let unwritable = |error: anyhow::Error| RequestError::because(ErrorCode::Unwritable, &error);
    let (tree, current) = from_wire(&question.game)?;
    let format = Format::named(&question.format).with_context(|| format!("'{}' is not a format", question.format));
    let format = format.map_err(unwritable)?;
    // Several games are only written as SGF, which holds everything.
    let losses = losses_of(&tree, current, format);
    let mut bytes = write_game(tree, current, format).map_err(unwritable)?;
    if !question.more.is_empty() && format.name != "sgf" {
        return Err(unwritable(anyhow::anyhow!("'{}' holds one game", format.name)));
    }
    for game in &question.more {
        let (tree, current) = from_wire(game)?;
        bytes.extend(write_game(tree, current, format).map_err(unwritable)?);
    }
    let (text, data) = match String::from_utf8(bytes) {
        Ok(text) if format.is_text => (Some(text), None),
        Ok(text) => (None, Some(STANDARD.encode(text))),
        Err(error) => (None, Some(STANDARD.encode(error.as_bytes()))),
    };
    Ok(ServerAnswer::Saved { text, data, extension: format.extensions[0], losses })
}

/// The losses of a game; a format without variations holds only the line to the node `current`.
fn losses_of(tree: &GameTree, current: usize, format: &Format) -> LostParts {
    let losses = LostParts::of(tree, format);
    if format.holds.variations {
        return losses;
    }
    let end = tree.last_of_line(current);
    let [size, rule] = lost_conditions(&tree.game_to(end), format);
    LostParts { variations: tree.nodes.len() - 1 - tree.depth(end), size, rule, ..losses }
}

/// The content of a game's file. The result is that of the written line, with variations that of the main line; an
/// outcome shown by the board has priority.
fn write_game(mut tree: GameTree, current: usize, format: &Format) -> Result<Vec<u8>> {
    let end = tree.last_of_line(if format.holds.variations { 0 } else { current });
    let mut line = tree.game_to(end);
    line.outcome = line.judge()?.or(line.outcome);
    if !format.holds.variations {
        return formats::write_tree(&GameTree::from(&line), format, &Writing::default());
    }
    tree.head.outcome = line.outcome;
    formats::write_tree(&tree, format, &Writing::default())
}

fn picture(question: &Drawing) -> Result<ServerAnswer, RequestError> {
    let (tree, current) = from_wire(&question.game)?;
    let Animation { gif, missing } =
        to_gif(&tree, current).map_err(|error| RequestError::because(ErrorCode::Unwritable, &error))?;
    Ok(ServerAnswer::Drawn { gif: STANDARD.encode(gif), missing })
}
