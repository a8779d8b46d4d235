import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  Artifact,
  Availability,
  BuildOutcome,
  BuildRequest,
  Engine,
  EngineName,
  RunOutcome,
  RunRequest,
} from '../../src/execution/engine.js';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';

const behaviour = fs.readFileSync(new URL('./programs/behaviour.c', import.meta.url), 'latin1');

function request(sources: BuildRequest['sources'], more: Partial<BuildRequest> = {}): BuildRequest {
  return { sources, includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [], ...more };
}
const c = (text: string, name = 'program.c') => ({ name, text, language: 'c', standard: 'gnu17' }) as const;
const cxx = (text: string, name = 'program.cpp') => ({ name, text, language: 'c++', standard: 'c++20' }) as const;
/** Not built before by any run of these tests. */
const unique = () => `// ${process.pid} ${performance.now()}\n`;

const limits = { timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 128 * 2 ** 20, environment: {} };

async function built(engine: Engine, what: BuildRequest): Promise<Artifact> {
  const outcome = await engine.build(what);
  if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome, null, 2));
  return outcome.artifact;
}

function shown(outcome: RunOutcome): string {
  if (outcome.kind !== 'exited') return JSON.stringify({ ...outcome, stdout: 0 });
  return outcome.exitCode === 0 ? outcome.stdout.toString('latin1') : `exit ${outcome.exitCode}`;
}

/** Ids of the processes of this machine with these words of a command line; none where the system does not list them. */
function processesOf(...words: string[]): string[] {
  if (process.platform !== 'linux') return [];
  const ending = words.map((word) => `${word}\0`).join('');
  return fs.readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').endsWith(ending);
    } catch {
      return false; // it has ended since it was listed
    }
  });
}

const outputs = new Map<string, string>();

const anyProject = path.join(import.meta.dirname, 'projects', 'any-sources');
const commands = { root: anyProject, build: 'sh build.sh', run: './program' };

/** A CUDA compiler without a GPU still builds, and runs what needs no GPU; the GPU itself is experiments/gpu-check.sh's. */
async function usable(engine: Engine): Promise<Availability> {
  const availability = await engine.available();
  if (availability.ok || engine.input !== 'cuda') return availability;
  const outcome = await engine.build(request([c('int main(void) { return 0; }')]));
  if (outcome.kind !== 'built') return availability;
  console.warn(`SKIPPED: nothing runs on a GPU here, only beside it: ${availability.reason}`);
  return { ok: true, version: 'nvcc without a GPU', limits: [] };
}

/** The same request for the engine at hand: the command engine takes sources as files of its project, with flags of its own. */
function forEngine(engine: Engine, what: BuildRequest): BuildRequest {
  if (engine.input === 'project')
    return { ...what, sources: [], overlay: Object.fromEntries(what.sources.map(({ name, text }) => [name, text])) };
  if (engine.input === 'standard') return what;
  return { ...what, sources: what.sources.map((one) => ({ ...one, flags: ['-Xcompiler', '-ffp-contract=off'] })) };
}

