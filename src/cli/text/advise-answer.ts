/** The answer of `mantissa advise`: a verdict, the evidence with figures, and the next command. */

import type { DeviceProfile } from '../../analysis/devices/device-profile.js';
import type { ObstacleCode } from '../../analysis/format-obstacles.js';
import { doublePrecision } from '../../analysis/performance/double-precision.js';
import type { Paint } from '../../inspection/paint.js';
import { remedies } from '../../inspection/remedies.js';
import { count } from '../../inspection/table.js';
import type { Goal } from '../../journal/records.js';
import { gpuText } from '../../report/gpu-text.js';
import { boundText } from '../../report/outlook-text.js';
import { pairsText } from '../../report/pairs-text.js';
import { errorText, goalText } from '../../study/judging/judge-output.js';
import { isWorthTuning } from '../../study/prospects/block-prospects.js';
import type { FastMathEffect } from '../../study/prospects/fast-math.js';
import { FEW_DIGITS } from '../../study/prospects/printed-digits.js';
import type { Prospects } from '../../study/prospects/prospects.js';
import { RAISED_TO } from '../../study/prospects/raised-sums.js';
import { repeatedCommand } from '../repeated-command.js';
import { wrap } from './terminal.js';
import { CLOCKS } from './trial-figures.js';

export interface AdviseAnswer {
  readonly program: string;
  readonly engine: string;
  readonly input: string;
  readonly gpu: string;
  readonly device: DeviceProfile;
  readonly prospects: Prospects;
  /** With --fast-math. */
  readonly fastMath: FastMathEffect | null;
  /** The command line of the user. */
  readonly typed: readonly string[];
  readonly tolerance: Goal | null;
  /** Whether the metric of the command line counts digits. */
  readonly counts: boolean;
  /** Whether thread blocks could be tuned here. */
  readonly canTimeKernels: boolean;
}

/** A modelled ceiling below this is within the error of the model. */
const HARDLY = 1.05;
const LEAST_SHARE = 0.05;
const MOST_ROWS = 3;
/** A share of the work below this is not worth a row. */
const LITTLE_WORK = 0.01;

