//! Passes are turns of a game in the record, the tree and every format that holds them.

use super::field::tree_of;
use super::{games_of, played, sentences};
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::{format_moves, parse_moves};
use tengen_game::formats::{FORMATS, Format, GameTree, Given, LIB, SGF, Writing, parse_turns, read, write_tree};
use tengen_game::{Game, Outcome};

fn game_of(turns: &str) -> Game {
    let mut game = Game::new(Rule::Renju, BoardSize::square(15).unwrap());
    parse_turns(turns, game.size).unwrap().into_iter().for_each(|turn| game.push_turn(turn));
    game
}

#[test]
fn a_pass_gives_the_turn_to_the_other_side() {
    let game = game_of("h8 -- i7 -- -- g7 --");
    let colors: Vec<Color> = game.stones().map(|(_, color)| color).collect();
    assert_eq!(colors, [Color::Black, Color::Black, Color::White]);
    assert_eq!((game.passes.as_slice(), game.side_to_move()), ([1, 2, 2, 3].as_slice(), Color::White));
    let turns: Vec<bool> = game.turns().map(|turn| turn.is_some()).collect();
    assert_eq!(turns, [true, false, true, false, false, true, false]);
    assert_eq!(game.board().unwrap().side_to_move(), Color::White);
    for count in 0..=8 {
        let begun = game.up_to(count);
        assert!(begun.turns().eq(game.turns().take(count)), "{count}: {begun:?}");
    }
    let since = game.since_passes();
    assert_eq!((since.setup.len(), since.moves.len(), since.first), (3, 0, Color::White));
    let since = game_of("h8--i7g7").since_passes();
    assert_eq!((since.setup.len(), since.moves.len(), since.first), (1, 2, Color::Black));
    // In renju the game is drawn if both pass and nobody plays on.
    assert_eq!(game_of("h8 -- --").judge(), Ok(Some(Outcome::Draw)));
    assert_eq!(game_of("h8 -- -- i7").judge(), Ok(None));
    assert_eq!(game_of("-- h8 -- -- i8 -- a1").judge(), Ok(None));
    // Five black stones with passes between them win.
    assert_eq!(game_of("h8--i8--j8--k8--l8").judge(), Ok(Some(Outcome::Win(Color::Black))));
}

#[test]
fn a_game_with_passes_comes_back_from_each_format_that_holds_them() {
    let mut tree = GameTree::from(&game_of("h8 -- i7 g7 -- -- g8"));
    let at = tree.turn(1, None);
    assert_eq!((tree.is_pass(at), tree.depth(at), tree.passes()), (true, 2, 3));
    tree.nodes[at].comment = "White passes".to_owned();
    let other = tree.child(at, parse_moves(tree.head.size, "a1").unwrap()[0]);
    assert_eq!(tree.side_to_move(other), Color::White);
    let holds: Vec<&&Format> = FORMATS.iter().filter(|format| format.holds.passes && format.write.is_some()).collect();
    assert_eq!(holds.iter().map(|format| format.name).collect::<Vec<_>>(), ["lib", "sgf", "link", "moves"]);
    for format in holds {
        let written = write_tree(&tree, format, &Writing::default()).unwrap();
        let (again, report) = tree_of(&written, "", Given { rule: Some(Rule::Renju), ..Given::default() });
        assert_eq!(report.warnings.len(), 0, "{format}: {:?}", sentences(&report));
        let (one, other) = (again.main_line(), tree.main_line());
        assert_eq!((one.moves, one.passes), (other.moves, other.passes), "{format}");
        if [&LIB, &SGF].contains(format) {
            assert_eq!(again.nodes, tree.nodes, "{format}");
        }
    }
    for name in ["psq", "playok", "ccgc", "pos", "offsets"] {
        let error = write_tree(&tree, Format::named(name).unwrap(), &Writing::default()).unwrap_err().to_string();
        assert!(error.contains("a game with passes cannot be written"), "{name}: {error}");
    }
}

#[test]
fn rif_and_dialogues_have_passes() {
    for text in [
        "<database><game><move>h8 -- i7 pass g7</move></game></database>",
        "START 15\nYXBOARD\n7,7,1\n-1,-1,2\n8,8,1\n-1,-1,2\n6,8,1\nDONE\n",
    ] {
        let game = read(text, Given::default()).unwrap();
        assert_eq!((&*played(&game), &*game.passes), ("h8i7g7", &[1, 2][..]), "{text}");
    }
}

