/**
 * Finds variables that can stay declared with `auto`: in the new text their initialiser has exactly the required format. If that is not certain
 * (a literal, a library result, a converting expression), the type is written out.
 */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { isParenOrImplicit } from '../frontend/ast/ignoring.js';
import { isCall, isNamedPlace, isSign, isValueCast } from '../frontend/ast/kinds.js';
import { type AstNode, children, initialValue } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import { isReturnDeduced } from '../frontend/lower/expressions/deduced-containers.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { SiteIndex } from '../program/program.js';
import type { Configuration, Resolution } from '../space/resolve.js';
import { siteOf } from './site-of.js';
import type { SourceEdits } from './source-edits.js';

/** Number variables whose initialiser determines their format. An operation with a format of its own may have converted operands. */
export function deducedAsWanted(
  edits: SourceEdits,
  { siteFormats }: Resolution,
  { sites, operations }: Configuration,
): ReadonlySet<SiteIndex> {
  const { program, functions } = edits.syntax;
  const found = new Map<SiteIndex, boolean>();
  const visit = (scope: UnitScope, node: AstNode): void => {
    const declared = node.kind === 'CXXForRangeStmt' ? rangeVariable(node) : onlyVariable(node);
    const site = declared && scope.sites.get(declared.variable.id);
    if (declared && site !== undefined && site !== null && sites.has(site)) {
      const values = new InitialValues(edits, scope, siteFormats, site);
      const isAsWanted = declared.isElement
        ? values.isElementOf(declared.value)
        : values.kindOf(declared.value) === 'exact';
      found.set(site, (found.get(site) ?? true) && isAsWanted); // in every instantiation
    }
    for (const child of written(node)) visit(scope, child);
  };
  for (const { scope, function: index, node } of operations.size === 0 ? functions : [])
    if (!program.functions[index]!.sharesText) visit(scope, node);
  return new Set([...found].flatMap(([site, isAsWanted]) => (isAsWanted ? [site] : [])));
}

interface Declared {
  readonly variable: AstNode;
  readonly value: AstNode;
  /** The variable is an element of the value. */
  readonly isElement: boolean;
}

function onlyVariable(node: AstNode): Declared | null {
  const [variable, ...others] = node.kind === 'DeclStmt' ? children(node) : [];
  const value = variable?.kind === 'VarDecl' ? initialValue(variable) : undefined;
  return variable && value && others.length === 0 && variable.init === 'c'
    ? { variable, value, isElement: false }
    : null;
}

/** Clang's tree has an initialisation, the range, its start and end, condition and step, the variable, and the body. */
function rangeVariable(node: AstNode): Declared | null {
  const [, range, , , , , declaration] = node.inner ?? [];
  const [whole, variable] = [range, declaration].map((one) => one && children(one)[0]);
  const value = whole && initialValue(whole);
  return variable && value ? { variable, value, isElement: true } : null;
}

/** The parts of a statement with text: a range-for's variable has no initialiser there. */
function written(node: AstNode): readonly AstNode[] {
  const declaration = node.kind === 'CXXForRangeStmt' ? node.inner?.[6] : undefined;
  return children(node).filter((child) => child !== declaration);
}

/** Exactly the required format; an integer, which takes the other operand's format; or neither. */
type Kind = 'exact' | 'integer' | 'unknown';

class InitialValues {
  constructor(
    private readonly edits: SourceEdits,
    private readonly scope: UnitScope,
    private readonly siteFormats: Resolution['siteFormats'],
    private readonly site: SiteIndex,
  ) {}

  kindOf(node: AstNode): Kind {
    if (node.kind === 'ImplicitCastExpr' && node.castKind === 'IntegralToFloating') return 'integer';
    const inner = children(node);
    if ((isParenOrImplicit(node) || isSign(node)) && inner[0]) return this.kindOf(inner[0]);
    if (!isScalarValue(this.scope.types.read(node.type))) return 'unknown';
    if (node.kind === 'BinaryOperator' && ['+', '-', '*', '/'].includes(node.opcode ?? '')) {
      const kinds = inner.map((operand) => this.kindOf(operand));
      return kinds.includes('unknown') || !kinds.includes('exact') ? 'unknown' : 'exact';
    }
    return this.isPlace(node) || this.isResult(node) || this.isWrittenCast(node) ? 'exact' : 'unknown';
  }

  /** `for (auto x : u)` with a container or an array of numbers. */
  isElementOf(range: AstNode): boolean {
    let at = range;
    while (isParenOrImplicit(at) && children(at)[0]) at = children(at)[0]!;
    const site = at.kind === 'DeclRefExpr' || at.kind === 'MemberExpr' ? siteOf(this.scope, at) : null;
    return site !== null && this.isWanted(site) && this.edits.syntax.program.sites[site]!.shape !== 'scalar';
  }

  /** Memory of the program: a variable, a field, an element of an array or of a library container. */
  private isPlace(node: AstNode): boolean {
    const isElement =
      (node.kind === 'UnaryOperator' && node.opcode === '*') ||
      (node.kind === 'CXXOperatorCallExpr' && calledFunction(this.scope, node) === null);
    if (!isNamedPlace(node) && !(isElement && node.valueCategory === 'lvalue')) return false;
    const site = siteOf(this.scope, node);
    return site !== null && this.isWanted(site);
  }

  /** The result of a function that declares its return type. */
  private isResult(node: AstNode): boolean {
    const callee = isCall(node) ? calledFunction(this.scope, node) : null;
    if (callee === null) return false;
    const { builder } = this.scope;
    const { returnSite, templateParameters } = builder.functions[callee]!;
    const follow = builder.typeParameters.filter((one) => one.function === callee && one.follows);
    if (
      returnSite === null ||
      templateParameters.some((name) => name !== '' && !follow.some((one) => one.name === name))
    )
      return false;
    const { declaration, overloadedFor, shape } = builder.sites[returnSite]!;
    return (
      (shape === 'scalar' || node.valueCategory === 'lvalue') &&
      overloadedFor === null &&
      this.isWanted(returnSite) &&
      !isReturnDeduced(builder.places, declaration)
    );
  }

  private isWrittenCast(node: AstNode): boolean {
    const cast = isValueCast(node) ? this.scope.casts.get(node.id) : undefined;
    return cast !== undefined && this.isWanted(cast) && this.edits.syntax.places.ofNode(node)?.spelling === null;
  }

  private isWanted(site: SiteIndex): boolean {
    const { sites } = this.edits.syntax.program;
    const wanted = this.siteFormats[this.site]!;
    return (
      (wanted === 'fp32' || wanted === 'fp64') &&
      this.siteFormats[site] === wanted &&
      sites[site]!.format === sites[this.site]!.format
    );
  }
}
