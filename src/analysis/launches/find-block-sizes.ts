/**
 * The block sizes of a program's launches, and which of them are free. A size is a number of the text; everything that follows from it is
 * found, and must be a block, a grid of just enough of them, or nothing. Then every kernel it is launched with must not
 * care (kernel-guards.ts), and what keeps its threads within bounds must be what its grid is made for.
 */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { ignoringParenCasts, isSubstituted } from '../../frontend/ast/ignoring.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { FunctionSyntax } from '../../frontend/lower/lower-units.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import type { Place, Range } from '../../program/place.js';
import { nearestName } from '../../support/nearest-name.js';
import type { BlockSize, BlockSizes, LaunchShape, LaunchSide, NotFree, SizeLiteral } from './block-sizes.js';
import { IntegerReader, isBuiltin, newTrail, SIDES, type SpeltNumber, type Trail } from './integer-reader.js';
import { KernelGuards } from './kernel-guards.js';
import { launchAt } from './launch-at.js';
import { givenForm, LaunchReader } from './launch-reader.js';
import { isConstant, type LinearForm, substituted, sum } from './linear-form.js';
import { SettledCounts } from './settled-counts.js';
import { type SizeName, SizeNames } from './size-names.js';
import { Variables } from './variables.js';
import { type Obstacle, togetherness } from './working-together.js';

/** `declaredFree`: ids of sizes whose author says that nothing depends on them. */
export function findBlockSizes(syntax: ProgramSyntax, declaredFree: ReadonlySet<string> = new Set()): BlockSizes {
  const found = new SizeFinder(syntax, declaredFree).find();
  const ids = found.sizes.map(({ id }) => id);
  const unknown = [...declaredFree].find((id) => !ids.includes(id));
  if (unknown !== undefined) throw unknownSize(unknown, ids);
  return found;
}

export function unknownSize(id: string, known: readonly string[]): MantissaError {
  const near = nearestName(id, known);
  const hint = near === null ? `there are ${known.join(', ') || 'none'}` : `did you mean ${near}?`;
  return new MantissaError('MX2054', `${id}: ${hint}`);
}

/** A launch as far as its block could be read. */
interface ReadLaunch {
  readonly launch: number;
  readonly owner: FunctionSyntax;
  readonly sides: readonly (SpeltNumber | null)[];
  readonly isDefault: boolean;
  readonly tied: readonly { readonly side: number; readonly literal: SizeLiteral }[];
  readonly isGridStride: boolean;
  readonly grid: SizeLiteral | null;
  readonly trail: Trail;
  readonly obstacle: NotFree | null;
}

/** A size as some launches have it. */
interface SizePart {
  readonly literals: readonly SizeLiteral[];
  readonly own: readonly ReadLaunch[];
  readonly macro?: Range;
}

class SizeFinder {
  private readonly definitions = new Map<string, AstNode>();
  private readonly globals = new Map<string, AstNode>();
  private readonly variables = new Map<AstNode, Variables>();
  private readonly names: SizeNames;
  private readonly settled: SettledCounts;

  constructor(
    private readonly syntax: ProgramSyntax,
    private readonly declaredFree: ReadonlySet<string>,
  ) {
    this.names = new SizeNames(syntax.places);
    this.settled = new SettledCounts(
      syntax.places,
      (root) => this.of(root),
      (id) => this.definitions.get(id),
    );
    for (const { node } of syntax.functions) this.definitions.set(node.id, node);
    for (const root of syntax.roots) this.collectGlobals(root);
  }

  find(): BlockSizes {
    const read = this.syntax.functions.flatMap((owner) =>
      this.of(owner.node)
        .tree.nodes.filter(({ kind }) => kind === 'CUDAKernelCallExpr')
        .flatMap((node) => this.readLaunch(owner, node) ?? []),
    );
    const launches = [...new Map(read.map((one) => [one.launch, one])).values()].sort((a, b) => a.launch - b.launch);
    const blocks = this.sizesOf(this.joined(launches), launches);
    const taken = new Set(blocks.flatMap(({ literals }) => literals.map(({ range }) => keyOf(range))));
    const sizes = [...blocks, ...this.gridsOf(launches, taken)];
    const shapes = launches.map((one): LaunchShape => {
      const sides = one.sides.map((side): LaunchSide => {
        const isOf = ({ literals, macro, launches: own }: BlockSize) =>
          own.includes(one.launch) &&
          (macro ? [macro] : literals.map(({ range }) => range)).some((range) => keyOf(range) === keyOf(side!.range));
        const size = side ? sizes.findIndex(isOf) : -1;
        return size < 0 ? { constant: side?.value ?? 1 } : { size };
      });
      const { launch, isGridStride } = one;
      const { grid: number } = one;
      const grid = number
        ? sizes.findIndex(({ literals }) => literals.some(({ range }) => keyOf(range) === keyOf(number.range)))
        : -1;
      const held = sides.flatMap((side) => ('size' in side ? (sizes[side.size]!.frozen ?? []) : []));
      return { launch, sides, isGridStride, grid: grid < 0 ? null : grid, frozen: one.obstacle ?? held[0] ?? null };
    });
    return { sizes, shapes };
  }

