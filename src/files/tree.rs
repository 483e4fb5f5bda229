//! The tree of moves. Its nodes are kept in one list and linked by their numbers, so that a deep file needs no deep stack.

use std::iter;

/// A node: a move, and annotations of the position after it.
#[derive(Clone, Debug, Default)]
struct Node {
    text: Option<Box<str>>,
    notes: Option<Box<Notes>>,
    parent: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
    next: Option<NodeId>,
}

/// The number of a node in its tree, plus one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(std::num::NonZeroU32);

/// Annotations of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// A comment, lines ended by `\n`.
    pub comment: String,
    /// How long the move before took, in milliseconds.
    pub ms: Option<u32>,
    /// Labels: points, as people write them, each with the text that is shown there.
    pub labels: Vec<(String, String)>,
    /// Other SGF properties with their values, as the file has them.
    pub kept: Vec<(String, Vec<String>)>,
}

static NOTHING: Notes = Notes { comment: String::new(), ms: None, labels: Vec::new(), kept: Vec::new() };

/// A tree of moves. Its root is the position before the first move. Trees are equal if they look the same, even if their nodes were
/// added in another order.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The number of nodes, of annotations, and of what these list.
    weight: usize,
    /// Nodes that have been taken out, with all after them.
    detached: usize,
}

/// A place among the choices after a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The node.
    parent: NodeId,
    /// The choice before it; none for the first.
    after: Option<NodeId>,
}

impl Place {
    /// The first choice after a node.
    pub fn first(parent: NodeId) -> Place {
        Place { parent, after: None }
    }
}

impl NodeId {
    /// Its number, which stays the same as long as the tree is there.
    pub fn number(self) -> u32 {
        self.0.get()
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let shape = |tree: &Tree, id| (tree.first_child(id).is_some(), tree.next_sibling(id).is_some());
        let same = |(one, two)| {
            self.text(one) == other.text(two)
                && self.notes(one) == other.notes(two)
                && shape(self, one) == shape(other, two)
        };
        let all = |tree: &Tree| -> Vec<NodeId> { iter::once(Tree::ROOT).chain(tree.walk()).collect() };
        self.len() == other.len() && all(self).into_iter().zip(all(other)).all(same)
    }
}

