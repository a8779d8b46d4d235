/** The table of formats that an instrumented program reads when it starts. */
import { whyTooMuchShared } from '../analysis/shared-memory-limit.js';
import { type Format, isStorageOnly, isSummed, widestFormat } from '../numerics/format.js';
import type { Program, SiteIndex } from '../program/program.js';
import { orderedText } from '../rewrite/ordered-operands.js';
import { STORAGE_WITH_MULTI_WORD } from '../space/configuration.js';
import { baselineConfiguration, type Configuration, type Resolution, resolve } from '../space/resolve.js';
import { signsOfLiterals } from '../space/wide-values.js';
import { type Infeasible, infeasible, required } from './attempts.js';
import type { InstrumentedRunnable } from './runnable.js';

/** Number of doubles that represent a multi-word number. */
export const PARTS = { 'emulate-wide': 2, 'emulate-widest': 4 } as const;

export type WideMode = keyof typeof PARTS;

export const isOfSums = (mode: string): mode is WideMode => mode in PARTS;

/** The letters of runtime/instrument; null for formats that cannot be emulated. */
const LETTERS: Readonly<Record<Format, string | null>> = {
  fp8e4m3: 'a',
  fp8e5m2: 'i',
  fp16: 'h',
  bf16: 'b',
  fp32: 's',
  fp64: 'd',
  fp32x2: 'f',
  fp64x2: 'w',
  fp64x4: 'x',
  cmp32x2: null,
  cmp64x2: null,
};

/** The perturbing letters, see runtime/instrument/mantissa_instrument.h. */
const PERTURBING_LETTERS = { scaled: 'j', negated: 'k' } as const;
/** `scaled`: perturbs values by a sixteenth; `negated`: also negates them and adds one, so that zeros and ratios change. */
export type Perturbation = keyof typeof PERTURBING_LETTERS;

/** The table with the letters of some sites replaced by a perturbing one. */
export function withPerturbedSites(table: string, sites: ReadonlySet<SiteIndex>, how: Perturbation): string {
  const [operations, siteLetters] = table.split('|') as [string, string];
  return `${operations}|${[...siteLetters].map((letter, site) => (sites.has(site) ? PERTURBING_LETTERS[how] : letter)).join('')}`;
}

/** The table an instrumented program reads at start-up. */
export function formatTable(
  program: Program,
  configuration: Configuration,
  { operationFormats, siteFormats }: Resolution = resolve(program, configuration),
): FormatTable | Infeasible {
  const crowded = whyTooMuchShared(program, siteFormats);
  if (crowded) return infeasible(crowded);
  const all = [...operationFormats, ...siteFormats];
  if (all.some(isStorageOnly) && all.some(isSummed)) return infeasible(STORAGE_WITH_MULTI_WORD);
  const foreign = all.find((format) => LETTERS[format] === null);
  if (foreign) return infeasible(`${foreign} cannot be emulated`);
  const ofOperation = (format: Format, index: number) =>
    configuration.operations.has(index)
      ? LETTERS[format]!.replace(/[hb]/, (half) => half.toUpperCase())
      : LETTERS[format];
  const text = `${operationFormats.map(ofOperation).join('')}|${siteFormats.map((format) => LETTERS[format]).join('')}`;
  const mode = !all.some(isSummed) ? 'emulate' : all.includes(widestFormat) ? 'emulate-widest' : 'emulate-wide';
  return { kind: 'table', text, mode };
}

/** The table of a configuration for an instrumented program, if all of its formats can be emulated. */
export function emulatedTable(runnable: InstrumentedRunnable, configuration: Configuration): FormatTable | Infeasible {
  const { program, untouched, inOrder, choices } = runnable;
  const resolution = resolve(program, configuration);
  const signs = signsOfLiterals(program, configuration.operations);
  for (const operation of untouched) {
    if (signs.has(operation) || resolution.operationFormats[operation] === program.operations[operation]!.format)
      continue;
    const { id, symbol } = program.operations[operation]!;
    return infeasible(`${id} (${symbol}) cannot be emulated in ${resolution.operationFormats[operation]}`);
  }
  for (const operation of inOrder) {
    const format = resolution.operationFormats[operation]!;
    if (!isSummed(format)) continue;
    return infeasible(orderedText(program, operation, format));
  }
  const table = formatTable(program, configuration, resolution);
  if (table.kind === 'infeasible' || !isOfSums(table.mode)) return table;
  const ofChoices = choices.map(
    ({ function: owner, value }) => LETTERS[resolution.valueFormats[owner]![value]!.format ?? 'fp64'],
  );
  const [ofOperations, ofSites] = table.text.split('|') as [string, string];
  const widest = LETTERS[table.mode === 'emulate-widest' ? widestFormat : 'fp64x2'];
  const unrounded = [...ofOperations].map((letter, operation) => (signs.has(operation) ? widest : letter));
  return { ...table, text: `${unrounded.join('')}|${ofSites}|${ofChoices.join('')}` };
}

/** The table with the letters of some sites taken from another one. */
export function withSitesOf(table: string, other: string, sites: ReadonlySet<SiteIndex>): string {
  const [operations, letters] = table.split('|') as [string, string];
  const others = other.split('|')[1]!;
  return `${operations}|${[...letters].map((letter, site) => (sites.has(site) ? others[site]! : letter)).join('')}`;
}

/** The table of a profiling run, which has no multi-word formats. */
export function profiledTable(runnable: InstrumentedRunnable, configuration: Configuration): string {
  if (configuration === baselineConfiguration) return baselineTable(runnable.program);
  const table = required(emulatedTable(runnable, configuration));
  if (table.mode !== 'emulate') throw infeasible('a profiling run cannot have multi-word formats').message;
  return table.text;
}

/** The table of the original formats, with which an instrumented program prints what the original prints. */
export function baselineTable(program: Program): string {
  return required(formatTable(program, baselineConfiguration)).text;
}

export interface FormatTable {
  readonly kind: 'table';
  readonly text: string;
  /** Mode of the instrumented program that can represent all of its formats. */
  readonly mode: 'emulate' | WideMode;
}
