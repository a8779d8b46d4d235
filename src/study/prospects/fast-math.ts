/**
 * The effect of fast math on the user's own program; Nguyen's thesis has it for synthetic programs (kinds of division). Measured: time and error of the build
 * with fast math relative to the plain build. Counted: the divisions and square roots, which fast math may replace by approximations.
 */
import { deviceFunctions, hasKernels } from '../../analysis/scope.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { FAST_MATH as NVCC_FLAG } from '../../execution/cuda/nvcc-toolchain.js';
import type { Artifact } from '../../execution/engine.js';
import { FAST_MATH as HOST_FLAG } from '../../execution/native/host-toolchain.js';
import { fastArithmetic } from '../../frontend/project/fast-arithmetic.js';
import type { Goal, OutputPlace } from '../../journal/records.js';
import type { Format } from '../../numerics/format.js';
import { anyError, comparesValues, type Metric } from '../../numerics/metrics.js';
import type { Program } from '../../program/program.js';
import { seededRandom } from '../../support/random.js';
import { required } from '../../workbench/attempts.js';
import type { Bench } from '../../workbench/bench.js';
import type { Builds } from '../../workbench/builds.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { usesThreads } from '../../workbench/uses-threads.js';
import { OutputJudge } from '../judging/judge-output.js';
import { outputOfRun } from '../judging/program-output.js';
import { describeEnd } from '../judging/run-end.js';
import { type Measurement, measure, TimedRunFailed } from '../timing/measurement.js';

/** Divisions or square roots of one kind. */
export interface DivisionKind {
  /** `division`, `division by a constant`, `square root`, or the name of a CUDA function. */
  readonly kind: string;
  readonly format: Format;
  readonly inDeviceCode: boolean;
  /** Number of such operations in the text. */
  readonly places: number;
  /** In one run on this input, over all threads. */
  readonly executions: number;
}

export interface FastMathEffect {
  /** The compiler flag. */
  readonly flag: string;
  /** Of the build with fast math relative to the plain build. Null if it did not run to its end. */
  readonly speed: Pick<Measurement, 'clock' | 'ratio' | 'low' | 'high' | 'verdict'> | null;
  readonly metric: Metric;
  /** Of its output relative to that of the plain build; null if the outputs cannot be compared. */
  readonly error: number | null;
  /** Why there is no speed or no error. */
  readonly failure: string | null;
  /** The most executed first. */
  readonly divisions: readonly DivisionKind[];
}

export interface FastMathRequest {
  readonly bench: Bench & { readonly builds: Pick<Builds, 'fastMath'> };
  readonly place: OutputPlace;
  readonly limits: RunLimits;
  /** The tolerance; null if none was given. */
  readonly goal: Goal | null;
  onStep(what: string): void;
}

const SEED = 1;
const ROOTS: Readonly<Record<string, string>> = { sqrt: 'square root', rsqrt: 'reciprocal square root' };

/** Throws if this engine cannot build the program with and without fast math, or cannot time it. */
export function requireFastMath({ capabilities, engineName, program, project }: Bench): void {
  const refuse = (text: string, remedy?: string): never => {
    throw new MantissaError('MX2059', text, remedy ? { remedy } : {});
  };
  if (capabilities.timing === 'either')
    refuse(`--fast-math with the ${engineName} engine: the project's own command decides the compiler's flags`);
  if (capabilities.timing === 'modelled')
    refuse(
      hasKernels(program)
        ? `--fast-math with the ${engineName} engine: its times are not those of the kernels on a GPU`
        : `--fast-math with the ${engineName} engine: its times are not those of a compiled program`,
      hasKernels(program)
        ? 'use --engine cuda on a machine with a GPU'
        : 'use --engine native, which needs g++ or clang++',
    );
  const [flag] = capabilities.timing === 'gpu' ? fastArithmetic(project) : [];
  if (flag)
    refuse(
      `the program is already built with ${flag}: there is no plain build to compare with`,
      'remove the flag from the project, or use mantissa advise without --fast-math',
    );
}

