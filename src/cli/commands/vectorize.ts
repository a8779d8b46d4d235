import { DEFAULT_METRIC } from '../../numerics/metrics.js';
import { defineCommand, programArgument } from '../command.js';
import { choiceOr, flag, inWords, type OptionsOf, offSwitch, requiredText, text } from '../options/option.js';
import * as shared from '../options/shared-options.js';

const options = [
  requiredText('--function <name>', 'the function or kernel; it consists of one loop over arrays'),
  choiceOr('--format <format>', 'what the arrays hold and the arithmetic is done in', ['fp16', 'bf16', 'fp32'], 'fp16'),
  choiceOr('--width <n>', 'numbers in a vector; auto chooses and says why', ['2', '4', '8', 'auto'], 'auto'),
  flag('--check', 'run the program with the function computed both ways: ranges, and how far off the vectors are'),
  inWords(shared.maxError, 'with --check: write nothing where they are further off'),
  inWords(shared.valueMetric, `with --check: what errors are judged by (default: ${DEFAULT_METRIC.less})`),
  inWords(shared.engine, 'with --check: where the program runs'),
  inWords(shared.timeout, 'with --check: at most this long'),
  offSwitch('--no-fma', 'round products and sums one by one, as the scalar source does'),
  choiceOr(
    '--select <how>',
    'an if that chooses: by bits, which is exact, or by a mask of 0 and 1 and fma',
    ['bits', 'fma'],
    'bits',
  ),
  flag('--reassociate', 'sums and products over the loop may be put together in another order: other roundings'),
  flag('--restrict', 'take it that the arrays do not overlap, whatever their declarations say'),
  text('--output <file>', 'write it there, and mantissa_vector.h beside it (default: to stdout)'),
  ...shared.compilerOptions,
  shared.json,
] as const;
export type VectorizeOptions = OptionsOf<typeof options>;

export const vectorizeCommand = defineCommand({
  name: 'vectorize',
  summary:
    'write one scalar loop or kernel as CUDA source on small vectors: 128-bit loads, arithmetic in pairs of halves',
  runsProgram: true,
  arguments: [programArgument],
  options,
  action: async ([program], given, { programArguments }) =>
    (await import('../actions/vectorize.js')).vectorize(program, given, programArguments ?? []),
});
