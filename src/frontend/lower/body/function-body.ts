/**
 * Lowers the body of one function: statements to basic blocks, expressions (see expressions.ts) to operations and SSA values, pointers and references
 * to joins between cells.
 */

import type { Format } from '../../../numerics/format.js';
import type { Place } from '../../../program/place.js';
import type {
  BlockIndex,
  CellIndex,
  FunctionIndex,
  OperationKind,
  SiteIndex,
  Value,
  ValueIndex,
} from '../../../program/program.js';
import type { TypeFacts } from '../../ast/c-types.js';
import { type AstNode, children, initialValue } from '../../ast/node.js';
import type { ProgramBuilder } from '../builder.js';
import { bindNames } from '../declarations/bindings.js';
import { rememberConstant } from '../declarations/declarations.js';
import { declarationsUsedAsMemory } from '../declarations/memory-use.js';
import { declareStorage } from '../declarations/storage.js';
import { freezeTypeOfValues } from '../expressions/deduced-containers.js';
import { lowerInitialiser } from '../expressions/initialisers.js';
import { isIntegerConstant } from '../expressions/integer-constants.js';
import { typeOfElement } from '../expressions/library-elements.js';
import { bindReferenceToArgument } from '../expressions/reference-to-argument.js';
import type { Result } from '../expressions/results.js';
import { NOWHERE } from '../places.js';
import type { UnitScope } from '../unit-scope.js';
import { SsaBuilder } from './ssa.js';
import { Statements } from './statements.js';

export interface OperationDraft {
  readonly kind: OperationKind;
  readonly symbol: string;
  readonly node: AstNode;
  readonly at?: Place | null;
  readonly format: Format;
  readonly operands: readonly (ValueIndex | null)[];
  readonly implicit?: boolean;
  readonly writesTo?: SiteIndex | null;
  readonly castTo?: SiteIndex | null;
}

export type ExpressionRules = (body: BodyLowering, node: AstNode) => Result;

export class BodyLowering {
  readonly ssa = new SsaBuilder();
  readonly builder: ProgramBuilder;
  /** Scalars whose address is never taken, which are SSA values. */
  readonly promoted = new Set<SiteIndex>();
  block: BlockIndex;
  private readonly statements = new Statements(this);
  private readonly addressTaken: Set<string>;
  private readonly operationIndices: number[] = [];
  private readonly valueOfNode = new Map<string, ValueIndex>();
  /** Positive inside `sizeof`, `decltype` and default arguments, which are not executed. */
  unevaluated = 0;
  /** The variable being initialised; sites read for a global's initialiser keep their format (static-initialisers.ts). */
  initialised: string | null = null;
  /** Positive inside expressions that the compiler evaluates. */
  constants = 0;
  private readonly occurrences = new Map<string, number>();

  constructor(
    readonly scope: UnitScope,
    readonly owner: FunctionIndex | null,
    private readonly root: AstNode,
    /** A further instantiation adds flows and checks formats; the operations are those of the first one. */
    readonly recordsProgram: boolean,
    /** The lowering of every kind of expression, passed in to avoid cyclic imports. */
    private readonly rules: ExpressionRules,
  ) {
    this.builder = scope.builder;
    this.block = this.ssa.newBlock([], { sealed: true });
    this.addressTaken = declarationsUsedAsMemory(root);
  }

  run(): void {
    const around = this.builder.within;
    this.builder.within = this.owner;
    this.lowerBody();
    this.builder.within = around;
  }

  private lowerBody(): void {
    const draft = this.builder.functions[this.owner!]!;
    for (const child of children(this.root)) {
      if (child.kind === 'ParmVarDecl') this.enterParameter(child);
      if (child.kind === 'CXXCtorInitializer') this.constructorInitialiser(child);
    }
    for (const child of children(this.root))
      if (child.kind === 'CompoundStmt' || child.kind === 'CXXTryStmt') this.statement(child);
    this.statements.sealLabels();
    const { values, valueBlocks, renumber } = this.ssa.finish();
    for (const index of this.operationIndices) {
      const operation = this.builder.operations[index]!;
      this.builder.operations[index] = { ...operation, value: renumber(operation.value) };
    }
    if (!this.recordsProgram) return;
    for (const [id, value] of this.valueOfNode)
      this.scope.valueNodes.set(id, { function: this.owner!, value: renumber(value) });
    draft.values = values;
    draft.valueBlocks = valueBlocks;
    draft.blocks = this.ssa.basicBlocks();
  }

  /** The result of an expression; its operations are added to the current block. */
  lower(node: AstNode): Result {
    const result = this.rules(this, node);
    if (result.value !== undefined && result.value !== null) this.isValueOf(node, result.value);
    return result;
  }

