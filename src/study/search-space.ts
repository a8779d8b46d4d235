/** The search space of groups, and the conversion of a strategy's points to configurations. */
import { createHash } from 'node:crypto';
import type { ModelDimension } from '../analysis/performance-model.js';
import type { RangesRecord, TrialRecord } from '../journal/records.js';
import { type Format, isWider } from '../numerics/format.js';
import type { Program, SiteIndex } from '../program/program.js';
import type { Point, SearchSpace } from '../search/strategy.js';
import { admits } from '../space/configuration.js';
import { type Configuration, type Resolution, resolve } from '../space/resolve.js';
import type { Bench } from '../workbench/bench.js';
import { isOffered, type RangedGroup } from './formats/observed-ranges.js';

export type Formats = TrialRecord['formats'];

/** A search space, and the meaning of its points for the program. */
export interface ConfigurationSpace {
  readonly space: SearchSpace;
  /** The formats that a point changes, by the group ids of a configuration file. */
  formatsOf(point: Point): Formats;
  /** Names of the sets that a point lowers; null if the dimensions are not sets. */
  setsOf(point: Point): string[] | null;
  /** In the space of a tuning plan: the iteration that a point stands for. */
  iterationOf?(point: Point): number | null;
  configurationOf(formats: Formats): Configuration;
  resolve(formats: Formats): Resolution;
  /** Number of points; infinite if it is too large for a number. */
  readonly size: number;
}

/** The id of a group is that of one of its members, preferably one in device code. */
export function groupId(program: Pick<Program, 'sites'>, sites: readonly SiteIndex[]): string {
  const named = sites.find((site) => program.sites[site]!.inDeviceCode) ?? sites[0]!;
  return program.sites[named]!.id;
}

export class TuningSpace implements ConfigurationSpace {
  readonly space: SearchSpace;
  private readonly groups: readonly number[];

  /** One dimension per group with a member in scope: its declared format, then the narrower ones asked for, widest first. */
  constructor(
    private readonly bench: Pick<Bench, 'program' | 'groups'>,
    formats: readonly Format[],
    scope: ReadonlySet<SiteIndex>,
    /** Observed value ranges. Formats that would lose observed values are left out. */
    ranges: RangesRecord | null = null,
  ) {
    const { program, groups } = bench;
    this.groups = groups.groups.flatMap((group, index) =>
      group.frozen === null && group.sites.some((site) => scope.has(site)) ? [index] : [],
    );
    const dimensions = this.groups.map((index) => {
      const { sites } = groups.groups[index]!;
      const declared = program.sites[sites[0]!]!.format;
      const narrower = formats
        .filter((format) => isWider(declared, format) && sites.every((site) => admits(program, site, format)))
        .sort((a, b) => (isWider(a, b) ? -1 : isWider(b, a) ? 1 : 0));
      const id = groupId(program, sites);
      return { id, formats: [declared, ...narrower.filter((format) => isOffered(ranges, id, format))] };
    });
    this.space = { dimensions };
  }

  formatsOf(point: Point): Formats {
    return Object.fromEntries(
      point.flatMap((format, index) => {
        const { id, formats } = this.space.dimensions[index]!;
        return format === formats[0] ? [] : [[id, format]];
      }),
    );
  }

  setsOf(): null {
    return null;
  }

  configurationOf(formats: Formats): Configuration {
    const sites = new Map<SiteIndex, Format>();
    this.space.dimensions.forEach(({ id }, index) => {
      const format = formats[id];
      if (format === undefined) return;
      for (const site of this.bench.groups.groups[this.groups[index]!]!.sites)
        if (this.bench.program.sites[site]!.format !== format) sites.set(site, format);
    });
    return { sites, operations: new Map() };
  }

  resolve(formats: Formats): Resolution {
    return resolve(this.bench.program, this.configurationOf(formats));
  }

  /** The dimensions in the form that the performance model reads. */
  get modelDimensions(): ModelDimension[] {
    return this.rangedGroups.map(({ sites, formats }) => ({ sites, operations: [], formats }));
  }

  get rangedGroups(): RangedGroup[] {
    return this.space.dimensions.map((dimension, index) => ({
      ...dimension,
      sites: this.bench.groups.groups[this.groups[index]!]!.sites,
    }));
  }

  /** Every group in the lowest precision of the space. */
  get narrowest(): Formats {
    return this.formatsOf(this.space.dimensions.map(({ formats }) => formats.at(-1)!));
  }

  get size(): number {
    return this.space.dimensions.reduce((product, { formats }) => product * formats.length, 1);
  }
}

/** Configurations with equal digests are the same program: equal formats (and so conversions), summation methods and thread-block sizes. */
export function digestResolution(
  { siteFormats, operationFormats }: Resolution,
  accumulators?: TrialRecord['accumulators'],
  blocks?: TrialRecord['blocks'],
): string {
  return createHash('sha256')
    .update(siteFormats.join())
    .update(';')
    .update(operationFormats.join())
    .update(accumulators ? JSON.stringify(Object.entries(accumulators).sort()) : '')
    .update(blocks ? JSON.stringify(Object.entries(blocks).sort()) : '')
    .digest('hex')
    .slice(0, 32);
}
