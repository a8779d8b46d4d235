import type { FunctionIndex } from '../../../program/program.js';
import { children } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';

const FORMAT = /\b(?:double|float|__half|__nv_bfloat16)([1-4]?)\b/g;

/**
 * Functions of one name whose parameters differ in their formats alone: with one format changed, two would be the same function or
 * a call would mean another one. The parameters of such functions keep their formats.
 */
export function functionsToldApartByFormat(scope: UnitScope): FunctionIndex[] {
  const bySignature = new Map<string, Set<FunctionIndex>>();
  for (const { function: index, node } of scope.functionNodes) {
    const parameters = children(node).filter((child) => child.kind === 'ParmVarDecl');
    const types = parameters.map(({ type }) => scope.types.expand(type?.desugaredQualType ?? type?.qualType ?? ''));
    const erased = types.map((type) => type.replace(FORMAT, 'real$1'));
    const needed = parameters.filter(({ init }) => init === undefined).length;
    // a call may leave out what has a default
    for (let given = needed; given <= types.length; given++) {
      const shown = erased.slice(0, given).join(', ');
      if (shown === types.slice(0, given).join(', ')) continue;
      const signature = `${scope.builder.functions[index]!.name}(${shown})`;
      bySignature.set(signature, (bySignature.get(signature) ?? new Set()).add(index));
    }
  }
  return [...new Set([...bySignature.values()].flatMap((same) => (same.size > 1 ? [...same] : [])))];
}
