//! Tables that depend on the board's size only: places of lines and candidate masks.

use crate::base::{BoardSize, Point};

/// Steps (dx, dy) of the four directions: along a row, along a column, and the two diagonals.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Wall cells on either side of each line, so that a word around any cell lies in its line.
pub(super) const PADDING: usize = 10;
/// Reach of the candidates around a stone, in cells: all cells of the square, and the eight lines.
const CANDIDATE_SQUARE: i32 = 2;
const CANDIDATE_LINE: i32 = 3;

/// Tables that depend on a board's size only.
#[derive(Debug)]
pub(super) struct Geometry {
    pub size: BoardSize,
    /// Difference of the points' numbers for one step in each direction.
    pub steps: [i32; 4],
    /// For each point and direction, the bit of the line store where the cell 10 before it begins.
    pub line_bits: Vec<[u32; 4]>,
    /// Bytes of the line store.
    pub line_bytes: usize,
    /// Words of a bit set of points.
    pub words: usize,
    /// Words of a candidate mask.
    pub mask_words: usize,
    /// For each point, the first word of the bit set that its candidate mask covers.
    pub mask_first: Vec<u16>,
    /// Candidate masks, `mask_words` for each point.
    pub masks: Vec<u64>,
}

impl Geometry {
    pub fn new(size: BoardSize) -> Self {
        let (w, h) = (size.width(), size.height());
        let line_stride = (2 * (w.max(h) + 2 * PADDING)).next_multiple_of(8);
        let line_counts = [h, w, w + h - 1, w + h - 1];
        let starts = [0, h, h + w, 2 * (h + w) - 1];
        let line_bits = size
            .points()
            .map(|point| {
                let (x, y) = size.xy(point);
                let (x, y) = (x as usize, y as usize);
                let lines = [y, x, x + h - 1 - y, x + y];
                let positions = [x, y, x, x];
                std::array::from_fn(|d| ((starts[d] + lines[d]) * line_stride + 2 * positions[d]) as u32)
            })
            .collect();
        let words = size.cells().div_ceil(64);
        // The first and the last candidate lie on a diagonal through the stone, at any place in their words.
        let span = 2 * CANDIDATE_LINE as usize * (w + 1);
        let mask_words = (span.div_ceil(64) + 1).min(words);
        let mut masks = vec![0; mask_words * size.cells()];
        let mut mask_first = Vec::with_capacity(size.cells());
        for point in size.points() {
            let mut near = candidates_around(size, point).peekable();
            let first = near.peek().map_or(0, |first| first.index() / 64).min(words - mask_words);
            mask_first.push(first as u16);
            for near in near {
                masks[point.index() * mask_words + near.index() / 64 - first] |= 1 << (near.index() % 64);
            }
        }
        Self {
            size,
            steps: DIRECTIONS.map(|(dx, dy)| dx + dy * w as i32),
            line_bits,
            line_bytes: line_counts.iter().sum::<usize>() * line_stride / 8 + 8,
            words,
            mask_words,
            mask_first,
            masks,
        }
    }
}

/// The points that a stone at `point` makes candidates, in rising order.
pub(super) fn candidates_around(size: BoardSize, point: Point) -> impl Iterator<Item = Point> {
    let (x, y) = size.xy(point);
    let reach = -CANDIDATE_LINE..=CANDIDATE_LINE;
    let offsets = reach.clone().flat_map(move |dy| reach.clone().map(move |dx| (dx, dy)));
    offsets.filter_map(move |(dx, dy): (i32, i32)| {
        let in_square = dx.abs() <= CANDIDATE_SQUARE && dy.abs() <= CANDIDATE_SQUARE;
        let on_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        if in_square || on_line { size.point(x + dx, y + dy) } else { None }
    })
}
