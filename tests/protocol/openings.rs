//! Tests of the opening rules against independent oracles: squares around the center, the 26 openings counted by brute
//! force, symmetries tried one by one.

use std::collections::BTreeSet;
use tengen::base::{BoardSize, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, format_point, parse_moves};
use tengen::play::{
    MAX_OFFERS, Negotiation, OPENING_RULES, OpeningAct, OpeningError, OpeningPlayer, OpeningRule, OpeningStage,
    RENJU_OPENINGS, RenjuOpening, StoneSymmetries,
};

type Xy = (i32, i32);

pub fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

pub fn points(text: &str) -> Vec<Point> {
    parse_moves(size(), text).unwrap()
}

pub fn start(rule: OpeningRule) -> Negotiation {
    Negotiation::new(rule, size(), Rule::Renju).unwrap()
}

/// The eight symmetries of the square.
const IMAGES: [fn(Xy) -> Xy; 8] = [
    |(x, y)| (x, y),
    |(x, y)| (-x, y),
    |(x, y)| (x, -y),
    |(x, y)| (-x, -y),
    |(x, y)| (y, x),
    |(x, y)| (-y, x),
    |(x, y)| (y, -x),
    |(x, y)| (-y, -x),
];

/// All placements of the second stone beside the first and the third within two points of it.
fn three_stones() -> Vec<(Xy, Xy)> {
    let square = |reach: i32| (-reach..=reach).flat_map(move |x| (-reach..=reach).map(move |y| (x, y)));
    let pairs = square(1).flat_map(|second| square(2).map(move |third| (second, third)));
    pairs.filter(|&(second, third)| second != (0, 0) && third != (0, 0) && second != third).collect()
}

#[test]
fn there_are_13_direct_and_13_indirect_openings_and_each_has_its_name() {
    let least = |(second, third): (Xy, Xy)| IMAGES.iter().map(|image| (image(second), image(third))).min().unwrap();
    let different: BTreeSet<(Xy, Xy)> = three_stones().into_iter().map(least).collect();
    let direct = different.iter().filter(|((x, y), _)| x.abs() + y.abs() == 1).count();
    assert_eq!((different.len(), direct), (26, 13));
    let listed: BTreeSet<(Xy, Xy)> = RENJU_OPENINGS
        .iter()
        .map(|opening| least((if opening.code.starts_with('D') { (0, 1) } else { (1, 1) }, opening.third)))
        .collect();
    assert_eq!(listed, different);
    let names: BTreeSet<&str> = RENJU_OPENINGS.iter().map(|opening| opening.name).collect();
    assert_eq!(names.len(), 26);
    // Every placement is one of the openings, in any direction, and no other placement is.
    for (second, third) in three_stones() {
        let at = |(x, y): Xy| size().point(7 + x, 7 - y).unwrap();
        let found = RenjuOpening::of_stones(size(), &[at((0, 0)), at(second), at(third)]).unwrap();
        assert_eq!(found.code.starts_with('D'), second.0 == 0 || second.1 == 0);
    }
    let name = |text| RenjuOpening::of_stones(size(), &points(text)).map(|opening| opening.name);
    assert_eq!(name("h8h9i9"), Some("Kagetsu"));
    assert_eq!(name("h8g8g7"), Some("Kagetsu"), "turned");
    assert_eq!(name("h8i9i7"), Some("Hogetsu"));
    assert_eq!((name("h8h9h9"), name("h8h10i9"), name("h8h9k8"), name("g8g9h9")), (None, None, None, None));
}

