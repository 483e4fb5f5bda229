use fukumi::games::gomoku::*;
use std::time::Instant;
fn run<R: Rule>() {
    let t = Instant::now();
    let _ = R::tables();
    let tt = t.elapsed();
    let mut b = Gomoku::<R>::new(15);
    let mut seed = 12345u64;
    let (mut best, mut total) = (0f64, 0u64);
    let mut sum = 0i64;
    for _ in 0..40 {
        let mut line = vec![];
        while b.outcome().is_none() && line.len() < 40 {
            let mut near = CellSet::EMPTY;
            for y in 0..15 {
                for x in 0..15 {
                    if b.stone(Cell::new(x, y)).is_some() {
                        near.toggle(Cell::new(x, y));
                    }
                }
            }
            let mut near = near.widened();
            near.retain(b.empty());
            let cells: Vec<Cell> = near.iter().collect();
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let c = if cells.is_empty() { Cell::new(7, 7) } else { cells[(seed >> 33) as usize % cells.len()] };
            b.place(c);
            line.push(c);
        }
        assert!(b == b.recomputed());
        for _ in 0..line.len() {
            b.take();
        }
        let t = Instant::now();
        for _ in 0..500 {
            for &c in &line {
                b.place(c);
                sum += b.balance() as i64;
            }
            for _ in &line {
                b.take();
            }
        }
        let n = 500 * line.len() as u64;
        total += n;
        best = best.max(n as f64 / t.elapsed().as_secs_f64());
    }
    println!("{:10} tables {:?} best {:.2} M make+unmake/s of {total} ({sum})", R::CODE.name(), tt, best / 1e6);
}
fn main() {
    run::<Freestyle>();
    if std::env::args().count() < 2 {
        run::<Standard>();
        run::<Renju>();
        run::<Caro>();
        run::<CaroFive>();
    }
}
