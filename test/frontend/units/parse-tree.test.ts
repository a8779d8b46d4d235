import { expect, test } from 'vitest';
import type { MantissaError } from '../../../src/diagnostics/mantissa-error.js';
import { parseTree } from '../../../src/frontend/units/parse-unit.js';
import { expectDiagnostic } from '../../support/diagnostics.js';

const tree = JSON.stringify({
  id: '0x1',
  kind: 'TranslationUnitDecl',
  inner: [{ id: '0x2', kind: 'VarDecl', name: 'a' }],
});

function failure(text: string): MantissaError {
  try {
    parseTree(Buffer.from(text), 'a.cu');
  } catch (error) {
    return error as MantissaError;
  }
  throw new Error(`accepted ${text}`);
}

test('a whole tree is accepted', () => {
  expect(parseTree(Buffer.from(tree), 'a.cu').inner).toHaveLength(1);
});

test('a tree cut short anywhere is refused with its size and file', () => {
  for (let length = 0; length < tree.length; length++) {
    const error = failure(tree.slice(0, length));
    expectDiagnostic(error, 'MX1004', { place: 'a.cu', names: [`${length} bytes`] });
  }
});

test('a document that is no tree is refused', () => {
  for (const text of ['{}', '{"kind":"VarDecl"}', 'null', '[]', '0']) expect(failure(text).code).toBe('MX1004');
});
