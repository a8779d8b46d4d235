import { GENERATED } from './markdown.mjs';

const KINDS = {
  1: 'Internal or environment (exit code 1)',
  2: 'Usage or configuration (exit code 2)',
  3: 'Nothing meets the goal (exit code 3)',
  4: 'The baseline cannot be built, run or trusted (exit code 4)',
};

const HEAD = `# Error messages

${GENERATED.replace('from the program itself', 'from the catalogue; the text between a heading and its remedy is written by hand')}

Look up the code of an error message here. The first digit of the code is the exit code. Most examples leave out the first line
(\`error MX…: …\`), and show the lines after it. The remedy that a command prints is often more specific than the one on this page.
`;

/**
 * docs/errors.md: a section for every code of the catalogue. The hand-written text of a code is preserved. A code without
 * a text gets an empty section. `missing` lists the codes whose text has no example.
 */
export function errorsPage(catalogue, existing) {
  const written = new Map(
    [...existing.matchAll(/^### (MX\d+)[^\n]*\n([\s\S]*?)\nRemedy: /gm)].map(([, code, text]) => [code, text.trim()]),
  );
  const codes = Object.keys(catalogue).sort();
  const parts = [HEAD];
  for (const [digit, kind] of Object.entries(KINDS)) {
    parts.push(`## ${kind}\n`);
    for (const code of codes.filter((one) => one[2] === digit)) {
      const { summary, remedy } = catalogue[code];
      parts.push(`### ${code}: ${summary}\n\n${written.get(code) ?? ''}\n\nRemedy: ${remedy}.\n`);
    }
  }
  const missing = codes.filter((code) => !/```/.test(written.get(code) ?? ''));
  return { text: parts.join('\n').replace(/\n{3,}/g, '\n\n'), missing };
}
