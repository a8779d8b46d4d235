/**
 * The genetic search of AMPT-GA (ICS 2019, sections 4.1, 4.4 and 4.5).
 *   - it starts from the original program and from the lowest point (the former is known to be within the bound, so it is not run);
 *   - each generation is bred from the previous one: crossover weighted by score, whole chains set to one format, adaptive mutations;
 *   - the execution filter runs only vectors that the model and the runs so far make promising; the others are scored by expectation;
 *   - the fittest by objective (1) survive, and some of the rest; it ends after 50 generations without improvement.
 *
 * With groups, filter, seeding and model off it is the paper's naïve search: random vectors at first, and every child is run.
 */
import { z } from 'zod';
import { climb } from './genetic/climb.js';
import { ErrorEstimate } from './genetic/error-estimate.js';
import { ExecutionFilter } from './genetic/execution-filter.js';
import { judge, perfOf } from './genetic/fitness.js';
import { type Parent, Variation } from './genetic/variation.js';
import { type Rungs as Genome, keyOf, Ladders } from './ladders.js';
import { defineStrategy, type Outcome, type Point, type Proposals } from './strategy.js';

const onOff = (what: string) =>
  z
    .enum(['on', 'off'])
    .default('on')
    .transform((word) => word === 'on')
    .describe(what);
const percent = z.coerce.number().min(0);
const share = z.coerce.number().min(0).max(1);
const count = z.coerce.number().int().min(1);

const options = z.strictObject({
  population: count.min(4).max(100_000).default(50).describe('configurations per generation'),
  stall: count.default(50).describe('generations without improvement before the search ends'),
  seeding: onOff('start from the original program and the lowest precision'),
  groups: onOff('mutate whole chains'),
  share: share.default(0.25).describe('fraction of mutations that change whole chains'),
  model: onOff("use the model's time as perf; off: the time that a trial reports"),
  filter: onOff('run only promising configurations (needs the model)'),
  within: percent.default(0).describe('promising: predicted to be within this many percent of the best so far'),
  gain: percent
    .default(1)
    .describe('promising: expected to gain this many percent; half as much until something faster is found'),
  blame: onOff('estimate errors from the outcomes of the runs so far'),
  climb: onOff('improve the most promising configuration by single moves before it is run'),
  pass: share.default(0).describe('probability of running a configuration that is not promising'),
  runs: count.default(1).describe('maximum number of runs per generation, with the filter'),
  ripe: z.coerce
    .number()
    .int()
    .min(0)
    .default(2)
    .describe('generations to wait for a more promising configuration before a run'),
});

/** Fraction of survivors that are not the fittest, to escape local minima. */
const UNFIT_SURVIVORS = 0.2;
const CROSSED = 0.5;

interface Scored {
  readonly genome: Genome;
  readonly fitness: number;
}

