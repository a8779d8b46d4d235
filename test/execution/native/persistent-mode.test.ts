import { afterAll, describe, expect, test, vi } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import type { Engine } from '../../../src/execution/engine.js';
import { NativeEngine } from '../../../src/execution/native/native-engine.js';
import { ServingProcess } from '../../../src/execution/serving-process.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { randomConfiguration } from '../../../src/space/configuration.js';
import { baselineConfiguration, type Configuration } from '../../../src/space/resolve.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { seededRandom } from '../../../src/support/random.js';
import type { RunLimits } from '../../../src/workbench/run-limits.js';
import { Workbench } from '../../../src/workbench/workbench.js';
import { Scratch } from '../../support/command-line.js';

const native = new NativeEngine({ cache: cacheFolder() });
const availability = await native.available();
if (!availability.ok) console.warn(`SKIPPED: emulated runs in one process are not tested: ${availability.reason}`);
const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(async () => {
  await native.close();
  await clang.close();
});

const called = ServingProcess.prototype.call;

const limits: RunLimits = { arguments: [], timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 };

/** The native engine, telling how many runs had a process of their own and how many shared one. */
function watched(canRepeat = true) {
  const runs = { alone: 0, shared: 0 };
  const engine: Engine = {
    name: native.name,
    capabilities: native.capabilities,
    input: native.input,
    dataModel: native.dataModel,
    available: () => native.available(),
    build: (request) => native.build({ ...request, optimisation: 0 }),
    run: (artifact, request) => {
      runs.alone++;
      return native.run(artifact, request);
    },
    ...(canRepeat && {
      open: (artifact) => {
        const session = native.open(artifact);
        return {
          get runsInProcess() {
            return session.runsInProcess;
          },
          run: (request) => {
            runs.shared++;
            return session.run(request);
          },
          close: () => session.close(),
        };
      },
    }),
    close: async () => {},
  };
  return { engine, runs };
}

async function withBench<T>(text: string, engine: Engine, work: (bench: Workbench) => Promise<T>): Promise<T> {
  using scratch = new Scratch({ 'program.cpp': text });
  const project = openProject({
    inputs: [scratch.path('program.cpp')],
    ...{ includeFolders: [], defines: [], undefines: [], workingFolder: scratch.folder },
  });
  const bench = await Workbench.open(clang, engine, project);
  try {
    return await work(bench);
  } finally {
    bench.close();
  }
}

/** What every configuration prints, or how it ends. */
async function outputs(
  bench: Workbench,
  configurations: readonly Configuration[],
  given = limits,
  timeoutMs: (configuration: Configuration) => number = () => given.timeoutMs,
): Promise<string[]> {
  const said: string[] = [];
  for (const configuration of configurations) {
    const outcome = await bench.runs.emulated(configuration, { ...given, timeoutMs: timeoutMs(configuration) });
    const output = 'stdout' in outcome ? outcome.stdout.toString() : '';
    said.push(`${outcome.kind} ${outcome.kind === 'exited' ? outcome.exitCode : ''} ${output}`);
  }
  return said;
}

/** The same configurations, the baseline first, in shared processes where the program is fit for it and in processes of their own. */
async function both(text: string, count: number, given = limits) {
  const shared = watched();
  const apart = watched(false);
  const drawn = (bench: Workbench) => {
    const random = seededRandom(7);
    const fresh = () => randomConfiguration(bench.program, bench.groups, ['fp64', 'fp32'], random);
    return [baselineConfiguration, ...Array.from({ length: count }, fresh)];
  };
  const found = await withBench(text, shared.engine, (bench) => outputs(bench, drawn(bench), given));
  const expected = await withBench(text, apart.engine, (bench) => outputs(bench, drawn(bench), given));
  return { found, expected, runs: shared.runs };
}

const program = (main: string, before = '') => `#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>
${before}
double root(double x) { double y = x; for (int k = 0; k < 20; k++) y = 0.5 * (y + x / y); return y; }
${main}
`;

