/** What one lane of a vectorised loop computes: loads, operations without branches, stores. Independent of width and format. */
import type { Affine } from './affine.js';
import type { VectorFormat } from './vector-format.js';

/** In the user's text; `inlinedFrom` is the line of the loop that called the function it stands in. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly inlinedFrom: number | null;
}

export interface NodeBasis {
  /** Of the instruction in the vectorised loop: nodes are computed in this order. */
  readonly order: number;
  readonly place: Place | null;
  /** The user's variable that holds it; null where it has none. */
  readonly name: string | null;
  /** What the source computes it in, where that has halves; null where formats are chosen when vectors are written. */
  readonly format: VectorFormat | null;
}

export type Arithmetic = '+' | '-' | '*' | '/';
export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

export type LaneNode = NodeBasis &
  (
    | { readonly kind: 'constant'; readonly value: number }
    /** The same for all lanes, as C: a parameter, or an element of an array. */
    | { readonly kind: 'uniform'; readonly text: string; readonly access: Access | null }
    /** What a reduction has so far in this lane; behind the loop, what it came to. */
    | { readonly kind: 'accumulator'; readonly reduction: number }
    /** A whole number as a floating one. */
    | { readonly kind: 'counter'; readonly value: Affine }
    | { readonly kind: 'load'; readonly access: Access; readonly condition: LaneNode | null }
    | { readonly kind: 'arithmetic'; readonly operator: Arithmetic; readonly operands: readonly [LaneNode, LaneNode] }
    | { readonly kind: 'negation'; readonly operand: LaneNode }
    /** Rounded to the node's own format. */
    | { readonly kind: 'conversion'; readonly operand: LaneNode }
    | { readonly kind: 'fma'; readonly operands: readonly [LaneNode, LaneNode, LaneNode] }
    | { readonly kind: 'call'; readonly function: string; readonly operands: readonly LaneNode[] }
    | { readonly kind: 'select'; readonly condition: LaneNode; readonly operands: readonly [LaneNode, LaneNode] }
    /** A mask, as all below. `negated`: true where an operand is no number. */
    | {
        readonly kind: 'comparison';
        readonly operator: Comparison;
        readonly negated: boolean;
        readonly operands: readonly [LaneNode, LaneNode];
      }
    | { readonly kind: 'logic'; readonly operator: '&' | '|' | '^'; readonly operands: readonly [LaneNode, LaneNode] }
    | { readonly kind: 'not'; readonly operand: LaneNode }
  );

/** Numbers of an array: `array[stride · i + offset]`, in numbers, not in records. */
export interface Access {
  readonly array: string;
  readonly stride: number;
  readonly offset: Affine;
}

export interface LaneStore {
  readonly order: number;
  readonly access: Access;
  readonly value: LaneNode;
  readonly condition: LaneNode | null;
  readonly place: Place | null;
}

export type Fold = 'sum' | 'product' | 'smallest' | 'largest';

/** A number that goes through all iterations and may be put together from parts, in another order than the source has. */
export interface Reduction {
  readonly name: string;
  readonly fold: Fold;
  /** Before the first iteration; the same for all lanes. */
  readonly start: LaneNode;
  /** What an iteration makes of its accumulator. */
  readonly next: LaneNode;
  readonly order: number;
  readonly place: Place | null;
}

/** What a function does with its reductions once the loop is through: it returns a number or stores it, once. */
export interface LoopResult {
  /** Null for what is returned. */
  readonly target: { readonly array: string; readonly offset: Affine } | null;
  readonly value: LaneNode;
  readonly place: Place | null;
}

export type Parameter =
  | {
      readonly kind: 'array';
      readonly name: string;
      /** Names of the numbers in one element; one without a name where elements are numbers. */
      readonly fields: readonly string[];
      /** Bytes of one number, as the source declares it. */
      readonly numberBytes: 2 | 4 | 8;
      /** What the source declares, where that has halves; null where the format is chosen when vectors are written. */
      readonly format: VectorFormat | null;
    }
  | { readonly kind: 'number' | 'integer'; readonly name: string; readonly type: string };

/** Of a kernel of two dimensions: the index that is the same for all lanes, which runs by one from `begin` to before `end`. */
export interface Rows {
  readonly name: string;
  readonly type: string;
  /** As C, of the function's parameters. */
  readonly begin: string;
  readonly end: string;
}

export interface LaneProgram {
  readonly name: string;
  /** It is launched, not called. */
  readonly isKernel: boolean;
  readonly file: string;
  /** Lines of the function's head and of the loop. */
  readonly line: number;
  readonly loopLine: number;
  readonly parameters: readonly Parameter[];
  /** The user's counter, which runs by one from `begin` to before `end`. */
  readonly counter: string;
  readonly begin: Affine;
  readonly end: Affine;
  /** The loop is done once for each; its number is one of the parameters. */
  readonly rows: Rows | null;
  /** Names of arrays. */
  readonly written: ReadonlySet<string>;
  readonly stores: readonly LaneStore[];
  /** Empty where iterations have nothing to do with one another. */
  readonly reductions: readonly Reduction[];
  readonly results: readonly LoopResult[];
  /** Every thread stores what it came to for itself, and somebody else puts that together. */
  readonly isLeftInParts: boolean;
  /** Lines whose arithmetic the source does in double although nothing else is: a constant without its f. */
  readonly doubleLines: readonly number[];
}

export function operandsOf(node: LaneNode): readonly LaneNode[] {
  switch (node.kind) {
    case 'constant':
    case 'uniform':
    case 'counter':
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

/** What an iteration computes for its stores and its reductions. */
type Computed = Pick<LaneProgram, 'stores' | 'reductions'>;

/** Every number of an array that the loop reads or writes. */
export function accessesOf(program: Computed): Access[] {
  return [
    ...nodesOf(program).flatMap((node) =>
      node.kind === 'load' || node.kind === 'uniform' ? (node.access ? [node.access] : []) : [],
    ),
    ...program.stores.map(({ access }) => access),
  ];
}

/** What everything else is computed for. */
export function rootsOf({ stores, reductions }: Computed): LaneNode[] {
  return [
    ...stores.flatMap(({ value, condition }) => (condition ? [condition, value] : [value])),
    ...reductions.map(({ next }) => next),
  ];
}

/** Every node that stores and reductions need, each once, in the order of the loop. */
export function nodesOf(program: Computed): LaneNode[] {
  return reachedFrom(rootsOf(program)).sort((a, b) => a.order - b.order);
}

/** Operands before what is computed from them. */
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

/** Arrays that only what comes behind the loop writes to: they hold single numbers, in float. */
export function resultArrays({ results }: Pick<LaneProgram, 'results'>): ReadonlySet<string> {
  return new Set(results.flatMap(({ target }) => (target ? [target.array] : [])));
}

/** Whether the source has halves itself, so that its formats are those of the vectors. */
export function hasDeclaredHalves({ parameters }: Pick<LaneProgram, 'parameters'>): boolean {
  return parameters.some((one) => one.kind === 'array' && one.format !== null);
}
