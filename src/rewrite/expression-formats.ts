/** The format each expression has under a resolved configuration, by the same rules as `resolve`, for whoever edits its text. */
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Format } from '../numerics/format.js';
import type { OperationIndex, OperationKind, Program } from '../program/program.js';
import { isExactNumber } from '../space/exact-constants.js';
import { isWider, promote } from '../space/promotion.js';
import type { Resolution } from '../space/resolve.js';
import { calledFunction, siteOf } from './source-edits.js';

/** `adapts`: a literal, an integer or a constant expression, which takes the format of what it meets; `format` is its own. */
export interface ExpressionFormat {
  readonly format: Format | null;
  readonly adapts: boolean;
}

const TRANSPARENT =
  /^(?:ParenExpr|ExprWithCleanups|MaterializeTemporaryExpr|ConstantExpr|CXXBindTemporaryExpr|SubstNonTypeTemplateParmExpr)$/;
const KINDS: Readonly<Record<string, OperationKind>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };
const EXPLICIT_CAST = /^(?:CStyleCastExpr|CXXStaticCastExpr|CXXFunctionalCastExpr)$/;

export class ExpressionFormats {
  constructor(
    private readonly program: Program,
    private readonly resolution: Resolution,
    /** Operations configured by their own name: what they compute has that format, even of constants alone. */
    private readonly configured: ReadonlyMap<OperationIndex, Format> = new Map(),
  ) {}

  of(scope: UnitScope, node: AstNode): ExpressionFormat {
    const inner = children(node);
    const declared = scope.types.read(node.type);
    const own: ExpressionFormat = { format: declared.format, adapts: false };
    if (TRANSPARENT.test(node.kind) && inner.length > 0) return this.of(scope, inner.at(-1)!);
    if (EXPLICIT_CAST.test(node.kind)) return own;
    // a copy of a half, which is a class to C++
    if (
      node.kind === 'CXXConstructExpr' &&
      inner.length === 1 &&
      scope.types.read(inner[0]!.type).format === declared.format
    )
      return this.of(scope, inner[0]!);
    switch (node.kind) {
      case 'ImplicitCastExpr':
        if (node.castKind === 'IntegralToFloating') return { format: null, adapts: true };
        return inner[0] ? this.of(scope, inner[0]) : own;
      case 'FloatingLiteral':
        return { format: declared.format, adapts: true };
      case 'IntegerLiteral':
        return { format: null, adapts: true };
      case 'DeclRefExpr':
      case 'MemberExpr':
      case 'ArraySubscriptExpr':
        return declared.format === null ? { format: null, adapts: declared.isInteger } : this.stored(scope, node, own);
      case 'UnaryOperator':
        if (node.opcode === '-' && scope.operationNodes.has(`${node.id} neg`))
          return this.computed(scope, node, 'neg', inner, own);
        if (node.opcode === '-' || node.opcode === '+') return inner[0] ? this.of(scope, inner[0]) : own;
        return declared.format === null
          ? { format: null, adapts: declared.isInteger }
          : this.stored(scope, inner[0]!, own);
      case 'CompoundAssignOperator':
        return this.stored(scope, inner[0]!, own);
      case 'BinaryOperator':
        if (node.opcode === ',') return this.of(scope, inner[1]!);
        if (node.opcode === '=') return this.stored(scope, inner[0]!, own);
        if (declared.format !== null && KINDS[node.opcode ?? ''])
          return this.computed(scope, node, KINDS[node.opcode!]!, inner, own);
        return { format: null, adapts: declared.isInteger };
      case 'ConditionalOperator': {
        if (declared.format === null) return { format: null, adapts: declared.isInteger };
        return this.selected(scope, inner.slice(-2));
      }
      case 'CallExpr':
      case 'CXXMemberCallExpr':
      case 'CXXOperatorCallExpr':
        return this.called(scope, node, inner, own);
      default:
        return declared.isInteger ? { format: null, adapts: true } : own;
    }
  }

  private stored(scope: UnitScope, lvalue: AstNode, own: ExpressionFormat): ExpressionFormat {
    const site = siteOf(scope, lvalue);
    return site === null ? own : { format: this.resolution.siteFormats[site]!, adapts: false };
  }

  private computed(
    scope: UnitScope,
    node: AstNode,
    kind: OperationKind,
    operands: readonly AstNode[],
    own: ExpressionFormat,
  ): ExpressionFormat {
    const operation = scope.operationNodes.get(`${node.id} ${kind}`);
    if (operation === undefined) return own;
    const constant = !this.configured.has(operation) && operands.every((operand) => this.of(scope, operand).adapts);
    return {
      format: constant ? this.program.operations[operation]!.format : this.resolution.operationFormats[operation]!,
      adapts: constant,
    };
  }

  /** The arms of a choice, as `resolve` sees them. */
  private selected(scope: UnitScope, arms: readonly AstNode[]): ExpressionFormat {
    const formats = arms.map((arm) => this.of(scope, arm));
    const declared = arms.map((arm, at) => formats[at]!.format ?? scope.types.read(arm.type).format ?? 'fp64');
    if (formats.every(({ adapts }) => adapts)) return { format: declared.reduce(promote), adapts: true };
    const exact = arms.map((arm, at) => formats[at]!.adapts && isExactConstant(arm));
    const before = arms
      .flatMap((arm, at) =>
        exact[at] ? [] : [scope.types.read(withoutImplicitCasts(arm).type).format ?? declared[at]!],
      )
      .reduce(promote);
    const counted = declared.filter((format, at) => !exact[at] || isWider(format, before));
    return { format: counted.reduce(promote), adapts: false };
  }

  private called(scope: UnitScope, node: AstNode, inner: readonly AstNode[], own: ExpressionFormat): ExpressionFormat {
    const function_ = calledFunction(scope, node);
    if (function_ !== null) {
      const { returnSite } = this.program.functions[function_]!;
      return returnSite === null || this.program.sites[returnSite]!.format !== own.format
        ? own
        : { format: this.resolution.siteFormats[returnSite]!, adapts: false };
    }
    for (const kind of ['math', 'atomic', 'convert', 'add', 'sub', 'mul', 'div'] as const) {
      const operation = scope.operationNodes.get(`${node.id} ${kind}`);
      if (operation !== undefined)
        return kind === 'math'
          ? this.computed(scope, node, 'math', inner.slice(1), own)
          : { format: this.resolution.operationFormats[operation]!, adapts: false };
    }
    // an element of a container, or what a load intrinsic reads: the memory's format
    return own.format !== null && (node.valueCategory === 'lvalue' || /^__ld/.test(inner[0]?.name ?? ''))
      ? this.stored(scope, node, own)
      : own;
  }
}

function withoutImplicitCasts(node: AstNode): AstNode {
  const inner = children(node)[0];
  return inner && (node.kind === 'ImplicitCastExpr' || TRANSPARENT.test(node.kind))
    ? withoutImplicitCasts(inner)
    : node;
}

/** A literal that every format holds exactly, but for its sign and parentheses. */
export function isExactConstant(node: AstNode): boolean {
  if (node.kind === 'FloatingLiteral' || node.kind === 'IntegerLiteral') return isExactNumber(Number(node.value));
  const inner = children(node)[0];
  const transparent =
    node.kind === 'ImplicitCastExpr' ||
    TRANSPARENT.test(node.kind) ||
    (node.kind === 'UnaryOperator' && /^[-+]$/.test(node.opcode ?? ''));
  return transparent && inner !== undefined && isExactConstant(inner);
}
