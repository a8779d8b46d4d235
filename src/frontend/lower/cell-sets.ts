import type { CellIndex } from '../../program/program.js';

/** Disjoint sets of cells, which are negative where they have no name. */
export class CellSets {
  private readonly parents = new Map<CellIndex, CellIndex>();

  find(cell: CellIndex): CellIndex {
    let root = cell;
    for (let next = this.parents.get(root); next !== undefined; next = this.parents.get(root)) root = next;
    if (root !== cell) this.parents.set(cell, root);
    return root;
  }

  union(a: CellIndex, b: CellIndex): void {
    const [x, y] = [this.find(a), this.find(b)];
    if (x !== y) this.parents.set(x, y);
  }
}
