import { describe, expect, it } from 'vitest';
import { parseOutput } from '../../../src/study/judging/program-output.js';

const printed = (seconds: number) => Buffer.from(`energy -1.5\nbody 0 2.25\ntook ${seconds} s\n`);

describe('the output of a program', () => {
  it('is every number it prints by default', () => {
    expect(parseOutput({ stdout: true }, printed(0.5)).values).toEqual([-1.5, 0, 2.25, 0.5]);
  });

  it('is the chosen lines alone, to the byte: what else is printed may differ from run to run', () => {
    const place = { stdout: true as const, lines: '^(energy|body)' };
    const [one, other] = [parseOutput(place, printed(0.5)), parseOutput(place, printed(0.7))];
    expect(one.values).toEqual([-1.5, 0, 2.25]);
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });
});
