//! `play`: moves, commands, levels.

use crate::command::{folder, printed_in as printed, read, refused_in as refusal, run_in as run, text};
use serde_json::Value;
use tengen::base::{BoardSize, Rule};
use tengen::board::Board;
use tengen_database::{Database, Entry};
use tengen_game::formats;
use tengen_game::formats::Given;

const PLAY: [&str; 9] = ["play", "--rule", "caro", "--size", "15", "--level", "3", "--seed", "5"];

#[test]
fn a_game_that_the_input_ends_is_kept_and_goes_on_from_its_file() {
    let folder = folder("resume");
    let out = printed(&folder, &PLAY, "h8\n3,3\n");
    assert!(out.contains("the game is kept in tengen-game-1.psq"), "{out}");
    assert!(!out.contains('\u{1b}'), "no colors in a pipe");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "it fits 80 columns");
    assert!(out.contains("(O)"), "the last move is marked");
    let kept = std::fs::read_to_string(folder.join("tengen-game-1.psq")).unwrap();
    assert!(kept.contains("8,8,") && kept.contains("4,4,") && kept.contains("rule caro"), "{kept}");
    let out = printed(&folder, &["play", "--load", "tengen-game-1.psq", "--level", "3"], "undo\nshow\nquit\n");
    assert!(out.contains("caro 15x15") && out.contains("4 moves") && out.contains("2 moves"), "{out}");
    // The loaded game was changed; its original file is not touched.
    assert!(folder.join("tengen-game-2.psq").exists());
    assert_eq!(std::fs::read_to_string(folder.join("tengen-game-1.psq")).unwrap(), kept);
}

#[test]
fn bad_input_is_said_and_loses_nothing() {
    let folder = folder("bad");
    std::fs::write(folder.join("mine.psq"), "mine").unwrap();
    std::fs::write(folder.join("broken.sgf"), "(;GM[4]SZ[15];B[").unwrap();
    let input = "h8\nh8\nz99\nhello\n\u{1}\u{2}\nlevel 11\nsave\nsave mine.psq\nsave x.doc\nload none.psq\nload broken.sgf\n99999999999,1\nshow\n";
    let out = printed(&folder, &PLAY, input);
    for said in [
        "h8 is occupied",
        "'z99' is not a point on a 15x15 board",
        "'hello' is neither a move nor a command",
        "'11' is not a level",
        "expected a file name",
        "save! mine.psq overwrites it",
        "'x.doc': expected a name that ends in",
        "not loaded: cannot read none.psq",
        "not loaded: broken.sgf: SGF: line 1: a value without its ']'",
        "is not a point on a 15x15 board",
    ] {
        assert!(out.to_lowercase().contains(&said.to_lowercase()), "{said}: {out}");
    }
    assert_eq!(std::fs::read_to_string(folder.join("mine.psq")).unwrap(), "mine");
    assert!(out.trim_end().ends_with("good-bye"));
    for (options, said) in [
        ("--save mine.psq", "already exists"),
        ("--level 11", "11"),
        ("--load broken.sgf", "broken.sgf"),
        // A level of both sides and one of a side contradict each other.
        ("--human none --level 3 --black-level 4", "'--level <LEVEL>' cannot be used with '--black-level"),
        ("--human none --level 3 --white-level 4", "'--level <LEVEL>' cannot be used with '--white-level"),
        ("--lang xx", "en, vi, zh, ja, ko, ru"),
    ] {
        let told = refusal(&folder, &["play"].into_iter().chain(options.split(' ')).collect::<Vec<_>>(), "");
        assert!(told.contains(said), "{options}: {told}");
    }
}

#[test]
fn undo_swap_level_hint_save_and_load_do_what_they_say() {
    let folder = folder("commands");
    let input = "h8\nundo\nundo\nlevel\nlevel 1\nhint\nh8\nsave one.sgf\nnew\nload one.sgf\nswap\nquit\n";
    let out = printed(&folder, &["play", "--seed", "3", "--time", "100ms"], input);
    assert!(out.contains("there is nothing to take back"), "{out}");
    assert!(out.contains("10  full strength") && out.contains("level 1: beginner"));
    assert!(out.contains("hint: h8"), "the center of an empty board: {out}");
    assert!(out.contains("the game is in one.sgf"));
    assert!(out.contains("now Black (X, Tengen level 1) and White (O, you)"));
    assert!(out.contains("3 moves"), "the engine has moved for Black after the swap: {out}");
    assert!(std::fs::read_to_string(folder.join("one.sgf")).unwrap().contains(";B[hh];W["));
}

