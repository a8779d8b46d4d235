/**
 * Follows values into their targets, for editors of expressions: initialised variables, parameters, return values. The editors implement the
 * treatment of stored values, and of values that choose an overload and must keep their types.
 */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import { ignoringImplicit, ignoringParenImpCasts } from '../frontend/ast/ignoring.js';
import { type AstNode, children } from '../frontend/ast/node.js';

import { isContainerLayer } from '../frontend/lower/expressions/deduced-containers.js';
import { callsOfSeveral } from '../frontend/lower/templates/dependent-names.js';
import { sharedTexts } from '../frontend/lower/templates/shared-texts.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { libraryFunction } from '../program/library/library.js';
import type { FunctionIndex, SiteIndex } from '../program/program.js';
import { bindsTemporary, withoutConversion, withoutTemporary } from './implicit-conversions.js';
import { isForeign } from './library-writes.js';
import { choosesConstructor, choosesLibrary, overloadArgument } from './overload-arguments.js';
import { siteOf } from './site-of.js';
import type { SourceEdits } from './source-edits.js';

/** Written with `=`, in braces or in parentheses; a plain `[k]` captures the variable itself. */
function isInitCapture(edits: SourceEdits, lambda: AstNode, value: AstNode): boolean {
  const [range, whole] = [edits.rangeOf(value), edits.rangeOf(lambda)];
  if (!range || !whole || range.file !== whole.file) return false;
  const introducer = edits.syntax.places.files[range.file]!.source.text.slice(whole.begin, range.begin);
  // a variable captured by `[=]` has its place at its first use in the body
  const isOpen = introducer.split('[').length > introducer.split(']').length;
  return isOpen && /\w\s*(?:=\s*|[{(]\s*)$/.test(introducer);
}

/** A library container, or a pointer to one; the result of `std::tie` holds only references. */
function holdsNumbers(scope: UnitScope, object: AstNode): boolean {
  const type = pointedTo(object) ?? object.type?.desugaredQualType ?? object.type?.qualType ?? '';
  if (/<[^<>]*&/.test(type)) return false;
  const facts = scope.types.read({ qualType: type.replace(/\*\s*(?:const)?$/, '') });
  return facts.shape === 'container' && facts.format !== null;
}

/** `shared->`, `*shared`: for the target of a smart pointer clang prints the library's own alias. */
function pointedTo(object: AstNode): string | null {
  const [, pointer] = object.kind === 'CXXOperatorCallExpr' ? children(object) : [];
  if (!pointer || !/^operator(?:->|\*)$/.test(calleeName(object))) return null;
  const type = pointer.type?.desugaredQualType ?? pointer.type?.qualType ?? '';
  return /^(?:const )?std::(?:__1::)?shared_ptr<(.*)>$/.exec(type)?.[1] ?? null;
}

/** Initialisers without text of their own. */
const isUnwritten = ({ kind }: AstNode): boolean =>
  kind === 'ImplicitValueInitExpr' || kind === 'CXXDefaultInitExpr' || kind.endsWith('Attr');

/** The elements of a braced list, of a call like `make_pair`, and of a library class around them; null for other values. */
function elementsOf(value: AstNode): readonly AstNode[] | null {
  if (value.kind === 'InitListExpr' || isContainerLayer(value)) return children(value);
  const isMaker = value.kind === 'CallExpr' && libraryFunction(calleeName(value)).makes !== undefined;
  return isMaker ? children(value).slice(1) : null;
}

/** Writes the conversion of a number whose target would behave differently for another format. */
interface GivenNumbers {
  give(scope: UnitScope, number: AstNode, position: 'as declared' | 'unnamed argument' | 'long double'): void;
  /** For a number that becomes an integer or a truth value without a cast. */
  giveInteger(scope: UnitScope, number: AstNode, integer: string): void;
}

export abstract class StoredValues {
  /** Braced lists, and calls like `make_pair`, whose elements are stored into their targets. */
  protected readonly known = new WeakSet<AstNode>();

  /** Functions whose shared text has several meanings. */
  protected readonly unchangedFunctions: ReadonlySet<FunctionIndex>;
  /** Possible callees of calls in templates. */
  protected readonly callees: ReadonlyMap<AstNode, readonly (FunctionIndex | null)[]>;

  constructor(protected readonly edits: SourceEdits) {
    this.unchangedFunctions = new Set(edits.syntax.scopes.flatMap((scope) => [...sharedTexts(scope).keys()]));
    this.callees = callsOfSeveral(edits.syntax.scopes);
  }

  /** `returns`: the return site of the enclosing function, for its return statements. */
  protected abstract visit(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void;
  protected abstract function(scope: UnitScope, index: FunctionIndex, node: AstNode): void;
  protected abstract store(scope: UnitScope, site: SiteIndex | null, value: AstNode, inBraces: boolean): void;
  /** Called for a site that may receive numbers of other formats without any text of the program. */
  protected takesUnrounded(_site: SiteIndex | null): void {}
  protected abstract readonly numbers: GivenNumbers;

  /** A lambda's body is a function of its own. */
  protected lambda(scope: UnitScope, node: AstNode): void {
    const record = children(node).find((child) => child.kind === 'CXXRecordDecl');
    const members = record ? children(record) : [];
    const template = members.find((child) => child.kind === 'FunctionTemplateDecl');
    // a generic lambda is read through its first instantiation
    const call = [...members, ...(template ? children(template) : [])].find(
      (child) => child.kind === 'CXXMethodDecl' && child.name === 'operator()' && scope.functions.has(child.id),
    );
    const index = call && scope.functions.get(call.id);
    this.captures(scope, node);
    if (call && index !== undefined) this.function(scope, index, call);
  }

  /** `[z = k * 2]`: the capture has the type of its value, which therefore keeps its type. */
  private captures(scope: UnitScope, node: AstNode): void {
    for (const value of children(node)) {
      if (value.kind === 'CXXRecordDecl' || value.kind === 'CompoundStmt') continue;
      if (!isInitCapture(this.edits, node, value)) continue; // a plain name has no initialiser
      if (value.valueCategory === 'prvalue') this.numbers.give(scope, value, 'as declared');
      this.visit(scope, value, null);
    }
  }

  /** Edits inside the value follow: of two edits with one range, the first is the outer one. */
  protected initialised(scope: UnitScope, declaration: string, value: AstNode, returns: SiteIndex | null = null): void {
    this.initialise(scope, scope.sites.get(declaration) ?? null, value);
    this.visit(scope, value, returns);
  }

  /** The arguments of a call of the program's functions or constructors, for every possible callee. */
  protected passAll(scope: UnitScope, node: AstNode, own: FunctionIndex, args: readonly AstNode[]): void {
    args.forEach((argument, position) => {
      const callees = [...new Set([own, ...(this.callees.get(node) ?? [])])]; // the callee in this instantiation comes first
      const sites = callees.map((callee) => {
        if (callee === null) return null;
        const { parameters } = this.edits.syntax.program.functions[callee]!;
        const isMember = node.kind === 'CXXOperatorCallExpr' && args.length > parameters.length; // the first argument is the object
        return parameters[isMember ? position - 1 : position] ?? null;
      });
      this.passToAny(scope, sites, argument, node.list === true);
    });
  }

  /** One argument, for the parameters of all possible callees. */
  protected passToAny(
    scope: UnitScope,
    sites: readonly (SiteIndex | null)[],
    argument: AstNode,
    inBraces = false,
  ): void {
    const choosing = sites.find((site) => site !== null && overloadArgument(this.edits.syntax, site, argument));
    this.pass(scope, choosing ?? sites[0] ?? null, argument, inBraces);
  }

  /** `sqrt` of <tgmath.h>: the types of its arguments choose the function, so they keep them. */
  protected keepGeneric(scope: UnitScope, args: readonly AstNode[]): void {
    for (const argument of args) {
      const given = argument.kind === 'CStyleCastExpr' ? children(argument).at(-1)! : argument; // the header's own cast
      this.numbers.give(scope, ignoringParenImpCasts(given), 'as declared');
    }
  }

  /** `std::max({x, y})`, `for (double e : {x, y})`: a braced list without a declared type. */
  protected keepListed(scope: UnitScope, value: AstNode): void {
    const { type } = value;
    if (/^(?:const )?std::(?:__1::)?initializer_list</.test(type?.desugaredQualType ?? type?.qualType ?? ''))
      this.keepFormats(scope, value);
  }

  /** An argument whose type chooses a library function keeps that type. */
  protected keepsArgument(scope: UnitScope, node: AstNode, argument: AstNode): boolean {
    if (!isScalarValue(scope.types.read(argument.type))) return false;
    if (!choosesConstructor(scope, node) && !choosesLibrary(scope, node, argument)) return false;
    this.numbers.give(scope, withoutTemporary(argument), 'as declared');
    return true;
  }

  protected pass(scope: UnitScope, site: SiteIndex | null, argument: AstNode, inBraces = false): void {
    if (site === null || argument.kind === 'CXXDefaultArgExpr') return;
    const chooses = overloadArgument(this.edits.syntax, site, argument);
    if (chooses) return this.keepFormats(scope, chooses);
    const { shape } = this.edits.syntax.program.sites[site]!;
    if (shape === 'container') this.initialise(scope, site, argument);
    else if (shape === 'scalar' || shape === 'vector' || (shape === 'reference' && bindsTemporary(scope, argument)))
      this.store(scope, site, argument, inBraces);
  }

  /** `v.push_back(x)`, `v.assign(n, x)`, `v = {x, y}`: numbers passed to a library container become its elements. */
  protected fillContainer(scope: UnitScope, call: AstNode): boolean {
    const [callee, ...args] = children(call);
    const assigns = call.kind === 'CXXOperatorCallExpr' && calleeName(call) === 'operator=';
    const holder = assigns ? args[0] : call.kind === 'CXXMemberCallExpr' ? callee && children(callee)[0] : undefined;
    const site = holder ? siteOf(scope, holder) : null;
    if (!holder || site === null || !holdsNumbers(scope, holder)) return false;
    for (const given of assigns ? args.slice(1) : args) this.giveElements(scope, site, given, false);
    return true;
  }

  /** `std::make_pair(x, y).first`: an undeclared pair has the types of its numbers. */
  protected namelessMaker(scope: UnitScope, call: AstNode): void {
    if (call.kind === 'CallExpr' && libraryFunction(calleeName(call)).makes === 'values' && !this.known.has(call))
      this.keepFormats(scope, call);
  }

  private giveElements(scope: UnitScope, site: SiteIndex, value: AstNode, inBraces: boolean): void {
    if (isUnwritten(value) || value.kind === 'CXXDefaultArgExpr') return;
    if (isScalarValue(scope.types.read(value.type))) return this.store(scope, site, value, inBraces);
    const elements = elementsOf(value);
    if (!elements && isForeign(scope, value)) this.takesUnrounded(site);
    if (!elements) return;
    this.known.add(value);
    const isList = value.kind === 'InitListExpr' || value.list === true;
    for (const given of elements) this.giveElements(scope, site, given, isList);
  }

  /** The numbers in a value, or the value itself, keep their types, since these determine its type. */
  protected keepFormats(scope: UnitScope, value: AstNode): void {
    if (isScalarValue(scope.types.read(value.type)))
      return this.numbers.give(scope, withoutConversion(value), 'as declared');
    for (const given of elementsOf(value) ?? []) this.keepFormats(scope, given);
  }

  /** `p = {x, y}`, `f({x, y})`, `P{x, y}`: a record without a declaration. */
  protected bracedRecord(scope: UnitScope, node: AstNode): void {
    if (!this.known.has(node)) this.initialise(scope, null, node);
  }

  /** `(double[]){x, y}`, `new double[2]{x, y}`: nameless memory, with the format of the pointers to it. */
  protected compoundLiteral(scope: UnitScope, node: AstNode): void {
    const facts = scope.types.read(node.type);
    const site = facts.format === null ? null : this.edits.siteOfMention(node);
    if (site === null) return;
    const elements = (list: AstNode): void => {
      if (list.kind !== 'InitListExpr') {
        if (isScalarValue(scope.types.read(list.type)) && list.kind !== 'ImplicitValueInitExpr')
          this.store(scope, site, list, true);
        return;
      }
      this.known.add(list);
      for (const element of children(list)) elements(element);
    };
    for (const child of children(node)) elements(child);
  }

  /** `{x, y}` on its own has no type: its elements are stored. True if the value is such a list. */
  protected storesList(scope: UnitScope, site: SiteIndex | null, value: AstNode): boolean {
    const list = ignoringImplicit(value);
    if (list.kind !== 'InitListExpr') return false;
    this.initialise(scope, site, list);
    return true;
  }

  /** The initialiser of a scalar, a vector, an array or a record. */
  protected initialise(scope: UnitScope, site: SiteIndex | null, node: AstNode, inBraces = false): void {
    if (node.kind === 'InitListExpr') {
      this.known.add(node);
      const facts = scope.types.read(node.type);
      const info = facts.format === null ? scope.recordOf(node.type) : null;
      // the components of a vector are numbers, in any target: `r[i] = {x, y}`
      const holdsNumbers =
        facts.isVector || (site !== null && this.edits.syntax.program.sites[site]!.shape === 'reference');
      children(node).forEach((element, position) => {
        if (info) this.initialise(scope, info.sites[position] ?? null, element, true);
        else if (holdsNumbers && !isUnwritten(element) && isScalarValue(scope.types.read(element.type)))
          this.store(scope, site, element, true);
        else this.initialise(scope, site, element, true);
      });
      return;
    }
    if (node.kind === 'ExprWithCleanups' && children(node)[0]?.kind === 'InitListExpr')
      return this.initialise(scope, site, children(node)[0]!, inBraces);
    if (isUnwritten(node)) return;
    const shape = site === null ? null : this.edits.syntax.program.sites[site]!.shape;
    const facts = scope.types.read(node.type);
    const elements = shape === 'container' && !isScalarValue(facts) ? elementsOf(node) : null;
    if (elements) {
      this.known.add(node);
      const areInBraces = node.kind !== 'CallExpr' && (inBraces || node.list === true);
      for (const child of elements) this.initialise(scope, site, child, areInBraces);
      return;
    }
    if (shape === 'pointer' || (shape === 'reference' && !bindsTemporary(scope, node))) return;
    if (node.kind === 'CXXConstructExpr' && children(node).length === 0) return; // `double3 v;`
    if (site !== null && this.followsValue(site)) this.numbers.give(scope, withoutConversion(node), 'as declared');
    else if (isScalarValue(facts) || facts.shape === 'vector') this.store(scope, site, node, inBraces);
    else if (shape === 'container' && isForeign(scope, node)) this.takesUnrounded(site);
  }

  /** True if its type would change with the formats of its values. */
  private followsValue(site: SiteIndex): boolean {
    return this.edits.syntax.program.sites[site]!.frozen.some(({ code }) => code === 'follows-value');
  }
}
