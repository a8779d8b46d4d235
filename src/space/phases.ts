/**
 * A configuration with phases: the first iterations of a loop have the formats `before`, the others and the code behind the loop have `after`.
 * In front of the loop the program computes in `after`, and the loop's state (analysis/phases/loop-state.ts) is stored in `before`.
 * `{schemaVersion: 1, loop: "main@41", switch: {"fraction": 0.9}, before: {"u": "fp32"}, after: {}}`; a configuration without phases is the
 * case in which both are the same.
 */
import { z } from 'zod';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { type Format, meetAll } from '../numerics/format.js';
import type { Program, SiteIndex } from '../program/program.js';
import { digestSources } from '../program/source-digest.js';
import { configurationOf, type GroupTable } from './configuration.js';
import type { Configuration } from './resolve.js';

/** A number of iterations, or a share of those that the loop has with the input. */
export type Switch = { readonly iteration: number } | { readonly fraction: number };

export interface PhasedConfiguration {
  /** The id of the loop: its function and line. */
  readonly loop: string;
  readonly switch: Switch;
  readonly before: Configuration;
  readonly after: Configuration;
}

const formatsById = z.record(z.string(), z.string());

export const phasesSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** The digest of the program it was written for, if Mantissa wrote it. */
  sources: z.string().optional(),
  loop: z.string(),
  switch: z
    .strictObject({ iteration: z.int().min(0).optional(), fraction: z.number().min(0).max(1).optional() })
    .refine(({ iteration, fraction }) => (iteration === undefined) !== (fraction === undefined), {
      message: 'expected an iteration or a fraction',
    }),
  before: formatsById,
  after: formatsById,
});

export function parsePhases(text: string, file: string, program: Program, groups: GroupTable): PhasedConfiguration {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw notValid(error instanceof Error ? error.message : String(error), file);
  }
  const { success, data, error } = phasesSchema.safeParse(document);
  if (!success) {
    const [issue] = error.issues;
    throw notValid(`${issue?.path.join('.') || 'the document'}: ${issue?.message}`, file);
  }
  if (data.sources !== undefined && data.sources !== digestSources(program))
    throw new MantissaError('MX2024', {
      text: 'the sources have changed since these phases were written',
      place: { file },
    });
  const of = (formats: Record<string, string>) => configurationOf(formats, file, program, groups);
  const { iteration, fraction } = data.switch;
  const at: Switch = iteration === undefined ? { fraction: fraction! } : { iteration };
  const phases = { loop: data.loop, switch: at, before: of(data.before), after: of(data.after) };
  const refused = whyNotInOrder(program, phases);
  if (refused !== null) throw notValid(refused, file);
  return phases;
}

/**
 * Why the program cannot go from the first formats to the second; null if it can: then every stored value is exact in its new format, and
 * nothing is rounded at the switch.
 */
export function whyNotInOrder(
  { sites }: Program,
  { before, after }: Pick<PhasedConfiguration, 'before' | 'after'>,
): string | null {
  for (const site of new Set([...before.sites.keys(), ...after.sites.keys()])) {
    const [from, to] = [formatAt(sites, before, site), formatAt(sites, after, site)];
    if (from !== to && meetAll([from, to]) !== to)
      return (
        `${sites[site]!.id} is ${from} before the switch and ${to} after it, which does not represent every ${from} value: ` +
        'values in memory would have to be rounded at the switch, which is not supported'
      );
  }
  return null;
}

function formatAt(sites: Program['sites'], configuration: Configuration, site: SiteIndex): Format {
  return configuration.sites.get(site) ?? sites[site]!.format;
}

/** The number of iterations in the first phase. */
export function firstIterations(at: Switch, iterations: number): number {
  if ('iteration' in at) return Math.min(at.iteration, iterations);
  const { numerator, denominator } = ratioOf(at.fraction);
  return Math.floor((numerator * iterations) / denominator); // exact: the product is an integer
}

/** Of fractions that are no ratio of small numbers. They are rounded to it. */
const LARGEST_DENOMINATOR = 1_000_000;

/** A fraction of the iterations as a ratio of integers, because 0.58 * 100 is less than 58: in hundredths, or as a ratio of smaller numbers. */
export function ratioOf(fraction: number): { readonly numerator: number; readonly denominator: number } {
  const isRatio = (one: number) => Math.round(fraction * one) / one === fraction;
  let denominator = 100;
  if (!isRatio(100)) for (denominator = 1; denominator < 100 && !isRatio(denominator); ) denominator++;
  if (!isRatio(denominator)) denominator = LARGEST_DENOMINATOR;
  return { numerator: Math.round(fraction * denominator), denominator };
}

/** The file that `parsePhases` reads. */
export function writePhases(phases: PhasedConfiguration, program: Program): string {
  const formats = ({ sites, operations }: Configuration) => ({
    ...Object.fromEntries([...sites].map(([site, format]) => [program.sites[site]!.id, format])),
    ...Object.fromEntries([...operations].map(([operation, format]) => [program.operations[operation]!.id, format])),
  });
  const document: z.input<typeof phasesSchema> = {
    ...{ schemaVersion: 1, sources: digestSources(program), loop: phases.loop, switch: phases.switch },
    ...{ before: formats(phases.before), after: formats(phases.after) },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function notValid(text: string, file: string): MantissaError {
  return new MantissaError('MX2058', { text, place: { file } });
}
