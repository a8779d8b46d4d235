/** Programs for the analyses, written down as their operations: `c = a * b` without source text around it. */
import type { Format } from '../../src/numerics/format.js';
import type { Place } from '../../src/program/place.js';
import type { Loop, Operation, OperationKind, Program, Site, Value } from '../../src/program/program.js';

const nowhere: Place = { range: { file: 0, begin: 0, end: 0 } } as Place;

export class WrittenKernel {
  private readonly values: Value[] = [];
  private readonly operations: Operation[] = [];
  private readonly loops: Loop[] = [];
  private readonly sites: Site[] = [];
  private loop: number | null = null;

  load(format: Format = 'fp64'): number {
    return this.add({ kind: 'load', site: null, format, place: nowhere });
  }

  literal(): number {
    return this.add({ kind: 'literal', format: 'fp64', text: '2.0', place: nowhere });
  }

  store(value: number): number {
    return this.add({ kind: 'store', site: null, value, place: nowhere });
  }

  select(...operands: number[]): number {
    return this.add({ kind: 'select', operands, place: nowhere });
  }

  operation(kind: OperationKind, ...operands: number[]): number {
    const index = this.operations.length;
    const value = this.add({ kind: 'operation', operation: index, operands });
    this.operations.push({
      id: `kernel#${index + 1}`,
      kind,
      symbol: kind === 'math' ? 'sqrt' : kind,
      function: 0,
      place: nowhere,
      at: nowhere,
      format: 'fp64',
      value,
      loop: this.loop,
      loopDepth: this.loop === null ? 0 : this.loops[this.loop]!.depth,
      block: 0,
      implicit: false,
    });
    return value;
  }

  /** A sum carried by the loop it stands in: `sum = 0; for (…) sum += term`. */
  accumulate(term: number): number {
    const site = this.variable();
    const zero = this.add({ kind: 'store', site, value: this.literal(), place: nowhere });
    const phi = this.values.length;
    this.values.push({ kind: 'phi', site, inputs: [zero, phi + 2], loop: this.loop });
    const sum = this.operation('add', phi, term);
    this.add({ kind: 'store', site, value: sum, place: nowhere });
    return phi;
  }

  /** `double v = value;`, and then v. */
  assign(value: number): number {
    return this.add({ kind: 'store', site: this.variable(), value, place: nowhere });
  }

  inLoop(body: () => void): void {
    const parent = this.loop;
    this.loops.push({
      function: 0,
      parent,
      depth: parent === null ? 1 : this.loops[parent]!.depth + 1,
      place: nowhere,
      tripCount: null,
    });
    this.loop = this.loops.length - 1;
    body();
    this.loop = parent;
  }

  program(kind: 'kernel' | 'host' = 'kernel'): Program {
    const kernel = {
      name: 'kernel',
      kind,
      alsoHost: false,
      sharesText: false,
      place: nowhere,
      body: null,
      parameters: [],
      returnSite: null,
      calls: [],
      values: this.values,
      valueBlocks: this.values.map(() => 0),
      blockCount: 1,
      blocks: [],
    };
    const empty = {
      launches: [],
      transfers: [],
      measures: [],
      atomics: [],
      flows: [],
      frozenCells: [],
      cellSpaces: [],
    };
    return {
      root: '',
      isCuda: kind === 'kernel',
      files: [],
      functions: [kernel],
      sites: this.sites,
      operations: this.operations,
      loops: this.loops,
      ...empty,
      cells: this.sites.map((site, index) => ({
        site: index,
        what: 'site',
        name: site.id,
        format: site.format,
        range: null,
      })),
      inactive: [],
      warnings: [],
    };
  }

  private add(value: Value): number {
    this.values.push(value);
    return this.values.length - 1;
  }

  private variable(): number {
    const index = this.sites.length;
    this.sites.push({
      id: `kernel.v${index}`,
      kind: 'variable',
      name: `v${index}`,
      function: 0,
      record: null,
      place: nowhere,
      declaration: nowhere.range,
      redeclarations: [],
      type: 'double',
      shape: 'scalar',
      elements: null,
      format: 'fp64',
      space: 'local',
      inDeviceCode: true,
      startsAsConstant: false,
      isConstantOfHost: false,
      isOfVectors: false,
      isPassedByLibrary: false,
      combinedByOpenMp: null,
      scannedAt: null,
      usedInPlace: null,
      overloadedFor: null,
      frozen: [],
    });
    return index;
  }
}
