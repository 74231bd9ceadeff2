//! Plays out wins that the real binary prints, against its own or random defense, and judges them by an oracle. Short
//! wins are also tried against every defense within the printed distance. `TENGEN_ANNOUNCED_GAMES` sets the number of
//! games if it is to be more than five.

use crate::common::oracle::{Grid, Outcome};
use crate::common::process::{Process, parse_move};
use crate::distance::{MAX_STONES, Trial, Tried};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tengen::base::{BoardSize, Cell, Color, Point, Rule, SplitMix64};

/// Limits of a move, as lines of the protocol.
const LIMITS: [&str; 4] = [
    "INFO max_node 500\r\nINFO timeout_turn 100000",
    "INFO max_node 4000\r\nINFO timeout_turn 100000",
    "INFO max_node 0\r\nINFO timeout_turn 30",
    "INFO max_node 0\r\nINFO timeout_turn 200\r\nINFO timeout_match 4000\r\nINFO time_left 4000",
];
/// Limits for a winner whose win the loser has printed, or that has lost sight of its win for lack of time.
const AMPLE_LIMITS: &str =
    "INFO max_node 300000\r\nINFO timeout_turn 100000\r\nINFO timeout_match 0\r\nINFO time_left 100000";
const PATIENCE: Duration = Duration::from_secs(60);

/// A game's stones, with the manager's lines for them.
struct Played {
    grid: Grid,
    rule: Rule,
    moves: Vec<Point>,
}

impl Played {
    fn side(&self) -> Color {
        Color::ALL[self.moves.len() % 2]
    }

    fn request(&self) -> String {
        let size = self.grid.size;
        let stones = self.moves.iter().enumerate().map(|(index, &point)| {
            let (x, y) = size.xy(point);
            let whose = if index % 2 == self.moves.len() % 2 { 1 } else { 2 };
            format!("{x},{y},{whose}\r\n")
        });
        format!("BOARD\r\n{}DONE", stones.collect::<String>())
    }

    fn play(&mut self, point: Point) -> Outcome {
        let side = self.side();
        self.moves.push(point);
        self.grid.play(self.rule, point, side)
    }

    /// Empty points that are not forbidden.
    fn legal(&self) -> Vec<Point> {
        let black_of_renju = self.rule == Rule::Renju && self.side() == Color::Black;
        let is_legal = |point: &Point| {
            self.grid.cells[point.index()] == Cell::Empty && !(black_of_renju && self.grid.is_foul(*point))
        };
        self.grid.size.points().filter(is_legal).collect()
    }
}

/// A printed win or loss, with its distance.
#[derive(Clone, Copy)]
struct Printed {
    wins: bool,
    plies: usize,
}

/// The binary's move, and the last win or loss that it printed.
fn ask(p: &mut Process, played: &Played, limits: &str) -> (Point, Option<Printed>) {
    p.send(limits);
    p.send(&played.request());
    let mut told = None;
    loop {
        let line = p.line_within(PATIENCE).expect("an answer");
        if let Some((x, y)) = parse_move(&line) {
            return (played.grid.size.point(x, y).expect("a point on the board"), told);
        }
        if let Some((_, score)) = line.split_once(" ev ") {
            let (score, _) = score.split_once(' ').unwrap_or((score, ""));
            if let Some((sign, plies)) = score.split_once('M') {
                told = Some(Printed { wins: sign == "+", plies: plies.parse().expect("a distance") });
            }
        }
    }
}

/// Limit of the stones that a trial places.
const TRIAL_LIMIT: u64 = 10_000_000;

/// Tries a short win or loss within its distance; `None` if it is too long.
fn try_distance(played: &Played, Printed { wins, plies }: Printed, point: Point) -> Option<Tried> {
    let stones = plies.div_ceil(2);
    let attacker = if wins { played.side() } else { !played.side() };
    let trial = Trial::new(played.rule, attacker, &played.grid, TRIAL_LIMIT);
    (stones <= MAX_STONES).then(|| trial.run(wins, stones, wins.then_some(point)))
}

