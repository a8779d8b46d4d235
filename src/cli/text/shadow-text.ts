/** The parts of `mantissa show` for a study over sets: the shadow run by kernel and operation, and the screen of the kernels. */
import type { Paint } from '../../inspection/paint.js';
import type { StudyState } from '../../journal/replay.js';
import type { ShadowBlocks } from '../../report/document.js';
import { type ShadowFunction, screenText, searchedKernels, shadowErrors } from '../../report/shadow-errors.js';
import { figure } from '../../study/judging/judge-output.js';
import { wrap } from './terminal.js';

/** Operations listed for a function; --json has all. */
const MOST_OPERATIONS = 5;
/** Blocks listed for a function. */
const MOST_BLOCKS = 3;

export function shadowLines(state: StudyState, paint: Paint, width: number): string[] {
  const errors = shadowErrors(state);
  const kernels = searchedKernels(state);
  const run =
    errors === null
      ? []
      : [
          '',
          paint.bold(`shadow run on input '${errors.input}'`),
          wrap(
            'sums of |(v64 − v32) ÷ v64| over all executions; they order the sets, and a trial shows the error of the output'.split(
              ' ',
            ),
            width,
            '',
          ),
          ...errors.functions.flatMap((one) => functionLines(one, width)),
        ];
  const screened =
    kernels.length === 0
      ? []
      : [
          '',
          paint.bold('kernels searched for sets'),
          ...kernels.map((one) => `  ${wrap(screenText(one).split(' '), width - 2, '    ')}`),
        ];
  return [...run, ...screened];
}

function functionLines({ name, error, share, lost, operations, blocks }: ShadowFunction, width: number): string[] {
  const part = share === null ? '' : `, ${(100 * share).toFixed(0)} %`;
  const more = operations.length - MOST_OPERATIONS;
  return [
    `  ${name}  ${figure(Number(error))}${part}${lost > 0 ? `, ${lost} executions counted as 1` : ''}`,
    ...operations.slice(0, MOST_OPERATIONS).map((one) => {
      const each = one.executions ? `, ${figure(Number(one.error) / one.executions)} per execution` : '';
      return wrap(
        `    ${one.file}:${one.line}  ${one.symbol}  ${figure(Number(one.error))}${each}`.split(/(?<=\S) /),
        width,
        '      ',
      );
    }),
    ...(more > 0 ? [`    and ${more} operations with smaller errors`] : []),
    ...(blocks ? [wrap(blocksText(blocks, Number(error)).split(/(?<=\S) /), width, '      ')] : []),
  ];
}

/** The distribution over thread blocks. The coordinates of a block are x, y, z. */
function blocksText({ grid, counted, quartiles, worst }: ShadowBlocks, error: number): string {
  const all = grid.reduce((product, extent) => product * extent, 1);
  const first = counted < all ? `the first ${counted.toLocaleString('en')} of ` : '';
  const [least, low, middle, high] = quartiles.map((one) => figure(Number(one)));
  const named = worst
    .slice(0, MOST_BLOCKS)
    .map((one) => `${one.at} with ${figure(Number(one.error))}, ${((100 * Number(one.error)) / error).toFixed(0)} %`);
  const largest = named.length === 0 ? '' : `; largest in block ${named.join('; ')}`;
  return `    over ${first}${all.toLocaleString('en')} thread ${all === 1 ? 'block' : 'blocks'}: minimum ${least}, quartiles ${low}, ${middle}, ${high}${largest}`;
}
