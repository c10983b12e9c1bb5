//! Strongly connected components (R. Tarjan, 1972), without recursion: rule texts may be hostile.

/// The components of a graph, each after all those that it has edges to. `edges[v]` are the nodes that `v` depends on.
pub fn components(edges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let count = edges.len();
    let (mut index, mut low) = (vec![NEW; count], vec![0u32; count]);
    let mut on_stack = vec![false; count];
    let (mut stack, mut result) = (Vec::new(), Vec::new());
    // Nodes whose edges are being followed, with the next edge to follow.
    let mut walk: Vec<(u32, usize)> = Vec::new();
    let mut next = 0;
    for root in 0..count as u32 {
        if index[root as usize] != NEW {
            continue;
        }
        walk.push((root, 0));
        while let Some(&mut (node, ref mut edge)) = walk.last_mut() {
            let at = node as usize;
            if *edge == 0 {
                (index[at], low[at]) = (next, next);
                next += 1;
                stack.push(node);
                on_stack[at] = true;
            }
            if let Some(&target) = edges[at].get(*edge) {
                *edge += 1;
                if index[target as usize] == NEW {
                    walk.push((target, 0));
                } else if on_stack[target as usize] {
                    low[at] = low[at].min(index[target as usize]);
                }
                continue;
            }
            walk.pop();
            if let Some(&(parent, _)) = walk.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == index[at] {
                let start = stack.iter().rposition(|&other| other == node).expect("the node is on the stack");
                let component: Vec<u32> = stack.drain(start..).collect();
                component.iter().for_each(|&member| on_stack[member as usize] = false);
                result.push(component);
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn dependencies_come_first_and_cycles_together() {
        let mut found = components(&[vec![1], vec![2, 3], vec![1], vec![], vec![4]]);
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4]]);
        assert_eq!(
            components(&(0..100_000).map(|n| if n > 0 { vec![n - 1] } else { vec![] }).collect::<Vec<_>>()).len(),
            100_000
        );
    }
}
