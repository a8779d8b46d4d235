/**
 * Chains (AMPT-GA, section 4.3, "groups"): dimensions that should change together to avoid conversions. (The members of a group of memory must
 * change together.) In `a = x + y; b = a + z` the formats of x, y, z, a and b meet: changing one alone adds a conversion.
 *
 * Chains have two sizes, and each chain occurs once: the dimensions that meet in one expression (the variables it reads and the one it is stored
 * into), and all dimensions that such expressions of one function connect. An explicit cast ends a chain: the programmer asked for a conversion
 * there.
 */
import type { FunctionIndex, OperationIndex, Program, SiteIndex, ValueIndex } from '../program/program.js';
import { passedAs } from '../space/resolve.js';
import { DisjointSets } from '../support/disjoint-sets.js';

/** The part of a search-space dimension that can be in a chain. */
export interface ChainDimension {
  readonly sites: readonly SiteIndex[];
  readonly operations: readonly OperationIndex[];
}

/** Sets of at least two dimensions, each ascending: first the connected sets of every function, then those of single expressions. */
export function findChains(program: Program, dimensions: readonly ChainDimension[]): number[][] {
  const ofSite = new Map<SiteIndex, number>();
  const ofOperation = new Map<OperationIndex, number>();
  dimensions.forEach(({ sites, operations }, dimension) => {
    for (const site of sites) ofSite.set(site, dimension);
    for (const operation of operations) ofOperation.set(operation, dimension);
  });
  const expressions: number[][] = [];
  const connected: number[][] = [];
  program.functions.forEach((_, index) => {
    const found = new Meetings(program, index, ofSite, ofOperation).find();
    expressions.push(...found);
    const sets = new DisjointSets(dimensions.length);
    for (const [first, ...others] of found) for (const other of others) sets.union(first!, other);
    const members = new Map<number, number[]>();
    for (const dimension of new Set(found.flat())) {
      const root = sets.find(dimension);
      members.set(root, [...(members.get(root) ?? []), dimension]);
    }
    connected.push(...members.values());
  });
  const chains = new Map<string, number[]>();
  for (const chain of [...connected, ...expressions]) {
    const ascending = [...new Set(chain)].sort((a, b) => a - b);
    if (ascending.length > 1) chains.set(ascending.join(), ascending);
  }
  return [...chains.values()];
}

/** The dimensions that meet in each expression of a function. */
class Meetings {
  private readonly known: (ReadonlySet<number> | undefined)[] = [];

  constructor(
    private readonly program: Program,
    private readonly index: FunctionIndex,
    private readonly ofSite: ReadonlyMap<SiteIndex, number>,
    private readonly ofOperation: ReadonlyMap<OperationIndex, number>,
  ) {}

  find(): number[][] {
    const { values, returnSite } = this.program.functions[this.index]!;
    const found: number[][] = [];
    const meet = (value: ValueIndex, site: SiteIndex | null): void => {
      found.push([...this.sourcesOf(value), ...this.atSite(site)]);
    };
    values.forEach((value, at) => {
      switch (value.kind) {
        case 'store':
          meet(value.value, value.site);
          break;
        case 'return':
          meet(value.value, returnSite);
          break;
        case 'call':
          passedAs(this.program, value).forEach((parameter, position) => {
            meet(value.arguments[position]!, parameter);
          });
          break;
        case 'operation':
          meet(at, null);
          break;
      }
    });
    return found.filter((meeting) => meeting.length > 1);
  }

  /** The dimensions that a value's format follows from, back to the nearest variables. */
  private sourcesOf(index: ValueIndex): ReadonlySet<number> {
    let sources = this.known[index];
    if (!sources) {
      sources = this.findSources(index);
      this.known[index] = sources;
    }
    return sources;
  }

  private findSources(index: ValueIndex): ReadonlySet<number> {
    const value = this.program.functions[this.index]!.values[index]!;
    switch (value.kind) {
      case 'parameter':
      case 'phi':
      case 'undefined':
      case 'load':
      case 'store':
        return new Set(this.atSite(value.site));
      case 'return':
        return this.sourcesOf(value.value);
      case 'call':
        return new Set(
          this.atSite(value.function === null ? null : this.program.functions[value.function]!.returnSite),
        );
      case 'select':
        return this.union(value.operands);
      case 'operation': {
        const { kind, implicit } = this.program.operations[value.operation]!;
        const own = this.ofOperation.get(value.operation);
        const mine = own === undefined ? [] : [own];
        if (kind === 'convert' && !implicit) return new Set(mine);
        return new Set([...mine, ...this.union(value.operands)]);
      }
      case 'literal':
      case 'integer':
        return new Set();
    }
  }

  private union(values: readonly ValueIndex[]): ReadonlySet<number> {
    return new Set(values.flatMap((value) => [...this.sourcesOf(value)]));
  }

  private atSite(site: SiteIndex | null): number[] {
    const dimension = site === null ? undefined : this.ofSite.get(site);
    return dimension === undefined ? [] : [dimension];
  }
}