  private of(root: AstNode): Variables {
    const made = this.variables.get(root) ?? new Variables(root, this.globals);
    this.variables.set(root, made);
    return made;
  }

  /** Variables of files and namespaces. */
  private collectGlobals(node: AstNode): void {
    for (const child of children(node)) {
      if (child.kind === 'VarDecl') this.globals.set(child.id, child);
      if (child.kind === 'NamespaceDecl' || child.kind === 'LinkageSpecDecl') this.collectGlobals(child);
    }
  }

  private reader(owner: AstNode): IntegerReader {
    return new IntegerReader(this.of(owner), this.syntax.places, (id) => this.definitions.get(id) ?? null);
  }

  private readLaunch(owner: FunctionSyntax, node: AstNode): ReadLaunch | null {
    const { program, places } = this.syntax;
    const place = places.ofNode(node);
    const launch = place ? launchAt(this.syntax, owner, node, place) : -1;
    if (!place || launch < 0) return null;
    const reader = this.reader(owner.node);
    const read = new LaunchReader(reader, node);
    const { trail } = read;
    const fail = (reason: string, at: AstNode = node, sides: ReadLaunch['sides'] = []): ReadLaunch => ({
      ...{ launch, owner, sides, isDefault: false, tied: [], isGridStride: false, grid: null, trail },
      obstacle: { reason, place: places.ofNode(at) ?? place },
    });
    const block = read.blockSides();
    if (!block) return fail('the size of its block is computed where it runs, or set in steps');
    const numbers = block.map(({ number }) => number);
    const unknown = block.find(({ number }) => number === null);
    if (unknown) return fail(whyNoNumber(unknown.text), unknown.text);
    const sides = numbers.flatMap((number, at) => (number && number.value > 1 ? [at] : []));
    if (sides.length === 0) return fail('its blocks have one thread', node, numbers);
    const kernel = this.syntax.functions.find(({ function: one }) => one === program.launches[launch]!.kernel);
    if (!kernel) return fail('the definition of its kernel is not seen', node, numbers);
    const called = this.obstacleBelow(kernel);
    const bounds =
      called ?? new KernelGuards(this.of(kernel.node), kernel.node, places).read(sides.map((at) => SIDES[at]!));
    if ('reason' in bounds) return fail(this.worded(kernel, bounds), bounds.node, numbers);
    const isGridStride = sides.every((at) => bounds.strided.has(SIDES[at]!));
    const grid = read.gridSides();
    const tied: { side: number; literal: SizeLiteral }[] = [];
    let numberOfBlocks: SizeLiteral | null = null;
    const parameters = new Map(
      children(kernel.node)
        .filter(({ kind }) => kind === 'ParmVarDecl')
        .map(({ id }, at) => [id, read.arguments[at]!]),
    );
    for (const at of sides) {
      const number = numbers[at]!;
      const side = SIDES[at]!;
      const expression = grid?.[at];
      const follows = expression ? read.gridSide(expression, number) : null;
      if (follows?.kind === 'follows') tied.push(...follows.tied.map((literal) => ({ side: at, literal })));
      if (bounds.strided.has(side)) {
        if (follows?.kind === 'number' && sides.length === 1) numberOfBlocks = { range: follows.number.range, less: 0 };
        continue; // any grid is right
      }
      if (follows?.kind === 'rounded-down')
        return fail('its grid is rounded down, and leaves elements over with another size', expression!.node, numbers);
      if (follows?.kind !== 'follows')
        return fail('its grid does not follow from the size of its block', expression?.node, numbers);
      const kept = bounds.bounds.get(side) ?? [];
      const isCovered = kept.every((bound) => this.isCovered(follows.count, bound, reader, trail, parameters));
      if (!isCovered)
        return fail(
          `what ${program.functions[kernel.function]!.name} is bounded by is not what its grid is made for`,
          expression!.node,
          numbers,
        );
    }
    const changed = this.settled.changedBetween(owner.node, node, trail);
    if (changed) return fail(`${changed.name} may change between its grid and the launch`, changed.node, numbers);
    return {
      ...{ launch, owner, sides: numbers, tied, isGridStride, trail, obstacle: null },
      isDefault: block.some((one) => one.isDefault),
      grid: isGridStride ? numberOfBlocks : null,
    };
  }

