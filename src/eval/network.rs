use super::weights::Weights;
use crate::base::Score;

/// Combinations are put into so many groups of like strength, whose points are counted.
pub const GROUPS: usize = 24;
/// The group of combinations that are not counted.
pub const UNCOUNTED: u8 = GROUPS as u8;
/// A count has so many values: 0, 1 and so on; the last one means so many or more.
pub const COUNTS: usize = 8;
/// Numbers in the first layer.
pub const FIRST: usize = 32;
/// Numbers in the second layer.
pub const SECOND: usize = 16;
/// What layers hold lies between 0 and this, which stands for 1.
pub const ONE: i32 = 256;
/// The tables' score goes into the first layer within these bounds, in points.
pub const STATIC_BOUND: Score = 2000;

/// How many empty points of a colour are in each group.
pub type GroupCounts = [u16; GROUPS];

/// A network that corrects the tables' score for one side to move: what a position is worth is not
/// the sum of what its points are worth. Two open threes are more than twice one, and how much more
/// hangs on what the opponent has.
///
/// It is looked up rather than multiplied: for both colours and every group the number of points in the
/// group chooses a row of the first layer, and the rows are added up. Two small layers follow, held
/// between 0 and 1 as in efficiently updatable networks (Nasu 2018). Everything is whole numbers, so
/// that all machines agree.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Rows by `[the side to move's groups, then the opponent's][count]`.
    pub rows: Vec<[[i16; FIRST]; COUNTS]>,
    /// What is added to the rows.
    pub first_bias: [i16; FIRST],
    /// What the tables' score adds to the first layer, times [`STATIC_UNIT`] / 2^[`STATIC_SHIFT`] a point.
    pub by_static: [i16; FIRST],
    /// For each number of the second layer its weights of the first.
    pub second: Vec<[i16; FIRST]>,
    /// What is added to them.
    pub second_bias: [i16; SECOND],
    /// Weights of the second layer in the score, in log-odds.
    pub last: [i16; SECOND],
    /// What is added to them.
    pub last_bias: i16,
    /// The share of the tables' score in the score, in 1/1024.
    pub static_share: i16,
}

/// How many numbers a network has.
pub const NETWORK_NUMBERS: usize = 2 * GROUPS * COUNTS * FIRST + FIRST * 2 + FIRST * SECOND + 2 * SECOND + 2;
/// The static share's unit.
pub const SHARE_ONE: i32 = 1024;
/// A point of the tables' score is so much in the first layer's product,
pub const STATIC_UNIT: Score = 16;
/// of which so many bits are dropped.
pub const STATIC_SHIFT: u32 = 16;

impl Network {
    /// The score for the side to move, in points: `counts` are its groups' and the opponent's, `score`
    /// is the tables'.
    #[inline]
    pub fn score(&self, counts: [&GroupCounts; 2], score: Score) -> Score {
        let mut sums = self.first_bias;
        for (rows, counts) in self.rows.chunks_exact(GROUPS).zip(counts) {
            for (rows, &count) in rows.iter().zip(counts) {
                let row = &rows[usize::from(count).min(COUNTS - 1)];
                sums.iter_mut().zip(row).for_each(|(sum, number)| *sum = sum.wrapping_add(*number));
            }
        }
        let bounded = score.clamp(-STATIC_BOUND, STATIC_BOUND) * STATIC_UNIT;
        let mut first = [0i16; FIRST];
        for ((value, sum), weight) in first.iter_mut().zip(sums).zip(self.by_static) {
            let of_static = ((i32::from(weight) * bounded) >> STATIC_SHIFT) as i16;
            *value = sum.wrapping_add(of_static).clamp(0, ONE as i16);
        }
        let mut out = i32::from(self.last_bias) * ONE;
        for ((weights, &bias), &last) in self.second.iter().zip(&self.second_bias).zip(&self.last) {
            let value = (i32::from(bias) + product(weights, &first) / ONE).clamp(0, ONE);
            out += value * i32::from(last);
        }
        // Log-odds in 1/65536, to points.
        let correction = (i64::from(out) * Weights::SCALE as i64) >> 16;
        // A file from elsewhere may hold any numbers: their product needs more than 32 bits, the sum does not.
        let shared = i64::from(score) * i64::from(self.static_share) / i64::from(SHARE_ONE);
        (shared + correction) as Score
    }