export const genetic = defineStrategy({
  name: 'genetic',
  summary: 'breed configurations by predicted time and error, and run the promising ones (AMPT-GA)',
  options,
  needs: ['model'],
  *propose({ space, facts, bound, options, random }): Proposals {
    const ladders = new Ladders(space);
    if (ladders.free.length === 0) return;
    const { predictedTime } = options.model ? facts : { predictedTime: null };
    const perf = predictedTime && ((genome: Genome) => perfOf(predictedTime(ladders.pointOf(genome))));
    const isFiltered = perf !== null && options.filter;
    const estimate = isFiltered && options.blame ? new ErrorEstimate(ladders.lowest) : null;
    const filter = isFiltered ? new ExecutionFilter(options, perf, estimate, random) : null;
    const chains = options.groups ? facts.chains : [];
    const variation = new Variation(ladders, chains, random);

    const seeds = options.seeding ? [ladders.widest, ladders.lowest] : [];
    let population: readonly Genome[] = distinct([
      ...seeds,
      ...drawn(options.population - seeds.length, ladders, random),
    ]);
    // the original program: within the bound, or there would be no study
    let best: Scored = { genome: ladders.widest, fitness: perfOf(1) };
    const ran = new Map([[keyOf(best.genome), best.fitness]]);
    let summit = '';
    let hasFound = false;
    for (let stalled = 1; stalled <= options.stall; stalled++) {
      const bestPerf = perf ? perf(best.genome) : best.fitness;
      const fitnessOf = (genome: Genome): number =>
        ran.get(keyOf(genome)) ?? filter?.expectedFitness(genome, bestPerf) ?? Number.POSITIVE_INFINITY;
      if (options.climb && filter && ran.size > 1) {
        const promising = lowestBy(population, fitnessOf);
        // a vector that was climbed already, with nothing learnt since, is at its optimum
        if (keyOf(promising) !== summit) {
          const climbed = climb(promising, fitnessOf, ladders, chains);
          summit = keyOf(climbed);
          population = distinct([...population, climbed]);
        }
      }
      const unknown = population.filter((genome) => !ran.has(keyOf(genome)));
      const isFirst = ran.size === 1;
      const choice = filter && !(isFirst && options.seeding) ? filter.choose(unknown, bestPerf, hasFound) : null;
      const worthRunning = choice?.worthRunning ?? (filter ? [ladders.lowest] : unknown);
      if (choice?.isBetter) stalled--; // breeding made progress: this generation does not count as stalled

      const outcomes = yield* run(worthRunning.map((genome) => ladders.pointOf(genome)));
      const before = best;
      for (const [index, outcome] of outcomes.entries()) {
        const genome = worthRunning[index]!;
        const { error, isWithin, fitness } = judge(outcome, bound, perf?.(genome) ?? null);
        ran.set(keyOf(genome), fitness);
        if (outcome.kind === 'accurate' || outcome.kind === 'inaccurate') estimate?.learn(genome, error);
        if (!isWithin || fitness >= best.fitness) continue;
        best = { genome, fitness };
        hasFound = true;
      }
      if (outcomes.length > 0) summit = '';
      variation.learn(before.genome, best.genome);
      if (best !== before) stalled = 0;

      const scored = distinct([best.genome, ...population]).map((genome) => ({ genome, fitness: fitnessOf(genome) }));
      const parents = distinct([...survivors(scored, Math.ceil(options.population / 2), random), ...seeds]);
      population = distinct([...parents, ...breed(parents, options, variation, ladders, random)]);
    }
  },
});

function* run(points: readonly Point[]): Generator<readonly Point[], readonly Outcome[], readonly Outcome[]> {
  return points.length === 0 ? [] : yield points;
}

/** The fittest, and some random others; the fittest first. */
function survivors(scored: readonly Scored[], most: number, random: () => number): Genome[] {
  const able = scored.filter(({ fitness }) => Number.isFinite(fitness)).sort((a, b) => a.fitness - b.fitness);
  const fittest = able.slice(0, most - Math.floor(UNFIT_SURVIVORS * most));
  const rest = able.slice(fittest.length);
  while (fittest.length < most && rest.length > 0) fittest.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return fittest.map(({ genome }) => genome);
}

/** Children to fill the generation; `ranked`: their parents, the fittest first. */
function breed(
  ranked: readonly Genome[],
  { population, groups, share }: z.infer<typeof options>,
  variation: Variation,
  ladders: Ladders,
  random: () => number,
): Genome[] {
  if (ranked.length === 0) return drawn(population, ladders, random);
  const parents = ranked.map((genome, rank): Parent => ({ genome, weight: Variation.weightOf(rank) }));
  return Array.from({ length: Math.max(0, population - ranked.length) }, () => {
    if (random() < CROSSED) return variation.cross(parents);
    const { genome } = variation.pick(parents);
    return groups && random() < share ? variation.mutateChains(genome) : variation.mutateAdaptively(genome);
  });
}

function drawn(count: number, ladders: Ladders, random: () => number): Genome[] {
  return Array.from({ length: count }, () => ladders.draw(random));
}

function distinct(genomes: readonly Genome[]): Genome[] {
  return [...new Map(genomes.map((genome) => [keyOf(genome), genome])).values()];
}

function lowestBy(genomes: readonly Genome[], fitnessOf: (genome: Genome) => number): Genome {
  const scored = genomes.map((genome) => ({ genome, fitness: fitnessOf(genome) }));
  return scored.reduce((a, b) => (b.fitness < a.fitness ? b : a)).genome;
}
