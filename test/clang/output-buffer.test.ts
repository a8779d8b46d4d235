import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutputBuffer } from '../../src/clang/output-buffer.js';

/** Writes a text in pieces cut at the given places, as clang's unbuffered stream does. */
function written(text: string, cuts: readonly number[], isJson: boolean): string {
  const bytes = Buffer.from(text);
  const buffer = new OutputBuffer(isJson);
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (let k = 1; k < edges.length; k++) buffer.write(bytes, edges[k - 1]!, edges[k]! - edges[k - 1]!);
  return Buffer.from(buffer.contents()).toString();
}

test('text is unchanged, however it is split', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.array(fc.nat()), (text, cuts) => {
      expect(written(text, cuts, false)).toBe(Buffer.from(text).toString());
    }),
  );
});

test('JSON loses only line ends and indentation, however it is split', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.nat()), fc.integer({ min: 0, max: 9 }), (value, cuts, indent) => {
      const compact = written(JSON.stringify(value, null, indent), cuts, true);
      expect(JSON.parse(compact)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(compact).not.toContain('\n');
      expect(compact.replaceAll('": ', '":').length).toBeLessThanOrEqual(
        JSON.stringify(value).replaceAll('": ', '":').length,
      );
    }),
  );
});

test('a tree that nests so deeply that its indentation would never end is given up', () => {
  const buffer = new OutputBuffer(true);
  const line = (blanks: number) => Buffer.from(`\n${' '.repeat(blanks)}{`);
  const write = (bytes: Buffer) => buffer.write(bytes, 0, bytes.length);
  write(line(20_000));
  expect(() => write(line(20_004))).toThrow('more than 5,000 levels');
});
