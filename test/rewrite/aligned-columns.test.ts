import { expect, it } from 'vitest';
import { keepColumns } from '../../src/rewrite/aligned-columns.js';

it('comments keep their columns behind code that changed', () => {
  const before =
    'double mass;     // of it\ndouble x, y;     /* where */\nint n;           // "// how many"\ndouble s; // one blank\n';
  const after =
    'float mass;     // of it\nfloat x;\ndouble y;     /* where */\nint n;           // "// how many"\nfloat s; // one blank\n';
  expect(keepColumns(before, after)).toBe(
    'float mass;      // of it\nfloat x;\ndouble y;        /* where */\nint n;           // "// how many"\nfloat s; // one blank\n',
  );
});

it('what looks like a comment in a string is none', () => {
  const before = 'double x = f("a  // b");\n';
  expect(keepColumns(before, before.replace('double', 'float'))).toBe('float x = f("a  // b");\n');
});

it('names and values keep their columns behind types that changed', () => {
  const before =
    '  double        left  = a;\n  double        r     = b; // of it\n  int           count = 3;\n\tdouble   tab;\n';
  expect(keepColumns(before, before.replaceAll('double', 'float'))).toBe(
    '  float         left  = a;\n  float         r     = b; // of it\n  int           count = 3;\n\tfloat   tab;\n',
  );
});

it('text that outgrows its column pushes the rest by one blank', () => {
  const before = 'float  x = 1;\nfloat  y = 2;\n';
  expect(keepColumns(before, 'long double  x = 1;\nfloat  y = 2;\n')).toBe('long double x = 1;\nfloat  y = 2;\n');
});

it('blanks inside strings and comments of several lines stay', () => {
  const before = 'double a = f("x  y"), /* one\n  two   three */ double  b;\n';
  expect(keepColumns(before, before.replaceAll('double', 'float'))).toBe(
    'float a = f("x  y"), /* one\n  two   three */ float  b;\n',
  );
});