  /** The grid has a thread for every number below the bound. */
  private isCovered(
    count: LinearForm,
    bound: LinearForm,
    reader: IntegerReader,
    trail: Trail,
    parameters: ReadonlyMap<string, AstNode>,
  ): boolean {
    const asked = substituted(bound, (symbol) => givenForm(reader, trail, parameters, symbol));
    const over = sum(count, asked, -1);
    return isConstant(over) && over.constant >= 0;
  }

  /** A function the kernel calls that asks for a thread's place, or has threads work together. */
  private obstacleBelow(kernel: FunctionSyntax): Obstacle | null {
    const { functions } = this.syntax.program;
    const seen = new Set([kernel.function]);
    for (const waiting = [...functions[kernel.function]!.calls]; waiting.length > 0; ) {
      const next = waiting.pop()!;
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(...functions[next]!.calls);
      for (const { function: one, node } of this.syntax.functions) {
        if (one !== next) continue;
        const variables = this.of(node);
        const builtin = variables.tree.nodes.find(isBuiltin);
        if (builtin) return { reason: `${functions[next]!.name} asks for the thread's place`, node: builtin };
        const together = togetherness(variables);
        if (together) return together;
      }
    }
    return null;
  }

  private worded(kernel: FunctionSyntax, { reason }: Obstacle): string {
    return `in ${this.syntax.program.functions[kernel.function]!.name}, ${reason}`;
  }

  /** Numbers that must be the same: those of one name, and those that grids were made for. */
  private joined(launches: readonly ReadLaunch[]): SizeLiteral[][] {
    const groups: SizeLiteral[][] = [];
    const join = (literals: readonly SizeLiteral[]) => {
      const keys = new Set(literals.map(({ range }) => keyOf(range)));
      const touching = groups.filter((group) => group.some(({ range }) => keys.has(keyOf(range))));
      for (const group of touching) groups.splice(groups.indexOf(group), 1);
      const all = new Map([...touching.flat(), ...literals].map((one) => [`${keyOf(one.range)} ${one.less}`, one]));
      groups.push([...all.values()]);
    };
    for (const { sides, tied } of launches)
      for (const [at, number] of sides.entries()) {
        if (!number || number.value <= 1) continue;
        join([
          { range: number.range, less: 0 },
          ...tied.filter(({ side }) => side === at).map(({ literal }) => literal),
        ]);
      }
    return groups;
  }

  /** Numbers of blocks, of kernels that take any: each launch has its own. */
  private gridsOf(launches: readonly ReadLaunch[], taken: ReadonlySet<string>): BlockSize[] {
    const { program, places } = this.syntax;
    const byNumber = new Map<string, ReadLaunch[]>();
    for (const one of launches) {
      const key = one.grid && keyOf(one.grid.range);
      if (key !== null && !taken.has(key)) byNumber.set(key, [...(byNumber.get(key) ?? []), one]);
    }
    return [...byNumber.values()].map((own): BlockSize => {
      const { grid, launch } = own[0]!;
      const macro = this.names.macroAround(grid!.range);
      const place: Place = { range: grid!.range, spelling: null };
      const value = Number(places.text(grid!.range));
      const isPlain = Number.isInteger(value) && value > 0;
      return {
        kind: 'grid',
        id: macro?.name ?? `${program.functions[program.launches[launch]!.kernel]!.name}.grid`,
        ...{ value, literals: [grid!], place, isDefault: false },
        launches: own.map((one) => one.launch),
        frozen: isPlain
          ? this.strayIn([grid!], own, launches)
          : { reason: 'it is not written as a plain number', place },
      };
    });
  }

