//! Games printed by programs: Python values, positions by owners of cells, logs of engine matches.

use super::field::tree_of;
use super::{error_of, numbered, played, sentences, stones};
use tengen::base::{Color, Rule};
use tengen::board::format_moves;
use tengen_game::formats::{Given, read};
use tengen_game::{Game, Outcome};

/// The only game of a text, with its moves and the warnings.
fn said(text: &str) -> (Game, String, Vec<String>) {
    let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
    let game = tree.main_line();
    assert_eq!(report.format.name, "pairs", "{text}");
    let moves = played(&game);
    (game, moves, sentences(&report))
}

#[test]
fn values_of_python_are_read_as_those_of_json() {
    for text in [
        "{'moves': [(7,7), (8,8), (7,8)]}",
        "{'mv': [[7, 7], [8, 8], [7, 8]], 'over': False, 'winner': None,}",
        "{'moves': [(np.int64(7), np.int64(7)), (np.int64(8), np.int64(8)), (np.int64(7), np.int64(8))]}",
        "{'moves': array([[7, 7],\n       [8, 8],\n       [7, 8]], dtype=int64)}",
        "{'history': deque([(7, 7), (8, 8), (7, 8)], maxlen=10)}",
        "{'history': [(1, (7, 7)), (2, (8, 8)), (1, (7, 8))]}",
        "{'history': [((7, 7), 'X'), ((8, 8), 'O'), ((7, 8), 'X')]}",
        "# a game\nsize = 15\nmoves = [\n    (7, 7),  # the center\n    (8, 8),\n    (7, 8),\n]\n",
        "[{'action': (7, 7), 'player': 1}, {'action': (8, 8), 'player': 2}, {'action': (7, 8), 'player': 1}]",
        "{\"moves\":[{\"i\":7,\"j\":7},{\"i\":8,\"j\":8},{\"i\":8,\"j\":7}]}",
    ] {
        let (_, moves, warnings) = said(text);
        assert_eq!(moves, "h8i7h7", "{text}");
        assert_eq!(warnings, ["the pairs are read as column and row from the top left: 7,7 = h8"], "{text}");
    }
    let (game, moves, warnings) = said("{'moves': ['h8', 'i7'], 'winner': 'white', 'size': 13, 'black': \"A's\"}");
    assert_eq!((moves.as_str(), warnings.len(), game.size.width()), ("h8i7", 0, 13));
    assert_eq!((game.outcome, game.names[0].as_str()), (Some(Outcome::Win(Color::White)), "A's"));
    // Several games, in a list or in lines.
    for text in
        ["[{'moves': [(7,7),(8,8)]}, {'moves': [(7,7),(6,6)]}]", "{'moves': [(7,7),(8,8)]}\n{'moves': [(7,7),(6,6)]}\n"]
    {
        assert_eq!(played(&numbered(text, 2)), "h8g9", "{text}");
    }
    // The origin of the count is asked for, as in other formats.
    assert!(error_of("{'moves': [(3,4), (8,8)]}").contains("(1: 3,4 = d11, 2: 3,4 = c12)"));
    for text in
        ["{'a': [(7,7), (8,8)", "f(x) = [1, 2]", "{'moves': [(7,7)) }", "{'a': {1: [2]}}", "x = 5", "[112, 113, 98]"]
    {
        assert!(error_of(text).starts_with("not in a known format"), "{text}: {}", error_of(text));
    }
    // Unclosed brackets.
    assert!(!error_of(&"[".repeat(100_000)).is_empty());
}

#[test]
fn cells_are_numbered_row_by_row_on_the_board_of_the_text_or_the_user() {
    for text in [
        "{\"index\": [112, 113, 98]}",
        "{'actions': [112, 113, 98]}",
        "moves = [112, 113, 98]",
        "{\"history\":[{\"index\":112,\"player\":\"X\"},{\"index\":113,\"player\":\"O\"},{\"index\":98,\"player\":\"X\"}]}",
        "[{\"move\": 112, \"player\": 1}, {\"move\": 113, \"player\": 2}, {\"move\": 98, \"player\": 1}]",
    ] {
        let (_, moves, warnings) = said(text);
        assert_eq!(moves, "h8i8i9", "{text}");
        assert_eq!(warnings, ["the cells are numbered row by row from the top left: 112 = h8"], "{text}");
    }
    let named = said("{\"width\":8,\"height\":8,\"actions\":[27,28,36]}").0;
    assert_eq!((&*played(&named), named.size.width()), ("d5e5e4", 8));
    let size = tengen::base::BoardSize::square(8).unwrap();
    let given = read("{\"actions\":[27,28,36]}", Given { size: Some(size), ..Given::default() }).unwrap();
    assert_eq!(given.moves, named.moves);
    assert!(error_of("{\"actions\":[112,225]}").contains("225 is off the 15x15 board"));
    for text in ["{\"action\":[7,8]}", "{'moves': (7, 8)}"] {
        assert!(error_of(text).contains("two numbers may be one point or two cells; write points as in"), "{text}");
    }
}

