//! Line patterns: the effect of a stone in one line.

/// Pattern that a stone played at a point makes in one line. Ordered by strength, except for [`LinePattern::Overline`].
///
/// A "way" is a next stone of the same color that turns the line into the stronger pattern named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LinePattern {
    /// Nothing that could ever win in this line.
    Dead = 0,
    /// A next stone makes a [`LinePattern::Two`].
    One,
    /// A next stone makes an open two.
    OpenOne,
    /// A next stone makes a [`LinePattern::Three`].
    Two,
    /// One or two ways to an open three.
    OpenTwo,
    /// Three ways to an open three.
    OpenTwo3,
    /// Four or more ways to an open three.
    OpenTwo4,
    /// A next stone makes a four, but none makes an open four.
    Three,
    /// One way to an open four.
    OpenThree,
    /// Two or more ways to an open four.
    OpenThree2,
    /// A next stone wins, and the opponent has a reply in the line that prevents it.
    Four,
    /// Two different fours in one line under a rule that forbids them; an open four under other rules.
    DoubleFour,
    /// A next stone wins whatever single reply the opponent makes in the line.
    OpenFour,
    /// The stone wins.
    Five,
    /// A run of six or more that does not win.
    Overline,
}

impl LinePattern {
    /// Number of patterns; each fits in four bits.
    pub const COUNT: usize = 15;

    /// All patterns in the order of their numbers.
    pub const ALL: [LinePattern; Self::COUNT] = {
        use LinePattern::*;
        [
            Dead, One, OpenOne, Two, OpenTwo, OpenTwo3, OpenTwo4, Three, OpenThree, OpenThree2, Four, DoubleFour,
            OpenFour, Five, Overline,
        ]
    };

    /// The pattern with this number.
    ///
    /// # Panics
    /// When `number` is not below [`LinePattern::COUNT`].
    pub const fn from_number(number: u8) -> Self {
        Self::ALL[number as usize]
    }

    /// Whether this is an open three of either kind.
    pub const fn is_open_three(self) -> bool {
        matches!(self, LinePattern::OpenThree | LinePattern::OpenThree2)
    }

    /// Whether this is an open two of any kind.
    pub const fn is_open_two(self) -> bool {
        matches!(self, LinePattern::OpenTwo | LinePattern::OpenTwo3 | LinePattern::OpenTwo4)
    }
}
