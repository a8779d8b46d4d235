import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sideBySide } from '../../src/report/side-by-side.js';
import { createPatch } from '../../src/rewrite/patch.js';
import { PATCH } from '../support/recorded-study.js';

describe('a patch side by side', () => {
  it('pairs removed with added lines', () => {
    const [file] = sideBySide(PATCH);
    expect(file!.path).toBe('k.cu');
    expect(file!.hunks[0]!.rows[1]).toEqual({
      left: { line: 3, text: '  double c = a[0] * b; /* c */' },
      right: { line: 3, text: '  float c = a[0] * b; /* c */' },
      isChanged: true,
    });
  });

  it('does not take a source line for a file header', () => {
    const patch = createPatch([{ path: 'a.c', before: 'x\n-- i;\n++ j;\n', after: 'x\ny\n' }], '/project');
    const [file, ...others] = sideBySide(patch);
    expect(others).toEqual([]);
    expect(file!.hunks[0]!.rows.map(({ left }) => left?.text)).toEqual(['x', '-- i;', '++ j;']);
  });

  it('has on each side the lines of that side, for any two texts', () => {
    const text = fc.array(fc.constantFrom('double a;', 'float a;', '', '--x', '+++ y', '}'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const whole = { context: 100 };
        const patch = createTwoFilesPatch(
          'a/f',
          'b/f',
          `${before.join('\n')}\n`,
          `${after.join('\n')}\n`,
          undefined,
          undefined,
          whole,
        );
        const rows = sideBySide(patch.replace(/^=+\n/, '')).flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.rows));
        if (rows.length === 0) {
          expect(before.join('\n')).toBe(after.join('\n'));
          return;
        }
        expect(rows.flatMap(({ left }) => left?.text ?? [])).toEqual(before.length > 0 ? before : ['']);
        expect(rows.flatMap(({ right }) => right?.text ?? [])).toEqual(after.length > 0 ? after : ['']);
      }),
    );
  });
});
