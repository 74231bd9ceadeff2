//! x
use std::time::Instant;
use tengen::base::*;
use tengen::board::*;
use tengen::pattern::*;
fn main() {
    for r in Rule::ALL {
        let t = Instant::now();
        let p = PatternTables::of(r);
        println!("{r} table {:?} {}", t.elapsed(), p.reach);
    }
    let games = [
        "h8g7f6g8g9",
        "h2h5h4f6",
        "h8h9j9j8f8i7g7i9h6e9f6k7l6i10i6f9g9g11h10i11i8",
        "f5e3b7h5g3g4i6e4h4d4f2i5f4f6e5d6d7e7f8",
    ];
    for r in Rule::ALL {
        let t = Instant::now();
        let mut n = 0u64;
        while t.elapsed().as_millis() < 500 {
            for g in games {
                let mut b = Board::new(BoardSize::square(15).unwrap(), r);
                let m = parse_moves(b.size(), g).unwrap();
                for _ in 0..200 {
                    for &p in &m {
                        b.make(p, &mut ());
                        n += 1;
                    }
                    for _ in &m {
                        b.unmake(&mut ());
                    }
                }
            }
        }
        println!("{r} {:.2} M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
}
