import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { Scratch } from '../support/command-line.js';

const script = path.join(import.meta.dirname, '../../scripts/check-layers.mjs');

/** A program of a few files that keeps all rules. */
const PROGRAM: Readonly<Record<string, string>> = {
  'viewer/main.tsx': '',
  'src/index.ts': "import { registerFeatures } from './features/register.js';\nregisterFeatures();\n",
  'src/core.ts': "export { type Solved, solve } from './study/solve.js';\n",
  'src/support/words.ts': 'export const words = 1;\n',
  'src/workbench/open.ts': "import { words } from '../support/words.js';\nexport const open = words;\n",
  'src/study/solve.ts':
    "import { open } from '../workbench/open.js';\nexport const solve = open;\nexport type Solved = 1;\n",
  'src/features/register.ts': "export const registerFeatures = async () => (await import('./loops/loops.js')).loops;\n",
  'src/features/loops/loops.ts':
    "import { type Solved, solve } from '../../core.js';\nimport { words } from '../../support/words.js';\n" +
    "import { read } from './text/read.js';\nexport const loops: Solved[] = [solve, words, read];\n",
  'src/features/loops/text/read.ts': "import { words } from '../../../support/words.js';\nexport const read = words;\n",
  'src/features/gpumixer/tables.ts': 'export const tables = 1;\n',
  'src/cli/main.ts': "import { loops } from '../features/loops/loops.js';\nexport const main = loops;\n",
};

/** What the script says of that program with a line more in one of its files. */
function faults(file?: string, line = ''): string {
  using scratch = new Scratch({ ...PROGRAM, ...(file !== undefined && { [file]: `${PROGRAM[file]}${line}\n` }) });
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, scratch.folder], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: stderr === '' ? 0 : 1, stdout: '' });
  return stderr.trim();
}

describe('the check of the layers', () => {
  it('has nothing against a program that keeps them', () => {
    expect(faults()).toBe('');
  });

  test.each([
    ['a layer that imports one above it', 'src/workbench/open.ts', "import type { Solved } from '../study/solve.js';"],
    ['the core importing a feature', 'src/study/solve.ts', "import { tables } from '../features/gpumixer/tables.js';"],
    ['the core loading a feature', 'src/workbench/open.ts', "await import('../features/loops/loops.js');"],
    ['the core importing what is let out of it', 'src/study/solve.ts', "import type { Solved } from '../core.js';"],
    ['a feature importing the core', 'src/features/loops/loops.ts', "import { open } from '../../workbench/open.js';"],
    ['a feature importing the library', 'src/features/gpumixer/tables.ts', "import { open } from '../../index.js';"],
    ['a feature importing another', 'src/features/loops/loops.ts', "import { tables } from '../gpumixer/tables.js';"],
    ['a feature importing another by the core', 'src/core.ts', "export * from './features/gpumixer/tables.js';"],
    ['the core letting out what no feature uses', 'src/core.ts', "export { open } from './workbench/open.js';"],
    ['a table that depends on the time of day', 'src/features/gpumixer/tables.ts', 'export const now = Date.now();'],
  ])('finds %s, and nothing else', (_, file, line) => {
    const found = faults(file, line).split('\n');
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${file}: `);
  });

  it('finds files that need each other', () => {
    const line = "import { loops } from '../loops.js';\nexport const again = loops;";
    expect(faults('src/features/loops/text/read.ts', line)).toMatch(/^src: files need each other's values: .*read\.ts/);
  });
});
