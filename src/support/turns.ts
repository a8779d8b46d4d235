/** So many at a time; whoever comes later waits, and they go in the order they came. */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((go) => this.waiting.push(go));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
