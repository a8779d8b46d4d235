/** Union-find over arbitrary integers; integers that were never joined need no memory. */
export class SparseSets {
  private readonly parents = new Map<number, number>();

  find(element: number): number {
    let root = element;
    for (let next = this.parents.get(root); next !== undefined; next = this.parents.get(root)) root = next;
    for (let at = element; at !== root; ) {
      const next = this.parents.get(at)!;
      this.parents.set(at, root);
      at = next;
    }
    return root;
  }

  /** Joins two sets; false if they were joined already. */
  union(a: number, b: number): boolean {
    const [x, y] = [this.find(a), this.find(b)];
    if (x !== y) this.parents.set(x, y);
    return x !== y;
  }
}
