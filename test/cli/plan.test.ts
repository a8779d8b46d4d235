import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { frozenReasons } from '../../src/program/frozen.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed, naming } from '../support/naming.js';

/** Outside of loops, a loop that accumulates nothing, and a long sum. */
const SOURCE = `#include <cstdio>
#include <cmath>
int main()
{
  double scale = 3.0, shift = scale / 7.0;
  double table[16];
  for (int i = 0; i < 16; i++) table[i] = shift * i / 3.0;
  double sum = 0;
  for (int i = 1; i <= 2000; i++) sum += table[i % 16] / i;
  printf("%.17g\\n%.17g\\n", sum, sqrt(shift));
  return 0;
}
`;
const FROZEN = `#include <cstdio>
volatile double x = 0.5;
int main() { printf("%.17g\\n", x); return 0; }
`;
/** What is drawn first is what is subtracted from. */
const DRAWN = `#include <cstdio>
static unsigned state = 1;
static double next() { state = state * 1664525u + 1013904223u; return state / 4294967296.0; }
int main() { double s = 0; for (int i = 0; i < 10; i++) s += next() - 3.0 * next(); printf("%.17g\\n", s); return 0; }
`;
const scratch = new Scratch({ 'sum.cpp': SOURCE, 'frozen.cpp': FROZEN, 'drawn.cpp': DRAWN });
afterAll(() => scratch[Symbol.dispose]());
const tune = (...args: string[]) => mantissa(['tune', '--engine', 'wasm', '--plan', ...args], { cwd: scratch.folder });

interface Document {
  plan: { iteration: number; sites: string[]; reason: string; format: string }[];
  iterations: {
    iteration: number;
    trial: number;
    error: number;
    seconds: number | null;
    timing: string | null;
    plateau: number | null;
    isChoice: boolean;
  }[];
  validation?: { count: number; better: number };
  best: { trial: number } | null;
  trials: { total: number };
}
const documentOf = (text: string) => JSON.parse(text) as Document;

it('tune --plan goes from fp64 to fp32, with a reason for each step, and resumes', async () => {
  const first = await tune('sum.cpp', '--to-end', '--json');
  expect(first.exitCode, first.stderr).toBe(0);
  const { plan, iterations, best } = documentOf(first.stdout);
  expect(best).toBeNull();
  expect(plan.map(({ iteration }) => iteration)).toEqual(plan.map((_, at) => at + 1));
  expectNamed(plan[0]!.reason, 'outside', 'loops');
  expectNamed(plan.at(-1)!.reason, '2000', '1 of 1');
  expect(iterations.map(({ iteration }) => iteration)).toEqual([0, ...plan.map(({ iteration }) => iteration)]);
  expect(iterations[0]!.error).toBeLessThan(1e-14);
  expect(iterations.at(-1)!.error).toBeGreaterThan(1e-9);
  // what is offered is the last of its plateau
  for (const [at, { plateau, isChoice }] of iterations.entries())
    expect(isChoice).toBe(plateau !== null && iterations[at + 1]?.plateau !== plateau);
  const { trial } = iterations.at(-1)!;
  const patch = await mantissa(['apply', String(trial)], { cwd: scratch.folder });
  expect(patch.stdout).toMatch(/^\+.*float sum/m);
  const again = await tune('sum.cpp', '--to-end', '--json');
  expect(documentOf(again.stdout).iterations).toEqual(iterations);
});

it('to an error bound it ends at the first iteration beyond, and by halving it finds the same', async () => {
  const bounded = await tune('sum.cpp', '--max-error', '3e-8', '--json', '-o', 'bounded');
  const { iterations, plan } = documentOf(bounded.stdout);
  const last = iterations.at(-1)!;
  expect(last.error > 3e-8 || last.iteration === plan.length).toBe(true);
  for (const { error } of iterations.slice(0, -1)) expect(error).toBeLessThanOrEqual(3e-8);
  const halved = await tune('sum.cpp', '--max-error', '3e-8', '--set', 'walk=binary', '--json', '-o', 'halved');
  const within = documentOf(halved.stdout).iterations.filter(({ error }) => error <= 3e-8);
  expect(within.at(-1)!.iteration).toBe(last.error > 3e-8 ? last.iteration - 1 : last.iteration);
});

