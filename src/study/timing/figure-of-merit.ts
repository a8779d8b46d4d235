/** The program's own measure of its speed, such as zones per second, read from its output. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';
import type { FigureOfMerit } from '../../journal/records.js';
import type { MeritKind } from '../../numerics/percent-of-ideal.js';
import { numbersIn } from '../judging/output-numbers.js';

/** The output of a program does not contain the figure of merit. */
export class NoFigureOfMerit extends MantissaError {
  constructor(text: string) {
    super('MX4011', text);
  }
}

/** The last match of the pattern (its first group, or all of it) as a number; stderr is searched before stdout. */
export function readMerit({ pattern }: FigureOfMerit, outcome: RunOutcome): number | null {
  if (outcome.kind !== 'exited') return null;
  for (const stream of [outcome.stderr, outcome.stdout]) {
    const matches = [...stream.toString('latin1').matchAll(new RegExp(pattern, 'gm'))];
    const last = matches.at(-1);
    const value = last ? numbersIn(last[1] ?? last[0])[0] : undefined;
    if (value !== undefined && Number.isFinite(value) && value > 0) return value;
  }
  return null;
}

/** Throws before the search if the baseline does not print a figure of merit. Its value is checked when the program is timed. */
export function expectMerit(merit: FigureOfMerit | null, outcome: RunOutcome, whose: string): void {
  if (merit === null || outcome.kind !== 'exited') return;
  const pattern = new RegExp(merit.pattern, 'm');
  if ([outcome.stderr, outcome.stdout].some((stream) => pattern.test(stream.toString('latin1')))) return;
  throw new NoFigureOfMerit(`${whose} prints no text that matches ${merit.pattern}`);
}

export function requireMerit(merit: FigureOfMerit, outcome: RunOutcome, whose: string): number {
  const value = readMerit(merit, outcome);
  if (value !== null) return value;
  throw new NoFigureOfMerit(`${whose} prints no text that matches ${merit.pattern} with a positive number`);
}

/** A figure that is better when it is lower is treated as a time. */
export function meritKind(merit: FigureOfMerit | null): MeritKind {
  return merit?.better === 'higher' ? 'rate' : 'time';
}
