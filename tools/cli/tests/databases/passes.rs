//! `tengen db` with games that have passes, or stones before the first move.

use crate::command::printed;
use crate::common::folder::Folder;
use std::fs;

#[test]
fn games_with_passes_are_counted_listed_and_copied() {
    let folder = Folder::new("passes");
    let [db, copy, text] = ["a.db", "b.db", "a.jsonl"].map(|name| folder.argument(name));
    let games = [
        ("1.sgf", "(;GM[4]SZ[15]RU[renju]PB[A]PW[B]RE[B+];B[hh];W[];B[ii])"),
        // Both sides pass: a draw.
        ("2.sgf", "(;GM[4]SZ[15]RU[renju]RE[0];B[hh];W[ih];B[];W[])"),
        ("3.sgf", "(;GM[4]SZ[15]RU[renju]RE[0];B[];W[])"),
        ("4.sgf", "(;GM[4]SZ[15]RE[B+]AB[hh];W[ii])"),
    ];
    fs::create_dir(folder.argument("games")).unwrap();
    for (name, game) in games {
        fs::write(folder.argument("games").to_owned() + "/" + name, game).unwrap();
    }
    let said = printed(&["db", "import", "--db", &db, &folder.argument("games")]);
    let counted = "3 games, 9 positions on their way; 1 with stones or blocked cells at the beginning left out";
    assert!(said.starts_with(counted), "{said}");
    let after = |moves: &str, db: &str| printed(&["db", "query", db, "--rule", "renju", "--moves", moves]);
    // White to move after h8, and Black after the pass.
    assert!(after("h8", &db).contains("games: +0 =1 -1"), "{}", after("h8", &db));
    assert!(after("h8--", &db).contains("games: +1 =0 -0"), "{}", after("h8--", &db));
    printed(&["db", "export", &db, "--out", &text]);
    assert!(fs::read_to_string(&text).unwrap().contains("\"game\":\"h8 -- i7\""));
    let said = printed(&["db", "import", "--db", &copy, &text]);
    assert!(said.contains("3 games counted"), "{said}");
    assert_eq!(after("h8--", &copy), after("h8--", &db));
    printed(&["db", "check", &copy]);
    assert!(printed(&["db", "import", "--db", &copy, &folder.argument("games")]).contains("0 games, 0 positions"));
}
