/** The report of one study as a whole: a text in a file, which `npm run test:texts` writes anew. Read the difference before you keep it. */
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../src/report/markdown.js';
import { reportOf } from '../support/recorded-study.js';

test('the report of a study with a recommendation', async () => {
  await expect(renderMarkdown(reportOf())).toMatchFileSnapshot('report-texts/recommended.md');
});
