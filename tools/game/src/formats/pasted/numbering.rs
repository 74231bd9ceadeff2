//! Numbers of moves: the order that they state, and the first gap in it.

use crate::formats::{Place, ReadError};
use tengen_database::why;

/// Names of columns and keys with the number of a move.
pub const NUMBERS: [&str; 16] = [
    "move",
    "step",
    "ply",
    "move_number",
    "movenumber",
    "turn_number",
    "turnnumber",
    "move_no",
    "moveno",
    "move_num",
    "n",
    "no",
    "nr",
    "num",
    "number",
    "seq",
];
/// Fields that may number moves, or count something else.
pub const COUNTS: [&str; 5] = ["round", "id", "index", "idx", "order"];

/// A number of a move and its line, if the text has lines.
pub type NumberAt = (i32, Option<usize>);

/// A number that does not follow the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveGap {
    line: Option<usize>,
    number: i32,
    last: i32,
}

impl MoveGap {
    pub fn new((number, line): NumberAt, last: i32) -> Self {
        Self { line, number, last }
    }

    pub fn error(self) -> ReadError {
        let Self { number, last, .. } = self;
        let problem = why::move_gap(number, last);
        let place = self.line.map(Place::Line);
        ReadError { place, ..ReadError::new(problem).advise(why::one_by_one()) }
    }
}

/// The places of numbered moves in the order of their numbers. The numbers are one apart, or each one is that of a round
/// and stands twice, next to each other unless the moves have colors.
pub fn order_of(numbers: &[NumberAt], have_colors: bool) -> Result<Vec<usize>, MoveGap> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|&at| numbers[at].0);
    let number = |at: usize| numbers[order[at]].0;
    let are_next =
        have_colors || order.windows(2).all(|pair| numbers[pair[0]].0 < numbers[pair[1]].0 || pair[1] == pair[0] + 1);
    let step = |at: usize| number(at).checked_sub(number(at - 1));
    let are_rounds = are_next && order.len() > 2 && (1..order.len()).all(|at| step(at) == Some(i32::from(at % 2 == 0)));
    if are_rounds {
        return Ok(order);
    }
    if (1..order.len()).any(|at| step(at) == Some(0))
        && let Some(at) = (1..numbers.len()).find(|&at| numbers[at].0 <= numbers[at - 1].0)
    {
        return Err(MoveGap::new(numbers[at], numbers[at - 1].0));
    }
    match (1..order.len()).find(|&at| step(at) != Some(1)) {
        Some(at) => Err(MoveGap::new(numbers[order[at]], number(at - 1))),
        None => Ok(order),
    }
}

/// Number of the different values of a field that may name the owner or count the moves; `None` if a value comes again after
/// another, as that of an owner does. More than two are the numbers of moves.
pub fn counts_of(values: &[i32]) -> Option<usize> {
    let mut runs = values.to_vec();
    runs.dedup();
    let count = runs.len();
    runs.sort_unstable();
    runs.dedup();
    (runs.len() == count).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_state_an_order_or_a_gap() {
        let order = |numbers: &[i32]| {
            let numbers: Vec<NumberAt> = numbers.iter().map(|&number| (number, None)).collect();
            order_of(&numbers, false).map_err(|gap| (gap.number, gap.last))
        };
        assert_eq!(order(&[1, 2, 3]), Ok(vec![0, 1, 2]));
        assert_eq!(order(&[3, 1, 2]), Ok(vec![1, 2, 0]));
        assert_eq!(order(&[2, 2, 1, 1, 3]), Ok(vec![2, 3, 0, 1, 4]));
        assert_eq!(order(&[1, 2, 4]), Err((4, 2)));
        assert_eq!(order(&[3, 1]), Err((3, 1)));
        // Two games.
        assert_eq!(order(&[1, 2, 1, 2]), Err((1, 2)));
        assert_eq!(order(&[i32::MIN, i32::MAX]), Err((i32::MAX, i32::MIN)));
    }

    #[test]
    fn owners_come_again() {
        assert_eq!([&[1, 2, 3][..], &[1, 3, 2, 4], &[1, 1, 2, 2]].map(counts_of), [Some(3), Some(4), Some(2)]);
        assert_eq!(counts_of(&[1, 2, 1, 2, 3]), None);
    }
}
