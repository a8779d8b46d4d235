// Completes package-lock.json with the builds for other platforms that its packages name but the registry in use does not carry: `npm ci` refuses
// a lock file without them, although it would not install them. Run it after `npm install` has changed the lock file.
//   node scripts/complete-lock.mjs [--check] [--in site]
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, in: { type: 'string', default: '.' } },
});
const file = path.join(fileURLToPath(new URL('..', import.meta.url)), values.in, 'package-lock.json');
const written = readFileSync(file, 'utf8');
const lock = JSON.parse(written);

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'netbsd', 'openbsd', 'sunos', 'aix'];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32'];

for (const { optionalDependencies = {}, dev } of Object.values(lock.packages))
  for (const [name, version] of Object.entries(optionalDependencies))
    lock.packages[`node_modules/${name}`] ??= {
      version,
      ...platformOf(name),
      ...(dev && { dev }),
      optional: true,
    };
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
const completed = `${JSON.stringify(lock, null, 2)}\n`;
if (completed === written) process.exit(0);
if (values.check) {
  console.error('package-lock.json names builds it does not list: node scripts/complete-lock.mjs');
  process.exit(1);
}
writeFileSync(file, completed);

/** Platform names in the names of such packages. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : null;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(os === 'linux' && libc && { libc: [libc] }) };
}
