/** An index of a list by key. The list may only grow; every query first indexes the items added since the last one. */
export class GrowingIndex<Item, Key> {
  private readonly positions = new Map<Key, number[]>();
  private indexed = 0;

  constructor(
    private readonly list: readonly Item[],
    private readonly keysOf: (item: Item, position: number) => readonly Key[],
  ) {}

  has(key: Key): boolean {
    this.indexNewItems();
    return this.positions.has(key);
  }

  /** The items with one of these keys, without duplicates and in the order of the list. */
  withAny(keys: Iterable<Key>): Item[] {
    this.indexNewItems();
    const found = new Set<number>();
    for (const key of keys) for (const position of this.positions.get(key) ?? []) found.add(position);
    return [...found].sort((a, b) => a - b).map((position) => this.list[position]!);
  }

  private indexNewItems(): void {
    for (; this.indexed < this.list.length; this.indexed++)
      for (const key of this.keysOf(this.list[this.indexed]!, this.indexed)) {
        const known = this.positions.get(key);
        if (known) known.push(this.indexed);
        else this.positions.set(key, [this.indexed]);
      }
  }
}
