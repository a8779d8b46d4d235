/**
 * Divides a program into parts that a search by measured time lowers together. Most of the gain of lower precision on a CPU is memory traffic
 * and vectorisation of arrays, so each array is a part of its own. Scalars that meet in expressions change together: one of them alone would
 * only add conversions. Variables that are hardly ever accessed form one part.
 */
import type { Program, SiteIndex } from '../program/program.js';
import { operandsOf } from '../program/verify.js';
import { type ChainDimension, findChains } from './chains.js';
import { expectedExecutions } from './performance/expected-executions.js';

/**
 * Share of all reads and writes below which a variable counts as hardly accessed.
 * Chosen: a variable with less than a hundredth of all reads and writes cannot gain more than that.
 */
const LIGHT_SHARE = 0.01;

/**
 * Up to this number of dimensions each is timed alone.
 * Chosen: few enough for a trial of each.
 */
const FEW_DIMENSIONS = 8;

/** Disjoint sets of dimensions, the most executed first, which together contain every dimension. */
export function findTimedParts(program: Program, dimensions: readonly ChainDimension[], maxParts: number): number[][] {
  const weights = weightsOf(program, dimensions);
  const total = weights.reduce((sum, one) => sum + one, 0);
  if (dimensions.length <= FEW_DIMENSIONS)
    return dimensions.map((_, at) => [at]).sort(([a], [b]) => weights[b!]! - weights[a!]!);
  const isLight = (dimension: number) => weights[dimension]! < LIGHT_SHARE * total;
  const all = dimensions.map((_, dimension) => dimension);
  const light = all.filter(isLight);
  const arrays = all.filter((dimension) => !isLight(dimension) && holdsArray(program, dimensions[dimension]!.sites));
  const scalars = all.filter((dimension) => !isLight(dimension) && !arrays.includes(dimension));
  const weightOf = (part: readonly number[]) => part.reduce((sum, dimension) => sum + weights[dimension]!, 0);
  const heavy = [...arrays.map((one) => [one]), ...joined(scalars, findChains(program, dimensions))].sort(
    (a, b) => weightOf(b) - weightOf(a),
  );
  const kept = heavy.slice(0, maxParts - 1);
  const rest = [...heavy.slice(maxParts - 1).flat(), ...light].sort((a, b) => a - b);
  return rest.length > 0 ? [...kept, rest] : kept;
}

/** Expected reads and writes of each dimension's variables, by the loops around them. */
function weightsOf(program: Program, dimensions: readonly ChainDimension[]): number[] {
  const weights = dimensions.map(() => 0);
  const dimensionOf = new Map<SiteIndex, number>();
  dimensions.forEach(({ sites }, dimension) => sites.forEach((site) => dimensionOf.set(site, dimension)));
  const executions = expectedExecutions(program);
  program.functions.forEach(({ values, valueBlocks }, index) => {
    const add = (value: number, times: number) => {
      const one = values[value];
      const dimension = one && 'site' in one && one.site !== null ? dimensionOf.get(one.site) : undefined;
      if (dimension !== undefined) weights[dimension]! += times;
    };
    values.forEach((value, at) => {
      const times = executions[index]![valueBlocks[at]!]!;
      if (value.kind === 'load' || value.kind === 'store') add(at, times);
      // a local variable is read without a load: the operation's operand is its value
      if (value.kind === 'operation')
        for (const operand of operandsOf(value)) if (values[operand]?.kind !== 'load') add(operand, times);
    });
  });
  return weights;
}

function holdsArray(program: Program, sites: readonly SiteIndex[]): boolean {
  return sites.some((site) => /^(?:array|container|pointer)$/.test(program.sites[site]!.shape));
}

/** Joins those that share a chain; each dimension is in one set. */
function joined(dimensions: readonly number[], chains: readonly (readonly number[])[]): number[][] {
  const waiting = new Set(dimensions);
  const parts: number[][] = [];
  for (const chain of chains) {
    const part = chain.filter((one) => waiting.delete(one));
    if (part.length > 0) parts.push(part);
  }
  return [...parts, ...[...waiting].map((one) => [one])];
}