#[test]
fn a_game_that_is_given_up_is_lost_until_that_is_taken_back() {
    let folder = folder("resign");
    let input = "resign\nh8\ni9\nresign\nj10\nhint\nresign\nsave lost.sgf\nsave lost.psq\nsave lost.pgn\nundo\nj10\nsave on.sgf\nquit\n";
    let out = printed(&folder, &["play", "--human", "both"], input);
    assert!(out.contains("the game has not begun"), "{out}");
    assert!(out.contains("Black (X, you) resigns: White (O, you) wins"), "{out}");
    assert_eq!(out.matches("the game is over: undo").count(), 8, "neither moves nor hints: {out}");
    assert!(out.contains("the resignation is taken back") && out.contains("3 moves"), "{out}");
    let file = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(file("lost.sgf").contains("RE[W+R]") && file("lost.psq").contains("result 0-1"), "{}", file("lost.psq"));
    assert!(!file("on.sgf").contains("RE["), "{}", file("on.sgf"));
    // A file says that the game was given up; the same file by another name is still the game's own.
    for lost in ["lost.sgf", "lost.psq", "lost.pgn"] {
        let own = format!("./{lost}");
        let input = format!("j10\nundo\nj10\nsave {own}\nquit\n");
        let out = printed(&folder, &["play", "--human", "both", "--load", lost, "--save", &own], &input);
        let resigned = out.find("Black (X, you) resigns: White (O, you) wins").unwrap();
        assert!(resigned < out.find("the resignation is taken back").unwrap(), "{out}");
        assert!(out.contains("3 moves") && !out.contains("already exists"), "{out}");
    }
}

#[test]
fn a_position_and_a_game_of_passes_can_be_given_up() {
    let folder = folder("resign-early");
    std::fs::write(folder.join("d.txt"), "XXO..\nOOX..\n.....\n.....\n.....\n").unwrap();
    let out = printed(&folder, &["play", "--load", "d.txt", "--human", "both"], "resign\nquit\n");
    assert!(out.contains("Black (X, you) resigns"), "{out}");
    let out = printed(&folder, &["play", "--human", "both", "--rule", "renju"], "pass\nresign\nquit\n");
    assert!(out.contains("White (O, you) resigns") && out.contains("\n1 move\n"), "{out}");
}

/// The page's rule for a first game is `rule` in its settings.
#[test]
fn the_board_and_the_terminal_begin_with_the_same_rule() {
    let rule = tengen_game::DEFAULT_RULE.name();
    let settings = include_str!("../../../board/src/page/settings.js");
    assert!(settings.contains(&format!("rule: \"{rule}\"")));
    let folder = folder("default-rule");
    assert!(printed(&folder, &["play"], "quit\n").starts_with(&format!("{rule} 15x15")));
    let kept = printed(&folder, &["diagram", "--moves", "h8i9", "--to", "psq"], "");
    assert!(kept.contains(&format!("rule {rule}")), "{kept}");
    // Black's five is closed at both ends, which wins under freestyle.
    let solved = run(&folder, &["solve", "h8g8i8m8j8a1k8a3"], "");
    assert_eq!((solved.status.code(), text(&solved.stdout).trim()), (Some(1), "NONE"));
}

#[test]
fn a_hint_gives_the_share_of_black_to_both_sides() {
    let folder = folder("share");
    // The side to move has an open four: White first, then Black.
    for (moves, share) in [("a1 h8 a3 i8 c1 j8 c5 k8 o15", 0), ("h8 a1 i8 a3 j8 c1 k8 c5", 100)] {
        std::fs::write(folder.join("game.moves"), moves).unwrap();
        let call = ["play", "--load", "game.moves", "--human", "both", "--time", "100ms"];
        let out = printed(&folder, &call, "hint\nquit\n");
        assert!(out.contains(&format!("(Black's chances {share} %)")), "{moves}: {out}");
    }
}

#[test]
fn hints_do_not_change_the_answers_of_a_level() {
    let folder = folder("hints");
    let game = |file: &str, before_each: &str| {
        let input: String =
            ["h8", "j9", "g6", "i6", "f9", "k8"].map(|point| format!("{before_each}{point}\n")).concat();
        let call = ["play", "--level", "6", "--seed", "5", "--time", "100ms", "--save", file];
        let out = printed(&folder, &call, &input);
        assert_eq!(out.contains("hint: "), !before_each.is_empty(), "{out}");
        formats::read(&read(&folder, file), Given::default()).unwrap().moves
    };
    assert_eq!(game("without.psq", ""), game("with.psq", "hint\n"));
}

