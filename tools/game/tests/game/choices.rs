//! Choices for a file: one of its games, the encoding of its texts, the rule and the size. Errors that name the place
//! and what to do.

use crate::field::tree_of;
use crate::sentences;
use encoding_rs::Encoding;
use tengen_game::formats::{Given, LIB, Source, Writing, read, read_tree, write_tree};

#[test]
fn a_game_that_is_chosen_by_number_is_said_to_be_cut() {
    let text = "(;GM[4]SZ[15];B[hh];W[ig])(;GM[4]SZ[15];B[hh];W[ig];B[i";
    for (number, is_cut) in [(1, false), (2, true)] {
        let (tree, report) = tree_of(text.as_bytes(), "", Given { game: Some(number), ..Given::default() });
        assert_eq!(tree.main_line().moves.len(), 2);
        assert_eq!(sentences(&report).iter().any(|said| said.contains("damaged or cut here")), is_cut, "{report:?}");
    }
}

#[test]
fn games_that_are_left_out_have_no_number() {
    let text = "(;GM[4]SZ[15]AB[hh]BLOCKED[hh];B[ii])(;GM[4]SZ[15];B[hh];W[ii];B[ii];W[aa];B[bb])(;GM[4]SZ[15];B[cc])";
    for (number, moves, warnings) in [(1, 2, "move 3, i7: the point is occupied: 3 moves are left out"), (2, 1, "")] {
        let (tree, report) = tree_of(text.as_bytes(), "", Given { game: Some(number), ..Given::default() });
        assert_eq!((tree.main_line().moves.len(), sentences(&report).join("; ").as_str()), (moves, warnings));
    }
}

#[test]
fn texts_of_a_library_are_written_so_that_they_are_read_or_a_guess_is_said() {
    let written = |text: &str, encoding: Option<&'static Encoding>| {
        let tree =
            tree_of(format!("(;SZ[15]RU[renju]C[{text}];B[hh]LB[ii:{text}])").as_bytes(), "", Given::default()).0;
        write_tree(&tree, &LIB, &Writing { encoding, ..Writing::default() }).unwrap()
    };
    for text in ["Начало", "Ход", "黑", "花月 黑先手", "흑이 이깁니다. 백은 여기에 둡니다", "Schöner Zug"]
    {
        let (tree, report) = tree_of(&written(text, None), "a.lib", Given::default());
        assert_eq!(tree.nodes[0].comment, text);
        assert!(sentences(&report)[0].contains("a guess: --encoding NAME says better"), "{text}: {report:?}");
    }
    let plain = tree_of(&written("plain", None), "a.lib", Given::default()).1;
    assert_eq!(sentences(&plain), [""; 0]);
    let utf_8 = written("Ход 花", Some(encoding_rs::UTF_8));
    assert!(utf_8.windows(2).any(|bytes| bytes == "Х".as_bytes()));
    let (tree, report) = tree_of(&utf_8, "a.lib", Given::default());
    assert_eq!((tree.nodes[0].comment.as_str(), report.warnings.len()), ("Ход 花", 0));
}

#[test]
fn a_guess_is_no_damage_of_an_empty_game() {
    let name = encoding_rs::WINDOWS_1251.encode("Анна Каренина").0;
    let (tree, report) = tree_of(&[b"(;SZ[15]PB[", &name[..], b"])"].concat(), "", Given::default());
    assert!(sentences(&report)[0].contains("a guess"), "{report:?}");
    assert_eq!(tree.head.names[0], "Анна Каренина");
}

#[test]
fn a_text_that_is_almost_in_a_format_has_an_error_with_place_and_remedy() {
    for (text, error) in [
        ("{\"moves\":[[7,7],\n[8,8", "pairs: line 2: the file is cut"),
        (
            "[[99999999999999999999,7],[8,8]]",
            "pairs: '1e+20' is not the number of a column or row; write points as in [[7, 7], [8, 8]]",
        ),
        ("[[7.5,7],[8,8]]", "pairs: '7.5' is not the number of a column or row; write points as in [[7, 7], [8, 8]]"),
        ("{\"moves\":[]}", "pairs: the list of moves is empty; write points as in [[7, 7], [8, 8]]"),
        ("1: 7,7\n2: 8,8\n4: 9,9\n", "pairs: line 3: move 4 comes after move 2; number the moves one by one"),
        ("x,y\n7,7\nfoo,6\n", "pairs: line 3: 'foo,6': expected the numbers of column and row"),
    ] {
        assert_eq!(read(text, Given::default()).expect_err(text).to_string(), error, "{text}");
    }
    let (_, report) = tree_of(b"START 999\nTURN 7,7\n8,8\n", "", Given::default());
    assert_eq!(sentences(&report), ["line 1: 'START 999': expected sides from 5 to 120, as in START 15: left out"]);
    for text in ["7 7\n6 6\n", "7,7;6,6"] {
        let game = read(text, Given::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(tengen::board::format_moves(game.size, &game.moves), "h8g9", "{text}");
    }
}

#[test]
fn an_error_repeats_little_of_its_text() {
    let long = "X".repeat(100_000);
    for text in [
        format!("START 15\n{long}\n"),
        format!("(;GM[4]SZ[15];B[{long}])"),
        format!("Piskvorky 15x15, 11:11, 0\n{long},1,2\n"),
        format!("{{[C5][a][b][c][d][e];B({long},8)}}"),
        format!("https://gomocalc.com/#/{long}"),
        format!("h8 {long}"),
    ] {
        let said = match read_tree(&Source::text(&text), &Given::default()) {
            Ok((_, report)) => sentences(&report).concat(),
            Err(error) => error.to_string(),
        };
        assert!((1..600).contains(&said.chars().count()), "{} characters: {said:.100}", said.len());
    }
}

#[test]
fn an_encoding_without_quotes_is_not_one() {
    for declaration in ["encoding=\u{7a6}TF-8", "encoding=", "encoding='", "encoding=UTF-8"] {
        let rif = format!(
            "<?xml version=\"1.0\" {declaration}?><database><games><game><move>h8 i9</move></game></games></database>"
        );
        let (tree, report) = tree_of(rif.as_bytes(), "", Given::default());
        assert_eq!((report.format.name, tree.main_line().moves.len()), ("rif", 2), "{declaration}");
    }
}

#[test]
fn json_fences_and_faults_are_read_in_utf_16() {
    let utf_16 = |text: &str| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    for text in [
        r#"{"moves":[[7,7],[8,6]]}"#,
        "moves = [(7, 7), (8, 6)]",
        "Here is my game:\n```\n(;GM[4]SZ[15];B[hh];W[ig])\n```\n",
    ] {
        assert_eq!(tree_of(&utf_16(text), "", Given::default()).0.main_line().moves.len(), 2, "{text}");
    }
    let cut = utf_16(r#"{"moves":[[7,7],"#);
    let error = read_tree(&Source { bytes: &cut, name: "" }, &Given::default()).unwrap_err();
    assert!(error.to_string().contains("the file is cut"), "{error}");
}
