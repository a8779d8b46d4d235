import { DisjointSets } from '../support/disjoint-sets.js';
import type { CellIndex, Program, SiteIndex } from './program.js';

/**
 * The format of cells that are joined by flows: the format of any site among them that contains numbers. A cast to a number may compute in a higher
 * precision.
 */
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

  /** A number that identifies the cells of one format. */
  classOf(cell: CellIndex): number {
    return this.classes.find(cell);
  }

  /** A site with the format of this cell; null if only unnamed cells share it. */
  siteOf(cell: CellIndex): SiteIndex | null {
    return this.sites.get(this.classes.find(cell)) ?? null;
  }
}
