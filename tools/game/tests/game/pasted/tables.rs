//! Tables in Markdown, and values among pairs that are none.

use super::super::field::tree_of;
use super::super::stones;
use super::{error_of, read_as};
use crate::sentences;
use tengen::base::BoardSize;
use tengen::board::format_moves;
use tengen_game::formats::{Given, read};

#[test]
fn the_row_of_hyphens_of_a_markdown_table_is_no_row_of_the_board() {
    for separator in ["|-|-|-|-|-|", "|---|---|---|---|---|", "|:-:|:-:|:-:|:-:|:-:|", "| - | - | - | - | - |"] {
        for (black, white, empty) in [("X", "O", "."), ("1", "2", "0"), ("●", "○", " ")] {
            let row = |cells: [&str; 5]| format!("| {} |\n", cells.join(" | "));
            let rows = [row([empty, black, empty, empty, empty]), row([empty, empty, empty, white, empty])];
            let empty = row([empty; 5]);
            let text = format!("{}{separator}\n{}{empty}{empty}{empty}", rows[0], rows[1]);
            let game = read(&text, Given::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!((game.size.height(), stones(&game)), (5, ["b5", "d4"].map(String::from)), "{text}");
        }
    }
    // Here the hyphens are the empty cells.
    let game = read("|X|-|-|-|-|\n|-|-|-|-|-|\n|-|O|-|-|-|\n|-|-|-|-|-|\n|-|-|-|-|-|\n", Given::default()).unwrap();
    assert_eq!((game.size.height(), game.setup.len()), (5, 2));
    let moves = "| move | x | y |\n|---|---|---|\n| 1 | 7 | 7 |\n| 2 | 8 | 6 |\n";
    assert_eq!(read_as(moves), ("pairs", "h8i9".to_owned()));
}

#[test]
fn a_table_of_points_is_read_by_its_head() {
    for text in [
        "| # | Black | White |\n|---|---|---|\n| 1 | H8 | I9 |\n| 2 | J8 | - |\n",
        "Here is the game:\n\n| Move | Player | Point |\n|--|--|--|\n| 1 | Black (X) | H8 |\n| 2 | White (O) | I9 |\n\
         | 3 | Black (X) | J8 |\n\nGood luck!\n",
        "player,move\nblack,h8\nwhite,i9\nblack,j8\n",
        "move,position\n1,h8\n2,i9\n3,j8\n",
    ] {
        assert_eq!(read_as(text), ("pairs", "h8i9j8".to_owned()), "{text}");
    }
    for text in ["player,move\nblack,h8\nblack,i9\n", "move,position\n1,h8\n3,i9\n", "name,move\nblack,h8i9\n"] {
        assert!(read(text, Given::default()).is_err(), "{text}");
    }
    // Points as people and their programs put them down.
    for text in [
        "- h8\n- i9\n- j8\n",
        "* Black: h8\n* White: i9\n* Black: j8\n",
        "moves:\n  - h8\n  - i9\n  - j8\n",
        "H8, I9, J8.",
        "1. h8! i9? 2. j8!?",
        "h8/i9/j8",
    ] {
        assert_eq!(read_as(text), ("moves", "h8i9j8".to_owned()), "{text}");
    }
}

#[test]
fn points_are_moves_only_below_a_head_that_says_so() {
    for text in [
        "Name,Level\nAnna,B2\nBoris,A1\nCarl,C1\n",
        "Product,Code\nScrew,A1\nNut,B2\n",
        "Vitamin,Dose\nB12,5\nD3,7\n",
        "paper,size\nletter,A4\nposter,A2\n",
        "square,piece\ne4,pawn\nd5,knight\n",
        "Levels:\n\n| Level | Description |\n|---|---|\n| A1 | Beginner |\n| B2 | Fluent |\n\nGood luck!\n",
        "| Team | Score |\n|---|---|\n| A1 | 3 |\n| B2 | 2 |\n",
    ] {
        let read = read(text, Given::default());
        assert!(read.is_err(), "{text}: {read:?}");
    }
}

#[test]
fn pairs_need_no_brackets() {
    for text in [
        "moves: 7-7 8-6",
        "Moves:\n7-7, 8-6\n",
        "1. 7-7\n2. 8-6\n",
        "Black: 7-7 White: 8-6",
        "moves = 7–7 8–6",
        "x=7 y=7\nx=8 y=6\n",
        "x=7, y=7; x=8, y=6",
        "1. x: 7, y: 7\n2. x: 8, y: 6\n",
        "Black row 7, column 7\nWhite row 6, column 8\n",
        "y=7 x=7 y=6 x=8",
        "1. 7_7 2. 8_6",
        "2. 8-6\n1. 7-7\n",
        "2. x=8 y=6\n1. x=7 y=7\n",
        "Move 1: x=7 y=7\nMove 2: x=8 y=6\n",
        "[7, 7]\n[8, 6]\n",
        "- (7,7)\n- (8,6)\n",
    ] {
        assert_eq!(read_as(text), ("pairs", "h8i9".to_owned()), "{text}");
    }
    for text in ["- 7,7\n- 8,6\n", "* 7, 7\n* 8, 6\n"] {
        assert_eq!(read_as(text).1, "h8i9", "{text}");
    }
    assert_eq!(read_as("7-7 8-6 9-5 7_5 8-8 9-9").1, "h8i9j10h10i7j6");
    for text in ["1. (7,7)\n3. (8,6)\n2. (9,5)\n", "1. 7-7\n3. 8-6\n2. 9-5\n"] {
        assert_eq!(read_as(text), ("pairs", "h8j10i9".to_owned()), "{text}");
    }
    assert_eq!(read_as("Player 1 (7,7)\nPlayer 2 (8,6)\nPlayer 1 (9,5)\n").1, "h8i9j10");
    assert!(error_of("1. 3-4\n2. 5-6\n").contains("1: 3,4 = d11, 2: 3,4 = c12"));
    assert!(error_of("1. (7,7)\n3. (8,6)\n").starts_with("pairs: line 2: move 3 comes after move 1; number"));
    for text in
        ["white: 7-7\nblack: 8-6\n", "white (7,7)", "(white) x=7 y=7\n(black) x=8 y=6\n", "White: 7,7\nBlack: 8,6"]
    {
        assert_eq!(error_of(text), "pairs: line 1: h8 comes out of turn: a move before it is missing", "{text}");
    }
    assert_eq!(read_as("h8-i9"), ("moves", "h8i9".to_owned()));
}

#[test]
fn scores_dates_ranges_and_prose_are_no_pairs() {
    for text in [
        "7-7 8-6",
        "2-0\n2-1\n0-2\n",
        "# Results\n1. 2-0\n2. 3-2\n3. 4-0\n",
        "Black: 2-0\nWhite: 2-1\n",
        "15-12 13-15 15-11",
        "11-9 9-11 11-7 11-8",
        "9-12\n13-15\n",
        "0-4 5-9 10-14",
        "3-7, 9-12, 14-15",
        "11-15 13-9 8-11 12-7 4-8 15-12",
        "1-0, 2-1, 3-2",
        "0-1\n1-0\n",
        "7-7 x 8-6",
        "white: 7-7\nblack: 3-2\n",
        "Federer d. Nadal 6-4 3-6",
    ] {
        let error = "pairs: pairs like 7-7 could be scores or ranges: write moves as h8 or (7,7)";
        assert_eq!(error_of(text), error, "{text}");
    }
    for text in [
        "2024-05-06 2024-05-07",
        "1-0",
        "05-06 07-08",
        "x=7",
        "x=7 x=8 y=1",
        "7-7 100-1",
        "Given y=2, x=0, find z.",
        "parse error at column 0, row 3",
        "Set x=7 y=7 and x=8 y=6 in the config file.",
        "<rect x=7 y=7 width=3/><circle x=8 y=9/>",
    ] {
        let read = read(text, Given::default());
        assert!(read.is_err(), "{text}: {read:?}");
    }
}

#[test]
fn a_value_among_pairs_that_is_none_is_refused_with_its_text() {
    for (text, error) in [
        ("(7,7), None, (8,8)", "pairs: line 1: 'None'"),
        ("(7,7)\n(8,8), null", "pairs: line 2: 'null'"),
        ("{\"moves\":[[7,7],null,[6,8]]}", "pairs: 'null'"),
        ("{\"moves\":[[7,7],[8,\"x\"]]}", "pairs: '[8,\"x\"]'"),
        ("{\"moves\":[{\"x\":7,\"y\":7},{\"x\":8}]}", "pairs: '{\"x\":8}'"),
    ] {
        let said = error_of(text);
        assert!(said.starts_with(&format!("{error}: expected the numbers of column and row")), "{text}: {said}");
    }
    for (text, moves) in [
        ("(7,7), pass, (8,8)", "h8--i7"),
        ("{\"moves\":[\"h8\",\"i9\",\"pass\",\"h9\"]}", "h8i9--h9"),
        ("{\"moves\":[[\"7\",\"7\"],[\"8\",\"6\"]]}", "h8i9"),
        ("{\"moves\":[[7,7,0],[8,6,1]]}", "h8i9"),
        ("{\"moves\":[[7,7,\"black\"],[8,6,\"white\"]]}", "h8i9"),
    ] {
        assert_eq!(read_as(text), ("pairs", moves.to_owned()), "{text}");
    }
}

#[test]
fn a_3_on_a_board_of_numbers_is_a_blocked_cell() {
    for text in [
        "0 0 0 0 0\n0 1 2 0 0\n0 3 1 0 0\n0 0 0 0 0\n0 0 0 0 0\n",
        "00000\n01200\n03100\n00000\n00000\n",
        "{\"board\":[[0,0,0,0,0],[0,1,2,0,0],[0,3,1,0,0],[0,0,0,0,0],[0,0,0,0,0]]}",
    ] {
        let game = tree_of(text.as_bytes(), "", Given::default()).0.main_line();
        assert_eq!((game.setup.len(), format_moves(game.size, &game.blocked)), (3, "b3".to_owned()), "{text}");
    }
    // These may be the numbers of moves.
    let error = error_of("0 0 0 0 0\n0 1 2 0 0\n0 3 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n");
    assert!(error.contains("write the stones as X and O"), "{error}");
}

#[test]
fn a_pass_in_a_dialogue_of_another_rule_is_said() {
    let talk = |rule: &str, refusal: &str| {
        format!("START 15\nINFO rule {rule}\nBEGIN\n7,7\nTURN -1,-1\n{refusal}TURN 8,8\n9,9\n")
    };
    let error = "dialogue: line 5: -1,-1 is a pass: freestyle has none, only renju (INFO rule 4) has";
    assert_eq!(error_of(&talk("0", "")), error);
    // As in the engine, the refused pass is not one.
    let refused = read_as(&talk("0", "ERROR -1,-1 is a pass\n"));
    assert_eq!(refused, ("dialogue", "h8i7j6".to_owned()));
    assert_eq!(read_as(&talk("4", "6,6\n")).1, "h8--g9i7j6");
}

#[test]
fn stones_with_owners_count_from_1_where_they_are_off_the_board_otherwise() {
    let text = "8,8,1\n7,7,2\n15,1,1\n";
    let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
    assert_eq!(sentences(&report), ["the pairs are read as column and row from the top left: 8,8 = h8"]);
    assert_eq!(super::names(&tree.main_line()), "h8g9o15");
    let size = BoardSize::square(20).ok();
    let larger = read(text, Given { size, ..Given::default() }).unwrap();
    assert_eq!(super::names(&larger), "i12h13p19");
}
