import { describe, expect, it } from 'vitest';
import type { Program } from '../../src/program/program.js';
import { registersPerThread } from '../../src/workbench/instrumented-registers.js';

const launching = (...blocks: (number | null)[]) =>
  ({
    launches: blocks.map((blockThreads) => ({ kernel: 0, blockThreads })),
    operations: [{ function: 0 }],
  }) as unknown as Program;

describe('registers of an instrumented kernel', () => {
  it('are limited where a block would have too few', () => {
    expect(registersPerThread(launching(128))).toBeNull();
    expect(registersPerThread(launching(128, 512))).toBe(128);
    expect(registersPerThread(launching(1024))).toBe(64);
  });

  it('are limited for the largest possible block if its size is not a constant', () => {
    expect(registersPerThread(launching(null))).toBe(64);
  });

  it('are not limited for kernels that compute nothing', () => {
    expect(registersPerThread({ ...launching(1024), operations: [] })).toBeNull();
  });
});
