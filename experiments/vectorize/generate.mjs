// Writes experiments/vectorize/generated: the loops of loops.json as vectors of 8 halves and of 4 floats, by mantissa vectorize. The files are
// checked in, so that a machine with a GPU needs only nvcc; a test fails if they are out of date.
//
//   node experiments/vectorize/generate.mjs [folder]
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from '../../scripts/help.mjs';

helpIfAsked(import.meta);
const here = fileURLToPath(new URL('.', import.meta.url));
const folder = path.resolve(process.argv[2] ?? path.join(here, 'generated'));
const program = path.join(here, '../../bin/mantissa');
mkdirSync(folder, { recursive: true });
const loops = JSON.parse(readFileSync(path.join(here, 'loops.json'), 'utf8'));
for (const { source, functions, formats, reassociate } of loops)
  for (const name of functions)
    for (const format of formats) {
      const options = ['--function', name, '--format', format, '--width', format === 'fp16' ? '8' : '4'];
      if (reassociate) options.push('--reassociate');
      const { status, stdout } = spawnSync(process.execPath, [program, 'vectorize', source, ...options], {
        cwd: here,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      if (status !== 0) process.exit(status ?? 1);
      writeFileSync(path.join(folder, `${name}_${format}.cu`), stdout);
    }
