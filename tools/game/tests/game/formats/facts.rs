//! What files say of their games: results, players, event and place; and files of several games.

use crate::{error_of, sentences};
use tengen::base::{Color, Rule};
use tengen_game::formats::{Format, GameTree, Given, PLAYOK, Source, Writing, read_tree, write_tree};
use tengen_game::{Game, Outcome};

fn read(text: &str) -> (Game, Vec<String>) {
    let (tree, report) =
        read_tree(&Source::text(text), &Given::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
    (tree.main_line(), sentences(&report))
}

/// All games of a text, and what is said of them.
fn read_all(text: &str) -> (Vec<Game>, Vec<String>) {
    let (games, warnings) = crate::games_of(text, Given::default());
    (games.iter().map(GameTree::main_line).collect(), warnings)
}

const BLACK: Option<Outcome> = Some(Outcome::Win(Color::Black));
const WHITE: Option<Outcome> = Some(Outcome::Win(Color::White));

#[test]
fn a_result_that_the_board_contradicts_is_said() {
    let five = ";B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])";
    let moves = "1. a15 b15 2. a14 b14 3. a13 b13 4. a12 b12 5. a11";
    for text in [
        format!("(;GM[4]SZ[15]RE[W+R]{five}"),
        format!("[Black \"a\"]\n[Result \"0-1\"]\n\n{moves} 0-1\n"),
        "{\"moves\": \"a15b15a14b14a13b13a12b12a11\", \"winner\": \"white\"}".to_owned(),
    ] {
        let (game, said) = read(&text);
        assert_eq!(game.outcome, BLACK, "{text}");
        assert_eq!(said, ["the file says 0-1, the board shows 1-0 under freestyle"], "{text}");
    }
    assert_eq!(read(&format!("(;GM[4]SZ[15]RE[B+R]{five}")).1, Vec::<String>::new());
}

#[test]
fn a_result_in_words_is_read_and_an_unknown_one_is_said() {
    for (text, outcome) in [
        ("Black wins", BLACK),
        ("黑胜", BLACK),
        ("B", BLACK),
        ("White", WHITE),
        ("½-½", Some(Outcome::Draw)),
        ("1/2", Some(Outcome::Draw)),
        ("Void", None),
        ("?", None),
        ("*", None),
        ("未结束", None),
    ] {
        for file in [
            format!("(;GM[4]SZ[15]RE[{text}];B[hh];W[ii])"),
            format!("[Black \"a\"]\n[Result \"{text}\"]\n\n1. h8 i7 *\n"),
            format!("{{[C5][a B][b W][{text}][2018][x];B(H,8);W(J,10)}}\n"),
        ] {
            let (game, said) = read(&file);
            assert_eq!((game.outcome, said), (outcome, Vec::new()), "{file}");
        }
    }
    assert_eq!(read("{[C5][a B][b W][B+R][2018][x];B(H,8);W(J,10)}\n").0.outcome, BLACK);
    for file in [
        "(;GM[4]SZ[15]RE[so-so];B[hh];W[ii])",
        "[Black \"a\"]\n[Result \"so-so\"]\n\n1. h8 i7 *\n",
        "{[C5][a B][b W][so-so][2018][x];B(H,8);W(J,10)}\n",
    ] {
        assert_eq!(read(file).1, ["the result 'so-so' is not understood"], "{file}");
    }
    // The signs of boards name nobody; a later game has its number.
    let (games, said) = read_all("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15]RE[x];B[hh])");
    assert_eq!((games[1].outcome, said.concat().as_str()), (None, "game 2: the result 'x' is not understood"));
}

#[test]
fn json_names_its_players_in_several_ways() {
    for players in [
        "\"black\": \"Ann\", \"white\": \"Bob\"",
        "\"black\": {\"name\": \"Ann\"}, \"white\": {\"name\": \"Bob\"}",
        "\"players\": {\"black\": \"Ann\", \"white\": \"Bob\"}",
        "\"players\": [\"Ann\", \"Bob\"]",
        "\"blackPlayer\": \"Ann\", \"whitePlayer\": \"Bob\"",
        "\"players\": [{\"name\": \"Bob\", \"color\": \"white\"}, {\"name\": \"Ann\", \"color\": \"black\"}]",
    ] {
        for moves in ["[\"h8\", \"i9\"]", "[[7, 7], [8, 6], [0, 0]]"] {
            let text = format!(
                "{{{players}, \"moves\": {moves}, \"winner\": \"Bob\", \"date\": \"2024-05-06\", \"event\": \"Cup\"}}"
            );
            let (game, _) = read(&text);
            assert_eq!((game.names, game.outcome), (["Ann", "Bob"].map(str::to_owned), WHITE), "{text}");
            let tags = ["EV", "DT"].map(|name| game.tags[name].clone());
            assert_eq!(tags, ["Cup", "2024-05-06"], "{text}");
        }
    }
}

#[test]
fn names_in_json_may_look_like_points_and_facts_may_be_numbers() {
    let (game, _) =
        read(r#"{"players": ["P1", "P2"], "round": 3, "event": "R1", "winner": "P2", "moves": ["h8", "i9"]}"#);
    assert_eq!((game.names, game.outcome), (["P1", "P2"].map(str::to_owned), WHITE));
    assert_eq!(["RO", "EV"].map(|name| game.tags[name].clone()), ["3", "R1"]);
}

#[test]
fn the_first_pairs_of_a_file_are_explained_whatever_stands_before_them() {
    let pairs = r#"{"moves": [[7, 7], [8, 6], [0, 0]]}"#;
    for before in [r#"{"moves": ["h8", "i9"]}"#, r#"{"moves": [[7, 7], [7, 7], [0, 0]]}"#] {
        let (_, said) = read_all(&format!("{before}\n{pairs}\n{pairs}\n"));
        let explained =
            said.iter().filter(|said| *said == "the pairs are read as column and row from the top left: 7,7 = h8");
        assert_eq!(explained.count(), 1, "{before}: {said:?}");
    }
}

#[test]
fn the_result_behind_the_moves_may_be_in_words() {
    for (tag, behind, said) in [
        ("Black", "Black", ""),
        ("Black wins", "black wins", ""),
        ("Black wins", "0-1", "line 5: the result '0-1' is not that of the tags: the text is damaged here"),
    ] {
        let text = format!("[Black \"a\"]\n[White \"b\"]\n[Result \"{tag}\"]\n\n1. h8 i9 {behind}\n");
        let (game, warnings) = read(&text);
        assert_eq!((game.names, game.outcome), (["a", "b"].map(str::to_owned), BLACK), "{text}");
        assert_eq!(warnings.concat(), said, "{text}");
    }
}

#[test]
fn tags_of_pgn_come_back_with_their_quotation_marks() {
    let text = "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"A \\\"Bob\\\" C\"]\n[White \"Who?\"]\n[Site \"a\\\\b\"]\n\
                [Result \"*\"]\n\n1. h8 i9 *\n";
    let (game, said) = read(text);
    assert_eq!((game.names.clone(), said), (["A \"Bob\" C", "Who?"].map(str::to_owned), Vec::new()));
    assert_eq!(game.tags.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>(), ["PC a\\b"]);
    let written = write_tree(&GameTree::from(&game), &PLAYOK, &Writing::default()).unwrap();
    assert_eq!(read(&String::from_utf8(written).unwrap()).0, game);
}

#[test]
fn the_place_of_a_tournament_is_the_name_of_its_city() {
    let text = "<?xml version=\"1.0\"?><database><cities><city id=\"7\" name=\"Tallinn\"/></cities><tournaments>\
                <tournament id=\"1\" name=\"WC\" city=\"7\"/></tournaments>\
                <games><game id=\"1\" tournament=\"1\" bresult=\"1\"><move>h8 i9</move></game></games></database>";
    assert_eq!(read(text).0.tags["PC"], "Tallinn");
}

#[test]
fn several_games_of_piskvork_in_one_file_are_read() {
    let game = |moves: &str| format!("Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n0\n");
    let text = game("8,8,0\n9,9,0\n") + &game("8,8,0\n") + &game("1,1,0\n");
    let (games, said) = read_all(&text);
    let counts: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!((counts, said), (vec![2, 1, 1], Vec::new()));
}

#[test]
fn a_bracket_too_many_is_no_game() {
    let (game, said) = read("(;GM[4]SZ[15];B[hh];W[ii]))\n");
    assert_eq!(game.moves.len(), 2);
    assert!(said.len() == 1 && said[0].contains("')' without '('"), "{said:?}");
}

#[test]
fn lines_that_end_in_carriage_returns_are_read_alone_and_among_others() {
    for (name, text) in [
        ("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na\nb\n0\n"),
        ("playok", "[Black \"a\"]\n[White \"b\"]\n\n1. h8 i9 *\n"),
        ("dialogue", "START 15\nBEGIN\n7,7\nTURN 8,8\n"),
        ("moves", "A page\n```\nh8 i9\n```\n"),
        ("diagram", ".....\n..X..\n.....\n.....\n.....\n"),
    ] {
        let old = text.replace('\n', "\r");
        for old in [old.clone() + "\n", format!("{}\r\n", old.trim_end()), old] {
            let (tree, report) = read_tree(&Source::text(&old), &Given::default()).unwrap();
            assert_eq!(Some(report.format), Format::named(name), "{name}");
            assert_eq!((tree.main_line(), sentences(&report)), read(text), "{name}");
        }
    }
    // Some ends are the other way round.
    let record = read("a\n\rb\n\r7,7,0\n\r8,8,0\n\r2\n\r").0;
    assert_eq!((record.names.concat().as_str(), record.moves.len()), ("ab", 2));
    assert_eq!(read("(;GM[4]SZ[15];B[hh]C[a\n\rb])").0.comments[&1], "a\nb");
    let (game, said) = read("(;GM[4]SZ[15];B[hh])\u{feff}\n");
    assert_eq!((game.moves.len(), said), (1, Vec::new()), "the mark of an empty file behind it");
}

#[test]
fn a_row_of_a_table_may_be_a_game() {
    let text = "id,moves,result,black,white\n1,h8i9j10,1-0,Ann,Bob\n2,h8h9,0-1,Cy,Dee\n";
    let (games, said) = read_all(text);
    assert_eq!(said, Vec::<String>::new());
    let facts: Vec<_> = games.iter().map(|game| (game.moves.len(), game.outcome, game.names[1].as_str())).collect();
    assert_eq!(facts, [(3, BLACK, "Bob"), (2, WHITE, "Dee")]);
    // A row may have quotes, no moves, or a comma at its end.
    let rows =
        "id,moves,result,black\n1,\"h8,i9,j10\",1-0,\"Smith, John\"\n\n2,,0-1,Cy\n3,z99,0-1,Di\n4,h8i9,0-1,Ed,\n";
    let (games, said) = read_all(rows);
    let facts: Vec<_> = games.iter().map(|game| (game.moves.len(), game.names[0].as_str())).collect();
    assert_eq!(facts, [(3, "Smith, John"), (2, "Ed")]);
    assert_eq!(said, [4, 5].map(|line| format!("line {line}: no line of moves in this row: the game is left out")));
}

#[test]
fn the_anchor_of_a_page_does_not_hide_the_moves_of_a_link() {
    assert_eq!(read("https://x.y/?g=1.h8+2.i9+3.j10#top").0.moves.len(), 3);
    assert_eq!(read("https://x.y/?rule=foo&moves=h8i9").1, ["the rule 'foo' is not known: freestyle is taken"]);
    let pairs = read("https://x.y/?rule=foo&moves=0,0;8,8").1;
    assert_eq!(pairs[0], "the rule 'foo' is not known: freestyle is taken");
    for text in ["https://x.y/?rule=&size=&moves=h8i9", "https://x.y/?rule=&size=&moves=0,0;8,8"] {
        assert!(!read(text).1.concat().contains("rule"), "{text}");
    }
    for rule in ["连珠", "%E8%BF%9E%E7%8F%A0"] {
        assert_eq!(read(&format!("https://x.y/?rule={rule}&moves=h8i9")).0.rule, Rule::Renju);
    }
    assert!(error_of("https://x.y/?size=abc&moves=7,7;8,8").contains("'abc' is not a size"));
}
