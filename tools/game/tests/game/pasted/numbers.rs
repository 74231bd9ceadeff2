//! Moves with numbers: which column or key has them, their order, and gaps in them.

use super::{error_of, names, read_as};
use tengen::board::format_moves;
use tengen_game::formats::{Given, read};

#[test]
fn a_turn_that_counts_is_the_number_of_the_move() {
    for text in [
        "turn,x,y\n1,7,7\n2,8,6\n3,9,7\n4,2,2\n",
        "turn,player,row,col\n1,black,7,7\n2,white,6,8\n3,black,7,9\n4,white,2,2\n",
        "turn,player,x,y\n1,1,7,7\n2,2,8,6\n3,1,9,7\n4,2,2,2\n",
        "turn,x,y,player\n4,2,2,2\n1,7,7,1\n2,8,6,2\n3,9,7,1\n",
        "x,y,turn\n7,7,0\n8,6,1\n9,7,2\n2,2,3\n",
        "turn,x,y\n1,7,7\n1,8,6\n2,9,7\n2,2,2\n3,1,1\n",
        "{\"moves\":[{\"turn\":1,\"x\":7,\"y\":7},{\"turn\":2,\"x\":8,\"y\":6},{\"turn\":3,\"x\":9,\"y\":7},\
         {\"turn\":4,\"x\":2,\"y\":2}]}",
        "[{\"turn\":1,\"move\":\"h8\"},{\"turn\":2,\"move\":\"i9\"},{\"turn\":4,\"move\":\"c13\"},\
         {\"turn\":3,\"move\":\"j8\"}]",
        // Here it names the owner.
        "x,y,turn\n7,7,black\n8,6,white\n9,7,black\n2,2,white\n",
        "x,y,turn\n7,7,1\n8,6,2\n9,7,1\n2,2,2\n",
        "turn,x,y\n0,7,7\n1,8,6\n0,9,7\n1,2,2\n",
        "[{\"turn\":1,\"x\":7,\"y\":7},{\"turn\":2,\"x\":8,\"y\":6},{\"turn\":1,\"x\":9,\"y\":7},\
         {\"turn\":2,\"x\":2,\"y\":2}]",
    ] {
        let (format, moves) = read_as(text);
        assert_eq!((format, moves.trim_end_matches("b14")), ("pairs", "h8i9j8c13"), "{text}");
    }
    let unknown = read("x,y,player\n7,7,black\n8,6,foo\n9,7,black\n2,2,white\n", Given::default()).unwrap();
    assert_eq!(names(&unknown), "h8i9j8c13");
    let blocked = read("x,y,turn\n7,7,1\n8,6,2\n9,7,1\n9,9,3\n", Given::default()).unwrap();
    assert_eq!((names(&blocked), format_moves(blocked.size, &blocked.blocked)), ("h8i9j8".into(), "j6".into()));
    let numbered = read("move,x,y,player\n1,7,7,1\n2,8,6,2\n3,9,9,3\n4,9,7,1\n", Given::default()).unwrap();
    assert_eq!((names(&numbered), format_moves(numbered.size, &numbered.blocked)), ("h8i9j8".into(), "j6".into()));
}

#[test]
fn numbered_moves_in_any_order_are_sorted() {
    for (text, moves) in [
        ("2. i9 1. h8", "h8i9"),
        ("3. i9\n2. h9\n1. h8\n", "h8h9i9"),
        ("2.i9 1.h8", "h8i9"),
        ("(2) i9 (1) h8", "h8i9"),
        ("2. h9 i9\n1. h8 i8\n", "h8i8h9i9"),
        ("3. h9 i9\n1. h8 i8\n", "h8i8h9i9"),
        ("[{\"move\":2,\"x\":8,\"y\":6},{\"move\":1,\"x\":7,\"y\":7}]", "h8i9"),
        ("{\"moves\":[{\"n\":1,\"action\":97},{\"n\":0,\"action\":112}],\"size\":15}", "h8h9"),
        ("[[2,\"i9\"],[1,\"h8\"],[3,\"h9\"]]", "h8i9h9"),
        ("n,x,y\n3,9,7\n1,7,7\n2,8,6\n", "h8i9j8"),
        ("id,x,y\n3,9,7\n1,7,7\n2,8,6\n", "h8i9j8"),
        ("https://example.org/?moves=2.i9+1.h8", "h8i9"),
        // These are in order.
        ("1. h8 i9 2. h9 i8\n", "h8i9h9i8"),
        ("1. h8 i9 3. h9 i8\n", "h8i9h9i8"),
        ("1. h8\n1. i9\n2. h9\n2. i8\n", "h8i9h9i8"),
        ("5. h8 6. i9 7.", "h8i9"),
        ("id,x,y\n11,7,7\n15,8,6\n40,9,7\n", "h8i9j8"),
        ("{\"moves\":[{\"index\":112},{\"index\":97},{\"index\":98}],\"size\":15}", "h8h9i9"),
    ] {
        assert_eq!(read_as(text).1, moves, "{text}");
    }
}

#[test]
fn a_gap_in_the_numbers_is_refused_with_its_place() {
    for (text, error) in [
        ("1. h8\n3. i9\n4. h9\n", "moves: line 2: move 3 comes after move 1"),
        ("3. i9\n1. h8\n", "moves: line 1: move 3 comes after move 1"),
        ("(1) h8 (2) i9 (4) j10", "moves: line 1: move 4 comes after move 2"),
        ("1.h8 2.i9 4.j10", "moves: line 1: move 4 comes after move 2"),
        ("1. h8 i9\n2. h9 i8\n4. j10 k11\n", "moves: line 3: move 4 comes after move 2"),
        ("1. h8 2. i9 1. h9 2. i8", "moves: line 1: move 1 comes after move 2"),
        ("n,x,y\n1,7,7\n3,6,6\n", "pairs: line 3: move 3 comes after move 1"),
        ("move,color,x,y\n1,black,7,7\n4,white,6,6\n", "pairs: line 3: move 4 comes after move 1"),
        ("[{\"move\":1,\"x\":7,\"y\":7},{\"move\":3,\"x\":8,\"y\":8}]", "pairs: move 3 comes after move 1"),
        ("[[1,\"h8\"],[2,\"i9\"],[4,\"h9\"]]", "pairs: move 4 comes after move 2"),
        ("1: 7, 7\n3: 6, 8\n", "pairs: line 2: move 3 comes after move 1"),
        ("https://example.org/?moves=1.h8+3.i9", "link: line 1: move 3 comes after move 1"),
    ] {
        assert_eq!(error_of(text), format!("{error}; number the moves one by one"), "{text}");
    }
}
