/**
 * Variables that outlive a call of main and are plain enough to be put back as they were before the next: seeds, counters, flags. They
 * are gathered in one section of the program (MX_STATE in runtime/instrument), which mantissa_serve.c copies and restores. What is
 * missed here (objects, floating globals, memory on the heap) is left to the comparison of runs.
 */
import { isParenOrImplicit } from '../frontend/ast/ignoring.js';
import { isArithmeticLiteral, isFunctionDeclaration } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';
import { descendants } from '../rewrite/declaration-edits.js';
import type { SourceEdits } from '../rewrite/source-edits.js';

const MOST_BYTES = 1 << 16;
const WIDEST_BYTES = 8;
const PLAIN = /^(?:(?:unsigned|signed|char|short|int|long|bool|_Bool|float|double)\s*)+((?:\[\d+\])*)$/;
const POINTER = /^[^()[\]]*\*$/;
const isConstant = (node: AstNode): boolean =>
  isParenOrImplicit(node) || isArithmeticLiteral(node) || isOtherConstant(node);
const isElsewhere = ofKind(
  ...(['CUDADeviceAttr', 'CUDAConstantAttr', 'CUDASharedAttr', 'HIPManagedAttr'] as const),
  ...(['AliasAttr', 'SectionAttr', 'WeakAttr', 'WeakRefAttr'] as const),
);
const isOtherConstant = ofKind('StringLiteral', 'UnaryOperator', 'InitListExpr', 'ImplicitValueInitExpr');

/** `declared` are definitions that became declarations in the text that is being made. */
export function gatherState(edits: SourceEdits, declared: ReadonlySet<AstNode>): void {
  const inFunctions = new Set<string>();
  for (const { node: scope } of edits.syntax.functions)
    for (const node of descendants(scope))
      if (node.kind === 'VarDecl' && node.storageClass === 'static') {
        inFunctions.add(node.id);
        if (!isDefinedByMany(scope)) gather(edits, node);
      }
  for (const { others, localTo } of edits.syntax.scopes) {
    const isGlobal = (id: string) => !localTo.has(id) && !inFunctions.has(id);
    for (const [id, node] of others)
      if (node.kind === 'VarDecl' && isGlobal(id) && node.storageClass !== 'extern' && !declared.has(node))
        gather(edits, node);
  }
}

/** C++ lets every unit define it and links one: the linker keeps what is in it apart from a section that units add to. */
function isDefinedByMany(node: AstNode): boolean {
  const isInClass = node.kind !== 'FunctionDecl' && isFunctionDeclaration(node);
  return (
    isInClass || !!node.inline || !!node.constexpr || children(node).some(({ kind }) => kind === 'TemplateArgument')
  );
}

function gather(edits: SourceEdits, node: AstNode): void {
  const range = edits.rangeOf(node);
  if (!range || isDefinedByMany(node) || !isPlain(node) || !startsAsConstant(node)) return;
  edits.insert(range.file, range.begin, 'state', 'MX_STATE ');
}

function isPlain({ type, inner, tls }: AstNode & { inner?: readonly AstNode[] }): boolean {
  if (tls !== undefined) return false; // every thread has its own, in a section of its own kind
  if (inner?.some((part) => isElsewhere(part))) return false; // not the host's own
  const name = type?.desugaredQualType ?? type?.qualType ?? '';
  const plain = PLAIN.exec(name);
  const elements = [...(plain?.[1] ?? '').matchAll(/\d+/g)].reduce((product, [size]) => product * Number(size), 1);
  return POINTER.test(name) || (plain !== null && elements * WIDEST_BYTES <= MOST_BYTES);
}

/** Anything else has its own record of having been computed, which would not be put back. */
function startsAsConstant(node: AstNode): boolean {
  return children(node).every((part) => [part, ...descendants(part)].every(isConstant));
}
