//! The rules: what wins, what is forbidden, when a game is drawn.

use super::Color;
use std::fmt;
use thiserror::Error;

/// The rule of play: which runs win, and which points are forbidden to Black.
///
/// | rule | wins |
/// | --- | --- |
/// | freestyle | five or more |
/// | standard | exactly five |
/// | renju | White: five or more; Black: exactly five, with forbidden points |
/// | caro | six or more, or five not blocked at both ends by opponent's stones |
/// | caro-exact | exactly five, not blocked at both ends |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rule {
    /// `INFO rule 0`.
    Freestyle = 0,
    /// `INFO rule 1`.
    Standard,
    /// `INFO rule 4`.
    Renju,
    /// `INFO rule 8`.
    Caro,
    /// `INFO rule 9`.
    CaroExact,
}

/// Why a text or a bit mask of `INFO rule` is not a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// The bits of renju and of standard (exactly five) together.
    #[error("rule: renju (4) and exactly five (1) exclude each other")]
    RenjuWithExactFive,
    /// The bits of renju and of caro together.
    #[error("rule: renju (4) and caro (8) exclude each other")]
    RenjuWithCaro,
    /// Bits beyond the known ones.
    #[error("rule: {0} has unknown bits (1, 2, 4 and 8 are known)")]
    UnknownBits(i64),
    /// A text that is neither a name nor a number of a rule.
    #[error("rule: '{0}' is none of {rules}", rules = Rule::names_and_numbers())]
    UnknownName(String),
}

impl Rule {
    /// All rules, in the order of their numbers.
    pub const ALL: [Rule; 5] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact];
    /// The bit of `INFO rule` for a continuous game, in which play goes on after a five.
    pub const CONTINUOUS_BIT: u32 = 2;

    /// All rules with their numbers, for messages.
    pub fn names_and_numbers() -> String {
        Self::ALL.map(|rule| format!("{rule} ({})", rule.bits())).join(", ")
    }

    /// Reads the bit mask of `INFO rule`: the rule, and whether the game is continuous.
    ///
    /// # Errors
    /// When the bits contradict each other or are unknown; the text says why.
    pub fn from_bits(bits: i64) -> Result<(Rule, bool), RuleError> {
        let known = u32::try_from(bits).map_err(|_| RuleError::UnknownBits(bits))?;
        let rule = match known & !Self::CONTINUOUS_BIT {
            0 => Rule::Freestyle,
            1 => Rule::Standard,
            4 => Rule::Renju,
            8 => Rule::Caro,
            9 => Rule::CaroExact,
            5 => return Err(RuleError::RenjuWithExactFive),
            12 | 13 => return Err(RuleError::RenjuWithCaro),
            _ => return Err(RuleError::UnknownBits(bits)),
        };
        Ok((rule, known & Self::CONTINUOUS_BIT != 0))
    }

    /// The rule's number in `INFO rule`.
    pub const fn bits(self) -> u32 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
            Rule::CaroExact => 9,
        }
    }

    /// The rule's name, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro-exact",
        }
    }

    /// Whether a run of `run` stones of `color` wins, `blocked` of its two ends (0 to 2) being
    /// directly followed by an opponent's stone. The board's edge and neutral stones block nothing.
    pub const fn is_win(self, color: Color, run: usize, blocked: usize) -> bool {
        match self {
            Rule::Freestyle => run >= 5,
            Rule::Standard => run == 5,
            Rule::Renju => run == 5 || (run > 5 && matches!(color, Color::White)),
            Rule::Caro => run > 5 || (run == 5 && blocked < 2),
            Rule::CaroExact => run == 5 && blocked < 2,
        }
    }

    /// Whether `color` has forbidden points.
    pub const fn forbids(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }

    /// Whether an opponent's stone beyond the end of a run can undo a win.
    pub fn open_end_required(self) -> bool {
        (5..=6).any(|run| Color::ALL.iter().any(|&color| self.is_win(color, run, 0) != self.is_win(color, run, 2)))
    }

    /// How many cells each way decide the pattern that a stone makes in its line: a run of five reaches four cells;
    /// where the cell beyond its end matters too, five.
    pub const fn reach(self) -> usize {
        match self {
            Rule::Freestyle => 4,
            _ => 5,
        }
    }

    /// Empty cells at which a game is drawn that began with `cells` empty ones: 25 under renju if it began with more,
    /// else 0.
    pub const fn draw_empty_cells(self, cells: usize) -> usize {
        match self {
            Rule::Renju if cells > 25 => 25,
            _ => 0,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Rule {
    type Err = RuleError;

    /// Reads a rule's name or its `INFO rule` number.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        Rule::ALL
            .into_iter()
            .find(|rule| text.eq_ignore_ascii_case(rule.name()) || text == rule.bits().to_string())
            .ok_or_else(|| RuleError::UnknownName(text.to_owned()))
    }
}
