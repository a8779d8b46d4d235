import { DisjointSets } from '../support/disjoint-sets.js';
import type { CellIndex, Program, SiteIndex } from './program.js';

/** Cells that flows join have one format: that of any site among them that holds numbers. The cast of a number may compute in a wider one. */
export class SharedFormats {
  private readonly classes: DisjointSets;
  private readonly sites: ReadonlyMap<number, SiteIndex>;

  constructor({ cells, flows, sites }: Pick<Program, 'cells' | 'flows' | 'sites'>) {
    this.classes = new DisjointSets(cells.length);
    for (const { a, b } of flows) this.classes.union(a, b);
    const found = new Map<number, SiteIndex>();
    sites.forEach(({ kind }, site) => {
      const shared = this.classes.find(site);
      if (kind !== 'cast' || !found.has(shared)) found.set(shared, site);
    });
    this.sites = found;
  }

  /** One number for all cells of one format. */
  classOf(cell: CellIndex): number {
    return this.classes.find(cell);
  }

  /** A site with the format of this cell; null where nothing that has a name shares it. */
  siteOf(cell: CellIndex): SiteIndex | null {
    return this.sites.get(this.classes.find(cell)) ?? null;
  }
}
