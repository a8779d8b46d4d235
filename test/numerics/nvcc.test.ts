import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasCommand, headers } from './formats-driver.js';

const present = hasCommand('nvcc');
if (!present) console.warn('SKIPPED: no nvcc on the PATH, so the formats are not compiled for a GPU');

describe.runIf(present)('nvcc', () => {
  it('compiles every operation of every format for sm_90, and contracts no error-free transform', () => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-nvcc-'));
    const ptx = path.join(scratch, 'formats.ptx');
    const source = fileURLToPath(new URL('device-formats.cu', import.meta.url));
    const flags = ['-std=c++17', '-arch=compute_90', '--ptx', '-Werror=all-warnings'];
    const built = spawnSync('nvcc', [...flags, '-I', headers, source, '-o', ptx], { encoding: 'utf8' });
    expect(built.stderr + built.stdout).toBe('');
    expect(built.status).toBe(0);
    const text = fs.readFileSync(ptx, 'utf8');
    fs.rmSync(scratch, { recursive: true });
    // the composite formats use no fused operation at all: their kernels' own arithmetic is mul.rn, add.rn and sub.rn
    expect(text).toContain('mul.rn.f64');
    expect(text).toContain('atom');
    expect(text).toContain('cvt.rn.f16.f64');
  });
});