for (const name of Object.keys(engines) as EngineName[]) {
  const tested = engines[name]({ cache: cacheFolder(), commands });
  const engine: Engine = {
    name,
    capabilities: tested.capabilities,
    input: tested.input,
    dataModel: tested.dataModel,
    available: () => tested.available(),
    build: (what) => tested.build(forEngine(tested, what)),
    run: (artifact, what) => tested.run(artifact, what),
    close: () => tested.close(),
  };
  const availability = await usable(engine);
  if (!availability.ok)
    console.warn(
      `SKIPPED: the ${name} engine is not tested at all here: ${availability.reason}. ${availability.remedy}`,
    );
  const ownFlags = tested.input === 'project'; // those of a project: include folders and defines are not the engine's business

  describe.skipIf(!availability.ok)(`the ${name} engine`, () => {
    let program: Artifact;
    const run = (args: string[], more: Partial<RunRequest> = {}) =>
      engine.run(program, { ...limits, arguments: args, ...more });

    beforeAll(async () => {
      program = await built(engine, request([c(behaviour, 'behaviour.c')]));
    });
    afterEach(() => void vi.unstubAllEnvs());
    afterAll(() => engine.close());

    test('passes arguments on and keeps stdout and stderr apart', async () => {
      const outcome = await run(['hello', 'a b', 'ä', '']);
      expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
      if (outcome.kind !== 'exited') return;
      expect(outcome.stdout.toString()).toBe(`${tested.input === 'project' ? './program' : 'program'}|a b|ä|\n`);
      expect(outcome.stderr.toString()).toBe('to stderr\n');
      expect(outcome.durationMs).toBeGreaterThan(0);
    });

    test('reports the exit code', async () => {
      expect(await run(['exit', '7'])).toMatchObject({ kind: 'exited', exitCode: 7 });
      expect(await run(['nothing'])).toMatchObject({ kind: 'exited', exitCode: 0, stdout: Buffer.alloc(0) });
    });

    test.skipIf(ownFlags)('gives the program the environment it is told and no other', async () => {
      expect(shown(await run(['environment'], { environment: { MX_GIVEN: 'yes' } }))).toBe('yes 0\n');
    });

    test('computes + − × ÷ √ to the same bits as every other engine', async () => {
      const text = shown(await run(['arithmetic']));
      expect(text.split('\n').length).toBeGreaterThan(2000);
      outputs.set(name, text);
      for (const other of outputs.values()) expect(text).toBe(other);
    });

    test('never fuses a product with a sum, unless told to by fma', async () => {
      expect(shown(await run(['contraction']))).toBe('double 0000000000000000\nfloat 00000000\nfma 3c90000000000000\n');
    });

    test('has 64-bit integers, long double output, clocks and random numbers', async () => {
      expect(shown(await run(['integers']))).toBe('3074457345618258602 4953163356653287321 807\n');
      expect(shown(await run(['long-double']))).toBe('0.50000000000000000000\n');
      expect(shown(await run(['clocks']))).toBe('1 1 1 1\n');
    });

    test('keeps every byte of the output', async () => {
      const outcome = await run(['bytes']);
      expect(outcome.kind === 'exited' && [...outcome.stdout]).toEqual(Array.from({ length: 256 }, (_, k) => k));
    });

    test('gives the program an empty stdin', async () => {
      expect(shown(await run(['stdin']))).toBe('-1\n');
    });

    test('reads and writes files by relative paths, and hands back those asked for', async () => {
      const outcome = await run(['files'], {
        files: { 'data/given.bin': Buffer.from([1, 2, 3, 250]) },
        collect: ['written.txt', 'not-written.txt'],
      });
      expect(shown(outcome)).toBe('0.10000000000000001 4 1 250\n');
      expect(outcome.kind === 'exited' && [...outcome.collected]).toEqual([
        ['written.txt', Buffer.from('0.10000000000000001\n')],
      ]);
    });

    test('finds places in a file from its start, its end and where it is', async () => {
      expect(shown(await run(['places']))).toBe('8 4 -1 10 5 0.1 0.2\n');
    });

    test.skipIf(ownFlags)('runs in the folder it is given, which stays', async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-conformance-'));
      try {
        fs.mkdirSync(path.join(folder, 'data'));
        fs.writeFileSync(path.join(folder, 'data', 'given.bin'), 'abcd');
        expect(shown(await run(['files'], { workingFolder: folder }))).toBe('0.10000000000000001 4 97 100\n');
        expect(fs.readFileSync(path.join(folder, 'written.txt'), 'utf8')).toBe('0.10000000000000001\n');
        const absolute = path.join(folder, 'written.txt');
        expect(shown(await run(['outside', absolute], { workingFolder: folder }))).toBe('opened\n');
        expect(await run(['nothing'], { workingFolder: path.join(folder, 'gone') })).toMatchObject({
          kind: 'not-started',
        });
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    });

    test('ends a program that loops for ever', async () => {
      expect(await run(['loop'], { timeoutMs: 500 })).toMatchObject({ kind: 'timed-out', timeoutMs: 500 });
      expect(processesOf('program', 'loop')).toEqual([]); // it was ended, not abandoned
      expect(shown(await run(['exit', '0']))).toBe('');
    });

    test('ends a program that prints a gigabyte, keeping what the limit allows', async () => {
      const outcome = await run(['flood']);
      expect(outcome.kind).toBe('output-limit');
      if (outcome.kind === 'output-limit') expect(outcome.stdout.length).toBe(limits.maxOutputBytes);
    });

    test('ends a program that writes a file without end', async () => {
      expect(await run(['big-file'], { maxFileBytes: 1 << 20 })).toMatchObject({ kind: 'output-limit' });
    });

    test('ends a program that takes all memory, and lets one take what the limit allows', async () => {
      expect(await run(['memory'])).toMatchObject({ kind: 'memory-limit' });
      expect(shown(await run(['hold', '64']))).toBe('7\n');
    });

    test('calls a crash by its name', async () => {
      expect(await run(['segfault'])).toMatchObject({ kind: 'crashed', crash: 'bad-memory-access' });
      expect(await run(['abort'])).toMatchObject({ kind: 'crashed', crash: 'abort' });
      const overflow = await run(['overflow']);
      expect(overflow.kind === 'crashed' && overflow.crash).toMatch(/stack-overflow|bad-memory-access/);
    });

    test('lets a program recurse 60,000 calls deep', async () => {
      expect(shown(await run(['recursion']))).toBe('60000\n');
    });

    test.skipIf(ownFlags)('links several sources, C and C++, that share a header', async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-conformance-'));
      try {
        fs.mkdirSync(path.join(folder, 'include dir'));
        const header = path.join(folder, 'include dir', 'shared.h');
        fs.writeFileSync(header, '#define FACTOR 3\n');
        const what = request(
          [
            c('#include "shared.h"\nint scaled(int x) { return FACTOR * x; }', 'lib/part.c'),
            cxx(
              `${unique()}#include "shared.h"\nextern "C" int scaled(int);\nextern "C" int printf(const char *, ...);\n` +
                'int main() { printf("%d %s %s\\n", scaled(OF) + FACTOR, __FILE__, NAME); }',
              'lib/main.cpp',
            ),
          ],
          { includeFolders: [path.dirname(header)], defines: ['OF=5', 'NAME="x y"'] },
        );
        const first = await engine.build(what);
        expect(first).toMatchObject({ kind: 'built', cached: false });
        if (first.kind !== 'built') return;
        expect(shown(await engine.run(first.artifact, { ...limits, arguments: [] }))).toBe('18 lib/main.cpp x y\n');
        expect(await engine.build(what)).toMatchObject({ kind: 'built', cached: true });
        fs.writeFileSync(header, '#define FACTOR 30\n');
        const edited = await engine.build(what);
        expect(edited).toMatchObject({ kind: 'built', cached: false });
        if (edited.kind !== 'built') return;
        expect(shown(await engine.run(edited.artifact, { ...limits, arguments: [] }))).toBe('180 lib/main.cpp x y\n');
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    });

    test('finds what it built before at once, and builds the same bytes twice', async () => {
      const text = `int main(void) { return 5; }\n${unique()}`;
      const first = await engine.build(request([c(text)]));
      const fileOf = (outcome: BuildOutcome) => outcome.kind === 'built' && fs.statSync(outcome.artifact.file).ino;
      const written = fileOf(first);
      const second = await engine.build(request([c(text)]));
      const other = await engine.build(request([c(`${text}//`)]));
      expect(first).toMatchObject({ kind: 'built', cached: false });
      expect(second).toMatchObject({ kind: 'built', cached: true });
      if (first.kind !== 'built' || second.kind !== 'built' || other.kind !== 'built') return;
      expect(second.artifact).toEqual(first.artifact);
      expect(fileOf(second)).toBe(written); // the very file: nothing was built in its place
      expect(other.artifact.digest).toBe(first.artifact.digest);
    });

    test('says where a source is wrong, by its given name', async () => {
      const outcome = await engine.build(request([c('int main(void) {\n  return missing;\n}\n', 'dir/wrong.c')]));
      expect(outcome).toMatchObject({ kind: 'build-failed', fault: 'source' });
      if (outcome.kind !== 'build-failed') return;
      expect(outcome.diagnostics).toMatch(/^dir\/wrong\.c:2:10: error: .*missing/m);
      expect(outcome.diagnostics).not.toContain('building-');
    });

    test('tells a missing header and a missing definition from a wrong source', async () => {
      expect(await engine.build(request([c('#include <no/such.h>\nint main(void) {}')]))).toMatchObject({
        kind: 'build-failed',
        fault: 'missing-header',
        ...(ownFlags ? {} : { remedy: expect.stringContaining('-I') }),
      });
      const outcome = await engine.build(request([c('int nowhere(void);\nint main(void) { return nowhere(); }')]));
      expect(outcome).toMatchObject({ kind: 'build-failed', fault: 'link' });
      expect(outcome.kind === 'build-failed' && outcome.diagnostics).toContain('nowhere');
    });

    test('runs several programs side by side', async () => {
      const outcomes = await Promise.all(['1', '2', '3', '4'].map((code) => run(['exit', code])));
      expect(outcomes.map((outcome) => outcome.kind === 'exited' && outcome.exitCode)).toEqual([1, 2, 3, 4]);
    });

    test('does not start a program whose file is gone', async () => {
      const artifact = { ...program, file: '/no/such/program', digest: 'gone' };
      expect(await engine.run(artifact, { ...limits, arguments: [] })).toMatchObject({ kind: 'not-started' });
    });

    test('leaves no temporary folders behind', async () => {
      // other tests have theirs beside it at the same time
      const own = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-conformance-'));
      vi.stubEnv('TMPDIR', own);
      try {
        await run(['files']);
        expect(fs.readdirSync(own).filter((entry) => entry.startsWith('mantissa-run-'))).toEqual([]);
      } finally {
        fs.rmSync(own, { recursive: true, force: true });
      }
    });
  });
}
