/**
 * Collects the program across translation units. A declaration is one entity however many units contain it: it is identified by its place in the
 * source, functions and globals also by their linkage name. Template instantiations share the place of their template and thus the entity; if their
 * formats differ, the site records that.
 */
import path from 'node:path';
import type { Format } from '../../numerics/format.js';
import { type Frozen, type FrozenCode, frozenBecause } from '../../program/frozen.js';
import type { Place, Range } from '../../program/place.js';
import type {
  AtomicUpdate,
  Cell,
  CellIndex,
  Flow,
  FlowKind,
  FunctionIndex,
  InactiveBranch,
  Launch,
  Loop,
  MemorySpace,
  Operation,
  SiteIndex,
  SiteKind,
  Transfer,
  Warning,
} from '../../program/program.js';
import type { AstNode } from '../ast/node.js';
import { PointerTypes } from './calls/pointer-types.js';
import type { FunctionDraft, MeasureDraft, OwnCall, SiteDraft } from './drafts.js';
import type { SizeFact } from './memory/byte-counts.js';
import { FieldPointerStrides } from './memory/field-pointer-strides.js';
import type { RecordSites } from './memory/record-sites.js';
import { type PlaceReader, placeKey } from './places.js';
import type { ClassTemplateDraft } from './templates/class-parameters.js';
import { typeParameterIn } from './templates/template-parameters.js';
import type { TypeParameter } from './templates/type-parameters.js';

/** The function whose body an unnamed cell was created for, and the type parameter in its type. */
interface CarrierOrigin {
  readonly owner: FunctionIndex | null;
  readonly typeParameter: string | null;
}

/** One key for all declarations of a parameter. */
export function parameterKey(index: FunctionIndex, position: number): string {
  return `parameter ${index} ${position}`;
}

export class ProgramBuilder {
  readonly functions: FunctionDraft[] = [];
  readonly sites: SiteDraft[] = [];
  readonly operations: Omit<Operation, 'id'>[] = [];
  readonly loops: Loop[] = [];
  readonly launches: Launch[] = [];
  readonly transfers: Transfer[] = [];
  readonly measures: MeasureDraft[] = [];
  readonly atomics: AtomicUpdate[] = [];
  /** Unnamed cells. The cell of a site is its index; an unnamed cell counts down from -1 until the program is finished. */
  readonly carriers: Omit<Cell, 'site'>[] = [];
  readonly carrierOrigins: CarrierOrigin[] = [];
  /** Cells declared as `void *` or as an array of those; the pointed-to memory contains no values. */
  readonly untypedPointers = new Set<CellIndex>();
  readonly flows: Flow[] = [];
  /** The function whose body created each flow. */
  readonly flowOwners: (FunctionIndex | null)[] = [];
  readonly ownCalls: OwnCall[] = [];
  /** Type parameters that may get another format where their templates are instantiated (type-parameters.ts, class-parameters.ts). */
  typeParameters: readonly TypeParameter[] = [];
  /** By qualified name. */
  readonly classTemplates = new Map<string, ClassTemplateDraft>();
  /** Functions whose one text has several meanings and stays unchanged. */
  readonly unchangedFunctions = new Set<FunctionIndex>();
  /** Functions with the same text in a file that is included several times, if one edit can serve all of them. */
  readonly repeatedTexts: (readonly FunctionIndex[])[] = [];
  /** Parts of functions and initialisers in such a file that stay unchanged. */
  readonly unchangedTexts: Range[] = [];
  /** Functions called by a library, which does not convert arguments or results. */
  readonly calledByLibrary = new Set<FunctionIndex>();
  /** The function whose body is being lowered. */
  within: FunctionIndex | null = null;
  readonly warnings: Warning[] = [];
  /** Text in `#if` branches that no unit compiles. */
  inactive: InactiveBranch[] = [];
  /** Keys of the places where class templates define their members. */
  readonly bodiesInTemplates = new Set<string>();
  /** Byte counts passed to launches, joined with the kernel's dynamic shared arrays at the end. */
  readonly sharedByteCounts: { kernel: FunctionIndex; cell: CellIndex; place: Place }[] = [];
  /** `extern __shared__` arrays with the function that declares them; null at file scope. */
  readonly dynamicShared: { function: FunctionIndex | null; cell: CellIndex }[] = [];
  /** The memory space of unnamed cells and of allocated memory. */
  readonly cellSpaces: { cell: CellIndex; space: MemorySpace }[] = [];
  /** Memory passed to functions that may turn out to be defined outside the program. */
  readonly passedMemory: { function: FunctionIndex; cell: CellIndex; place: Place | null }[] = [];
  /** Variables and functions by the begin of their declaration. */
  readonly specifiers = new Map<string, { site: SiteIndex; kind: SiteKind }[]>();
  /** Absolute paths of the files that C units include. */
  readonly filesOfC = new Set<string>();
  /** Sites that are declared, but not yet defined in the program. */
  readonly declaredOnly = new Set<SiteIndex>();
  readonly defined = new Set<SiteIndex>();
  /** Functions with a second definition, which is not lowered, and its place. */
  readonly definedTwice = new Map<FunctionIndex, Place>();
  readonly frozenCarriers: { cell: CellIndex; frozen: Frozen }[] = [];
  /** The contents of untyped memory and the meaning of byte counts, as far as their declarations say (byte-counts.ts). */
  readonly sizeFacts: SizeFact[] = [];
  /** CUDA vector types used in expressions. */
  readonly vectorMentions = new Set<CellIndex>();
  /** Integers that the program prints. */
  readonly printedCounts: { cell: CellIndex; place: Place }[] = [];
  /** Quotients of byte counts; null for a number. */
  readonly ratios: { a: CellIndex | null; b: CellIndex | null; place: Place }[] = [];
  /** Keys of integers that are assigned a number other than a byte count. */
  readonly plainIntegers = new Set<string>();
  /** Memory accessed through a pointer beyond the one number it points to. */
  readonly traversed = new Set<CellIndex>();
  /** Fields whose address is taken, with the numbers that the pointer could reach. */
  readonly fieldAddresses: { field: SiteIndex; around: RecordSites; place: Place }[] = [];
  readonly recordWalks = new FieldPointerStrides();
  readonly pointerTypes = new PointerTypes(this);
  /** By place of a template: the number types it is instantiated with. */
  private readonly variants = new Map<string, string[]>();
  private readonly functionKeys = new Map<string, FunctionIndex>();
  private readonly siteKeys = new Map<string, SiteIndex>();
  private readonly carrierKeys = new Map<string, CellIndex>();
  private readonly flowKeys = new Set<string>();
  private readonly frozenKeys = new Set<string>();
  private readonly plainCells = new Set<CellIndex>();