/// Plays a game; returns whether a win was printed, and counts the trials of distances in `tried`.
fn game(rule: Rule, side: usize, limits: &str, rng: &mut SplitMix64, tried: &mut [usize; 2]) -> bool {
    let size = BoardSize::square(side).unwrap();
    let mut p = Process::start();
    assert_eq!(p.ask(&format!("START {side}")), "OK");
    p.send(&format!("INFO rule {}", rule.bits()));
    let mut played = Played { grid: Grid { size, cells: vec![Cell::Empty; size.cells()] }, rule, moves: Vec::new() };
    // Four random stones near the center, so that both sides have chances.
    while played.moves.len() < 4 {
        let middle: Vec<Point> = played
            .legal()
            .into_iter()
            .filter(|&point| {
                let (x, y) = size.xy(point);
                [x, y].into_iter().all(|at| at.abs_diff(side as i32 / 2) <= 2)
            })
            .collect();
        played.play(middle[rng.below(middle.len())]);
    }
    let mut winner: Option<Color> = None;
    let draw_at = rule.draw_empty_cells(size.cells());
    while played.moves.len() < size.cells() - draw_at {
        let us = played.side();
        let (mut point, mut told) = ask(&mut p, &played, limits);
        if winner == Some(us) && !told.is_some_and(|told| told.wins) {
            (point, told) = ask(&mut p, &played, AMPLE_LIMITS);
        }
        if let Some(told) = told {
            let of = if told.wins { us } else { !us };
            match try_distance(&played, told, point) {
                Some(Tried::Confirmed) => tried[0] += 1,
                Some(Tried::TooMuch) => tried[1] += 1,
                Some(Tried::NotFound) => {
                    panic!("{rule}, {limits:?}: not within {} plies: {}", told.plies, played.request())
                }
                None => {}
            }
            assert!(winner.is_none_or(|winner| winner == of), "{rule}, {limits:?}: two winners, {}", played.request());
            winner = Some(of);
        }
        if winner == Some(!us) && rng.below(2) == 0 {
            let legal = played.legal();
            point = legal[rng.below(legal.len())];
        }
        match played.play(point) {
            Outcome::GoesOn => {}
            outcome => {
                let expected = winner.is_none_or(|winner| (outcome, us) == (Outcome::Won, winner));
                assert!(expected, "{rule}, {limits:?}: printed and not won, {outcome:?} {us:?}: {}", played.request());
                return winner.is_some();
            }
        }
    }
    assert!(winner.is_none(), "{rule}, {limits:?}: a win was printed in a draw, {}", played.request());
    false
}

#[test]
fn a_printed_win_is_won_against_any_defense() {
    let games = std::env::var("TENGEN_ANNOUNCED_GAMES").map_or(5, |games| games.parse().unwrap());
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
    println!("seed {seed}");
    let mut rng = SplitMix64::new(seed);
    let (mut printed, mut by_rule, mut tried) = (0, [0; Rule::ALL.len()], [0; 2]);
    for number in 0..games {
        let rule = Rule::ALL[number % Rule::ALL.len()];
        let side = if rule == Rule::Freestyle && rng.below(2) == 0 { 20 } else { 15 };
        let is_printed = game(rule, side, LIMITS[rng.below(LIMITS.len())], &mut rng, &mut tried);
        printed += usize::from(is_printed);
        by_rule[number % Rule::ALL.len()] += usize::from(is_printed);
        if number % 50 == 49 {
            println!("{printed} wins printed in {} games, by rule {by_rule:?}", number + 1);
        }
    }
    println!("{printed} wins printed in {games} games, by rule {by_rule:?}");
    let [confirmed, too_much] = tried;
    println!("distances to {} plies: {confirmed} confirmed, {too_much} with too much to try", 2 * MAX_STONES - 1);
    assert!(games < 50 || confirmed > 4 * too_much, "{confirmed} of {} distances were tried", confirmed + too_much);
    assert!(printed * 2 > games, "{printed} wins printed in {games} games");
}