export function adviseText(advised: AdviseAnswer, paint: Paint, width: number): string {
  const { program, engine, input, prospects } = advised;
  const row = (name: string, text: string) =>
    `  ${paint.dim(name.padEnd(8))}  ${wrap(text.split(' '), width, ' '.repeat(12))}`;
  const lines = [
    `${paint.bold(program)}  ${verdict(advised, paint)}  ${paint.dim(`(input '${input}' on the ${engine} engine)`)}`,
    ...pairsRows(advised).map((text) => row('fp64', text)),
    ...outputRows(prospects).map((text) => row('output', text)),
    row('ceiling', ceilingText(advised)),
    ...kernelRows(prospects).map((text) => row('kernels', text)),
    ...prospects.formats.map(({ format, reason }) => row(format, reason)),
    ...sumRows(prospects).map((text) => row('sums', text)),
    ...raiseRows(advised).map((text) => row('raise', text)),
    ...fastMathRows(advised.fastMath).map((text) => row('fast', text)),
    ...blockRows(prospects).map((text) => row('blocks', text)),
    ...frozenRows(prospects).map((text) => row('frozen', text)),
    '',
    paint.bold('next'),
    `  ${nextCommand(advised)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** As a document for other programs. */
export function adviseDocument(advised: AdviseAnswer): object {
  const { program, engine, input, gpu, prospects } = advised;
  const { untunable, output, groups, ceiling, kernels, pairs, formats, sums, lost, blocks, frozen, work } = prospects;
  return {
    schemaVersion: 1,
    program,
    engine,
    input,
    /** The GPU whose cost model gives the ceilings. */
    gpu,
    tunable: untunable === null,
    reason: untunable,
    output,
    groups,
    ceiling: ceiling?.speedup ?? null,
    /** The ceiling's range, given the error of the model. */
    ceilingRange: ceiling && [ceiling.least, ceiling.most],
    kernels,
    /** On a GPU that is faster in pairs of floats (fp32x2) than in fp64. */
    doublePrecision: pairs && { ...doublePrecision(advised.device), fp64Share: pairs.share, speedup: pairs.speedup },
    formats,
    accumulations: sums,
    /** If the original program misses the tolerance: its error, and the error with sums in fp64x2. */
    lost,
    blocks: blocks.map((one) => ({ ...one, worthTuning: isWorthTuning(one) })),
    ...(advised.fastMath && { fastMath: advised.fastMath }),
    work,
    frozen: frozen.map(({ reason, code, traffic, arithmetic }) => ({
      ...{ reason, code, remedy: remedies[code as ObstacleCode] },
      cost: { traffic, arithmetic },
    })),
    next: nextCommand(advised),
  };
}

function verdict({ prospects: { untunable, ceiling, groups } }: AdviseAnswer, paint: Paint): string {
  if (untunable !== null) return paint.bad(`cannot be tuned: ${untunable}`);
  const choices = `${count(groups, 'tunable group')}`;
  if (ceiling !== null && ceiling.speedup < HARDLY)
    return paint.warn(`can be tuned, but little speedup is expected: ${choices}`);
  return paint.good(`can be tuned: ${choices}`);
}

/** First, because on such a GPU nothing else matters as much. */
function pairsRows({ prospects: { pairs }, gpu, device }: AdviseAnswer): string[] {
  if (pairs === null) return [];
  const speedup = `without fp32, fp32x2 reaches at most ${pairs.speedup.toFixed(2)}×`;
  return [`${pairsText(gpu, device)}; ${percent(pairs.share)} of the kernels' time is fp64 arithmetic: ${speedup}`];
}

function outputRows({ output }: Prospects): string[] {
  if (!output) return [];
  const { values, digits, repeats } = output;
  const said =
    digits === null
      ? ''
      : `, printed with ${digits.fewest === digits.most ? '' : `${digits.fewest} to `}${digits.most} digits`;
  const few =
    digits !== null && digits.most < FEW_DIGITS
      ? `, which hide smaller errors; print 17 digits (%.17g, setprecision(17)) for error bounds below 1e-${digits.most - 1}`
      : '';
  const same = repeats
    ? 'identical in two runs'
    : 'two runs differ: mantissa check shows by how much and in which lines';
  return [`${count(values, 'number')}${said}${few}; ${same}`];
}

function ceilingText({ prospects: { ceiling }, gpu }: AdviseAnswer): string {
  if (ceiling === null)
    return 'unknown: there is no performance model for CPU code; mantissa tune --engine native measures the speedup of its trials';
  const { speedup, least, most } = ceiling;
  return `about ${speedup.toFixed(2)}× if everything may be fp32, whatever the error (modelled for ${gpuText(gpu)}; with the model's uncertainty ${least.toFixed(2)}–${most.toFixed(2)}×)`;
}

function kernelRows({ kernels }: Prospects): string[] {
  return kernels
    .filter(({ share }) => share >= LEAST_SHARE)
    .slice(0, MOST_ROWS)
    .map(
      ({ name, share, boundBy, ceiling }) =>
        `${name} takes ${Math.round(100 * share)} % of the time and is bound by ${boundText(boundBy)}; this kernel alone can become at most ${ceiling.toFixed(2)}× faster`,
    );
}

function sumRows({ sums }: Prospects): string[] {
  return sums.slice(0, MOST_ROWS).map(({ site, file, line, terms, usual, worst, canFold }) => {
    const lost = `relative rounding error in fp32 about ${usual.toExponential(0)}, at most ${worst.toExponential(0)}`;
    const fold = canFold ? '; tune --accumulators reduces it by summing in parts' : '';
    return `${site} (${file}:${line}) sums ${terms.toLocaleString('en')} terms: ${lost}${fold}`;
  });
}

/** Sums that need more precision than they have. */
function raiseRows({ prospects: { lost }, tolerance }: AdviseAnswer): string[] {
  if (lost === null || tolerance === null) return [];
  const { metric } = tolerance;
  const head = `the original program itself misses ${goalText({ ...tolerance, against: 'reference', minSpeedup: null })}: ${errorText(metric, lost.error)} relative to a run in ${RAISED_TO}`;
  const [best] = lost.raised;
  if (!best)
    return [
      `${head}; no single sum is the reason: mantissa tune --plan --from ${RAISED_TO} shows which variables need it`,
    ];
  const names = best.sites.map(({ id, file, line }) => `${id} (${file}:${line})`).join(' and ');
  const rest = best.isWithin ? '' : ', which still misses it';
  return [
    `${head}; with ${names} in ${RAISED_TO} it is ${errorText(metric, best.error)}${rest}. This computes ${percentOf(best.share)} of the executed operations in ${RAISED_TO}, each of up to ${COST} fp64 operations`,
  ];
}

/** Of the accurate addition of two double-words (Joldes, Muller and Popescu, ACM TOMS 44(2), 2017). */
const COST = 20;

function percentOf(share: number): string {
  return share > 0 && share < 0.01 ? 'under 1 %' : percent(share);
}

/** The effect of fast math, then the operations that it may replace. */
function fastMathRows(effect: FastMathEffect | null): string[] {
  if (effect === null) return [];
  const { flag, speed, metric, error, failure, divisions } = effect;
  const time = speed === null ? 'not timed' : `${speed.verdict} (${CLOCKS[speed.clock]})`;
  const changed = error === null ? failure : `${errorText(metric, error)} relative to the plain build`;
  const rows = divisions.map(
    ({ kind, format, inDeviceCode, places, executions }) =>
      `${kind} in ${format}${inDeviceCode ? ' in kernels' : ''}: ${count(places, 'place')}, executed ${executions.toLocaleString('en')} times`,
  );
  return [`with ${flag}: ${time}; ${changed}`, ...(rows.length > 0 ? rows : ['no divisions and no square roots'])];
}

function blockRows({ blocks, kernels }: Prospects): string[] {
  const shareOf = new Map(kernels.map(({ name, share }) => [name, share]));
  return blocks
    .filter(({ kernel }) => (shareOf.get(kernel) ?? 1) >= LEAST_SHARE)
    .toSorted((a, b) => (shareOf.get(b.kernel) ?? 0) - (shareOf.get(a.kernel) ?? 0))
    .slice(0, MOST_ROWS)
    .map((block) => {
      const { kernel, threads, isDefault, frozen, fills } = block;
      const of = `${kernel} has blocks of ${count(threads, 'thread')}${isDefault ? ' unless set by program arguments' : ''}`;
      const full =
        fills === 1 ? 'blocks of this size already allow full occupancy' : `occupancy is at most ${percent(fills)}`;
      if (frozen !== null) return `${of}, which cannot be changed: ${frozen}; ${full}`;
      return `${of}, which can be changed; ${full}: ${isWorthTuning(block) ? 'worth tuning' : 'another size is unlikely to be faster'}`;
    });
}

function frozenRows({ frozen, work }: Prospects): string[] {
  const rows = frozen
    .filter(({ traffic, arithmetic }) => Math.max(traffic, arithmetic) >= LITTLE_WORK)
    .slice(0, MOST_ROWS)
    .map(
      ({ reason, code, traffic, arithmetic }) =>
        `${percent(traffic)} of the memory traffic and ${percent(arithmetic)} of the arithmetic cannot change format: ${reason} (${remedies[code as ObstacleCode]})`,
    );
  if (rows.length > 0) return rows;
  if (work.traffic === null && work.arithmetic === null) return [];
  return [frozen.length === 0 ? 'nothing' : `only parts with under ${percent(LITTLE_WORK)} of the work`];
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function nextCommand({ prospects, typed, tolerance, counts, canTimeKernels }: AdviseAnswer): string {
  if (prospects.untunable !== null) return repeatedCommand(typed, 'check');
  return repeatedCommand(typed, 'tune', {
    ...(tolerance === null && (counts ? { '--digits': '6' } : { '--max-error': '1e-6' })),
    ...(canTimeKernels && prospects.blocks.some(isWorthTuning) && { '--tune-blocks': true }),
  });
}