#[test]
fn two_people_play_a_renju_game_to_its_end() {
    let folder = folder("renju");
    // Two pairs of stones cross at h8, where Black would make two threes.
    let moves = "g8\na1\ni8\na3\nh7\nc1\nh9\ne1\nh8\nj8\n";
    let out = printed(&folder, &["play", "--rule", "renju", "--human", "both"], moves);
    assert!(out.contains("7 moves, # is forbidden to Black"), "whoever is to move: {out}");
    let stones = "g8a1i8a3h7c1h9";
    let drawn = printed(&folder, &["diagram", "--rule", "renju", "--moves", stones, "--forbidden"], "");
    assert!(out.contains(" X # X ") && drawn.contains(" X # X "), "{drawn}");
    assert!(out.contains("h8 is forbidden to Black in renju"), "{out}");
    assert!(out.contains("9 moves") && !out.contains("10 moves"), "only h8 was refused: {out}");
    let win = "h8\na1\ni8\na3\nj8\na5\nk8\na7\nl8\nb2\n";
    let out = printed(&folder, &["play", "--human", "both"], win);
    assert!(out.contains("wins: h8 i8 j8 k8 l8"), "{out}");
    assert!(out.contains("*X*X*X*X*X ."), "the winning line is marked, and no bracket is left over: {out}");
    assert!(out.contains("the game is over: undo, new"), "{out}");
    let psq =
        std::fs::read_dir(&folder).unwrap().filter_map(|entry| std::fs::read_to_string(entry.unwrap().path()).ok());
    assert!(psq.into_iter().any(|text| text.contains("result 1-0")));
}

#[test]
fn a_pass_is_a_move_of_renju_alone() {
    let folder = folder("pass");
    let renju = ["play", "--rule", "renju", "--human", "both"];
    let out = printed(&folder, &renju, "h8\npass\ni9\nundo\nPASS\n--\nj10\nundo\nj10\nquit\n");
    assert_eq!(out.matches("White (O, you) passes").count(), 1, "{out}");
    assert_eq!(out.matches("Black (X, you) passes").count(), 1, "{out}");
    assert!(
        out.contains("a draw: both sides have passed") && out.contains("the game is kept in tengen-game-1.sgf"),
        "{out}"
    );
    assert!(read(&folder, "tengen-game-1.sgf").contains(";B[hh];W[];B[jf]"), "{}", read(&folder, "tengen-game-1.sgf"));
    // The engine answers a pass by a stone, and `undo` takes both back.
    let out = printed(&folder, &["play", "--rule", "renju", "--level", "2"], "pass\nundo\nh8\nquit\n");
    assert!(out.contains("passes") && out.contains("plays ") && out.contains("2 moves"), "{out}");
    let out = printed(&folder, &["play", "--rule", "caro", "--human", "both"], "pass\nquit\n");
    assert!(out.contains("caro has no passes, only renju has"), "{out}");
}

#[test]
fn the_engine_plays_itself_and_the_seed_decides() {
    let folder = folder("itself");
    let game = |file: &str, seed: &str| {
        let arguments =
            ["play", "--human", "none", "--black-level", "1", "--white-level", "2", "--seed", seed, "--save", file];
        let out = printed(&folder, &arguments, "");
        assert!(out.contains("wins") || out.contains("a draw"), "{out}");
        let psq = std::fs::read_to_string(folder.join(file)).unwrap();
        let moves = psq.lines().filter(|line| line.matches(',').count() == 2);
        moves.filter_map(|line| line.rsplit_once(',')).map(|(point, _)| point.to_owned()).collect::<Vec<_>>()
    };
    let first = game("a.psq", "8");
    assert_eq!(first, game("b.psq", "8"));
    assert_ne!(first, game("c.psq", "9"));
}

#[test]
fn levels_play_matches() {
    let folder = folder("levels");
    let arguments = ["match", "--engine", "cmd=@level4", "--engine", "cmd=@level1", "--games", "20"];
    let out = printed(&folder, &arguments, "");
    let wins: u32 = out.split('+').nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(wins >= 14, "{out}");
}

