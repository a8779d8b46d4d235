import { describe, expect, test } from 'vitest';
import { ErrorModel, only } from '../../src/analysis/error-model.js';

const largest = (deviations: Float64Array) => Math.max(...[...deviations].map(Math.abs));
const moved = (...values: number[]) => Float64Array.from(values);

describe('the error model', () => {
  test('predicts nothing before the first observation', () => {
    expect(new ErrorModel([], largest).predict([1, 1])).toBe(0);
  });

  test('adds movements with their signs, and trusts no cancellation whole', () => {
    const model = new ErrorModel([], largest);
    model.learn([1, 0, 0], moved(3, 0));
    model.learn([0, 1, 0], moved(1, 0));
    model.learn([0, 0, 1], moved(-3, 0));
    expect(model.predict([1, 0, 0])).toBeCloseTo(3 + 0.5 * 3);
    expect(model.predict([1, 1, 0])).toBeCloseTo(4 + 0.5 * Math.sqrt(10));
    expect(model.predict([1, 1, 1])).toBeCloseTo(1 + 0.5 * Math.sqrt(19));
  });

  test('adds the term of an operation once all its dimensions are lowered, and not before', () => {
    const model = new ErrorModel([[0, 1]], largest);
    model.learn([1, 0, 0], moved(1));
    model.learn([0, 1, 0], moved(1));
    model.learn([0, 0, 1], moved(1));
    expect(model.unknownWithin([1, 1, 1])).toEqual([[0, 1]]);
    model.learn(only([1, 1, 1], [0, 1]), moved(10));
    expect(model.unknownWithin([1, 1, 1])).toEqual([]);
    expect(model.predict([1, 0, 1])).toBeCloseTo(2 + 0.5 * Math.sqrt(2));
    expect(model.predict([1, 1, 1])).toBeCloseTo(11 + 0.5 * Math.sqrt(3 + 64));
  });

  test('returns the observed error of a point that ran, and interpolates near it', () => {
    const model = new ErrorModel([], largest);
    for (const at of [0, 1, 2, 3]) model.learn([0, 0, 0, 0].with(at, 1), moved(1));
    const before = model.predict([1, 1, 1, 0]);
    model.learn([1, 1, 1, 1], moved(40));
    expect(model.predict([1, 1, 1, 1])).toBeCloseTo(40);
    expect(model.predict([1, 1, 1, 0])).toBeGreaterThan(before);
    expect(model.predict([1, 1, 1, 0])).toBeLessThan(40);
    expect(model.predict([1, 0, 0, 0])).toBeCloseTo(1.5);
  });

  test('gives dimensions that were only run together equal shares of the deviation', () => {
    const model = new ErrorModel([], largest);
    model.learn([1, 1, 1, 0], moved(6));
    expect(model.sums([1, 1, 1, 0]).moved[0]).toBeCloseTo(6);
    expect(model.sums([0, 1, 0, 0]).moved[0]).toBeCloseTo(2);
    model.learn([1, 0, 0, 0], moved(4)); // the others have the rest
    expect(model.sums([0, 1, 0, 0]).moved[0]).toBeCloseTo(1);
    expect(model.sums([1, 1, 1, 0]).moved[0]).toBeCloseTo(6);
  });

  test('ignores a run that ended before all values were known', () => {
    const model = new ErrorModel([], largest);
    model.learn([1, 1, 0], moved(6, 0), false);
    expect(model.sums([0, 1, 0]).moved[0]).toBe(0);
    expect(model.predict([1, 1, 0])).toBeCloseTo(6);
  });

  test('has a term for every rung', () => {
    const model = new ErrorModel([], largest);
    model.learn([1, 0], moved(1));
    model.learn([2, 0], moved(100));
    expect([model.predict([1, 0]), model.predict([2, 0])]).toEqual([1.5, 150]);
  });
});
