/**
 * Ports kernels that synchronise the whole grid, whose blocks run in turns, so that the shared variables of each block are stored separately
 * (runtime/port/mx/shared-memory.h); and kernel addresses passed as untyped pointers, which cooperative launches need.
 */
import { isParenOrImplicit } from '../frontend/ast/ignoring.js';
import { isCallOrLaunch, isCast, isNamedCall } from '../frontend/ast/kinds.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { FunctionSyntax } from '../frontend/lower/lower-units.js';
import type { FunctionIndex } from '../program/program.js';
import { descendants } from './declaration-edits.js';
import { sharedType } from './port-dynamic-shared.js';
import type { SourceEdits } from './source-edits.js';

/** `(void *) k` → `(void *) ::mx_runtime::port::kernel_address(k)`, which tells the port how to call the kernel. */
export function portKernelAddresses(edits: SourceEdits, bodies: readonly FunctionSyntax[]): void {
  const { functions } = edits.syntax.program;
  for (const { scope, node } of bodies) {
    for (const child of descendants(node)) {
      if (!isCast(child) || !scope.types.read(child.type).isUntypedPointer) continue;
      let named = children(child).at(-1);
      while (named && (isParenOrImplicit(named) || named.opcode === '&')) named = children(named).at(-1);
      const index = named?.kind === 'DeclRefExpr' ? scope.functions.get(named.referencedDecl?.id ?? '') : undefined;
      const range = index !== undefined && functions[index]!.kind === 'kernel' ? edits.rangeOf(named!) : null;
      if (range) edits.wrap(range, 'kernel-address', '::mx_runtime::port::kernel_address(', ')');
    }
  }
}

/** `__shared__ T s[n];` → `T (&s)[n] = ::mx_runtime::port::static_shared<T[n]>([] {});` in all functions that such a kernel calls. */
export function portSharedAcrossGrid(edits: SourceEdits, bodies: readonly FunctionSyntax[]): void {
  const callees = new Map<FunctionIndex, Set<FunctionIndex>>();
  const waiting = new Set<FunctionIndex>();
  for (const { scope, function: index, node } of bodies) {
    const called = callees.get(index) ?? new Set<FunctionIndex>();
    callees.set(index, called);
    for (const child of descendants(node)) {
      if (waitsForGrid(child)) waiting.add(index);
      const own = isCallOrLaunch(child) ? calledFunction(scope, child) : null;
      if (own !== null) called.add(own);
    }
  }
  if (waiting.size === 0) return;
  const reach = (from: FunctionIndex): Set<FunctionIndex> => {
    const reached = new Set([from]);
    for (const index of reached) for (const callee of callees.get(index) ?? []) reached.add(callee);
    return reached;
  };
  const kept = new Set(
    [...callees.keys()].flatMap((index) => {
      const reached = [...reach(index)];
      return reached.some((one) => waiting.has(one)) ? reached : [];
    }),
  );
  for (const { function: index, node } of bodies)
    if (kept.has(index))
      for (const child of descendants(node)) if (child.kind === 'DeclStmt') keepApart(edits, children(child));
}

/** `grid.sync()`, or `sync(grid)`. */
function waitsForGrid(node: AstNode): boolean {
  if (!isNamedCall(node)) return false;
  const [callee, ...args] = children(node);
  const objects = node.kind === 'CallExpr' ? args : [callee ? children(callee)[0] : undefined];
  return objects.some((object) =>
    /\bgrid_group\b/.test(object?.type?.desugaredQualType ?? object?.type?.qualType ?? ''),
  );
}

function keepApart(edits: SourceEdits, declared: readonly AstNode[]): void {
  const isShared = (node: AstNode): boolean =>
    node.kind === 'VarDecl' &&
    node.storageClass !== 'extern' &&
    children(node).some((attribute) => attribute.kind === 'CUDASharedAttr');
  const list = declared.filter(isShared).map((node) => ({
    node,
    whole: edits.syntax.places.ofNode(node)?.range,
    name: edits.syntax.places.ofName(node)?.range,
  }));
  const [first] = list;
  const last = list.at(-1);
  if (!first?.whole || !first.name || !last?.whole) return;
  const { file, begin } = first.whole;
  const firstName = first.name.begin;
  edits.replace({ file, begin, end: last.whole.end }, 'grid-shared', (inner) => {
    const type = sharedType(inner(begin, firstName));
    return list
      .map(({ node, whole, name }) => {
        const bounds = inner(name!.end, whole!.end).trim();
        const reference = bounds ? `(&${node.name})${bounds}` : `&${node.name}`;
        return `${type} ${reference} = ::mx_runtime::port::static_shared<${type}${bounds}>([] {})`;
      })
      .join('; ');
  });
}