#[test]
fn an_object_of_points_and_their_owners_is_a_position() {
    for (text, black, white) in [
        ("{\"states\": {\"112\": 1, \"113\": 2, \"98\": 1}}", "i9h8", "i8"),
        ("{112: 1, 113: 2, 98: 1}", "i9h8", "i8"),
        ("{'board': {'states': {112: 1, 113: -1, 98: 1, 0: 0}, 'last_move': 98}}", "i9h8", "i8"),
        ("{'state': {(7, 7): 1, (8, 7): 2, (8, 6): 1, (0, 0): None}}", "i9h8", "i8"),
        ("{\"stones\": {\"h8\": \"black\", \"i8\": \"white\", \"i9\": \"black\"}}", "i9h8", "i8"),
    ] {
        let game = said(text).0;
        assert_eq!((stones(&game), game.first), ([black, white].map(String::from), Color::White), "{text}");
    }
    // In a game the side with one stone less is White.
    let (game, _, warnings) = said("{'states': {112: 2, 113: 1, 98: 2}}");
    assert_eq!((stones(&game)[0].as_str(), warnings.len()), ("i9h8", 2));
    assert!(error_of("{'state': {(7, 7): 1, (8, 7): 2}}").contains("(1: 7,7 = h8, 2: 7,7 = g9)"));
    for text in [
        "{'wins': {1: 1, 2: 2}}",
        "{'states': {112: 1, 'a': 2}}",
        "{'states': {112: 5}}",
        "{'states': {112: 1, 'h8': 2}}",
    ] {
        assert!(error_of(text).starts_with("not in a known format"), "{text}: {}", error_of(text));
    }
}

/// The games of a text as names, moves and result, and the warnings.
fn games_of(text: &str) -> (Vec<String>, Vec<String>) {
    let (games, warnings) = super::games_of(text, Given::default());
    let named = |game: Game| format!("{}: {} {:?}", game.names.join(" - "), played(&game), game.outcome);
    (games.iter().map(|tree| named(tree.main_line())).collect(), warnings)
}

