import { describe, expect, it } from 'vitest';
import { auto } from '../../../src/search/auto.js';
import { isAccepted, NO_FACTS, type Outcome, type Point, type SearchFacts } from '../../../src/search/strategy.js';
import { seededRandom } from '../../../src/support/random.js';

const FORMATS = ['fp64', 'fp32x2', 'fp32'] as const;
const SAVED = { fp64: 0, fp32x2: 0.6, fp32: 0.9 };
const BOUND = 1e-9;

/** A program whose groups move one value by 10⁻¹⁵ in pairs of floats; in single floats by 10⁻⁶, but for the harmless ones. */
function search(count: number, harmless: ReadonlySet<number>, pairs = 1e-15) {
  const space = { dimensions: Array.from({ length: count }, (_, at) => ({ id: `g${at}`, formats: FORMATS })) };
  const timeOf = (point: Point) =>
    1 - point.reduce((sum, format) => sum + SAVED[format as keyof typeof SAVED], 0) / count;
  const movedBy = (format: string, at: number) =>
    format === 'fp64' ? 0 : format === 'fp32x2' ? pairs : harmless.has(at) ? 1e-12 : 1e-6 * (1 + (at % 7));
  const errorOf = (deviations: Float64Array) => Math.abs(deviations[0]!);
  const facts: SearchFacts = { ...NO_FACTS, predictedTime: timeOf, errorOf };
  const options = auto.options.parse({});
  const proposals = auto.propose({ space, facts, bound: BOUND, options, random: seededRandom(1) });
  const points: Point[] = [];
  let best: { time: number; point: Point } = { time: 1, point: [] };
  for (let step = proposals.next(); !step.done; ) {
    const asked = step.value;
    const outcomes = asked.map((point): Outcome => {
      const error = point.reduce((sum, format, at) => sum + movedBy(format, at), 0);
      const deviations = Float64Array.of(error);
      if (error > BOUND) return { kind: 'inaccurate', error, deviations };
      return { kind: 'accurate', accepted: true, error, speedup: 1 / timeOf(point), ofIdeal: null, deviations };
    });
    outcomes.forEach((outcome, at) => {
      const point = asked[at]!;
      points.push(point);
      if (isAccepted(outcome) && timeOf(point) < best.time) best = { time: timeOf(point), point };
    });
    step = proposals.next(outcomes);
  }
  return { points, best };
}

describe('the search with pairs of floats between fp64 and fp32', () => {
  it.each([4, 16, 24])('finds the best mix of %s groups within 30 runs', (count) => {
    const harmless = new Set([1, count - 1]);
    const { points, best } = search(count, harmless);
    expect(best.point).toEqual(Array.from({ length: count }, (_, at) => (harmless.has(at) ? 'fp32' : 'fp32x2')));
    expect(points.length).toBeLessThanOrEqual(30);
    expect(points[1]).toEqual(Array(count).fill('fp32x2'));
  });

  it('runs no group alone in pairs once all of them are within the bound', () => {
    const alone = search(16, new Set()).points.filter(
      (point) => point.filter((format) => format !== 'fp64').length === 1 && point.includes('fp32x2'),
    );
    expect(alone).toEqual([]);
  });

  it('searches on where pairs are not enough', () => {
    const { best, points } = search(4, new Set([1]), 4e-10);
    expect(points.length).toBeGreaterThan(2);
    // two groups of 4·10⁻¹⁰ fit, and the harmless one
    expect(best.point.filter((format) => format === 'fp32x2').length).toBe(2);
    expect(best.point[1]).toBe('fp32');
  });
});
