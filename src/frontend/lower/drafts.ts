/** Sites, functions and calls while units are being read; every unit may add facts. */
import type { Format } from '../../numerics/format.js';
import type { Frozen } from '../../program/frozen.js';
import type { Place, Range } from '../../program/place.js';
import type {
  BasicBlock,
  BlockIndex,
  CellIndex,
  FlowKind,
  FunctionIndex,
  FunctionKind,
  Measure,
  MemorySpace,
  SiteIndex,
  SiteKind,
  SiteShape,
  Value,
} from '../../program/program.js';
import type { PointerType } from './calls/pointer-types.js';
import type { TemplateFacts } from './templates/type-parameters.js';

export interface SiteDraft {
  kind: SiteKind;
  name: string;
  function: FunctionIndex | null;
  record: string | null;
  namespace: string;
  place: Place;
  declaration: Range;
  redeclarations: Range[];
  type: string;
  shape: SiteShape;
  isOfVectors: boolean;
  elements: number | null;
  format: Format;
  space: MemorySpace;
  inDeviceCode: boolean;
  startsAsConstant: boolean;
  isConstantOfHost: boolean;
  isPassedByLibrary: boolean;
  combinedByOpenMp: string | null;
  scannedAt: string | null;
  usedInPlace: string | null;
  overloadedFor: readonly Format[] | null;
  frozen: Frozen[];
}

export interface FunctionDraft {
  name: string;
  kind: FunctionKind;
  alsoHost: boolean;
  place: Place;
  body: Range | null;
  parameters: (SiteIndex | null)[];
  returnSite: SiteIndex | null;
  calls: Set<FunctionIndex>;
  values: Value[];
  valueBlocks: BlockIndex[];
  blocks: BasicBlock[];
  addressTaken: Place | null;
  /** The type of pointers to it; null for a method, and for a type that cannot be parsed. */
  pointerType: PointerType | null;
  /** Pure, defaulted or deleted, so that it has no body. */
  isComplete: boolean;
  /** Declared constexpr, so that its types must support constant expressions. */
  isConstexpr: boolean;
  /** The place of a C declaration without parameters: `double f();`. */
  unprototyped: Place | null;
  /** The place of a declaration through a typedef of a function type: `map scaled;`. */
  declaredByType: Place | null;
  /** Some declaration lists its parameters. */
  hasPrototype: boolean;
  /** The parameters of its template and of the class template around it; '' for one that is not a type. */
  templateParameters: readonly string[];
  recordParameters: readonly string[];
  readonly template: TemplateFacts;
  /** Instantiations of one text with different number types are separate functions; this is the index in order of occurrence. */
  readonly variant: number;
  holdsLambda: boolean;
  /** The reason why its template argument determines more than formats; null if it does not. */
  decidedByType: DecidedByType | null;
  holdsSharedMemory: boolean;
  /** Several instantiations with different number types share its text, which therefore stays unchanged. */
  sharesText: boolean;
  /** The template has a specialisation. */
  isSpecialised: boolean;
  /** The carrier of a result that is memory without a site: a `void *`, the pointer of a conversion operator. */
  returnCarrier: CellIndex | null;
  /** Linkage names whose bodies were lowered; the copy in a second unit is skipped. */
  lowered: Set<string>;
}

/** The reason why instantiating with another type would change more than the format, with its place. */
export interface DecidedByType {
  readonly code: 'type-asked' | 'own-variable';
  readonly at: string;
}

/** An argument and its parameter: a cell, or the name of a type parameter of a template. */
export interface CallLink {
  /** Null for an integer that is not a byte count. */
  readonly cell: CellIndex | null;
  readonly parameter: CellIndex | string;
  readonly kind: FlowKind;
  readonly place: Place;
  /** An integer result. */
  readonly isResult?: true;
}

/** A call of a function of the program, stored until it is known which calls can have their own formats (generic-functions.ts). */
export interface OwnCall {
  readonly caller: FunctionIndex | null;
  readonly callee: FunctionIndex;
  readonly links: CallLink[];
  readonly place: Place | null;
  /** The explicit template arguments of the call; null if the name is not in the user's text. */
  readonly explicitTypes: readonly Range[] | null;
  /** The call is executed and its text can be edited: it is not in an initialiser of a global, nor in `sizeof`. */
  readonly isEdited: boolean;
}

/** The contents of new memory are known after all calls were read. */
export type MeasureDraft = Omit<Measure, 'format'> & { readonly format: Format | null };
