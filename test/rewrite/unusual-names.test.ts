import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { flattenUnits } from '../../src/frontend/units/flatten.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { completeText } from '../../src/workbench/unit-text.js';
import { Scratch } from '../support/command-line.js';

const scratch = new Scratch({
  'Größen und Köpfe/q ü.hpp': 'struct Quantity { double magnitude; };\ndouble twice(Quantity);\n',
  'src/a.cpp': '#include "q ü.hpp"\ndouble twice(Quantity q) { return 2 * q.magnitude; }\n',
  'src/b.cpp': '#include "q ü.hpp"\nint main() { return twice({0.0}) != 0.0; }\n',
});
const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(async () => {
  await clang.close();
  scratch[Symbol.dispose]();
});

it('flattens units that share a header outside their folder, whatever letters its path has', async () => {
  const project = openProject({
    inputs: ['src/a.cpp', 'src/b.cpp'],
    includeFolders: ['Größen und Köpfe'],
    defines: [],
    undefines: [],
    workingFolder: scratch.folder,
  });
  const folder = path.join(scratch.folder, 'flät');
  fs.mkdirSync(folder);
  const units = await flattenUnits(clang, project.units, project.root, folder);
  const texts = units.map(({ file }) => completeText(file, (name) => fs.readFileSync(name, 'latin1')));
  for (const text of texts) expect(text.match(/struct Quantity \{ double magnitude; \};/g)).toHaveLength(1);
  expect(fs.readFileSync(units[0]!.file, 'utf8')).toMatch(/#include ".*\/flät\/shared\/.*q ü\.hpp"/);
});
