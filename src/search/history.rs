use crate::base::{Color, MAX_PLY, Point};

/// What earlier cutoffs say of moves: per colour and point, and the last two refutations of each ply.
#[derive(Clone)]
pub struct History {
    points: [Vec<i16>; 2],
    killers: Vec<[Option<Point>; 2]>,
    counter_moves: [Vec<Option<Point>>; 2],
}

/// Values stay within this.
pub const HISTORY_MAX: i32 = 8192;

impl History {
    /// No memory yet, for a board of so many cells.
    pub fn new(cells: usize) -> Self {
        Self {
            points: [vec![0; cells], vec![0; cells]],
            killers: vec![[None; 2]; MAX_PLY + 2],
            counter_moves: [vec![None; cells], vec![None; cells]],
        }
    }

    /// Forgets refutations and halves the rest: the next search is about a near position.
    pub fn age(&mut self) {
        self.killers.fill([None; 2]);
        self.points.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    /// From `-HISTORY_MAX` (fails) to `HISTORY_MAX` (cuts off).
    pub fn value(&self, color: Color, point: Point) -> i32 {
        i32::from(self.points[color.index()][point.index()])
    }

    /// Moves a value towards its bound, the slower the nearer it is.
    pub fn add(&mut self, color: Color, point: Point, bonus: i32) {
        let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
        let value = &mut self.points[color.index()][point.index()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }

    /// Whether the move refuted a sibling of this ply.
    pub fn is_killer(&self, ply: usize, point: Point) -> bool {
        self.killers[ply].contains(&Some(point))
    }

    /// The move that last refuted `previous`, played by the opponent of `color`.
    pub fn counter_move(&self, color: Color, previous: Option<Point>) -> Option<Point> {
        previous.and_then(|previous| self.counter_moves[color.index()][previous.index()])
    }

    /// Remembers a refutation.
    pub fn add_refutation(&mut self, color: Color, ply: usize, previous: Option<Point>, point: Point) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
        if let Some(previous) = previous {
            self.counter_moves[color.index()][previous.index()] = Some(point);
        }
    }
}