export async function findFastMathEffect(request: FastMathRequest): Promise<FastMathEffect> {
  const { bench, limits, goal, onStep } = request;
  requireFastMath(bench);
  const metric = goal && comparesValues(goal.metric) ? goal.metric : 'max-relative';
  const { counts } = await bench.runs.profile('count-ranges', limits);
  const shared = {
    flag: bench.capabilities.timing === 'gpu' ? NVCC_FLAG : HOST_FLAG,
    metric,
    divisions: divisionKinds(bench.program, counts.operations),
  };
  onStep('building the original program with fast math');
  const plain = await bench.builds.original();
  const { artifact: fast } = required(await bench.builds.fastMath());
  const compared = await compareOutputs(request, metric, plain, fast);
  if (!compared.runs) return { ...shared, speed: null, error: null, failure: compared.failure };
  const { error, failure } = compared;
  onStep('timing the plain build and the one with fast math');
  try {
    const run = async (program: Artifact) => [await bench.runs.run(program, limits)];
    const isThreaded = usesThreads(bench.project);
    const { clock, ratio, low, high, verdict } = await measure(run, plain, fast, seededRandom(SEED), { isThreaded });
    return { ...shared, speed: { clock, ratio, low, high, verdict }, error, failure };
  } catch (thrown) {
    if (!(thrown instanceof TimedRunFailed)) throw thrown;
    return { ...shared, speed: null, error, failure: thrown.message };
  }
}

interface Compared {
  /** Whether the build with fast math ran to its end. */
  readonly runs: boolean;
  readonly error: number | null;
  readonly failure: string | null;
}

async function compareOutputs(
  { bench, place, limits }: FastMathRequest,
  metric: Metric,
  plain: Artifact,
  fast: Artifact,
): Promise<Compared> {
  const expected = outputOfRun(place, await bench.runs.run(plain, limits));
  const outcome = await bench.runs.run(fast, limits);
  const found = outputOfRun(place, outcome);
  if (expected === null || found === null) {
    const runs = outcome.kind === 'exited' && outcome.exitCode === 0;
    return { runs, error: null, failure: runs ? 'it writes no output' : `it ${describeEnd(outcome)}` };
  }
  const goal: Goal = { metric, bound: anyError(metric), against: 'baseline', minSpeedup: null, command: null };
  const judged = await new OutputJudge(goal, null).judge('with fast math', expected, found);
  return { runs: true, error: judged.error, failure: judged.kind === 'beyond' ? judged.evidence : null };
}

/** The divisions and square roots of a program, by kind, format, and device or host. */
export function divisionKinds(program: Program, executions: ReadonlyMap<number, number>): DivisionKind[] {
  const device = deviceFunctions(program);
  const kinds = new Map<string, DivisionKind>();
  program.operations.forEach((operation, index) => {
    const kind = kindOf(program, index);
    if (kind === null) return;
    const inDeviceCode = device.has(operation.function);
    const key = `${kind} ${operation.format} ${inDeviceCode}`;
    const known = kinds.get(key) ?? { kind, format: operation.format, inDeviceCode, places: 0, executions: 0 };
    const executed = known.executions + (executions.get(index) ?? 0);
    kinds.set(key, { ...known, places: known.places + 1, executions: executed });
  });
  return [...kinds.values()].toSorted((a, b) => b.executions - a.executions);
}

function kindOf({ operations, functions }: Program, index: number): string | null {
  const { kind, symbol, value, function: owner } = operations[index]!;
  if (kind === 'math') return ROOTS[symbol] ?? null;
  if (kind !== 'div') return null;
  if (symbol !== '/' && symbol !== '/=') return symbol;
  const { values } = functions[owner]!;
  const computed = values[value];
  const divisor = computed?.kind === 'operation' ? values[computed.operands[1]!] : undefined;
  return divisor?.kind === 'literal' ? 'division by a constant' : 'division';
}
