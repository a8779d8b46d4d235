/** The computation of one lane of a vectorized loop: loads, branch-free operations, stores. It is independent of width and format. */
import type { LinearForm } from '../../numerics/linear-form.js';
import type { VectorFormat } from './vector-format.js';

/** Place in the user's text. For inlined code, `inlinedFrom` is the line of the call in the loop. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly inlinedFrom: number | null;
}

export interface NodeBasis {
  /** Index of the instruction in the vectorized loop, which gives the order of evaluation. */
  readonly order: number;
  readonly place: Place | null;
  /** The user's variable with this value; null without one. */
  readonly name: string | null;
  /** Format in the source if that has 16-bit types; null if formats are chosen when the vectors are written. */
  readonly format: VectorFormat | null;
}

export type Arithmetic = '+' | '-' | '*' | '/';
export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

export type LaneNode = NodeBasis &
  (
    | { readonly kind: 'constant'; readonly value: number }
    /** A value equal in all lanes, as C text: a parameter or an array element. */
    | { readonly kind: 'uniform'; readonly text: string; readonly access: Access | null }
    /** The accumulator of a reduction in this lane; after the loop, its result. */
    | { readonly kind: 'accumulator'; readonly reduction: number }
    /** Conversion of an integer to floating point. */
    | { readonly kind: 'counter'; readonly value: LinearForm }
    | { readonly kind: 'load'; readonly access: Access; readonly condition: LaneNode | null }
    | { readonly kind: 'arithmetic'; readonly operator: Arithmetic; readonly operands: readonly [LaneNode, LaneNode] }
    | { readonly kind: 'negation'; readonly operand: LaneNode }
    /** Rounding to the node's format. */
    | { readonly kind: 'conversion'; readonly operand: LaneNode }
    | { readonly kind: 'fma'; readonly operands: readonly [LaneNode, LaneNode, LaneNode] }
    | { readonly kind: 'call'; readonly function: string; readonly operands: readonly LaneNode[] }
    | { readonly kind: 'select'; readonly condition: LaneNode; readonly operands: readonly [LaneNode, LaneNode] }
    /** A comparison; it and the following nodes are masks. `negated` means true for NaN operands. */
    | {
        readonly kind: 'comparison';
        readonly operator: Comparison;
        readonly negated: boolean;
        readonly operands: readonly [LaneNode, LaneNode];
      }
    | { readonly kind: 'logic'; readonly operator: '&' | '|' | '^'; readonly operands: readonly [LaneNode, LaneNode] }
    | { readonly kind: 'not'; readonly operand: LaneNode }
    /** A condition on the counter and integer parameters, as C text in which `#` is the counter. */
    | { readonly kind: 'condition'; readonly text: string }
  );

/** An array access `array[stride · i + offset]`, counted in numbers, not in records. */
export interface Access {
  readonly array: string;
  readonly stride: number;
  readonly offset: LinearForm;
}

export interface LaneStore {
  readonly order: number;
  readonly access: Access;
  readonly value: LaneNode;
  readonly condition: LaneNode | null;
  readonly place: Place | null;
}

export type Fold = 'sum' | 'product' | 'smallest' | 'largest';

/** A reduction: a value carried through all iterations that may be computed from partial results in another order. */
export interface Reduction {
  readonly name: string;
  readonly fold: Fold;
  /** Value before the first iteration; equal for all lanes. */
  readonly start: LaneNode;
  /** The accumulator after an iteration. */
  readonly next: LaneNode;
  readonly order: number;
  readonly place: Place | null;
}

/** Use of the reductions after the loop: a number is returned or stored once. */
export interface LoopResult {
  /** Target array; null for the return value. */
  readonly target: { readonly array: string; readonly offset: LinearForm } | null;
  readonly value: LaneNode;
  readonly place: Place | null;
}

export type Parameter =
  | {
      readonly kind: 'array';
      readonly name: string;
      /** Names of the components of an element; a single empty name if elements are numbers. */
      readonly fields: readonly string[];
      /** Bytes of one number in the source's type. */
      readonly numberBytes: 2 | 4 | 8;
      /** Declared format if the source has 16-bit types; null if the format is chosen when the vectors are written. */
      readonly format: VectorFormat | null;
      /** An array of floats outside the function, of which single elements are read: a `__constant__` table. */
      readonly isTable?: boolean;
    }
  | { readonly kind: 'number' | 'integer'; readonly name: string; readonly type: string };

