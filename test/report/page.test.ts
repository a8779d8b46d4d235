import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../src/report/markdown.js';
import { contentPolicy, renderPage } from '../../src/report/page.js';
import { program, RECORDS, reportOf } from '../support/recorded-study.js';

const TEMPLATE =
  '<html><!--report-policy--><!--report-title--><style>a{}</style><!--report-data--><script>go()</script></html>';

describe('the page', () => {
  it('contains the document unchanged, whatever the source contains', () => {
    const text = `double x; // </script><script>alert("$&")</script> \u2028 <!--`;
    const changed = {
      ...program,
      files: [{ path: 'k.cu', text: Buffer.from(text).toString('latin1') }],
      sites: [],
      operations: [],
      functions: [],
      groups: [],
    };
    const report = reportOf(RECORDS.map((record) => (record.kind === 'program' ? changed : record)));
    const page = renderPage(TEMPLATE, report);
    expect(page.match(/<script/g)).toHaveLength(2);
    const [, json] = /type="application\/json">(.*?)<\/script>/s.exec(page)!;
    expect(JSON.parse(json!).source.files[0].lines[0]).toBe(text);
  });

  it("allows only the template's scripts, and no requests", () => {
    const digest = createHash('sha256').update('go()').digest('base64');
    const policy = contentPolicy(TEMPLATE, false);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'sha256-${digest}'`);
    expect(policy).not.toContain('connect-src');
    expect(contentPolicy(TEMPLATE, true)).toContain("connect-src 'self'");
  });
});

describe('the report as Markdown', () => {
  it('fits a pull request: the verdict, the lowered variables, the reasons for the others, and the patch', () => {
    const report = reportOf();
    const text = renderMarkdown(report);
    expect(text).toContain(report.verdict.sentence);
    expect(text).toContain('**Lowered** (2): `k.b` fp64 → fp32, `k.c` fp64 → fp32');
    const { groups, sites } = report.source!;
    expect(text).toContain(`- \`k.a\`: ${groups[sites.find(({ id }) => id === 'k.a')!.group]!.why}`);
    expect(text).toContain('```diff\n--- a/k.cu');
    expect(text).toContain("Reproduce: `mantissa tune k.cu --max-error 1e-6 'a b'`");
    expect(text.length).toBeLessThan(4000);
  });
});