/// The stages of each rule as on a tournament's page. Each stage names who acts (the first or second player, black or
/// white) and the act: a stone at most this many points from the center, anywhere or outside, a side, a number, offers.
const SCRIPTS: [(&str, &str); 11] = [
    ("swap2", "first any, first any, first any, second side"),
    ("swap", "first any, first any, first any, second side"),
    ("swap1", "first any, second side"),
    ("pro", "black 0, white any, black beyond2"),
    ("longpro", "black 0, white any, black beyond3"),
    ("rif", "first 0, first 1, first 2, second side, white any, black offer2, white pick"),
    ("offers-3", "first 0, first 1, first 2, second side, white any, black offer3, white pick"),
    ("yamaguchi", "first 0, first 1, first 2, first number20, second side, white any, black offer4, white pick"),
    (
        "soosorv-8",
        "first 0, first 1, first 2, second side, white any, white number8, black side, black offer4, white pick",
    ),
    (
        "soosorv-4",
        "first 0, first 1, first 2, second side, white any, white number4, black side, black offer4, white pick",
    ),
    (
        "taraguchi-10",
        "black 0, white side, white 1, black side, black 2, white side, white 3, black side, black 4, white side",
    ),
];

#[test]
fn every_stage_allows_what_its_rule_says_and_nothing_else() {
    for (name, script) in SCRIPTS {
        for seed in 0..6 {
            let mut rng = SplitMix64::new(seed);
            let mut opening = start(name.parse().unwrap());
            // The player that has Black, by the oracle.
            let mut black = "first";
            for step in script.split(", ") {
                let (who, what) = step.split_once(' ').unwrap();
                let player = match who {
                    "black" => black,
                    "white" if black == "first" => "second",
                    "white" => "first",
                    other => other,
                };
                let expected = if player == "first" { OpeningPlayer::First } else { OpeningPlayer::Second };
                assert_eq!(opening.player(), Some(expected), "{name}: {step}");
                assert_eq!(opening.color_of(expected) == Color::Black, player == black, "{name}: {step}");
                if what == "side" {
                    let side = Color::ALL[rng.below(2)];
                    refuses(&opening, OpeningAct::Number(1));
                    refuses(&opening, OpeningAct::Point(opening.board().empties().next().unwrap()));
                    opening.act(OpeningAct::Side(side)).unwrap();
                    let other = if player == "first" { "second" } else { "first" };
                    black = if side == Color::Black { player } else { other };
                } else if let Some(most) = what.strip_prefix("number") {
                    let most: usize = most.parse().unwrap();
                    for number in [0, most + 1, usize::MAX] {
                        refuses(&opening, OpeningAct::Number(number));
                    }
                    opening.act(OpeningAct::Number(4)).unwrap();
                } else if let Some(count) = what.strip_prefix("offer") {
                    offer(&mut opening, count.parse().unwrap(), &mut rng);
                } else {
                    put(&mut opening, what, &mut rng);
                }
            }
            assert!(opening.stage().is_none() && opening.player().is_none(), "{name} is over");
            assert_eq!(opening.act(OpeningAct::Side(Color::Black)), Err(OpeningError::Over));
            assert_eq!(opening.color_of(OpeningPlayer::First) == Color::Black, black == "first", "{name}");
            // The record holds the stones in order, alternately Black's and White's.
            let board = Board::from_moves(size(), Rule::Renju, &opening.moves());
            assert_eq!(board.hash(), opening.board().hash());
        }
    }
}

/// Asserts that an act is refused and changes nothing.
fn refuses(opening: &Negotiation, act: OpeningAct) -> OpeningError {
    let mut after = opening.clone();
    let error = after.act(act).expect_err("this is not allowed");
    assert_eq!((after.stage(), after.acts(), after.offers()), (opening.stage(), opening.acts(), opening.offers()));
    error
}

