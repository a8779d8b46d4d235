// Writes experiments/vectorize/generated: the loops of kernels.c as vectors of 8 halves and of 4 floats, by mantissa vectorize.
// They are checked in, so that the GPU's machine needs nothing but nvcc; a test says when they are not what it would write.
//
//   node experiments/vectorize/generate.mjs [folder]
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from '../../scripts/help.mjs';

helpIfAsked(import.meta);
const here = fileURLToPath(new URL('.', import.meta.url));
const folder = path.resolve(process.argv[2] ?? path.join(here, 'generated'));
mkdirSync(folder, { recursive: true });
for (const name of ['lab_to_rgb', 'tone_curve', 'filter_3x3', 'alpha_blend', 'saxpy', 'stencil'])
  for (const [format, width] of [
    ['fp16', '8'],
    ['fp32', '4'],
  ]) {
    const program = path.join(here, '../../bin/mantissa');
    const options = ['--function', name, '--format', format, '--width', width];
    const { status, stdout } = spawnSync(process.execPath, [program, 'vectorize', 'kernels.c', ...options], {
      cwd: here,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) process.exit(status ?? 1);
    writeFileSync(path.join(folder, `${name}_${format}.cu`), stdout);
  }
