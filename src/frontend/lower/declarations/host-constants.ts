/**
 * `const float c = 2.05f;` at file scope, read by device code: for constants of built-in types CUDA inserts the value, but a constant of any other
 * type does not exist on the device. The same is true of constexpr variables and static members.
 */
import { type AstNode, children } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';
import { namedIn } from './named-declarations.js';

export function findHostConstants(scope: UnitScope): void {
  if (scope.unit.language !== 'cuda') return;
  const { builder } = scope;
  const onDevice = scope.functionNodes.flatMap(({ function: index, node }) =>
    builder.functions[index]!.kind === 'host' ? deviceLambdas(node) : [node],
  );
  for (const id of onDevice.flatMap(namedIn)) {
    const [site, node] = [scope.sites.get(id), scope.others.get(id)];
    if (site === undefined || node?.kind !== 'VarDecl' || scope.localTo.has(id)) continue;
    const isConstant = node.constexpr === true || /\bconst\b/.test(node.type?.qualType ?? '');
    if (isConstant && builder.sites[site]!.space === 'host') builder.sites[site]!.isConstantOfHost = true;
  }
}

/** `[=] __device__ (int i) { … }` in a host function. */
function deviceLambdas(node: AstNode): AstNode[] {
  const isOnDevice = node.kind === 'CXXMethodDecl' && children(node).some(({ kind }) => kind === 'CUDADeviceAttr');
  return isOnDevice ? [node] : children(node).flatMap(deviceLambdas);
}