const WELL_BEHAVED = program(`
typedef unsigned long long word;
static word seed = 17, *where = &seed;
static float scale = 1.5f;
static double drawn() {
  static int calls, weights[3] = {3, 5, 7};
  *where = *where * 6364136223846793005ULL + ++calls;
  return (seed >> 40) / 16777216.0 * ++weights[calls % 3] * scale;
}
static std::vector<double> halved(std::vector<double> all) { for (size_t k = 0; k < all.size(); k++) all[k] /= 2; return all; }
int main(int argc, const char *argv[]) {
  std::ios::sync_with_stdio(false);
  std::vector<double> values(50);
  double sum = 0;
  for (int k = 0; k < 50; k++) { values[k] = root(k + 1.1 + rand() % 7 + drawn()); sum += values[k] / 3; }
  for (double one : halved(values)) sum += one / 7;
  std::cout.precision(17);
  std::cout << sum << ' ' << std::sin(sum) << ' ' << argc << ' ' << getchar() << '\\n';
}`);

describe.skipIf(!availability.ok)('emulated runs that share a process', () => {
  test('print what runs in processes of their own print, over twenty configurations', async () => {
    const { found, expected, runs } = await both(WELL_BEHAVED, 20);
    expect(found).toEqual(expected);
    expect(new Set(found).size).toBeGreaterThan(3);
    expect(found[0]).toMatch(/ 1 -1\n$/);
    // the baseline and the narrower configuration it is tried with; three runs of these in one process, then all others
    expect(runs).toEqual({ alone: 2, shared: 3 + 20 });
  });

  test.each([
    [
      'counts its own calls',
      program(
        'static std::vector<int> calls; int main() { calls.push_back(1); printf("%zu %.17g\\n", calls.size(), root(2.1)); return 0; }',
      ),
    ],
    [
      'keeps what it computed first',
      program(
        'int main() { const double *t = table(); printf("%.17g\\n", root(t[3])); return 0; }',
        'static const double *table() { static std::vector<double> t; if (t.empty()) for (int k = 0; k < 9; k++) { double x = k + 1.1; t.push_back(std::sqrt(x) / 3); } return t.data(); }',
      ),
    ],
    [
      'calls exit() in a function',
      program(
        'static void finish(double x) { printf("%.17g\\n", x); exit(0); } int main() { finish(root(2.1)); return 0; }',
      ),
    ],
    [
      'calls an exit() of its own, which goes on',
      program(
        'namespace doors { static std::vector<int> left; static void exit(int k) { left.push_back(k); printf("%zu\\n", left.size()); } } int main() { doors::exit(0); printf("%.17g\\n", root(2.1)); return 0; }',
      ),
    ],
    [
      'has work left when it calls exit()',
      program(
        'static void last() { puts("last"); } int main() { atexit(last); printf("%.17g\\n", root(2.1)); exit(0); }',
      ),
    ],
    ['closes its output', program('int main() { printf("%.17g\\n", root(2.1)); fclose(stdout); return 0; }')],
    [
      'crashes when called again',
      program(
        'static std::vector<int> calls; int main() { calls.push_back(1); if (calls.size() > 1) abort(); printf("%.17g\\n", root(2.1)); return 0; }',
      ),
    ],
    [
      'hangs when called again',
      program(
        'static std::vector<int> calls; int main() { calls.push_back(1); while (calls.size() > 1) getchar(); printf("%.17g\\n", root(2.1)); return 0; }',
      ),
    ],
  ])('are not those of a program that %s, which is right all the same', async (_, text) => {
    const { found, expected, runs } = await both(text, 4);
    expect(found).toEqual(expected);
    expect(found[0]).toMatch(/^exited 0 /);
    expect(runs.alone).toBe(2 + 4);
    expect(runs.shared).toBeGreaterThan(0);
  });

  test.each([
    ['at its end', 'printf("%.17g\\n", root(2.1)); exit(0);'],
    ["in the library's words", "std::cout << root(2.1) << '\\n'; std::exit(EXIT_SUCCESS);"],
    [
      'with a stream of its own',
      'std::ios::sync_with_stdio(false); std::cout.precision(17); std::cout << root(2.1); exit(0);',
    ],
    [
      'in a loop, beside objects that would say so',
      'struct Loud { ~Loud() { puts("gone"); } }; for (int k = 0; k < 3; k++) { Loud loud; std::vector<double> v(9, root(2.1)); printf("%.17g\\n", v[k]); if (k == 1) exit(0); }',
    ],
  ])('are those of a program whose main calls exit() %s', async (_, main) => {
    const { found, expected, runs } = await both(program(`int main() { ${main} }`), 6);
    expect(found).toEqual(expected);
    expect(found[0]).toMatch(/^exited 0 1\.4491/);
    expect(runs).toEqual({ alone: 2, shared: 3 + 6 });
  });

  test('start another process before one that frees nothing has taken much of the memory', async () => {
    const main = 'std::vector<double> all(40000000, root(2.1)); printf("%.17g\\n", all[7] * all.back()); exit(0);';
    const peaks: number[] = [];
    const call = vi.spyOn(ServingProcess.prototype, 'call').mockImplementation(async function (
      this: ServingProcess,
      request,
    ) {
      const end = await called.call(this, request);
      if (end.kind === 'returned') peaks.push(end.peakMemoryBytes);
      return end;
    });
    try {
      const given = { ...limits, maxMemoryBytes: 2 ** 34 };
      const { found, expected, runs } = await both(program(`int main() { ${main} }`), 8, given);
      expect(found).toEqual(expected);
      expect(runs).toEqual({ alone: 2, shared: 3 + 8 });
    } finally {
      call.mockRestore();
    }
    expect(peaks).toHaveLength(11);
    expect(peaks[1]! / peaks[0]!).toBeGreaterThan(1.5);
    expect(Math.max(...peaks)).toBeLessThan(5.5 * peaks[0]!);
  });

  test('have the status that main calls exit() with', async () => {
    const main = 'const double x = root(2.1); printf("%.17g\\n", x); if (x != 1.449137674618944) exit(3); exit(0);';
    const { found, expected, runs } = await both(program(`int main() { ${main} }`), 6);
    expect(found).toEqual(expected);
    expect(found.some((one) => one.startsWith('exited 3 '))).toBe(true);
    expect(runs.shared).toBeGreaterThan(0);
  });

  test.each([
    [
      'computes before main',
      program(
        'int main() { printf("%.17g\\n", root(third)); return 0; }',
        'double third; struct Before { Before() { double x = 2.3; third = std::sqrt(x) / 3; } } before;',
      ),
    ],
    [
      'prints when it ends',
      program(
        'struct Last { ~Last() { puts("bye"); } }; struct { Last one; } last; int main() { printf("%.17g\\n", root(2.1)); return 0; }',
      ),
    ],
  ])('are never tried with a program that %s: what runs outside main runs once', async (_, text) => {
    const { found, expected, runs } = await both(text, 4, limits);
    expect(found).toEqual(expected);
    expect(found[0]).toMatch(/^exited 0 /);
    expect(runs.alone).toBe(1 + 4);
    expect(runs.shared).toBe(0);
  });

  test.each([
    [
      'calls itself',
      'int main(int argc, char **argv) { printf("%.17g\\n", root(2.1)); return argc < 2 ? main(2, argv) : 0; }',
    ],
    [
      'wants its environment',
      'int main(int, char **, char **e) { printf("%.17g %d\\n", root(2.1), *e != 0); return 0; }',
    ],
    ['is a try block', 'int main() try { printf("%.17g\\n", root(2.1)); return 0; } catch (...) { return 1; }'],
  ])('are not tried where main %s', async (_, main) => {
    const { found, expected, runs } = await both(program(main), 2);
    expect(found).toEqual(expected);
    expect(found[0]).toMatch(/^exited 0 /);
    expect(runs).toEqual({ alone: 3, shared: 0 });
  });

  test.each([
    [
      'computes before main what only some formats would show',
      program(
        'int main() { double e = 0.1; printf("%d\\n", start.value + e > 0.1333333355); return 0; }',
        'static double part(double a) { double t = a / 3; return t; } struct Start { double value; Start() : value(part(0.1)) {} }; static const Start start;',
      ),
    ],
    [
      'keeps a number of its first call',
      program(
        'static double kept() { static double value = root(2.3) / 3; return value; } int main() { double e = 0.1; printf("%d\\n", kept() + e > 0.6055); return 0; }',
        'double root(double x);',
      ),
    ],
  ])('are not tried where a program %s', async (_, text) => {
    const { found, expected, runs } = await both(text, 2);
    expect(found).toEqual(expected);
    expect(found[0]).toMatch(/^exited 0 /);
    expect(runs).toEqual({ alone: 3, shared: 0 });
  });

  test('that exit, crash or hang under one configuration are told as such, and the others go on', async () => {
    const text = program(`
static int isNarrowed() { double big = 16777217.0; return big - 16777216.0 != 1.0; }
int main(int argc, char **argv) {
  double x = 1.1, fault = 16777217.0;
  if (argc > 1 && fault - 16777216.0 != 1.0) switch (argv[1][0]) { case 'e': exit(3); case 'c': abort(); default: for (;;) {} }
  printf("%.17g\\n", root(x) + isNarrowed());
  return 0;
}`);
    for (const [argument, kind] of [
      ['exit', 'exited 3 '],
      ['crash', 'crashed  '],
      ['hang', 'timed-out  '],
    ] as const) {
      const { engine } = watched();
      const given = { ...limits, arguments: [argument] };
      await withBench(text, engine, async (bench) => {
        const narrow = (name: string): Configuration => ({
          sites: new Map([[bench.program.sites.findIndex((site) => site.id === name), 'fp32']]),
          operations: new Map(),
        });
        const tried = [baselineConfiguration, narrow('main.x'), narrow('main.fault'), narrow('main.x')];
        const [first, ...others] = await outputs(
          bench,
          tried,
          given,
          (one) => (argument === 'hang' && one === tried[2] ? 2000 : given.timeoutMs), // all others end by themselves
        );
        expect(first).toMatch(/^exited 0 1\.0488/);
        expect(others).toEqual([others[0], kind, others[0]]);
        expect(others[0]).toMatch(/^exited 0 1\.0488/);
        expect(others[0]).not.toBe(first);
      });
    }
  });

  test('are tried on every input, each in a new process', async () => {
    const { engine, runs } = watched();
    await withBench(WELL_BEHAVED, engine, async (bench) => {
      for (const input of ['a', 'b']) {
        const given = { ...limits, arguments: [input] };
        expect(await bench.runs.separateProcessReason(given)).toBe('not tried yet');
        await outputs(bench, [baselineConfiguration, baselineConfiguration], given);
        expect(await bench.runs.separateProcessReason(given)).toBeNull();
      }
      expect(runs).toEqual({ alone: 4, shared: 8 });
    });
  });

  test('side by side have processes of their own but for one', async () => {
    const { engine, runs } = watched();
    await withBench(WELL_BEHAVED, engine, async (bench) => {
      const baseline = await bench.runs.emulated(baselineConfiguration, limits);
      const others = await Promise.all(
        Array.from({ length: 4 }, () => bench.runs.emulated(baselineConfiguration, limits)),
      );
      for (const other of others)
        expect(other).toMatchObject({ kind: 'exited', stdout: 'stdout' in baseline && baseline.stdout });
      expect(runs).toEqual({ alone: 2 + 3, shared: 3 + 1 });
    });
  });
});
