import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { readSyntax } from '../../src/frontend/read-program.js';
import { parseConfiguration } from '../../src/space/configuration.js';
import { baselineConfiguration } from '../../src/space/resolve.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { VariantWriter } from '../../src/workbench/variant-project.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-bytes-'));
afterAll(async () => {
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function read(file: string, workingFolder: string) {
  const project = openProject({ inputs: [file], includeFolders: [], defines: [], undefines: [], workingFolder });
  const syntax = await readSyntax(clang, project);
  return {
    syntax,
    writer: new VariantWriter(clang, { project, syntax }, folder),
    groups: findGroups(syntax.program),
  };
}

/** The program with `formats` written into it. */
async function rewritten(text: string, formats: Record<string, string>, extension = 'cu'): Promise<string> {
  const file = path.join(folder, `program.${extension}`);
  fs.writeFileSync(file, text, 'latin1');
  const { syntax, writer, groups } = await read(file, folder);
  const configuration = parseConfiguration(
    JSON.stringify({ schemaVersion: 1, formats }),
    'test',
    syntax.program,
    groups,
  );
  return (await writer.rewrite(configuration)).get(`program.${extension}`) ?? text;
}

const PROGRAM = `// a step\r
__global__ void step(double *x, double dt, int n)\r
{\r
  int i = threadIdx.x;\r
  double a = x[i] * 0.1; // caf\xe9\r
  double b = a, *p = &x[i];\r
\r
  if (i < n) *p = b + a * dt;\r
}\r
int main() { return 0; }\r
`;

describe('a rewritten source', () => {
  const samples = path.join(import.meta.dirname, '../samples/inspect');
  it('is the source itself for the empty configuration, in every sample', async () => {
    for (const name of fs.readdirSync(samples)) {
      const sample = path.join(samples, name);
      const { arguments: given } = JSON.parse(fs.readFileSync(path.join(sample, 'expected.json'), 'utf8')) as {
        arguments: string[];
      };
      const inputs = given.filter((argument) => !argument.startsWith('-'));
      const project = openProject({ inputs, includeFolders: [], defines: [], undefines: [], workingFolder: sample });
      const syntax = await readSyntax(clang, project);
      expect(
        [...(await new VariantWriter(clang, { project, syntax }, folder).rewrite(baselineConfiguration)).keys()],
        name,
      ).toEqual([]);
    }
  });

  it('leaves files alone in which nothing changes', async () => {
    const files = {
      'sum.cu':
        'int count();\nint main() { float sum = 0; for (int i = 0; i < count(); i++) sum += 0.1f; return sum > 1; }\n',
      'count.cpp': '#include <cstdlib>\nint count() { return abs(-4); }\n',
    };
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
    const project = openProject({
      inputs: Object.keys(files),
      includeFolders: [],
      defines: [],
      undefines: [],
      workingFolder: folder,
    });
    const syntax = await readSyntax(clang, project);
    const text = '{"schemaVersion": 1, "formats": {"main.sum": "fp16"}}';
    const configuration = parseConfiguration(text, 'test', syntax.program, findGroups(syntax.program));
    const changed = await new VariantWriter(clang, { project, syntax }, folder).rewrite(configuration);
    expect([...changed.keys()]).toEqual(['sum.cu']);
    expect(changed.get('sum.cu')).toMatch(/^#include <cuda_fp16.h>/);
  });

  it('differs only in the lines that must change, and keeps its line ends and its encoding', async () => {
    const after = await rewritten(PROGRAM, { 'step.a': 'fp32' });
    const [old, now] = [PROGRAM.split('\n'), after.split('\n')];
    expect(now.length).toBe(old.length);
    expect(now.flatMap((line, index) => (line === old[index] ? [] : [line]))).toEqual([
      '  float a = x[i] * 0.1; // caf\xe9\r',
    ]);
  });

  it('splits a declaration whose names part', async () => {
    const after = await rewritten(PROGRAM, { 'step.b': 'fp32' });
    expect(after).toContain('  float b = a;\r\n  double *p = &x[i];\r\n');
    expect(after).toContain('caf\xe9');
  });

  it('gets the header of a half type once', async () => {
    const after = await rewritten(`#include <cstdio>\n${PROGRAM}`, { 'step.a': 'fp16' });
    expect(after.match(/cuda_fp16\.h/g)).toHaveLength(1);
    expect(after).toContain('__half a = __half(x[i] * 0.1);');
  });

  it('expands a macro only if its inside must change', async () => {
    const text =
      '#define SQUARE(x) ((x) * (x))\n#define STEP(x) ((x) * 0.1)\nint main(int argc, char **argv)\n{\n  double a = argc, b = argc;\n  a = SQUARE(a) + 1;\n  b = STEP(b);\n  return (int) (a + b);\n}\n';
    const after = await rewritten(text, { 'main.a': 'fp32', 'main.b': 'fp32' }, 'c');
    expect(after).toContain('  a = SQUARE(a) + 1;\n');
    expect(after).toContain('  b = ((b) * 0.1f);\n');
    expect(after).toContain('#define STEP(x) ((x) * 0.1)\n');
  });
});
