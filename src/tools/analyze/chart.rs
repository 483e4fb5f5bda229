//! The chart of a game: the first player's chance after every move, as SVG.

use plotters::prelude::*;

use super::result::GameResult;

/// Width and height in pixels.
const SIZE: (u32, u32) = (900, 420);
const CURVE: RGBColor = RGBColor(31, 119, 180);
const TURN: RGBColor = RGBColor(214, 39, 40);

/// Draws the chance of the first player, in percent, over the plies; turning points are marked and named.
///
/// # Errors
/// When the drawing fails.
pub(super) fn chart(game: &GameResult) -> anyhow::Result<String> {
    let mut svg = String::new();
    draw(game, &mut svg).map_err(|error| anyhow::anyhow!("cannot draw the chart: {error}"))?;
    Ok(svg)
}

fn draw(game: &GameResult, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let points: Vec<(f64, f64)> = (0..)
        .zip(&game.chances)
        .filter_map(|(ply, chance)| Some((f64::from(ply), f64::from((*chance)?) / 10.0)))
        .collect();
    let last = game.chances.len().saturating_sub(1).max(1) as f64;
    let (who, caption) = if game.puzzle { ("the solver", "solvable") } else { ("black", "chance of black to win") };
    let result = match game.outcome {
        Some("draw") => ": a draw".to_owned(),
        Some("solved") => ": solved".to_owned(),
        Some(winner) => format!(": {winner} won"),
        None => String::new(),
    };

    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .caption(format!("{caption}{result}"), ("sans-serif", 18))
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..last, 0.0..100.0)?;
    chart
        .configure_mesh()
        .x_desc("move")
        .y_desc(format!("{who}, %"))
        .x_label_formatter(&|ply| format!("{ply:.0}"))
        .y_label_formatter(&|chance| format!("{chance:.0}"))
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, 50.0), (last, 50.0)], BLACK.mix(0.4).stroke_width(1)))?;
    chart.draw_series(LineSeries::new(points.iter().copied(), CURVE.stroke_width(2)))?;
    for mv in game.moves.iter().filter(|mv| mv.turning) {
        let Some(&at) = points.iter().find(|(ply, _)| *ply == mv.ply as f64) else { continue };
        chart.draw_series([Circle::new(at, 4, TURN.filled())])?;
        let name = format!("{} {}", mv.ply, mv.text);
        // Beside the point, on the side where the frame leaves room.
        let (right, up) = (if at.0 < 0.85 * last { 8 } else { -44 }, if at.1 < 50.0 { -14 } else { 6 });
        let label = EmptyElement::at(at) + Text::new(name, (right, up), ("sans-serif", 13).into_font());
        chart.draw_series([label])?;
    }
    root.present()?;
    Ok(())
}
