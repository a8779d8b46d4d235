// Keeps the architecture's one line true: a folder imports only folders to its left, never a sibling or one to its right.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const layers = [
  ['support'],
  ['numerics', 'diagnostics'],
  ['program'],
  ['frontend', 'space'],
  ['analysis'],
  ['inspection', 'rewrite', 'search', 'execution'],
  ['journal'],
  ['study'],
  ['report'],
  ['cli'],
];
const rank = new Map(layers.flatMap((names, index) => names.map((name) => [name, index])));
const source = fileURLToPath(new URL('../src/', import.meta.url));
const faults = [];

for (const entry of readdirSync(source, { recursive: true }).filter((name) => name.endsWith('.ts'))) {
  const from = entry.split(path.sep)[0];
  if (from === entry) continue; // src/index.ts is the package's face and may import everything
  if (!rank.has(from)) faults.push(`src/${entry}: folder '${from}' is not a layer`);
  const text = readFileSync(path.join(source, entry), 'utf8');
  for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const to = path.relative(source, path.resolve(source, path.dirname(entry), target)).split(path.sep)[0];
    if (to !== from && !(rank.get(to) < rank.get(from)))
      faults.push(`src/${entry}: ${from} must not import ${to} (${target})`);
  }
  if (from !== 'cli' && /process\.(stdout|exit)\b|console\.log/.test(text))
    faults.push(`src/${entry}: only cli writes to stdout or exits`);
  if (/node:child_process|'execa'/.test(text) && entry !== path.join('execution', 'spawn.ts'))
    faults.push(`src/${entry}: only execution/spawn.ts starts processes`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
