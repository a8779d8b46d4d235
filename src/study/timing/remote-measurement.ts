/** A measurement on another machine: the settings sent to a node, the work of the node, and its answer. */
import { type Code, catalogue } from '../../diagnostics/catalogue.js';
import { type Finding, MantissaError } from '../../diagnostics/mantissa-error.js';
import type { InTurnOutcome, RunOutcome } from '../../execution/engine.js';
import type { FigureOfMerit } from '../../journal/records.js';
import { TimeUp } from '../../support/deadline.js';
import { seededRandom } from '../../support/random.js';
import { NoFigureOfMerit } from './figure-of-merit.js';
import { type Measurement, measure, type Patience, TimedRunFailed } from './measurement.js';

/** Sent as JSON. */
type InTurnSettings = {
  readonly merit: FigureOfMerit | null;
  readonly patience: Omit<Patience, 'mostMs'>;
  readonly mostMs: number | null;
  readonly seed: number;
  /** Names of the inputs, to estimate the speedup on each; null otherwise. */
  readonly names: readonly string[] | null;
  readonly isThreaded: boolean;
};

type InTurnAnswer =
  | { readonly kind: 'measured'; readonly measurement: Measurement }
  | { readonly kind: 'run-failed'; readonly outcome: TimedRunFailed['outcome']; readonly evidence: string }
  | { readonly kind: 'time-up' }
  | { readonly kind: 'refused'; readonly code: string; readonly findings: readonly Finding[]; readonly remedy: string };

/**
 * Number of digits of a program's digest used as a seed, and their base.
 * Source: the seeds of support/random.ts have 32 bits.
 */
const SEED_DIGITS = 8;
const HEXADECIMAL = 16;

/** The seed of the bootstrap is derived from the program, so that a restart gives the same estimate. */
export function inTurnSettings(
  merit: FigureOfMerit | null,
  patience: Patience,
  digest: string,
  about: Partial<Pick<InTurnSettings, 'names' | 'isThreaded'>> = {},
): InTurnSettings {
  const { mostMs, ...rest } = patience;
  const seed = Number.parseInt(digest.slice(0, SEED_DIGITS), HEXADECIMAL);
  return { merit, patience: rest, mostMs: mostMs ?? null, seed, names: null, isThreaded: false, ...about };
}

/** Runs on the node. */
export async function measureOnNode(
  settings: unknown,
  run: (program: 'baseline' | 'variant') => Promise<readonly RunOutcome[]>,
): Promise<InTurnAnswer> {
  const { merit, patience, mostMs, seed, names, isThreaded } = settings as InTurnSettings;
  const whole = { merit, patience: mostMs === null ? patience : { ...patience, mostMs }, names, isThreaded };
  try {
    const measurement = await measure(run, 'baseline' as const, 'variant' as const, seededRandom(seed), whole);
    return { kind: 'measured', measurement };
  } catch (error) {
    if (error instanceof TimeUp) return { kind: 'time-up' };
    if (error instanceof TimedRunFailed) return { kind: 'run-failed', outcome: error.outcome, evidence: error.message };
    if (!(error instanceof MantissaError)) throw error;
    const { code, findings, remedy } = error;
    return { kind: 'refused', code, findings, remedy };
  }
}

export function readMeasurement(answer: InTurnOutcome): Measurement & { readonly node: string } {
  if ('failure' in answer) throw new TimedRunFailed(answer.isOverTime ? 'timed-out' : 'run-failed', answer.failure);
  const found = answer.outcome as InTurnAnswer;
  switch (found.kind) {
    case 'measured':
      return { ...found.measurement, node: answer.node };
    case 'run-failed':
      throw new TimedRunFailed(found.outcome, `${found.evidence} (on ${answer.node})`);
    case 'time-up':
      throw new TimeUp();
    case 'refused':
      if (found.code === 'MX4011') throw new NoFigureOfMerit(found.findings[0]?.text ?? '');
      throw new MantissaError(found.code in catalogue ? (found.code as Code) : 'MX1005', found.findings, found);
  }
}
