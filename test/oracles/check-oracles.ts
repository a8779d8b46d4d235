/**
 * The two oracles over one project: (1) instrumented with the baseline's formats it prints what the original prints; (2) emulated
 * under a configuration it prints what the program built for that configuration prints. Bit for bit, but for the sign of a NaN,
 * which IEEE 754 leaves open. (3) Another build that is to stay right, compiled from the text that the configuration was written into, prints
 * what it prints emulated under the formats that follow there.
 */

import { correspondingConfiguration } from '../../src/analysis/other-builds.js';
import type { EmbeddedClang } from '../../src/clang/compiler.js';
import { MantissaError } from '../../src/diagnostics/mantissa-error.js';
import { renderError } from '../../src/diagnostics/render.js';
import type { Engine, RunOutcome } from '../../src/execution/engine.js';
import { type OtherBuild, projectOf } from '../../src/frontend/project/other-builds.js';
import type { Project } from '../../src/frontend/project/project.js';
import { readSyntax } from '../../src/frontend/read-program.js';
import { type Format, isStorageOnly, isSummed } from '../../src/numerics/format.js';
import { hasTwins } from '../../src/program/library/library.js';
import type { Program } from '../../src/program/program.js';
import type { Accumulator } from '../../src/space/accumulator.js';
import { admits, randomConfiguration, writeConfiguration } from '../../src/space/configuration.js';
import { realiseSet } from '../../src/space/realise-set.js';
import { baselineConfiguration, type Configuration } from '../../src/space/resolve.js';
import { seededRandom } from '../../src/support/random.js';
import { temporaryFolder } from '../../src/support/temporary-folder.js';
import { copyProject } from '../../src/workbench/copy-project.js';
import type { RunLimits } from '../../src/workbench/run-limits.js';
import { Workbench } from '../../src/workbench/workbench.js';

export interface Disagreement {
  readonly oracle: 1 | 2 | 3;
  /** As a configuration file; empty for oracle 1. */
  readonly configuration: string;
  readonly expected: string;
  readonly actual: string;
}

export interface Verdict {
  /** What the program as written printed, and how it ended. */
  readonly original: string;
  readonly ran: number;
  readonly infeasible: readonly { readonly configuration: string; readonly reason: string }[];
  readonly disagreements: readonly Disagreement[];
}

/** An emulated processor is some ten times as slow. */
const RUN_MS = process.env.MANTISSA_EMULATOR ? 600_000 : 60_000;

export function limitsFor(args: readonly string[], timeoutMs = RUN_MS): RunLimits {
  return { arguments: args, timeoutMs, maxOutputBytes: 1 << 24, maxMemoryBytes: 2 ** 31 };
}

/** CUDA maps far more than a program uses. */
const GPU_MEMORY = { maxMemoryBytes: 2 ** 36 };

/** What a run printed and how it ended, comparable between builds. */
export function outcomeText(outcome: RunOutcome): string {
  if (outcome.kind !== 'exited') return `${outcome.kind} ${'reason' in outcome ? outcome.reason : ''}`;
  return `exit ${outcome.exitCode}\n${outcome.stdout.toString('latin1').replaceAll('-nan', 'nan')}`;
}

export const formatsFor = (program: Program): readonly Format[] =>
  program.isCuda ? ['fp64', 'fp32', 'fp16', 'bf16', 'fp8e4m3', 'fp8e5m2'] : ['fp64', 'fp32'];

/** Those that operations may have. */
const computedFormatsFor = (program: Program): readonly Format[] =>
  formatsFor(program).filter((format) => !isStorageOnly(format));

export interface CheckOptions {
  readonly limits: RunLimits;
  /** Seeds of the random configurations, or configurations themselves. */
  readonly configurations: (bench: Workbench) => readonly Configuration[] | Promise<readonly Configuration[]>;
  /** Whether counted runs are to print it as well: as written, and under each configuration that doubles carry. */
  readonly alsoCounted?: boolean;
}

export const randomConfigurations =
  (seeds: readonly number[], drawn = formatsFor) =>
  (bench: Workbench): Configuration[] =>
    seeds.map((seed) => randomConfiguration(bench.program, bench.groups, drawn(bench.program), seededRandom(seed)));

