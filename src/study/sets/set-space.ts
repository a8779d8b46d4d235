/** The search space of sets of operations: one dimension for each set, with the declared format and the lower one. */
import type { Format } from '../../numerics/format.js';
import type { OperationIndex } from '../../program/program.js';
import type { Point, SearchSpace } from '../../search/strategy.js';
import { parseConfiguration } from '../../space/configuration.js';
import { type Configuration, type Resolution, resolve } from '../../space/resolve.js';
import type { Bench } from '../../workbench/bench.js';
import type { ConfigurationSpace, Formats } from '../search-space.js';

export interface OperationSet {
  readonly id: string;
  readonly operations: readonly OperationIndex[];
  /** Groups, including memory, that are lowered instead of single operations: the id of one site of each. */
  readonly memory?: readonly string[];
}

export class SetSpace implements ConfigurationSpace {
  readonly space: SearchSpace;
  private readonly lower: Format;

  constructor(
    private readonly bench: Pick<Bench, 'program' | 'groups'>,
    private readonly sets: readonly OperationSet[],
    formats: { readonly from: Format; readonly to: Format },
    private readonly realise: (operations: readonly OperationIndex[]) => Configuration,
  ) {
    this.lower = formats.to;
    this.space = { dimensions: sets.map(({ id }) => ({ id, formats: [formats.from, formats.to] })) };
  }

  /** Formats by operation and site. Where sets overlap, their union is lowered. */
  formatsOf(point: Point): Formats {
    const lowered = this.lowered(point);
    const own = lowered.filter((set) => !set.memory).flatMap((set) => set.operations);
    const memory = lowered.flatMap((set) => set.memory ?? []);
    const { program } = this.bench;
    const configuration = this.realise([...new Set(own)].sort((a, b) => a - b));
    return Object.fromEntries([
      ...memory.map((id) => [id, this.lower]),
      ...[...configuration.sites].map(([site, format]) => [program.sites[site]!.id, format]),
      ...[...configuration.operations].map(([operation, format]) => [program.operations[operation]!.id, format]),
    ]);
  }

  setsOf(point: Point): string[] {
    return this.lowered(point).map(({ id }) => id);
  }

  private lowered(point: Point): OperationSet[] {
    return this.sets.filter((_, index) => point[index] !== this.space.dimensions[index]!.formats[0]);
  }

  configurationOf(formats: Formats): Configuration {
    const text = JSON.stringify({ schemaVersion: 1, formats });
    return parseConfiguration(text, 'a trial', this.bench.program, this.bench.groups);
  }

  resolve(formats: Formats): Resolution {
    return resolve(this.bench.program, this.configurationOf(formats));
  }

  get size(): number {
    return 2 ** this.sets.length;
  }
}
