/**
 * Fast Imprecise Sets for a study: found in the program, profiled, and annotated with the errors of the shadow run. They are recorded in the
 * journal, so that a resumed study searches the same sets.
 */
import type { DeviceProfile } from '../../analysis/devices/device-profile.js';
import { deviceWeights } from '../../analysis/fiset-weights.js';
import {
  combineDisjoint,
  type FastImpreciseSet,
  finiteRatio,
  type SearchedFunction,
  searchFunctions,
} from '../../analysis/fisets.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Journal } from '../../journal/journal.js';
import type { SetsRecord } from '../../journal/records.js';
import { type Format, formats } from '../../numerics/format.js';
import type { OperationIndex } from '../../program/program.js';
import { reachedFrom } from '../../program/reached-functions.js';
import { type SetFacts, type SetsWanted, UNKNOWN_ERROR } from '../../search/strategy.js';
import { realiseSet } from '../../space/realise-set.js';
import type { Bench } from '../../workbench/bench.js';
import type { OperationProfile } from '../../workbench/profile-report.js';
import type { StudyPlan } from '../plan.js';
import type { Preparation } from '../preparation/preparation.js';
import type { TuningSpace } from '../search-space.js';
import { profileKernels } from './kernel-profile.js';
import { operationsStoredBeyond } from './out-of-range-operations.js';
import { SetSpace } from './set-space.js';
import { EVERYTHING, setsWithMemory } from './sets-with-memory.js';

/** Share of φ (the number of sets) for combinations of sets. */
const COMBINED = 0.25;

export interface OperationSets {
  readonly space: SetSpace;
  readonly facts: readonly SetFacts[];
}

export async function establishSets(
  bench: Bench,
  journal: Journal,
  preparation: Preparation,
  plan: Pick<StudyPlan, 'formats' | 'device'>,
  wanted: SetsWanted,
  groups: TuningSpace,
): Promise<OperationSets> {
  const target = targetFormats(bench, plan.formats);
  const beyond = operationsStoredBeyond(bench, journal.state.ranges, target.to);
  if (!journal.state.sets)
    journal.append(await findSets(bench, preparation, target, wanted, plan.device, groups, beyond));
  const record = journal.state.sets!;
  const numbers = new Map(bench.program.operations.map(({ id }, index) => [id, index]));
  const sets = record.sets.map(({ id, operations, memory }) => ({
    id,
    operations: operations.flatMap((one) => numbers.get(one) ?? []),
    ...(memory && { memory }),
  }));
  const realise = (operations: readonly number[]) => realiseSet(bench.program, bench.groups, operations, target.to);
  return {
    space: new SetSpace(bench, sets, target, realise),
    facts: record.sets.map(({ id, arithmeticToCast, arithmetic, conversions, error }) => ({
      arithmeticToCast,
      gain: arithmetic - conversions,
      error: error ?? UNKNOWN_ERROR,
      isWhole: id === EVERYTHING,
    })),
  };
}

/** From the highest precision of the kernels (or of the whole program, without kernels) to the highest requested one below it. */
export function targetFormats(
  { program }: Pick<Bench, 'program'>,
  wanted: readonly Format[],
): { from: Format; to: Format } {
  const kernels = program.functions.flatMap(({ kind }, index) => (kind === 'kernel' ? [index] : []));
  if (program.isCuda && kernels.length === 0)
    throw new MantissaError('MX4012', 'the program has no kernels', {
      remedy: 'use --strategy delta-debugging --scope all --fresh, which also lowers variables of host code',
    });
  const searched = program.isCuda ? reachedFrom(program, kernels) : null;
  const computed = program.operations.filter(
    ({ kind, function: owner }) => kind !== 'convert' && (searched?.has(owner) ?? true),
  );
  const where = program.isCuda ? 'kernels' : 'program';
  const rank = (format: Format) => formats[format].rank;
  const [from] = computed.map(({ format }) => format).sort((a, b) => rank(b) - rank(a));
  if (!from) throw new MantissaError('MX4012', `there are no floating-point operations in the ${where}`);
  const [to, another] = wanted.filter((format) => rank(format) < rank(from)).sort((a, b) => rank(b) - rank(a));
  if (to && another)
    throw new MantissaError(
      'MX4012',
      `sets change from ${from} to one format, but --formats names ${to} and ${another}`,
      {
        remedy: `choose one: --formats ${from},${to} or --formats ${from},${another}`,
      },
    );
  if (to) return { from, to };
  throw new MantissaError(
    'MX4012',
    `the highest precision in the ${where} is ${from}, and --formats names no lower one`,
  );
}