/** As these without formats for storage, which no program has beside them, and some groups in formats of several parts: few, so that what classes cannot be written for is not always among them. */
export const withRandomWidths =
  (seeds: readonly number[]) =>
  (bench: Workbench): Configuration[] =>
    randomConfigurations(
      seeds,
      computedFormatsFor,
    )(bench).map((configuration, index) => {
      const { program, groups } = bench;
      const random = seededRandom(seeds[index]! + 29);
      const sites = new Map(configuration.sites);
      const free = groups.groups.filter((group) => group.sites.every((site) => groups.frozen[site] === null));
      const share = Math.min(1, (1 + 3 * random()) / free.length);
      for (const group of free) {
        const format = WIDE[Math.floor(WIDE.length * random())]!;
        if (random() >= share || !group.sites.every((site) => admits(program, site, format))) continue;
        for (const site of group.sites) sites.set(site, format);
      }
      return { ...configuration, sites };
    });

const WIDE: readonly Format[] = ['fp32x2', 'fp64x2', 'fp64x4'];

/** As these, and every sum that can be is added up in some way or other. */
export const withRandomSums =
  (seeds: readonly number[]) =>
  (bench: Workbench): Configuration[] =>
    randomConfigurations(seeds)(bench).map((configuration, index) => {
      const random = seededRandom(seeds[index]! + 17);
      const ways = (): Accumulator => {
        const steps = [2, 3, 16, 64][Math.floor(4 * random())]!;
        const partials = computedFormatsFor(bench.program);
        if (random() < 0.5) {
          const kind = random() < 0.6 ? 'folded' : 'pairwise';
          return { kind, steps, partial: partials[Math.floor(partials.length * random())]! };
        }
        return random() < 0.3
          ? { kind: 'two-words', format: 'fp32x2' }
          : { kind: random() < 0.5 ? 'kahan' : 'neumaier' };
      };
      const accumulators = new Map(
        [...bench.derived.sums.found.keys()].filter(() => random() < 0.8).map((sum) => [sum, ways()]),
      );
      return accumulators.size === 0 ? configuration : { ...configuration, accumulators };
    });

/** Some of the operations in fp32, each set written with the declarations it allows to change. */
export const randomSets =
  (seeds: readonly number[]) =>
  async (bench: Workbench): Promise<Configuration[]> => {
    const fixed = await bench.builds.fixedOperations();
    const lowerable = bench.program.operations.flatMap(({ kind, format, symbol }, index) =>
      LOWERABLE.has(kind) && format === 'fp64' && !fixed.has(index) && (kind !== 'math' || hasTwins(symbol))
        ? [index]
        : [],
    );
    return seeds.map((seed) => {
      const random = seededRandom(seed);
      const share = 0.2 + 0.7 * random();
      const chosen = lowerable.filter(() => random() < share);
      return realiseSet(bench.program, bench.groups, chosen);
    });
  };

const LOWERABLE = new Set(['add', 'sub', 'mul', 'div', 'neg', 'compare', 'math']);

