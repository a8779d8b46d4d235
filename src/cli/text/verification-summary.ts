/** The result of `mantissa verify` in Markdown, for a CI summary or a comment on a pull request. */
import { goalText } from '../../study/judging/judge-output.js';
import { memoryText } from '../../study/judging/memory-check.js';
import { quantileText } from './error-distribution.js';
import { errorsOf, shareText, type Verification, whereText } from './verification-answer.js';

const MISSED_SHOWN = 5;

/** `failure` is the reason for a failed verification; null if it passed. */
export function summaryInMarkdown({ record, started, memory }: Verification, failure: string | null): string {
  const errors = errorsOf(record);
  const missed = record.samples.filter(({ outcome }) => outcome === 'beyond' || outcome === 'failed');
  const rows = [
    ['goal', goalText({ ...started.goal, against: 'baseline', minSpeedup: null })],
    ['on', whereText(record)],
    ['found', shareText(record)],
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
          '<details><summary>Samples beyond the error bound</summary>',
          '',
          ...missed
            .slice(0, MISSED_SHOWN)
            .map(
              ({ name, evidence }) =>
                `- ${plain(evidence?.startsWith(name) ? evidence : `${name}: ${evidence ?? ''}`)}`,
            ),
          ...(missed.length > MISSED_SHOWN ? [`- and ${missed.length - MISSED_SHOWN} more`] : []),
          '',
          '</details>',
          '',
        ]),
  ].join('\n');
}

/** Escapes program output, so that it is not read as markup. */
function plain(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\s*[\r\n]\s*/g, ' ');
}
