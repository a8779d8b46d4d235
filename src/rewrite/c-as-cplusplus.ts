/**
 * C that is to be compiled as C++, whose types a reference run and numbers of several parts need: there a `void *` becomes no other pointer by itself. What
 * else C++ refuses, it says.
 */
import { children } from '../frontend/ast/node.js';
import type { SourceEdits } from './source-edits.js';

export function convertUntypedPointers(edits: SourceEdits, conversion = 'mx_pointer'): void {
  const inC = new Set(edits.syntax.scopes.filter(({ unit }) => unit.language === 'c').map(({ unit }) => unit.file));
  for (const node of edits.nodes()) {
    if (node.kind !== 'ImplicitCastExpr' || node.castKind !== 'BitCast') continue;
    const inner = children(node)[0];
    const range = edits.rangeOf(node);
    if (!range || !inner || !/^(?:const )?void \*$/.test(inner.type?.qualType ?? '')) continue;
    if (inC.has(edits.syntax.program.files[range.file]!.absolutePath))
      edits.wrap(range, 'pointer', `${conversion}(`, ')');
  }
}
