//! Positions as a graph, and their values: each has the best of those that its moves lead to.
//!
//! Positions that are reached in several ways are one node. Those that moves can go round in a circle between are found first (Tarjan,
//! "Depth-first search and linear graph algorithms", 1972): within a circle only proofs are passed on, as a judged value that
//! went round would support itself. A result is proven only if a proven child makes it so: a loss needs every legal move to be
//! known and lost.

use rustc_hash::FxHashSet;

use super::record::Value;

/// A position of the graph.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) value: Option<Value>,
    pub(super) depth: i16,
    /// The child by the best move.
    pub(super) best: Option<u32>,
    /// Is its best move known, and not among the children? Then its own value counts beside theirs.
    pub(super) own_counts: bool,
    pub(super) children: Vec<u32>,
    /// Are all legal moves among the children?
    pub(super) is_complete: bool,
    /// Is its value another than before?
    pub(super) changed: bool,
}

/// Gives every position its value; tells how many of them moves can go round to.
pub(super) fn settle_all(nodes: &mut [Node]) -> u64 {
    let mut in_circles = 0;
    for circle in circles(nodes) {
        in_circles += if circle.len() > 1 { circle.len() as u64 } else { 0 };
        settle(nodes, &circle);
    }
    in_circles
}

/// Gives the positions of a circle, or the single one, their values; those that moves from it lead out to have theirs.
fn settle(nodes: &mut [Node], circle: &[u32]) {
    loop {
        let mut any = false;
        for &at in circle {
            any |= prove(nodes, at);
        }
        if !any || circle.len() == 1 {
            break;
        }
    }
    let inside: FxHashSet<u32> = if circle.len() > 1 { circle.iter().copied().collect() } else { FxHashSet::default() };
    let judged: Vec<(u32, Option<Judged>)> = circle.iter().map(|&at| (at, judge(nodes, at, &inside))).collect();
    for (at, judged) in judged {
        let Some(judged) = judged else { continue };
        let node = &mut nodes[at as usize];
        node.changed |= node.value != Some(judged.value) || node.depth != judged.depth;
        (node.value, node.depth, node.best) = (Some(judged.value), judged.depth, Some(judged.child));
    }
}

/// Proves a position by its children; false if that tells nothing new.
fn prove(nodes: &mut [Node], at: u32) -> bool {
    let node = &nodes[at as usize];
    let after = |&child: &u32| Some((nodes[child as usize].value?.one_ply_before(), child));
    let best = node
        .children
        .iter()
        .filter_map(after)
        .filter(|(value, _)| value.is_proven())
        .max_by_key(|(value, _)| value.rank());
    let Some((value, child)) = best else { return false };
    let all_proven = || {
        node.is_complete
            && node.children.iter().filter_map(after).filter(|(value, _)| value.is_proven()).count()
                == node.children.len()
    };
    let holds = matches!(value, Value::Win(_)) || all_proven();
    let own = node.value.filter(|own| own.is_proven());
    // A proof that the position has is replaced only by a quicker win.
    let is_better = own.is_none_or(|own| matches!((own, value), (Value::Win(had), Value::Win(plies)) if plies < had));
    if !holds || !is_better {
        return false;
    }
    let depth = nodes[child as usize].depth.saturating_add(1);
    let node = &mut nodes[at as usize];
    (node.value, node.depth, node.best, node.changed) = (Some(value), depth, Some(child), true);
    true
}

struct Judged {
    value: Value,
    depth: i16,
    child: u32,
}

/// The best of the children outside of the circle, where that is better than what the position has of its own.
fn judge(nodes: &[Node], at: u32, inside: &FxHashSet<u32>) -> Option<Judged> {
    let node = &nodes[at as usize];
    if node.value.is_some_and(Value::is_proven) {
        return None;
    }
    let outside = node.children.iter().filter(|&child| !inside.contains(child));
    let after = |&child: &u32| Some((nodes[child as usize].value?.one_ply_before(), child));
    let (value, child) = outside.filter_map(after).max_by_key(|(value, _)| value.rank())?;
    let own = node.value.filter(|_| node.own_counts);
    // A move that is known to lose says nothing about the others.
    let says_nothing = matches!(value, Value::Loss(_)) || own.is_some_and(|own| own.rank() >= value.rank());
    let value = if value.is_proven() { Value::Score(0) } else { value };
    (!says_nothing).then(|| Judged { value, depth: nodes[child as usize].depth.saturating_add(1), child })
}

