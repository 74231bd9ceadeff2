use super::Searcher;
use super::node::NodeKind;
use crate::base::Point;
use crate::pattern::PointClass;

/// Reduction in hundredths of a ply: a base and so much for the product of the logarithms of depth and number.
const BASE: i32 = 81;
const SLOPE: i32 = 30;
/// Less on the principal variation and for a move that makes an open three or more.
const PV: i32 = 122;
const THREAT: i32 = 122;
/// More for a move that promises less than so many hundredths of the first one,
const LOW_PROMISE: i32 = 11;
const LOW: i32 = 106;
/// and for one further than so many cells from the last two stones.
const FAR_CELLS: i32 = 4;
const FAR: i32 = 19;
/// So much history is worth a hundredth of a ply.
const HISTORY: i32 = 31;

impl Searcher {
    /// Late quiet moves are looked at less deeply (late-move reduction), by so many plies of `depth`: the
    /// order is good enough that few of them are best. `promises` are the move's and the node's first one's.
    pub(super) fn reduction<N: NodeKind>(&self, depth: i32, number: usize, point: Point, promises: [i32; 2]) -> i32 {
        let board = self.position.board();
        let us = board.side_to_move();
        let logs = log2_fixed(depth as u32) * log2_fixed(number as u32);
        let mut reduction = BASE + ((logs * SLOPE) >> 16);
        if N::PV {
            reduction -= PV;
        }
        if board.patterns(point).class(us) >= PointClass::OpenThree {
            reduction -= THREAT;
        }
        let [own, first] = promises;
        if own * 100 < first * LOW_PROMISE {
            reduction += LOW;
        }
        if self.is_far(point) {
            reduction += FAR;
        }
        reduction -= self.history.value(us, point) / HISTORY;
        (reduction / 100).clamp(0, depth - 1)
    }

    /// Whether a point lies far from the last two stones.
    fn is_far(&self, point: Point) -> bool {
        let board = self.position.board();
        let size = board.size();
        let (x, y) = size.xy(point);
        board.placed().rev().take(2).all(|(stone, _)| {
            let (to_x, to_y) = size.xy(stone);
            (to_x - x).abs().max((to_y - y).abs()) > FAR_CELLS
        })
    }
}

/// The binary logarithm of `n` (at least 1) with eight binary places, by squaring: integers only,
/// so that every machine prunes alike.
const fn log2_fixed(n: u32) -> i32 {
    let whole = n.ilog2();
    let mut mantissa = (n as u64) << 16 >> whole;
    let mut result = whole as i32;
    let mut place = 0;
    while place < 8 {
        mantissa = (mantissa * mantissa) >> 16;
        let carry = mantissa >> 17;
        mantissa >>= carry;
        result = result << 1 | carry as i32;
        place += 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::log2_fixed;

    #[test]
    fn the_integer_logarithm_is_the_real_one_cut_off_at_eight_places() {
        for n in 1..1000u32 {
            let real = f64::from(n).log2() * 256.0;
            assert!((f64::from(log2_fixed(n)) - real).abs() <= 1.0, "{n}");
        }
    }
}
