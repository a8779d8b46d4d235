/** A feature that the core uses without importing it. src/features/register.ts registers the loader, which runs at the first use. */
export class Feature<Provided> {
  private load: (() => Promise<Provided>) | null = null;

  constructor(private readonly name: string) {}

  register(load: () => Promise<Provided>): void {
    this.load = load;
  }

  loaded(): Promise<Provided> {
    if (this.load === null) throw new Error(`the feature ${this.name} is not registered`);
    return this.load();
  }
}