it('a plan that was stopped before its first iteration offers nothing and fails; with one iteration it has no plateau', async () => {
  const stopped = await tune('sum.cpp', '--from', 'fp64x2', '--to-end', '--trials', '1', '-o', 'stopped');
  expect(stopped.exitCode).toBe(3);
  expectDiagnostic(stopped.stderr, 'MX3006', { names: ['0 of', '--trials'] });
  const resumed = await tune('sum.cpp', '--from', 'fp64x2', '--to-end', '--trials', '2', '-o', 'stopped', '--json');
  expect(resumed.exitCode, resumed.stderr).toBe(0);
  const { iterations } = documentOf(resumed.stdout);
  expect(iterations.map(({ iteration, isChoice }) => [iteration, isChoice])).toEqual([
    [0, false],
    [1, false],
  ]);
});

it('the recommendation of a plan from a wide format lists what it widens apart from what it lowers', async () => {
  // only more precision than fp64 has meets this bound
  const { exitCode, stdout, stderr } = await tune(
    'sum.cpp',
    ...['--from', 'fp64x2', '--max-error', '1e-25', '--json', '-o', 'widened'],
  );
  expect(exitCode, stderr).toBe(0);
  const { best } = JSON.parse(stdout) as { best: { lowered: string[]; widened: string[]; trial: number } };
  expect(best.lowered).toEqual([]);
  expect(best.widened).toContain('main.sum');
  const shown = await mantissa(['show', String(best.trial), '-o', 'widened', '--json'], { cwd: scratch.folder });
  const { groups } = JSON.parse(shown.stdout) as {
    groups: { id: string; isLowered: boolean; isWidened: boolean; verb: string }[];
  };
  expect(groups.find(({ id }) => id === 'main.sum')).toMatchObject({
    ...{ isLowered: false, isWidened: true, verb: 'changed' },
  });
});

it('--dry-run prints the plan for the given stages and order, and runs nothing', async () => {
  const kernels = `#include <cstdio>
__global__ void scale(const double *in, double *out, double f) {
  __shared__ double tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  double t = tile[31 - threadIdx.x] * f;
  out[threadIdx.x] = t;
}
int main() {
  double h[32];
  for (int i = 0; i < 32; i++) h[i] = i / 7.0;
  double *a, *b;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(a, b, 1.1);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  for (double x : h) printf("%.17g\\n", x);
}
`;
  using folder = new Scratch({ 'scale.cu': kernels });
  const dry = (...args: string[]) =>
    mantissa(['tune', 'scale.cu', '--plan', '--dry-run', '--json', ...args], { cwd: folder.folder });
  type Planned = {
    stages: string[];
    sizesFrom: string;
    plan: { iteration: number; format: string; sites: string[] }[];
  };
  const read = ({ exitCode, stdout, stderr }: Awaited<ReturnType<typeof dry>>) => {
    expect(exitCode, stderr).toBe(0);
    return JSON.parse(stdout) as Planned;
  };
  const usual = read(await dry('--from', 'fp64x2', '--to', 'fp32'));
  expect(usual.stages).toEqual(['fp64x2', 'fp64', 'fp32']);
  expect(usual.sizesFrom).toBe('the text');
  expect(usual.plan.map(({ iteration }) => iteration)).toEqual(usual.plan.map((_, at) => at + 1));
  const firstOf = ({ plan }: Planned) => plan[0]!.sites.includes('scale.tile');
  expect(firstOf(usual)).toBe(false);
  expect(firstOf(read(await dry('--shared-first')))).toBe(true);
  expect(fs.existsSync(path.join(folder.folder, '.mantissa'))).toBe(false);
});

it('--validate adds random configurations', async () => {
  const drawn = await tune('sum.cpp', '--to-end', '--validate', '--set', 'random=2', '--json', '-o', 'drawn');
  expect(drawn.exitCode, drawn.stderr).toBe(0);
  const { plan, iterations, trials } = documentOf(drawn.stdout);
  expect(trials.total).toBe(iterations.length + 2 * plan.length);
});

it('refuses a plan with nothing in it, with the place and the reason', async () => {
  const refused = await tune('frozen.cpp', '--to-end', '--set', 'by=variables');
  expect(refused.exitCode).toBe(4);
  expectDiagnostic(refused.stderr, 'MX4015', { names: [`x (frozen.cpp:2): ${frozenReasons.volatile}`] });
});

it.each([
  [['--from', 'fp32', '--to', 'fp64', '--to-end'], 'MX2004', ['fp32', 'fp64']],
  [['--from', 'bf16', '--to-end'], 'MX2004', ['bf16']],
  [['--to-end', '--max-slowdown', '2'], 'MX2004', ['--max-error', '--max-slowdown', '--to-end'], 'own'],
  [['--strategy', 'genetic', '--to-end'], 'MX2004', ['--strategy genetic']],
  [['--to-end', '--set', 'by=variables', '--set', 'inputs=main.skale'], 'MX2011', ["'main.skale'", 'main.scale']],
] as const)('refuses %j', async (options, code, names, remedy: readonly string[] | 'own' = []) => {
  const refused = await tune('sum.cpp', ...options, '-o', 'refused');
  expect(refused.exitCode).toBe(2);
  expectDiagnostic(refused.stderr, code, { names, remedy });
});

