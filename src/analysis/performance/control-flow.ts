/** Dominance among the basic blocks of a function, after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm". */
import type { BasicBlock, BlockIndex } from '../../program/program.js';

export interface Dominance {
  /** Blocks on every path from the entry to a block, nearest first, without the block itself; empty for the entry and unreachable blocks. */
  dominators(block: BlockIndex): BlockIndex[];
  /** Each runs exactly when the other does, provided that both are in the same loop. */
  areEquivalent(a: BlockIndex, b: BlockIndex): boolean;
  isReached(block: BlockIndex): boolean;
}

export function findDominance(blocks: readonly BasicBlock[]): Dominance {
  const successors: BlockIndex[][] = blocks.map(() => []);
  blocks.forEach(({ predecessors }, block) => {
    for (const predecessor of predecessors) successors[predecessor]!.push(block);
  });
  const forward = immediateDominators(blocks.length, 0, (block) => successors[block]!);
  // a common exit behind all blocks without successors
  const exit = blocks.length;
  const ends = blocks.flatMap((_, block) =>
    successors[block]!.length === 0 && forward.isReached(block) ? [block] : [],
  );
  const backward = immediateDominators(blocks.length + 1, exit, (block) =>
    block === exit ? ends : blocks[block]!.predecessors.filter((one) => forward.isReached(one)),
  );
  const isAbove = (tree: Tree, above: BlockIndex, below: BlockIndex): boolean => tree.above(below).includes(above);
  return {
    dominators: (block) => forward.above(block),
    isReached: forward.isReached,
    areEquivalent: (a, b) =>
      (isAbove(forward, a, b) && isAbove(backward, b, a)) || (isAbove(forward, b, a) && isAbove(backward, a, b)),
  };
}

interface Tree {
  above(node: number): number[];
  isReached(node: number): boolean;
}

function immediateDominators(count: number, root: number, successors: (node: number) => readonly number[]): Tree {
  const order = postorder(root, successors);
  const position = new Map(order.map((node, index) => [node, index]));
  const predecessors = new Map<number, number[]>(order.map((node) => [node, []]));
  for (const node of order) for (const next of successors(node)) predecessors.get(next)?.push(node);
  const immediate = new Array<number>(count).fill(-1);
  immediate[root] = root;
  const meet = (one: number, other: number): number => {
    let [a, b] = [one, other];
    while (a !== b) {
      while (position.get(a)! < position.get(b)!) a = immediate[a]!;
      while (position.get(b)! < position.get(a)!) b = immediate[b]!;
    }
    return a;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of [...order].reverse()) {
      if (node === root) continue;
      const known = predecessors.get(node)!.filter((one) => immediate[one] !== -1);
      if (known.length === 0) continue;
      const found = known.reduce(meet);
      if (immediate[node] !== found) {
        immediate[node] = found;
        changed = true;
      }
    }
  }
  return {
    isReached: (node) => immediate[node] !== -1,
    above: (node) => {
      const found: number[] = [];
      for (let at = node; immediate[at] !== -1 && immediate[at] !== at; at = immediate[at]!) found.push(immediate[at]!);
      return found;
    },
  };
}

function postorder(root: number, successors: (node: number) => readonly number[]): number[] {
  const order: number[] = [];
  const seen = new Set([root]);
  const stack: { node: number; next: number }[] = [{ node: root, next: 0 }];
  while (stack.length > 0) {
    const top = stack.at(-1)!;
    const following = successors(top.node)[top.next++];
    if (following === undefined) {
      order.push(top.node);
      stack.pop();
    } else if (!seen.has(following)) {
      seen.add(following);
      stack.push({ node: following, next: 0 });
    }
  }
  return order;
}
