import { describe, expect, it } from 'vitest';
import { parseGpuState } from '../../src/execution/machine.js';

describe('the state of a GPU', () => {
  it('is read from what nvidia-smi prints, of the first GPU', () => {
    expect(parseGpuState('345, 1980, 0\n1980, 1980, 97\n', '4711\n4712\n')).toEqual({
      clockMHz: 345,
      highestClockMHz: 1980,
      utilisationPercent: 0,
      processes: 2,
    });
  });

  it('is unknown where its clocks are', () => {
    expect(parseGpuState('[N/A], [N/A], 3\n', '')).toBeNull();
    expect(parseGpuState('', '')).toBeNull();
  });

  it('counts no processes among words', () => {
    expect(parseGpuState('345, 1980, [N/A]\n', 'No running processes found\n')).toMatchObject({
      utilisationPercent: 0,
      processes: 0,
    });
  });
});
