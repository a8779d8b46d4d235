import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { artifactOf, BuildCache } from '../../src/execution/build-cache.js';
import { readDependencies } from '../../src/execution/dependency-file.js';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-cache-'));
});
afterEach(() => {
  vi.useRealTimers();
  fs.rmSync(folder, { recursive: true });
});

function store(cache: BuildCache, key: string, bytes: number, dependencies: string[] = []): string {
  const scratch = cache.scratch();
  fs.writeFileSync(path.join(scratch.path, 'result'), Buffer.alloc(bytes, key));
  const entry = cache.store(key, '.bin', path.join(scratch.path, 'result'), dependencies);
  scratch.remove();
  return entry.file;
}
const age = (file: string, hours: number) => fs.utimesSync(file, new Date(), new Date(Date.now() - hours * 3_600_000));

test('finds what was stored until a file it was made from changes', () => {
  const cache = new BuildCache(path.join(folder, 'cache'));
  const header = path.join(folder, 'header.h');
  fs.writeFileSync(header, 'one');
  expect(cache.find('k', '.bin')).toBeNull();
  const file = store(cache, 'k', 100, [header]);
  expect(cache.find('k', '.bin')).toMatchObject({ file, sizeBytes: 100 });
  fs.writeFileSync(header, 'two');
  expect(cache.find('k', '.bin')).toBeNull();
  fs.writeFileSync(header, 'one');
  expect(cache.find('k', '.bin')).toMatchObject({ file });
  fs.rmSync(header);
  expect(cache.find('k', '.bin')).toBeNull();
});

test('knows what building took, of what was built before too', () => {
  const cache = new BuildCache(path.join(folder, 'cache'));
  const scratch = cache.scratch();
  const result = path.join(scratch.path, 'result');
  fs.writeFileSync(result, 'program');
  expect(artifactOf('cuda', cache.store('k', '.bin', result, [], undefined, 1900))).toMatchObject({ tookMs: 1900 });
  scratch.remove();
  const again = new BuildCache(path.join(folder, 'cache')).find('k', '.bin')!;
  expect(artifactOf('cuda', again)).toMatchObject({ tookMs: 1900 });
  store(cache, 'unsaid', 1);
  expect(artifactOf('cuda', cache.find('unsaid', '.bin')!)).not.toHaveProperty('tookMs');
});

test('hands out nothing that is replaced when a request differs in its headers alone', () => {
  const cache = new BuildCache(path.join(folder, 'cache'));
  const build = (header: string, result: string) => {
    const root = fs.mkdtempSync(path.join(folder, 'copy-'));
    fs.writeFileSync(path.join(root, 'kernels.cuh'), header);
    const finished = path.join(cache.scratch().path, 'program');
    fs.writeFileSync(finished, result);
    return { root, entry: cache.store('k', '.bin', finished, [path.join(root, 'kernels.cuh')], root) };
  };
  const built = [build('double x;', 'wide'), build('float x;', 'narrow')];
  expect(built.map(({ entry }) => fs.readFileSync(entry.file, 'utf8'))).toEqual(['wide', 'narrow']);
  expect(built.map(({ root }) => cache.find('k', '.bin', root)?.file)).toEqual(built.map(({ entry }) => entry.file));
  expect(build('double x;', 'wide').entry.file).toBe(built[0]!.entry.file);
});

test('does not find an entry cut short, or whose manifest is torn', () => {
  const cache = new BuildCache(folder);
  const file = store(cache, 'k', 100);
  fs.truncateSync(file, 50);
  expect(cache.find('k', '.bin')).toBeNull();
  store(cache, 'k', 100);
  fs.truncateSync(file.replace('.bin', '.json'), 10);
  expect(cache.find('k', '.bin')).toBeNull();
});

test('removes what was not used for longest when it outgrows its limit, never what may be in use', () => {
  const [earlier, cache] = [new BuildCache(folder, 1000), new BuildCache(folder, 1000)];
  const [old, older, fresh] = [store(earlier, 'old', 400), store(earlier, 'older', 400), store(earlier, 'fresh', 150)];
  age(old, 5);
  age(older, 9);
  store(cache, 'new', 300);
  expect([old, older, fresh].map((file) => fs.existsSync(file))).toEqual([true, false, true]);
  expect(cache.find('older', '.bin')).toBeNull();
  store(cache, 'large', 5000);
  expect(fs.existsSync(fresh)).toBe(true);
  expect(fs.existsSync(old)).toBe(false);
});

test('keeps what it has handed out, though it was built long ago, and says so to other processes', () => {
  vi.useFakeTimers();
  const [own, others] = [new BuildCache(folder, 1000), new BuildCache(folder, 1000)];
  const [mine, idle] = [store(own, 'mine', 400), store(others, 'idle', 400)];
  age(mine, 9);
  age(idle, 5);
  store(own, 'new', 900);
  expect([mine, idle].map((file) => fs.existsSync(file))).toEqual([true, false]);
  const usedLast = fs.statSync(mine).mtimeMs;
  vi.advanceTimersByTime(11 * 60_000);
  vi.useRealTimers();
  expect(fs.statSync(mine).mtimeMs).toBeGreaterThan(usedLast);
  store(others, 'newest', 900);
  expect(fs.existsSync(mine)).toBe(true);
});

test('serves two processes that store the same entries at once', async () => {
  const module = new URL('../../dist/internal.js', import.meta.url).href;
  const script = `
    import { BuildCache } from ${JSON.stringify(module)};
    import fs from 'node:fs';
    const cache = new BuildCache(${JSON.stringify(folder)}, 20000);
    for (let k = 0; k < 200; k++) {
      const key = 'k' + (k % 10);
      const found = cache.find(key, '.bin');
      if (found && fs.readFileSync(found.file).some((byte) => byte !== 48 + (k % 10))) process.exit(3);
      const scratch = cache.scratch();
      fs.writeFileSync(scratch.path + '/r', Buffer.alloc(1000, 48 + (k % 10)));
      cache.store(key, '.bin', scratch.path + '/r', []);
      scratch.remove();
    }`;
  const codes = await Promise.all(
    [1, 2, 3].map(
      () =>
        new Promise((resolve) => {
          const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
            cwd: fileURLToPath(new URL('../..', import.meta.url)),
            stdio: ['ignore', 'ignore', 'inherit'],
          });
          child.once('close', resolve);
        }),
    ),
  );
  expect(codes).toEqual([0, 0, 0]);
  expect(fs.readdirSync(folder).filter((name) => !/^k\d-[0-9a-f]{16}\.(bin|json)$/.test(name))).toEqual([]);
});

test('reads the files from a make rule, whatever their names', () => {
  expect(readDependencies('object: /a/b.h \\\n  /with\\ space/c\\#.h \\\r\n $$d.h\n')).toEqual([
    '/a/b.h',
    '/with space/c#.h',
    '$d.h',
  ]);
  expect(readDependencies('')).toEqual([]);
});
