/** Groups of node kinds that are tested together, after clang's class hierarchy. */
import { type AstNode, type CastNode, ofKind } from './node.js';

/** clang's CallExpr except kernel launches. */
export const isCall = ofKind('CallExpr', 'CXXMemberCallExpr', 'CXXOperatorCallExpr', 'UserDefinedLiteral');
const isLaunch = ofKind('CUDAKernelCallExpr');
export const isCallOrLaunch = (node: AstNode | undefined): boolean => isCall(node) || isLaunch(node);
export const isNamedCall = ofKind('CallExpr', 'CXXMemberCallExpr');
export const isConstruction = ofKind('CXXConstructExpr', 'CXXTemporaryObjectExpr');

/** Casts that keep the value or convert it to the written type. */
export const isValueCast = ofKind('CStyleCastExpr', 'CXXStaticCastExpr', 'CXXFunctionalCastExpr');
export const isExplicitCast = ofKind(
  ...(['CStyleCastExpr', 'CXXStaticCastExpr', 'CXXFunctionalCastExpr'] as const),
  ...(['CXXReinterpretCastExpr', 'CXXConstCastExpr', 'CXXDynamicCastExpr'] as const),
);
export const isCast = (node: AstNode | undefined): node is Exclude<CastNode, { kind: 'BuiltinBitCastExpr' }> =>
  node?.kind === 'ImplicitCastExpr' || isExplicitCast(node);

export const isNumberLiteral = ofKind('FloatingLiteral', 'IntegerLiteral');
/** Literals whose value clang prints as a number or a boolean. */
export const isArithmeticLiteral = ofKind(
  'FloatingLiteral',
  'IntegerLiteral',
  'CharacterLiteral',
  'CXXBoolLiteralExpr',
);
/** An expression that names or selects an object in memory. */
export const isNamedPlace = ofKind('DeclRefExpr', 'MemberExpr', 'ArraySubscriptExpr');

export const isFunctionDeclaration = ofKind(
  ...(['FunctionDecl', 'CXXMethodDecl', 'CXXConstructorDecl', 'CXXDestructorDecl', 'CXXConversionDecl'] as const),
);
export const isRecordDeclaration = ofKind('CXXRecordDecl', 'RecordDecl', 'ClassTemplateSpecializationDecl');
/** A variable or a parameter. */
export const isVariable = ofKind('VarDecl', 'ParmVarDecl');
export const isTypeAlias = ofKind('TypedefDecl', 'TypeAliasDecl');
/** Nodes that contain functions at file or namespace scope. */
export const isFileLevel = ofKind('TranslationUnitDecl', 'NamespaceDecl', 'LinkageSpecDecl');

export const isLoop = ofKind('ForStmt', 'WhileStmt', 'DoStmt', 'CXXForRangeStmt');
/** Statements that `break` leaves. */
export const isBreakable = ofKind('ForStmt', 'WhileStmt', 'DoStmt', 'CXXForRangeStmt', 'SwitchStmt');

/** `-x`, `+x`. */
export function isSign(node: AstNode | undefined): boolean {
  return node?.kind === 'UnaryOperator' && (node.opcode === '-' || node.opcode === '+');
}

/** `=`, `+=`, `++`, `--`: a built-in operator that modifies its first operand. */
export function isAssignment(node: AstNode): boolean {
  if (node.kind === 'CompoundAssignOperator') return true;
  if (node.kind === 'BinaryOperator') return node.opcode === '=';
  return node.kind === 'UnaryOperator' && (node.opcode === '++' || node.opcode === '--');
}

const isOtherPrimary = ofKind('ParenExpr', 'UnaryExprOrTypeTraitExpr');
/** An expression that never needs parentheses as an operand. */
export function isPrimary(node: AstNode): boolean {
  return isNamedPlace(node) || isNamedCall(node) || isArithmeticLiteral(node) || isOtherPrimary(node);
}
