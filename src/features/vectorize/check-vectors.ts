import {
  type BuildRequest,
  chooseEngine,
  type EmbeddedClang,
  type Engine,
  type EngineName,
  engines,
  machineMemoryBytes,
  type Project,
} from '../../core.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { measureError } from '../../numerics/error-metrics.js';
import { meetsBound, type ValueMetric } from '../../numerics/metrics.js';
import { fitIn, type RangeFit } from '../../numerics/value-range.js';
import { type CheckedNumbers, checkNumbers } from './check-numbers.js';
import { keptInFloat, rangeOf } from './keep-in-float.js';
import { hasDeclaredHalves, type LaneNode, type LaneProgram, tablesOf } from './lane-program.js';
import { nodeName } from './node-name.js';
import type { VectorFormat, Width } from './vector-format.js';

export interface CheckChoices {
  readonly format: VectorFormat;
  readonly width: Width;
  readonly engine: 'auto' | EngineName;
  readonly arguments: readonly string[];
  readonly ported: (engine: Engine, texts: ReadonlyMap<string, string>) => Promise<BuildRequest>;
  readonly metric: ValueMetric;
  readonly timeoutMs: number;
}

export interface SeenValue {
  readonly name: string;
  readonly line: number | null;
  readonly most: number;
  readonly least: number;
  readonly fit: RangeFit;
  readonly inFloat: boolean;
}

export interface VectorCheck {
  readonly metric: ValueMetric;
  readonly error: number;
  readonly compared: number;
  /** Values with other bits; any NaN equals any other. */
  readonly differing: number;
  readonly values: readonly SeenValue[];
  readonly inFloat: ReadonlySet<LaneNode>;
}

/**
 * Measures ranges first, then the error. Values outside the format's range on the program's input are computed in float, with vectors of
 * both formats; the error is measured with exactly the source that is written.
 */
export async function checkVectors(
  clang: EmbeddedClang,
  project: Project,
  program: LaneProgram,
  sourceFor: (inFloat: ReadonlySet<LaneNode>) => string,
  choices: CheckChoices,
): Promise<VectorCheck> {
  if (!program.isKernel && project.units.some(({ language }) => language === 'cuda'))
    throw new MantissaError('MX2071', `${program.name} is not a kernel; in CUDA programs only kernels can be checked`);
  if (hasDeclaredHalves(program))
    throw new MantissaError(
      'MX2071',
      `${program.name} already has arrays of 16-bit numbers, whose formats the vector code keeps`,
    );
  const [table] = tablesOf(program);
  if (table)
    throw new MantissaError(
      'MX2071',
      `${program.name} reads the table ${table.name}, which the check does not pass to the vector code`,
    );
  if (program.isLeftInParts)
    throw new MantissaError(
      'MX2071',
      `${program.name} stores a partial sum for each thread, so there is no single result to compare`,
    );
  const name = choices.engine === 'auto' ? (await chooseEngine(false)).engine : choices.engine;
  const engine = engines[name]({ cache: clang.cache, clang });
  if (engine.input !== 'standard') {
    await engine.close();
    throw new MantissaError('MX2071', `the ${name} engine cannot build a single C++ program`, {
      remedy: 'leave --engine out',
    });
  }
  const run = (inFloat: ReadonlySet<LaneNode>): Promise<CheckedNumbers> =>
    checkNumbers(engine, project, program, {
      ...choices,
      vectors: sourceFor(inFloat),
      ported: (texts) => choices.ported(engine, texts),
      maxMemoryBytes: machineMemoryBytes(),
    });
  try {
    const byConstants = keptInFloat(program, choices.format);
    const narrow = await run(byConstants);
    const inFloat = keptInFloat(program, choices.format, narrow.ranges);
    const isSame = inFloat.size === byConstants.size && [...inFloat].every((node) => byConstants.has(node));
    const { expected, found } = isSame ? narrow : await run(inFloat);
    return {
      metric: choices.metric,
      error: measureError(choices.metric, expected, found),
      compared: expected.length,
      differing: expected.filter((value, at) => !Object.is(value, found[at])).length,
      values: narrow.ranges.map(({ node, most, least }) => ({
        name: nodeName(node, program),
        line: node.place?.line ?? null,
        most,
        least,
        fit: fitIn(choices.format, rangeOf(most, least)),
        inFloat: inFloat.has(node),
      })),
      inFloat,
    };
  } finally {
    await engine.close();
  }
}

/** Text for the terminal: the error, and values out of range. */
export function checkText({ metric, error, compared, values }: VectorCheck, isKernel: boolean): string[] {
  const at = ({ name, line }: SeenValue) => (line === null ? name : `${name} (line ${line})`);
  return [
    `${metric} ${figure(error)} relative to the scalar ${isKernel ? 'kernel' : 'function'}, over ${compared} stored values`,
    ...values
      .filter(({ inFloat }) => inFloat)
      .map((value) => `computed in float: ${at(value)}, up to ${figure(value.most)}`),
    ...values
      .filter(({ fit, inFloat }) => !inFloat && (fit === 'underflows' || fit === 'vanishes'))
      .map((value) => `small values become 0: ${at(value)}, down to ${figure(value.least)}`),
  ];
}

/** Three digits, without trailing zeros. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** The error for vector code that must have the bits of the scalar code, and has not; null if it has. */
export function otherBits({
  compared,
  differing,
  metric,
  error,
}: Pick<VectorCheck, 'compared' | 'differing' | 'metric' | 'error'>): MantissaError | null {
  if (differing === 0) return null;
  return new MantissaError(
    'MX4073',
    `${differing} of ${compared} stored values differ from the scalar code in fp32 without fma (${metric} ${figure(error)})`,
  );
}

/** The error if the bound is exceeded, so that nothing is written; null if it is met. */
export function aboveBound(
  { metric, error, compared }: Pick<VectorCheck, 'metric' | 'error' | 'compared'>,
  bound: number,
): MantissaError | null {
  if (meetsBound(metric, error, bound)) return null;
  return new MantissaError('MX3001', `${metric} of ${compared} values is ${figure(error)}, above the bound ${bound}`, {
    remedy: 'allow a larger --max-error, choose another --metric, use --format fp32, or write it anyway with --force',
  });
}
