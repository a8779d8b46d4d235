/** Classifies a call of a library function for editors of expressions; the first match in this order wins. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import type { AstNode } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { effectOf } from '../program/library/library.js';
import type { OperationIndex } from '../program/program.js';
import { type Operator, operatorAt } from './operators.js';

export type LibraryCall =
  /** One of several C functions, chosen by the types of its arguments (<tgmath.h>). */
  | { readonly kind: 'type-generic' }
  /** `scanf("%lf", &x)`, with the position of its format text. */
  | { readonly kind: 'scan'; readonly format: number }
  /** `isnormal(x)`, which depends on the format of x. */
  | { readonly kind: 'classification'; readonly operation: OperationIndex | null; readonly number: AstNode | undefined }
  /** `std::from_chars(first, last, x)`. */
  | { readonly kind: 'parsing'; readonly into: AstNode | undefined }
  /** `in >> x`. */
  | { readonly kind: 'extraction'; readonly into: AstNode }
  | { readonly kind: 'math'; readonly operation: OperationIndex }
  | { readonly kind: 'atomic'; readonly operation: OperationIndex }
  /** `a = b` of vectors and halves, which are classes in C++. */
  | { readonly kind: 'assignment'; readonly target: AstNode; readonly value: AstNode }
  | { readonly kind: 'operator'; readonly operator: Operator }
  /** A step or a sign of a half, which is no operation. */
  | { readonly kind: 'unary' }
  /** `__stcs(p, x)`: stores a number like `*p = x`. */
  | { readonly kind: 'store'; readonly target: AstNode; readonly value: AstNode }
  | { readonly kind: 'other' };

export function libraryCallAt(scope: UnitScope, node: AstNode, args: readonly AstNode[]): LibraryCall {
  const name = calleeName(node);
  const [first, second] = args;
  const operation = (kind: string) => scope.operationNodes.get(`${node.id} ${kind}`);
  const isNumber = (argument: AstNode | undefined) => !!argument && isScalarValue(scope.types.read(argument.type));
  if (effectOf(name, 'type-generic')) return { kind: 'type-generic' };
  const scans = effectOf(name, 'scans');
  if (scans) return { kind: 'scan', format: scans.format };
  const classifies = effectOf(name, 'classifies');
  if (classifies)
    return { kind: 'classification', operation: operation('compare') ?? null, number: args[classifies.number] };
  const parses = effectOf(name, 'parses');
  if (parses) return { kind: 'parsing', into: args[parses.into] };
  if (name === 'operator>>' && second) return { kind: 'extraction', into: second };
  const [math, atomic] = [operation('math'), operation('atomic')];
  if (math !== undefined) return { kind: 'math', operation: math };
  if (atomic !== undefined) return { kind: 'atomic', operation: atomic };
  if (name === 'operator=' && first && second && (isNumber(first) || scope.types.read(first.type).isVector))
    return { kind: 'assignment', target: first, value: second };
  const operator = node.kind === 'CXXOperatorCallExpr' ? operatorAt(scope, node) : null;
  if (operator) return { kind: 'operator', operator };
  if (node.kind === 'CXXOperatorCallExpr' && isNumber(first) && !second) return { kind: 'unary' };
  if (effectOf(name, 'stores') && first && second && isNumber(second))
    return { kind: 'store', target: first, value: second };
  return { kind: 'other' };
}
