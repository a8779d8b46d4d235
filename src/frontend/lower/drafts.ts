/** Sites, functions and calls while a program is read: what is known of them grows with each unit. */
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
  /** What a pointer to it is declared as; null for a method, and for a type that is not read. */
  pointerType: PointerType | null;
  /** Has no body and needs none: pure, defaulted or deleted. */
  isComplete: boolean;
  /** Says constexpr: nothing in it has a type without constants. */
  isConstexpr: boolean;
  /** Where C declares it without saying what it takes: `double f();`. */
  unprototyped: Place | null;
  /** Where the name of a function type declares it: `map scaled;`. */
  declaredByType: Place | null;
  /** Some declaration says what it takes. */
  hasPrototype: boolean;
  /** Parameters of its template, and of the class template it is a member of; '' for one that is not a type. */
  templateParameters: readonly string[];
  recordParameters: readonly string[];
  readonly template: TemplateFacts;
  /** Instantiations of one text with other types of numbers are functions of their own: which one this is, in the order they are met. */
  readonly variant: number;
  holdsLambda: boolean;
  /** Where the type that its template is given decides more than formats; null where it does not. */
  decidedByType: DecidedByType | null;
  holdsSharedMemory: boolean;
  /** Several instantiations with different number types share its text, which therefore stays unchanged. */
  sharesText: boolean;
  /** Something is written in place of one of its template's instantiations. */
  isSpecialised: boolean;
  /** What it returns where that is memory without a site: a `void *`, a conversion operator's pointer. */
  returnCarrier: CellIndex | null;
  /** Linkage names whose bodies were read: a second unit's copy adds nothing. */
  lowered: Set<string>;
}

/** Why an instantiation with another type would be more than one in another format, with where that is written. */
export interface DecidedByType {
  readonly code: 'type-asked' | 'own-variable';
  readonly at: string;
}

/** An argument and the parameter it becomes: a cell, or a template's type parameter by its name. */
export interface CallLink {
  /** Null for an integer that is no byte count. */
  readonly cell: CellIndex | null;
  readonly parameter: CellIndex | string;
  readonly kind: FlowKind;
  readonly place: Place;
  /** An integer that comes back. */
  readonly isResult?: true;
}

/** A call of one of the program's functions, kept until it is known whether each call is on its own (generic-functions.ts). */
export interface OwnCall {
  readonly caller: FunctionIndex | null;
  readonly callee: FunctionIndex;
  readonly links: CallLink[];
  readonly place: Place | null;
  /** What it says in angle brackets for the parameters of the callee's template; null where its name is no text of the user's. */
  readonly said: readonly Range[] | null;
  /** It stands in a text that is executed and can be edited: not in a starting value, nor in `sizeof`. */
  readonly isEdited: boolean;
}

/** What new memory holds is known once every call has been seen. */
export type MeasureDraft = Omit<Measure, 'format'> & { readonly format: Format | null };
