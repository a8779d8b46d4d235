import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { flattenUnits } from '../../../src/frontend/units/flatten.js';
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

test('a flattened program is parsed once, in whatever folder, and its tree is the same', async () => {
  const stamp = `x${Date.now()}`; // unique, so that no cache has it
  using scratch = new Scratch({
    'shared.h': '#pragma once\nstatic double half(double x) { return x / 2.0; }\n',
    'main.c': `#include <math.h>\n#include "shared.h"\ndouble ${stamp}(double);\nint main(void) { return ${stamp}(half(sqrt(2.0))) > 1.0; }\n`,
    'other.c': `#include "shared.h"\ndouble ${stamp}(double y) { return half(y) + 1.0; }\n`,
  });
  for (const name of ['one', 'two']) fs.mkdirSync(scratch.path(name));
  const project = openProject({
    inputs: ['main.c', 'other.c'],
    ...{ includeFolders: [], defines: [], undefines: [], workingFolder: scratch.folder },
  });
  const clang = new CountedClang(cacheFolder(), 1);
  const read = async (folder: string) => {
    const units = await flattenUnits(clang, project.units, project.root, folder);
    const before = clang.runs;
    const trees = [];
    for (const unit of units) trees.push((await parseUnit(clang, unit, folder)).root);
    return { text: JSON.stringify(trees), runs: clang.runs - before };
  };
  const first = await read(scratch.path('one'));
  await clang.close(); // results for the next run are written by now
  const second = await read(scratch.path('two'));
  await clang.close();
  expect(first.runs).toBeGreaterThanOrEqual(2);
  expect(second.runs).toBe(0);
  expect(second.text.replaceAll(scratch.path('two'), scratch.path('one'))).toBe(first.text);
});

test('the compiler lists the definitions of headers once for all texts that include them', async () => {
  const stamp = `x${Date.now()}`;
  const source = (name: string) =>
    `#include <math.h>\n#ifdef M_PI\ndouble ${name}${stamp}(void) { return M_PI; }\n#endif\nint main(void) { return 0; }\n`;
  using scratch = new Scratch({ 'one.c': source('one'), 'two.c': source('two') });
  const clang = new CountedClang(cacheFolder(), 1);
  const flatten = async (name: string) => {
    const project = openProject({
      inputs: [`${name}.c`],
      ...{ includeFolders: [], defines: [], undefines: [], workingFolder: scratch.folder },
    });
    fs.mkdirSync(scratch.path(name));
    const before = clang.runs;
    await flattenUnits(clang, project.units, project.root, scratch.path(name));
    await clang.close();
    return { runs: clang.runs - before, text: fs.readFileSync(path.join(scratch.path(name), `${name}.c`), 'utf8') };
  };
  await flatten('one');
  const { runs, text } = await flatten('two');
  expect(runs).toBe(1); // the run of the preprocessor
  expect(text).toContain(`two${stamp}`);
});
