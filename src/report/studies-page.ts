/** Several studies side by side, as a page that works offline and as Markdown. */
import { durationText } from '../support/duration-text.js';
import { visibleText } from '../support/visible-text.js';
import type { ReportDocument } from './document.js';
import { figureText } from './figures.js';
import { escapeHtml } from './html.js';
import { speedOf, studiesFigure } from './studies-figure.js';
import { STYLE } from './style.js';

const HEADS = ['study', 'goal', 'engine', 'search', 'trials', 'goal met', 'recommended', 'speedup', 'error', 'time'];

function rowOf(report: ReportDocument): string[] {
  const { trials, best, goal, time } = report;
  const chosen = trials.find(({ number }) => number === best);
  return [
    report.study,
    goal.text,
    report.engine,
    `${report.strategy}, seed ${report.seed}`,
    String(trials.length),
    String(trials.filter(({ accepted }) => accepted).length),
    chosen ? `trial ${chosen.number}` : 'none',
    chosen ? speedOf(chosen) : '–',
    chosen && chosen.error !== null ? figureText(chosen.error) : '–',
    time.totalMs === null ? '–' : durationText(time.totalMs),
  ];
}

export function renderStudiesPage(reports: readonly ReportDocument[]): string {
  const programs = [...new Set(reports.map(({ program }) => program))].join(', ');
  const title = escapeHtml(visibleText(`${programs}: ${reports.length} studies`));
  const cells = (tag: 'th' | 'td', words: readonly string[]) =>
    words.map((one) => `<${tag}>${escapeHtml(visibleText(one))}</${tag}>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title} – Mantissa</title><style>${STYLE}</style></head><body><main>
<h1>${title}</h1>
<figure><figcaption><strong>Accuracy against speed.</strong> Good is below and to the right; trials below the dashed line meet the goal of their study. Filled: measured; hollow: modelled; ringed: recommended; diamond: the original program.</figcaption>
${studiesFigure(reports)}</figure>
<div class="wide"><table><thead><tr>${cells('th', HEADS)}</tr></thead><tbody>
${reports.map((one) => `<tr>${cells('td', rowOf(one))}</tr>`).join('\n')}
</tbody></table></div>
${reports.map((one) => `<section><h2>${escapeHtml(visibleText(one.study))}</h2><p>${escapeHtml(visibleText(one.verdict.sentence))}</p></section>`).join('\n')}
</main></body></html>
`;
}

export function renderStudiesMarkdown(reports: readonly ReportDocument[]): string {
  const cell = (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('|', '\\|')
      .replace(/\s*[\r\n]\s*/g, ' ');
  const line = (words: readonly string[]) => `| ${words.map(cell).join(' | ')} |`;
  return `${[line(HEADS), line(HEADS.map(() => '---')), ...reports.map((one) => line(rowOf(one)))].join('\n')}\n`;
}
