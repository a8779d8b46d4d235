/** Schedules tasks that share a machine: a limited number at a time in order of arrival, cheap tasks beside them, and exclusive tasks alone. */
export class Turns {
  private readonly waiting: { readonly way: Way; go(): void }[] = [];
  private readonly underWay = { take: 0, beside: 0, alone: 0 };

  constructor(private readonly places: number) {}

  /** Runs within the limit. */
  take<T>(work: () => Promise<T>): Promise<T> {
    return this.when('take', work);
  }

  /** Runs immediately, outside the limit. */
  beside<T>(work: () => Promise<T>): Promise<T> {
    return this.when('beside', work);
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.when('alone', work);
  }

  private async when<T>(way: Way, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      this.waiting.push({ way, go });
      this.begin();
    });
    try {
      return await work();
    } finally {
      this.underWay[way]--;
      this.begin();
    }
  }

  private begin(): void {
    for (let at = 0; at < this.waiting.length; ) {
      const { way, go } = this.waiting[at]!;
      if (!this.mayBegin(way)) {
        if (way === 'alone') return; // later tasks wait for the exclusive one
        at++;
        continue;
      }
      this.waiting.splice(at, 1);
      this.underWay[way]++;
      go();
    }
  }

  private mayBegin(way: Way): boolean {
    const { take, beside, alone } = this.underWay;
    if (way === 'alone') return take + beside + alone === 0;
    return alone === 0 && (way === 'beside' || take < this.places);
  }
}

type Way = 'take' | 'beside' | 'alone';
