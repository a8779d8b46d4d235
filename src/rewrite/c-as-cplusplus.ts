/**
 * Adapts C that is to be compiled as C++, which reference runs and multi-part numbers need: C++ has no implicit conversion from `void *` to
 * other pointers. Other differences are reported by the C++ compiler.
 */
import { isFileLevel } from '../frontend/ast/kinds.js';
import { type AstNode, children } from '../frontend/ast/node.js';
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

/**
 * Declares functions shared by C and C++ units `extern "C"` in C units that are compiled as C++. Headers that declare such functions usually
 * contain the declaration for C++; after preprocessing as C it is missing.
 */
export function keepNamesOfC(edits: SourceEdits, isPreprocessed: boolean): void {
  const { scopes, roots, places } = edits.syntax;
  const isC = (index: number) => scopes[index]!.unit.language === 'c';
  const shared = new Set(roots.flatMap((root, index) => (isC(index) ? [] : namesOfC(root))));
  const inHeaders = new Set<string>();
  const declared = new Map<string, AstNode>();
  roots.forEach((root, index) => {
    if (!isC(index)) return;
    for (const node of children(root)) {
      if (node.kind !== 'FunctionDecl' || !shared.has(node.name ?? '') || node.storageClass === 'static') continue;
      const range = edits.rangeOf(node);
      if (range) declared.set(`${range.file} ${range.begin} ${range.end}`, node);
      if (range && places.files[range.file]!.absolutePath !== scopes[index]!.unit.file) inHeaders.add(node.name!);
    }
  });
  for (const node of declared.values()) {
    if (!isPreprocessed && inHeaders.has(node.name!)) continue;
    const hasBody = children(node).some(({ kind }) => kind === 'CompoundStmt');
    edits.wrap(edits.rangeOf(node)!, 'linkage', 'extern "C" { ', hasBody ? ' }' : '; }');
  }
}

function namesOfC(node: AstNode, isOfC = false): string[] {
  if (node.kind === 'FunctionDecl') return isOfC && node.name && node.name !== 'main' ? [node.name] : [];
  if (!isFileLevel(node)) return [];
  const isInner = node.kind === 'LinkageSpecDecl' ? node.language === 'C' : isOfC;
  return children(node).flatMap((child) => namesOfC(child, isInner));
}
