/**
 * The program model: what the front end understood of the user's source, with an exact place for everything.
 * It is plain data, indexed by position: a `SiteIndex` is an index into `program.sites`, and so on.
 */
import type { Format } from '../numerics/format.js';
import type { Frozen } from './frozen.js';
import type { Place, Range, SourceFile } from './place.js';

export type FunctionIndex = number;
export type SiteIndex = number;
export type OperationIndex = number;
export type LoopIndex = number;
export type CellIndex = number;
export type ValueIndex = number;
export type BlockIndex = number;

export type FunctionKind = 'kernel' | 'device' | 'host';

export interface ProgramFunction {
  /** Unique and readable: the qualified name, with `~2` … for overloads. */
  readonly name: string;
  readonly kind: FunctionKind;
  /** Callable from the host as well (`__host__ __device__`). */
  readonly alsoHost: boolean;
  readonly place: Place;
  readonly body: Range | null;
  /** It is one of several functions that are made of one text with different types of numbers: that stays as it is written. */
  readonly sharesText: boolean;
  readonly parameters: readonly (SiteIndex | null)[];
  readonly returnSite: SiteIndex | null;
  /** Functions of this program it calls or launches. */
  readonly calls: readonly FunctionIndex[];
  /** SSA values in creation order: an operand precedes its user unless it is a φ, which stands for its whole block. */
  readonly values: readonly Value[];
  /** Value → the basic block it comes to be in. */
  readonly valueBlocks: readonly BlockIndex[];
  readonly blocks: readonly BasicBlock[];
}

/** A stretch of a function that runs as a whole; the first one is its entry. */
export interface BasicBlock {
  readonly predecessors: readonly BlockIndex[];
  /** The innermost loop around it. */
  readonly loop: LoopIndex | null;
}

/** A `cast` is a type spelt around a number: `(double)x`, `real(0.5)`. */
export type SiteKind = 'variable' | 'parameter' | 'field' | 'array' | 'return' | 'cast';

/** How the scalar format sits in the declared type. */
export type SiteShape = 'scalar' | 'vector' | 'pointer' | 'array' | 'reference' | 'container';

/** Where the storage lies; device locals live in registers or local memory, both `local`. */
export type MemorySpace = 'host' | 'global' | 'shared' | 'constant' | 'local';

/** A place whose format can change: one declaration with a floating base type. */
export interface Site {
  /** As users write it: `function.name`, `Record.field`, `global`, `function()`; `~2` … for repeats in source order. */
  readonly id: string;
  readonly kind: SiteKind;
  readonly name: string;
  readonly function: FunctionIndex | null;
  readonly record: string | null;
  /** The declared name (for a return value: the function's name). */
  readonly place: Place;
  /** From the first token of the type to the end of this declarator. */
  readonly declaration: Range;
  /** Prototypes, `extern` declarations: text that must change along. */
  readonly redeclarations: readonly Range[];
  /** The type as written. */
  readonly type: string;
  readonly shape: SiteShape;
  /** Its numbers lie in CUDA's vectors, by whatever name: `double3 *`, `typedef float4 position`. */
  readonly isOfVectors: boolean;
  /** Elements, where the type fixes them: 64 for `double[8][8]`. */
  readonly elements: number | null;
  readonly format: Format;
  readonly space: MemorySpace;
  readonly inDeviceCode: boolean;
  /** Device memory that starts with constants, or what a constexpr function has: its type must be one that constants can be made of. */
  readonly startsAsConstant: boolean;
  /** A constant of the host that device code reads: CUDA allows that for the built-in types alone. */
  readonly isConstantOfHost: boolean;
  /** A library passes it or takes it, as it calls the function it belongs to: halves do not convert to each other. */
  readonly isPassedByLibrary: boolean;
  /** Where an OpenMP directive reduces it or updates it at once, as `file.cu:12`: its type must be a number of the language. */
  readonly combinedByOpenMp: string | null;
  /** Where scanf stores to it, which knows no halves. */
  readonly scannedAt: string | null;
  /** Where something else than a load or a store takes a number in its memory, or the memory (`++`, an atomic, a function of a library): `atomicAdd at file.cu:12`. */
  readonly usedInPlace: string | null;
  /** Formats that its function exists in by the same name: in another of them, calls choose the other function. */
  readonly overloadedFor: readonly Format[] | null;
  readonly frozen: readonly Frozen[];
}

