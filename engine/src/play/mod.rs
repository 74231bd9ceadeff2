//! Play on top of the search: levels of strength, negotiated openings, moves that keep the balance.

mod advisor;
mod balance;
mod blocked;
mod choice;
mod compared;
mod comparison;
mod fifths;
mod level;
mod level_searcher;
mod negotiation;
mod opening;
mod opening_rule;
mod renju_openings;
mod variety;

pub use advisor::OpeningAdvisor;
pub use blocked::BlockedMoves;
pub use compared::{Compared, EVEN};
pub use level::{LEVELS, Level, Lookahead};
pub use level_searcher::LevelSearcher;
pub use negotiation::{Negotiation, OpeningAct, OpeningError};
pub use opening::FAIR;
pub use opening_rule::{
    Actor, MAX_OFFERS, OPENING_RULES, OpeningPlayer, OpeningRule, OpeningRuleError, OpeningStage, Zone,
};
pub use renju_openings::{RENJU_OPENINGS, RenjuOpening, StoneSymmetries};
