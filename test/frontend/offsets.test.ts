import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { readProgram } from '../../src/frontend/read-program.js';
import type { Program } from '../../src/program/program.js';
import { verify } from '../../src/program/verify.js';
import { applyNestedEdits } from '../../src/rewrite/nested-edits.js';
import { readable } from '../../src/support/byte-text.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { type Mark, PRELUDE, programArbitrary, writeProgram } from '../clang/generated-programs.js';
import { Scratch } from '../support/command-line.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(() => clang.close());

interface Expected {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Many programs in one file, so that one compilation tests all. */
function writeFile(programs: Parameters<typeof writeProgram>[0][], lineEnd: string, head: string): Expected {
  let text = head + PRELUDE.replaceAll('\n', lineEnd);
  const marks: Mark[] = [];
  programs.forEach((program, index) => {
    const written = writeProgram(program, index);
    for (const mark of written.marks) {
      const before = written.text.slice(0, mark.begin).replaceAll('\n', lineEnd);
      marks.push({ ...mark, begin: text.length + before.length });
    }
    text += written.text.replaceAll('\n', lineEnd);
  });
  return { text, marks };
}

function checkSites(program: Program, { text, marks }: Expected): void {
  const wanted = marks.filter((mark) => mark.kind === 'site');
  const found = program.sites.map(({ name, place: { range } }) => ({
    name,
    begin: range.begin,
    text: text.slice(range.begin, range.end),
  }));
  expect(found.sort((a, b) => a.begin - b.begin)).toEqual(
    wanted.map((mark) => ({ name: readable(mark.text), begin: mark.begin, text: mark.text })),
  );
}

function checkOperations(program: Program, { text, marks }: Expected): void {
  const written = program.operations.filter((one) => !one.implicit && !one.at.spelling);
  for (const { place, at, symbol } of written) {
    expect(place.range.begin).toBeLessThanOrEqual(at.range.begin);
    expect(place.range.end).toBeGreaterThanOrEqual(at.range.end);
    expect(text.slice(at.range.begin, at.range.begin + symbol.length)).toBe(symbol);
  }
  const arithmetic = written.filter((one) => /^[-+*/]$/.test(one.symbol));
  expect(arithmetic.map((one) => [one.symbol, one.at.range.begin]).sort(byOffset)).toEqual(
    marks.filter((mark) => mark.kind === 'operator').map((mark) => [mark.text, mark.begin]),
  );
  const fromMacros = program.operations.filter((one) => !one.implicit && one.at.spelling);
  expect(
    fromMacros
      .map((one) => [text.slice(one.at.range.begin, one.at.range.begin + 5), one.at.range.begin])
      .sort(byOffset),
  ).toEqual(marks.filter((mark) => mark.kind === 'macro-use').map((mark) => [mark.text, mark.begin]));
  for (const { at } of fromMacros)
    expect(text.slice(at.spelling!.begin, at.spelling!.end)).toMatch(/^(?:\*|\(a\) \* \(b\))$/);
}

function byOffset(a: (string | number)[], b: (string | number)[]): number {
  return Number(a[1]) - Number(b[1]);
}

/** Renames every site in the text, and compares with edits of the bytes at the places that the generator recorded. */
function checkEdits(program: Program, original: Buffer, { marks }: Expected): void {
  const { source } = program.files[0]!;
  expect(source.toBytes().equals(original)).toBe(true);
  const edited = applyNestedEdits(
    source.text,
    program.sites.map(({ place }) => ({ begin: place.range.begin, end: place.range.end, render: () => '<site>' })),
  );
  const parts: Buffer[] = [];
  let at = 0;
  for (const mark of marks.filter((one) => one.kind === 'site')) {
    parts.push(original.subarray(at, mark.begin), Buffer.from('<site>'));
    at = mark.begin + mark.text.length;
  }
  parts.push(original.subarray(at));
  expect(Buffer.from(edited, 'latin1').equals(Buffer.concat(parts))).toBe(true);
}

test('sites, operators and macro uses lie exactly where they are written, and edits touch nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(programArbitrary, { minLength: 20, maxLength: 60 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\xef\xbb\xbf', '// \xe9\xe8\xfc not UTF-8\n', '\n\n\t'),
      async (programs, lineEnd, head) => {
        const file = writeFile(programs, lineEnd, head);
        const bytes = Buffer.from(file.text, 'latin1');
        using scratch = new Scratch({ 'generated.cpp': bytes });
        const project = openProject({
          inputs: ['generated.cpp'],
          includeFolders: [],
          defines: [],
          undefines: [],
          workingFolder: scratch.folder,
        });
        const program = await readProgram(clang, project);
        expect(verify(program)).toEqual([]);
        checkSites(program, file);
        checkOperations(program, file);
        checkEdits(program, bytes, file);
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
});
