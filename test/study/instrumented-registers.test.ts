import { describe, expect, it } from 'vitest';
import type { Program } from '../../src/program/program.js';
import { registersPerThread } from '../../src/study/instrumented-registers.js';

const launching = (...blocks: string[]) =>
  ({
    launches: blocks.map((block) => ({ kernel: 0, block })),
    operations: [{ function: 0 }],
  }) as unknown as Program;

describe('registers of an instrumented kernel', () => {
  it('are limited where a block would have too few', () => {
    expect(registersPerThread(launching('128'))).toBeNull();
    expect(registersPerThread(launching('128', '512'))).toBe(128);
    expect(registersPerThread(launching('dim3(32, 32)'))).toBe(64);
  });

  it('are limited for the largest block there is where its size is not a number', () => {
    expect(registersPerThread(launching('threads'))).toBe(64);
  });

  it('are not limited for kernels that compute nothing', () => {
    expect(registersPerThread({ ...launching('1024'), operations: [] })).toBeNull();
  });
});
