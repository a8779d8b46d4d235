/** The program's own figure of its speed, such as zones per second, found in what it prints. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';
import type { FigureOfMerit } from '../../journal/records.js';
import type { MeritKind } from '../../numerics/percent-of-ideal.js';
import { numbersIn } from '../judging/output-numbers.js';

/** A program does not print what its speed is to be read from. */
export class NoFigureOfMerit extends MantissaError {
  constructor(text: string) {
    super('MX4011', text);
  }
}

/** The pattern's first group, or the whole match, as a number; the last match counts, on stderr before stdout. */
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

/** Refuses a baseline that does not print it, before anything is searched; whether the number makes sense is seen when it is timed. */
export function expectMerit(merit: FigureOfMerit | null, outcome: RunOutcome, whose: string): void {
  if (merit === null || outcome.kind !== 'exited') return;
  const pattern = new RegExp(merit.pattern, 'm');
  if ([outcome.stderr, outcome.stdout].some((stream) => pattern.test(stream.toString('latin1')))) return;
  throw new NoFigureOfMerit(`${whose} prints nothing that matches ${merit.pattern}`);
}

export function requireMerit(merit: FigureOfMerit, outcome: RunOutcome, whose: string): number {
  const value = readMerit(merit, outcome);
  if (value !== null) return value;
  throw new NoFigureOfMerit(`${whose} prints nothing that matches ${merit.pattern} with a positive number`);
}

/** A time where less is better: its reciprocal is the rate. */
export function meritKind(merit: FigureOfMerit | null): MeritKind {
  return merit?.better === 'higher' ? 'rate' : 'time';
}
