import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import type { RunOutcome } from '../../src/execution/engine.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { compareValues } from '../../src/numerics/error-metrics.js';
import type { SummedFormat } from '../../src/numerics/format.js';
import { fp64x4, type QuadWord } from '../../src/numerics/quad-word.js';
import { summedLiteral } from '../../src/rewrite/literal-text.js';
import { admits, parseConfiguration, widestConfiguration } from '../../src/space/configuration.js';
import { resolve } from '../../src/space/resolve.js';
import { numbersIn, partsIn } from '../../src/study/judging/output-numbers.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { diagnostic } from '../support/diagnostics.js';

const samples = path.join(import.meta.dirname, '../samples/wide');
const clang = new EmbeddedClang(cacheFolder(), 1);
const wasm = engines.wasm({ cache: cacheFolder(), clang });
const native = engines.native({ cache: cacheFolder(), clang });
const hasCompiler = (await native.available()).ok;
if (!hasCompiler)
  console.warn('SKIPPED: there is no C++ compiler, so wide formats were built with the embedded one alone');
const hasNvcc = spawnSync('nvcc', ['--version']).status === 0;
if (!hasNvcc) console.warn('SKIPPED: nvcc is not on the PATH, so CUDA with wide formats was not compiled for a GPU');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-wide-'));
const limits = { arguments: [], timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 };
afterAll(async () => {
  await Promise.all([wasm.close(), native.close()]);
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function withSample<T>(name: string, engine: typeof wasm, use: (bench: Workbench) => Promise<T>): Promise<T> {
  const [file] = fs.readdirSync(path.join(samples, name)).filter((one) => one.startsWith('program.'));
  return withFile(path.join(samples, name, file!), engine, use);
}

async function withFile<T>(file: string, engine: typeof wasm, use: (bench: Workbench) => Promise<T>): Promise<T> {
  const project = openProject({
    inputs: [file],
    includeFolders: [],
    defines: [],
    undefines: [],
    workingFolder: path.dirname(file),
  });
  const bench = await Workbench.open(clang, engine, project);
  try {
    return await use(bench);
  } finally {
    bench.close();
  }
}

async function printed(run: Promise<RunOutcome>): Promise<string> {
  const outcome = await run;
  expect(outcome.kind, JSON.stringify(outcome)).toBe('exited');
  return outcome.kind === 'exited' ? outcome.stdout.toString('latin1') : '';
}

function relative(expected: QuadWord, found: QuadWord): number {
  return Math.abs(fp64x4.sub(found, expected)[0] / expected[0]);
}

describe.each(fs.readdirSync(samples))('%s', (name) => {
  // the embedded compiler takes its time over the header: one program tells whether it takes it
  const both = [['embedded', wasm] as const, ...(hasCompiler ? [['native', native] as const] : [])];
  for (const [engineName, engine] of name.includes('CUDA') || !hasCompiler ? both : both.slice(1))
    it(`has twice and four times the digits of doubles, ${engineName}`, async () => {
      await withSample(name, engine, async (bench) => {
        const everywhere = (format: SummedFormat) => widestConfiguration(bench.program, bench.groups, format);
        const inFull = async (format: SummedFormat) =>
          partsIn(await printed(bench.runs.built(everywhere(format), limits, undefined, 'full')))!;
        const [best, wide] = [await inFull('fp64x4'), await inFull('fp64x2')];
        const plain = numbersIn(await printed(bench.runs.original(limits)));
        expect(wide).toHaveLength(plain.length);
        for (const [at, value] of best.entries()) {
          expect(relative(value, wide[at]!)).toBeLessThan(2 ** -95);
          expect(relative(value, [plain[at]!, 0, 0, 0])).toBeLessThan(2 ** -40);
        }
        // somewhere the digits behind a double's are other digits
        expect(best.some((value) => value[1] !== 0)).toBe(true);
        const asWritten = numbersIn(await printed(bench.runs.built(everywhere('fp64x2'), limits)));
        for (const [at, value] of asWritten.entries())
          expect(relative(wide[at]!, [value, 0, 0, 0])).toBeLessThan(2 ** -16);
      });
    });

  it.runIf(hasCompiler && name.includes('C++'))(
    'is the same program, built by either compiler, with formats of all kinds mixed',
    async () => {
      const outputs = new Set<string>();
      for (const engine of [wasm, native])
        await withSample(name, engine, async (bench) => {
          const { program, groups } = bench;
          const choice = ['fp64x2', 'fp32', 'fp32x2', 'fp64', 'fp64x4'] as const;
          const mixed = new Map(
            groups.groups.flatMap((group, at) => {
              const format = choice[at % choice.length]!;
              const may = group.sites.every((site) => groups.frozen[site] === null && admits(program, site, format));
              return may ? group.sites.map((site) => [site, format] as const) : [];
            }),
          );
          outputs.add(
            await printed(bench.runs.built({ sites: mixed, operations: new Map() }, limits, undefined, 'full')),
          );
        });
      expect(outputs.size).toBe(1);
    },
  );
});

const cudaSamples = ['../wide', '../wide-mixes'].flatMap((area) =>
  fs
    .readdirSync(path.join(samples, area))
    .filter((name) => name.includes('CUDA'))
    .map((name) => path.join(area, name)),
);
it.runIf(hasNvcc).each(cudaSamples)('%s is compiled by nvcc', async (name) => {
  await withSample(name, wasm, async (bench) => {
    for (const format of ['fp32x2', 'fp64x2', 'fp64x4'] as const) {
      const files = await bench.variants.rewrite(widestConfiguration(bench.program, bench.groups, format));
      const target = fs.mkdtempSync(path.join(folder, 'nvcc-'));
      for (const [file, text] of files) fs.writeFileSync(path.join(target, file), text, 'latin1');
      expect([...files.keys()].sort()).toEqual(
        format === 'fp32x2' ? [...files.keys()].sort() : ['mantissa_formats.h', 'program.cu'],
      );
      const source = path.join(target, 'program.cu');
      if (!fs.existsSync(source)) continue; // nothing is narrower than fp32x2 there
      const { status, stderr } = spawnSync(
        'nvcc',
        ['-c', '-arch=compute_90', '-std=c++17', '-o', '/dev/null', source],
        { encoding: 'utf8' },
      );
      expect(status, stderr).toBe(0);
    }
  });
});

describe('a literal', () => {
  it('has the digits of its text, not those of a double', () => {
    expect(summedLiteral('0.1', 0.1, 'fp64x2')).toBe('fp64x2(0.1, -5.551115123125783e-18)');
    expect(summedLiteral('0.1', 0.1, 'fp32x2')).toBe('fp32x2(0.1f, -1.4901161e-9f)');
    expect(summedLiteral('0.5', 0.5, 'fp64x2')).toBeNull();
    expect(summedLiteral('0.7f', 0.699999988, 'fp32x2')).toBeNull(); // as clang tells it: that float
    expect(summedLiteral('2.0', 2, 'fp32x2')).toBe('2.0f');
    expect(summedLiteral('0.1f', Math.fround(0.1), 'fp64x2')).toBeNull();
    expect(summedLiteral('0.7f', 0.699999988, 'fp32x2')).toBeNull();
    expect(summedLiteral('3.141592653589793238462643383279503', Math.PI, 'fp64x2')).toBe(
      'fp64x2(3.141592653589793238462643383279503, 1.2246467991473532e-16)',
    );
  });
});

describe('programs rewritten with more than fp64', () => {
  it('computes constants in it, and functions without an implementation in fp64', async () => {
    const file = path.join(folder, 'constants.cpp');
    fs.writeFileSync(
      file,
      `#include <cmath>\n#include <cstdio>\n#define THIRD (1.0 / 3.0)\n#define TENTH 0.1\nint main() {\n  double a = THIRD, b = TENTH, c = M_PI, d = std::erf(a);\n  for (int i = 0; i < 3; i++) a += 1.0 / (i + 3) * b;\n  printf("%g %g %g %g\\n", a, b, c, d);\n}\n`,
    );
    await withFile(file, wasm, async (bench) => {
      const configuration = widestConfiguration(bench.program, bench.groups, 'fp64x4');
      const resolution = resolve(bench.program, configuration);
      const math = bench.program.operations.findIndex(({ symbol }) => symbol === 'erf');
      expect(resolution.operationFormats[math]).toBe('fp64');
      bench.program.operations.forEach(({ kind }, index) => {
        if (kind === 'div') expect(resolution.operationFormats[index]).toBe('fp64x4');
      });
      const [a, b, c] = partsIn(await printed(bench.runs.built(configuration, limits, undefined, 'full')))!;
      const tenth = fp64x4.div([1, 0, 0, 0], [10, 0, 0, 0]);
      const parts = [3, 4, 5].map((n) => fp64x4.div(tenth, [n, 0, 0, 0]));
      const expected = parts.reduce((sum, part) => fp64x4.add(sum, part), fp64x4.div([1, 0, 0, 0], [3, 0, 0, 0]));
      expect(relative(expected, a!)).toBeLessThan(2 ** -200);
      expect(relative(tenth, b!)).toBeLessThan(2 ** -205);
      expect(c!.slice(0, 2)).toEqual([Math.PI, 1.2246467991473532e-16]);
    });
  });

  it('is refused with its reason where a library reads or a type has no counterpart', async () => {
    const file = path.join(folder, 'refused.c');
    fs.writeFileSync(
      file,
      '#include <stdio.h>\nint main(void) {\n  double x = 0, y = 1e100;\n  if (scanf("%lf", &x) != 1) x = 3;\n  y = y * 1e200;\n  printf("%g %g\\n", x, y);\n  return 0;\n}\n',
    );
    await withFile(file, wasm, async (bench) => {
      const parse = (id: string, format: string) =>
        parseConfiguration(
          `{"schemaVersion":1,"formats":{"${id}":"${format}"}}`,
          'c.json',
          bench.program,
          bench.groups,
        );
      await expect(bench.variants.rewrite(parse('main.x', 'fp64x2'))).rejects.toThrow(
        diagnostic('MX4006', { names: ['scanf', 'fp64x2'] }),
      );
      await expect(bench.variants.rewrite(parse('main.y', 'fp32x2'))).rejects.toThrow(
        diagnostic('MX4006', { names: ['fp32x2', '1e100'] }),
      );
    });
  });
});

describe('an error below that of doubles', () => {
  it('is measured if both outputs have enough digits', () => {
    const [expected, found] = ['1.00000000000000000000000000000000e+0 2', '1.00000000000000000000000000000301e+0 2'];
    const [a, b] = [partsIn(expected)!, partsIn(found)!];
    const difference = (index: number) => fp64x4.sub(b[index]!, a[index]!)[0];
    const { error } = compareValues('max-relative', numbersIn(expected), numbersIn(found), difference);
    expect(error).toBeCloseTo(3.01e-30, 36);
    expect(partsIn('0.1 3.5e-2 1e10')).toBeNull();
  });
});

describe('the header of a patch', () => {
  it('is a new file of the patch, which builds where the patch is applied', () => {
    const target = fs.mkdtempSync(path.join(folder, 'patched-'));
    fs.copyFileSync(
      path.join(samples, 'a-c-program-uses-records-restrict-and-untyped-pointers/program.c'),
      path.join(target, 'program.c'),
    );
    const formatsOfAll = '{"schemaVersion":1,"formats":{"main.s":"fp64x2","main.y":"fp64x2","main.x":"fp64x2"}}';
    fs.writeFileSync(path.join(target, 'c.json'), formatsOfAll);
    const command = path.join(import.meta.dirname, '../../bin/mantissa');
    // its bytes, as a shell would redirect them
    const rewritten = spawnSync(process.execPath, [command, 'rewrite', 'program.c', '--configuration', 'c.json'], {
      cwd: target,
    });
    expect(rewritten.status, rewritten.stderr.toString()).toBe(0);
    fs.writeFileSync(path.join(target, 'all.patch'), rewritten.stdout);
    const patched = spawnSync('patch', ['-p1', '-i', 'all.patch'], { cwd: target, encoding: 'utf8' });
    expect(patched.status, `${patched.stdout}${patched.stderr}`).toBe(0);
    expect(fs.existsSync(path.join(target, 'mantissa_formats.h'))).toBe(true);
    if (!hasCompiler) return;
    const built = spawnSync('g++', ['-x', 'c++', '-std=gnu++17', 'program.c', '-o', 'program'], {
      cwd: target,
      encoding: 'utf8',
    });
    expect(built.status, built.stderr).toBe(0);
    const ran = spawnSync(path.join(target, 'program'), { encoding: 'utf8' });
    expect(Number(ran.stdout)).toBeCloseTo(65.448650838731837, 12);
  });
});
