import { expect, it } from 'vitest';
import { keepCommentColumns } from '../../src/rewrite/comment-columns.js';

it('comments keep their columns behind code that changed', () => {
  const before =
    'double mass;     // of it\ndouble x, y;     /* where */\nint n;           // "// how many"\ndouble s; // one blank\n';
  const after =
    'float mass;     // of it\nfloat x;\ndouble y;     /* where */\nint n;           // "// how many"\nfloat s; // one blank\n';
  expect(keepCommentColumns(before, after)).toBe(
    'float mass;      // of it\nfloat x;\ndouble y;        /* where */\nint n;           // "// how many"\nfloat s; // one blank\n',
  );
});

it('what looks like a comment in a string is none', () => {
  const before = 'double x = f("a  // b");\n';
  expect(keepCommentColumns(before, before.replace('double', 'float'))).toBe('float x = f("a  // b");\n');
});
