import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeOf } from '../frontend/ast/callee.js';
import {
  ignoringImplicitCasts,
  ignoringParenNoopCasts,
  isImplicit,
  isParenOrImplicit,
} from '../frontend/ast/ignoring.js';
import { isNumberLiteral } from '../frontend/ast/kinds.js';
import { type AstNode, children, type Location } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Format } from '../numerics/format.js';
import { libraryFunction } from '../program/library/library.js';
import type { Range } from '../program/place.js';
import type { FunctionIndex, SiteIndex } from '../program/program.js';
import { SharedFormats } from '../program/shared-formats.js';
import { addTo } from '../support/grouped-by.js';
import type { Token } from '../support/tokens.js';
import { applyNestedEdits, type NestedEdit, outermostEdits, type Replacement } from './nested-edits.js';
import { usesThatPrint } from './printed-text.js';
import { type TypeNames, writtenOut } from './type-naming.js';
import { TypeParameters } from './type-parameters.js';
import type { Spelling } from './type-text.js';

/** Edits gathered for the files of a program, by place: an edit for a place that already has the same one is not repeated. */
export class SourceEdits {
  /** `file:begin` of declarations that became one for each declarator. */
  readonly splitDeclarations = new Set<string>();
  /** What the type parameters of templates are in the text that is being made. */
  typeParameters: TypeParameters;
  /** Variables that go on to be declared with `auto` (deduced-types.ts). */
  deducedAsWanted: ReadonlySet<SiteIndex> = new Set();
  /** Names of types that were written anew, and the format each is to be; for what the program has names for, see type-names.ts. */
  readonly writtenTypes: { readonly range: Range; readonly name: string; readonly format: Format | null }[] = [];
  /** Names of types that a declaration had for several declarators, and that stand before each of them now. */
  readonly splitTypes: (Range & { readonly name: string })[] = [];
  private readonly byFile = new Map<number, NestedEdit[]>();
  private readonly keys = new Set<string>();

  constructor(
    readonly syntax: ProgramSyntax,
    /** What the program's names for its types are to mean. */
    readonly typeNames: TypeNames = writtenOut,
  ) {
    this.typeParameters = new TypeParameters(syntax, new Map(), 'deduced');
    this.repeated = new Set(syntax.scopes[0]?.builder.repeatedTexts.flat());
  }

  /** Macro uses that would have to be edited inside, by place. */
  private readonly insideUses = new Map<string, Range>();
  /** Edits asked for in the arguments of macros: what each is, and how often each was asked for. */
  private readonly inArguments = new Map<string, { use: Range; edits: Map<string, Set<string>> }>();

  /** Edits that hold for one of the functions that share a text, by that function. */
  private readonly layers = new Map<
    FunctionIndex,
    (NestedEdit & { readonly file: number; readonly order: number })[]
  >();
  /** In which order edits came: of two with one range the first is the outer. */
  private readonly orders = new WeakMap<NestedEdit, number>();
  private count = 0;
  private layer: FunctionIndex | null = null;

  /** What is edited meanwhile is edited for this function alone, where others share its text. */
  inLayerOf(index: FunctionIndex, edit: () => void): void {
    const around = this.layer;
    if (this.isOneOfSeveral(index)) this.layer = index;
    edit();
    this.layer = around;
  }

  private readonly repeated: ReadonlySet<FunctionIndex>;

  private isOneOfSeveral(index: FunctionIndex): boolean {
    return this.syntax.program.functions[index]!.sharesText || this.repeated.has(index);
  }

  /** The text of a range with the edits in it made, those for one function among them. */
  editedFor(index: FunctionIndex, { file, begin, end }: Range): string {
    const own = (this.layers.get(index) ?? []).filter((edit) => edit.file === file);
    const everybodys = (this.byFile.get(file) ?? []).map((edit) => ({ ...edit, order: this.orders.get(edit) ?? 0 }));
    const all = [...everybodys, ...own].sort((a, b) => a.order - b.order);
    return this.applied(all, { file, begin, end });
  }

  /** Makes the edits for one function everybody's. */
  adopt(index: FunctionIndex): void {
    for (const { file, order: _, ...edit } of this.layers.get(index) ?? []) addTo(this.byFile, file, edit);
  }

