import { expect, it } from 'vitest';
import { renderMarkdown } from '../../src/report/markdown.js';
import { reportOf } from '../support/recorded-study.js';

it('cuts a patch only if much of it is left out', () => {
  const report = reportOf();
  const patch = report.patches.find(({ trial }) => trial === report.best)!;
  const shownOf = (lines: number) => {
    const text = Array.from({ length: lines }, (_, at) => `+line ${at}`).join('\n');
    return renderMarkdown({ ...report, patches: [{ ...patch, text }] });
  };
  expect(shownOf(122)).toContain('+line 121\n');
  expect(shownOf(122)).not.toContain('not shown');
  expect(shownOf(200)).not.toContain('+line 120\n');
  expect(shownOf(200)).toContain('80 more lines');
});