/// A log of c-gomoku-cli: `->` begins lines from an engine, `<-` lines to it.
#[test]
fn a_log_of_a_match_holds_every_game_to_its_last_move() {
    let start = |name: &str, other: &str| {
        let told = |name: &str| {
            format!(
                "{name} <- START 15\ndeadline: {name} must respond to [start] by 12\n{name} -> OK\n{name} <- INFO rule 1\n{name} <- INFO max_memory 367001600\n"
            )
        };
        told(name) + &told(other)
    };
    let ask = |name: &str, line: &str, answer: &str| {
        format!(
            "{name} <- INFO time_left 1000\n{name} <- {line}\n{name} -> MESSAGE depth 3 ev 12\n{name} -> {answer}\ndeadline: {name} responded [move] before 99\n"
        )
    };
    let one = start("Wine", "Rapfi")
        + &ask("Wine", "BEGIN", "7,7")
        + &ask("Rapfi", "BOARD\nRapfi <- 7,7,2\nRapfi <- DONE", "0,0")
        + &ask("Wine", "TURN 0,0", "7,8")
        + &ask("Rapfi", "TURN 7,8", "0,1")
        + &ask("Wine", "TURN 0,1", "8,8")
        + &ask("Rapfi", "TURN 8,8", "0,2")
        + &ask("Wine", "TURN 0,2", "9,9")
        + &ask("Rapfi", "TURN 9,9", "0,3")
        + &ask("Wine", "TURN 0,3", "1,1")
        + &ask("Rapfi", "TURN 1,1", "0,4");
    // The second engine begins.
    let two = start("Wine", "Rapfi")
        + &ask("Rapfi", "BEGIN", "7,7")
        + &ask("Wine", "BOARD\nWine <- 7,7,2\nWine <- DONE", "6,6");
    let (games, warnings) = games_of(&(one + &two));
    assert_eq!(games, ["Wine - Rapfi: h8a15h7a14i7a13j6a12b14a11 Some(Win(White))", "Rapfi - Wine: h8g9 None"]);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn links_of_sites_hold_a_game_or_say_that_they_name_one() {
    let text = "[Black \"An\"]\n[White \"Binh\"]\n[GameType \"61,15\"]\n\n1. h8 i9 2. j10 white 3. -- g9 0-1\n";
    let encoded = "W0JsYWNrICJBbiJdCltXaGl0ZSAiQmluaCJdCltHYW1lVHlwZSAiNjEsMTUiXQoKMS4gaDggaTkgMi4gajEwIHdoaXRlIDMuIC0tIGc5IDAtMQo";
    let (from_text, _) = games_of(text);
    assert_eq!(games_of(&format!("https://www.playok.com/p/?g=gm.{encoded}")).0, from_text);
    for link in [
        "https://www.playok.com/p/?g=gm+h8i9j10#2",
        "http://www.kurnik.pl/p/?g=gm%2Bh8i9j10",
        "look: https://playok.com/p/?g=rj+h8i9j10",
    ] {
        assert_eq!(games_of(link).0, [" - : h8i9j10 None"], "{link}");
    }
    for link in [
        "https://www.playok.com/p/?g=gm62800464",
        "https://www.playok.com/p/?g=gm62800464.txt",
        "https://vncaro.com/van/1234",
        "https://www.renju.net/game/105263/",
        "https://papergames.io/en/r/AbCdEf",
        "https://www.littlegolem.net/jsp/game/game.jsp?gid=2243435",
        "https://brainking.com/en/ShowGame?g=9388571",
    ] {
        let error = error_of(link);
        let said = format!(
            "link: line 1: the link '{link}' names a game by its number alone; open it there and copy the moves"
        );
        assert_eq!(error, said);
    }
    assert!(error_of("https://www.playok.com/p/?g=gm.a*b").contains("cannot be read; copy the whole link"));
    assert!(error_of("https://gomocalc.com/").contains("no position in the link"));
}

/// Cute Gomoku's PGN: pairs from 0, and the columns and results of chess, where White is the first.
#[test]
fn games_of_cute_gomoku_are_black_s_from_the_first_move() {
    let text = |moves: &str, result: &str| {
        format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"second\"]\n[Black \"first\"]\n\
             [Result \"{result}\"]\n[PlyCount \"3\"]\n[Variant \"gomoku\"]\n\n{moves} {result}\n\n"
        )
    };
    let cute = "1... 7,7 {+0.10/8 1.0s} 2. 8,8 {0.00/1 0s} 6,7 {Black wins by adjudication}";
    let (tree, report) = tree_of(text(cute, "0-1").as_bytes(), "a.pgn", Given::default());
    let game = tree.main_line();
    assert_eq!(played(&game), "h8i7g8");
    assert_eq!((game.outcome, game.names.join(" ")), (Some(Outcome::Win(Color::Black)), "first second".to_owned()));
    assert_eq!(sentences(&report), [""; 0]);
    let (tree, _) = tree_of(text("1... 7,7 2. 8,8 6,7", "1-0").as_bytes(), "", Given::default());
    assert_eq!(tree.head.outcome, Some(Outcome::Win(Color::White)));
    let (_, report) = tree_of(text("1... 7,7 2. 17,8 6,7", "1-0").as_bytes(), "", Given::default());
    assert_eq!(sentences(&report), ["line 11: 17,8 is off the 15x15 board: 1 moves were read"]);
    // Other writers' first number is Black's.
    let (tree, report) = tree_of(text("1. 7,7 8,8 2. 6,7", "1-0").as_bytes(), "", Given::default());
    assert_eq!(tree.head.outcome, Some(Outcome::Win(Color::Black)));
    assert_eq!(sentences(&report), ["the pairs are read as column and row from the top left: 7,7 = h8"]);
    let stones = text(cute, "*").replace("[Variant", "[FEN \"15/7p7/15 w 0 1\"]\n[Variant");
    let error = read(&stones, Given::default()).expect_err("stones").to_string();
    assert!(error.contains("stones before the moves (FEN) are not read; write them as a board"), "{error}");
}

#[test]
fn a_rule_that_is_not_known_is_said_with_the_one_taken() {
    for (text, rule) in [
        ("(;GM[4]SZ[15]RU[omok];B[hh];W[ig])", "omok"),
        ("START 15\nINFO rule 12\nTURN 7,7\n", "12"),
        ("[Black \"a\"]\n[Variant \"five field kono\"]\n[Result \"*\"]\n\n1. h8 i9 *\n", "five field kono"),
    ] {
        let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
        assert_eq!(sentences(&report), [format!("the rule '{rule}' is not known: freestyle is taken")], "{text}");
        assert_eq!(tree.head.rule, Rule::Freestyle);
        let given = Given { rule: Some(Rule::Caro), ..Given::default() };
        let (tree, report) = tree_of(text.as_bytes(), "", given);
        assert_eq!((tree.head.rule, report.warnings.len()), (Rule::Caro, 0), "{text}");
    }
}

