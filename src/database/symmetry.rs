//! The symmetries of a board, found from where its cells lie: eight of a square, twelve of a hexagon.

use std::f32::consts::PI;

/// Two cells whose images are nearer than this are the same.
const NEAR: f32 = 0.1;

/// Every rotation and reflection that maps all cells to cells, each as the list of images; the identity comes first.
pub(super) fn symmetries(cells: &[(f32, f32)]) -> Vec<Vec<u16>> {
    let count = cells.len().max(1) as f32;
    let sum = cells.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    let middle = (sum.0 / count, sum.1 / count);
    let around: Vec<(f32, f32)> = cells.iter().map(|cell| (cell.0 - middle.0, cell.1 - middle.1)).collect();
    let ways = [1.0, -1.0].into_iter().flat_map(|mirror| (0..12).map(move |twelfth| (mirror, twelfth)));
    ways.filter_map(|(mirror, twelfth)| images(&around, mirror, twelfth as f32 * PI / 6.0)).collect()
}

fn images(cells: &[(f32, f32)], mirror: f32, angle: f32) -> Option<Vec<u16>> {
    let (sin, cos) = angle.sin_cos();
    let image = |&(x, y): &(f32, f32)| {
        let (x, y) = (mirror * x, y);
        let (x, y) = (x * cos - y * sin, x * sin + y * cos);
        let at = cells.iter().position(|cell| (cell.0 - x).abs() < NEAR && (cell.1 - y).abs() < NEAR)?;
        u16::try_from(at).ok()
    };
    cells.iter().map(image).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_eight_and_a_rectangle_four() {
        let grid = |columns: u8, rows: u8| -> Vec<(f32, f32)> {
            (0..rows).flat_map(|y| (0..columns).map(move |x| (f32::from(x), f32::from(y)))).collect()
        };
        assert_eq!(symmetries(&grid(15, 15)).len(), 8);
        assert_eq!(symmetries(&grid(4, 8)).len(), 4);
        let first = &symmetries(&grid(6, 6))[0];
        assert!(first.iter().enumerate().all(|(cell, &image)| cell == usize::from(image)));
    }
}
