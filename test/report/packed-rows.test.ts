import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packRows } from '../../src/report/packed-rows.js';
import { unpackRows } from '../../viewer/unpack-rows.js';

test('unpacking restores the packed value, in the same order of keys', () => {
  const records = fc.array(fc.record({ id: fc.string(), bins: fc.array(fc.record({ from: fc.integer() })) }));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue({ noUnicodeString: false }), records), (value) => {
      const plain = JSON.stringify(value);
      expect(JSON.stringify(unpackRows(JSON.parse(JSON.stringify(packRows(value)))))).toBe(plain);
    }),
  );
});

test('records with the same keys have the keys once', () => {
  const records = Array.from({ length: 3 }, (_, at) => ({ line: at, isChanged: true }));
  expect(packRows({ records })).toEqual({
    records: {
      $keys: ['line', 'isChanged'],
      $rows: [
        [0, true],
        [1, true],
        [2, true],
      ],
    },
  });
  expect(packRows([...records, { line: 4 }])).toEqual([...records, { line: 4 }]);
});