  private sizesOf(groups: readonly SizeLiteral[][], launches: readonly ReadLaunch[]): BlockSize[] {
    const taken = new Map<string, number>();
    const { program, places } = this.syntax;
    return groups
      .flatMap((literals) => this.parted(literals, launches))
      .map(({ literals, own, macro }): BlockSize => {
        const keys = new Set((macro ? [macro] : literals.map(({ range }) => range)).map(keyOf));
        const [first] = own;
        const at = first!.sides.findIndex((side) => side && keys.has(keyOf(side.range)));
        const number = first!.sides[at]!;
        const named = macro ? null : this.nameOf(number, first!);
        const isFlat = first!.sides.length === 1;
        const unnamed = `${program.functions[program.launches[first!.launch]!.kernel]!.name}.block${isFlat ? '' : `.${SIDES[at]}`}`;
        const stem = named ?? unnamed;
        const count = (taken.get(stem) ?? 0) + 1;
        taken.set(stem, count);
        const id = count === 1 ? stem : `${stem}~${count}`;
        const place: Place = { range: macro ? literals[0]!.range : number.range, spelling: null };
        const spelt =
          macro !== undefined ||
          literals.every(({ range, less }) => Number(places.text(range)) === number.value - less);
        const mixed = !spelt && {
          reason: `'${places.text(number.range)}' is not written as a plain number, or sizes that must agree do not`,
          place,
        };
        const frozen =
          mixed || (own.find(({ obstacle }) => obstacle)?.obstacle ?? this.strayIn(literals, own, launches, macro));
        return {
          kind: 'block',
          ...{ id, value: number.value, literals, place, ...(macro && { macro }) },
          launches: own.map(({ launch }) => launch),
          frozen: this.declaredFree.has(id) && !mixed ? null : frozen,
          isDefault: own.some(({ isDefault }) => isDefault),
        };
      })
      .sort((a, b) => a.place.range.file - b.place.range.file || a.place.range.begin - b.place.range.begin);
  }

  /**
   * A macro that some launches need as it is: those that do not care have the number itself written in its place, as far as no other launch
   * reads the same text.
   */
  private parted(literals: readonly SizeLiteral[], launches: readonly ReadLaunch[]): SizePart[] {
    const keys = new Set(literals.map(({ range }) => keyOf(range)));
    const own = launches.filter(({ sides }) => sides.some((side) => side && keys.has(keyOf(side.range))));
    const whole = { literals, own };
    const macro = literals.length === 1 ? this.names.macroAround(literals[0]!.range) : null;
    if (!macro || this.declaredFree.has(macro.name)) return [whole];
    if (!own.some(({ obstacle }) => obstacle)) return [whole];
    const mentions = new Map(launches.map((one) => [one, this.names.mentions(macro, this.textsOf(one)) ?? []]));
    const isOwn = (one: ReadLaunch) => !one.obstacle && mentions.get(one)!.length > 0 && !this.callsFunctions(one);
    let free = own.filter(isOwn);
    for (let count = -1; count !== free.length; ) {
      count = free.length;
      const others = launches.filter((one) => !free.includes(one));
      const read = new Set(others.flatMap((one) => mentions.get(one)!.map(keyOf)));
      free = free.filter((one) => !mentions.get(one)!.some((range) => read.has(keyOf(range))));
    }
    if (free.length === 0) return [whole];
    const written = new Map(free.flatMap((one) => mentions.get(one)!.map((range) => [keyOf(range), range] as const)));
    const numbers = [...written.values()].map((range) => ({ range, less: 0 as const }));
    const part = { literals: numbers, own: free, macro: literals[0]!.range };
    if (this.strayIn(part.literals, free, launches, part.macro)) return [whole];
    return [{ literals, own: own.filter((one) => !free.includes(one)) }, part];
  }

  /** Everything that says the block and the grid of a launch. */
  private textsOf({ launch, trail }: ReadLaunch): Range[] {
    const values = trail.followed.flatMap(({ value }) => this.syntax.places.ofNode(value)?.range ?? []);
    return [this.configurationRange(launch), ...values];
  }