it('options of plans work only with --plan', async () => {
  const refused = await mantissa(['tune', 'sum.cpp', '--max-error', '1', '--to-end'], { cwd: scratch.folder });
  expectDiagnostic(refused.stderr, 'MX2004', { names: ['--to-end', '--plan'] });
});

it('the report has the plan, its iterations and their choices', async () => {
  const walked = await tune('sum.cpp', '--to-end', '--json', '-o', 'reported');
  const { plan, iterations } = documentOf(walked.stdout);
  const report = await mantissa(['report', 'reported', '--json'], { cwd: scratch.folder });
  const shown = JSON.parse(report.stdout) as {
    plan: {
      plan: { iteration: number; reason: string }[];
      iterations: Document['iterations'];
      lines: { name: string }[];
    };
    verdict: { sentence: string };
    goal: { isBounded: boolean };
  };
  expect(shown.plan.plan.map(({ reason }) => reason)).toEqual(plan.map(({ reason }) => reason));
  expect(shown.plan.iterations.map(({ error }) => error)).toEqual(iterations.map(({ error }) => error));
  expect(shown.plan.lines.map(({ name }) => name)).toEqual([expect.any(String), naming('fp64'), naming('fp32')]);
  expect(shown.goal.isBounded).toBe(false);
  for (const { trial } of iterations.filter(({ isChoice }) => isChoice))
    expect(shown.verdict.sentence).toContain(`trial ${trial} (`);
});

it('--from fp64x2 begins with everything in fp64x2, and its patch adds the header', async () => {
  const walked = await tune('sum.cpp', '--from', 'fp64x2', '--to-end', '--json', '-o', 'wide');
  expect(walked.exitCode, walked.stderr).toBe(0);
  const { plan, iterations } = documentOf(walked.stdout);
  expect(plan.every(({ format }) => format === 'fp64')).toBe(true);
  const [widest, asWritten] = [iterations[0]!, iterations.at(-1)!];
  expect(widest.error).toBeLessThan(1e-28);
  expect(asWritten.error).toBeGreaterThan(1e-17);
  // none was built: one instrumented program carries them all
  const journal = fs.readFileSync(path.join(scratch.folder, 'wide/journal.jsonl'), 'utf8');
  expect(new Set(journal.match(/"how":"\w+"/g))).toEqual(new Set(['"how":"emulated"']));
  const patch = await mantissa(['apply', String(widest.trial), '-o', 'wide'], { cwd: scratch.folder });
  expect(patch.stdout).toMatch(/^\+\+\+ b\/mantissa_formats\.h/m);
  expect(patch.stdout).toMatch(/^\+.*fp64x2 sum/m);
});

it('tune --plan --from fp64x2 does not change a program whose operands have no fixed order of evaluation', async () => {
  const { exitCode, stderr } = await tune('drawn.cpp', '--from', 'fp64x2', '--max-error', '1e-6', '--calls-together');
  expect(exitCode).toBe(3);
  expectDiagnostic(stderr, 'MX3001', {
    names: ['1e-6', /'next\(\) - 3.0 \* next\(\)' \(main#\d\): /],
    remedy: 'own',
  });
});

it('an original program that does not end in time leaves a JSON document without baseline and trials', async () => {
  const slow = new Scratch({
    'slow.c': 'int main(void) { volatile double x = 0.1; while (x < 1) x = x / 2 + 0.1; return 0; }\n',
  });
  try {
    const args = ['tune', '--engine', 'wasm', '--plan', '--to-end', '--time', '8s', '--json', 'slow.c'];
    const { stdout } = await mantissa(args, { cwd: slow.folder });
    expect(JSON.parse(stdout)).toMatchObject({ baseline: null, best: null, trials: { total: 0 } });
  } finally {
    slow[Symbol.dispose]();
  }
});

it('a plan whose first iteration that lowers something misses the bound says that the original program alone meets it', async () => {
  const { exitCode, stderr } = await tune('sum.cpp', '--from', 'fp64', '--max-error', '1e-13', '-o', 'alone');
  expect(exitCode).toBe(3);
  expectDiagnostic(stderr, 'MX3001', { names: ['original', 'trial 2'] });
});