#[test]
fn printed_boards_of_gym_gomoku_and_bsd_are_read() {
    let frame = "     A B C D E\n   +-----------+\n";
    let gym = |side: &str, rows: [&str; 5]| {
        let rows = (1..=5).rev().zip(rows).map(|(number, row)| format!("{number:2} | {row}|\n"));
        format!("To play: {side}\nMove: 3\n{frame}{}   +-----------+\n     A B C D E\n\n", rows.collect::<String>())
    };
    let rows = [". . . . . ", ". X O). . ", ". . X . . ", ". . . . . ", ". . . . . "];
    let (game, warnings) = super::strangers::said(&gym("white", rows));
    assert_eq!((stones(&game), game.first, game.size.width()), (["b4c3", "c4"].map(String::from), Color::White, 5));
    assert_eq!(warnings, [""; 0]);
    // BSD's gomoku has stars for Black.
    let empty = ". ".repeat(19);
    let row = |cells: &str| cells.to_owned() + &". ".repeat(19 - cells.len() / 2);
    let rows = (1..=19).rev().map(|number| match number {
        4 => format!("{number:2} {}{number}\n", row(". * O ")),
        3 => format!("{number:2} {}{number}\n", row(". . * ")),
        _ => format!("{number:2} {empty}{number}\n"),
    });
    let letters = "   A B C D E F G H J K L M N O P Q R S T\n";
    let (game, warnings) = super::strangers::said(&format!("{letters}{}{letters}", rows.collect::<String>()));
    assert_eq!((stones(&game), game.size.width()), (["b4c3", "c4"].map(String::from), 19));
    assert_eq!(warnings, ["Black's stones are the '*'"]);
}

/// BSD's gomoku: 19x19, columns without I, and the center as the first move.
#[test]
fn a_saved_game_of_bsd_may_begin_in_the_center_of_its_board() {
    let error = read("K10\nL11\nJ9\n", Given::default()).expect_err("two readings").to_string();
    assert!(error.contains("(1: K10 = j10, 19x19, 2: K10 = k10, 15x15); choose one"), "{error}");
    assert_eq!([1, 2].map(|game| played(&numbered("K10\nL11\nJ9\n", game))), ["j10k11i9", "k10l11j9"]);
    let (tree, report) = tree_of(b"K10\nT19\n", "", Given::default());
    assert_eq!(played(&tree.main_line()), "j10s19");
    assert_eq!(sentences(&report), ["the columns have no letter I: K10 = j10, 19x19"]);
    // Other games of one point a line, or with a letter I, are read as always.
    for (text, expected) in [("H8\nK10\n", "h8k10"), ("K10\nI9\n", "k10i9"), ("K10 L11", "k10l11")] {
        assert_eq!(played(&read(text, Given::default()).unwrap()), expected);
    }
}

/// Owner 3 is nobody, as in the protocol.
#[test]
fn blocked_cells_of_pairs_are_no_moves() {
    for text in [
        "7,7,1\n6,6,2\n9,9,3\n6,8,1\n",
        "x,y,who\n7,7,1\n6,6,2\n9,9,3\n6,8,1\n0,0,3\n",
        "[[7,7,1],[6,6,2],[9,9,3],[6,8,1],[0,0,3]]",
        r#"[{"x":7,"y":7,"color":1},{"x":6,"y":6,"color":2},{"x":9,"y":9,"color":3},{"x":6,"y":8,"color":1}]"#,
        r#"{"moves":[[7,7],[6,6],[6,8]],"blocked":[[9,9]]}"#,
        r#"{"moves":["h8","g9","g7"],"blocked":["j6"]}"#,
        r#"{"blocked":[[9,9],[0,0]],"moves":["h8","g9","g7"]}"#,
    ] {
        let game = read(text, Given::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let [moves, blocked] = [&game.moves, &game.blocked].map(|points| format_moves(game.size, points));
        assert_eq!((moves.as_str(), blocked.get(..2)), ("h8g9g7", Some("j6")), "{text}");
    }
    let (_, report) = tree_of(br#"{"moves":[[7,7],[6,6]],"blocked":[9, 8]}"#, "", Given::default());
    let sentence = "the blocked cells are in no known form and left out".to_owned();
    assert!(sentences(&report).contains(&sentence), "{:?}", sentences(&report));
    // Small times are none.
    let timed = read("7,7,3\n6,6,3\n9,9,3\n", Given::default()).unwrap();
    assert_eq!((timed.moves.len(), timed.blocked.len()), (3, 0));
}