#[test]
fn the_calls_of_the_readme_work_as_written() {
    let folder = folder("readme");
    let call = |begin: &str, input: &str| {
        let lines = include_str!("../../../../README.md").lines();
        let line = lines.map(|line| line.split('#').next().unwrap()).find(|line| line.starts_with(begin)).unwrap();
        printed(&folder, &line.split_whitespace().skip(1).collect::<Vec<_>>(), input)
    };
    assert!(call("tengen play --rule caro ", "h8\n").contains("the game is kept in"));
    call("tengen analyze tengen-game-1.psq ", "");
    assert!(read(&folder, "report.html").contains("<svg"));
    call("tengen diagram ", "");
    assert!(std::fs::read(folder.join("board.png")).unwrap().starts_with(b"\x89PNG"));
    let json = printed(&folder, &["analyze", "--moves", "h8i9h9", "--time", "300ms", "--json"], "");
    let last: Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    assert!((50..2_300).contains(&last["time_ms"].as_u64().unwrap()), "{last}");
}

#[test]
fn a_small_renju_board_says_why_it_is_drawn() {
    let folder = folder("renju-small");
    let play = |size, moves| printed(&folder, &["play", "--rule", "renju", "--size", size, "--human", "both"], moves);
    let out = play("5x6", "c3\na1\ne1\na6\ne6\nquit\n");
    assert!(out.contains("a draw: renju ends when no more than 25 points are empty, and 25 are"), "{out}");
    let out = play("5", "c3\na1\nquit\n");
    assert!(out.contains("2 moves") && !out.contains("a draw"), "with 25 at the beginning it goes on: {out}");
}

#[test]
fn a_damaged_database_is_closed_and_the_game_goes_on() {
    let folder = folder("damaged");
    let path = folder.join("a.db");
    let board = Board::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    let entry = Entry { comment: "to be damaged".into(), ..Entry::default() };
    Database::create(&path).unwrap().write([(&board, &entry)]).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let starts: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(b"to be damaged")).collect();
    assert!(!starts.is_empty());
    starts.into_iter().for_each(|at| bytes[at] = b'T');
    std::fs::write(&path, bytes).unwrap();
    let arguments = ["--human", "white", "--level", "10", "--time", "100ms", "--database", "a.db"];
    let out = printed(&folder, &[&["play", "--rule", "freestyle"][..], &arguments].concat(), "hint\nquit\n");
    assert_eq!(out.matches("database closed: a.db: damaged").count(), 1, "{out}");
    assert!(out.contains("Tengen level 10) plays h8") && out.contains("hint: "), "{out}");
}

#[test]
fn a_move_at_full_strength_takes_its_time() {
    let folder = folder("move-time");
    let out = printed(&folder, &["play", "--level", "10", "--time", "400ms"], "h8\nquit\n");
    let (_, answer) = out.split_once("Tengen level 10) plays ").unwrap();
    let seconds = answer.split(['(', ' ']).find_map(|word| word.parse::<f64>().ok());
    assert!(seconds.is_some_and(|seconds| seconds >= 0.4), "{out}");
}

#[test]
fn the_level_of_each_seat_is_shown_and_the_board_drawn_again_when_asked_for() {
    let call = ["play", "--human", "white", "--black-level", "3", "--seed", "1"];
    let out = printed(&folder("seat-level"), &call, "level\nlevel 2\nlevel\nboard\nhelp\nquit\n");
    assert!(out.contains("now Black (X, Tengen level 3) and White (O, you)"), "{out}");
    assert!(out.contains("now Black (X, Tengen level 2) and White (O, you)"), "{out}");
    assert_eq!(out.matches("(X)").count(), 2, "after the move, and once more: {out}");
    assert!(out.contains("board        draw the board again"), "{out}");
}

#[test]
fn a_game_lost_by_a_foul_names_the_stone() {
    let folder = folder("foul");
    // Six in a row.
    std::fs::write(folder.join("foul.pos"), "a1a15b1c15c1e15e1g15f1i15d1").unwrap();
    let out = printed(&folder, &["play", "--rule", "renju", "--load", "foul.pos", "--human", "white"], "quit\n");
    assert!(out.contains("White (O, you) wins: d1 is forbidden to Black"), "{out}");
}

#[test]
fn variations_of_a_loaded_file_are_not_played_and_that_is_said() {
    let folder = folder("play-variations");
    std::fs::write(folder.join("tree.sgf"), "(;GM[4]SZ[15];B[hh](;W[ig];B[ii])(;W[hg]))").unwrap();
    let warned =
        |lang: &str| text(&run(&folder, &["play", "--human", "both", "--load", "tree.sgf", "--lang", lang], "").stderr);
    assert_eq!(warned("en"), "warning: tree.sgf: 1 move of variations is left out: the main line is played\n");
    assert_eq!(warned("ru"), "внимание: tree.sgf: 1 ход вариантов пропущен: играется главный вариант\n");
    assert_eq!(warned("vi"), "lưu ý: tree.sgf: bỏ 1 nước của các biến: chơi theo biến chính\n");
}
