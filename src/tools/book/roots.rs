//! The positions that a book begins with.

use anyhow::{Result, ensure};
use clap::ValueEnum;

use crate::database::{Space, Stones};
use crate::engine::Change;
use crate::engine::opening::canonical::CANONICAL;
use crate::engine::opening::proposals::proposals;
use crate::engine::opening::{OpeningRule, Point};
use crate::engine::options::Options;

/// A family of roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Roots {
    /// The position that is named by --position and --moves; the start position when none is.
    Position,
    /// The 26 openings of renju.
    Renju,
    /// The three stones with which fukumi begins swap2.
    Swap2,
}

impl Roots {
    /// The positions. `named` is the one that the command line names.
    pub(super) fn positions(self, options: &Options, space: &Space, named: &Stones) -> Result<Vec<Stones>> {
        let openings: Vec<[Point; 3]> = match self {
            Roots::Position => return Ok(vec![named.clone()]),
            Roots::Renju | Roots::Swap2 => {
                let size = options.board_size();
                ensure!(size.is_some(), "--roots: {} has no such openings", options.game().name);
                let (size, rule) = (size.unwrap_or_default(), self.rule());
                rule.check_size(size)?;
                let size = u8::try_from(size)?;
                if self == Roots::Swap2 {
                    proposals(rule, size)
                } else {
                    CANONICAL.iter().filter_map(|opening| opening.stones(size)).collect()
                }
            }
        };
        openings.iter().map(|stones| laid(options, space, stones)).collect()
    }

    fn rule(self) -> OpeningRule {
        if self == Roots::Swap2 { OpeningRule::Swap2 } else { OpeningRule::Rif }
    }
}

fn laid(options: &Options, space: &Space, stones: &[Point]) -> Result<Stones> {
    let mut engine = (options.game().open)(options)?;
    let moves = stones.iter().map(ToString::to_string).collect();
    engine.apply(&Change::Set { position: None, moves })?;
    Ok(space.parse(&engine.position())?)
}