  /** The body of a function that is nested in this one. */
  inside(owner: FunctionIndex, root: AstNode, recordsProgram: boolean): BodyLowering {
    return new BodyLowering(this.scope, owner, root, recordsProgram, this.rules);
  }

  place(node: AstNode): Place | null {
    return this.builder.places.ofNode(node);
  }

  types(node: AstNode): TypeFacts {
    const facts = this.scope.types.read(node.type);
    if (facts.format !== null || !LIBRARY_ELEMENT.test(facts.record ?? '')) return facts;
    const record = elementRecord(this.scope, node);
    return record === null ? facts : { ...facts, record };
  }

  add(value: Value): ValueIndex {
    return this.ssa.add(value, this.block);
  }

  valueAt(index: ValueIndex): Value | undefined {
    return this.ssa.values[index];
  }

  operation(draft: OperationDraft): ValueIndex {
    const operands = draft.operands.filter((operand) => operand !== null);
    const place = this.place(draft.node);
    if (this.unevaluated > 0 || !this.recordsProgram || this.owner === null || place === null) {
      return this.add({
        kind: 'call',
        callee: draft.symbol,
        function: null,
        arguments: operands,
        format: draft.format,
        place: place ?? NOWHERE,
      });
    }
    const operation = this.builder.operations.length;
    const value = this.add({ kind: 'operation', operation, operands });
    this.operationIndices.push(operation);
    this.scope.operationNodes.set(`${draft.node.id} ${draft.kind}`, operation);
    this.builder.operations.push({
      kind: draft.kind,
      symbol: draft.symbol,
      function: this.owner,
      place,
      at: draft.at ?? place,
      format: draft.format,
      value,
      loop: this.statements.loop,
      loopDepth: this.statements.loopDepth,
      block: this.block,
      implicit: draft.implicit ?? false,
      ...(draft.writesTo != null && { writesTo: draft.writesTo }),
      ...(draft.castTo != null && { castTo: draft.castTo }),
    });
    return value;
  }

  /** Records the value of an expression, for edits of its text. */
  isValueOf(node: AstNode, value: ValueIndex): void {
    if (this.unevaluated === 0) this.valueOfNode.set(node.id, value);
  }

  /** The key with the number of its occurrences in this body. */
  numbered(key: string): string {
    const count = (this.occurrences.get(key) ?? 0) + 1;
    this.occurrences.set(key, count);
    return `${key} ${count}`;
  }

  read(site: SiteIndex): ValueIndex {
    return this.ssa.read(site, this.block);
  }

  /** Defines a promoted variable or stores to memory; returns the value as stored. */
  store(site: SiteIndex | null, value: ValueIndex, node: AstNode): ValueIndex {
    const stored = this.add({ kind: 'store', site, value, place: this.place(node) ?? NOWHERE });
    if (site !== null && this.promoted.has(site)) this.ssa.write(site, this.block, stored);
    return stored;
  }

  join(
    a: CellIndex | null,
    b: CellIndex | null,
    kind: Parameters<ProgramBuilder['join']>[2],
    node: AstNode,
    mayConvert = false,
  ): void {
    const place = this.place(node);
    if (place) this.builder.join(a, b, kind, place, this.builder.within, mayConvert);
  }

  /** Lowers `arms` in separate blocks and continues in a block that joins them. */
  branch<T>(arms: readonly (() => T)[], fallThrough: boolean): T[] {
    const entry = this.block;
    const ends: BlockIndex[] = fallThrough ? [entry] : [];
    const results = arms.map((arm) => {
      this.block = this.ssa.newBlock([entry], { sealed: true });
      const result = arm();
      ends.push(this.block);
      return result;
    });
    this.block = this.ssa.newBlock(ends, { sealed: true });
    return results;
  }

  private enterParameter(node: AstNode): void {
    const site = this.scope.sites.get(node.id);
    if (site === undefined) return;
    const facts = this.types(node);
    if (facts.shape !== 'scalar' || this.addressTaken.has(node.id)) return;
    this.promoted.add(site);
    this.ssa.write(site, this.block, this.add({ kind: 'parameter', site }));
  }

  private constructorInitialiser(node: AstNode): void {
    const member = (node.anyInit as { id?: string } | undefined)?.id;
    const value = children(node)[0];
    if (!value) return;
    if (member)
      lowerInitialiser(
        this,
        {
          site: this.scope.sites.get(member) ?? null,
          cell: this.scope.cellOf(member),
          ...(this.scope.others.has(member) ? { declared: this.scope.others.get(member)! } : {}),
        },
        value,
      );
    else this.lower(value);
  }

