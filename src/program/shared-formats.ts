import { DisjointSets } from '../support/disjoint-sets.js';
import type { CellIndex, Program, SiteIndex } from './program.js';

/** Cells that flows join have one format, which is that of any site among them. */
export class SharedFormats {
  private readonly classes: DisjointSets;
  private readonly sites: ReadonlyMap<number, SiteIndex>;

  constructor({ cells, flows, sites }: Pick<Program, 'cells' | 'flows' | 'sites'>) {
    this.classes = new DisjointSets(cells.length);
    for (const { a, b } of flows) this.classes.union(a, b);
    this.sites = new Map(sites.map((_, site) => [this.classes.find(site), site]));
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
