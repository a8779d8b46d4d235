/**
 * Storage that starts with an unrounded value, or gets one without any text of the program: a constant initialiser of a global or static
 * variable, a range-for's variable, a parameter that a library passes. It is rounded when read; rounding twice equals rounding once.
 */
import { isScalarValue } from '../../frontend/ast/c-types.js';
import { ignoringImplicitCasts, ignoringParens } from '../../frontend/ast/ignoring.js';
import { isCallOrLaunch } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import { calledConstructor, calledFunction } from '../../frontend/lower/calls/called-function.js';
import { staticInitialisers } from '../../frontend/lower/declarations/static-initialisers.js';
import { sharedTexts } from '../../frontend/lower/templates/shared-texts.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import type { FunctionIndex, SiteIndex } from '../../program/program.js';
import { descendants } from '../declaration-edits.js';
import { rangeRead, writtenThrough } from '../library-writes.js';
import { siteOf } from '../site-of.js';
import type { Carriers } from './carriers.js';

type Callees = readonly (FunctionIndex | null)[];

/** Initialised by a constant before the program runs: no call is allowed there. */
export function isStatic(node: AstNode): boolean {
  return (
    (node.kind === 'VarDecl' || node.kind === 'DecompositionDecl') &&
    (node.storageClass === 'static' || node.constexpr === true) &&
    node.init !== undefined
  );
}

/** `a = x, a / 3`, which is not two arguments. */
export function isComma(node: AstNode): boolean {
  return ignoringImplicitCasts(node).opcode === ',';
}

export class UnroundedStorage {
  private readonly groups = new Set<number>();

  constructor(
    private readonly carriers: Carriers,
    /** Whether all storage is rounded when read, because its format may change after a store. */
    private readonly isEverywhere: boolean,
  ) {}

  /** Number of groups found. */
  get size(): number {
    return this.groups.size;
  }

  add(site: SiteIndex | null | undefined): void {
    if (this.carriers.carries(site)) this.groups.add(this.carriers.groupOfSite(site));
  }

  /** `callees`: the possible callees of calls in templates. */
  find(callees: Iterable<Callees>): void {
    const { functions, scopes } = this.carriers.edits.syntax;
    for (const scope of scopes) {
      for (const { declaration, value } of staticInitialisers(scope)) {
        this.startsUnrounded(scope, declaration);
        this.passesUnrounded(scope, value);
      }
      for (const node of scope.others.values()) if (isStatic(node)) this.startsUnrounded(scope, node);
      for (const nodes of sharedTexts(scope).values()) for (const node of nodes) this.passesUnrounded(scope, node);
    }
    for (const { scope, function: index, node } of functions) {
      for (const child of descendants(node)) {
        if (child.kind === 'CXXForRangeStmt')
          this.startsUnrounded(scope, children(child.inner?.[6] ?? child)[0] ?? child);
        for (const argument of writtenThrough(scope, child)) this.add(siteOf(scope, argument));
        if (child.kind === 'CXXMethodDecl' && child.name === 'operator()') this.enteredByAnyone(scope, child);
      }
      const isCalledByLibrary =
        node.kind === 'CXXConstructorDecl' ||
        /^operator\b/.test(node.name ?? '') ||
        scope.builder.calledByLibrary.has(index);
      if (isCalledByLibrary) this.enteredByAnyone(scope, node);
    }
    for (const several of new Set(callees)) this.enteredFromSharedText(several);
  }

  /** A call that passes a value to several functions leaves the rounding to each of them. */
  private enteredFromSharedText(callees: Callees): void {
    const { functions } = this.carriers.edits.syntax.program;
    const parameters = callees.map((callee) => (callee === null ? [] : functions[callee]!.parameters));
    for (let at = 0; at < Math.max(...parameters.map((sites) => sites.length)); at++) {
      const sites = parameters.map((one) => one[at] ?? null);
      if (!this.carriers.isOneGroup(sites)) for (const site of sites) this.add(site);
    }
  }

  /**
   * Function objects, operators, constructors and thread functions may be called by a library (`make_unique`, `emplace`), which does not round
   * arguments.
   */
  private enteredByAnyone(scope: UnitScope, node: AstNode): void {
    for (const child of children(node))
      if (child.kind === 'ParmVarDecl' && isScalarValue(scope.types.read(child.type)))
        this.startsUnrounded(scope, child);
  }

  private startsUnrounded(scope: UnitScope, declaration: AstNode): void {
    this.add(scope.sites.get(declaration.id));
    const facts = scope.types.read(declaration.type);
    const markFields = (record: string | null, depth: number): void => {
      const info = scope.record(record);
      info?.sites.forEach((site, position) => {
        this.add(site);
        if (depth < 4) markFields(scope.types.read(info.fields[position]?.type).record, depth + 1);
      });
    };
    if (facts.format === null) markFields(facts.record, 0);
  }

  /**
   * An initial value, or a text that stays as written, is not instrumented: a number that it passes to a function is rounded when the function
   * reads it.
   */
  private passesUnrounded(scope: UnitScope, value: AstNode): void {
    for (const node of [value, ...descendants(value)]) {
      const called = isCallOrLaunch(node) ? calledFunction(scope, node) : calledConstructor(scope, node);
      for (const site of called === null ? [] : this.carriers.edits.syntax.program.functions[called]!.parameters)
        this.add(site);
    }
  }

  /** `place`: the memory that is read; `node`: the expression that reads it. For a choice between two places each is read as its own site. */
  read(scope: UnitScope, place: AstNode, node: AstNode): void {
    const inner = ignoringParens(place);
    if (isComma(inner)) return this.read(scope, children(inner)[1]!, children(inner)[1]!);
    if (inner.kind === 'ConditionalOperator') {
      for (const arm of children(inner).slice(-2)) this.read(scope, arm, arm);
      return;
    }
    const site = siteOf(scope, place);
    const range = this.isRoundedWhenRead(site) ? this.carriers.edits.rangeOf(node) : null;
    if (range) this.carriers.edits.wrap(range, 'read', `mx_store(${site}, `, ')');
  }

  /** The value that an update reads first. */
  target(site: SiteIndex, text: string): string {
    return this.isRoundedWhenRead(site) ? `mx_rounded(${site}, ${text})` : text;
  }

  /** `std::accumulate(a.begin(), a.end(), 0.0)`: numbers that a library will read are rounded in place. */
  readRange(scope: UnitScope, call: AstNode): void {
    const [first, last] = rangeRead(scope, call) ?? [];
    const site = first ? siteOf(scope, first) : null;
    if (!first || !last || !this.isRoundedWhenRead(site)) return;
    const { edits } = this.carriers;
    const [range, end] = [edits.rangeOf(first), edits.ownText(last)];
    if (range && end !== null) edits.wrap(range, 'range', `mx_rounded_range(${site}, `, `, ${end})`);
  }

  private isRoundedWhenRead(site: SiteIndex | null): boolean {
    if (!this.carriers.rounds(site)) return false;
    return this.isEverywhere || this.groups.has(this.carriers.groupOfSite(site));
  }
}
