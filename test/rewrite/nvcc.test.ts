import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { readSyntax } from '../../src/frontend/read-program.js';
import { parseConfiguration, randomConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { seededRandom } from '../../src/support/random.js';
import { required } from '../../src/workbench/attempts.js';
import { VariantWriter } from '../../src/workbench/variant-project.js';

const corpus = path.join(import.meta.dirname, '../../corpus');
const examples = fs.readdirSync(corpus).filter((name) => fs.existsSync(path.join(corpus, name, 'mantissa.json')));
const hasNvcc = spawnSync('nvcc', ['--version']).status === 0;
if (!hasNvcc)
  console.warn(
    `SKIPPED: nvcc is not on the PATH, so the rewritten CUDA of ${examples.length} examples was not compiled for a GPU`,
  );

const clang = new EmbeddedClang(cacheFolder(), 1);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-nvcc-'));
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await clang.close();
});

function warningsOf(file: string): string[] {
  const { status, stderr } = spawnSync(
    'nvcc',
    // no machine code: assembling it finds nothing that a rewriting could have broken, and takes a third of the time
    ['-c', '-arch=compute_90', '-std=c++17', '-Xcompiler', '-Wall', '-o', '/dev/null', file],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  return stderr
    .split('\n')
    .filter((line) => line.includes('warning'))
    .map((line) => line.replace(/^[^:]*:?\(?\d*\)?:?\d*:?\s*/, ''));
}

/** What the oracles once found, under the configuration that showed it: clang and g++ let some things pass that nvcc does not. */
const samples = path.join(import.meta.dirname, '../samples/oracles');
const cudaSamples = fs
  .readdirSync(samples)
  .filter((name) => fs.readdirSync(path.join(samples, name)).some((file) => file.endsWith('.cu')));

describe.runIf(hasNvcc)('nvcc compiles the rewritten sample', () => {
  it.each(cudaSamples)('%s', async (name) => {
    const sample = path.join(samples, name);
    const sources = fs.readdirSync(sample).filter((file) => /\.(?:c|cpp|cu)$/.test(file));
    const hasProject = fs.existsSync(path.join(sample, 'mantissa.json'));
    const project = openProject({
      inputs: (hasProject ? ['mantissa.json'] : sources).map((file) => path.join(sample, file)),
      includeFolders: [],
      defines: [],
      undefines: [],
      workingFolder: sample,
    });
    const syntax = await readSyntax(clang, project);
    const text = fs.readFileSync(path.join(sample, 'configuration.json'), 'utf8');
    const configuration = parseConfiguration(text, 'configuration.json', syntax.program, findGroups(syntax.program));
    const writer = new VariantWriter(clang, { project, syntax }, path.join(folder, `${name}-work`));
    const variant = required(await writer.tryWrite(configuration, path.join(folder, name))).project;
    for (const { file, language, defines } of variant.units) {
      if (language !== 'cuda') continue;
      const macros = defines.map((one) => `-D${one}`);
      const args = ['-ptx', '-arch=sm_90', '-std=c++17', '--extended-lambda', ...macros, '-o', '/dev/null', file];
      const { status, stderr } = spawnSync('nvcc', args, { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    }
  });
});

describe.runIf(hasNvcc)('nvcc compiles, without new warnings,', () => {
  for (const name of examples) {
    it(`${name} under a random configuration of fp64, fp32, fp16 and bf16`, async () => {
      const project = openProject({
        inputs: [path.join(corpus, name)],
        includeFolders: [],
        defines: [],
        undefines: [],
        workingFolder: corpus,
      });
      const cuda = project.units.filter((unit) => unit.language === 'cuda');
      const syntax = await readSyntax(clang, project);
      const configuration = randomConfiguration(
        syntax.program,
        findGroups(syntax.program),
        ['fp64', 'fp32', 'fp16', 'bf16'],
        seededRandom(2),
      );
      expect(configuration.sites.size).toBeGreaterThan(0);
      const writer = new VariantWriter(clang, { project, syntax }, path.join(folder, `${name}-work`));
      const variant = required(await writer.tryWrite(configuration, path.join(folder, name))).project;
      for (const unit of cuda) {
        const found = warningsOf(variant.units[project.units.indexOf(unit)]!.file);
        const known = found.length > 0 ? warningsOf(unit.file) : [];
        expect(found.filter((warning) => !known.includes(warning))).toEqual([]);
      }
    });
  }
});
