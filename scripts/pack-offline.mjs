// Packs everything for a machine without network into offline/: node for each platform, and mantissa with its dependencies.
//   node scripts/pack-offline.mjs [--for linux-x64,linux-arm64] [--to folder] [--tests]
// Copy the folder to that machine and run ./unpack.sh in it; then start ./mantissa. With --tests the folder contains the full test suite for this
// platform; ./run-tests.sh --workers 15 unpacks and runs it.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const LIMIT_BYTES = 60e6;
const root = fileURLToPath(new URL('..', import.meta.url));
const here = `linux-${process.arch}`;
const { values } = parseArgs({
  options: {
    for: { type: 'string', default: [...new Set(['linux-x64', here])].join(',') },
    to: { type: 'string', default: path.join(root, 'offline') },
    tests: { type: 'boolean', default: false },
  },
});
const platforms = values.tests ? [here] : values.for.split(',');
const output = path.resolve(values.to);
/** xz filters for machine code, which improve its compression. */
const FILTERS = { 'linux-x64': '--x86', 'linux-arm64': '--arm64' };

/** Packages that only `npm run check` and the browser's tests use. */
const NOT_FOR_TESTS = ['@biomejs', 'playwright-core', 'axe-core', 'lightningcss-linux-x64-gnu', '.vite', '.vite-temp'];

mkdirSync(output, { recursive: true });
const scratch = mkdtempSync(path.join(os.tmpdir(), 'mantissa-pack-'));
try {
  for (const platform of platforms) packNode(platform);
  if (values.tests) packTests();
  else packProgram();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const script = values.tests ? 'run-tests.sh' : 'unpack.sh';
writeFileSync(path.join(output, script), values.tests ? testScript() : unpackScript());
chmodSync(path.join(output, script), 0o755);
const packed = ['program.tar.xz', script, ...platforms.map(nodeArchive)];
const sizeBytes = packed.reduce((sum, name) => sum + statSync(path.join(output, name)).size, 0);
console.error(`${output}: ${packed.join(', ')}; ${(sizeBytes / 1e6).toFixed(1)} MB`);
if (sizeBytes > LIMIT_BYTES) {
  console.error(`that is more than ${LIMIT_BYTES / 1e6} MB`);
  process.exit(1);
}

function nodeArchive(platform) {
  return `node-${process.version}-${platform}.tar.xz`;
}

function packNode(platform) {
  const archive = path.join(output, nodeArchive(platform));
  if (existsSync(archive)) return; // a version of node never changes
  const folder = path.join(scratch, platform);
  mkdirSync(folder);
  const binary = platform === here ? process.execPath : downloadNode(platform);
  writeFileSync(path.join(folder, 'node'), withoutSections(readFileSync(binary)), { mode: 0o755 });
  compress(folder, ['node'], archive, FILTERS[platform]);
}

function downloadNode(platform) {
  const name = `node-${platform}@${process.version.slice(1)}`;
  execFileSync('npm', ['pack', name, '--silent', '--pack-destination', scratch], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = readdirSync(scratch).find((file) => file.startsWith(`node-${platform}-`));
  const folder = path.join(scratch, `${platform}-package`);
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', path.join(scratch, tarball), '-C', folder]);
  return path.join(folder, 'package/bin/node');
}

/** A 64-bit ELF file cut behind its last loaded segment: symbols and debugging information are a seventh of node. */
function withoutSections(elf) {
  const [programHeaders, headerSize, count] = [
    Number(elf.readBigUInt64LE(32)),
    elf.readUInt16LE(54),
    elf.readUInt16LE(56),
  ];
  let end = programHeaders + headerSize * count;
  for (let k = 0; k < count; k++) {
    const header = programHeaders + k * headerSize;
    end = Math.max(end, Number(elf.readBigUInt64LE(header + 8) + elf.readBigUInt64LE(header + 32)));
  }
  const kept = Buffer.from(elf.subarray(0, end));
  kept.writeBigUInt64LE(0n, 40);
  kept.fill(0, 60, 64);
  return kept;
}

function packProgram() {
  const app = path.join(scratch, 'app');
  const isNeeded = (file) => !/\.(?:d\.[cm]?ts|map|md)$|\/(?:\.bin|\.package-lock\.json)$/.test(file);
  const copy = (name) => cpSync(path.join(root, name), path.join(app, name), { recursive: true, filter: isNeeded });
  for (const name of ['bin', 'dist', 'runtime', 'corpus', 'schema', 'package.json']) copy(name);
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for (const folder of listed.trim().split('\n').slice(1)) copy(path.relative(root, folder));
  compress(scratch, ['app'], path.join(output, 'program.tar.xz'));
}

function packTests() {
  const app = path.join(scratch, 'app');
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const name of [...tracked, 'dist', 'runtime/mantissa/mantissa_formats.h'])
    if (existsSync(path.join(root, name)))
      cpSync(path.join(root, name), path.join(app, name), {
        recursive: true,
        filter: (file) => !file.endsWith('.map'),
      });
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((one) => !NOT_FOR_TESTS.includes(one)))
    cpSync(path.join(root, 'node_modules', name), path.join(app, 'node_modules', name), {
      recursive: true,
      filter: (file) => !/\.(?:map|md)$|\/zod\/src\//.test(file),
      verbatimSymlinks: true,
    });
  compress(scratch, ['app'], path.join(output, 'program.tar.xz'));
}

function compress(folder, names, archive, filter) {
  const tar = path.join(scratch, 'archive.tar');
  const owner = ['--owner=0', '--group=0', '--sort=name', '--mtime=2020-01-01'];
  execFileSync('tar', ['-cf', tar, ...owner, '-C', folder, ...names]);
  const xz = execFileSync('xz', ['-T0', ...(filter ? [filter] : []), '--lzma2=preset=9', '--stdout', tar], {
    maxBuffer: 2 ** 30,
  });
  writeFileSync(archive, xz);
  rmSync(tar);
}

/** Shell lines that unpack ./node and ./app next to the script. */
function unpacking() {
  return `set -e
here=$(cd "$(dirname "$0")" && pwd)
case $(uname -m) in
  x86_64) platform=linux-x64 ;;
  aarch64) platform=linux-arm64 ;;
  *) echo "no node was packed for $(uname -m)" >&2; exit 1 ;;
esac
unpack() {
  if command -v xz >/dev/null; then xz -dc "$1"
  else python3 -c 'import lzma,shutil,sys; shutil.copyfileobj(lzma.open(sys.argv[1]), sys.stdout.buffer)' "$1"
  fi | tar -xf - -C "$here"
}
unpack "$here"/node-*-$platform.tar.xz
unpack "$here"/program.tar.xz
`;
}

function testScript() {
  return `#!/bin/sh
# Unpacks the tests beside itself and runs the full suite: no network, nothing installed. Arguments go to scripts/test.mjs.
${unpacking()}PATH="$here:$PATH" "$here/node" "$here/app/scripts/test.mjs" --suite full "$@"
`;
}

function unpackScript() {
  return `#!/bin/sh
# Unpacks mantissa beside itself: no network, nothing installed. Leaves ./mantissa.
${unpacking()}cat > "$here/mantissa" <<'END'
#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/node" "$here/app/bin/mantissa" "$@"
END
chmod +x "$here/mantissa"
`;
}
