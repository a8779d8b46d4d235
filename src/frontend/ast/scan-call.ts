/** `scanf("%lf", &x)`: the format and the target of each conversion, as far as the text determines them. */
import { type ScanConversion, scanConversions, scansNumber } from '../lexical/scanf-format.js';
import { ignoringParenImpCasts } from './ignoring.js';
import { isAssignment, isCallOrLaunch, isNamedPlace } from './kinds.js';
import { type AstNode, children, ofKind } from './node.js';

export interface Scan {
  /** The format string literal. */
  readonly format: AstNode;
  readonly targets: readonly { readonly conversion: ScanConversion; readonly argument: AstNode }[];
}

/** A scanf with a literal format at that position, whose targets can be evaluated twice without a side effect. */
export function readScan(
  position: number,
  args: readonly AstNode[],
  textOf: (literal: AstNode) => string | null,
): Scan | null {
  const format = args[position] && ignoringParenImpCasts(args[position]);
  const text = format?.kind === 'StringLiteral' ? textOf(format) : null;
  const conversions = text === null ? null : scanConversions(text);
  const scanned = args.slice(position + 1);
  if (!format || !conversions || conversions.length !== scanned.length) return null;
  const targets = conversions.map((conversion, at) => ({ conversion, argument: scanned[at]! }));
  const understood = targets.every(
    ({ conversion, argument }) => !scansNumber(conversion) || (isTarget(argument) && isPlain(argument)),
  );
  return understood ? { format, targets } : null;
}

/** `&x`, `&a[i]`, and computed pointers to numbers: `a`, `a + i`. */
function isTarget(argument: AstNode): boolean {
  if (addressed(argument) !== null) return true;
  const node = ignoringParenImpCasts(argument);
  const pointee = /^(.*)\*\s*$/.exec(node.type?.desugaredQualType ?? argument.type?.qualType ?? '')?.[1] ?? '';
  const isNumbers = pointee !== '' && !/\b(?:void|char)\b|\*/.test(pointee);
  return isNumbers && (isNamedPlace(node) || node.kind === 'BinaryOperator');
}

/** The variable whose address is the argument. */
export function addressed(argument: AstNode): AstNode | null {
  const node = ignoringParenImpCasts(argument);
  return node.kind === 'UnaryOperator' && node.opcode === '&' ? (children(node)[0] ?? null) : null;
}

const mayHaveSideEffects = ofKind('CXXNewExpr', 'LambdaExpr', 'StmtExpr');

function isPlain(node: AstNode): boolean {
  return !isAssignment(node) && !isCallOrLaunch(node) && !mayHaveSideEffects(node) && children(node).every(isPlain);
}
