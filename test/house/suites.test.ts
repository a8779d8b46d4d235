import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FULL_ONLY, LONGEST, SHORT_SAMPLES } from '../suites.js';

const tests = path.join(import.meta.dirname, '..');
const files = fs
  .readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replaceAll(path.sep, '/').replace(/\.test\.ts$/, ''));
const short = files.filter((name) => !FULL_ONLY.includes(name));

describe('the two suites', () => {
  it('name only test files and samples that exist', () => {
    expect([...FULL_ONLY, ...LONGEST].filter((name) => !files.includes(name))).toEqual([]);
    const folders = [...SHORT_SAMPLES].map((name) => name.replace(/, wasm$/, ''));
    expect(folders.filter((name) => !fs.existsSync(path.join(tests, name)))).toEqual([]);
  });

  it('cover all test files together: the short one and what only the full one runs', () => {
    expect([...new Set([...short, ...FULL_ONLY])].sort()).toEqual(files.toSorted());
    expect(new Set(FULL_ONLY).size).toBe(FULL_ONLY.length);
  });

  it('have tests of every folder of src, and of every feature, in the short one', () => {
    const imported = new Set(
      short.flatMap((name) => {
        const text = fs.readFileSync(path.join(tests, `${name}.test.ts`), 'utf8');
        return [...text.matchAll(/src\/((?:features\/)?\w[\w-]*)\//g)].map(([, folder]) => folder!);
      }),
    );
    const foldersIn = (folder: string) =>
      fs
        .readdirSync(path.join(tests, '../src', folder), { withFileTypes: true })
        .filter((one) => one.isDirectory())
        .map(({ name }) => path.posix.join(folder, name));
    const folders = [...foldersIn('').filter((name) => name !== 'features'), ...foldersIn('features')];
    expect(folders.filter((name) => !imported.has(name))).toEqual([]);
  });

  it('have the oracles, a kill, a whole study, the report and the packed files in the short one', () => {
    const wanted = [
      ...['oracles/samples-c', 'oracles/samples-cplusplus', 'oracles/samples-cuda', 'oracles/samples-embedded'],
      ...['oracles/generated', 'study/killed-tuner', 'cli/tune', 'cli/report', 'house/packed', 'docs/docs'],
    ];
    expect(wanted.filter((name) => !short.includes(name))).toEqual([]);
  });
});
