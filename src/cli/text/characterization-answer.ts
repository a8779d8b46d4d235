/** The answer of `mantissa characterize`: the measured parts, and the findings with their figures. */
import { type Finding, findingsOf } from '../../features/characterization/findings.js';
import { PART_NAMES } from '../../features/characterization/parts.js';
import type { Characterization } from '../../features/characterization/record.js';
import { compareRecords } from '../../features/characterization/report/comparison.js';
import type { Paint } from '../../inspection/paint.js';
import { durationText } from '../../support/duration-text.js';

export function characterizationAnswer(
  record: Characterization,
  other: Characterization | null,
  files: readonly string[],
  paint: Paint,
): string {
  const named = PART_NAMES.flatMap((part) => {
    const found = record.parts[part];
    if (!found) return [];
    const text =
      found.state === 'measured'
        ? `${found.rows.length} figures, measured in ${durationText(found.durationMs)}`
        : paint.warn(`not measured here: ${found.reason}`);
    const notes = found.state === 'measured' ? found.notes.map((note) => `\n  ${paint.warn(note)}`).join('') : '';
    return [`  ${part.padEnd(12)} ${text}${notes}`];
  });
  return [
    paint.bold(`${record.machine.name}, ${record.machine.compiler}${record.isQuick ? ', quick' : ''}`),
    ...named,
    '',
    ...findingsOf(record).map((finding) => findingText(finding, paint)),
    '',
    ...(other
      ? [`the report compares ${compareRecords(record, other).length} figures with ${other.machine.name}`]
      : []),
    ...files,
    '',
  ].join('\n');
}

function findingText({ verdict, text, numbers }: Finding, paint: Paint): string {
  const marks = { holds: paint.good('✓'), 'no longer holds': paint.bad('✗'), 'not measured here': paint.dim('–') };
  return `${marks[verdict]} ${verdict}: ${text}${numbers ? paint.dim(` (${numbers})`) : ''}`;
}
