import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasCommand, headers } from './formats-driver.js';
import { registersNeverWritten } from './ptx.js';

const present = hasCommand('nvcc');
if (!present) console.warn('SKIPPED: no nvcc on the PATH, so the formats are not compiled for a GPU');

function compileFor(architecture: string, ...flags: string[]): string {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-nvcc-'));
  const ptx = path.join(scratch, 'formats.ptx');
  const source = fileURLToPath(new URL('device-formats.cu', import.meta.url));
  const all = [
    '-std=c++17',
    `-arch=${architecture}`,
    '--ptx',
    '-Werror=all-warnings',
    ...flags,
    '-I',
    headers,
    source,
    '-o',
    ptx,
  ];
  const built = spawnSync('nvcc', all, { encoding: 'utf8' });
  expect(built.stderr + built.stdout).toBe('');
  const text = fs.readFileSync(ptx, 'utf8');
  fs.rmSync(scratch, { recursive: true });
  return text;
}

const compile = (...flags: string[]) => compileFor('compute_90', ...flags);

describe.runIf(present)('nvcc', () => {
  it('compiles every operation of every format for sm_90 without a warning', () => {
    // the code matters here, not its speed: without optimisation the compilation takes a tenth of the time
    const text = compile('-Xcicc', '-O0');
    expect(text).toContain('atom');
    expect(text).toContain('cvt.rn.f16.f64');
  });

  it('compiles them for its oldest GPU, which is its default', () => {
    const [oldest] = spawnSync('nvcc', ['--list-gpu-arch'], { encoding: 'utf8' }).stdout.split('\n');
    expect(compileFor(oldest!, '-Xcicc', '-O0')).toContain('atom');
  });

  it('optimises the arithmetic without contracting a composite operation or inventing an undefined register', () => {
    const text = compile('-DARITHMETIC_ONLY');
    expect(registersNeverWritten(text)).toEqual([]);
    // the seeds' composite arithmetic has no fused operation; every multiplication of its kernel is rounded on its own
    const composite = /\.entry _Z6kernelIN10mx_runtime9compositeIdEE[\s\S]*?^\}/m.exec(text)?.[0];
    expect(composite).toContain('mul.rn.f64');
    expect(composite).toMatch(/rcp\.rn\.f64/); // 1 / y.value
    expect(composite).not.toContain('fma.rn.f64');
  });
});

describe('registersNeverWritten', () => {
  it('finds a register that is read and never written, and no other', () => {
    const ptx = `.visible .entry k(\n)\n{\n\tld.global.v2.f64 {%fd1, %fd2}, [%rd1];\n\tmov.u64 %rd1, 0;\n
\tsetp.eq.f64 %p1, %fd1, %fd2;\n\t@%p1 bra $L_1;\n\t{add.f16 %rs1,%rs1,%rs2;\n}\n\tmov.u16 %rs2, 0;\n
$L_1:\n\tadd.rn.f64 %fd3, %fd1, %fd9;\n\tst.global.f64 [%rd1], %fd3;\n\tret;\n}\n`;
    expect(registersNeverWritten(ptx)).toEqual(['k: %fd9']);
  });
});
