import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasCommand } from '../../numerics/formats-driver.js';

const present = hasCommand('g++') && (process.arch === 'x64' || process.arch === 'arm64');
if (!present) console.warn('SKIPPED: no g++ on the PATH, so no timed chain is looked for in the machine code');

/** What an operation is on these processors, for single and double precision. */
const INSTRUCTIONS = {
  x64: { Add: 'v?adds', Mul: 'v?muls', Div: 'v?divs', Sqrt: 'v?sqrts' },
  arm64: { Add: 'fadd', Mul: 'fmul', Div: 'fdiv', Sqrt: 'fsqrt' },
} as const;

/** The instructions of a function, from its label to the next function's end. */
function bodyOf(assembly: string, mangled: string): string {
  const start = assembly.indexOf(`\n${mangled}:`);
  expect(start, mangled).toBeGreaterThan(0);
  return assembly.slice(start, assembly.indexOf('.cfi_endproc', start));
}

describe.runIf(present)('the chains that are timed', () => {
  it('are in the machine code, each operation within a loop', () => {
    const source = fileURLToPath(new URL('chains-for-machine-code.cpp', import.meta.url));
    const { stdout, stderr } = spawnSync(
      'g++',
      ['-O3', '-ffp-contract=off', '-std=c++17', '-w', '-S', source, '-o', '-'],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      },
    );
    expect(stderr).toBe('');
    for (const [letter, suffix] of [
      ['f', 's'],
      ['d', 'd'],
    ] as const)
      for (const [name, instruction] of Object.entries(INSTRUCTIONS[process.arch as 'x64' | 'arm64'])) {
        const body = bodyOf(
          stdout,
          `_ZN15mx_characterize7advanceI${letter}NS_${name.length}${name}EEEvRT_RKNS_9ConstantsIS2_EEi`,
        );
        expect(body, name).toMatch(new RegExp(`\\t${instruction}${process.arch === 'x64' ? suffix : ''}\\b`));
        expect(body, name).toMatch(/\tj(?:ne|l|g|b|a)\w*\t|\tb\.(?:ne|lt|gt|hi)\t|\tcbnz\t/); // back to the beginning
      }
  });
});