impl Eq for Tree {}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// The root.
    pub const ROOT: NodeId = NodeId(std::num::NonZeroU32::MIN);

    /// A root without moves.
    pub fn new() -> Tree {
        Tree { nodes: vec![Node::default()], weight: 1, detached: 0 }
    }

    /// A single line of moves.
    pub fn from_moves<S: AsRef<str>>(moves: impl IntoIterator<Item = S>) -> Tree {
        let mut tree = Tree::new();
        moves.into_iter().fold(Tree::ROOT, |at, text| tree.add(at, Some(text.as_ref())));
        tree
    }

    /// Adds a node as the last child of its parent. A node without a move only holds annotations.
    ///
    /// # Panics
    /// If there are more nodes than 32 bits can count; such files are refused long before.
    pub fn add(&mut self, parent: NodeId, text: Option<&str>) -> NodeId {
        let number = u32::try_from(self.nodes.len() + 1).ok().and_then(std::num::NonZeroU32::new);
        let id = NodeId(number.expect("a tree that fits into 32 bits"));
        self.weight += 1;
        self.nodes.push(Node { text: text.map(Box::from), ..Node::default() });
        self.link(id, Place { parent, after: self.node(parent).last });
        id
    }

    fn link(&mut self, id: NodeId, place: Place) {
        let Place { parent, after } = place;
        let next = match after {
            Some(before) => self.node_mut(before).next.replace(id),
            None => self.node_mut(parent).first.replace(id),
        };
        if next.is_none() {
            self.node_mut(parent).last = Some(id);
        }
        let node = self.node_mut(id);
        (node.parent, node.next) = (Some(parent), next);
    }

    /// Takes a node out, with all after it; tells where it was. The root stays.
    pub fn detach(&mut self, id: NodeId) -> Option<Place> {
        let parent = self.parent(id)?;
        let after = self.children(parent).take_while(|&child| child != id).last();
        let next = self.node_mut(id).next.take();
        match after {
            Some(before) => self.node_mut(before).next = next,
            None => self.node_mut(parent).first = next,
        }
        if next.is_none() {
            self.node_mut(parent).last = after;
        }
        self.node_mut(id).parent = None;
        self.detached += self.size(id);
        Some(Place { parent, after })
    }

    /// Puts a node that was taken out to a place, with all after it.
    pub fn attach(&mut self, id: NodeId, place: Place) {
        self.detached -= self.size(id);
        self.link(id, place);
    }

    /// How many nodes there are from a node on, itself counted.
    pub fn size(&self, id: NodeId) -> usize {
        let mut waiting = vec![id];
        let mut size = 0;
        while let Some(node) = waiting.pop() {
            size += 1;
            waiting.extend(self.children(node));
        }
        size
    }

    /// The node of a number, if it is in the tree.
    pub fn find(&self, number: u32) -> Option<NodeId> {
        let id = std::num::NonZeroU32::new(number).map(NodeId).filter(|id| id.0.get() as usize <= self.nodes.len())?;
        let top = iter::successors(Some(id), |&node| self.parent(node)).last();
        (top == Some(Tree::ROOT)).then_some(id)
    }

    /// The choice after a node that has this move.
    pub fn child(&self, id: NodeId, text: &str) -> Option<NodeId> {
        self.children(id).find(|&child| self.text(child) == Some(text))
    }

    /// The number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.detached
    }

    /// Is there nothing but the root?
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The move of a node; `None` for the root, and for nodes that only hold annotations.
    pub fn text(&self, id: NodeId) -> Option<&str> {
        self.node(id).text.as_deref()
    }

    /// Replaces the text of a node's move.
    pub fn set_text(&mut self, id: NodeId, text: &str) {
        self.node_mut(id).text = Some(Box::from(text));
    }

    /// The annotations of a node.
    pub fn notes(&self, id: NodeId) -> &Notes {
        self.node(id).notes.as_deref().unwrap_or(&NOTHING)
    }

    /// The annotations of a node, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        if self.node(id).notes.is_none() {
            self.weight += 1;
        }
        self.node_mut(id).notes.get_or_insert_default()
    }

    /// Labels a point in the position of a node; a point has only one label.
    pub fn add_label(&mut self, id: NodeId, at: String, text: String) {
        let labels = &mut self.notes_mut(id).labels;
        match labels.iter_mut().find(|(other, _)| *other == at) {
            Some((_, label)) => *label = text,
            None => {
                labels.push((at, text));
                self.weight += 1;
            }
        }
    }

    /// Keeps an SGF property that means nothing to us, with its values.
    pub fn keep(&mut self, id: NodeId, name: &str, values: Vec<String>) {
        self.weight += 1 + values.len();
        self.notes_mut(id).kept.push((name.to_owned(), values));
    }

    /// How much memory the tree takes, measured in nodes: annotations count as well.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Adds a line to the comment of a node.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        if !text.is_empty() {
            let comment = &mut self.notes_mut(id).comment;
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(text);
        }
    }

    /// The parent of a node.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The children of a node, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        iter::successors(self.node(id).first, |&child| self.node(child).next)
    }

    /// The first child of a node.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first
    }

    /// The next sibling of a node.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next
    }

    /// The main line: the first child of every node, from the root on.
    pub fn main_line(&self) -> Vec<NodeId> {
        iter::successors(self.first_child(Tree::ROOT), |&node| self.first_child(node)).collect()
    }

    /// How far a node is from the root, in nodes.
    pub fn depth(&self, id: NodeId) -> usize {
        iter::successors(self.parent(id), |&node| self.parent(node)).count()
    }

    /// The moves from the root to a node, its own last.
    pub fn path(&self, id: NodeId) -> Vec<String> {
        let up = iter::successors(Some(id), |&node| self.parent(node));
        let mut moves: Vec<String> = up.filter_map(|node| self.text(node)).map(str::to_owned).collect();
        moves.reverse();
        moves
    }

    /// The next node in depth-first order.
    pub fn successor(&self, id: NodeId) -> Option<NodeId> {
        let up = || iter::successors(Some(id), |&node| self.parent(node)).find_map(|node| self.node(node).next);
        self.first_child(id).or_else(up)
    }

    /// All nodes but the root, in depth-first order.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        iter::successors(self.first_child(Tree::ROOT), |&node| self.successor(node))
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0.get() as usize - 1]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0.get() as usize - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_visited_to_their_ends_in_order() {
        let mut tree = Tree::from_moves(["a1", "b1", "c1"]);
        let main = tree.main_line();
        let other = tree.add(main[0], Some("b2"));
        tree.add(other, Some("c2"));
        tree.add(Tree::ROOT, Some("a3"));
        let order: Vec<_> = tree.walk().filter_map(|node| tree.text(node)).collect();
        assert_eq!(order, ["a1", "b1", "c1", "b2", "c2", "a3"]);
        assert_eq!(tree.path(other), ["a1", "b2"]);
        assert_eq!(tree.children(main[0]).count(), 2);
        assert_eq!((tree.len(), tree.is_empty(), Tree::new().is_empty()), (7, false, true));
    }

    #[test]
    fn trees_are_equal_that_look_the_same() {
        let mut one = Tree::from_moves(["a1", "b1"]);
        let mut two = Tree::from_moves(["a1"]);
        one.add(Tree::ROOT, Some("a2"));
        two.add(Tree::ROOT, Some("a2"));
        assert_ne!(one, two);
        let last = two.add(two.main_line()[0], Some("b1"));
        assert_eq!(one, two);
        two.notes_mut(last);
        assert_eq!(one, two);
        two.add_comment(last, "told");
        assert_ne!(one, two);
        assert_ne!(Tree::from_moves(["a1", "b1", "c1"]), one);
    }

    #[test]
    fn what_is_taken_out_comes_back_to_its_place() {
        let mut tree = Tree::from_moves(["a1", "b1", "c1"]);
        let main = tree.main_line();
        let beside: Vec<_> = ["b2", "b3"].iter().map(|text| tree.add(main[0], Some(text))).collect();
        let before = tree.clone();
        for id in [main[1], beside[0], beside[1], main[0]] {
            let place = tree.detach(id).unwrap();
            assert_eq!(tree.len(), before.len() - before.size(id));
            assert_eq!((tree.find(id.number()), tree.parent(id)), (None, None));
            tree.attach(id, place);
            assert_eq!(tree, before);
            assert_eq!(tree.find(id.number()), Some(id));
        }
        let place = tree.detach(beside[1]).unwrap();
        tree.attach(beside[1], Place::first(main[0]));
        assert_eq!(tree.path(*tree.main_line().last().unwrap()), ["a1", "b3"]);
        tree.detach(beside[1]);
        tree.attach(beside[1], place);
        assert_eq!(tree, before);
        assert_eq!((tree.detach(Tree::ROOT), tree.find(0), tree.find(99)), (None, None, None));
        assert_eq!((tree.child(main[0], "b2"), tree.child(main[0], "b9")), (Some(beside[0]), None));
        tree.add(main[0], Some("b4"));
        assert_eq!(tree.children(main[0]).count(), 4);
    }

    #[test]
    fn comments_of_one_position_are_lines() {
        let mut tree = Tree::new();
        assert_eq!(tree.notes(Tree::ROOT), &NOTHING);
        ["one", "", "two"].into_iter().for_each(|text| tree.add_comment(Tree::ROOT, text));
        assert_eq!(tree.notes(Tree::ROOT).comment, "one\ntwo");
    }
}