/// The strongly connected parts of the graph, those that others lead to first.
fn circles(nodes: &[Node]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; nodes.len()];
    let mut low = vec![0_u32; nodes.len()];
    let mut is_open = vec![false; nodes.len()];
    let (mut open, mut found, mut next) = (Vec::new(), Vec::new(), 0_u32);
    for root in 0..nodes.len() as u32 {
        if number[root as usize] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0_usize)];
        while let Some(&mut (at, ref mut nth)) = path.last_mut() {
            let here = at as usize;
            if *nth == 0 {
                (number[here], low[here], is_open[here]) = (next, next, true);
                next += 1;
                open.push(at);
            }
            if let Some(&child) = nodes[here].children.get(*nth) {
                *nth += 1;
                let there = child as usize;
                if number[there] == UNSEEN {
                    path.push((child, 0));
                } else if is_open[there] {
                    low[here] = low[here].min(number[there]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[here]);
            }
            if low[here] == number[here] {
                let first = open.iter().rposition(|&node| node == at).unwrap_or(0);
                let circle = open.split_off(first);
                circle.iter().for_each(|&node| is_open[node as usize] = false);
                found.push(circle);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(nodes: &[(Option<Value>, &[u32], bool)]) -> Vec<Node> {
        let node = |&(value, children, is_complete): &(Option<Value>, &[u32], bool)| Node {
            value,
            children: children.to_vec(),
            is_complete,
            ..Node::default()
        };
        nodes.iter().map(node).collect()
    }

    fn solved(nodes: &[(Option<Value>, &[u32], bool)]) -> Vec<Option<Value>> {
        let mut nodes = graph(nodes);
        for circle in circles(&nodes) {
            settle(&mut nodes, &circle);
        }
        nodes.iter().map(|node| node.value).collect()
    }

    const fn score(score: i32) -> Option<Value> {
        Some(Value::Score(score))
    }

    #[test]
    fn values_come_up_through_transpositions() {
        // 0 leads to 1 and 2, both to 3.
        let values =
            solved(&[(None, &[1, 2], false), (None, &[3], false), (score(-40), &[3], false), (score(30), &[], false)]);
        assert_eq!(values, [score(30), score(-30), score(-30), score(30)]);
    }

    #[test]
    fn a_loss_is_proven_only_when_every_move_is_known() {
        let won = Some(Value::Win(4));
        assert_eq!(solved(&[(score(9), &[1], false), (won, &[], false)])[0], score(9));
        assert_eq!(solved(&[(score(9), &[1], true), (won, &[], false)])[0], Some(Value::Loss(5)));
        let mixed = solved(&[(None, &[1, 2], true), (won, &[], false), (score(7), &[], false)]);
        assert_eq!(mixed[0], score(-7));
        let wins = solved(&[
            (score(-3), &[1, 2], false),
            (Some(Value::Loss(6)), &[], false),
            (Some(Value::Loss(2)), &[], false),
        ]);
        assert_eq!(wins[0], Some(Value::Win(3)));
        assert_eq!(solved(&[(None, &[1], true), (Some(Value::Draw), &[], false)])[0], Some(Value::Draw));
        assert_eq!(solved(&[(None, &[1], false), (Some(Value::Draw), &[], false)])[0], score(0));
    }

    #[test]
    fn a_judged_value_does_not_go_round_in_a_circle() {
        // 0 and 1 lead to each other; 1 can leave to 2.
        let values = solved(&[(score(500), &[1], false), (score(-500), &[0, 2], false), (score(10), &[], false)]);
        assert_eq!(values, [score(500), score(-10), score(10)]);
        let proven = solved(&[(None, &[1], true), (None, &[0, 2], false), (Some(Value::Loss(0)), &[], false)]);
        assert_eq!(proven[..2], [Some(Value::Loss(2)), Some(Value::Win(1))]);
    }

    #[test]
    fn a_value_by_a_move_that_is_not_kept_still_counts() {
        let mut nodes = graph(&[(score(50), &[1], false), (score(200), &[], false)]);
        nodes[0].own_counts = true;
        for circle in circles(&nodes) {
            settle(&mut nodes, &circle);
        }
        assert_eq!(nodes[0].value, score(50));
    }
}
