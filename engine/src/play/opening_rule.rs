//! Opening rules as tables of stages: who places which stones, who may change sides, who offers fifth stones and who
//! chooses one. `protocol.md` names the source of each rule.

use crate::base::Color;
use std::fmt::{self, Display};
use std::str::FromStr;
use thiserror::Error;

/// Most fifth stones that may be requested.
pub const MAX_OFFERS: usize = 20;

/// A rule for the beginning of a game that compensates for Black's advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningRule {
    /// Three stones; the other player takes Black or White, or places two more and leaves the choice to the first.
    Swap2,
    /// Three stones; the other player takes Black or White.
    Swap,
    /// One stone; the other player takes Black or White.
    Swap1,
    /// The first stone in the center, Black's second outside the five by five points around it.
    Pro,
    /// [`OpeningRule::Pro`] with seven by seven points.
    LongPro,
    /// One of the 26 openings, a choice of sides, the fourth stone, two fifth stones of which White takes one.
    Rif,
    /// [`OpeningRule::Rif`] with this number of fifth stones.
    Offers(usize),
    /// [`OpeningRule::Rif`], but the first player requests the number of fifth stones with the opening.
    Yamaguchi,
    /// [`OpeningRule::Rif`], but White requests the number of fifth stones, at most this, with the fourth stone, and
    /// Black may then change sides.
    Soosorv(usize),
    /// A choice of sides after each stone; Black may offer this number of fifth stones in place of the last choice of
    /// sides and the fifth stone.
    Taraguchi(usize),
}

/// All opening rules, with the numbers of fifth stones that tournaments use.
pub const OPENING_RULES: [OpeningRule; 10] = [
    OpeningRule::Swap2,
    OpeningRule::Swap,
    OpeningRule::Swap1,
    OpeningRule::Pro,
    OpeningRule::LongPro,
    OpeningRule::Rif,
    OpeningRule::Offers(3),
    OpeningRule::Yamaguchi,
    OpeningRule::Soosorv(8),
    OpeningRule::Taraguchi(10),
];

/// The two players, whatever their current colors. The first begins with Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningPlayer {
    /// The player who begins the opening.
    First,
    /// The other player.
    Second,
}

/// Who acts in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// One of the players, whatever their color.
    Player(OpeningPlayer),
    /// The player who currently has this color.
    Side(Color),
}

/// Zone in which a stone may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Any empty point.
    Anywhere,
    /// At most this far from the center, in rows and columns; 0 is the center itself.
    Near(i32),
    /// Farther than this from the first stone, in rows or columns.
    Far(i32),
}

/// A stage of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningStage {
    /// A stone; the colors alternate.
    Stone(Actor, Zone),
    /// Takes Black or White, or the listed stages, which then replace those after this one.
    Side(Actor, Option<Vec<OpeningStage>>),
    /// Requests a number of fifth stones, from 1 to this number.
    Number(Actor, usize),
    /// Offers fifth stones, no two of them equal by a symmetry: this number, or as many as were requested.
    Offer(Actor, Option<usize>),
    /// Takes one of the fifth stones offered.
    Pick(Actor),
}

const FIRST: Actor = Actor::Player(OpeningPlayer::First);
const SECOND: Actor = Actor::Player(OpeningPlayer::Second);
const BLACK: Actor = Actor::Side(Color::Black);
const WHITE: Actor = Actor::Side(Color::White);

impl OpeningRule {
    /// The stages of the rule in their order.
    pub fn stages(self) -> Vec<OpeningStage> {
        use OpeningStage::{Number, Offer, Pick, Side, Stone};
        use Zone::{Anywhere, Far, Near};
        let stones = |actor, zones: &[Zone]| zones.iter().map(|&zone| Stone(actor, zone)).collect::<Vec<_>>();
        let opening = || stones(FIRST, &[Near(0), Near(1), Near(2)]);
        let fifths = |count| vec![Offer(BLACK, count), Pick(WHITE)];
        match self {
            OpeningRule::Swap2 => {
                let more = [stones(SECOND, &[Anywhere; 2]), vec![Side(FIRST, None)]].concat();
                [stones(FIRST, &[Anywhere; 3]), vec![Side(SECOND, Some(more))]].concat()
            }
            OpeningRule::Swap => [stones(FIRST, &[Anywhere; 3]), vec![Side(SECOND, None)]].concat(),
            OpeningRule::Swap1 => vec![Stone(FIRST, Anywhere), Side(SECOND, None)],
            OpeningRule::Pro => vec![Stone(BLACK, Near(0)), Stone(WHITE, Anywhere), Stone(BLACK, Far(2))],
            OpeningRule::LongPro => vec![Stone(BLACK, Near(0)), Stone(WHITE, Anywhere), Stone(BLACK, Far(3))],
            OpeningRule::Rif => OpeningRule::Offers(2).stages(),
            OpeningRule::Offers(count) => {
                [opening(), vec![Side(SECOND, None), Stone(WHITE, Anywhere)], fifths(Some(count))].concat()
            }
            OpeningRule::Yamaguchi => {
                let agreed = vec![Number(FIRST, MAX_OFFERS), Side(SECOND, None), Stone(WHITE, Anywhere)];
                [opening(), agreed, fifths(None)].concat()
            }
            OpeningRule::Soosorv(most) => {
                let fourth = vec![Stone(WHITE, Anywhere), Number(WHITE, most), Side(BLACK, None)];
                [opening(), vec![Side(SECOND, None)], fourth, fifths(None)].concat()
            }
            OpeningRule::Taraguchi(count) => vec![
                Stone(BLACK, Near(0)),
                Side(WHITE, None),
                Stone(WHITE, Near(1)),
                Side(BLACK, None),
                Stone(BLACK, Near(2)),
                Side(WHITE, None),
                Stone(WHITE, Near(3)),
                Side(BLACK, Some(fifths(Some(count)))),
                Stone(BLACK, Near(4)),
                Side(WHITE, None),
            ],
        }
    }