async function findSets(
  bench: Bench,
  preparation: Preparation,
  { from, to }: { from: Format; to: Format },
  wanted: SetsWanted,
  device: DeviceProfile,
  groups: TuningSpace,
  /** Operations excluded from all sets, because their results do not fit in the lower format. */
  beyond: ReadonlySet<OperationIndex>,
): Promise<SetsRecord> {
  const { program } = bench;
  const sets = (await setsOfSource(bench, { from, to }, wanted, device, beyond)).flatMap((one) => one.sets);
  const kernels = profileKernels({
    program,
    sets,
    ...(await measuredFacts(bench, preparation, sets, to)),
    keepsAll: wanted.everyKernel,
  });
  const searched = sets.filter((set) => {
    const { name } = program.functions[set.function]!;
    return kernels.find((kernel) => kernel.name === name)?.setAside === null;
  });
  const whole = wanted.withMemory ? setsWithMemory(bench, groups, kernels) : [];
  if (searched.length + whole.length === 0) throw new MantissaError('MX4013', whyNone(kernels));
  const shadow = to === 'fp32' && from === 'fp64' ? await preparation.profiles.operations('shadow') : null;
  const combined = combineDisjoint(searched, wanted.maxSets - searched.length);
  return {
    kind: 'sets',
    sets: [
      ...searched.map((set) => recorded(bench, set, set.id, [set], shadow)),
      ...combined.map((one) => recorded(bench, one, one.sets.map(({ id }) => id).join('+'), one.sets, shadow)),
      ...whole.map((one) => ({ ...one, error: shadowError(bench, one.operations, shadow) })),
    ],
    kernels,
  };
}

/** The sets of every function, found without running anything. */
export async function setsOfSource(
  bench: Pick<Bench, 'program' | 'builds'>,
  { from, to }: { from: Format; to: Format },
  { maxSets, mathCalls, counting, conversionsPerValue, weights }: SetsWanted,
  device: DeviceProfile,
  beyond: ReadonlySet<OperationIndex> = new Set(),
): Promise<SearchedFunction[]> {
  return searchFunctions(bench.program, {
    from,
    to,
    maxSets: Math.max(1, Math.ceil((1 - COMBINED) * maxSets)),
    mathCalls,
    counting,
    conversionsPerValue,
    weights: weights === 'device' ? deviceWeights(device) : null,
    excluded: new Set([...(await bench.builds.fixedOperations()), ...beyond]),
  });
}

function recorded(
  bench: Bench,
  set: Pick<FastImpreciseSet, 'operations' | 'arithmetic' | 'conversions' | 'arithmeticToCast'>,
  id: string,
  members: readonly FastImpreciseSet[],
  shadow: readonly OperationProfile[] | null,
): SetsRecord['sets'][number] {
  const { program } = bench;
  const operations = set.operations.map((operation) => program.operations[operation]!.id);
  return {
    id,
    function: [...new Set(members.map((one) => program.functions[one.function]!.name))].join('+'),
    operations,
    arithmetic: set.arithmetic,
    conversions: set.conversions,
    arithmeticToCast: finiteRatio(set),
    error: shadowError(bench, operations, shadow),
  };
}

function shadowError(
  { program }: Bench,
  operations: readonly string[],
  shadow: readonly OperationProfile[] | null,
): number | null {
  // a set that only stores arrays in a lower precision has no operations for the shadow run
  if (!shadow || operations.length === 0) return null;
  const own = new Set(operations);
  return shadow.reduce(
    (sum, { operation, difference }) => (own.has(program.operations[operation]!.id) ? sum + difference : sum),
    0,
  );
}

async function measuredFacts(bench: Bench, preparation: Preparation, sets: readonly FastImpreciseSet[], to: Format) {
  const input = preparation.inputs.tuned.at(-1)!;
  const outcome = bench.capabilities.timesKernels ? await bench.runs.original(preparation.inputs.limits(input)) : null;
  const gpu = outcome && outcome.kind !== 'not-started' ? outcome.gpu : null;
  const counts = gpu ? null : await preparation.profiles.operations('count');
  const registers = bench.program.isCuda ? await bench.variants.registers(null) : null;
  const largest = new Map<number, FastImpreciseSet>();
  for (const set of sets)
    if ((largest.get(set.function)?.operations.length ?? 0) < set.operations.length) largest.set(set.function, set);
  const together = [...largest.values()].flatMap((set) => set.operations);
  const mixed = registers && together.length > 0 ? realiseSet(bench.program, bench.groups, together, to) : null;
  return { gpu, counts, registers, mixedRegisters: mixed && (await bench.variants.registers(mixed)) };
}

function whyNone(kernels: SetsRecord['kernels']): string {
  const reasons = kernels.flatMap(({ name, setAside }) => (setAside === null ? [] : [`${name}: ${setAside}`]));
  return reasons.length === 0 ? 'no function has such a set' : reasons.slice(0, 5).join('; ');
}