export type OperationKind = 'add' | 'sub' | 'mul' | 'div' | 'neg' | 'compare' | 'convert' | 'math' | 'atomic';

export interface Operation {
  /** `function#3`: the third floating-point operation of that function in source order. */
  readonly id: string;
  readonly kind: OperationKind;
  /** `+`, `<`, `sqrt`, `atomicAdd`, or for a conversion its target format. */
  readonly symbol: string;
  readonly function: FunctionIndex;
  /** The whole expression; line and column shown to users are those of `at`. */
  readonly place: Place;
  /** The operator's or callee's own first byte. */
  readonly at: Place;
  readonly format: Format;
  readonly value: ValueIndex;
  readonly loop: LoopIndex | null;
  readonly loopDepth: number;
  /** Basic block, counted within the function. */
  readonly block: number;
  /** A conversion the language inserts, without text of its own. */
  readonly implicit: boolean;
  /** Storage that a function writes through its pointers (`sincos`): it computes in the format of that. */
  readonly writesTo?: SiteIndex;
  /** The cast that says what a conversion converts to, where that may change. */
  readonly castTo?: SiteIndex;
}

export type Value =
  | { readonly kind: 'literal'; readonly format: Format; readonly text: string; readonly place: Place }
  | { readonly kind: 'integer'; readonly place: Place }
  | { readonly kind: 'parameter'; readonly site: SiteIndex }
  | { readonly kind: 'undefined'; readonly site: SiteIndex | null }
  | { readonly kind: 'load'; readonly site: SiteIndex | null; readonly format: Format; readonly place: Place }
  | { readonly kind: 'store'; readonly site: SiteIndex | null; readonly value: ValueIndex; readonly place: Place }
  | { readonly kind: 'operation'; readonly operation: OperationIndex; readonly operands: readonly ValueIndex[] }
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly function: FunctionIndex | null;
      readonly arguments: readonly ValueIndex[];
      readonly format: Format | null;
      readonly place: Place;
    }
  | { readonly kind: 'select'; readonly operands: readonly ValueIndex[]; readonly place: Place }
  | {
      readonly kind: 'phi';
      readonly site: SiteIndex;
      readonly inputs: readonly ValueIndex[];
      readonly loop: LoopIndex | null;
    }
  | { readonly kind: 'return'; readonly value: ValueIndex; readonly place: Place };

export interface Loop {
  readonly function: FunctionIndex;
  readonly parent: LoopIndex | null;
  /** 1 for an outermost loop. */
  readonly depth: number;
  readonly place: Place;
  /** Where it follows from constants; null otherwise. */
  readonly tripCount: number | null;
}

export interface Launch {
  readonly kernel: FunctionIndex;
  readonly caller: FunctionIndex | null;
  readonly place: Place;
  /** The text of the launch configuration. */
  readonly grid: string;
  readonly block: string;
  /** Threads in a block, where constants say so. */
  readonly blockThreads: number | null;
}

export type TransferDirection = 'host-to-device' | 'device-to-host' | 'device-to-device' | 'host-to-host' | 'unknown';

export interface Transfer {
  readonly function: FunctionIndex | null;
  readonly call: string;
  readonly place: Place;
  readonly direction: TransferDirection;
  readonly destination: CellIndex | null;
  readonly source: CellIndex | null;
  readonly sides: TransferSides;
}

/** Whether the copy converts: both sides are numbers of one declared format then, and each has a format of its own. */
export type TransferSides =
  | { readonly kind: 'apart'; readonly format: Format }
  | { readonly kind: 'joined'; readonly why: string };

