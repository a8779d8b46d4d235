/**
 * The program model: the front end's result, with an exact place for everything. It is plain data with indices: a `SiteIndex` is an index into
 * `program.sites`, and so on.
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
  /** Unique and readable: the qualified name, with `~2`, `~3` for overloads. */
  readonly name: string;
  readonly kind: FunctionKind;
  /** Callable from the host as well (`__host__ __device__`). */
  readonly alsoHost: boolean;
  readonly place: Place;
  readonly body: Range | null;
  /** One of several instantiations of the same text in different formats; this text is left unchanged. */
  readonly sharesText: boolean;
  readonly parameters: readonly (SiteIndex | null)[];
  readonly returnSite: SiteIndex | null;
  /** The functions of this program that it calls or launches. */
  readonly calls: readonly FunctionIndex[];
  /** SSA values in creation order: an operand precedes its user, except for the operands of φ nodes. */
  readonly values: readonly Value[];
  /** The basic block of every value. */
  readonly valueBlocks: readonly BlockIndex[];
  readonly blocks: readonly BasicBlock[];
}

/** A basic block; the first one of a function is its entry. */
export interface BasicBlock {
  readonly predecessors: readonly BlockIndex[];
  /** The innermost loop around the block. */
  readonly loop: LoopIndex | null;
}

/** A `cast` is a type written around a number: `(double)x`, `real(0.5)`. */
export type SiteKind = 'variable' | 'parameter' | 'field' | 'array' | 'return' | 'cast';

/** The position of the scalar type within the declared type. */
export type SiteShape = 'scalar' | 'vector' | 'pointer' | 'array' | 'reference' | 'container';

/** The memory of the storage; device locals are in registers or local memory, both `local`. */
export type MemorySpace = 'host' | 'global' | 'shared' | 'constant' | 'local';

/** A declaration with a floating-point base type, whose format may change. */
export interface Site {
  /** As users write it: `function.name`, `Record.field`, `global`, `function()`; `~2`, `~3` for repeats in source order. */
  readonly id: string;
  readonly kind: SiteKind;
  readonly name: string;
  readonly function: FunctionIndex | null;
  readonly record: string | null;
  /** The declared name; for a return value, the function's name. */
  readonly place: Place;
  /** From the first token of the type to the end of this declarator. */
  readonly declaration: Range;
  /** Prototypes and `extern` declarations, which must change with it. */
  readonly redeclarations: readonly Range[];
  /** The type as written. */
  readonly type: string;
  readonly shape: SiteShape;
  /** Its memory is accessed as CUDA vectors, under any name: `double3 *`, `typedef float4 position`. */
  readonly isOfVectors: boolean;
  /** The number of elements, if the type fixes it: 64 for `double[8][8]`. */
  readonly elements: number | null;
  readonly format: Format;
  readonly space: MemorySpace;
  readonly inDeviceCode: boolean;
  /** Initialised with a constant expression (device memory or constexpr), so that its type must support constant expressions. */
  readonly startsAsConstant: boolean;
  /** A host constant that device code reads; CUDA allows that for built-in types only. */
  readonly isConstantOfHost: boolean;
  /** An argument or result of a function that a library calls. Half formats do not convert to each other there. */
  readonly isPassedByLibrary: boolean;
  /** The place of an OpenMP reduction or atomic update of it, as `file.cu:12`; only built-in types are allowed there. */
  readonly combinedByOpenMp: string | null;
  /** The place where scanf stores to it; scanf has no conversion for halves. */
  readonly scannedAt: string | null;
  /** The place of an access to its memory other than a load or store (`++`, an atomic, a library function): `atomicAdd at file.cu:12`. */
  readonly usedInPlace: string | null;
  /** The formats for which its function has an overload. In another of these formats, calls would select another function. */
  readonly overloadedFor: readonly Format[] | null;
  readonly frozen: readonly Frozen[];
}