/** The second index of a two-dimensional kernel, equal for all lanes, which runs from `begin` to `end` - 1. */
export interface Rows {
  readonly name: string;
  readonly type: string;
  /** C text over the function's parameters. */
  readonly begin: string;
  readonly end: string;
}

export interface LaneProgram {
  readonly name: string;
  /** Whether it is a kernel, launched instead of called. */
  readonly isKernel: boolean;
  readonly file: string;
  /** Line of the function's head; `loopLine` is that of the loop. */
  readonly line: number;
  readonly loopLine: number;
  readonly parameters: readonly Parameter[];
  /** The user's counter, which runs from `begin` to `end` - 1. */
  readonly counter: string;
  readonly begin: LinearForm;
  readonly end: LinearForm;
  /** Rows: the loop runs once for each, and the row number is a parameter. */
  readonly rows: Rows | null;
  /** Names of arrays. */
  readonly written: ReadonlySet<string>;
  readonly stores: readonly LaneStore[];
  /** Empty if the iterations are independent. */
  readonly reductions: readonly Reduction[];
  readonly results: readonly LoopResult[];
  /** Whether every thread stores its own partial result, to be combined elsewhere. */
  readonly isLeftInParts: boolean;
  /** Lines with unintended arithmetic in double, such as a constant without the suffix f. */
  readonly doubleLines: readonly number[];
}

export function operandsOf(node: LaneNode): readonly LaneNode[] {
  switch (node.kind) {
    case 'constant':
    case 'uniform':
    case 'counter':
    case 'condition':
    case 'accumulator':
      return [];
    case 'load':
      return node.condition ? [node.condition] : [];
    case 'select':
      return [node.condition, ...node.operands];
    case 'negation':
    case 'conversion':
    case 'not':
      return [node.operand];
    case 'arithmetic':
    case 'fma':
    case 'call':
    case 'comparison':
    case 'logic':
      return node.operands;
  }
}

/** Values that an iteration computes for its stores and reductions. */
type Computed = Pick<LaneProgram, 'stores' | 'reductions'>;

/** All array accesses of the loop. */
export function accessesOf(program: Computed): Access[] {
  return [
    ...nodesOf(program).flatMap((node) =>
      node.kind === 'load' || node.kind === 'uniform' ? (node.access ? [node.access] : []) : [],
    ),
    ...program.stores.map(({ access }) => access),
  ];
}

/** The roots of the computation. */
export function rootsOf({ stores, reductions }: Computed): LaneNode[] {
  return [
    ...stores.flatMap(({ value, condition }) => (condition ? [condition, value] : [value])),
    ...reductions.map(({ next }) => next),
  ];
}

/** Every node needed by stores and reductions, once, in the order of the loop. */
export function nodesOf(program: Computed): LaneNode[] {
  return reachedFrom(rootsOf(program)).sort((a, b) => a.order - b.order);
}

/** Visits operands before their users. */
export function reachedFrom(roots: readonly LaneNode[]): LaneNode[] {
  const found = new Set<LaneNode>();
  const visit = (node: LaneNode): void => {
    if (found.has(node)) return;
    for (const operand of operandsOf(node)) visit(operand);
    found.add(node);
  };
  for (const root of roots) visit(root);
  return [...found];
}

/** Arrays of single numbers in float: those written only after the loop, and tables. */
export function resultArrays({
  results,
  parameters,
}: Pick<LaneProgram, 'results' | 'parameters'>): ReadonlySet<string> {
  return new Set([
    ...results.flatMap(({ target }) => (target ? [target.array] : [])),
    ...tablesOf({ parameters }).map(({ name }) => name),
  ]);
}

export function tablesOf({ parameters }: Pick<LaneProgram, 'parameters'>): Parameter[] {
  return parameters.filter((one) => one.kind === 'array' && one.isTable === true);
}

/** Whether the source has 16-bit types itself, whose formats the vectors then keep. */
export function hasDeclaredHalves({ parameters }: Pick<LaneProgram, 'parameters'>): boolean {
  return parameters.some((one) => one.kind === 'array' && one.format !== null);
}
