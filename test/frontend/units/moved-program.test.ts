import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { parseUnit } from '../../../src/frontend/units/parse-unit.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { Scratch } from '../../support/command-line.js';

class CountedClang extends EmbeddedClang {
  runs = 0;
  override run(...given: Parameters<EmbeddedClang['run']>) {
    this.runs++;
    return super.run(...given);
  }
}

/** Reads the program of each folder in turn; returns the trees with the folder's name replaced, and the number of clang runs. */
async function readEach(scratch: Scratch, folders: readonly string[], file: string) {
  const clang = new CountedClang(cacheFolder(), 1);
  const read = [];
  for (const name of folders) {
    const project = openProject({
      inputs: [file],
      ...{ includeFolders: ['include'], defines: [], undefines: [], workingFolder: scratch.path(name) },
    });
    const before = clang.runs;
    const { root } = await parseUnit(clang, project.units[0]!, project.root);
    await clang.close(); // the cache is written by now
    read.push({ tree: JSON.stringify(root).replaceAll(scratch.path(name), '<folder>'), runs: clang.runs - before });
  }
  return read;
}

function programIn(scratch: Scratch, folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) scratch.write(path.join(folder, name), text);
}

const stamp = `x${process.pid}_${Date.now()}`; // unique, so that no cache has it

test('a program in another folder, with a longer name, is recalled and has the same tree', async () => {
  using scratch = new Scratch();
  const files = {
    'main.cpp': `#include <cmath>\n#include "own.h"\nint main() { return ${stamp}(2.0) > 1.0; }\n`,
    'include/own.h': `inline double ${stamp}(double x) { return std::sqrt(x); }\n`,
  };
  for (const folder of ['one', 'another-one']) programIn(scratch, folder, files);
  const [first, second] = await readEach(scratch, ['one', 'another-one'], 'main.cpp');
  expect(first!.runs).toBeGreaterThan(0);
  expect(second!.runs).toBe(0);
  expect(second!.tree).toBe(first!.tree);
  expect(second!.tree).toContain('<folder>/include/own.h');
});

test('a header of the same name with another text is read, wherever the program was before', async () => {
  using scratch = new Scratch();
  const main = `#include "own.h"\nint main(void) { return value_${stamp}; }\n`;
  programIn(scratch, 'one', { 'main.c': main, 'include/own.h': `static const int value_${stamp} = 1;\n` });
  programIn(scratch, 'two', { 'main.c': main, 'include/own.h': `static const int value_${stamp} = 22;\n` });
  const [first, second] = await readEach(scratch, ['one', 'two'], 'main.c');
  expect(second!.runs).toBeGreaterThan(0);
  expect(second!.tree).not.toBe(first!.tree);
  expect(second!.tree).toContain('"22"');
});

test('a program that uses its own path is parsed again if the length of the path differs', async () => {
  using scratch = new Scratch();
  const files = {
    'main.c': `#include <stdio.h>\nint main(void) { puts(__FILE__ "${stamp}"); return sizeof __FILE__; }\n`,
    'include/unused.h': '\n',
  };
  for (const folder of ['one', 'two', 'three']) programIn(scratch, folder, files);
  const [first, second, third] = await readEach(scratch, ['one', 'two', 'three'], 'main.c');
  expect(first!.runs).toBeGreaterThan(0);
  expect(second!.runs).toBe(0);
  expect(third!.runs).toBeGreaterThan(0);
  const arrays = (tree: string) => tree.match(/char\[\d+\]/g);
  expect(arrays(third!.tree)).not.toEqual(arrays(first!.tree));
  expect(fs.existsSync(scratch.path('three/main.c'))).toBe(true);
});
