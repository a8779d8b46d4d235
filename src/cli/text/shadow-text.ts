/** The parts of `mantissa show` for a study over sets: the shadow run by kernel and operation, and the screen of the kernels. */
import type { Paint } from '../../inspection/paint.js';
import type { StudyState } from '../../journal/replay.js';
import { type ShadowFunction, screenText, searchedKernels, shadowErrors } from '../../report/shadow-errors.js';
import { figure } from '../../study/judging/judge-output.js';
import { wrap } from './terminal.js';

/** Operations listed for a function; --json has all. */
const MOST_OPERATIONS = 5;

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

function functionLines({ name, error, share, lost, operations }: ShadowFunction, width: number): string[] {
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
  ];
}
