/**
 * Finds all uses of pointers to functions in a unit. Any use other than declaring, naming, assigning, comparing or calling the pointer closes its
 * type (pointer-types.ts).
 */
import { namesFunction } from '../../ast/callee.js';
import { ignoringParenImpCasts } from '../../ast/ignoring.js';
import { isCall, isConstruction, isExplicitCast, isFunctionDeclaration, isTypeAlias } from '../../ast/kinds.js';
import { type AstNode, children, ofKind } from '../../ast/node.js';
import { returnType } from '../declarations/function-declarations.js';
import { declaresPointerType, mentionPointerType } from '../declarations/pointer-declarations.js';
import type { UnitScope } from '../unit-scope.js';
import { isCallback } from './callables.js';
import { calledConstructor } from './called-function.js';
import type { PointerType } from './pointer-types.js';

const KEEPS_TYPE =
  /^(?:FunctionToPointerDecay|LValueToRValue|ArrayToPointerDecay|NullToPointer|PointerToBoolean|ToVoid|BuiltinFnToFnPtr)$/;
const makesValue = ofKind(
  ...(['CXXNewExpr', 'CompoundLiteralExpr', 'CXXScalarValueInitExpr'] as const),
  ...(['VAArgExpr', 'BuiltinBitCastExpr', 'LambdaExpr'] as const),
);
const isTemplateNode = ofKind('FunctionTemplateDecl', 'ClassTemplateDecl', 'ClassTemplateSpecializationDecl');

export function readPointerTypes(scope: UnitScope, root: AstNode): void {
  new PointerReader(scope, root).read();
}

class PointerReader {
  /** Ids of all declarations in the user's files. */
  private readonly declared = new Set<string>();
  private readonly typedefs = new Set<string>();
  /** Ids of the callee expressions of calls. */
  private readonly callees = new Set<string>();
  /** The number of declarations that begin at each place: `double x, (*f)(double);`. */
  private readonly begins = new Map<string, number>();

  constructor(
    private readonly scope: UnitScope,
    private readonly root: AstNode,
  ) {}

  read(): void {
    this.gather(this.root);
    this.visit(this.root, null, false);
  }

  private gather(node: AstNode): void {
    if (declaresPointerType(node)) {
      this.declared.add(node.id);
      if (isTypeAlias(node)) this.typedefs.add(node.name ?? '');
      this.begins.set(beginOf(node), (this.begins.get(beginOf(node)) ?? 0) + 1);
    }
    for (const child of children(node)) this.gather(child);
  }

  private typeOf(node: AstNode | undefined): PointerType | null {
    const type = node?.type;
    return type && this.scope.types.read(type).isFunction ? this.scope.builder.pointerTypes.of(this.scope, type) : null;
  }

  private close(type: PointerType | null, node: AstNode, what: string): void {
    if (!type || type.closed !== null) return;
    const { builder } = this.scope;
    const place = builder.places.ofNode(node);
    builder.pointerTypes.close(type, `${what}${place ? ` at ${builder.at(place)}` : ''}`);
  }

  private visit(node: AstNode, parent: AstNode | null, inTemplate: boolean): void {
    const inside = inTemplate || isTemplateNode(node);
    const type = this.typeOf(node);
    if (declaresPointerType(node)) this.declaration(node, parent, type, inside);
    else if (node.kind === 'FunctionDecl' || node.kind === 'CXXMethodDecl') this.returned(node);
    else if (node.kind === 'ImplicitCastExpr' || isExplicitCast(node)) this.cast(node, type);
    else if (isCall(node)) this.call(node);
    else if (isConstruction(node) && calledConstructor(this.scope, node) === null) {
      for (const given of children(node))
        this.close(this.typeOf(given), node, `the pointer becomes a ${node.type?.qualType}`);
    } else if (makesValue(node)) this.close(type, node, 'its type is written in an expression');
    else if (node.kind === 'DeclRefExpr' || node.kind === 'MemberExpr') this.name(node, parent, type);
    else if (node.kind === 'BinaryOperator' && node.opcode === '=') this.assigned(node);
    for (const child of children(node)) this.visit(child, node, inside);
  }

