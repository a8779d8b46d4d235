/**
 * Static variables simple enough to be restored between calls of main: seeds, counters, flags. They are placed in one section of the program
 * (MX_STATE in runtime/instrument), which mantissa_serve.c saves and restores. Other state (objects, floating globals, heap memory) is left
 * to the comparison of runs.
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

/** `declared`: definitions that become declarations in the instrumented source. */
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

/** A definition that several C++ units may share (inline, template): the linker does not place it in a section of the unit. */
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
  if (tls !== undefined) return false; // thread-local variables have their own section
  if (inner?.some((part) => isElsewhere(part))) return false; // not in ordinary host memory
  const name = type?.desugaredQualType ?? type?.qualType ?? '';
  const plain = PLAIN.exec(name);
  const elements = [...(plain?.[1] ?? '').matchAll(/\d+/g)].reduce((product, [size]) => product * Number(size), 1);
  return POINTER.test(name) || (plain !== null && elements * WIDEST_BYTES <= MOST_BYTES);
}

/** Other initializers have a guard variable, which would not be restored. */
function startsAsConstant(node: AstNode): boolean {
  return children(node).every((part) => [part, ...descendants(part)].every(isConstant));
}
