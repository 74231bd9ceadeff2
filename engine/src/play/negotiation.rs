//! The state of an opening that two players negotiate: one state machine for all opening rules, which says who acts,
//! checks every act and refuses those that the rule does not allow.

use super::opening_rule::{Actor, OpeningPlayer, OpeningRule, OpeningStage, Zone};
use super::renju_openings::StoneSymmetries;
use crate::base::{BoardSize, Color, Point, Rule};
use crate::board::{Board, format_point};
use std::collections::VecDeque;
use thiserror::Error;

/// An act of a player in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningAct {
    /// Places a stone, offers a fifth stone or takes an offered one, whichever is due.
    Point(Point),
    /// Takes a side: changes colors, or keeps its own.
    Side(Color),
    /// Takes the alternative to choosing a side: two more stones in swap2, offering fifth stones in Taraguchi.
    Instead,
    /// Requests a number of fifth stones.
    Number(usize),
}

impl OpeningAct {
    /// The point of a stone.
    pub fn point(self) -> Option<Point> {
        if let OpeningAct::Point(point) = self { Some(point) } else { None }
    }

    /// The act as a word of this rule's dialogue; `format` writes a point.
    pub fn word(self, rule: OpeningRule, format: impl FnOnce(Point) -> String) -> String {
        match self {
            OpeningAct::Point(point) => format(point),
            OpeningAct::Side(color) => color.name().to_owned(),
            OpeningAct::Instead => rule.instead_word().unwrap_or_default().to_owned(),
            OpeningAct::Number(number) => number.to_string(),
        }
    }
}

/// Why an act is refused. A refused act does not change the state.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The point has a stone.
    #[error("{0} is occupied")]
    Occupied(String),
    /// Renju forbids the point to Black.
    #[error("{0} is forbidden to Black in renju (an overline, two fours or two threes)")]
    Forbidden(String),
    /// The point is outside the square that the rule prescribes.
    #[error("{point}: stone {number} of this opening has to be {place}")]
    OutOfZone {
        /// The point.
        point: String,
        /// The number of the stone, from 1.
        number: usize,
        /// Where it may be.
        place: String,
    },
    /// The point was offered before.
    #[error("{0} is offered already")]
    OfferedTwice(String),
    /// A mirror image of another offer.
    #[error("{0} is the same as {1} by a symmetry of the stones: no two offers may be")]
    Symmetric(String, String),
    /// The point is not among the offers.
    #[error("{0} is not one of the stones offered")]
    NotOffered(String),
    /// A number of fifth stones that the rule does not allow: the number and the most.
    #[error("{0} is not a number of fifth stones from 1 to {1}")]
    Number(usize, usize),
    /// An act of another kind than the one that is due.
    #[error("expected {0}")]
    OutOfTurn(&'static str),
    /// The opening needs a larger board.
    #[error("the {0} board is too small for {1}")]
    BoardTooSmall(BoardSize, OpeningRule),
    /// The opening is over.
    #[error("the opening is over")]
    Over,
}

impl OpeningError {
    /// The error with its points, which are written as `h8`, in the notation of `write`.
    pub fn with_points(self, write: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Occupied(point) => Self::Occupied(write(&point)),
            Self::Forbidden(point) => Self::Forbidden(write(&point)),
            Self::OutOfZone { point, number, place } => Self::OutOfZone { point: write(&point), number, place },
            Self::OfferedTwice(point) => Self::OfferedTwice(write(&point)),
            Self::Symmetric(point, other) => Self::Symmetric(write(&point), write(&other)),
            Self::NotOffered(point) => Self::NotOffered(write(&point)),
            Self::Number(..) | Self::OutOfTurn(_) | Self::BoardTooSmall(..) | Self::Over => self,
        }
    }
}

/// An opening in progress.
#[derive(Clone)]
pub struct Negotiation {
    rule: OpeningRule,
    board: Board,
    /// The stage that is due, and the later ones.
    stages: VecDeque<OpeningStage>,
    /// The first player's color.
    first: Color,
    /// How many fifth stones were requested; 0 before a request.
    number: usize,
    offers: Vec<Point>,
    acts: Vec<OpeningAct>,
    /// Whether zones and symmetries are checked.
    is_strict: bool,
}

