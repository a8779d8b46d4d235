import * as fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { argumentNumbers } from '../../../src/study/inputs/argument-numbers.js';
import { neighbourDistance } from '../../../src/study/inputs/neighbour-distance.js';
import { temporaryFolder } from '../../../src/support/temporary-folder.js';

it('the distance of n values is that of n points in a cube as wide as their spread', () => {
  expect(neighbourDistance('x', { count: 1000, least: -5, most: 5 })).toEqual({ name: 'x', distance: 1 });
  // too few, all the same, or not finite: only the size of a value limits its perturbation
  expect(neighbourDistance('x', { count: 2, least: 0, most: 1 })).toBeNull();
  expect(neighbourDistance('x', { count: 100, least: 3, most: 3 })).toBeNull();
  expect(neighbourDistance('x', { count: 100, least: 0, most: Number.POSITIVE_INFINITY })).toBeNull();
});

it('perturbs the columns of a file by their own distances, and by the size of a number without them', () => {
  const folder = temporaryFolder('mantissa-test-');
  try {
    // 64 points 0.25 apart along x far from 0, and masses that are all the same
    const rows = Array.from({ length: 64 }, (_, at) => `${(1000 + at / 4).toFixed(2)} 2.5`);
    fs.writeFileSync(path.join(folder.path, 'points.txt'), `${rows.join('\n')}\n`);
    const numbers = argumentNumbers(['points.txt', '0.5'], [folder.path])!;
    const distance = 63 / 4 / 4;
    expect(numbers.distances).toEqual([{ name: 'points.txt, column 1', distance }]);
    const columns = (isByValues: boolean) => {
      const out = path.join(folder.path, isByValues ? 'near' : 'far');
      numbers.perturb(7, { spread: 0.1, isByValues }, out);
      const lines = fs.readFileSync(path.join(out, 'points.txt'), 'utf8').trim().split('\n');
      const moved = lines.map((line, at) => Number(line.split(' ')[0]) - (1000 + at / 4));
      const masses = lines.map((line) => Number(line.split(' ')[1]) - 2.5);
      const rms = (all: number[]) => Math.sqrt(all.reduce((sum, one) => sum + one * one, 0) / all.length);
      return { moved: rms(moved), masses: rms(masses) };
    };
    const [near, far] = [columns(true), columns(false)];
    expect(near.moved / (0.1 * distance)).toBeGreaterThan(0.7);
    expect(near.moved / (0.1 * distance)).toBeLessThan(1.4);
    expect(far.moved).toBeGreaterThan(50);
    expect(near.masses).toBeCloseTo(far.masses, 12);
  } finally {
    folder.remove();
  }
});
