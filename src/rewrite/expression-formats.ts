/** The format of each expression under a resolved configuration, for editors of its text: the resolution's format for its value. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import { isParenOrImplicit, isSubstituted } from '../frontend/ast/ignoring.js';
import { isNamedPlace, isNumberLiteral, isSign } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { effectOf } from '../program/library/library.js';
import { isExactNumber } from '../space/exact-constants.js';
import type { Resolution, ValueFormat } from '../space/resolve.js';
import { siteOf } from './site-of.js';

const isTransparent = (node: AstNode): boolean => isParenOrImplicit(node) || isSubstituted(node) || isResumed(node);
/** An awaiting expression, whose value is the result of the awaited one. */
const isResumed = ofKind('CoyieldExpr', 'CoawaitExpr');

export class ExpressionFormats {
  constructor(private readonly resolution: Resolution) {}

  of(scope: UnitScope, node: AstNode): ValueFormat {
    if (isFromInteger(node)) return { format: null, takesOperandFormat: true };
    const known = scope.valueNodes.get(node.id);
    if (known) return this.resolution.valueFormats[known.function]![known.value]!;
    const inner = children(node);
    const { format, isInteger } = scope.types.read(node.type);
    // a half is a class in C++, read by copying it
    const copies =
      node.kind === 'CXXConstructExpr' && inner.length === 1 && scope.types.read(inner[0]!.type).format === format;
    if ((isTransparent(node) || copies) && inner.length > 0) return this.of(scope, inner.at(-1)!);
    if (format === null) return { format, takesOperandFormat: isInteger };
    if (isNamedPlace(node) || node.valueCategory === 'lvalue' || isLoad(node)) {
      const site = siteOf(scope, node);
      // bytes of a float accessed as halves are halves
      if (site !== null && scope.builder.sites[site]!.format === format)
        return { format: this.resolution.siteFormats[site]!, takesOperandFormat: false };
    }
    // no function of the program computes it: it has its source format, since its operands do
    return { format, takesOperandFormat: isLiteral(node) };
  }

  /** True if the call passes numbers unchanged, in their own format, to other threads. */
  movesNumber(scope: UnitScope, args: readonly AstNode[]): boolean {
    return args.some((argument) => {
      const facts = scope.types.read(argument.type);
      return isScalarValue(facts) && !facts.isVector && !this.of(scope, argument).takesOperandFormat;
    });
  }
}

/** `__ldg(a + i)`: the result has the format of the memory. */
function isLoad(node: AstNode): boolean {
  return node.kind === 'CallExpr' && effectOf(calleeName(node), 'loads') !== null;
}

function isFromInteger(node: AstNode): boolean {
  return node.kind === 'ImplicitCastExpr' && node.castKind === 'IntegralToFloating';
}

/** A literal, perhaps signed. */
export function isLiteral(node: AstNode): boolean {
  if (isNumberLiteral(node)) return true;
  const [inner] = children(node);
  return inner !== undefined && (isSign(node) || isTransparent(node)) && isLiteral(inner);
}

/** A literal that every format represents exactly, ignoring its sign and parentheses. */
export function isExactConstant(node: AstNode): boolean {
  if (isNumberLiteral(node)) return isExactNumber(Number(node.value));
  const inner = children(node)[0];
  const transparent = isTransparent(node) || isSign(node);
  return transparent && inner !== undefined && isExactConstant(inner);
}

/** The literal of an expression, ignoring sign, parentheses and the left side of a comma. */
export function literalBehind(node: AstNode): AstNode | null {
  if (node.kind === 'FloatingLiteral') return node;
  if (node.kind === 'BinaryOperator' && node.opcode === ',') return literalBehind(children(node)[1]!);
  const transparent = isParenOrImplicit(node) || isSign(node);
  const inner = children(node)[0];
  return transparent && inner ? literalBehind(inner) : null;
}