export async function checkOracles(
  clang: EmbeddedClang,
  engine: Engine,
  project: Project,
  options: CheckOptions,
): Promise<Verdict> {
  const bench = await Workbench.open(clang, engine, project);
  const limits = { ...options.limits, ...(engine.input === 'cuda' && GPU_MEMORY) };
  const infeasible: { configuration: string; reason: string }[] = [];
  const disagreements: Disagreement[] = [];
  let ran = 0;
  let original = '';
  /** What is expected comes second: what cannot be emulated need not be built. */
  const hold = async (oracle: 1 | 2, configuration: string, expecting: Printing, acting: Printing) => {
    const actual = await acting();
    const expected = await expecting();
    if (expected === actual) return expected;
    if (!engine.capabilities.isExact && ((await isUnsteady(expecting, expected)) || (await isUnsteady(acting, actual))))
      infeasible.push({ configuration, reason: 'on this GPU it does not print the same twice' });
    else disagreements.push({ oracle, configuration, expected, actual });
    return expected;
  };
  const printedAsWritten = async () => outcomeText(await bench.runs.original(limits));
  try {
    const instrumented = async () => outcomeText(await bench.runs.emulated(baselineConfiguration, limits));
    original = await hold(1, '', printedAsWritten, instrumented);
    const counted = async () => outcomeText((await bench.runs.profile('count-ranges', limits)).outcome);
    if (options.alsoCounted) await hold(1, '', printedAsWritten, counted);
    for (const configuration of await options.configurations(bench)) {
      const written = writeConfiguration(configuration, bench.program);
      try {
        const built = async () => outcomeText(await bench.runs.built(configuration, limits));
        await hold(2, written, built, async () => outcomeText(await bench.runs.emulated(configuration, limits)));
        if (options.alsoCounted && engine.input === 'standard' && isCarriedByDoubles(configuration)) {
          const emulated = async () => outcomeText(await bench.runs.emulated(configuration, limits));
          const run = async () =>
            outcomeText((await bench.runs.profile('count-ranges', limits, configuration)).outcome);
          await hold(2, written, emulated, run);
        }
        ran++;
        for (const build of project.otherBuilds ?? []) {
          const [expected, actual] = await followingRuns(clang, engine, bench, build, configuration, limits);
          if (expected !== actual) disagreements.push({ oracle: 3, configuration: written, expected, actual });
        }
      } catch (error) {
        if (error instanceof MantissaError) infeasible.push({ configuration: written, reason: renderError(error) });
        else
          disagreements.push({ oracle: 2, configuration: written, expected: 'no exception', actual: stackOf(error) });
      }
    }
  } finally {
    bench.close();
  }
  return { original, ran, infeasible, disagreements };
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What the tool says of a program that it refuses, or where it stopped. */
export function faultText(error: unknown): string {
  return error instanceof MantissaError ? renderError(error) : stackOf(error);
}

function isCarriedByDoubles({ sites, operations, accumulators, blocks }: Configuration): boolean {
  const isWide = [...sites.values(), ...operations.values()].some(isSummed);
  return !isWide && !accumulators?.size && !blocks?.size;
}

type Printing = () => Promise<string>;

const ROUNDS = 5;

/** Whether it prints something else when it is run again: the order of atomics varies. */
async function isUnsteady(run: Printing, before: string): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) if ((await run()) !== before) return true;
  return false;
}

/** What another build prints from the text of a configuration, and emulated. */
async function followingRuns(
  clang: EmbeddedClang,
  engine: Engine,
  bench: Workbench,
  build: OtherBuild,
  configuration: Configuration,
  limits: RunLimits,
): Promise<[string, string]> {
  const temporary = temporaryFolder('mantissa-other-build-');
  const own = projectOf(bench.project, build);
  const syntax = await readSyntax(clang, own);
  const copy = copyProject(own, syntax, await bench.variants.rewrite(configuration), temporary.path);
  const [other, written] = [await Workbench.open(clang, engine, own), await Workbench.open(clang, engine, copy)];
  try {
    const followed = correspondingConfiguration(bench.program, other.program, other.groups, configuration);
    return [outcomeText(await written.runs.original(limits)), outcomeText(await other.runs.emulated(followed, limits))];
  } finally {
    other.close();
    written.close();
    temporary.remove();
  }
}

/** The first line that differs, with the heading it stands under. */
export function firstDifference({ expected, actual }: Disagreement): string {
  const [a, b] = [expected.split('\n'), actual.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  const heading = a.slice(0, at + 1).findLast((line) => line.startsWith('== ')) ?? '';
  return `${heading}\n  expected ${a[at]}\n  actual   ${b[at] ?? '(nothing)'}`;
}

/** The same engine with builds that are quick rather than quick to run. */
export function quickly(engine: Engine): Engine {
  return {
    name: engine.name,
    capabilities: engine.capabilities,
    input: engine.input,
    dataModel: engine.dataModel,
    available: () => engine.available(),
    build: (request) => engine.build({ ...request, optimisation: 0 }),
    ...(engine.tree && {
      tree: (file, source, request, movable) => engine.tree!(file, source, { ...request, optimisation: 0 }, movable),
    }),
    run: (artifact, request) => engine.run(artifact, request),
    close: () => engine.close(),
  };
}
