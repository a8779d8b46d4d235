/** Reads integer expressions of the text as linear forms, through variables that are set once and functions that only compute. */
import { ignoringParenCasts, ignoringParenImpCasts, isParenOrCast } from '../../frontend/ast/ignoring.js';
import { isConstruction } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { PlaceReader } from '../../frontend/lower/places.js';
import { constantForm, type LinearForm, product, sum, symbolForm } from '../../numerics/linear-form.js';
import type { Range } from '../../program/place.js';
import type { Variable, Variables } from './variables.js';

export const SIDES = ['x', 'y', 'z'] as const;
const BUILTINS = new Set(['threadIdx', 'blockIdx', 'blockDim', 'gridDim']);

/** Arguments of a function that is read inline: parameter → expression. */
export type Given = ReadonlyMap<string, Expression>;

export interface Expression {
  readonly node: AstNode;
  readonly given: Given;
}

/** A number as written in the text. */
export interface SpeltNumber {
  readonly range: Range;
  readonly value: number;
  readonly node: AstNode;
}

/** Everything that was read on the way to a value. */
export interface Trail {
  /** Uses of variables that were replaced by their values. */
  readonly followed: Followed[];
  /** Ids of variables that remain symbols. */
  readonly leaves: Set<string>;
  /** Names of the symbols that other functions may set. */
  readonly reached: Set<string>;
  readonly numbers: SpeltNumber[];
}

export interface Followed {
  readonly use: AstNode;
  readonly declaration: AstNode;
  readonly value: AstNode;
  /** The declaration or the assignment that sets the value. */
  readonly setter: AstNode;
}

export function newTrail(): Trail {
  return { followed: [], leaves: new Set(), reached: new Set(), numbers: [] };
}

export function joinTrail(trail: Trail, other: Trail): void {
  trail.followed.push(...other.followed);
  trail.numbers.push(...other.numbers);
  for (const leaf of other.leaves) trail.leaves.add(leaf);
  for (const name of other.reached) trail.reached.add(name);
}

const NOTHING_GIVEN: Given = new Map();

export class IntegerReader {
  constructor(
    private readonly variables: Variables,
    private readonly places: PlaceReader,
    /** A function's definition by the id of its declaration. */
    private readonly definitionOf: (id: string) => AstNode | null = () => null,
  ) {}

  /** The expression behind parentheses and casts, given parameters, and variables that are set once. */
  behind({ node, given }: Expression, trail: Trail): Expression {
    if (isParenOrCast(node)) {
      const inner = ignoringParenCasts(node);
      return isParenOrCast(inner) ? { node, given } : this.behind({ node: inner, given }, trail);
    }
    if (node.kind === 'MemberExpr') return this.sideBehind(node, given, trail) ?? { node, given };
    if (node.kind !== 'DeclRefExpr') return { node, given };
    const id = node.referencedDecl?.id ?? '';
    const passed = given.get(id);
    if (passed) return this.behind(passed, trail);
    const variable = this.variables.of(id);
    if (!variable?.initial || !variable.isOwn || variable.writes.length > 0 || variable.members.size > 0)
      return { node, given };
    return this.follow(node, variable, variable.initial, trail);
  }

  private follow(use: AstNode, variable: Variable, value: AstNode, trail: Trail): Expression {
    const { declaration } = variable;
    trail.followed.push({ use, declaration, value, setter: variable.setterOf(value) });
    return this.behind({ node: value, given: new Map() }, trail);
  }

  /** The dimensions of a `dim3` that is assigned member by member; members without an assignment have their initial value. */
  sidesInSteps(node: AstNode, trail: Trail): Expression[] | null {
    const variable = node.kind === 'DeclRefExpr' ? this.variables.of(node.referencedDecl?.id) : null;
    if (!variable?.isOwn || !variable.members.size || !/\bdim3\b/.test(variable.declaration.type?.qualType ?? ''))
      return null;
    const declared = variable.initial ? children(ignoringParenCasts(variable.initial)) : [];
    const sides = SIDES.map((side, at) => variable.members.get(side) ?? declared[at]);
    const last = sides.findLastIndex((value) => value !== undefined && value.kind !== 'CXXDefaultArgExpr');
    const read = sides.slice(0, last + 1);
    if (read.some((value) => value === undefined || value.kind === 'CXXDefaultArgExpr')) return null;
    return read.map((value) => this.follow(node, variable, value!, trail));
  }

