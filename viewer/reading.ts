/** A report with lookup tables and the current selection, as the sections use it. */
import type { Dimension, ReportDocument, ReportTrial } from '../src/report/document.js';
import type { Select, Selection } from './selection.js';

export const AS_DECLARED = '.';

export interface Reading {
  readonly report: ReportDocument;
  readonly trialOf: ReadonlyMap<number, ReportTrial>;
  readonly best: ReportTrial | null;
  formatOf(letter: string): string;
  letterOf(format: string): string;
}

export interface Reader extends Reading {
  readonly selection: Selection;
  readonly select: Select;
  /** The trial shown: the selected one, or else the recommended one. */
  readonly trial: ReportTrial | null;
}

export function readReport(report: ReportDocument): Reading {
  const trialOf = new Map(report.trials.map((trial) => [trial.number, trial]));
  const formats = new Map(report.formats.map(({ format, letter }) => [letter, format]));
  const letters = new Map(report.formats.map(({ format, letter }) => [format, letter]));
  return {
    report,
    trialOf,
    best: report.best === null ? null : (trialOf.get(report.best) ?? null),
    formatOf: (letter) => formats.get(letter) ?? letter,
    letterOf: (format) => letters.get(format) ?? '?',
  };
}

/** The dimensions that a trial changes, with their new formats. */
export function loweredBy(
  { report, formatOf }: Reading,
  trial: ReportTrial,
): { dimension: Dimension; format: string }[] {
  return report.dimensions.flatMap((dimension, at) =>
    trial.cells[at] === AS_DECLARED ? [] : [{ dimension, format: formatOf(trial.cells[at]!) }],
  );
}

export function loweredCount({ cells }: ReportTrial): number {
  let count = 0;
  for (const cell of cells) if (cell !== AS_DECLARED) count++;
  return count;
}

/** The format of a group or an operation in a trial. */
export function formatIn(
  { report, formatOf }: Reading,
  trial: ReportTrial | null,
  dimension: number | null,
  declared: string,
) {
  const cell = dimension === null ? AS_DECLARED : (trial?.cells[dimension] ?? AS_DECLARED);
  return cell === AS_DECLARED
    ? dimension === null
      ? declared
      : (report.dimensions[dimension]!.declared ?? declared)
    : formatOf(cell);
}

/** Memo condition of sections that depend only on the report and the shown trial. */
export function showsSameTrial(before: { readonly reader: Reader }, after: { readonly reader: Reader }): boolean {
  return before.reader.report === after.reader.report && before.reader.trial === after.reader.trial;
}

export function showsSameReport(before: { readonly reader: Reader }, after: { readonly reader: Reader }): boolean {
  return before.reader.report === after.reader.report;
}
