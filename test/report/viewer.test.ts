import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOf, planOf } from '../../viewer/figures/accuracy-speed-plan.js';
import { decades, linearTicks, logScale } from '../../viewer/figures/scales.js';
import { readAxes, writeAxes } from '../../viewer/figures/trial-axes.js';
import { readSelection, writeSelection } from '../../viewer/selection.js';
import { markFile } from '../../viewer/source/marked-lines.js';
import { tokenize } from '../../viewer/source/tokens.js';
import { wordChanges } from '../../viewer/word-changes.js';
import { reportOf } from '../support/recorded-study.js';

describe('a line of source', () => {
  it('is cut into pieces that put together are the line, whatever it holds', () => {
    const line = fc.string({ unit: fc.constantFrom(...'ab1. \'"\\/*#<>=+-_(){}'.split('')), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        tokenize(lines).forEach((tokens, at) => {
          let end = 0;
          for (const { from, to } of tokens) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(lines[at]!.slice(end, from).trim()).toBe('');
            end = to;
          }
          expect(lines[at]!.slice(end).trim()).toBe('');
        });
      }),
    );
  });

  it('knows comments over several lines, strings, numbers and directives', () => {
    const kinds = tokenize(['#include <x>', 'double a = 1.5e-3f; /* begins', 'ends */ "a\\"b" x']).map((tokens) =>
      tokens.map(({ kind }) => kind),
    );
    expect(kinds).toEqual([
      ['directive'],
      ['type', 'name', 'other', 'number', 'other', 'comment'],
      ['comment', 'string', 'name'],
    ]);
  });

  it('has a site where it is declared and where its function names it, not in comments', () => {
    const { source } = reportOf();
    const file = markFile(source!, 0);
    const c = source!.sites.findIndex(({ id }) => id === 'k.c');
    const marked = [1, 2, 3, 4, 5, 6].map((line) => file.segments(line).filter(({ site }) => site === c));
    expect(
      marked.map((pieces) => pieces.map(({ text, isDeclaration }) => `${text}${isDeclaration ? '!' : ''}`)),
    ).toEqual([[], [], ['c!'], ['c'], [], []]);
    for (let line = 1; line <= 6; line++)
      expect(
        file
          .segments(line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(source!.files[0]!.lines[line - 1]);
  });
});

describe('two lines of a patch', () => {
  it('differ in the words that were changed, and put together are the lines', () => {
    const { before, after } = wordChanges('  double a = (double) x * 1e-9;', '  float a = (float) x * 1e-9f;');
    const changed = (pieces: typeof before) => pieces.flatMap(({ text, isChanged }) => (isChanged ? [text] : []));
    expect(changed(before)).toEqual(['double', 'double', '9']);
    expect(changed(after)).toEqual(['float', 'float', '9f']);
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const found = wordChanges(a, b);
        expect(found.before.map(({ text }) => text).join('')).toBe(a);
        expect(found.after.map(({ text }) => text).join('')).toBe(b);
      }),
    );
  });
});

describe('the address', () => {
  it('holds the selection and gives it back', () => {
    const selection = { trial: 12, place: 'kernel.x~2', set: null, heat: 0, axes: 'error-log,lowered' };
    expect(readSelection(writeSelection(selection))).toEqual(selection);
    expect(writeSelection({ trial: null, place: null, set: null, heat: null, axes: null })).toBe('');
    expect(readSelection('#trial=x&nonsense')).toEqual({ trial: null, place: null, set: null, heat: null, axes: null });
  });
});

describe('scales', () => {
  it('have round ticks inside their range', () => {
    expect(linearTicks(0.93, 1.31, 5)).toEqual([1, 1.1, 1.2, 1.3]);
    expect(logScale([1e-9, 1e-3], [0, 60]).ticks).toEqual([1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3]);
    expect(logScale([1e-9, 1e-3], [0, 60])(1e-6)).toBeCloseTo(30);
    expect(decades([0, 3e-7, 4e-7])).toEqual([1e-7, 1e-6]);
  });

  it('reach from zero to the value of equal outputs if more is better', () => {
    const report = reportOf();
    const errors = planOf(report);
    expect(errors.y.scale(1e-9)).toBeGreaterThan(errors.y.scale(1e-3));
    const counts = planOf({ ...report, goal: { ...report.goal, isCount: true, most: 53, bound: 40 } });
    expect(counts.y.isLog).toBe(false);
    expect(counts.baseline.y).toBe(counts.y.scale(53));
    expect(counts.y.scale(53)).toBeLessThan(counts.y.scale(40));
  });

  it('can be chosen for the axes, and have a place for values without a logarithm', () => {
    const report = reportOf();
    const chosen = readAxes('lowered-log,number')!;
    const plan = planOf(report, chosen);
    expect([plan.x.of, plan.x.isLog, plan.y.of, plan.y.isLog]).toEqual(['lowered', true, 'number', false]);
    expect(plan.baseline.x).toBe(plan.x.zero);
    const [first, second] = report.trials;
    expect(placeOf(plan, first!).y).toBeGreaterThan(placeOf(plan, second!).y);
    expect(writeAxes(chosen)).toBe('lowered-log,number');
    for (const odd of [null, '', 'error', 'error,colour', 'error,error,error', 'error-lin,number'])
      expect(readAxes(odd)).toBe(null);
  });
});