  declareLocal(node: AstNode): void {
    const attributes = new Set(children(node).map((child) => child.kind));
    const kind = this.owner === null ? 'host' : this.builder.functions[this.owner]!.kind;
    const space = attributes.has('CUDASharedAttr')
      ? 'shared'
      : attributes.has('CUDAConstantAttr')
        ? 'constant'
        : attributes.has('CUDADeviceAttr')
          ? 'global'
          : kind === 'host'
            ? 'host'
            : 'local';
    const initialiser = initialValue(node);
    const typed = initialiser ? { ...node, type: this.concreteType(node, initialiser) } : node;
    // `extern double table[];` in a body refers to a declaration outside it
    const isElsewhere = node.storageClass === 'extern' && space !== 'shared';
    const site = node.isImplicit
      ? null
      : declareStorage(this.scope, typed, {
          kind: 'variable',
          function: isElsewhere ? null : this.owner,
          record: null,
          space,
          known: null,
          isDefinition: !isElsewhere,
          linkageKey: isElsewhere ? (node.mangledName ?? node.name ?? null) : null,
        });
    if (node.isImplicit) this.scope.others.set(node.id, node);
    const carrier = site === null && space !== 'host' && space !== 'local' ? this.scope.cellOf(node.id) : null;
    if (carrier !== null) this.builder.cellSpaces.push({ cell: carrier, space });
    rememberConstant(this.scope, node);
    if (
      site !== null &&
      this.types(node).shape === 'scalar' &&
      space !== 'shared' &&
      node.storageClass !== 'static' &&
      !this.addressTaken.has(node.id)
    )
      this.promoted.add(site);
    if (!initialiser || node.init === undefined) return;
    const isBound = /&\s*$/.test(node.type?.qualType ?? '') && bindReferenceToArgument(this.scope, initialiser);
    if (isBound && site !== null) this.builder.freeze(site, 'referred-to', `it is bound at ${this.placeText(node)}`);
    // a constant expression cannot contain calls of our functions, and a static initialiser runs only once
    const isComputedApart = node.storageClass === 'static' || node.constexpr === true;
    const isConstant = isIntegerConstant(this.scope, node, initialiser);
    if (isComputedApart) this.initialised = node.name ?? '';
    if (isConstant) this.constants++;
    const starting = lowerInitialiser(
      this,
      { site, cell: site ?? this.scope.cellOf(node.id), declared: typed },
      initialiser,
    );
    if (isComputedApart) this.initialised = null;
    if (isConstant) this.constants--;
    if (site !== null) freezeTypeOfValues(this, site, typed, initialiser, starting);
    if (node.isImplicit) this.scope.alias(node.id, starting.cell);
    if (node.kind === 'DecompositionDecl') bindNames(this, node);
  }

  /** `const auto &y = v[i]` has a library's type name (`value_type`); the initialiser has the real type. */
  private concreteType(node: AstNode, initialiser: AstNode): NonNullable<AstNode['type']> {
    const type = node.type!;
    const spelling = type.desugaredQualType ?? type.qualType;
    if (
      !/\b(?:value_type|(?:const_)?reference|(?:const_)?pointer|element_type)\b/.test(this.scope.types.expand(spelling))
    )
      return type;
    const known = typeOfElement(this.scope, initialiser) ?? initialiser.type?.qualType ?? '';
    const element = this.scope.types
      .expand(known)
      .replace(/\b(?:const|volatile)\b/g, '')
      .trim();
    return {
      qualType: `${spelling.includes('const') ? 'const ' : ''}${element}${/&/.test(spelling) && !element.includes('&') ? ' &' : ''}`,
    };
  }

  statement(node: AstNode | undefined): void {
    this.statements.statement(node);
  }

  placeText(node: AstNode): string {
    const place = this.place(node);
    return place ? this.builder.at(place) : '';
  }
}

/** Library names for the element types of containers. */
const LIBRARY_ELEMENT = /\b(?:value_type|element_type|(?:const_)?(?:pointer|reference))$/;

/** The program's own record in a container, for an expression that begins with it, such as `samples.data()`. */
function elementRecord(scope: UnitScope, node: AstNode): string | null {
  for (const child of children(node)) {
    const [, held] = /<(.*)>/s.exec(scope.types.expand(child.type?.qualType ?? '')) ?? [];
    const named = held?.match(/[A-Za-z_][\w:]*/g)?.find((name) => scope.record(name) !== null);
    const found = named ?? elementRecord(scope, child);
    if (found !== null) return found;
  }
  return null;
}
