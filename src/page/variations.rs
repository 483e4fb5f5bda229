//! The tree of moves of a game: the line that is shown, the place in it, and edits that can be undone. It knows no rules.

use crate::files::{NodeId, Notes, Place, Tree};

/// So many edits can be undone.
const MOST_UNDONE: usize = 100;

/// A tree of moves, and the line of it that is shown.
#[derive(Clone, Debug)]
pub(super) struct Variations {
    tree: Tree,
    /// The nodes of the line that is shown, to its end.
    line: Vec<NodeId>,
    /// How many of its moves are played.
    ply: usize,
    edits: Vec<Undo>,
}

/// An edit, as it is undone.
#[derive(Clone, Debug)]
enum Undo {
    /// A node was taken out.
    Deleted { node: NodeId, place: Place, line: Vec<NodeId> },
    /// Nodes were moved, in this order, from these places.
    Promoted { places: Vec<(NodeId, Place)>, line: Vec<NodeId> },
    /// What is told about a position was changed.
    Told { node: NodeId, notes: Notes },
}

impl Variations {
    /// A tree, shown at the end of its main line.
    pub(super) fn new(tree: Tree) -> Variations {
        let line = tree.main_line();
        Variations { ply: line.len(), tree, line, edits: Vec::new() }
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The line that is shown, to its end.
    pub(super) fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// How many moves of it are played.
    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// The node of a position of the line.
    pub(super) fn node_at(&self, ply: usize) -> NodeId {
        ply.checked_sub(1).and_then(|at| self.line.get(at)).copied().unwrap_or(Tree::ROOT)
    }

    /// The node of the current position.
    pub(super) fn node(&self) -> NodeId {
        self.node_at(self.ply)
    }

    /// The moves of the line.
    pub(super) fn moves(&self) -> Vec<String> {
        self.line.iter().filter_map(|&node| self.tree.text(node)).map(str::to_owned).collect()
    }

    /// Plays a move: the line goes on with it, as it was played before or as a new variation.
    pub(super) fn play(&mut self, text: &str) {
        let node = self.node();
        let next = self.tree.child(node, text).unwrap_or_else(|| self.tree.add(node, Some(text)));
        self.show(next);
    }

    /// Adds a line of moves after a position of the line that is shown, which stays as it is.
    pub(super) fn keep(&mut self, ply: usize, moves: &[String]) {
        moves.iter().fold(self.node_at(ply), |at, text| {
            self.tree.child(at, text).unwrap_or_else(|| self.tree.add(at, Some(text)))
        });
        if self.line.len() == ply {
            self.line = self.lengthened(self.line.clone());
        }
    }

    /// Goes to a place of the line, or to its end.
    pub(super) fn go_to(&mut self, ply: usize) {
        self.ply = ply.min(self.line.len());
    }

    /// Shows a node, and the line through it.
    pub(super) fn show(&mut self, node: NodeId) {
        match self.line.iter().position(|&other| other == node) {
            Some(at) => self.ply = at + 1,
            None => {
                let mut path: Vec<NodeId> = std::iter::successors(Some(node), |&at| self.tree.parent(at))
                    .filter(|&at| at != Tree::ROOT)
                    .collect();
                path.reverse();
                self.ply = path.len();
                self.line = self.lengthened(path);
            }
        }
    }

    /// Takes a node out, with all after it; tells how many moves those were. The root stays.
    pub(super) fn delete(&mut self, node: NodeId) -> usize {
        let line = self.line.clone();
        let Some(place) = self.tree.detach(node) else { return 0 };
        if let Some(at) = self.line.iter().position(|&other| other == node) {
            self.ply = self.ply.min(at);
            let rest = self.line[..at].to_vec();
            self.line = self.lengthened(rest);
        }
        self.remember(Undo::Deleted { node, place, line });
        self.tree.size(node)
    }

    /// Makes the line through a node the main line.
    pub(super) fn promote(&mut self, node: NodeId) {
        let up: Vec<NodeId> = std::iter::successors(Some(node), |&at| self.tree.parent(at)).collect();
        let line = self.line.clone();
        let mut places = Vec::new();
        for node in up {
            let Some(parent) = self.tree.parent(node) else { break };
            if self.tree.first_child(parent) == Some(node) {
                continue;
            }
            places.extend(self.tree.detach(node).map(|place| (node, place)));
            self.tree.attach(node, Place::first(parent));
        }
        if !places.is_empty() {
            self.remember(Undo::Promoted { places, line });
        }
    }

    /// Changes what is told about a position.
    pub(super) fn tell(&mut self, node: NodeId, change: impl FnOnce(&mut Notes)) {
        let notes = self.tree.notes(node).clone();
        change(self.tree.notes_mut(node));
        if *self.tree.notes(node) != notes {
            self.remember(Undo::Told { node, notes });
        }
    }

    /// Can an edit be undone?
    pub(super) fn is_edited(&self) -> bool {
        !self.edits.is_empty()
    }

    /// Undoes the last edit and shows its place; false when there is none.
    pub(super) fn undo_edit(&mut self) -> bool {
        match self.edits.pop() {
            None => return false,
            Some(Undo::Deleted { node, place, line }) => {
                self.tree.attach(node, place);
                self.line = line;
                self.show(node);
            }
            Some(Undo::Promoted { places, line }) => {
                for (node, place) in places.into_iter().rev() {
                    self.tree.detach(node);
                    self.tree.attach(node, place);
                }
                // Moves may have been played since: the line is taken up again only if it leads through the same position.
                if line.get(..self.ply) == self.line.get(..self.ply) {
                    self.line = line;
                }
            }
            Some(Undo::Told { node, notes }) => {
                *self.tree.notes_mut(node) = notes;
                if node == Tree::ROOT { self.go_to(0) } else { self.show(node) }
            }
        }
        true
    }

    fn remember(&mut self, edit: Undo) {
        self.edits.push(edit);
        if self.edits.len() > MOST_UNDONE {
            self.edits.remove(0);
        }
    }

    /// A line, and the first choices after it.
    fn lengthened(&self, mut line: Vec<NodeId>) -> Vec<NodeId> {
        let last = line.last().copied().unwrap_or(Tree::ROOT);
        line.extend(std::iter::successors(self.tree.first_child(last), |&node| self.tree.first_child(node)));
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::movetext;

    fn variations(text: &str) -> Variations {
        Variations::new(movetext::parse(text, 100).unwrap())
    }

    fn text(of: &Variations) -> String {
        movetext::write(of.tree())
    }

    fn shown(of: &Variations) -> (String, usize) {
        (of.moves().join(" "), of.ply())
    }

    #[test]
    fn another_move_is_a_variation_and_the_same_one_leads_on() {
        let mut game = variations("a b c");
        game.go_to(1);
        game.play("x");
        game.play("y");
        assert_eq!((text(&game), shown(&game)), ("a b (x y) c".to_owned(), ("a x y".to_owned(), 3)));
        game.go_to(1);
        assert_eq!(shown(&game), ("a x y".to_owned(), 1), "the variation stays shown");
        game.play("b");
        assert_eq!((text(&game), shown(&game)), ("a b (x y) c".to_owned(), ("a b c".to_owned(), 2)));
        game.keep(1, &["x".to_owned(), "z".to_owned()]);
        assert_eq!((text(&game), shown(&game)), ("a b (x y (z)) c".to_owned(), ("a b c".to_owned(), 2)));
    }

    #[test]
    fn what_is_deleted_promoted_or_told_can_be_undone() {
        let mut game = variations("a b (x y (z)) c");
        let before = text(&game);
        let variation = game.tree().children(game.node_at(1)).nth(1).unwrap();
        let last = game.tree().children(variation).nth(1).unwrap();
        game.show(last);
        game.promote(last);
        assert_eq!((text(&game), shown(&game)), ("a x (b c) z (y)".to_owned(), ("a x z".to_owned(), 3)));
        assert_eq!(game.delete(variation), 3);
        assert_eq!((text(&game), shown(&game)), ("a b c".to_owned(), ("a b c".to_owned(), 1)));
        game.tell(game.node(), |notes| notes.comment = "good".to_owned());
        game.tell(game.node(), |_| {});
        assert_eq!(text(&game), "a {good} b c");
        game.go_to(3);
        game.play("d");
        let undone: Vec<String> = std::iter::from_fn(|| game.undo_edit().then(|| text(&game))).collect();
        assert_eq!(undone, ["a b c d", "a x (b c d) z (y)", "a b (x y (z)) c d"]);
        assert_eq!(text(&game).replace(" d", ""), before);
        assert!(!game.is_edited() && game.delete(Tree::ROOT) == 0 && !game.is_edited());
    }

    #[test]
    fn deleting_the_only_line_leaves_the_start() {
        let mut game = variations("a b");
        let first = game.node_at(1);
        game.delete(first);
        assert_eq!(shown(&game), (String::new(), 0));
        game.play("c");
        assert!(game.undo_edit());
        assert_eq!((text(&game), shown(&game)), ("a (c) b".to_owned(), ("a b".to_owned(), 1)));
    }
}