  /** `block.x` of a `dim3 block(16, 8)` that is set once. */
  private sideBehind(node: AstNode, given: Given, trail: Trail): Expression | null {
    const [base] = children(node);
    const side = SIDES.indexOf((node.name ?? '') as (typeof SIDES)[number]);
    if (!base || side < 0 || ignoringParenCasts(base).kind !== 'DeclRefExpr') return null;
    const through = newTrail();
    const { node: made } = this.behind({ node: base, given }, through);
    const variable = made.kind === 'DeclRefExpr' ? this.variables.of(made.referencedDecl?.id) : null;
    const member = variable?.isOwn ? variable.members.get(SIDES[side]!) : undefined;
    if (variable && member) {
      joinTrail(trail, through);
      return this.follow(made, variable, member, trail);
    }
    const isBlock = isConstruction(made) && /\bdim3\b/.test(made.type?.qualType ?? '');
    const value = isBlock ? children(made)[side] : undefined;
    if (!value || value.kind === 'CXXDefaultArgExpr') return null;
    joinTrail(trail, through);
    return this.behind({ node: value, given }, trail);
  }

  /** A number written in the text; null for anything else. */
  number(expression: Expression, trail: Trail): SpeltNumber | null {
    return this.spelt(this.behind(expression, trail).node);
  }

  /** The number used by default: the last operand of `argc > 1 ? atoi(argv[1]) : 256`. */
  usualNumber(expression: Expression, trail: Trail): SpeltNumber | null {
    const { node, given } = this.behind(expression, trail);
    if (node.kind !== 'ConditionalOperator') return null;
    const [, ...branches] = children(node);
    const numbers = branches.map((branch) => this.number({ node: branch, given }, newTrail()));
    const found = numbers.filter((one) => one !== null);
    return found.length === 1 ? found[0]! : null;
  }

  private spelt(node: AstNode): SpeltNumber | null {
    if (node.kind !== 'IntegerLiteral') return null;
    const at = node.range?.begin.spellingLoc ?? node.range?.begin;
    const file = this.places.fileIndex(at?.file);
    if (file === null || at?.offset === undefined) return null;
    const range = { file, begin: at.offset, end: at.offset + (at.tokLen ?? 1) };
    return { range, value: Number(node.value), node };
  }

  /** Null if it is no sum of products. `symbolOf` replaces numbers by symbols. */
  linear(expression: Expression, trail: Trail, symbolOf: (number: SpeltNumber) => string | null): LinearForm | null {
    const outer = { ...expression, node: ignoringParenCasts(expression.node) };
    if (outer.node.kind === 'DeclRefExpr' && !outer.given.has(outer.node.referencedDecl?.id ?? '')) {
      const through = newTrail();
      const inner = this.behind(outer, through);
      if (inner.node === outer.node) return this.leaf(outer.node, trail);
      const usual = this.usualNumber(inner, newTrail());
      const form =
        usual && symbolOf(usual) !== null ? symbolForm(symbolOf(usual)!) : this.linear(inner, through, symbolOf);
      if (!form) return this.leaf(outer.node, trail); // set once, to something that is no sum
      joinTrail(trail, through);
      return form;
    }
    const { node, given } = this.behind(outer, trail);
    const own = this.spelt(node);
    if (own) {
      const symbol = symbolOf(own);
      trail.numbers.push(own);
      return symbol === null ? constantForm(own.value) : symbolForm(symbol);
    }
    const again = (part: AstNode) => this.linear({ node: part, given }, trail, symbolOf);
    const inner = children(node);
    switch (node.kind) {
      case 'IntegerLiteral':
        return constantForm(Number(node.value)); // written in a file outside the program
      case 'SubstNonTypeTemplateParmExpr':
        return inner.length > 0 ? again(inner.at(-1)!) : null;
      case 'DeclRefExpr':
        return this.leaf(node, trail);
      case 'MemberExpr':
        return this.member({ node, given }, trail);
      case 'UnaryOperator': {
        const operand = inner[0] && again(inner[0]);
        if (!operand || !/^[+-]$/.test(node.opcode ?? '')) return null;
        return node.opcode === '-' ? sum(constantForm(0), operand, -1) : operand;
      }
      case 'BinaryOperator': {
        const [a, b] = [inner[0] && again(inner[0]), inner[1] && again(inner[1])];
        if (!a || !b) return null;
        if (node.opcode === '+' || node.opcode === '-') return sum(a, b, node.opcode === '-' ? -1 : 1);
        return node.opcode === '*' ? product(a, b) : null;
      }
      default:
        return null;
    }
  }