  constructor(
    readonly places: PlaceReader,
    readonly root: string,
  ) {}

  /** The function with any of these keys, or a new one; all keys are registered. */
  declareFunction(
    keys: readonly string[],
    previous: FunctionIndex | undefined,
    draft: () => Omit<
      FunctionDraft,
      | 'calls'
      | 'values'
      | 'valueBlocks'
      | 'blocks'
      | 'addressTaken'
      | 'pointerType'
      | 'isComplete'
      | 'isConstexpr'
      | 'unprototyped'
      | 'declaredByType'
      | 'hasPrototype'
      | 'lowered'
      | 'parameters'
      | 'returnSite'
      | 'returnCarrier'
      | 'template'
      | 'isSpecialised'
      | 'sharesText'
      | 'holdsLambda'
      | 'decidedByType'
      | 'holdsSharedMemory'
    >,
  ): FunctionIndex {
    let index = previous ?? keys.map((key) => this.functionKeys.get(key)).find((known) => known !== undefined);
    if (index === undefined) {
      const started = {
        calls: new Set<number>(),
        values: [],
        valueBlocks: [],
        blocks: [],
        addressTaken: null,
        pointerType: null,
        isComplete: false,
        isConstexpr: false,
        unprototyped: null,
        declaredByType: null,
        hasPrototype: false,
        lowered: new Set<string>(),
        parameters: [],
        returnSite: null,
        returnCarrier: null,
        template: { texts: [], argumentTypes: [], names: new Set<SiteIndex>() },
        isSpecialised: false,
        sharesText: false,
        holdsLambda: false,
        decidedByType: null,
        holdsSharedMemory: false,
      };
      index = this.functions.push({ ...draft(), ...started }) - 1;
    }
    for (const key of keys) this.functionKeys.set(key, index);
    return index;
  }

  /** The index of the instantiation of the template at this place with these number types. */
  variantOf(place: Place, types: string): number {
    const known = this.variants.get(placeKey(place)) ?? [];
    if (!known.includes(types)) this.variants.set(placeKey(place), [...known, types]);
    return this.variants.get(placeKey(place))!.indexOf(types);
  }

  /** A suffix for keys that separates declarations in several instantiations of one text. */
  markOf(index: FunctionIndex | null): string {
    const variant = index === null ? 0 : this.functions[index]!.variant;
    return variant === 0 ? '' : ` #${variant}`;
  }