    /// The numbers of stones on the board at which a manager asks an engine to act, where the stones alone tell how far
    /// the opening has come.
    pub fn board_counts(self) -> &'static [usize] {
        match self {
            OpeningRule::Swap2 => &[0, 3, 5],
            OpeningRule::Swap1 => &[0, 1],
            OpeningRule::Pro | OpeningRule::LongPro => &[0, 1, 2],
            _ => &[0, 3],
        }
    }

    /// The word for [`OpeningStage::Side`]'s alternative; `None` for rules without one.
    pub fn instead_word(self) -> Option<&'static str> {
        match self {
            OpeningRule::Swap2 => Some("more"),
            OpeningRule::Taraguchi(_) => Some("offer"),
            _ => None,
        }
    }

    /// Whether the rule belongs to renju: it begins with one of the 26 openings.
    pub fn begins_with_renju_opening(self) -> bool {
        !matches!(
            self,
            OpeningRule::Swap2 | OpeningRule::Swap | OpeningRule::Swap1 | OpeningRule::Pro | OpeningRule::LongPro
        )
    }
}

impl Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningRule::Swap2 => f.write_str("swap2"),
            OpeningRule::Swap => f.write_str("swap"),
            OpeningRule::Swap1 => f.write_str("swap1"),
            OpeningRule::Pro => f.write_str("pro"),
            OpeningRule::LongPro => f.write_str("longpro"),
            OpeningRule::Rif => f.write_str("rif"),
            OpeningRule::Offers(count) => write!(f, "offers-{count}"),
            OpeningRule::Yamaguchi => f.write_str("yamaguchi"),
            OpeningRule::Soosorv(most) => write!(f, "soosorv-{most}"),
            OpeningRule::Taraguchi(count) => write!(f, "taraguchi-{count}"),
        }
    }
}

/// Why a text is not an opening rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningRuleError {
    /// No rule has this name.
    #[error("'{0}' is not an opening rule: expected {names}", names = OPENING_RULES.map(|rule| rule.to_string()).join(", "))]
    Unknown(String),
    /// The number of fifth stones is none that may be requested.
    #[error("'{0}': expected a number of fifth stones from 1 to {MAX_OFFERS}")]
    Offers(String),
}

impl FromStr for OpeningRule {
    type Err = OpeningRuleError;

    /// Reads a name as it is displayed; `soosorv` is `soosorv-8` and `taraguchi` is `taraguchi-10`.
    fn from_str(text: &str) -> Result<Self, OpeningRuleError> {
        let name = text.to_ascii_lowercase();
        let number = |digits: &str| match digits.parse() {
            Ok(count) if (1..=MAX_OFFERS).contains(&count) => Ok(count),
            _ => Err(OpeningRuleError::Offers(text.to_owned())),
        };
        match name.split_once('-') {
            Some(("offers", digits)) => number(digits).map(OpeningRule::Offers),
            Some(("soosorv", digits)) => number(digits).map(OpeningRule::Soosorv),
            Some(("taraguchi", digits)) => number(digits).map(OpeningRule::Taraguchi),
            _ if name == "soosorv" => Ok(OpeningRule::Soosorv(8)),
            _ if name == "taraguchi" => Ok(OpeningRule::Taraguchi(10)),
            _ => {
                let named = OPENING_RULES.into_iter().find(|rule| rule.to_string() == name);
                named.ok_or_else(|| OpeningRuleError::Unknown(text.to_owned()))
            }
        }
    }
}
