// Builds dist/: type declarations with tsc, the program as a few bundles with rolldown, the viewer as one page, and the header for patches.
// Loading 700 separate modules would cost every command half a second of CPU time (bench/startup.mjs).
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
/** Files that are opened by name from outside the bundle: by users, bin/mantissa, scripts, worker threads and test processes. */
const ENTRIES = ['index', 'internal', 'cli/main', 'clang/worker', 'execution/wasm/program-worker', 'journal/journal'];
/** Built files for scripts and tests only. */
const NOT_PUBLISHED = ['*.map', '/internal.js', '/journal/journal.js', '/viewer/built-from'];
/** Packages that load WebAssembly files from their own folder. */
const UNBUNDLED = ['@yowasp/clang', 'highs'];

runNode('node_modules/typescript/bin/tsc', '-p', root, '--emitDeclarationOnly', '--declarationMap', 'false');
const { rolldown } = await import('rolldown'); // the packages may have been installed a moment ago
const bundle = await rolldown({
  input: Object.fromEntries(ENTRIES.map((name) => [name, path.join(root, 'src', `${name}.ts`)])),
  platform: 'node',
  external: UNBUNDLED,
  transform: { target: 'node20' },
  // our modules have no side effects when loaded, so each chunk contains only the used part of src/core.ts
  treeshake: { moduleSideEffects: (id) => !id.startsWith(path.join(root, 'src/')) },
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message);
  },
});
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  sourcemap: true,
  minify: { compress: false, mangle: false, codegen: true }, // comments and blanks cost every start 0.05 s
});
await bundle.close();
writeLicences(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
removeStale(new Set(output.map((file) => file.fileName)));
runNode('scripts/write-formats-header.mjs');
runNode('scripts/build-viewer.mjs');
writePackingList();

function runNode(script, ...args) {
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** The licences of the bundled packages, which each of them requires. */
function writeLicences(modules) {
  const folders = modules.flatMap((id) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text = file ? readFileSync(path.join(folder, file), 'utf8').trim() : `Licence: ${license}`;
    return `${name} ${version}\n\n${text}\n`;
  });
  writeFileSync(path.join(dist, 'third-party-licences.txt'), texts.join(`\n${'-'.repeat(72)}\n\n`));
}

/** Removes the declarations and bundled files of sources that were renamed or deleted. */
function removeStale(written) {
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const isDeclaration = name.endsWith('.d.ts');
    if (!isDeclaration && !/\.js(?:\.map)?$/.test(name)) continue;
    const isCurrent = isDeclaration
      ? existsSync(path.join(root, 'src', name.replace(/\.d\.ts$/, '.ts')))
      : written.has(name);
    if (!isCurrent) rmSync(path.join(dist, name));
  }
}

/** Keeps out of the npm package: NOT_PUBLISHED, and declarations that dist/index.d.ts does not lead to. */
function writePackingList() {
  const published = new Set();
  const collect = (name) => {
    if (published.has(name)) return;
    published.add(name);
    const text = readFileSync(path.join(dist, name), 'utf8');
    for (const [, to] of text.matchAll(/["'](\.{1,2}\/[^"']*)\.js["']/g))
      collect(path.posix.join(path.posix.dirname(name), `${to}.d.ts`));
  };
  collect('index.d.ts');
  const written = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll(path.sep, '/'),
  );
  const left = written.filter((name) => name.endsWith('.d.ts') && !published.has(name)).map((name) => `/${name}`);
  writeFileSync(path.join(dist, '.npmignore'), [...NOT_PUBLISHED, ...left].map((name) => `${name}\n`).join(''));
}
