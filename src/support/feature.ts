/**
 * A feature that the core asks for something without importing it. src/features/register.ts says how it is loaded, and it is loaded when it
 * is first asked.
 */
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
