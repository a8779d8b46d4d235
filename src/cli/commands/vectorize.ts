import { DEFAULT_METRIC } from '../../numerics/metrics.js';
import { defineCommand, programArgument } from '../command.js';
import { choiceOr, flag, inWords, type OptionsOf, offSwitch, text } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  text(
    '--function <name>',
    'function or kernel to vectorize; it must consist of one loop over arrays (default: list all functions and kernels that can be vectorized)',
  ),
  choiceOr('--format <format>', 'format of the arrays and the arithmetic', ['fp16', 'bf16', 'fp32'], 'fp16'),
  choiceOr('--width <n>', 'elements per vector; auto chooses and gives the reason', ['2', '4', '8', 'auto'], 'auto'),
  flag(
    '--check',
    'run the program with the scalar and the vector code: value ranges, and the error of the vector code',
  ),
  inWords(shared.force, 'with --check: write the source even if the check finds other values'),
  inWords(shared.maxError, 'with --check: write nothing if the error is larger'),
  inWords(shared.valueMetric, `with --check: error metric (default: ${DEFAULT_METRIC.less})`),
  inWords(shared.engine, 'with --check: engine that runs the program'),
  inWords(shared.timeout, 'with --check: time limit for the run'),
  offSwitch('--no-fma', 'round products and sums separately, as the scalar source does'),
  choiceOr(
    '--select <how>',
    'code for an if that selects a value: bit masks, which are exact, or fma with a mask of 0 and 1',
    ['bits', 'fma'],
    'bits',
  ),
  flag('--reassociate', 'allow reductions to be reordered, which changes their rounding'),
  flag('--restrict', 'assume that the arrays do not overlap, whatever their declarations say'),
  text('--output <file>', 'file to write, with mantissa_vector.h beside it (default: stdout)'),
  ...shared.compilerOptions,
  shared.json,
] as const;
export type VectorizeOptions = OptionsOf<typeof options>;

export const vectorizeCommand = defineCommand({
  name: 'vectorize',
  summary: 'rewrite one scalar loop or kernel as CUDA source on short vectors: 128-bit loads, half2 arithmetic',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/vectorize.js')).vectorize(program, given, programArguments ?? []),
});
