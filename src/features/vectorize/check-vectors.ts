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
import type { ValueMetric } from '../../numerics/metrics.js';
import { fitIn, type RangeFit } from '../../numerics/value-range.js';
import { type CheckedNumbers, checkNumbers } from './check-numbers.js';
import { keptInFloat, rangeOf } from './keep-in-float.js';
import { hasDeclaredHalves, type LaneNode, type LaneProgram } from './lane-program.js';
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
  readonly values: readonly SeenValue[];
  readonly inFloat: ReadonlySet<LaneNode>;
}

/**
 * Ranges first, then the error: what leaves the format's range on the program's input is computed in float, in vectors of both formats,
 * and what is measured is the source that is written.
 */
export async function checkVectors(
  clang: EmbeddedClang,
  project: Project,
  program: LaneProgram,
  sourceFor: (inFloat: ReadonlySet<LaneNode>) => string,
  choices: CheckChoices,
): Promise<VectorCheck> {
  if (!program.isKernel && project.units.some(({ language }) => language === 'cuda'))
    throw new MantissaError(
      'MX2071',
      `${program.name} is a function of a CUDA program, of which only kernels are checked`,
    );
  if (hasDeclaredHalves(program))
    throw new MantissaError(
      'MX2071',
      `${program.name} has arrays of halves already: its vectors have the formats of the source`,
    );
  if (program.isLeftInParts)
    throw new MantissaError(
      'MX2071',
      `${program.name} leaves a part of its sum for each thread: there is no one number to compare`,
    );
  const name = choices.engine === 'auto' ? (await chooseEngine(false)).engine : choices.engine;
  const engine = engines[name]({ cache: clang.cache, clang });
  if (engine.input !== 'standard') {
    await engine.close();
    throw new MantissaError('MX2071', `the ${name} engine does not take a single C++ program`, {
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
    const { expected, found } = inFloat.size === byConstants.size ? narrow : await run(inFloat);
    return {
      metric: choices.metric,
      error: measureError(choices.metric, expected, found),
      compared: expected.length,
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

/** For the terminal: the error, and what did not fit. */
export function checkText({ metric, error, compared, values }: VectorCheck, isKernel: boolean): string[] {
  const at = ({ name, line }: SeenValue) => (line === null ? name : `${name} (line ${line})`);
  return [
    `${metric} ${figure(error)} against the scalar ${isKernel ? 'kernel' : 'function'}, over ${compared} numbers that it stored`,
    ...values.filter(({ inFloat }) => inFloat).map((value) => `in float: ${at(value)}, up to ${figure(value.most)}`),
    ...values
      .filter(({ fit, inFloat }) => !inFloat && (fit === 'underflows' || fit === 'vanishes'))
      .map((value) => `becomes 0 where it is small: ${at(value)}, down to ${figure(value.least)}`),
  ];
}

/** Three digits, without zeros behind them. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}
