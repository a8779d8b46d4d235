import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { parseConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Workbench } from '../../src/workbench/workbench.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-names-'));
afterAll(async () => {
  await engine.close();
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function rewrittenTexts(
  files: Readonly<Record<string, string>>,
  formats: Readonly<Record<string, string>>,
): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  const inputs = [path.join(folder, Object.keys(files)[0]!)];
  const project = openProject({ inputs, includeFolders: [], defines: [], undefines: [], workingFolder: folder });
  const bench = await Workbench.open(clang, engine, project);
  const text = JSON.stringify({ schemaVersion: 1, formats });
  const rewritten = await bench.variants.rewrite(parseConfiguration(text, 'c.json', bench.program, bench.groups));
  bench.close();
  return Object.entries(files).map(([name, before]) => rewritten.get(name) ?? before);
}

/** The lines that a configuration changes, the new ones. */
async function changedLines(
  files: Readonly<Record<string, string>>,
  formats: Readonly<Record<string, string>>,
): Promise<string[]> {
  const known = new Set(Object.values(files).flatMap((text) => text.split('\n')));
  const texts = await rewrittenTexts(files, formats);
  return texts.flatMap((text) => text.split('\n')).filter((line) => !known.has(line));
}

const body = (real: string) => `#include <stdio.h>
${real}
#define TENTH ((Real)0.1)
static Real scaled(Real x, Real by) { return x * by + TENTH; }
int main(void)
{
  Real a[4] = {1, 2, 3, 4}, sum = 0;
  for (int i = 0; i < 4; i++) sum += scaled(a[i], (Real)1 / 3);
  double time = sum;
  printf("%.17g %.17g\\n", sum, time);
  return 0;
}
`;
const narrow = { 'main.a': 'fp32', 'main.sum': 'fp32', 'scaled.x': 'fp32', 'scaled.by': 'fp32', 'scaled()': 'fp32' };

describe('names that the program has for its type of numbers', () => {
  it('are redefined where everything by that name goes to one format', async () => {
    expect(
      await changedLines(
        { 'a.c': body('typedef double Real;') },
        { ...narrow, 'scaled.(cast)': 'fp32', 'main.(cast)': 'fp32' },
      ),
    ).toEqual(['typedef float Real;']);
    expect(
      await changedLines(
        { 'b.c': body('#define Real double') },
        { ...narrow, 'scaled.(cast)': 'fp32', 'main.(cast)': 'fp32' },
      ),
    ).toEqual(['#define Real float']);
  });

  it('are redefined in a header of directives alone', async () => {
    const files = { 'c.c': body('#include "real.h"'), 'real.h': '#define Real double\n' };
    expect(await changedLines(files, { ...narrow, 'scaled.(cast)': 'fp32', 'main.(cast)': 'fp32' })).toEqual([
      '#define Real float',
    ]);
  });

  it('are redefined, and what stays gets a name of its own, where most goes to one format', async () => {
    const lines = await changedLines(
      { 'd.c': body('typedef double Real; // of everything') },
      { 'main.a': 'fp32', 'scaled.x': 'fp32', 'scaled.by': 'fp32', 'scaled.(cast)': 'fp32', 'main.sum': 'fp32' },
    );
    expect(lines).toEqual([
      'typedef float Real; // of everything',
      'static double scaled(Real x, Real by) { return x * by + TENTH; }',
    ]);
  });

  it('get a second name if less than half changes', async () => {
    expect(await changedLines({ 'e.c': body('typedef double Real;') }, { 'scaled.by': 'fp32' })).toEqual([
      'typedef float Real32;',
      'static Real scaled(Real x, Real32 by) { return x * by + TENTH; }',
      '  for (int i = 0; i < 4; i++) sum += scaled(a[i], (Real32)1 / 3);',
    ]);
  });

  it('get the second name where every build reads it', async () => {
    const choice = '#ifdef SINGLE\ntypedef float Real;\n#else\ntypedef double Real;\n#endif';
    const files = { 'g.c': body(choice) };
    const [text] = await rewrittenTexts(files, { 'scaled.by': 'fp32' });
    expect(text).toContain('typedef double Real;\n#endif\ntypedef float Real32;\n');
  });

  it('are unchanged in constant expressions and in declarations without a site', async () => {
    const text = `#include <limits>
#include <cstdio>
using real = double;
typedef real row[2];
static const real weights[] = {real(0.1), real(0.2)};
static real start = real(0.1) * real(3);
int main()
{
  row r = {real(1) / real(3), real(2)};
  real s = r[0] * weights[1] + r[1];
  std::printf("%.17g %.17g %.17g\\n", s, start, std::numeric_limits<real>::epsilon());
}
`;
    expect(await changedLines({ 'f.cpp': text }, { 'main.r': 'fp32', 'main.s': 'fp32', weights: 'fp32' })).toEqual([
      'using real = float;',
      'using real64 = double;',
      'static real64 start = real64(0.1) * real64(3);',
      '  std::printf("%.17g %.17g %.17g\\n", s, start, std::numeric_limits<real64>::epsilon());',
    ]);
  });
});