  /** Replaces a range; `key` tells edits of one place and different purpose apart. An optional one may go with the text around it. */
  replace(range: Range, key: string, render: NestedEdit['render'], optional = false): void {
    const id = `${range.file}:${range.begin}-${range.end} ${key}${this.layer === null ? '' : ` #${this.layer}`}`;
    if (this.keys.has(id)) return; // a template's text, seen through another instantiation
    this.keys.add(id);
    if (this.layer !== null) {
      const edit = { file: range.file, begin: range.begin, end: range.end, render, optional, order: this.count++ };
      addTo(this.layers, this.layer, edit);
      return;
    }
    const edit = { begin: range.begin, end: range.end, render, ...(optional && { optional }) };
    this.orders.set(edit, this.count++);
    addTo(this.byFile, range.file, edit);
  }

  /** Writes a type in place of the name of one. */
  replaceType(range: Range, name: string, format: Spelling, spelling: string, optional = false): void {
    if (format !== 'carrier') this.writtenTypes.push({ range, name, format });
    this.replace(range, 'type', () => spelling, optional);
  }

  /** Takes a word out; it may go with the text around it as well. */
  remove(range: Range): void {
    const id = `${keyOf(range)} removed`;
    if (this.keys.has(id)) return;
    this.keys.add(id);
    this.byFile.set(range.file, [
      ...(this.byFile.get(range.file) ?? []),
      { begin: range.begin, end: range.end, render: () => '', optional: true },
    ]);
  }

  /** `before` + text + `after`. */
  wrap(range: Range, key: string, before: string, after: string): void {
    this.replace(range, key, (inner) => before + inner(range.begin, range.end) + after);
  }

  insert(file: number, offset: number, key: string, text: string): void {
    this.replace({ file, begin: offset, end: offset }, key, () => text);
  }

  get isEmpty(): boolean {
    return this.byFile.size === 0;
  }

  /** The edited text of a file; the text itself where nothing was edited. */
  apply(file: number): string {
    const { text } = this.syntax.places.files[file]!.source;
    const edits = this.byFile.get(file);
    return edits ? applyNestedEdits(text, edits) : text;
  }

  /** What is put in place of what in a file, each in one piece. */
  replacements(file: number): Replacement[] {
    return outermostEdits(this.syntax.places.files[file]!.source.text, this.byFile.get(file) ?? []);
  }

  /** The text of a range with the edits in it made. */
  edited(range: Range): string {
    return this.applied(this.byFile.get(range.file) ?? [], range);
  }

  private applied(edits: readonly NestedEdit[], { file, begin, end }: Range): string {
    const within = edits
      .filter((edit) => edit.begin >= begin && edit.end <= end)
      .map(({ begin: from, end: to, render, optional = false }) => ({
        begin: from - begin,
        end: to - begin,
        optional,
        render: (inner: Parameters<typeof render>[0]) => render((a, b) => inner(a - begin, b - begin)),
      }));
    return applyNestedEdits(this.text({ file, begin, end }), within);
  }

  /** Puts `text` in place of a range, whatever edits were to be made in it. */
  override({ file, begin, end }: Range, text: string): void {
    const others = (this.byFile.get(file) ?? []).filter((edit) => edit.begin < begin || edit.end > end);
    this.byFile.set(file, [...others, { begin, end, render: () => text, optional: true }]);
  }

  text(range: Range): string {
    return this.syntax.places.text(range);
  }

  firstToken(range: Range): Token | undefined {
    return this.syntax.places.files[range.file]!.source.tokens.within(range)[0];
  }

  /** The range of a node's own text; null where it comes out of a macro's body or is not the user's. */
  rangeOf(node: AstNode): Range | null {
    const place = this.syntax.places.ofNode(node);
    if (!place || this.isNested(node)) return null;
    if (!spelledByMacro(node)) return place.spelling === null ? place.range : null;
    return this.endsOnConstants(node) ? place.range : null;
  }

  /** `exp(fabs(x))` of macros: what the inner one spells stands somewhere in the argument of the outer one. */
  private isNested({ range }: AstNode): boolean {
    return [range?.begin, range?.end].some(
      (end) =>
        end?.expansionLoc?.isMacroArgExpansion === true && this.syntax.places.fileIndex(end.spellingLoc?.file) === null,
    );
  }

  /** The text of a node that stands in the file itself. */
  ownText(node: AstNode): string | null {
    const range = this.rangeOf(node);
    return range && this.text(range);
  }

