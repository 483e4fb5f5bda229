//! Checks the moves of a record by the rules of its game.

use std::sync::Arc;

use super::error::FileError;
use super::record::{GameRecord, Tag};
use super::source::FoundGame;
use super::tree::{NodeId, Tree};
use crate::engine::options::Options;
use crate::engine::{Change, Engine, MoveStyle, Rejected};
use crate::search::{Outcome, Player};

/// Checks records. The engine is kept and used again for the next record with the same rules.
#[derive(Default)]
pub struct Checker {
    engine: Option<(Arc<Options>, Box<dyn Engine>)>,
}

impl Checker {
    /// Plays every line of a game, rewrites its moves in the usual notation, and notes the winner if the main line ends the game.
    /// `number` is the number of the game in its file, from 1.
    ///
    /// # Errors
    /// [`FileError::Start`] or [`FileError::Illegal`].
    pub fn check(&mut self, found: FoundGame, number: usize) -> Result<GameRecord, FileError> {
        let FoundGame { location, mut record } = found;
        let bad_start = |why: Rejected| FileError::Start { location, game: number, why: why.to_string() };
        let engine = self.engine(&record.rules).map_err(bad_start)?;
        settle_start(engine, &mut record).map_err(bad_start)?;
        play_tree(engine, &mut record).map_err(|(node, why)| {
            let ply = record.tree.path(node).len();
            FileError::Illegal { location, game: number, ply, why: reason(why) }
        })?;
        Ok(record)
    }

    /// An engine that plays by these rules; its position may be any.
    fn engine(&mut self, rules: &Arc<Options>) -> Result<&mut Box<dyn Engine>, Rejected> {
        let fits = |(known, _): &(Arc<Options>, _)| Arc::ptr_eq(known, rules) || known.same_game(rules);
        let kept = self.engine.take().filter(fits);
        let opened = match kept {
            Some(opened) => opened,
            None => (rules.clone(), (rules.game().open)(rules)?),
        };
        Ok(&mut self.engine.insert(opened).1)
    }
}

/// A rejection in words, where the number of the move stands before them.
fn reason(why: Rejected) -> String {
    match why {
        Rejected::BadMove { text, why, .. } => format!("{text}: {why}"),
        other => other.to_string(),
    }
}

/// Sets up the start position, and drops its text if the game starts there anyway.
fn settle_start(engine: &mut Box<dyn Engine>, record: &mut GameRecord) -> Result<(), Rejected> {
    engine.apply(&Change::Clear)?;
    let own = engine.position();
    engine.apply(&Change::Set { position: record.start.clone(), moves: Vec::new() })?;
    record.start = Some(engine.position()).filter(|start| *start != own);
    Ok(())
}

/// How many moves may be replayed in all to reach the starts of variations: about half a minute's work. No real library comes close.
const MOST_REPLAYED: usize = 64 << 20;

/// Plays every node of the tree. The engine plays on to the end of a line, and starts again for the next.
fn play_tree(engine: &mut Box<dyn Engine>, record: &mut GameRecord) -> Result<(), (NodeId, Rejected)> {
    let mut at = Tree::ROOT;
    let mut on_main_line = true;
    let mut replayed = 0;
    let mut next = record.tree.first_child(Tree::ROOT);
    while let Some(node) = next {
        next = record.tree.successor(node);
        let parent = record.tree.parent(node).unwrap_or(Tree::ROOT);
        let leads_on = record.tree.first_child(node).is_some();
        let text = record.tree.text(node).map(str::to_owned);
        if at != parent && (text.is_some() || leads_on) {
            replayed += record.tree.depth(parent);
            if replayed > MOST_REPLAYED {
                return Err((node, Rejected::Unsupported("tree: too many variations".to_owned())));
            }
            let moves = record.tree.path(parent);
            let back = engine.apply(&Change::Set { position: record.start.clone(), moves });
            back.map_err(|why| (node, why))?;
            at = parent;
        }
        if let Some(text) = text {
            let spelt = engine.reformat(&text, MoveStyle::Bottom).map_err(|why| (node, why))?;
            if leads_on || on_main_line {
                engine.apply(&Change::Play(text.clone())).map_err(|why| (node, why))?;
                at = node;
            }
            if *spelt != text {
                record.tree.set_text(node, &spelt);
            }
        } else if leads_on || on_main_line {
            at = node;
        }
        if on_main_line && !leads_on {
            note_result(engine.as_ref(), record);
            on_main_line = false;
        }
    }
    Ok(())
}

fn note_result(engine: &dyn Engine, record: &mut GameRecord) {
    record.decided = engine.standing().outcome.map(|outcome| match outcome {
        Outcome::Win(Player::First) => "B+",
        Outcome::Win(Player::Second) => "W+",
        Outcome::Draw => "0",
    });
    if let Some(result) = record.decided {
        record.info.entry(Tag::Result).or_insert_with(|| result.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::Location;
    use super::*;

    fn record(moves: &str) -> GameRecord {
        let mut record = GameRecord::new(Arc::new(Options::for_game("gomoku").unwrap()));
        record.tree = Tree::from_moves(moves.split_whitespace());
        record
    }

    fn check(record: GameRecord) -> Result<GameRecord, FileError> {
        Checker::default().check(FoundGame { location: Location::Line(4), record }, 2)
    }

    #[test]
    fn moves_are_spelt_as_people_do_and_the_winner_is_noted() {
        let checked = check(record("7,7 H9 0,0 b1 i8 c1 j8 d1 k8 e1 l8")).unwrap();
        assert_eq!(checked.moves()[..3], ["h8", "h9", "a15"]);
        assert_eq!(checked.tag(Tag::Result), Some("B+"));
    }

    #[test]
    fn an_illegal_move_is_named_with_its_ply() {
        for (moves, ply) in [("h8 h9 h8", 3), ("h16", 1), ("a1 a2 b1 b2 c1 c2 d1 d2 e1 e2", 10)] {
            match check(record(moves)) {
                Err(FileError::Illegal { location: Location::Line(4), game: 2, ply: found, .. }) => {
                    assert_eq!(found, ply)
                }
                other => panic!("{moves}: {other:?}"),
            }
        }
    }

    #[test]
    fn variations_are_played_from_where_they_branch() {
        let mut branched = record("h8 h9 h10");
        let main = branched.tree.main_line();
        let other = branched.tree.add(main[0], Some("i9"));
        branched.tree.add(other, Some("h9"));
        assert!(check(branched.clone()).is_ok());
        branched.tree.add(main[0], Some("h8"));
        assert!(matches!(check(branched), Err(FileError::Illegal { ply: 2, .. })));
    }

    #[test]
    fn a_start_that_is_the_games_own_is_none() {
        let mut begun = record("e5");
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("BoardSize", "5").unwrap();
        begun.rules = Arc::new(options);
        begun.start = Some("5/5/5/5/5 b 0".to_owned());
        assert_eq!(check(begun.clone()).unwrap().start, None);
        begun.start = Some("5/5/5/5/b4 w 0".to_owned());
        assert_eq!(check(begun.clone()).unwrap().start, begun.start);
        begun.start = Some("6/6/6/6/6/6 w 0".to_owned());
        assert!(matches!(check(begun), Err(FileError::Start { game: 2, .. })));
    }
}
