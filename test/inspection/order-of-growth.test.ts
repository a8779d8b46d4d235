/**
 * Reading, showing and rewriting a program take O(n log n) time in its size: with four times the lines, no function runs much more than four times as
 * often.
 */
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manyFunctions } from '../../bench/programs/many-functions.mjs';
import { describeProgram } from '../../src/inspection/document.js';
import { gatherFacts } from '../../src/inspection/facts.js';
import { plain } from '../../src/inspection/paint.js';
import { renderTable } from '../../src/inspection/table.js';
import { createPatch } from '../../src/rewrite/patch.js';
import { openProgram } from '../../src/workbench/open-program.js';
import { Scratch } from '../support/command-line.js';

const LINES = 1_200;
/** The limit for four times the lines: n log n gives 4.8, n² gives 16. */
const GROWTH = 4;
const MOST_GROWTH = 7;
/** Functions that run less often in the longer program are ignored. */
const FEWEST_RUNS = 4_000;

const session = new Session();
beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => session.disconnect());

/** The number of calls of every function of our code while a program is read, shown and rewritten, by place. */
async function runsFor(language: 'c' | 'c++' | 'cuda', lines: number): Promise<Map<string, number>> {
  const files = manyFunctions(language, lines, lines / 2);
  using scratch = new Scratch(Object.fromEntries(files.map(({ path, text }) => [path, text])));
  const sources = files.filter(({ path }) => !path.endsWith('.h')).map(({ path }) => scratch.path(path));
  {
    await using opened = await openProgram(sources, { engine: 'wasm', workingFolder: scratch.folder });
    const { program, groups, workbench } = opened;
    const document = describeProgram(program, gatherFacts(program, 'all'));
    renderTable(document, plain, 100, true);
    const lowered = groups.groups.filter(({ frozen }) => frozen === null).map(({ id }) => [id, 'fp32']);
    const texts = await workbench.variants.rewrite(opened.configuration(Object.fromEntries(lowered)));
    createPatch(
      [...texts].map(([path, after]) => ({
        ...{ path, after },
        before: program.files.find((file) => file.path === path)!.source.text,
      })),
      program.root,
    );
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const runs = new Map<string, number>();
  for (const { url, functions } of result.filter(({ url }) => /\/src\/(?!clang\/housekeeping)/.test(url)))
    for (const { functionName, ranges } of functions)
      for (const { startOffset, count } of ranges)
        runs.set(`${url.replace(/.*\/src\//, '')} ${functionName || '(unnamed)'} at ${startOffset}`, count);
  return runs;
}

test.each(['c', 'c++', 'cuda'] as const)(
  'no part of the work on a %s program grows with its square',
  async (language) => {
    const first = await runsFor(language, LINES); // fills the cache of clang's output
    const second = await runsFor(language, LINES);
    const many = await runsFor(language, GROWTH * LINES);
    expect(many.size).toBeGreaterThan(1_000);
    const grown = [...many].flatMap(([part, runs]) => {
      const before = Math.max(first.get(part) ?? 0, second.get(part) ?? 0); // a count is lost where V8 discards compiled code
      return runs > FEWEST_RUNS && before > 0 && runs > MOST_GROWTH * before ? [`${part}: ${before} → ${runs}`] : [];
    });
    expect(grown).toEqual([]);
  },
);