  /** The range of a node's text; of one that a system's macro spells, the use of that macro, which is to stand for all of it. */
  rangeOfWhole(node: AstNode): Range | null {
    const place = this.syntax.places.ofNode(node);
    return this.rangeOf(node) ?? (place && place.spelling === null && !this.isNested(node) ? place.range : null);
  }

  /**
   * `M_PI * x`: an end that a macro spells is the whole use of a macro that stands for one constant, or of a system's macro that the
   * node goes beyond: what the system calls a function may be one.
   */
  private endsOnConstants(node: AstNode): boolean {
    const [begin, end] = this.syntax.places.macroUses(node);
    const goesBeyond = !begin || !end || keyOf(begin) !== keyOf(end);
    const isSystems = (at: Location): boolean => this.syntax.places.fileIndex(at.spellingLoc?.file) === null;
    const isConstant = (leaf: AstNode): boolean => isNumberLiteral(leaf) && this.wholeUse(leaf) !== null;
    const leafAt = (side: 0 | -1): AstNode => {
      let leaf = node;
      for (let inner = children(leaf); inner.length > 0; inner = children(leaf)) leaf = inner.at(side)!;
      return leaf;
    };
    const ends = [
      [node.range?.begin, 0],
      [node.range?.end, -1],
    ] as const;
    return ends.every(
      ([at, side]) =>
        !at?.expansionLoc ||
        at.expansionLoc.isMacroArgExpansion === true ||
        (goesBeyond && isSystems(at)) ||
        isConstant(leafAt(side)),
    );
  }

  /**
   * The range to edit for a node; null where the node lies in a macro's body. Such a use, and one whose argument would have to be
   * edited in one of its places and not in another, must be expanded before the edits can be made: see `usesToExpand`.
   */
  editableRange(node: AstNode, edit: string): Range | null {
    const range = this.rangeOf(node);
    const [use] = this.syntax.places.macroUses(node);
    if (!use) return range;
    if (!range) {
      for (const one of this.syntax.places.macroUses(node)) this.insideUses.set(keyOf(one), one);
      return null;
    }
    const key = keyOf(range);
    if (!this.inArguments.has(key)) this.inArguments.set(key, { use, edits: new Map() });
    const { edits } = this.inArguments.get(key)!;
    edits.set(edit, (edits.get(edit) ?? new Set()).add(node.id));
    return range;
  }

  /** Says that a use of a macro must be expanded, whatever stands in it. */
  expandUse(use: Range): void {
    this.insideUses.set(keyOf(use), use);
  }

