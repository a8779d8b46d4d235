import { expect, it } from 'vitest';
import { TrackRecord } from '../../../src/search/auto/track-record.js';

it('says how many errors were predicted within a factor of three, and whether their order was right', () => {
  const record = new TrackRecord();
  expect(record.quality(true)).toBeNull();
  record.note(1, 2);
  record.note(10, 31);
  record.note(100, 50);
  record.note(0, 1); // nothing was known when it was asked
  record.note(1, Number.POSITIVE_INFINITY); // nor has this an error to compare
  expect(record.quality(false)).toEqual({ count: 3, close: 2, rank: 1, isTrusted: false });
});

it('has no value for two points or constant data', () => {
  const record = new TrackRecord();
  record.note(1, 1);
  record.note(2, 2);
  expect(record.quality(true)?.rank).toBeNull();
  const level = new TrackRecord();
  for (const found of [1, 2, 3]) level.note(1, found);
  expect(level.quality(true)?.rank).toBeNull();
});