/// The first entry of a block with a pass is Black's, whatever the numbers of stones, as in the engine.
#[test]
fn a_block_with_a_pass_tells_the_colors_by_its_first_entry() {
    for (block, names, own) in [
        ("-1,-1,2\n7,7,1\n8,8,1\n-1,-1,2\n", ["", "h8i7"], Color::White),
        ("-1,-1,1\n7,7,2\n8,8,2\n-1,-1,1\n", ["", "h8i7"], Color::Black),
        ("7,7,2\n-1,-1,1\n-1,-1,2\n6,6,1\n8,8,1\n", ["h8", "g9i7"], Color::White),
    ] {
        let game = read(&format!("START 15\nYXBOARD\n{block}DONE\n"), Given::default()).unwrap();
        let of = |color| game.setup.iter().filter(move |stone| stone.1 == color).map(|stone| stone.0);
        let stones = Color::ALL.map(|color| format_moves(game.size, &of(color).collect::<Vec<_>>()));
        assert_eq!((stones, game.first), (names.map(str::to_owned), own), "{block}");
    }
}

#[test]
fn sgf_passes_sets_up_and_changes_the_side_to_move() {
    let turns = |text: &str| {
        let game = read(text, Given::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let passes = game.passes.clone();
        (played(&game), passes, game.side_to_move(), game.setup.len())
    };
    let black = Color::Black;
    for (text, moves, passes, side, setup) in [
        ("(;GM[4]SZ[15];B[hh];W[];B[ii])", "h8i7", vec![1], Color::White, 0),
        ("(;GM[4]SZ[15];B[hh];W[tt];B[ii])", "h8i7", vec![1], Color::White, 0),
        ("(;GM[4]SZ[15];B[];W[hh])", "h8", vec![0], black, 0),
        ("(;GM[4]SZ[15]AB[hh][ii]AW[jj]AE[ii]PL[W];W[gg])", "g9", vec![], black, 2),
        ("(;GM[4]SZ[15]AB[hh:ii]AE[hh:ih];W[gg])", "g9", vec![], black, 2),
        ("(;GM[4]SZ[15];AB[hh];AW[hh];W[ii])", "i7", vec![], black, 1),
        ("(;GM[4]SZ[15];B[hh];W[ii];AB[hh]AW[ii];B[jj])", "h8i7j6", vec![], Color::White, 0),
        ("(;GM[4]SZ[15];B[hh];W[ii];AW[hh];B[jj])", "j6", vec![], Color::White, 2),
        ("(;GM[4]SZ[15];B[hh];PL[B];B[ii])", "h8i7", vec![1], Color::White, 0),
        ("(;GM[4]SZ[15];B[hh];AB[ii]AW[gg]PL[W];W[aa])", "h8i7g9a15", vec![1, 3], black, 0),
        ("(;GM[4]SZ[15];B[hh];AW[ii];W[jj])", "h8i7j6", vec![2], black, 0),
    ] {
        assert_eq!(turns(text), (moves.to_owned(), passes, side, setup), "{text}");
    }
    // On boards from 20x20 on, `tt` is a point.
    assert_eq!(turns("(;GM[4]SZ[20];B[tt])").0, "t1");
    let (_, report) = tree_of(b"(;GM[4]SZ[15];B[hh];W[ii]\nAE[ii];B[jj])", "", Given::default());
    assert!(
        sentences(&report)[0].starts_with("line 2: stones are taken off or replaced in mid-game"),
        "{:?}",
        sentences(&report)
    );
}

#[test]
fn moves_of_one_color_and_stones_taken_off_lead_to_the_position_with_a_notice() {
    let out_of_turn = "comes out of turn: a pass of the other side is put before it";
    for (text, stones, side, said) in [
        ("(;GM[4]SZ[15];B[hh]\n;B[ig];W[ao])", "xh8 xi9 oa1", Color::Black, &*format!("line 2: i9 {out_of_turn}")),
        ("(;GM[4]SZ[15]AB[hh]PL[B];B[ii];B[gg])", "xh8 xi7 xg9", Color::White, &format!("line 1: g9 {out_of_turn}")),
        ("(;GM[4]SZ[15];B[hh];W[];W[ii])", "xh8 oi7", Color::Black, &format!("line 1: i7 {out_of_turn}")),
        (
            "(;GM[4]SZ[15];B[hh]C[one];W[ii]\n;AE[hh]C[two];B[gg])",
            "oi7 xg9",
            Color::White,
            "line 2: stones are taken off or replaced in mid-game: the position there is read as set up, without the moves before it",
        ),
        ("(;GM[4]SZ[15];B[hh];W[ii];AE[aa];B[gg])", "xh8 oi7 xg9", Color::White, ""),
    ] {
        let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
        let game = tree.main_line();
        let name = |(point, color)| {
            format!(
                "{}{}",
                if color == Color::Black { 'x' } else { 'o' },
                tengen::board::format_point(game.size, point)
            )
        };
        assert_eq!(game.stones().map(name).collect::<Vec<_>>().join(" "), stones, "{text}");
        assert_eq!((game.side_to_move(), sentences(&report).join("; ")), (side, said.to_owned()), "{text}");
    }
    // Variations begin at moves that would be gone.
    let (tree, _) = tree_of(b"(;GM[4]SZ[15];B[hh](;W[ii];AE[hh];B[gg])(;W[jj]))", "", Given::default());
    assert_eq!((tree.main_line().moves.len(), tree.has_variations()), (2, true));
}

#[test]
fn what_gomoku_quest_plays_behind_a_repeated_point_is_kept() {
    let text = "(;GM[4]FF[4]SZ[15]GN[gomokuquest]RE[B+]\n;QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii];B[ih];W[jf];B[hi];W[kh])";
    let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
    let game = tree.main_line();
    assert_eq!(played(&game), "h8h9j10i9g9i7i8h7k8");
    assert_eq!((game.passes.as_slice(), game.outcome), ([7].as_slice(), Some(Outcome::Win(Color::Black))));
    let colors: Vec<Color> = game.stones().map(|(_, color)| color).collect();
    assert_eq!(colors[7..], [Color::Black, Color::White]);
    assert_eq!(sentences(&report), ["line 2: j10 is a stone of the opening already: the move is read as a pass"]);
}

#[test]
fn variations_of_sgf_that_set_up_stones_are_games_of_their_own() {
    let named = |game: Game| {
        let setup: Vec<_> = game.setup.iter().map(|stone| stone.0).collect();
        format!("{} {} {}", format_moves(game.size, &setup), played(&game), game.first.name())
    };
    for (text, games) in [
        (
            "(;GM[4]SZ[15](;AB[hh]AW[ii]C[problem 1];B[jj])(;AB[aa]AW[bb]C[problem 2];B[cc]))",
            &["h8i7 j6 black", "a15b14 c13 black"][..],
        ),
        ("(;GM[4]SZ[15]AB[hh]AW[gg](;AE[hh];B[jj])(;W[cc]))", &["g9 j6 black", "h8g9 c13 white"]),
        ("(;GM[4]SZ[15](;W[hh])(;PL[B];B[cc](;W[dd])(;W[ee])))", &[" h8 white", " c13d12 black"]),
        ("(;GM[4]SZ[15];AB[hh](;AB[aa](;AW[bb];B[cc])(;AW[dd])))", &["h8a15b14 c13 black", "h8a15d12  black"]),
        // Without another variation it is the game.
        ("(;GM[4]SZ[15](;AB[hh]AW[ii];B[jj](;W[aa])(;W[bb])))", &["h8i7 j6a15 black"]),
    ] {
        let (read, warnings) = games_of(text, Given::default());
        let read: Vec<String> = read.iter().map(|tree| named(tree.main_line())).collect();
        assert_eq!((read, warnings), (games.iter().map(|game| (*game).to_owned()).collect(), vec![]), "{text}");
    }
    // The result is that of the main line.
    let text = "(;GM[4]SZ[15]RE[B+](;AB[hh]AW[gg];B[ii])(;B[aa];W[bb]))";
    let (games, _) = games_of(text, Given::default());
    let outcomes: Vec<_> = games.iter().map(|tree| tree.head.outcome).collect();
    assert_eq!(outcomes, [Some(Outcome::Win(Color::Black)), None]);
    let many = format!("(;GM[4]SZ[15]{})", "(;AB[hh];W[ii])".repeat(1002));
    let (games, warnings) = games_of(&many, Given::default());
    assert_eq!(games.len(), 1000);
    assert_eq!(warnings, ["more than 1000 variations in which stones are set up: 2 moves are left out"]);
}

#[test]
fn empty_values_of_sgf_are_none_and_an_unknown_side_is_said() {
    for (properties, warning) in [
        ("PL[]", ""),
        ("SZ[]", ""),
        ("AE[]AB[]", ""),
        ("BLOCKED[]", ""),
        ("PL[2]", "line 1: '2' is neither black nor white: left out"),
    ] {
        let (tree, report) = tree_of(format!("(;GM[4]{properties};B[hh])").as_bytes(), "", Given::default());
        assert_eq!(
            (tree.main_line().moves.len(), sentences(&report).join("; ").as_str()),
            (1, warning),
            "{properties}"
        );
    }
    let (tree, report) = tree_of(b"(;GM[4];B[hh]\n;BLOCKED[aa][zzz];W[aa])", "", Given::default());
    assert_eq!(tree.main_line().moves.len(), 2, "what is left out ends no game");
    assert_eq!(sentences(&report), ["line 2: cells are blocked in mid-game: left out"]);
}

#[test]
fn two_hyphens_in_json_are_a_pass() {
    for (text, turns) in [
        (r#"{"rule":"renju","moves":["H8","--","I9"]}"#, "h8 -- i9"),
        (r#"{"moves":"H8 -- I9"}"#, "h8 -- i9"),
        (r#"["--","I9"]"#, "-- i9"),
        (r#"{"moves":["h8--i9","j10"]}"#, "h8 -- i9 j10"),
        ("moves = ['h8','--','i9']", "h8 -- i9"),
        (r#"{"moves":["H8-I9"]}"#, "h8 i9"),
    ] {
        let game = read(text, Given::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(game.turns().eq(game_of(turns).turns()), "{text}: {game:?}");
    }
}