impl Negotiation {
    /// An opening on an empty board.
    ///
    /// # Errors
    /// When the board is too small for it.
    pub fn new(rule: OpeningRule, size: BoardSize, rule_of_play: Rule) -> Result<Self, OpeningError> {
        let half = (size.width().min(size.height()) as i32 - 1) / 2;
        let fits = match rule {
            OpeningRule::Pro | OpeningRule::LongPro => {
                let reach = if rule == OpeningRule::Pro { 2 } else { 3 };
                size.points().any(|point| size.distance(point, size.center()) > reach)
            }
            rule if rule.begins_with_renju_opening() => half >= 4,
            _ => true,
        };
        if !fits || size.cells() <= rule_of_play.draw_empty_cells(size.cells()) + 6 {
            return Err(OpeningError::BoardTooSmall(size, rule));
        }
        Ok(Self { is_strict: true, ..Self::unchecked(rule, Board::new(size, rule_of_play)) })
    }

    /// An opening on `board` whose stones may be anywhere, for a board program that leads the opening itself.
    pub fn unchecked(rule: OpeningRule, board: Board) -> Self {
        let stages = rule.stages().into();
        let (offers, acts) = (Vec::new(), Vec::new());
        Self { rule, board, stages, first: Color::Black, number: 0, offers, acts, is_strict: false }
    }

    /// The opening rule.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The board with the stones so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The points of the stones so far in their order, beginning with Black's.
    pub fn moves(&self) -> Vec<Point> {
        self.board.history().map(|(point, _)| point).collect()
    }

    /// The stage that is due; `None` when the opening is over.
    pub fn stage(&self) -> Option<&OpeningStage> {
        self.stages.front()
    }

    /// The stage that is due and those after it.
    pub fn stages(&self) -> impl Iterator<Item = &OpeningStage> {
        self.stages.iter()
    }

    /// The current color of a player.
    pub fn color_of(&self, player: OpeningPlayer) -> Color {
        if player == OpeningPlayer::First { self.first } else { !self.first }
    }

    /// The player who currently has a color.
    pub fn player_of(&self, color: Color) -> OpeningPlayer {
        if color == self.first { OpeningPlayer::First } else { OpeningPlayer::Second }
    }

    /// The player who acts; `None` when the opening is over.
    pub fn player(&self) -> Option<OpeningPlayer> {
        self.stage().map(|stage| self.actor_of(stage))
    }

    /// The player who acts in a stage, with the current colors.
    pub fn actor_of(&self, stage: &OpeningStage) -> OpeningPlayer {
        let (OpeningStage::Stone(actor, _)
        | OpeningStage::Side(actor, _)
        | OpeningStage::Number(actor, _)
        | OpeningStage::Offer(actor, _)
        | OpeningStage::Pick(actor)) = *stage;
        match actor {
            Actor::Player(player) => player,
            Actor::Side(color) => self.player_of(color),
        }
    }

    /// The acts so far.
    pub fn acts(&self) -> &[OpeningAct] {
        &self.acts
    }

    /// The fifth stones offered so far.
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// The number of fifth stones to offer, if it is known.
    pub fn offers_due(&self) -> Option<usize> {
        let fixed = self.stages.iter().find_map(|stage| match stage {
            OpeningStage::Offer(_, count) => Some(*count),
            _ => None,
        })?;
        fixed.or(Some(self.number)).filter(|&count| count > 0)
    }

