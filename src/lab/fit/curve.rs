//! The loss curve of a fit, by epoch, as SVG.

use plotters::prelude::*;

use super::train::Epoch;

/// Why no curve can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CurveError {
    /// Nothing to draw.
    #[error("there is no epoch to draw")]
    NoEpoch,
    /// The drawing failed.
    #[error("cannot draw the curve: {0}")]
    Drawing(String),
}

/// Width and height in pixels.
const SIZE: (u32, u32) = (800, 480);

/// The lines: their names, colours and heights.
type Line = (&'static str, RGBColor, fn(&Epoch) -> f64);
const LINES: [Line; 2] = [
    ("learnt from", RGBColor(31, 119, 180), |epoch| epoch.training_loss),
    ("held out", RGBColor(214, 39, 40), |epoch| epoch.held_out_loss),
];

/// Draws training and held-out loss by epoch, and marks the lowest held-out loss.
///
/// # Errors
/// When there is no epoch with finite losses.
pub fn loss_curve(epochs: &[Epoch]) -> Result<String, CurveError> {
    let finite = |epoch: &&Epoch| LINES.iter().all(|(_, _, height)| height(epoch).is_finite());
    let epochs: Vec<Epoch> = epochs.iter().filter(finite).copied().collect();
    let best = epochs.iter().min_by(|a, b| a.held_out_loss.total_cmp(&b.held_out_loss)).ok_or(CurveError::NoEpoch)?;
    let mut svg = String::new();
    draw(&epochs, best, &mut svg).map_err(|error| CurveError::Drawing(error.to_string()))?;
    Ok(svg)
}

fn draw(epochs: &[Epoch], best: &Epoch, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let losses = || epochs.iter().flat_map(|epoch| LINES.map(|(_, _, height)| height(epoch)));
    let (lowest, highest) = (losses().fold(f64::INFINITY, f64::min), losses().fold(f64::NEG_INFINITY, f64::max));
    let margin = (0.05 * (highest - lowest)).max(1e-6);
    let first = epochs.iter().map(|epoch| epoch.number).min().unwrap_or(0);
    let last = epochs.iter().map(|epoch| epoch.number).max().unwrap_or(0).max(first + 1);

    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .caption(
            format!("least held-out loss {:.6} after epoch {}", best.held_out_loss, best.number),
            ("sans-serif", 18),
        )
        .x_label_area_size(40)
        .y_label_area_size(72)
        .build_cartesian_2d(first as f64..last as f64, lowest - margin..highest + margin)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("mean logistic loss")
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .draw()?;
    for (name, colour, height) in LINES {
        let points = epochs.iter().map(|epoch| (epoch.number as f64, height(epoch)));
        let line = chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
        line.label(name).legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart.draw_series([Circle::new((best.number as f64, best.held_out_loss), 4, LINES[1].1.filled())])?;
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epoch(number: usize, loss: f64) -> Epoch {
        Epoch { number, learning_rate: 0.1, training_loss: loss, held_out_loss: loss + 0.01 }
    }

    #[test]
    fn the_curve_is_a_picture_with_both_lines() {
        let epochs: Vec<_> = (0..9).map(|number| epoch(number, 0.7 - 0.01 * number as f64)).collect();
        let svg = loss_curve(&epochs).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for colour in ["#1F77B4", "#D62728"] {
            assert!(svg.matches(colour).count() >= 2, "a line and its legend in {colour}: {svg}");
        }
        for text in ["learnt from", "held out", "epoch", "0.630000 after epoch 8"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }

    #[test]
    fn odd_curves() {
        assert_eq!(loss_curve(&[]), Err(CurveError::NoEpoch));
        assert_eq!(loss_curve(&[epoch(0, f64::NAN)]), Err(CurveError::NoEpoch));
        assert!(loss_curve(&[epoch(0, 0.5)]).unwrap().contains("after epoch 0"));
        assert!(loss_curve(&[epoch(3, 0.5), epoch(4, 0.5), epoch(5, f64::INFINITY)]).unwrap().contains("</svg>"));
    }
}
