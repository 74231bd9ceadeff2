//! Typed moves with numbers, such as `2. i9 1. h8`, in the order that the numbers state.

use super::numbering::{MoveGap, NumberAt, order_of};
use super::stones::color_of;
use super::words::{is_pass, number_alone, tokens, without_label, without_number, words};
use crate::formats::ReadError;

/// The moves behind one number.
struct NumberedMoves<'a> {
    at: NumberAt,
    words: Vec<&'a str>,
    /// Number of the moves.
    count: i32,
}

/// The lines of a text, with the moves in the order of their numbers. Fails at a gap in the numbers.
pub fn in_order<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Vec<(usize, String)>, ReadError> {
    let lines: Vec<(usize, &str)> = lines.collect();
    let moves = numbered(&lines).unwrap_or_default();
    let ordered = order(&moves).transpose().map_err(MoveGap::error)?;
    Ok(match ordered.filter(|order| !order.is_sorted()) {
        Some(order) => order.into_iter().map(|at| (moves[at].at.1.unwrap_or(1), moves[at].words.join(" "))).collect(),
        None => lines.into_iter().map(|(number, line)| (number, line.to_owned())).collect(),
    })
}

/// The moves of a text by their numbers; `None` if a move has none, or if the text holds anything else but points.
fn numbered<'a>(lines: &[(usize, &'a str)]) -> Option<Vec<NumberedMoves<'a>>> {
    let mut moves: Vec<NumberedMoves> = Vec::new();
    let mut has_colors = false;
    for &(line, text) in lines {
        let text = without_label(text);
        // Pairs and offsets.
        if text.split_whitespace().all(|word| number_alone(word).is_some() || word.contains(',')) {
            return None;
        }
        for word in words(text) {
            let points = without_number(word);
            let number = if points.len() < word.len() {
                word[..word.len() - points.len()].trim_end_matches('.').parse().ok()
            } else {
                number_alone(word)
            };
            if let Some(number) = number {
                moves.push(NumberedMoves { at: (i32::from(number), Some(line)), words: Vec::new(), count: 0 });
            }
            if number.is_some() && points.len() == word.len() {
                continue;
            }
            let own = moves.last_mut()?;
            own.words.push(points);
            let is_color = color_of(points.trim_end_matches(':')).is_some();
            has_colors |= is_color;
            own.count += match tokens(points) {
                _ if is_pass(points) => 1,
                Some(points) => points.len() as i32,
                None if is_color => 0,
                None => return None,
            };
        }
    }
    // A number may stand where the next move will be.
    moves.pop_if(|last| last.count == 0);
    // Colors have to take turns as they stand.
    let is_rising = moves.is_sorted_by_key(|own| own.at.0);
    (moves.iter().all(|own| own.count > 0) && (is_rising || !has_colors)).then_some(moves)
}

/// The order of the moves by their numbers; `None` if they are in order, or if the meaning of the numbers is not known.
fn order(moves: &[NumberedMoves]) -> Option<Result<Vec<usize>, MoveGap>> {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    if are_counted(moves, &order) {
        return None;
    }
    order.sort_by_key(|&at| moves[at].at.0);
    if are_counted(moves, &order) {
        return Some(Ok(order));
    }
    let (last, before) = order.split_last()?;
    let count = moves[*before.first()?].count;
    if moves[*last].count > count || before.iter().any(|&at| moves[at].count != count) {
        return None;
    }
    let numbers: Vec<NumberAt> = moves.iter().map(|own| own.at).collect();
    match count {
        1 => Some(order_of(&numbers, false)),
        // Rounds, numbered one by one or by their first moves.
        2 => {
            let step = |pair: &[usize]| numbers[pair[1]].0 - numbers[pair[0]].0;
            let usual = step(&order[..2]).clamp(1, 2);
            let gap = order.windows(2).find(|pair| step(pair) != usual)?;
            Some(Err(MoveGap::new(numbers[gap[1]], numbers[gap[0]].0)))
        }
        _ => None,
    }
}

/// Whether the moves in this order have the numbers that follow: each is that of its first move, or that of a round.
fn are_counted(moves: &[NumberedMoves], order: &[usize]) -> bool {
    let follows = |step: &dyn Fn(&NumberedMoves) -> Option<i32>| {
        let mut pairs = order.windows(2).map(|pair| (&moves[pair[0]], &moves[pair[1]]));
        pairs.all(|(one, next)| step(one).is_some_and(|step| one.at.0 + step == next.at.0))
    };
    follows(&|own| Some(own.count)) || follows(&|own| (own.count == 2).then_some(1))
}