export type OperationKind = 'add' | 'sub' | 'mul' | 'div' | 'neg' | 'compare' | 'convert' | 'math' | 'atomic';

export interface Operation {
  /** `function#3`: the third floating-point operation of the function in source order. */
  readonly id: string;
  readonly kind: OperationKind;
  /** `+`, `<`, `sqrt`, `atomicAdd`; for a conversion, its target format. */
  readonly symbol: string;
  readonly function: FunctionIndex;
  /** The whole expression. Users see the line and column of `at`. */
  readonly place: Place;
  /** The operator or the callee's name. */
  readonly at: Place;
  readonly format: Format;
  readonly value: ValueIndex;
  readonly loop: LoopIndex | null;
  readonly loopDepth: number;
  /** Index of the basic block within the function. */
  readonly block: number;
  /** A conversion that the language inserts and that has no text. */
  readonly implicit: boolean;
  /** The storage that a function writes through a pointer (`sincos`), whose format it computes in. */
  readonly writesTo?: SiteIndex;
  /** The cast that determines the target of a conversion, if it may change. */
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
  /** The trip count, if it follows from constants. */
  readonly tripCount: number | null;
}

export interface Launch {
  readonly kernel: FunctionIndex;
  readonly caller: FunctionIndex | null;
  readonly place: Place;
  /** The text of the grid size in the launch configuration. */
  readonly grid: string;
  readonly block: string;
  /** Threads in a block, if constants determine the number. */
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
  /** The records that it copies, and their numbers. */
  readonly record?: { readonly name: string; readonly sites: readonly SiteIndex[] };
  readonly sides: TransferSides;
}

/** Whether a copy may convert. If so, both sides have the same declared format and may get different ones. */
export type TransferSides =
  | { readonly kind: 'apart'; readonly format: Format }
  | { readonly kind: 'joined'; readonly why: string };

/** A byte count of a copy, allocation or fill that may follow a format other than that of the memory. */
export interface Measure {
  readonly call: Place;
  /** The position of the count among the arguments. */
  readonly argument: number;
  readonly count: CellIndex;
  readonly memory: CellIndex;
  /** The declared format of both. */
  readonly format: Format;
  readonly sides: 'apart' | 'joined';
}

/** An atomic that accumulates into memory. */
export interface AtomicUpdate {
  readonly operation: OperationIndex;
  readonly cell: CellIndex;
}

/**
 * A site, or an unnamed carrier of a format between sites (a `void *`, a byte count, a type in a cast, `sizeof` or `new`). Cells joined by flows
 * share memory and have one format.
 */
export interface Cell {
  readonly site: SiteIndex | null;
  readonly what: 'site' | 'void-pointer' | 'byte-count' | 'type-mention';
  readonly name: string;
  /** The format of a site or of a type in the source; null for other carriers. */
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

/** Two cells that must have one format, with the place that requires it. */
export interface Flow {
  readonly a: CellIndex;
  readonly b: CellIndex;
  readonly kind: FlowKind;
  readonly place: Place;
  /** A patch could convert between the two at that place. */
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

/** True if both ends are the same memory, and not a copy, a size or a declaration like the other. */
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
  /** The directives around it: `#ifdef A`, then `#else`. */
  readonly directives: readonly string[];
  /** The compiler flag that enables it, if a single macro decides. */
  readonly flag: string | null;
  /** All names used in it. */
  readonly names: ReadonlySet<string>;
  /** A build given with "variants" or --also compiles it. */
  readonly isInOtherBuild?: true;
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
  /** Freeze reasons found at an unnamed cell; they apply to every site that shares its memory. */
  readonly frozenCells: readonly { readonly cell: CellIndex; readonly frozen: Frozen }[];
  /** The memory space of a cell, if its declaration or allocator determines it. */
  readonly cellSpaces: readonly { readonly cell: CellIndex; readonly space: MemorySpace }[];
  readonly inactive: readonly InactiveBranch[];
  readonly warnings: readonly Warning[];
}
