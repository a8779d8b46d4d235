import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasCommand } from '../../numerics/formats-driver.js';
import { Scratch } from '../../support/command-line.js';

const present = hasCommand('nvcc');
if (!present)
  console.warn('SKIPPED: no nvcc on the PATH, so no timed kernel is looked for in the machine code of a GPU');

describe.runIf(present)('the kernels that are timed', () => {
  it('hold every operation of a step, none left out, none computed before', () => {
    const source = fileURLToPath(new URL('chains-for-ptx.cu', import.meta.url));
    using scratch = new Scratch();
    const ptx = scratch.path('chains.ptx');
    const { stderr } = spawnSync('nvcc', ['-O3', '-std=c++17', '-arch=sm_90', '-w', '--ptx', source, '-o', ptx], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const entries = fs.readFileSync(ptx, 'utf8').split('.entry ').slice(1);
    // of every block of code; the compiler repeats a step in the loop, and has it once for what is left over
    const counts = (type: string, operation: string, instruction: RegExp) => {
      const name = `_ZN15mx_characterize5timedINS_14ArithmeticBodyI${type}NS_${operation.length}${operation}E`;
      const entry = entries.find((one) => one.startsWith(name));
      return (entry ?? '').split('\n$L__BB').map((block) => block.match(instruction)?.length ?? 0);
    };
    expect(counts('f', 'Add', /\tadd(?:\.rn)?\.f32 /g)).toContain(8);
    expect(counts('f', 'Mul', /\tmul(?:\.rn)?\.f32 /g)).toContain(8);
    expect(counts('f', 'MinMax', /\t(?:min|max)\.f32 /g)).toContain(16);
    expect(counts('f', 'FastDiv', /\tdiv\.approx\.f32 /g)).toContain(8);
    expect(counts('d', 'Add', /\tadd(?:\.rn)?\.f64 /g)).toContain(8);
    expect(counts('d', 'Fma', /\tfma\.rn\.f64 /g)).toContain(8);
    expect(counts('6__half', 'Add', /add\.f16 /g)).toContain(8);
    // eight additions and subtractions of each of two steps
    expect(counts('N10mx_runtime9compositeIdEE', 'Add', /\t(?:add|sub)\.rn\.f64 /g)).toContain(16);
  });
});
