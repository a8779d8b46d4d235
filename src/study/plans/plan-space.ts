/** The search space of a tuning plan: one dimension for each unit that is lowered, with the formats of the plan, highest precision first. */
import type { PlannedUnit } from '../../analysis/tuning-plan/planned-unit.js';
import { type Format, isWider } from '../../numerics/format.js';
import type { OperationIndex, SiteIndex } from '../../program/program.js';
import { iterationPoints } from '../../search/plan.js';
import type { PlannedStep, Point, SearchSpace } from '../../search/strategy.js';
import { admits, configurationOf } from '../../space/configuration.js';
import { findOperationGroups, type OperationGroups, realiseOperations } from '../../space/realise-operations.js';
import { type Configuration, type Resolution, resolve } from '../../space/resolve.js';
import type { Bench } from '../../workbench/bench.js';
import type { ConfigurationSpace, Formats } from '../search-space.js';

export class PlanSpace implements ConfigurationSpace {
  readonly space: SearchSpace;
  /** The iterations in order: all units to the second format, then all to the third. */
  readonly steps: readonly PlannedStep[];
  private readonly iterations: ReadonlyMap<string, number>;
  private uses: OperationGroups | null = null;

  constructor(
    private readonly bench: Pick<Bench, 'program' | 'groups'>,
    private readonly units: readonly PlannedUnit[],
    /** From the highest to the lowest precision. */
    private readonly formats: readonly Format[],
    /** Groups that may change. */
    private readonly free: ReadonlySet<number>,
    /** Whether a format can represent the observed values of a group. */
    private readonly isOffered: (group: number, format: Format) => boolean = () => true,
  ) {
    const { program, groups } = bench;
    this.space = {
      dimensions: units.map((unit) => ({
        id: unit.id,
        formats: formats.filter(
          (format) =>
            unit.groups.every((group) => groups.groups[group]!.sites.every((site) => admits(program, site, format))) &&
            unit.groups.every((group) => isOffered(group, format)),
        ),
      })),
    };
    this.steps = formats
      .slice(1)
      .flatMap((format) =>
        units.flatMap((_, dimension) =>
          this.space.dimensions[dimension]!.formats.includes(format) ? [{ dimension, format }] : [],
        ),
      );
    const points = iterationPoints(this.space, { plan: this.steps });
    this.iterations = new Map(points.map((point, iteration) => [point.join(), iteration]));
  }

  iterationOf(point: Point): number | null {
    return this.iterations.get(point.join()) ?? null;
  }

  formatsOf(point: Point): Formats {
    const { program, groups } = this.bench;
    const { sites, operations } = this.configured(point);
    const changed = new Map<number, Format>();
    for (const [site, format] of sites) changed.set(groups.groupOf[site]!, format);
    return Object.fromEntries([
      ...[...changed].map(([group, format]) => [program.sites[groups.groups[group]!.sites[0]!]!.id, format]),
      ...[...operations].map(([operation, format]) => [program.operations[operation]!.id, format]),
    ]);
  }

  private configured(point: Point): Configuration {
    const { program, groups } = this.bench;
    const sites = new Map<SiteIndex, Format>();
    const operations = new Map<OperationIndex, Format>();
    this.units.forEach((unit, index) => {
      const format = point[index]!;
      for (const group of unit.groups)
        for (const site of groups.groups[group]!.sites)
          if (program.sites[site]!.format !== format) sites.set(site, format);
      for (const operation of unit.operations) operations.set(operation, format);
    });
    if (operations.size === 0) return { sites, operations };
    const widest = point.reduce((most, one) => (isWider(one, most) ? one : most), this.formats.at(-1)!);
    this.uses ??= findOperationGroups(program, groups);
    const isFree = (group: number) => this.free.has(group) && point.every((format) => this.isOffered(group, format));
    return realiseOperations(program, groups, this.uses, operations, widest, isFree);
  }

  setsOf(): null {
    return null;
  }

  configurationOf(formats: Formats): Configuration {
    return configurationOf(formats, 'a trial', this.bench.program, this.bench.groups);
  }

  resolve(formats: Formats): Resolution {
    return resolve(this.bench.program, this.configurationOf(formats));
  }

  get size(): number {
    return this.space.dimensions.reduce((product, { formats }) => product * formats.length, 1);
  }
}