  /** `blocksFor(n)`: what a function computes with is not all to be seen in these texts. */
  private callsFunctions(one: ReadLaunch): boolean {
    return this.textsOf(one).some((range) =>
      [...this.syntax.places.text(range).matchAll(/([A-Za-z_]\w*)\s*\(/g)].some(
        ([, name]) => !/^(?:dim3|ceilf?|sizeof|int|unsigned|long|float|double|size_t)$/.test(name!),
      ),
    );
  }

  /** Of the macro or the variable that a size is; a size without a name has none. */
  private nameOf(number: SpeltNumber, { trail, owner, sides }: ReadLaunch): string | null {
    const macro = this.names.macroAround(number.range);
    if (macro) return macro.name;
    const { places, program } = this.syntax;
    const around = trail.followed.filter(({ value }) => {
      const place = places.ofNode(value);
      return (
        place &&
        place.range.file === number.range.file &&
        place.range.begin <= number.range.begin &&
        number.range.end <= place.range.end
      );
    });
    const declaration = around.at(-1)?.declaration;
    if (!declaration) return null;
    const isOwn = this.of(owner.node).tree.nodes.includes(declaration);
    const stem = isOwn ? `${program.functions[owner.function]!.name}.${declaration.name}` : declaration.name!;
    const at = sides.findIndex((side) => side?.range.begin === number.range.begin);
    return /\bdim3\b/.test(declaration.type?.qualType ?? '') ? `${stem}.${SIDES[at]}` : stem;
  }

  /** Something else that names the size, or what follows from it. */
  private strayIn(
    literals: readonly SizeLiteral[],
    own: readonly ReadLaunch[],
    all: readonly ReadLaunch[],
    /** Its own name stays what it is. */
    macro?: Range,
  ): NotFree | null {
    const { places } = this.syntax;
    const known: Range[] = [];
    const ofNode = (node: AstNode) => places.ofNode(node)?.range;
    const launches = new Set(own.map(({ launch }) => launch));
    for (const { trail, launch } of all) {
      if (!launches.has(launch)) continue;
      const read = trail.followed.flatMap(({ use, value, setter, declaration }) => [
        use,
        setter === declaration ? value : setter,
      ]);
      const nodes = [...read, ...trail.numbers.map(({ node }) => node)];
      known.push(...nodes.map(ofNode).filter((one) => one !== undefined));
      known.push(this.configurationRange(launch));
    }
    for (const name of this.namesFor(macro ? [{ range: macro, less: 0 }] : literals, own, macro !== undefined)) {
      const stray = this.names.strayMention(name, known);
      if (stray) return stray;
    }
    return null;
  }

  /** The text between the brackets of a launch. */
  private configurationRange(launch: number): Range {
    const { range } = this.syntax.program.launches[launch]!.place;
    const text = this.syntax.places.text(range);
    const begin = text.indexOf('<<<');
    const end = text.indexOf('>>>');
    return begin < 0 || end < 0 ? range : { file: range.file, begin: range.begin + begin, end: range.begin + end };
  }

  private namesFor(literals: readonly SizeLiteral[], own: readonly ReadLaunch[], variablesAlone: boolean): SizeName[] {
    const { places } = this.syntax;
    const macros = variablesAlone ? [] : literals.flatMap(({ range }) => this.names.macroAround(range) ?? []);
    const variables = own.flatMap(({ trail, owner }) =>
      trail.followed.flatMap(({ declaration, value }): SizeName[] => {
        const place = places.ofName(declaration);
        const text = places.ofNode(declaration)?.range;
        if (!place || !text || !this.follows(value, literals, owner)) return [];
        const isOwn = this.of(owner.node).tree.nodes.includes(declaration);
        const within = isOwn ? (places.ofNode(owner.node)?.range ?? null) : null;
        return [{ name: declaration.name!, own: place.range, within }];
      }),
    );
    return [...macros, ...variables];
  }

  /** Whether what a variable is set to is made of a size: others are read on the way, and may be used as anybody likes. */
  private follows(value: AstNode, literals: readonly SizeLiteral[], owner: FunctionSyntax): boolean {
    const keys = new Set(literals.map(({ range }) => keyOf(range)));
    const reader = this.reader(owner.node);
    const isSize = (node: AstNode): boolean => {
      const number =
        node.kind === 'IntegerLiteral' || node.kind === 'DeclRefExpr'
          ? reader.number({ node, given: new Map() }, newTrail())
          : null;
      if (number && keys.has(keyOf(number.range))) return true;
      const variable = node.kind === 'DeclRefExpr' ? this.of(owner.node).of(node.referencedDecl?.id) : null;
      if (variable?.initial && variable.initial !== value && isSize(variable.initial)) return true;
      return children(node).some(isSize);
    };
    return isSize(value);
  }
}

function whyNoNumber(side: AstNode): string {
  return isSubstituted(ignoringParenCasts(side))
    ? 'the size of its block is a parameter of a template'
    : 'the size of its block is computed, and is no number of the text';
}

function keyOf({ file, begin }: Range): string {
  return `${file}:${begin}`;
}
