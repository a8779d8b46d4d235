import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatNames } from '../../src/numerics/format.js';
import { ChangedCopy } from '../support/changed-copy.js';
import { sourcesThatSay } from '../support/source-files.js';

it('a format added to the list has the compiler name every place that must know something of it', () => {
  const copy = new ChangedCopy();
  try {
    copy.insert('src/numerics/format.ts', " | 'fp32' | 'fp64';", " | 'fp24'");
    copy.insert('src/numerics/format.ts', '  fp32,\n  fp64,', "  fp24: binary(24, 16, 127, 0.5, 'fp24'),\n");
    expect(copy.compile()).toEqual([
      'src/analysis/devices/device-profile.ts', // what GPUs make of it
      'src/analysis/performance/operation-costs.ts', // which units compute it
      'src/frontend/ast/c-types.ts', // what programs call it
      'src/numerics/bits.ts',
      'src/numerics/rounding.ts',
      'src/report/formats.ts', // its letter
      'src/rewrite/type-text.ts', // what we call it in a program
      'src/study/planning/default-formats.ts', // which GPUs compute it
      'src/workbench/format-table.ts', // its letter in an emulated run
    ]);
  } finally {
    copy.remove();
  }
});

it('a format for storage alone is no question of operations', () => {
  const copy = new ChangedCopy();
  try {
    copy.insert('src/numerics/format.ts', "'fp8e4m3' | 'fp8e5m2';", "'fp6' | ");
    copy.insert(
      'src/numerics/format.ts',
      '  fp32,\n  fp64,',
      "  fp6: { ...binary(6, 3, 3, -2, 'fp6'), computesIn: 'fp32' },\n",
    );
    expect(copy.compile()).toEqual([
      'src/frontend/ast/c-types.ts',
      'src/numerics/bits.ts',
      'src/numerics/rounding.ts',
      'src/report/formats.ts',
      'src/rewrite/type-text.ts',
      'src/workbench/format-table.ts',
    ]);
  } finally {
    copy.remove();
  }
});

it('formats are listed once', () => {
  const apart = sourcesThatSay(/'(?:fp64x4|cmp32x2|cmp64x2)'/).filter((file) => !file.startsWith('src/numerics/'));
  expect(apart).toEqual([]);
});

it('every format has its colour in a report', () => {
  const style = (name: string) => readFileSync(new URL(`../../viewer/styles/${name}.css`, import.meta.url), 'utf8');
  const [colours, source] = [style('colours'), style('source')];
  for (const format of formatNames) {
    expect(colours).toContain(`--${format}: #`);
    expect(source).toContain(`.format-${format} {`);
  }
});
