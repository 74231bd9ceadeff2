//! What files say of their games: results, players, event and place; and files of several games.

use tengen::base::Color;
use tengen_game::formats::{
    Format, GameTree, Given, PLAYOK, Report, Source, Writing, read_games, read_tree, write_tree,
};
use tengen_game::{Game, Outcome};

fn read(text: &str) -> (Game, Vec<String>) {
    let (tree, Report { warnings, .. }) =
        read_tree(&Source::text(text), &Given::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
    (tree.main_line(), warnings)
}

fn refusal(text: &str) -> String {
    read_tree(&Source::text(text), &Given::default()).unwrap_err().to_string()
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
    ] {
        for file in [
            format!("(;GM[4]SZ[15]RE[{text}];B[hh];W[ii])"),
            format!("[Black \"a\"]\n[Result \"{text}\"]\n\n1. h8 i7 *\n"),
        ] {
            let (game, said) = read(&file);
            assert_eq!((game.outcome, said), (outcome, Vec::new()), "{file}");
        }
    }
    for file in ["(;GM[4]SZ[15]RE[so-so];B[hh];W[ii])", "[Black \"a\"]\n[Result \"so-so\"]\n\n1. h8 i7 *\n"] {
        assert_eq!(read(file).1, ["the result 'so-so' is not understood and left out"], "{file}");
    }
}

#[test]
fn json_names_its_players_in_several_ways() {
    for players in [
        "\"black\": \"Ann\", \"white\": \"Bob\"",
        "\"black\": {\"name\": \"Ann\"}, \"white\": {\"name\": \"Bob\"}",
        "\"players\": {\"black\": \"Ann\", \"white\": \"Bob\"}",
        "\"players\": [\"Ann\", \"Bob\"]",
        "\"blackPlayer\": \"Ann\", \"whitePlayer\": \"Bob\"",
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
    let mut counts = Vec::new();
    let report = read_games(&Source::text(&text), &Given::default(), &mut |tree| {
        counts.push(tree.main_line().moves.len());
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!((counts, report.unwrap().warnings), (vec![2, 1, 1], Vec::new()));
}

#[test]
fn lines_of_numbers_are_not_the_names_of_the_players() {
    for line in ["8;8;0", "8 8 0"] {
        let said = refusal(&format!("Piskvorky 15x15, 11:11, 0\n{line}\n9;9;0\n0\n"));
        assert_eq!(said, format!("PSQ: line 2: '{line}': expected a move 'x,y,time'"));
    }
}

#[test]
fn a_bracket_too_many_is_no_game() {
    let (game, said) = read("(;GM[4]SZ[15];B[hh];W[ii]))\n");
    assert_eq!(game.moves.len(), 2);
    assert!(said.len() == 1 && said[0].contains("')' without '('"), "{said:?}");
}

#[test]
fn lines_that_end_in_carriage_returns_alone_are_read() {
    for (name, text) in [
        ("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na\nb\n0\n"),
        ("playok", "[Black \"a\"]\n[White \"b\"]\n\n1. h8 i9 *\n"),
        ("dialogue", "START 15\nBEGIN\n7,7\nTURN 8,8\n"),
        ("diagram", ".....\n..X..\n.....\n.....\n.....\n"),
    ] {
        let old = text.replace('\n', "\r");
        let (tree, report) = read_tree(&Source::text(&old), &Given::default()).unwrap();
        assert_eq!(Some(report.format), Format::named(name), "{name}");
        assert_eq!((tree.main_line(), report.warnings), read(text), "{name}");
    }
    let (game, said) = read("(;GM[4]SZ[15];B[hh])\u{feff}\n");
    assert_eq!((game.moves.len(), said), (1, Vec::new()), "the mark of an empty file behind it");
}

#[test]
fn a_row_of_a_table_may_be_a_game() {
    let text = "id,moves,result,black,white\n1,h8i9j10,1-0,Ann,Bob\n2,h8h9,0-1,Cy,Dee\n";
    let mut games = Vec::new();
    let read = read_games(&Source::text(text), &Given::default(), &mut |tree| {
        games.push(tree.main_line());
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(read.unwrap().warnings, Vec::<String>::new());
    let facts: Vec<_> = games.iter().map(|game| (game.moves.len(), game.outcome, game.names[1].as_str())).collect();
    assert_eq!(facts, [(3, BLACK, "Bob"), (2, WHITE, "Dee")]);
}

#[test]
fn the_anchor_of_a_page_does_not_hide_the_moves_of_a_link() {
    assert_eq!(read("https://x.y/?g=1.h8+2.i9+3.j10#top").0.moves.len(), 3);
    assert_eq!(read("https://x.y/?rule=foo&moves=h8i9").1, ["the rule 'foo' is not known: freestyle is taken"]);
    assert!(refusal("https://x.y/?size=abc&moves=7,7;8,8").contains("'abc' is not a size"));
}
