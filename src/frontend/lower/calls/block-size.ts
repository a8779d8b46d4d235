/** The number of threads in a block, if the launch configuration is constant: `128`, `BLOCK_SIZE`, `dim3(16, 16)`. */
import { isParenOrImplicit } from '../../ast/ignoring.js';
import { isConstruction } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';
import { integerConstant, type KnownIntegers } from '../expressions/integer-constants.js';

const isWrapper = (node: AstNode): boolean =>
  isParenOrImplicit(node) || node.kind === 'CXXFunctionalCastExpr' || node.kind === 'CXXConstructExpr';

export function threadsPerBlock(block: AstNode | undefined, known: KnownIntegers): number | null {
  if (!block) return null;
  const own = integerConstant(block, known);
  if (own !== null) return own;
  const dimensions = children(block).filter(({ kind }) => kind !== 'CXXDefaultArgExpr');
  const sides = dimensions.map((side) => integerConstant(side, known));
  if (isConstruction(block) && sides.length > 0 && !sides.includes(null))
    return sides.reduce<number>((product, side) => product * side!, 1);
  return isWrapper(block) && dimensions.length === 1 ? threadsPerBlock(dimensions[0], known) : null;
}