  private declaration(node: AstNode, parent: AstNode | null, type: PointerType | null, inTemplate: boolean): void {
    const written = node.type?.qualType ?? '';
    if (!type) {
      const meaning = this.scope.types.expand(written);
      if (/<.*\(/s.test(meaning) || (this.scope.types.read(node.type).isFunction && !isTypeAlias(node)))
        this.scope.builder.pointerTypes.isPartOf(meaning, this.at(node, `${node.name} contains such pointers`));
      return;
    }
    if (inTemplate) return this.close(type, node, 'the pointer is in a template');
    if (parent?.tagUsed === 'union') return this.close(type, node, 'the pointer is in a union');
    if (node.kind === 'VarDecl' && node.mangledName) {
      const isElsewhere = node.storageClass === 'extern' && node.init === undefined;
      const why = isElsewhere ? this.at(node, `${node.name} is declared`) : null;
      this.scope.builder.pointerTypes.declareVariable(node.mangledName, type, why);
    }
    const [starts] = children(node);
    if (node.init !== undefined) this.agree(type, this.typeOf(starts), node);
    if (!written.includes('(')) {
      const names: string[] = written.match(/[A-Za-z_]\w*/g) ?? [];
      if (!names.some((name) => this.typedefs.has(name)))
        this.close(type, node, `${written} is declared outside the program`);
      return;
    }
    const { places } = this.scope.builder;
    const place = places.ofNode(node);
    if (place && place.spelling === null && /^(?:const\s+|static\s+)*auto\b/.test(places.text(place.range))) return;
    if (node.kind !== 'ParmVarDecl' && this.begins.get(beginOf(node))! > 1)
      return this.close(type, node, 'the pointer shares its declaration with others');
    if (!mentionPointerType(this.scope, node, type))
      this.close(type, node, 'its type is not visible in the source text');
  }

  /** A function that returns such a pointer: `double (*pick(int n))(double)`. */
  private returned(node: AstNode): void {
    const written = node.type?.qualType ?? '';
    const made = /\(\*+\s*\(|\) -> .*\(\*\)/.test(written) ? returnType(node) : null;
    if (made)
      this.close(
        this.scope.builder.pointerTypes.of(this.scope, made),
        node,
        `${node.name} returns it, and its declarator contains the type`,
      );
  }

  private cast(node: AstNode, type: PointerType | null): void {
    const from = this.typeOf(children(node).at(-1));
    if (!type && !from) return;
    const isWritten = isExplicitCast(node);
    const spellsType = isWritten && (node.type?.qualType ?? '').includes('(');
    const keeps = KEEPS_TYPE.test(node.castKind ?? '') || (node.castKind === 'NoOp' && from === type);
    const names = isWritten && !spellsType && from === type;
    if ((keeps && !spellsType) || names) return;
    const what = `the pointer is cast to or from ${(type ? children(node).at(-1) : node)?.type?.qualType ?? 'another type'}`;
    this.close(type, node, what);
    this.close(from, node, what);
  }

  private call(node: AstNode): void {
    const [callee, ...given] = children(node);
    if (callee) this.callees.add(callee.id);
    const named = callee && ignoringParenImpCasts(callee);
    const id = named?.kind === 'MemberExpr' ? named.referencedMemberDecl : named?.referencedDecl?.id;
    const own = this.scope.functions.get(id ?? '');
    const isFunction = namesFunction(named) || named?.kind === 'MemberExpr';
    const name = named?.referencedDecl?.name ?? named?.name ?? '';
    if (/^operator .*\(\*\)/.test(name)) this.close(this.typeOf(node), node, 'a lambda is converted to such a pointer');
    if (own === undefined && isFunction && !this.declared.has(id ?? ''))
      given.forEach((argument, position) => {
        if (!isCallback(name, position)) this.close(this.typeOf(argument), node, `the pointer is passed to ${name}`);
        else if (!pointsToFunction(argument))
          this.close(this.typeOf(argument), node, `${name} calls the function that the pointer refers to`);
      });
    for (const argument of own === undefined ? [] : given)
      for (const type of this.pointersIn(argument))
        this.scope.builder.pointerTypes.passedPointers.push({
          function: own!,
          type,
          why: this.at(node, `the pointer is passed to ${name}`),
        });
  }

  /** The types of function pointers in an argument: its own, or those of fields of a record that it is or points to. */
  private pointersIn(argument: AstNode): PointerType[] {
    const own = this.typeOf(argument);
    if (own) return [own];
    const { record, isFunction } = this.scope.types.read(argument.type);
    const fields = isFunction ? [] : (this.scope.record(record)?.fields ?? []);
    return fields.flatMap((field) => this.typeOf(field) ?? []);
  }

  private name(node: AstNode, parent: AstNode | null, type: PointerType | null): void {
    const { referencedDecl } = node;
    if (!type || parent?.type?.qualType.includes('::*')) return; // a pointer to member is called on an object
    const isCallee = parent !== null && this.isCallee(node, parent);
    if (node.kind === 'MemberExpr') {
      const id = node.referencedMemberDecl ?? '';
      if (!this.declared.has(id) && !this.scope.functions.has(id))
        this.close(type, node, `${node.name} belongs to a library`);
    } else if (isFunctionDeclaration(referencedDecl)) {
      const own = this.scope.functions.get(referencedDecl!.id);
      const isOrdinary = own !== undefined && this.scope.builder.functions[own]!.pointerType === type;
      if (!isCallee && !isOrdinary) this.close(type, node, `the pointer may refer to ${referencedDecl!.name}`);
    } else if (!this.declared.has(referencedDecl?.id ?? ''))
      this.close(type, node, `${referencedDecl?.name} belongs to a library`);
  }

  private isCallee(node: AstNode, parent: AstNode): boolean {
    return parent.castKind === 'FunctionToPointerDecay' && this.callees.has(parent.id) && children(parent)[0] === node;
  }

  private assigned(node: AstNode): void {
    const [target, value] = children(node);
    const type = this.typeOf(target);
    if (type) this.agree(type, this.typeOf(value), node);
  }

  /** Closes both types if one type has two spellings that cannot be matched. */
  private agree(type: PointerType, other: PointerType | null, node: AstNode): void {
    if (!other || other === type) return;
    this.close(type, node, 'its type is written in two different ways');
    this.close(other, node, 'its type is written in two different ways');
  }

  private at(node: AstNode, what: string): string {
    const place = this.scope.builder.places.ofNode(node);
    return place ? `${what} at ${this.scope.builder.at(place)}` : what;
  }
}

function beginOf({ range }: AstNode): string {
  const at = range?.begin.expansionLoc ?? range?.begin;
  return `${at?.file}:${at?.offset}`;
}

/** `f` or `&f`, but not an object that may contain a function. */
function pointsToFunction(node: AstNode): boolean {
  const at = ignoringParenImpCasts(node);
  return namesFunction(at) || (at.opcode === '&' && children(at).length === 1 && pointsToFunction(children(at)[0]!));
}
