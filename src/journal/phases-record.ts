/** What the phases of a loop gain over formats that are the same throughout the run (`tune`). */
import { z } from 'zod';
import { clock } from './measurement-record.js';
import { figure, format } from './written-values.js';

const speed = z.strictObject({
  clock: z.enum([...clock.options, 'modelled']),
  /** Time of the original program ÷ its time. */
  ratio: z.number(),
  /** The 95 % interval; null if the speed is modelled. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
});

export const phasesRecord = z.strictObject({
  kind: z.literal('phases'),
  /** The loop that was searched; null if none can have phases, or none was worth a search. */
  loop: z.strictObject({ id: z.string(), file: z.string(), line: z.number().int(), iterations: z.number() }).nullable(),
  low: format,
  /** False if the study tried phases without being asked for them. */
  asked: z.literal(false).optional(),
  /** The switches that ran, in order: the iterations of the first phase, the error, whether it meets the goal, and the modelled speedup. */
  switches: z.array(
    z.strictObject({
      first: z.number(),
      error: figure.nullable(),
      isWithin: z.boolean(),
      speedup: z.number().nullable().optional(),
    }),
  ),
  /** The share of the iterations in the first phase, if the phases meet the goal on every input. */
  fraction: z.number().nullable(),
  /** Of the phases that were found, and with the lower precision throughout the run. */
  speedup: speed.nullable(),
  throughout: speed.nullable(),
  /** Why there are no phases, or no patch for them; null if a patch was built and checked. */
  reason: z.string().nullable(),
  /** As `mantissa phases --configuration` reads it; null without phases. */
  document: z.string().nullable(),
  /** Null if none could be written, built and checked. */
  patch: z.string().nullable(),
});
export type PhasesRecord = z.infer<typeof phasesRecord>;
export type PhasesSpeed = z.infer<typeof speed>;

/** The record without phases, up to the format and the reason. */
export const NO_PHASES: Omit<PhasesRecord, 'low' | 'reason'> = {
  kind: 'phases',
  loop: null,
  switches: [],
  fraction: null,
  speedup: null,
  throughout: null,
  document: null,
  patch: null,
};

/** Whether a study without --phases found no loop for them, which its answer does not mention. */
export function isSilent({ asked, loop }: PhasesRecord): boolean {
  return asked === false && loop === null;
}
