/**
 * Where values go, for whoever edits expressions: into what is initialised, through parameters, out of functions. What happens to a value
 * that is stored, and to one that chooses an overload and must stay what it is, is the editor's own business.
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

/** Written with its `=`, or in braces or parentheses; a plain `[k]` is the variable itself. */
function isInitCapture(edits: SourceEdits, lambda: AstNode, value: AstNode): boolean {
  const [range, whole] = [edits.rangeOf(value), edits.rangeOf(lambda)];
  if (!range || !whole || range.file !== whole.file) return false;
  const introducer = edits.syntax.places.files[range.file]!.source.text.slice(whole.begin, range.begin);
  // what `[=]` captures stands where the body first uses it
  const isOpen = introducer.split('[').length > introducer.split(']').length;
  return isOpen && /\w\s*(?:=\s*|[{(]\s*)$/.test(introducer);
}

/** A library's container, or a pointer to one; what `std::tie` makes holds nothing. */
function holdsNumbers(scope: UnitScope, object: AstNode): boolean {
  const type = pointedTo(object) ?? object.type?.desugaredQualType ?? object.type?.qualType ?? '';
  if (/<[^<>]*&/.test(type)) return false;
  const facts = scope.types.read({ qualType: type.replace(/\*\s*(?:const)?$/, '') });
  return facts.shape === 'container' && facts.format !== null;
}

/** `shared->`, `*shared`: of what a smart pointer points to clang tells the name that the library has for it. */
function pointedTo(object: AstNode): string | null {
  const [, pointer] = object.kind === 'CXXOperatorCallExpr' ? children(object) : [];
  if (!pointer || !/^operator(?:->|\*)$/.test(calleeName(object))) return null;
  const type = pointer.type?.desugaredQualType ?? pointer.type?.qualType ?? '';
  return /^(?:const )?std::(?:__1::)?shared_ptr<(.*)>$/.exec(type)?.[1] ?? null;
}

/** What initialises without a text of its own. */
const isUnwritten = ({ kind }: AstNode): boolean =>
  kind === 'ImplicitValueInitExpr' || kind === 'CXXDefaultInitExpr' || kind.endsWith('Attr');

/** What a list in braces, a call of `make_pair` and the like, and a library's class around them are made of; null for anything else. */
function elementsOf(value: AstNode): readonly AstNode[] | null {
  if (value.kind === 'InitListExpr' || isContainerLayer(value)) return children(value);
  const isMaker = value.kind === 'CallExpr' && libraryFunction(calleeName(value)).makes !== undefined;
  return isMaker ? children(value).slice(1) : null;
}

/** Writes what a number needs that goes where another format would mean something else. */
interface GivenNumbers {
  give(scope: UnitScope, number: AstNode, position: 'as declared' | 'unnamed argument' | 'long double'): void;
  /** It becomes an integer or a truth value without a cast. */
  giveInteger(scope: UnitScope, number: AstNode, integer: string): void;
}

export abstract class StoredValues {
  /** Lists in braces, and calls of `make_pair` and the like, whose elements are known to go where they go. */
  protected readonly known = new WeakSet<AstNode>();

  /** Functions whose one text has several meanings. */
  protected readonly unchangedFunctions: ReadonlySet<FunctionIndex>;
  /** Calls in templates that stand for several functions. */
  protected readonly callees: ReadonlyMap<AstNode, readonly (FunctionIndex | null)[]>;

  constructor(protected readonly edits: SourceEdits) {
    this.unchangedFunctions = new Set(edits.syntax.scopes.flatMap((scope) => [...sharedTexts(scope).keys()]));
    this.callees = callsOfSeveral(edits.syntax.scopes);
  }

  /** `returns` is the return site of the function around, for its return statements. */
  protected abstract visit(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void;
  protected abstract function(scope: UnitScope, index: FunctionIndex, node: AstNode): void;
  protected abstract store(scope: UnitScope, site: SiteIndex | null, value: AstNode, inBraces: boolean): void;
  /** Numbers of other formats come to be in it by no text of the program's. */
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

  /** `[z = k * 2]`: what is captured has the type of its value, which therefore stays what it is. */
  private captures(scope: UnitScope, node: AstNode): void {
    for (const value of children(node)) {
      if (value.kind === 'CXXRecordDecl' || value.kind === 'CompoundStmt') continue;
      if (!isInitCapture(this.edits, node, value)) continue; // a name, which has no other text
      if (value.valueCategory === 'prvalue') this.numbers.give(scope, value, 'as declared');
      this.visit(scope, value, null);
    }
  }

  /** What is inside comes after it: of two edits with one range the first is the outer. */
  protected initialised(scope: UnitScope, declaration: string, value: AstNode, returns: SiteIndex | null = null): void {
    this.initialise(scope, scope.sites.get(declaration) ?? null, value);
    this.visit(scope, value, returns);
  }

  /** The arguments of a call of the program's own functions or constructors: of every one that its text stands for. */
  protected passAll(scope: UnitScope, node: AstNode, own: FunctionIndex, args: readonly AstNode[]): void {
    args.forEach((argument, position) => {
      const callees = [...new Set([own, ...(this.callees.get(node) ?? [])])]; // the function that is called here comes first
      const sites = callees.map((callee) => {
        if (callee === null) return null;
        const { parameters } = this.edits.syntax.program.functions[callee]!;
        const isMember = node.kind === 'CXXOperatorCallExpr' && args.length > parameters.length; // the first is the object
        return parameters[isMember ? position - 1 : position] ?? null;
      });
      this.passToAny(scope, sites, argument, node.list === true);
    });
  }

  /** One argument for the parameters of all the functions that a call stands for. */
  protected passToAny(
    scope: UnitScope,
    sites: readonly (SiteIndex | null)[],
    argument: AstNode,
    inBraces = false,
  ): void {
    const choosing = sites.find((site) => site !== null && overloadArgument(this.edits.syntax, site, argument));
    this.pass(scope, choosing ?? sites[0] ?? null, argument, inBraces);
  }

  /** `sqrt` of <tgmath.h>: the types of its arguments choose what is called, so that they keep them. */
  protected keepGeneric(scope: UnitScope, args: readonly AstNode[]): void {
    for (const argument of args) {
      const given = argument.kind === 'CStyleCastExpr' ? children(argument).at(-1)! : argument; // the header's own cast
      this.numbers.give(scope, ignoringParenImpCasts(given), 'as declared');
    }
  }

  /** `std::max({x, y})`, `for (double e : {x, y})`: a list that nobody gives a type. */
  protected keepListed(scope: UnitScope, value: AstNode): void {
    const { type } = value;
    if (/^(?:const )?std::(?:__1::)?initializer_list</.test(type?.desugaredQualType ?? type?.qualType ?? ''))
      this.keepFormats(scope, value);
  }

  /** Where the type of an argument chooses what a library does, it keeps that type. */
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

  /** `v.push_back(x)`, `v.assign(n, x)`, `v = {x, y}`: numbers given to a library's container become its elements. */
  protected fillContainer(scope: UnitScope, call: AstNode): boolean {
    const [callee, ...args] = children(call);
    const assigns = call.kind === 'CXXOperatorCallExpr' && calleeName(call) === 'operator=';
    const holder = assigns ? args[0] : call.kind === 'CXXMemberCallExpr' ? callee && children(callee)[0] : undefined;
    const site = holder ? siteOf(scope, holder) : null;
    if (!holder || site === null || !holdsNumbers(scope, holder)) return false;
    for (const given of assigns ? args.slice(1) : args) this.giveElements(scope, site, given, false);
    return true;
  }

  /** `std::make_pair(x, y).first`: a pair that no declaration names is of the types that its numbers have. */
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

  /** The numbers that a value is made of, or that it is, keep their types, which choose what it is. */
  protected keepFormats(scope: UnitScope, value: AstNode): void {
    if (isScalarValue(scope.types.read(value.type)))
      return this.numbers.give(scope, withoutConversion(value), 'as declared');
    for (const given of elementsOf(value) ?? []) this.keepFormats(scope, given);
  }

  /** `p = {x, y}`, `f({x, y})`, `P{x, y}`: a record that no declaration names. */
  protected bracedRecord(scope: UnitScope, node: AstNode): void {
    if (!this.known.has(node)) this.initialise(scope, null, node);
  }

  /** `(double[]){x, y}`, `new double[2]{x, y}`: nameless memory, which has the format of whatever points to it. */
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

  /** `{x, y}` on its own, which has no type of its own: what it holds is stored, not the list. True where it is one. */
  protected storesList(scope: UnitScope, site: SiteIndex | null, value: AstNode): boolean {
    const list = ignoringImplicit(value);
    if (list.kind !== 'InitListExpr') return false;
    this.initialise(scope, site, list);
    return true;
  }

  /** What initialises a scalar, a vector, an array or a record. */
  protected initialise(scope: UnitScope, site: SiteIndex | null, node: AstNode, inBraces = false): void {
    if (node.kind === 'InitListExpr') {
      this.known.add(node);
      const facts = scope.types.read(node.type);
      const info = facts.format === null ? scope.recordOf(node.type) : null;
      // the components of a vector are numbers, whatever leads to where it is stored: `r[i] = {x, y}`
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

  /** Its type would be another one if the values that it is made of had others. */
  private followsValue(site: SiteIndex): boolean {
    return this.edits.syntax.program.sites[site]!.frozen.some(({ code }) => code === 'follows-value');
  }
}