  /** The returned expression of a function that does nothing else, read in place of the call; null for anything else. */
  inlined({ node, given }: Expression): Expression | null {
    if (node.kind !== 'CallExpr') return null;
    const [callee, ...args] = children(node);
    const id = callee && this.calleeId(callee);
    const definition = id === undefined ? null : this.definitionOf(id);
    const body = definition && children(definition).find(({ kind }) => kind === 'CompoundStmt');
    const [only, ...others] = body ? children(body) : [];
    const value = only?.kind === 'ReturnStmt' && others.length === 0 ? children(only)[0] : undefined;
    if (!definition || !value) return null;
    const parameters = children(definition).filter(({ kind }) => kind === 'ParmVarDecl');
    if (parameters.length !== args.length) return null;
    return { node: value, given: new Map(parameters.map(({ id: own }, at) => [own, { node: args[at]!, given }])) };
  }

  calleeId(callee: AstNode): string | undefined {
    return ignoringParenImpCasts(callee).referencedDecl?.id;
  }

  private leaf(node: AstNode, trail: Trail): LinearForm | null {
    return this.member({ node, given: NOTHING_GIVEN }, trail);
  }

  private member(expression: Expression, trail: Trail): LinearForm | null {
    const path = this.path(expression);
    if (!path) return null;
    if (path.id !== null) trail.leaves.add(path.id);
    if (path.isReached) trail.reached.add(path.names.at(-1) ?? path.root);
    return symbolForm([path.root, ...path.names].join('.'));
  }

  /** The value of a kernel's parameter, or of a member of it, for this argument. */
  memberOf(argument: AstNode, names: readonly string[], trail: Trail): LinearForm | null {
    const base = this.path({ node: argument, given: NOTHING_GIVEN });
    if (!base) return null;
    if (base.id !== null) trail.leaves.add(base.id);
    if (base.isReached) trail.reached.add(names.at(-1)!);
    return symbolForm([base.root, ...base.names, ...names].join('.'));
  }

  /** A variable or a member of one: of an object behind a pointer, or of `*this`. */
  private path({ node, given }: Expression): Path | null {
    const names: string[] = [];
    let isReached = false;
    let at = ignoringParenCasts(node);
    for (;;) {
      const [base] = children(at);
      if (at.kind === 'CXXConstructExpr' && base && children(at).length === 1) at = ignoringParenCasts(base);
      else if (at.kind === 'MemberExpr' && base) {
        names.unshift(at.name ?? '');
        isReached ||= at.isArrow === true;
        at = ignoringParenCasts(base);
      } else break;
    }
    if (at.kind === 'CXXThisExpr') return { root: 'this', id: null, names, isReached: true };
    if (at.kind !== 'DeclRefExpr') return null;
    const { id = '', name = '', kind } = at.referencedDecl ?? {};
    if (kind === 'EnumConstantDecl') return { root: leafSymbol(id, name), id: null, names, isReached: false };
    if (BUILTINS.has(name)) return { root: name, id: null, names, isReached: false };
    const passed = given.get(id);
    if (passed) {
      const base = this.path(passed);
      return base && { ...base, names: [...base.names, ...names], isReached: base.isReached || isReached };
    }
    const variable = this.variables.of(id);
    return variable && { root: leafSymbol(id, name), id, names, isReached: isReached || !variable.isOwn };
  }
}

interface Path {
  readonly root: string;
  /** Id of the variable's declaration; null if it cannot be set. */
  readonly id: string | null;
  readonly names: readonly string[];
  /** Other functions may set it: it is behind a pointer or a reference, or has file scope. */
  readonly isReached: boolean;
}

/** The declaration's id makes the name of a leaf unique. */
export function leafSymbol(id: string, name: string): string {
  return `${name}@${id}`;
}

export function isBuiltin(node: AstNode): boolean {
  return node.kind === 'DeclRefExpr' && BUILTINS.has(node.referencedDecl?.name ?? '');
}