/** A byte count of a copy, an allocation or a filling that may follow another format than the memory it measures. */
export interface Measure {
  readonly call: Place;
  /** Which of its arguments is the count. */
  readonly argument: number;
  readonly count: CellIndex;
  readonly memory: CellIndex;
  /** What both are declared with. */
  readonly format: Format;
  readonly sides: 'apart' | 'joined';
}

/** One atomic that accumulates into memory. */
export interface AtomicUpdate {
  readonly operation: OperationIndex;
  readonly cell: CellIndex;
}

/**
 * Something that has a format and may have to share it: a site, or a nameless carrier between sites (a `void *`, a byte
 * count, a type spelt in a cast, `sizeof` or `new`). Cells joined by flows are one memory and have one format.
 */
export interface Cell {
  readonly site: SiteIndex | null;
  readonly what: 'site' | 'void-pointer' | 'byte-count' | 'type-mention';
  readonly name: string;
  /** Known for sites and for types spelt out. */
  readonly format: Format | null;
  readonly range: Range | null;
}

export type FlowKind =
  | 'assigned'
  | 'argument'
  | 'returned'
  | 'copied'
  | 'byte-count'
  | 'factor'
  | 'measures'
  | 'cast'
  | 'selected'
  | 'viewed'
  | 'typed-alike'
  | 'declared-with'
  | 'named-alike'
  | 'overrides'
  | 'pointer-type'
  | 'converted'
  | 'overloaded'
  | 'other-build';

/** Two cells that must have one format, with the place that says so. */
export interface Flow {
  readonly a: CellIndex;
  readonly b: CellIndex;
  readonly kind: FlowKind;
  readonly place: Place;
  /** The text at that place could convert between the two instead. */
  readonly mayConvert?: true;
}

const ACROSS_MEMORIES: ReadonlySet<FlowKind> = new Set([
  'copied',
  'byte-count',
  'factor',
  'measures',
  'typed-alike',
  'declared-with',
  'named-alike',
  'overrides',
  'pointer-type',
  'converted',
  'overloaded',
  'other-build',
]);

/** True where both ends name the same bytes, not bytes copied from, measured or declared like each other's. */
export function isOneMemory({ kind }: Flow): boolean {
  return !ACROSS_MEMORIES.has(kind);
}

export type WarningCode =
  | 'sentinel'
  | 'float-counter'
  | 'inactive-branch'
  | 'fast-math'
  | 'ignored-flag'
  | 'thread-number'
  | 'symbol-address'
  | 'unreadable-declaration';

export interface Warning {
  readonly code: WarningCode;
  readonly text: string;
  readonly place: Place | null;
}

/** Text in an `#if` branch that is not compiled. */
export interface InactiveBranch {
  readonly range: Range;
  /** What it stands under, as it is written: `#ifdef A`, then `#else`. */
  readonly directives: readonly string[];
  /** The flag that would have it compiled, where one macro decides. */
  readonly flag: string | null;
  /** Every name in its code. */
  readonly names: ReadonlySet<string>;
  /** Another build that is kept right compiles it. */
  readonly isKeptRight?: true;
}

export interface Program {
  readonly root: string;
  readonly isCuda: boolean;
  readonly files: readonly SourceFile[];
  readonly functions: readonly ProgramFunction[];
  readonly sites: readonly Site[];
  readonly operations: readonly Operation[];
  readonly loops: readonly Loop[];
  readonly launches: readonly Launch[];
  readonly transfers: readonly Transfer[];
  readonly measures: readonly Measure[];
  readonly atomics: readonly AtomicUpdate[];
  /** `cells[i].site === i` for every site: the first cells are the sites, in order. */
  readonly cells: readonly Cell[];
  readonly flows: readonly Flow[];
  /** Reasons found at a nameless cell; they hold for every site that shares its memory. */
  readonly frozenCells: readonly { readonly cell: CellIndex; readonly frozen: Frozen }[];
  /** Where the memory behind a cell lies, where its declaration or its allocator says so. */
  readonly cellSpaces: readonly { readonly cell: CellIndex; readonly space: MemorySpace }[];
  readonly inactive: readonly InactiveBranch[];
  readonly warnings: readonly Warning[];
}
