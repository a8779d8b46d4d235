/** What `mantissa verify` found, in Markdown: for the summary of a job or a comment on a pull request. */
import { goalText } from '../../study/judging/judge-output.js';
import { memoryText } from '../../study/judging/memory-check.js';
import { quantileText } from './error-distribution.js';
import { confidenceText, errorsOf, type Verification, whereText } from './verification-answer.js';

const MISSED_SHOWN = 5;

/** `failure`: why it is not good enough; null where it is. */
export function summaryInMarkdown({ record, started, memory }: Verification, failure: string | null): string {
  const errors = errorsOf(record);
  const missed = record.samples.filter(({ outcome }) => outcome === 'beyond' || outcome === 'failed');
  const rows = [
    ['goal', goalText({ ...started.goal, against: 'baseline', minSpeedup: null })],
    ['on', whereText(record)],
    ['found', confidenceText(record)],
    ...(errors.length > 0 ? [['errors', quantileText(errors)]] : []),
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