    /// The numbers in the order of the weight file.
    pub fn numbers(&self) -> impl Iterator<Item = i16> + '_ {
        let layers = self.rows.iter().flatten().flatten().chain(&self.first_bias).chain(&self.by_static);
        let layers = layers.chain(self.second.iter().flatten()).chain(&self.second_bias).chain(&self.last);
        layers.copied().chain([self.last_bias, self.static_share])
    }

    /// A network of [`NETWORK_NUMBERS`] numbers; `None` if there are more or less.
    pub fn from_numbers(numbers: &[i16]) -> Option<Self> {
        let mut rest = numbers;
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at_checked(count)?;
            rest = left;
            Some(taken)
        };
        let rows = take(2 * GROUPS * COUNTS * FIRST)?.as_chunks::<FIRST>().0.as_chunks::<COUNTS>().0.to_vec();
        let first_bias = take(FIRST)?.try_into().ok()?;
        let by_static = take(FIRST)?.try_into().ok()?;
        let second = take(FIRST * SECOND)?.as_chunks::<FIRST>().0.to_vec();
        let second_bias = take(SECOND)?.try_into().ok()?;
        let last = take(SECOND)?.try_into().ok()?;
        let &[last_bias, static_share] = take(2)? else { return None };
        rest.is_empty().then_some(Self {
            rows,
            first_bias,
            by_static,
            second,
            second_bias,
            last,
            last_bias,
            static_share,
        })
    }
}

/// The scalar product. A function of its own is four vector multiplications; woven into what is around
/// it, the compiler takes the numbers apart one by one.
#[inline(never)]
fn product(a: &[i16; FIRST], b: &[i16; FIRST]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;

    fn random(bound: usize) -> Vec<i16> {
        let mut random = SplitMix64::new(5);
        (0..NETWORK_NUMBERS).map(|_| random.below(2 * bound + 1) as i16 - bound as i16).collect()
    }

    #[test]
    fn numbers_make_a_network_and_come_back() {
        let numbers = random(300);
        let network = Network::from_numbers(&numbers).unwrap();
        assert!(network.numbers().eq(numbers.iter().copied()));
        assert_eq!(Network::from_numbers(&numbers[1..]), None);
        assert_eq!(Network::from_numbers(&[&numbers[..], &[0]].concat()), None);
    }

    #[test]
    fn a_network_of_the_tables_alone_changes_no_score() {
        let mut numbers = vec![0; NETWORK_NUMBERS];
        *numbers.last_mut().unwrap() = SHARE_ONE as i16;
        let network = Network::from_numbers(&numbers).unwrap();
        for score in [-20_000, -77, 0, 3, 555] {
            assert_eq!(network.score([&[2; GROUPS], &[0; GROUPS]], score), score);
        }
    }

    #[test]
    fn the_largest_numbers_stay_on_their_side_of_zero() {
        // Tables of the largest numbers on the largest board come to so many points.
        let most = 120 * 120 * 2 * 32_768 / 16;
        for number in [i16::MIN, i16::MAX] {
            let network = Network::from_numbers(&vec![number; NETWORK_NUMBERS]).unwrap();
            for score in [-most, most] {
                let corrected = network.score([&[u16::MAX; GROUPS]; 2], score);
                assert_eq!(corrected.signum(), score.signum() * i32::from(number.signum()));
            }
        }
    }

    #[test]
    fn more_than_the_last_count_is_the_last_count() {
        let network = Network::from_numbers(&random(200)).unwrap();
        let score = |count| network.score([&[count; GROUPS], &[1; GROUPS]], 40);
        assert_eq!(score(7), score(300));
        assert_ne!(score(7), score(6));
    }
}
