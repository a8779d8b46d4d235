import { GENERATED } from './markdown.mjs';

const KINDS = {
  1: 'Internal or environment (exit code 1)',
  2: 'Usage or configuration (exit code 2)',
  3: 'Nothing meets the goal (exit code 3)',
  4: 'The baseline cannot be built, run or trusted (exit code 4)',
};

const HEAD = `# Every message, by its code

${GENERATED.replace('from the program itself', 'from the catalogue; what stands between a heading and its remedy is written by hand')}

A message has a code, what was found with its place and number, and a remedy that often knows more than the one on this page. The first
digit of a code is the exit code. Examples show what stands below the line with the code.
`;

/**
 * docs/errors.md: a section for every code of the catalogue. What a person wrote about a code is kept; a code nobody has written
 * about gets an empty section, and `missing` names it.
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
