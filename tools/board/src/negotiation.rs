//! Negotiated openings: the page stores the acts so far, and the server returns the next one by the opening's rules.

use super::message::{ErrorCode, OpeningKind, RequestError, ServerAnswer, Stage};
use super::position::{game, numbers};
use super::question::OpeningActs;
use tengen::base::Point;
use tengen::board::{format_point, parse_moves};
use tengen::play::{
    MAX_OFFERS, Negotiation, OPENING_RULES, OpeningAct, OpeningError, OpeningPlayer, OpeningRule, OpeningRuleError,
    OpeningStage, RenjuOpening,
};
use tengen_database::Reason;

fn refused(reason: impl Into<Reason>) -> RequestError {
    RequestError::detailed(ErrorCode::Opening, reason)
}

/// Answers `openings` with the supported opening rules.
pub fn rules() -> ServerAnswer {
    let rules = OPENING_RULES.iter().map(|rule| {
        let full = rule.to_string();
        let (name, fifths) = full.split_once('-').map_or((full.as_str(), None), |(name, n)| (name, n.parse().ok()));
        OpeningKind { name: name.to_owned(), fifths, renju: rule.begins_with_renju_opening() }
    });
    ServerAnswer::Openings { rules: rules.collect(), most_fifths: MAX_OFFERS }
}

/// The state of an opening after these acts. Fails if the rule does not allow the acts, or if the position has other
/// stones.
pub fn replay(OpeningActs { position, opening, acts }: &OpeningActs) -> Result<Negotiation, RequestError> {
    let (game, _) = game(position)?;
    let rule: OpeningRule = opening.parse().map_err(|error: OpeningRuleError| refused(Reason::text(error)))?;
    let mut negotiation = Negotiation::new(rule, game.size, game.rule).map_err(refused)?;
    for word in acts {
        let act = read_act(&negotiation, word)?;
        negotiation.act(act).map_err(refused)?;
    }
    if !game.setup.is_empty() || game.moves != negotiation.moves() {
        return Err(refused(Reason::text("the stones on the board are not those of the opening")));
    }
    Ok(negotiation)
}

fn read_act(negotiation: &Negotiation, word: &str) -> Result<OpeningAct, RequestError> {
    if let Ok(color) = word.parse() {
        Ok(OpeningAct::Side(color))
    } else if let Ok(number) = word.parse() {
        Ok(OpeningAct::Number(number))
    } else if negotiation.rule().instead_word() == Some(word) {
        Ok(OpeningAct::Instead)
    } else {
        match parse_moves(negotiation.board().size(), word).as_deref() {
            Ok(&[point]) => Ok(OpeningAct::Point(point)),
            _ => Err(refused(Reason::text(format!(
                "'{word}' is neither a point of this board nor a choice of this opening"
            )))),
        }
    }
}

/// The text of an act, for [`replay`].
pub fn act_word(negotiation: &Negotiation, act: OpeningAct) -> String {
    act.word(negotiation.rule(), |point| format_point(negotiation.board().size(), point))
}

/// Answers `opening`. Fails as [`replay`] does.
pub fn stage(question: &OpeningActs) -> Result<ServerAnswer, RequestError> {
    let negotiation = replay(question)?;
    let player = negotiation.player();
    let stones = negotiation.moves();
    let (size, rule) = (negotiation.board().size(), negotiation.rule());
    let is_open = |stage: &OpeningStage| !matches!(stage, OpeningStage::Side(..) | OpeningStage::Number(..));
    let is_own_stone =
        |stage: &&OpeningStage| matches!(stage, OpeningStage::Stone(..)) && Some(negotiation.actor_of(stage)) == player;
    let (due, left, fifths) = match negotiation.stage() {
        None => (None, 0, None),
        Some(OpeningStage::Stone(..)) => (Some("stone"), negotiation.stages().take_while(is_own_stone).count(), None),
        Some(OpeningStage::Side(_, instead)) => {
            (Some("side"), 0, instead.as_deref().map_or(negotiation.offers_due(), fixed_fifths))
        }
        Some(OpeningStage::Number(_, most)) => (Some("number"), 0, Some(*most)),
        Some(OpeningStage::Offer(..)) => {
            let fifths = negotiation.offers_due();
            (Some("offer"), fifths.unwrap_or(1).saturating_sub(negotiation.offers().len()), fifths)
        }
        Some(OpeningStage::Pick(_)) => (Some("pick"), 1, None),
    };
    let instead = match negotiation.stage() {
        Some(OpeningStage::Side(_, Some(_))) => rule.instead_word(),
        _ => None,
    };
    let takes_points = negotiation.stage().is_some_and(is_open);
    Ok(ServerAnswer::Stage(Stage {
        due,
        player: player.map(player_name),
        first: negotiation.color_of(OpeningPlayer::First).name(),
        instead,
        left,
        fifths,
        offers: numbers(negotiation.offers()),
        closed: if takes_points { closed(&negotiation) } else { Vec::new() },
        name: (rule.begins_with_renju_opening() && stones.len() >= 3)
            .then(|| RenjuOpening::of_stones(size, &stones[..3]))
            .flatten()
            .map(|opening| format!("{} {}", opening.code, opening.name)),
    }))
}

/// Number of fifth stones in the alternative stages, if they fix it.
fn fixed_fifths(stages: &[OpeningStage]) -> Option<usize> {
    stages.iter().find_map(|stage| match stage {
        OpeningStage::Offer(_, count) => *count,
        _ => None,
    })
}

const fn player_name(player: OpeningPlayer) -> &'static str {
    match player {
        OpeningPlayer::First => "first",
        OpeningPlayer::Second => "second",
    }
}

/// Empty points excluded by the opening, not by the rule of play.
fn closed(negotiation: &Negotiation) -> Vec<u16> {
    let is_closed = |point: &Point| {
        !matches!(negotiation.check(*point), Ok(()) | Err(OpeningError::Occupied(_) | OpeningError::Forbidden(_)))
    };
    let board = negotiation.board();
    let empty = board.size().points().filter(|&point| board.is_empty(point));
    numbers(&empty.filter(is_closed).collect::<Vec<_>>())
}
