//! Boards that Rapfi prints into a dialogue (`MESSAGE ----Board----` and a row a line). After `YXSHOWINFO` Rapfi's
//! points are row,column or column,row, as its settings say; a board shows which.

/// Sides of boards that are printed.
const SIDES: std::ops::RangeInclusive<usize> = 5..=32;

/// Most boards that are looked at, each with the whole game before it.
const MOST: usize = 20;

/// Whether points are row,column: the answer of the last printed board that shows it, with the points named before each
/// board as they are written. `None` if no board shows it.
pub fn is_row_first(lines: &[&str], points_before: impl Fn(usize) -> Vec<(i32, i32)>) -> Option<bool> {
    let heads = (0..lines.len()).rev().filter(|&at| lines[at].contains("--Board--"));
    heads.take(MOST).find_map(|at| order_of(&rows_of(&lines[at + 1..])?, &points_before(at)))
}

/// The rows of a board: a sign for each cell, and the row's number.
fn rows_of(lines: &[&str]) -> Option<Vec<Vec<bool>>> {
    let row = |line: &&str| {
        let words: Vec<&str> = line.strip_prefix("MESSAGE")?.split_whitespace().collect();
        let (number, cells) = words.split_last()?;
        number.parse::<usize>().ok()?;
        let cell = |word: &&str| match *word {
            "X" | "O" => Some(true),
            "." | "*" => Some(false),
            _ => None,
        };
        cells.iter().map(cell).collect::<Option<Vec<bool>>>()
    };
    let rows: Vec<Vec<bool>> = lines.iter().map_while(row).collect();
    let side = rows.len();
    (SIDES.contains(&side) && rows.iter().all(|row| row.len() == side)).then_some(rows)
}

/// Whether points are row,column; `None` if the board fits both orders or neither.
fn order_of(rows: &[Vec<bool>], points: &[(i32, i32)]) -> Option<bool> {
    let last = rows.len() as i32 - 1;
    let count = rows.iter().flatten().filter(|&&is_stone| is_stone).count();
    let has_stone = |x: i32, y: i32| {
        let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        cell.is_some_and(|(x, y)| rows.get(y).and_then(|row| row.get(x)).is_some_and(|&is_stone| is_stone))
    };
    let fits = |place: &dyn Fn(i32, i32) -> (i32, i32)| {
        count == points.len()
            && points.iter().all(|&(first, second)| {
                let (x, y) = place(first, second);
                has_stone(x, y)
            })
    };
    // Rapfi's settings `none`, `X_flipY` and `flipY_X`; it prints its own first row on top.
    let is_column_first = fits(&|x, y| (x, y)) || fits(&|x, y| (x, last.saturating_sub(y)));
    let is_row_first = fits(&|row, column| (column, last.saturating_sub(row)));
    (is_column_first != is_row_first).then_some(is_row_first)
}