  /** The site at this place (or with this linkage key), or a new one. It is frozen if it occurs in different formats. */
  declareSite(draft: Omit<SiteDraft, 'frozen' | 'redeclarations'>, linkageKey: string | null): SiteIndex {
    const mark = this.markOf(draft.function);
    const keys = [
      // casts have no name, and a macro argument may contain several of them
      ...(draft.kind === 'cast'
        ? []
        : [`${draft.kind === 'return' ? 'return' : 'name'} ${placeKey(draft.place)}${mark}`]),
      ...(linkageKey ? [`link ${linkageKey}${mark}`] : []),
    ];
    const known = keys.map((key) => this.siteKeys.get(key)).find((index) => index !== undefined);
    const index = known ?? this.sites.push({ ...draft, frozen: [], redeclarations: [] }) - 1;
    for (const key of keys) this.siteKeys.set(key, index);
    if (known !== undefined) {
      const site = this.sites[known]!;
      if (site.format !== draft.format) this.freeze(known, 'several-formats', `${site.format} and ${draft.format}`);
      // the largest one of a template's instantiations
      if (draft.elements !== null) site.elements = Math.max(site.elements ?? 0, draft.elements);
      const same = (range: Range) =>
        range.file === draft.declaration.file &&
        range.begin === draft.declaration.begin &&
        range.end === draft.declaration.end;
      if (!same(site.declaration) && !site.redeclarations.some(same)) site.redeclarations.push(draft.declaration);
    }
    return index;
  }

  /** The variable, parameter or field whose name is at this place. */
  siteAt(place: Place): SiteIndex | null {
    return this.siteKeys.get(`name ${placeKey(place)}`) ?? null;
  }

  freeze(site: SiteIndex, code: FrozenCode, evidence: string): void {
    const { frozen } = this.sites[site]!;
    if (frozen.some((reason) => reason.code === code)) return;
    frozen.push(frozenBecause(code, evidence));
  }

  /** Freezes all sites that will share the format of this cell. */
  freezeCell(cell: CellIndex, code: FrozenCode, evidence: string): void {
    if (cell >= 0) this.freeze(cell, code, evidence);
    else if (!this.frozenKeys.has(`${cell} ${code}`)) {
      this.frozenKeys.add(`${cell} ${code}`);
      this.frozenCarriers.push({ cell, frozen: frozenBecause(code, evidence) });
    }
  }

  newCarrier(
    what: Cell['what'],
    name: string,
    range: Range | null,
    format: Format | null = null,
    owner: FunctionIndex | null = this.within,
  ): CellIndex {
    const typeParameter =
      what === 'type-mention' && owner !== null && range ? typeParameterIn(this, this.functions[owner]!, range) : null;
    this.carriers.push({ what, name, range, format: typeParameter === null ? format : null });
    this.carrierOrigins.push({ owner, typeParameter });
    return -this.carriers.length;
  }

  /** The carrier of a declaration, the same in all units. */
  carrierFor(key: string, what: Cell['what'], node: AstNode, owner: FunctionIndex | null): CellIndex {
    let cell = this.carrierKeys.get(key);
    if (cell === undefined) {
      cell = this.newCarrier(what, node.name ?? '', this.places.ofName(node)?.range ?? null, null, owner);
      this.carrierKeys.set(key, cell);
    }
    return cell;
  }

  /** The cell of a parameter without a floating-point type, for untyped memory or a byte count; null if nothing is known about it. */
  parameterCarrier(index: FunctionIndex, position: number): CellIndex | null {
    return this.carrierKeys.get(parameterKey(index, position)) ?? null;
  }

  /** Records an integer that is assigned a number other than a byte count. */
  countPlain(cell: CellIndex): void {
    if (this.plainCells.has(cell)) return;
    this.plainCells.add(cell);
    this.sizeFacts.push({ cell, role: 'counts', element: { kind: 'fixed' } });
  }

  /** An integer that is also assigned plain numbers counts bytes of unknown meaning. */
  settlePlainIntegers(): void {
    for (const key of this.plainIntegers) {
      const cell = this.carrierKeys.get(key);
      if (cell !== undefined) this.countPlain(cell);
    }
  }

  join(
    a: CellIndex | null,
    b: CellIndex | null,
    kind: FlowKind,
    place: Place,
    owner: FunctionIndex | null = this.within,
    mayConvert = false,
  ): void {
    if (a === null || b === null || a === b) return;
    const key = `${Math.min(a, b)} ${Math.max(a, b)} ${kind} ${place.range.file}:${place.range.begin}`;
    if (this.flowKeys.has(key)) return;
    this.flowKeys.add(key);
    this.flows.push({ a, b, kind, place, ...(mayConvert && { mayConvert }) });
    this.flowOwners.push(owner);
  }

  formatOf(cell: CellIndex): Format | null {
    return cell >= 0 ? this.sites[cell]!.format : this.carriers[-cell - 1]!.format;
  }

  /** `file.cu:12`, as evidence in messages. */
  at(place: Place): string {
    const file = this.places.files[place.range.file]!;
    return `${path.relative(this.root, file.absolutePath).replaceAll(path.sep, '/')}:${file.source.position(place.range.begin).line}`;
  }
}
