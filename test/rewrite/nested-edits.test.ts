import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyNestedEdits, type NestedEdit } from '../../src/rewrite/nested-edits.js';

/** A bracketing of `text`: ranges that nest or lie apart, as a tree of the operations in an expression does. */
const tree = (length: number): fc.Arbitrary<{ begin: number; end: number }[]> =>
  fc.array(fc.tuple(fc.nat(length), fc.nat(length)), { maxLength: 12 }).map((pairs) => {
    const kept: { begin: number; end: number }[] = [];
    for (const [a, b] of pairs) {
      const range = { begin: Math.min(a, b), end: Math.max(a, b) };
      const crosses = kept.some(
        (one) =>
          (one.begin < range.begin && range.begin < one.end && one.end < range.end) ||
          (range.begin < one.begin && one.begin < range.end && range.end < one.end) ||
          (one.begin === range.begin && one.end === range.end),
      );
      if (range.begin < range.end && !crosses) kept.push(range);
    }
    return kept;
  });

const textAndRanges = fc
  .string({ minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/[<>]/g, '.'))
  .chain((text) => tree(text.length).map((ranges) => ({ text, ranges })));

const wrap = ({ begin, end }: { begin: number; end: number }): NestedEdit => ({
  begin,
  end,
  render: (inner) => `<${inner(begin, end)}>`,
});

describe('nested edits', () => {
  it('put every bracket where its range begins and ends, and keep every byte', () => {
    fc.assert(
      fc.property(textAndRanges, ({ text, ranges }) => {
        const result = applyNestedEdits(text, ranges.map(wrap));
        expect(result.replace(/[<>]/g, '')).toBe(text);
        const open: number[] = [];
        const found: string[] = [];
        let at = 0;
        for (const character of result) {
          if (character === '<') open.push(at);
          else if (character === '>') found.push(`${open.pop()}-${at}`);
          else at += character.length;
        }
        expect(found.sort()).toEqual(ranges.map(({ begin, end }) => `${begin}-${end}`).sort());
      }),
    );
  });

  it('do not depend on the order in which they are given', () => {
    fc.assert(
      fc.property(
        textAndRanges.chain((one) =>
          fc.record({
            one: fc.constant(one),
            order: fc.shuffledSubarray(one.ranges, { minLength: one.ranges.length }),
          }),
        ),
        ({ one: { text, ranges }, order }) => {
          expect(applyNestedEdits(text, order.map(wrap))).toBe(applyNestedEdits(text, ranges.map(wrap)));
        },
      ),
    );
  });

  it('of two with one range the first given is the outer', () => {
    const edit = (name: string): NestedEdit => ({ begin: 0, end: 1, render: (inner) => `${name}(${inner(0, 1)})` });
    expect(applyNestedEdits('x', [edit('f'), edit('g')])).toBe('f(g(x))');
  });

  it('an insertion stands before what begins at its place', () => {
    const insertion: NestedEdit = { begin: 2, end: 2, render: () => '+' };
    expect(applyNestedEdits('a b', [wrap({ begin: 2, end: 3 }), insertion])).toBe('a +<b>');
  });

  it('stand apart from the words and signs beside them, but not inside a word', () => {
    const by = (text: string, old: string, now: string): string => {
      const begin = text.indexOf(old);
      return applyNestedEdits(text, [{ begin, end: begin + old.length, render: () => now }]);
    };
    expect(by('return(x);else', '(x)', 'mx_store(x)')).toBe('return mx_store(x);else');
    expect(by('if(a)(b)else', '(b)', 'b')).toBe('if(a)b else');
    expect(by('a-LOSS', 'LOSS', '-1')).toBe('a- -1');
    expect(by('"%5lfx"', 'lf', 'f')).toBe('"%5fx"');
  });

  it('refuses edits that overlap, and edits that another leaves out', () => {
    expect(() => applyNestedEdits('abcd', [wrap({ begin: 0, end: 2 }), wrap({ begin: 1, end: 3 })])).toThrow(/overlap/);
    const drops: NestedEdit = { begin: 0, end: 4, render: () => '' };
    expect(() => applyNestedEdits('abcd', [drops, wrap({ begin: 1, end: 2 })])).toThrow(/lost/);
  });
});
