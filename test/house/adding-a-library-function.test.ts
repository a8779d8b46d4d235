import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFunctions } from '../../src/program/library/library.js';
import { ChangedCopy } from '../support/changed-copy.js';

const root = path.join(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/adding/a-library-function.md'), 'utf8');
const [, file = '', lines = ''] = /```ts\n\/\/ (\S+)\n([\s\S]*?)```/.exec(page) ?? [];

describe('a function that reads a number, added as docs/adding/a-library-function.md has it', () => {
  const copy = new ChangedCopy();
  let named: string[];
  beforeAll(() => {
    copy.patch(file, lines);
    named = copy.compile(['.']);
  });
  afterAll(() => copy.remove());

  it('leaves the compiler nothing to name', () => {
    expect(named).toEqual([]);
  });

  it('is in the table, with its effect', async () => {
    const { effectOf } =
      await copy.load<typeof import('../../src/program/library/library.js')>('program/library/library.js');
    expect(effectOf('read_real', 'parses')).toEqual({ kind: 'parses', into: 1 });
  });
});

it('a new kind of effect has the compiler ask for its handler', () => {
  const copy = new ChangedCopy();
  try {
    copy.insert(
      'src/program/library/library-function.ts',
      'export interface CallbackFacts',
      "type Added = { kind: 'rounds' };\n",
    );
    copy.patch('src/program/library/library-function.ts', ' export type Effect =\n+  | Added');
    expect(copy.compile(['.'])).toEqual(['src/frontend/lower/calls/library-calls.ts']);
  } finally {
    copy.remove();
  }
});

describe('the table of library functions', () => {
  it('is the one place that lists names', () => {
    for (const name of ['sqrt', 'memcpy', 'qsort', 'scanf', 'from_chars', 'accumulate', '__fadd_rn', 'make_float3'])
      expect(libraryFunctions.has(name), name).toBe(true);
  });

  it('has the functions with twins that runtime/instrument has', () => {
    const written = execFileSync(process.execPath, [path.join(root, 'scripts/write-math-twins.mjs')], {
      encoding: 'utf8',
    });
    expect(readFileSync(path.join(root, 'runtime/instrument/math-twins.h'), 'utf8')).toBe(written);
  });
});