/// Places a random stone that the oracle allows, after trying every other point.
fn put(opening: &mut Negotiation, what: &str, rng: &mut SplitMix64) {
    let stones = opening.moves();
    let allowed: Vec<Point> = size()
        .points()
        .filter(|point| {
            let (x, y) = size().xy(*point);
            let distance = (x - 7).abs().max((y - 7).abs());
            match what {
                "pick" => opening.offers().contains(point),
                "any" => !stones.contains(point),
                "beyond2" => !stones.contains(point) && distance >= 3,
                "beyond3" => !stones.contains(point) && distance >= 4,
                reach => !stones.contains(point) && distance <= reach.parse().unwrap(),
            }
        })
        .collect();
    assert_eq!(opening.allowed(), allowed, "{what}");
    for point in size().points().filter(|point| !allowed.contains(point)) {
        let error = refuses(opening, OpeningAct::Point(point)).to_string();
        assert!(error.starts_with(&format_point(size(), point)), "it names the point: {error}");
    }
    for act in [OpeningAct::Side(Color::White), OpeningAct::Instead, OpeningAct::Number(3)] {
        refuses(opening, act);
    }
    opening.act(OpeningAct::Point(allowed[rng.below(allowed.len())])).unwrap();
}

/// Whether a symmetry with a shift that maps all stones to stones maps one point to the other, by brute force.
fn same_by_brute_force(stones: &[(Xy, Color)], one: Xy, other: Xy) -> bool {
    IMAGES.iter().any(|image| {
        // The shift that maps the first point to the second.
        let (x, y) = image(one);
        let moved = |xy| {
            let (a, b) = image(xy);
            (a + other.0 - x, b + other.1 - y)
        };
        stones.iter().all(|&(xy, color)| stones.contains(&(moved(xy), color)))
    })
}

fn offer(opening: &mut Negotiation, count: usize, rng: &mut SplitMix64) {
    let xy = |point: Point| size().xy(point);
    let stones: Vec<(Xy, Color)> = opening
        .moves()
        .into_iter()
        .zip(Color::ALL.into_iter().cycle())
        .map(|(point, color)| (xy(point), color))
        .collect();
    for done in 0..count {
        assert_eq!(opening.offers().len(), done);
        for point in size().points() {
            let occupied = stones.iter().any(|&(stone, _)| stone == xy(point));
            let same = opening.offers().iter().any(|&other| same_by_brute_force(&stones, xy(other), xy(point)));
            assert_eq!(opening.check(point).is_ok(), !occupied && !same, "{stones:?} {point:?}");
        }
        let allowed = opening.allowed();
        opening.act(OpeningAct::Point(allowed[rng.below(allowed.len())])).unwrap();
    }
    assert_eq!(opening.offers().len(), count);
}

/// The example of RIF's A. Meritee: after D8 with the fourth stone below, four fifth stones are equivalent.
#[test]
fn symmetric_offers_are_refused_whatever_the_distances_to_the_edges() {
    let mut opening = start(OpeningRule::Rif);
    opening.put_stones(&points("h8h9h7h6")).unwrap();
    opening.act(OpeningAct::Point(points("g8")[0])).unwrap();
    for same in ["i8", "g7", "i7"] {
        let error = refuses(&opening, OpeningAct::Point(points(same)[0]));
        assert_eq!(
            error.to_string(),
            format!("{same} is the same as g8 by a symmetry of the stones: no two offers may be")
        );
    }
    let twice = refuses(&opening, OpeningAct::Point(points("g8")[0]));
    assert_eq!(twice.to_string(), "g8 is offered already");
    assert_eq!(refuses(&opening, OpeningAct::Point(points("h9")[0])).to_string(), "h9 is occupied");
    opening.act(OpeningAct::Point(points("i9")[0])).unwrap();
    let other = refuses(&opening, OpeningAct::Point(points("g7")[0]));
    assert_eq!(other.to_string(), "g7 is not one of the stones offered");
    opening.act(OpeningAct::Point(points("i9")[0])).unwrap();
    assert_eq!(opening.moves(), points("h8h9h7h6i9"));
    // Stones without symmetry: all empty points are distinct.
    let board = Board::from_moves(size(), Rule::Renju, &points("h8i9j7f6"));
    assert_eq!(StoneSymmetries::of(&board).distinct(board.empties()).len(), 221);
    let board = Board::from_moves(size(), Rule::Renju, &points("h8h9h7h6"));
    assert_eq!(StoneSymmetries::of(&board).distinct(board.empties()).len(), 62);
}

