import * as fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { PROFILED_OPERATIONS } from '../../../src/analysis/devices/device-profile.js';
import { binaryFormats } from '../../../src/numerics/format.js';
import { mantissa, Scratch } from '../../support/command-line.js';

const row = (labels: Record<string, string>, quantity: string, value: number) =>
  JSON.stringify({ labels, quantity, value, unit: 'cycles' });

/** What the programs of a GPU print that a device profile is made of. */
const PRINTED = [
  row({}, 'multiprocessors', 7),
  row({}, 'highest clock', 1980),
  row({}, 'registers', 65536),
  row({}, 'shared memory', 233472),
  ...binaryFormats.flatMap((format) =>
    PROFILED_OPERATIONS.flatMap((operation) => [
      row({ format, operation, chain: '256' }, 'latency', operation === 'sin' ? 0.1 : 4),
      row({ format, operation }, 'throughput', 64),
    ]),
  ),
  row({ from: 'fp64', to: 'fp32' }, 'throughput', 16),
  row({ format: 'fp64', kib: '2097152' }, 'bandwidth', 3000),
  row({ what: 'shared memory, read', format: 'fp64' }, 'bandwidth', 33000),
  row({ what: 'to the GPU, 262144 KiB', format: 'bytes' }, 'bandwidth', 20),
  row({ what: 'to the host, 262144 KiB', format: 'bytes' }, 'bandwidth', 12),
  JSON.stringify({ note: 'the GPU ran at 900 MHz, below its 1980: times are longer than they need be' }),
].join('\n');

/** A driver that shows a busy GPU, and an nvcc whose programs print the above. */
const scratch = new Scratch({
  printed: `${PRINTED}\n`,
  'bin/nvidia-smi': `#!/bin/sh
case "$*" in
  *compute_cap*) echo "NVIDIA of tomorrow, 9.9" ;;
  *utilization*) echo "1500, 1980, 80" ;;
  *compute-apps*) echo 4711 ;;
esac
`,
});
scratch.write(
  'bin/nvcc',
  `#!/bin/sh
case "$*" in --version) echo "Cuda compilation tools, release 99.0"; exit 0 ;; esac
while [ $# -gt 0 ]; do if [ "$1" = -o ]; then file=$2; fi; shift; done
printf '#!/bin/sh\\ncat ${scratch.path('printed')}\\n' > "$file"
chmod +x "$file"
`,
);
for (const name of ['nvidia-smi', 'nvcc']) fs.chmodSync(scratch.path(`bin/${name}`), 0o755);
afterAll(() => scratch[Symbol.dispose]());

const env = { PATH: `${scratch.path('bin')}:${process.env.PATH}`, XDG_DATA_HOME: scratch.path('data') };

describe('mantissa characterize with a GPU', () => {
  it('uses it, reports other use, a lower clock and omitted parts, and writes its profile', async () => {
    const options = ['--only', 'operations,conversions,memory', '--output', 'gpu'];
    const { exitCode, stdout, stderr } = await mantissa(['characterize', ...options], { cwd: scratch.folder, env });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('the GPU is in use (1 other programs, 80 % busy)');
    expect(stdout).toContain('NVIDIA of tomorrow');
    expect(stdout).toContain('the GPU ran at 900 MHz, below its 1980');
    expect(stdout).toContain('the latency of fp32, sin, 256 is 0.1 cycles, which is implausible');
    const profile = JSON.parse(fs.readFileSync(scratch.path('gpu/profile.json'), 'utf8'));
    expect(profile).toMatchObject({ name: 'NVIDIA of tomorrow', multiprocessors: 7, memory: { dramGBs: 3000 } });
    expect(JSON.parse(fs.readFileSync(scratch.path('data/mantissa/here.json'), 'utf8'))).toEqual(profile);
  });

  it('has its profile taken by --gpu here', async () => {
    const file = scratch.write(
      'sum.c',
      'int main(void) { double s = 0; for (int i = 0; i < 9; i++) s += 0.1 * i; return s > 1e9; }\n',
    );
    const { stderr } = await mantissa(
      ['tune', file, '--max-error', '1', '--engine', 'wasm', '--gpu', 'here', '--formats', 'fp64,fp32'],
      {
        cwd: scratch.folder,
        env,
      },
    );
    // it has no conversion between the two: only a profile that was read can lack one
    expect(stderr).toMatch(/error MX2037[\s\S]*here has no .*conversions\.fp32-fp64/);
  });
});
