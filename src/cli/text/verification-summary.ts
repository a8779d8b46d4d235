/** What `mantissa verify` found, in Markdown: for the summary of a job or a comment on a pull request. */
import type { MemoryRecord, StudyStarted } from '../../journal/records.js';
import type { VerificationRecord } from '../../journal/verification-record.js';
import { goalText } from '../../study/judging/judge-output.js';
import { memoryText } from '../../study/judging/memory-check.js';

export interface VerificationSummary {
  readonly record: VerificationRecord;
  readonly started: StudyStarted;
  readonly memory: MemoryRecord | null;
  /** What was run, and how many of it were within the bound. */
  readonly where: string;
  readonly confidence: string;
  /** Of the errors, where there are any. */
  readonly errors: string | null;
  /** Why it is not good enough; null where it is. */
  readonly failure: string | null;
}

const MISSED_SHOWN = 5;

export function summaryInMarkdown(summary: VerificationSummary): string {
  const { record, started, memory, where, confidence, errors, failure } = summary;
  const missed = record.samples.filter(({ outcome }) => outcome === 'beyond' || outcome === 'failed');
  const rows = [
    ['goal', goalText({ ...started.goal, against: 'baseline', minSpeedup: null })],
    ['on', where],
    ['found', confidence],
    ...(errors === null ? [] : [['errors', errors]]),
    ['memory', memoryText(memory)],
    ['engine', record.engine],
  ];
  return [
    `### ${failure === null ? '✅' : '❌'} ${plain(started.program)}: precision of trial ${record.trial}`,
    '',
    ...(failure === null ? [] : [plain(failure), '']),
    '| | |',
    '|---|---|',
    ...rows.map(([name, text]) => `| ${name} | ${plain(text!).replaceAll('|', '\\|')} |`),
    '',
    ...(missed.length === 0
      ? []
      : [
          '<details><summary>Beyond the bound</summary>',
          '',
          ...missed.slice(0, MISSED_SHOWN).map(({ name, evidence }) => `- ${plain(name)}: ${plain(evidence ?? '')}`),
          ...(missed.length > MISSED_SHOWN ? [`- and ${missed.length - MISSED_SHOWN} more`] : []),
          '',
          '</details>',
          '',
        ]),
  ].join('\n');
}

/** What a program printed is no markup of the page. */
function plain(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\s*[\r\n]\s*/g, ' ');
}