  /** The use of a macro that stands for exactly this node (`M_PI`, `#define HALF 0.5`); null for any other node. */
  wholeUse(node: AstNode): Range | null {
    const place = this.syntax.places.ofNode(node);
    const uses = this.syntax.places.macroUses(node);
    if (!place || uses.length !== 2 || keyOf(uses[0]!) !== keyOf(uses[1]!) || !spelledByMacro(node)) return null;
    const name = this.text(uses[0]!);
    if (!/^[A-Za-z_]\w*$/.test(name)) return null;
    if (place.spelling === null) return uses[0]!; // a system's constant
    const { text } = this.syntax.places.files[place.spelling.file]!.source;
    const line = text.slice(text.lastIndexOf('\n', place.spelling.begin) + 1, place.spelling.begin);
    const rest = /^[^\n]*/.exec(text.slice(place.spelling.end))![0];
    return new RegExp(`^\\s*#\\s*define\\s+${name}\\s+$`).test(line) && /^\s*(?:\/[/*].*)?\r?$/.test(rest)
      ? uses[0]!
      : null;
  }

  /** Uses of macros to expand before these edits can be made. */
  usesToExpand(): Range[] {
    const found = new Map(this.insideUses);
    const occurrences = this.inArguments.size > 0 ? this.countArguments() : new Map<string, number>();
    for (const [key, { use, edits }] of this.inArguments) {
      const [only] = [...edits.values()];
      if (edits.size > 1 || only!.size < (occurrences.get(key) ?? 0)) found.set(keyOf(use), use);
    }
    for (const use of usesThatPrint(this.syntax, this.nodes(), (range) => this.isEdited(range)))
      found.set(keyOf(use), use);
    return [...found.values()];
  }

  private isEdited({ file, begin, end }: Range): boolean {
    return (this.byFile.get(file) ?? []).some((edit) => edit.begin < end && edit.end > begin);
  }

  /** How often the text of each macro argument stands in the program: once per use of the parameter in the macro's body. */
  private countArguments(): Map<string, number> {
    const seen = new Map<string, Map<string, Set<string>>>();
    for (const node of this.nodes()) {
      if (!node.range?.begin.expansionLoc?.isMacroArgExpansion) continue;
      const range = this.rangeOf(node);
      if (!range) continue;
      const kinds = seen.get(keyOf(range)) ?? new Map<string, Set<string>>();
      seen.set(keyOf(range), kinds);
      const kind = `${node.kind} ${node.castKind ?? ''}`;
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(node.id));
    }
    return new Map([...seen].map(([key, kinds]) => [key, Math.max(...[...kinds.values()].map((ids) => ids.size))]));
  }

  /** A site that a type spelt in an expression changes with; null where nothing else has its format. */
  siteOfMention(node: AstNode): SiteIndex | null {
    const place = this.syntax.places.ofNode(node);
    return place ? (this.sitesOfMentions().get(keyOf(place.range)) ?? null) : null;
  }

  private mentioned: ReadonlyMap<string, SiteIndex> | null = null;
  private shared: SharedFormats | null = null;

  get sharedFormats(): SharedFormats {
    this.shared ??= new SharedFormats(this.syntax.program);
    return this.shared;
  }

  private sitesOfMentions(): ReadonlyMap<string, SiteIndex> {
    if (this.mentioned) return this.mentioned;
    const mentioned = new Map<string, SiteIndex>();
    this.syntax.program.cells.forEach(({ what, range }, cell) => {
      const site = this.sharedFormats.siteOf(cell);
      if (what === 'type-mention' && range && site !== null) mentioned.set(keyOf(range), site);
    });
    this.mentioned = mentioned;
    return mentioned;
  }

  /** Every node of the program's functions and initialisers. */
  *nodes(): Generator<AstNode> {
    const pending = [
      ...this.syntax.functions.map(({ node }) => node),
      ...this.syntax.scopes.flatMap(({ initialisers }) => initialisers.map(({ node }) => node)),
    ];
    while (pending.length > 0) {
      const node = pending.pop()!;
      yield node;
      pending.push(...children(node));
    }
  }
}

export function keyOf({ file, begin, end }: Range): string {
  return `${file}:${begin}-${end}`;
}

/** True when either end of a node stands in a macro's body rather than in the file (or in a macro's argument). */
function spelledByMacro(node: AstNode): boolean {
  return [node.range?.begin, node.range?.end].some((end) => end?.expansionLoc && !end.expansionLoc.isMacroArgExpansion);
}

/** The site behind an lvalue or pointer: any member of its group will do, since they share one format. */
export function siteOf(scope: UnitScope, node: AstNode): SiteIndex | null {
  const inner = children(node);
  switch (node.kind) {
    case 'DeclRefExpr':
      return scope.sites.get(node.referencedDecl?.id ?? '') ?? null;
    case 'MemberExpr':
      return scope.sites.get(node.referencedMemberDecl ?? '') ?? (inner[0] ? siteOf(scope, inner[0]) : null);
    case 'ArraySubscriptExpr':
      return siteOf(scope, inner[0]!) ?? siteOf(scope, inner[1]!);
    case 'CompoundAssignOperator':
      return siteOf(scope, inner[0]!);
    case 'BinaryOperator':
      if (node.opcode === '=') return siteOf(scope, inner[0]!);
      return /^[-+]$/.test(node.opcode ?? '')
        ? (siteOf(scope, inner[0]!) ?? siteOf(scope, inner[1]!))
        : siteOf(scope, inner.at(-1)!);
    case 'CXXOperatorCallExpr':
    case 'CallExpr':
    case 'CXXMemberCallExpr':
      return siteOfCall(scope, node, inner);
    case 'ConditionalOperator':
      return siteOf(scope, inner[1]!) ?? siteOf(scope, inner[2]!);
    case 'IntegerLiteral':
    case 'FloatingLiteral':
      return null;
    default:
      return inner.length > 0 ? siteOf(scope, inner.at(-1)!) : null;
  }
}

function siteOfCall(scope: UnitScope, node: AstNode, inner: readonly AstNode[]): SiteIndex | null {
  const own = calledFunction(scope, node);
  if (own !== null) return scope.builder.functions[own]!.returnSite;
  if (node.kind === 'CXXMemberCallExpr') return siteOf(scope, inner[0]!); // the object of a library container
  return inner[1] ? siteOf(scope, inner[1]) : null;
}

/** True for a number that a reference is bound to and that has no storage of its own: `const double &r = 2 * x;`. */
export function bindsTemporary(scope: UnitScope, node: AstNode): boolean {
  let at = node;
  while (at.kind !== 'MaterializeTemporaryExpr' && isParenOrImplicit(at) && children(at)[0]) at = children(at)[0]!;
  if (at.kind !== 'MaterializeTemporaryExpr') return false;
  const facts = scope.types.read(at.type);
  return isScalarValue(facts) || facts.shape === 'vector';
}

/**
 * True where a reference is bound to a copy because what it is given has another type: `const double &r = f;` with a float. In one format
 * the reference would be the variable itself.
 */
export function bindsConverted(node: AstNode): boolean {
  const at = ignoringParenNoopCasts(node);
  const made = at.kind === 'MaterializeTemporaryExpr' ? children(at)[0] : null;
  return made?.castKind === 'FloatingCast' && children(made)[0]?.castKind === 'LValueToRValue';
}

/**
 * The argument as the source spells it, before it is converted to its parameter, where the format of its type chooses what is
 * called: an overload, or an instantiation. There it must keep that type.
 */
export function choosingArgument(
  { program, places }: ProgramSyntax,
  parameter: SiteIndex,
  argument: AstNode,
): AstNode | null {
  const { frozen, shape, declaration, type, function: owner } = program.sites[parameter]!;
  // a number of a template that is not spelt with its parameter has one type in every instantiation
  const isFixed = owner !== null && program.functions[owner]!.sharesText;
  // what is written through a reference is memory
  if (shape === 'reference' && !isTemporary(argument) && !/\bconst\b/.test(type)) return null;
  const chooses = frozen.some(({ code }) => {
    if (code === 'several-formats') return !isFixed;
    if (/^(?:overloaded|deduced|parameter-pack)$/.test(code)) return true;
    // memory has its type, a number is given it
    const isNumber = shape === 'scalar' || (shape === 'reference' && isTemporary(argument));
    if (code === 'generic') return isNumber;
    return code === 'type-asked' && isNumber && /\bauto\b/.test(places.text(declaration));
  });
  return chooses ? withoutConversion(argument) : null;
}

function isTemporary(argument: AstNode): boolean {
  return ignoringImplicitCasts(argument).kind === 'MaterializeTemporaryExpr';
}

/** True for a number that is no `long double` where one is asked for. */
export function becomesLongDouble(scope: UnitScope, { castKind, type }: AstNode): boolean {
  return castKind === 'FloatingCast' && /^(?:const )?long double$/.test(scope.types.expand(type?.qualType ?? ''));
}

/** A value as the source spells it, before it is converted to what takes it. */
export function withoutConversion(value: AstNode): AstNode {
  const inner = children(value)[0];
  return isImplicit(value) && value.castKind !== 'LValueToRValue' && inner ? withoutConversion(inner) : value;
}

/** The conversion function that a cast of an object calls: `operator double` for `static_cast<double>(mass)`. */
export function conversionFunction({ conversionFunc }: AstNode): string | null {
  return conversionFunc?.kind === 'CXXConversionDecl' ? (conversionFunc.name ?? null) : null;
}

/** What a temporary is made from. */
export function withoutTemporary(node: AstNode): AstNode {
  const isTemporary = node.kind === 'MaterializeTemporaryExpr' || node.kind === 'ExprWithCleanups';
  return isTemporary ? withoutTemporary(children(node)[0]!) : node;
}

/** The expression a vector is copied from, without the copies. */
export function vectorSource(node: AstNode): AstNode {
  const inner = children(node);
  const copies = isParenOrImplicit(node) || node.kind === 'CXXConstructExpr';
  return copies && inner.length === 1 ? vectorSource(inner[0]!) : node;
}

/** For `make_double3(…)`: the node of its name, and how many components it makes. */
export function vectorMaker(call: AstNode): { readonly name: AstNode; readonly lanes: number } | null {
  if (call.kind !== 'CallExpr') return null;
  const callee = calleeOf(call);
  const lanes = libraryFunction(callee?.referencedDecl?.name ?? '').vectorLanes;
  return lanes && callee ? { name: callee, lanes } : null;
}