    /// Whether the point may be played, offered or taken now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, point: Point) -> Result<(), OpeningError> {
        let name = || format_point(self.board.size(), point);
        match self.stage() {
            None => Err(OpeningError::Over),
            Some(OpeningStage::Side(..) | OpeningStage::Number(..)) => Err(self.expected()),
            Some(OpeningStage::Pick(_)) if self.offers.contains(&point) => Ok(()),
            Some(OpeningStage::Pick(_)) => Err(OpeningError::NotOffered(name())),
            Some(_) if !self.board.is_empty(point) => Err(OpeningError::Occupied(name())),
            Some(_) if !self.board.is_legal(point) => Err(OpeningError::Forbidden(name())),
            Some(OpeningStage::Stone(_, zone)) => self.check_zone(*zone, point),
            Some(OpeningStage::Offer(..)) if self.offers.contains(&point) => Err(OpeningError::OfferedTwice(name())),
            Some(OpeningStage::Offer(..)) => {
                let symmetries = StoneSymmetries::of(&self.board);
                let same = self.offers.iter().find(|&&other| self.is_strict && symmetries.are_same(other, point));
                same.map_or(Ok(()), |&other| {
                    Err(OpeningError::Symmetric(name(), format_point(self.board.size(), other)))
                })
            }
        }
    }

    fn check_zone(&self, zone: Zone, point: Point) -> Result<(), OpeningError> {
        let size = self.board.size();
        let first = self.board.history().next().map_or(size.center(), |(point, _)| point);
        let place = match zone {
            Zone::Near(0) if size.distance(point, size.center()) > 0 => "in the center".to_owned(),
            Zone::Near(reach) if size.distance(point, size.center()) > reach => {
                format!("in the central {0}x{0} points", 2 * reach + 1)
            }
            Zone::Far(reach) if size.distance(point, first) <= reach => {
                format!("outside the central {0}x{0} points", 2 * reach + 1)
            }
            _ => return Ok(()),
        };
        if !self.is_strict {
            return Ok(());
        }
        let number = self.board.history().len() + 1;
        Err(OpeningError::OutOfZone { point: format_point(size, point), number, place })
    }

    /// All points that may be played, offered or taken now.
    pub fn allowed(&self) -> Vec<Point> {
        self.board.size().points().filter(|&point| self.check(point).is_ok()).collect()
    }

    /// The error about an act of the wrong kind.
    fn expected(&self) -> OpeningError {
        OpeningError::OutOfTurn(match self.stage() {
            None => return OpeningError::Over,
            Some(OpeningStage::Stone(..)) => "a stone",
            Some(OpeningStage::Side(_, None)) => "a choice of black or white",
            Some(OpeningStage::Side(_, Some(_))) if self.rule == OpeningRule::Swap2 => {
                "a choice of black, white or more (two more stones)"
            }
            Some(OpeningStage::Side(_, Some(_))) => "a choice of black, white or offer (fifth stones)",
            Some(OpeningStage::Number(..)) => "a number of fifth stones",
            Some(OpeningStage::Offer(..)) => "a fifth stone to offer",
            Some(OpeningStage::Pick(_)) => "one of the fifth stones offered",
        })
    }

    /// Carries out an act of the player whose turn it is.
    ///
    /// # Errors
    /// When the rule does not allow the act; nothing is changed then.
    pub fn act(&mut self, act: OpeningAct) -> Result<(), OpeningError> {
        let Some(stage) = self.stages.front() else { return Err(OpeningError::Over) };
        match (stage, act) {
            (OpeningStage::Stone(..) | OpeningStage::Pick(_), OpeningAct::Point(point)) => {
                self.check(point)?;
                self.board.push(point);
                self.stages.pop_front();
            }
            (OpeningStage::Offer(..), OpeningAct::Point(point)) => {
                self.check(point)?;
                self.offers.push(point);
                if self.offers_due().is_none_or(|due| self.offers.len() >= due) || self.allowed().is_empty() {
                    self.stages.pop_front();
                }
            }
            (OpeningStage::Side(..), OpeningAct::Side(color)) => {
                let player = self.actor_of(stage);
                self.first = if player == OpeningPlayer::First { color } else { !color };
                self.stages.pop_front();
            }
            (OpeningStage::Side(_, Some(instead)), OpeningAct::Instead) => self.stages = instead.clone().into(),
            (&OpeningStage::Number(_, most), OpeningAct::Number(number)) => {
                if !(1..=most).contains(&number) {
                    return Err(OpeningError::Number(number, most));
                }
                self.number = number;
                self.stages.pop_front();
            }
            _ => return Err(self.expected()),
        }
        self.acts.push(act);
        Ok(())
    }

    /// Places stones or offers fifth stones; choices of sides between them are made so that these stones can follow.
    ///
    /// # Errors
    /// When the rule does not have that many stones, or refuses one of them.
    pub fn put_stones(&mut self, stones: &[Point]) -> Result<(), OpeningError> {
        for &point in stones {
            while let Some(stage @ OpeningStage::Side(_, instead)) = self.stages.front() {
                let keep = self.color_of(self.actor_of(stage));
                let act = if instead.is_some() { OpeningAct::Instead } else { OpeningAct::Side(keep) };
                self.act(act)?;
            }
            self.act(OpeningAct::Point(point))?;
        }
        Ok(())
    }

    /// Any allowed acts, without a search, up to the end of the player's turn.
    pub fn any_acts(&self) -> Vec<OpeningAct> {
        let mut after = self.clone();
        let mut acts = Vec::new();
        while let Some(act) = after.any_act().filter(|_| after.player() == self.player()) {
            if after.act(act).is_err() {
                break;
            }
            acts.push(act);
            // Taking a side ends an answer.
            if matches!(act, OpeningAct::Side(_)) {
                break;
            }
        }
        acts
    }

    /// Any allowed act, without a search; `None` when the opening is over or nothing is allowed.
    pub fn any_act(&self) -> Option<OpeningAct> {
        match self.stage()? {
            OpeningStage::Side(..) => Some(OpeningAct::Side(Color::Black)),
            OpeningStage::Number(..) => Some(OpeningAct::Number(1)),
            _ => {
                let center = self.board.size().center();
                let near = |point: &Point| self.board.size().distance(*point, center);
                self.allowed().into_iter().min_by_key(near).map(OpeningAct::Point)
            }
        }
    }
}
