/** Union-find over the integers 0 to n-1, with path halving; the smaller root is the representative. */
export class DisjointSets {
  private readonly parent: number[] = [];

  constructor(count: number) {
    for (let element = 0; element < count; element++) this.parent.push(element);
  }

  find(element: number): number {
    let at = element;
    while (this.parent[at] !== at) {
      const grandparent = this.parent[this.parent[at]!]!;
      this.parent[at] = grandparent;
      at = grandparent;
    }
    return at;
  }

  /** Joins two sets; false if they were joined already. */
  union(a: number, b: number): boolean {
    const [rootA, rootB] = [this.find(a), this.find(b)];
    if (rootA === rootB) return false;
    this.parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
    return true;
  }
}
