import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import {
  admits,
  parseConfiguration,
  randomConfiguration,
  widestConfiguration,
  writeConfiguration,
} from '../../src/space/configuration.js';
import { baselineConfiguration } from '../../src/space/resolve.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { seededRandom } from '../../src/support/random.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { naming } from '../support/naming.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-refusals-'));
const limits = { arguments: [], timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 };
afterAll(async () => {
  await engine.close();
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function withProgram<T>(name: string, text: string, use: (bench: Workbench) => Promise<T>): Promise<T> {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  const project = openProject({
    inputs: [file],
    includeFolders: [],
    defines: [],
    undefines: [],
    workingFolder: folder,
  });
  const bench = await Workbench.open(clang, engine, project);
  try {
    return await use(bench);
  } finally {
    bench.close();
  }
}

const KERNEL = `__global__ void k(double *a) { a[threadIdx.x] *= 0.1; }
int main() { double *d; cudaMalloc(&d, sizeof(double)); k<<<1, 1>>>(d); return 0; }
`;

describe('unsupported code is refused with its place', () => {
  it('inline PTX', async () => {
    const text = `__global__ void k(double *a)\n{\n  int lane;\n  asm("mov.u32 %0, %%laneid;" : "=r"(lane));\n  a[lane] = 0.1;\n}\nint main() { k<<<1, 1>>>(0); return 0; }\n`;
    await withProgram('ptx.cu', text, async (bench) => {
      await expect(bench.runs.original(limits)).rejects.toMatchObject({
        code: 'MX4003',
        findings: [{ text: naming('PTX'), place: { line: 4 } }],
      });
    });
  });

  it('a kernel launched by a kernel', async () => {
    const text = `__global__ void child(double *a) { *a *= 2.0; }\n__global__ void k(double *a) { child<<<1, 1>>>(a); }\nint main() { k<<<1, 1>>>(0); return 0; }\n`;
    await withProgram('nested.cu', text, async (bench) => {
      await expect(bench.runs.emulated(baselineConfiguration, limits)).rejects.toMatchObject({
        code: 'MX4003',
        findings: [{ text: naming('kernel'), place: { line: 2 } }],
      });
    });
  });

  it('exceptions and threads on the embedded engine', async () => {
    const thrown = '#include <stdexcept>\nint main() { double x = 0.1; if (x < 1) throw std::runtime_error("x"); }\n';
    await withProgram('throws.cpp', thrown, async (bench) => {
      expect(await bench.runs.original(limits)).toMatchObject({
        kind: 'crashed',
        crash: 'unsupported-exception',
        reason: expect.stringContaining('--engine native'),
      });
    });
    const threaded = '#include <thread>\nint main() { double x = 0.1; std::thread t([&] { x *= 2; }); t.join(); }\n';
    await withProgram('threads.cpp', threaded, async (bench) => {
      expect(await bench.runs.original(limits)).toMatchObject({
        kind: 'crashed',
        crash: 'unsupported-thread',
        reason: expect.stringContaining('--engine native'),
      });
    });
  });

  it('halves that OpenMP would have to reduce, by the site', async () => {
    const text = `int main() {\n  float sum = 0, h[2] = {1, 2};\n#pragma omp parallel for reduction(+ : sum)\n  for (int i = 0; i < 2; i++) sum += h[i];\n  return sum > 1;\n}\n`;
    await withProgram('reduction.cu', text, async (bench) => {
      const half = '{"schemaVersion":1,"formats":{"main.sum":"fp16"}}';
      const configuration = parseConfiguration(half, 'mine.json', bench.program, bench.groups);
      await expect(bench.variants.rewrite(configuration)).rejects.toMatchObject({
        code: 'MX4006',
        findings: [{ text: naming('main.sum', 'OpenMP', 'fp16', 'reduction.cu:3') }],
      });
    });
  });

  it('and constants of the host that device code reads are offered no half', async () => {
    const text = `const float read = 2.05f, host = 0.3f, table[2] = {0.1f, 0.2f};
struct Limits { static constexpr float most = 0.9f; };
__device__ float twice(float x) { const float own = 2.5f; return x * own * Limits::most; }
__global__ void k(float *x) { x[threadIdx.x] = twice(x[threadIdx.x]) * read; }
int main() { k<<<1, 1>>>(0); return host > table[1]; }
`;
    await withProgram('constants.cu', text, async ({ program }) => {
      const offered = program.sites.filter((_, site) => admits(program, site, 'fp16')).map(({ id }) => id);
      expect(offered).toEqual(expect.arrayContaining(['host', 'table', 'twice.own']));
      expect(offered.filter((id) => id === 'read' || id === 'Limits.most')).toEqual([]);
      expect(program.sites.every((_, site) => admits(program, site, 'fp64'))).toBe(true);
    });
  });

  it('and programs with a function of the name of a half are offered none', async () => {
    const text = `__device__ double half(double x) { return x / 2; }
__global__ void k(double *x) { x[threadIdx.x] = half(x[threadIdx.x]); }
int main() { k<<<1, 1>>>(0); }
`;
    await withProgram('half.cu', text, async ({ program }) => {
      expect(program.sites.some((_, site) => admits(program, site, 'bf16'))).toBe(false);
    });
  });

  it('and what is taken for vectors somewhere is offered no half, by whatever name', async () => {
    const text = `typedef double3 place;
__global__ void k(double *a, float *b, place *c) {
  double2 v = ((const double2 *) a)[threadIdx.x];
  reinterpret_cast<float2 *>(b)[threadIdx.x] = make_float2(v.x, v.y);
  c[threadIdx.x].z = v.x;
}
int main() {
  double *a; float *b; place *c;
  cudaMalloc(&a, sizeof(double2)), cudaMalloc(&b, 2 * sizeof(float)), cudaMalloc(&c, sizeof(place));
  k<<<1, 1>>>(a, b, c);
}
`;
    await withProgram('views.cu', text, async ({ program, groups }) => {
      const memory = program.sites.flatMap(({ shape }, site) => (shape === 'pointer' ? [site] : []));
      expect(memory.map((site) => admits(program, site, 'fp16'))).toEqual(memory.map(() => false));
      expect(memory.map((site) => admits(program, site, 'fp32'))).toEqual(memory.map(() => true));
      expect(groups.frozen.every((frozen) => frozen === null)).toBe(true);
    });
  });

  it('a configuration of another version of the source, of formats that cannot be emulated, of unknown sites', async () => {
    const written = await withProgram('k.cu', KERNEL, async (bench) =>
      writeConfiguration(randomConfiguration(bench.program, bench.groups, ['fp32'], seededRandom(3)), bench.program),
    );
    await withProgram('k.cu', KERNEL.replace('0.1', '0.2'), async (bench) => {
      const parse = (text: string) => parseConfiguration(text, 'mine.json', bench.program, bench.groups);
      expect(() => parse(written)).toThrow(expect.objectContaining({ code: 'MX2024' }));
      expect(() => parse('{"schemaVersion":1,"formats":{"k.b":"fp32"}}')).toThrow(
        expect.objectContaining({ code: 'MX2011' }),
      );
      expect(() => parse('{"schemaVersion":1,"formats":{"k.a":"fp31"}}')).toThrow(
        expect.objectContaining({ code: 'MX2012' }),
      );
      expect(() => parse('{"schemaVersion":1,"formats":{"k.a":"fp32","main.d":"fp64"}}')).toThrow(
        expect.objectContaining({ code: 'MX2013' }),
      );
      const composite = parse('{"schemaVersion":1,"formats":{"k.a":"cmp64x2"}}');
      await expect(bench.runs.emulated(composite, limits)).rejects.toMatchObject({ code: 'MX4006' });
      await expect(bench.variants.rewrite(composite)).rejects.toMatchObject({ code: 'MX4006' });
    });
  });
});

describe('a reference run', () => {
  it('computes a C program in fp64x2', async () => {
    const text = `#include <stdio.h>\n#include <stdlib.h>\nint main(void)\n{\n  double *x = malloc(10 * sizeof *x), s = 0;\n  for (int i = 0; i < 10; i++) { x[i] = 0.1; s += x[i]; }\n  printf("%.17g\\n", s);\n  free(x);\n  return 0;\n}\n`;
    await withProgram('sum.c', text, async (bench) => {
      const printed = async (run: ReturnType<Workbench['runs']['original']>) => {
        const outcome = await run;
        return outcome.kind === 'exited' ? outcome.stdout.toString() : outcome.kind;
      };
      expect(await printed(bench.runs.original(limits))).toBe('0.99999999999999989\n');
      // ten times the double nearest to 0.1, which is a little more than 0.1
      expect(await printed(bench.runs.reference(limits))).toBe('1\n');
    });
  });
});

describe('a sum of two calls in a multi-word format', () => {
  const sumOf = (body: string) =>
    `#include <stdio.h>\n#include <math.h>\ndouble kept = 0.5;\nstatic double half(double x) { return x / 2; }\n` +
    `static double f(double x, double *out) { ${body} }\n` +
    `int main(void)\n{\n  double y[1] = {0.25}, s = f(0.1, y) + f(0.3, y);\n  printf("%.17g\\n", s);\n  return 0;\n}\n`;
  const emulated = (name: string, body: string) =>
    withProgram(name, sumOf(body), async (bench) => {
      const outcome = await bench.runs.emulated(widestConfiguration(bench.program, bench.groups, 'fp64x2'), limits);
      return outcome.kind;
    });

  it.each([
    ['reads.c', 'double y[2]; y[1] = x * kept; return sqrt(y[1]) + half(*out);'],
    ['loops.c', 'for (int i = 0; i < 3; i++) x *= 1.1; return x;'],
  ])('runs where the function changes nothing but its own: %s', async (name, body) => {
    expect(await emulated(name, body)).toBe('exited');
  });

  it.each([
    ['global.c', 'kept += x; return kept;'],
    ['memory.c', '*out += x; return *out;'],
    ['static.c', 'static double last = 0.1; last += x; return last;'],
    ['prints.c', 'puts("x"); return x / 3 + *out;'],
    ['through.c', 'double *p = out; p[0] = x; return x;'],
  ])('is refused where one call may change what the other reads: %s', async (name, body) => {
    await expect(emulated(name, body)).rejects.toMatchObject({ code: 'MX4006' });
  });
});