#[test]
fn the_other_ways_of_swap2_and_taraguchi_are_taken() {
    let mut opening = start(OpeningRule::Swap2);
    refuses(&opening, OpeningAct::Instead);
    opening.put_stones(&points("a1o15h8")).unwrap();
    opening.act(OpeningAct::Instead).unwrap();
    for stone in ["b1", "c1"] {
        assert_eq!(opening.player(), Some(OpeningPlayer::Second));
        opening.act(OpeningAct::Point(points(stone)[0])).unwrap();
    }
    assert_eq!(opening.player(), Some(OpeningPlayer::First));
    refuses(&opening, OpeningAct::Instead);
    opening.act(OpeningAct::Side(Color::White)).unwrap();
    assert_eq!(opening.player_of(Color::Black), OpeningPlayer::Second);
    assert!(opening.stage().is_none());

    let mut opening = start(OpeningRule::Taraguchi(10));
    let put = |opening: &mut Negotiation, text: &str, side: Color| {
        opening.act(OpeningAct::Point(points(text)[0])).unwrap();
        let act = if text == "k11" { OpeningAct::Instead } else { OpeningAct::Side(side) };
        opening.act(act).unwrap();
    };
    // White takes Black after the first stone; after that nobody swaps.
    put(&mut opening, "h8", Color::Black);
    assert_eq!(opening.player_of(Color::Black), OpeningPlayer::Second);
    put(&mut opening, "h9", Color::Black);
    put(&mut opening, "i9", Color::White);
    put(&mut opening, "k11", Color::Black);
    assert_eq!((opening.player(), opening.offers_due()), (Some(OpeningPlayer::Second), Some(10)));
    let mut rng = SplitMix64::new(1);
    offer(&mut opening, 10, &mut rng);
    assert_eq!(opening.player(), Some(OpeningPlayer::First));
    let taken = opening.offers()[7];
    opening.act(OpeningAct::Point(taken)).unwrap();
    assert!(opening.stage().is_none() && opening.moves()[4] == taken);
}

#[test]
fn rules_have_names_and_boards_may_be_too_small() {
    for rule in OPENING_RULES {
        assert_eq!(rule.to_string().parse(), Ok(rule));
        for side in 5..=25 {
            let size = BoardSize::square(side).unwrap();
            let least = match rule {
                OpeningRule::Pro => 6,
                OpeningRule::LongPro => 8,
                rule if rule.begins_with_renju_opening() => 9,
                _ => 5,
            };
            assert_eq!(Negotiation::new(rule, size, Rule::Renju).is_ok(), side >= least, "{rule} {size}");
        }
    }
    assert_eq!("Taraguchi".parse(), Ok(OpeningRule::Taraguchi(10)));
    assert_eq!("SOOSORV".parse(), Ok(OpeningRule::Soosorv(8)));
    for name in ["", "swap3", "offers", "offers-0", "offers-21", "rif-2", "taraguchi-x", "taraguchi--1"] {
        assert!(name.parse::<OpeningRule>().is_err(), "{name}");
    }
    assert_eq!(format!("offers-{MAX_OFFERS}").parse(), Ok(OpeningRule::Offers(MAX_OFFERS)));
}

/// The number of fifth stones and the alternative acts of a stage.
#[test]
fn offers_due_are_known_as_soon_as_they_are_agreed() {
    let due = |name: &str, acts: &[OpeningAct]| {
        let mut opening = start(name.parse().unwrap());
        opening.put_stones(&points("h8h9i9")).unwrap();
        acts.iter().for_each(|&act| opening.act(act).unwrap());
        opening.offers_due()
    };
    assert_eq!((due("rif", &[]), due("offers-7", &[]), due("yamaguchi", &[])), (Some(2), Some(7), None));
    assert_eq!(due("yamaguchi", &[OpeningAct::Number(5)]), Some(5));
    let opening = start(OpeningRule::Yamaguchi);
    assert!(opening.stages().any(|stage| matches!(stage, OpeningStage::Number(_, MAX_OFFERS))));
}
