//! The beginning of a game, negotiated by the players under an opening rule.

use super::clock::MatchClock;
use crate::players::Player;
use crate::spec::MatchConditions;
use std::time::{Duration, Instant};
use tengen::base::{Color, Point};
use tengen::play::{Negotiation, OpeningError, OpeningPlayer, OpeningRule};
use tengen_game::Fault;

/// The opening that the players have negotiated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgreedOpening {
    /// The stones in their order.
    pub moves: Vec<Point>,
    /// The time of the answer that ended with each stone.
    pub times: Vec<Duration>,
    /// Whether the player who began now has White.
    pub swapped: bool,
    /// The color of the player who made a fault, and the fault.
    pub fault: Option<(Color, Fault)>,
}

/// Lets two players negotiate an opening; the first begins with Black. Their time counts on their clocks.
pub fn agree(
    players: &mut [&mut Player; 2],
    clocks: &mut [MatchClock; 2],
    conditions: &MatchConditions,
    rule: OpeningRule,
) -> AgreedOpening {
    let mut agreed = AgreedOpening { moves: Vec::new(), times: Vec::new(), swapped: false, fault: None };
    let Ok(mut negotiation) = Negotiation::new(rule, conditions.size, conditions.rule) else { return agreed };
    while let Some(player) = negotiation.player() {
        let index = usize::from(player == OpeningPlayer::Second);
        let start = Instant::now();
        let answer = players[index].negotiate(&negotiation, conditions, clocks[index].left());
        let time = start.elapsed();
        let in_time = clocks[index].take_off(time, conditions.tolerance);
        let done = answer.and_then(|acts| {
            in_time?;
            if acts.is_empty() {
                return Err(Fault::Protocol);
            }
            for act in acts {
                if negotiation.player() != Some(player) {
                    return Err(Fault::Protocol);
                }
                negotiation.act(act).map_err(|error| fault_of(&error))?;
            }
            Ok(())
        });
        agreed.moves = negotiation.moves();
        agreed.times.resize(agreed.moves.len().saturating_sub(1).max(agreed.times.len()), Duration::ZERO);
        agreed.times.resize(agreed.moves.len(), time);
        agreed.swapped = negotiation.color_of(OpeningPlayer::First) == Color::White;
        if let Err(fault) = done {
            agreed.fault = Some((negotiation.color_of(player), fault));
            return agreed;
        }
    }
    agreed
}

fn fault_of(error: &OpeningError) -> Fault {
    match error {
        OpeningError::Forbidden(_) => Fault::Foul,
        OpeningError::OutOfTurn(_) | OpeningError::Over => Fault::Protocol,
        _ => Fault::Illegal,
    }
}
