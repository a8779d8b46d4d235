/**
 * The carrier types of numbers in an instrumented program, wide enough for every configuration, and the text where a number leaves its carrier:
 * the instrumenter's counterpart of conversions.ts.
 */
import { isScalarValue, type TypeFacts } from '../../frontend/ast/c-types.js';
import { type AstNode, children, ofKind } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import { type Format, isHalf } from '../../numerics/format.js';
import type { Range } from '../../program/place.js';
import type { OperationIndex, Site, SiteIndex } from '../../program/program.js';
import { baselineConfiguration, resolve } from '../../space/resolve.js';
import { ExpressionFormats, isExactConstant } from '../expression-formats.js';
import { siteOf } from '../site-of.js';
import type { SourceEdits } from '../source-edits.js';
import { formatName } from '../type-text.js';

/**
 * The carrier types of an instrumented program. `reference` is one format for all numbers; `sums` holds any format, including those wider than
 * fp64. Both are classes, so conversions from them, and operations with plain numbers, are explicit in the text.
 */
export type CarriedBy = 'doubles' | 'reference' | 'sums';

/** The carrier of a site's numbers: components of CUDA's vectors can only be doubles. */
export function carriedIn({ isOfVectors }: Site, carriedBy: CarriedBy): 'fp64' | 'carrier' {
  return carriedBy === 'doubles' || isOfVectors ? 'fp64' : 'carrier';
}

interface Carrier {
  readonly type: string;
  /** The site that rounds its numbers; -1 if they have their declared type. */
  readonly site: number;
}

/** The context in which a number leaves its carrier. */
export type Position =
  /** Its type chooses an overload or a deduced type. */
  | 'as declared'
  /** Functions that choose halves by name or overload must get halves. */
  | 'library argument'
  /** `__float22half2_rn(v)`: a library function takes the declared vector. */
  | 'vector argument'
  /** A class cannot be passed through `...`, and would be read only after the next argument is evaluated. */
  | 'unnamed argument'
  /** Like an unnamed argument, for a function that may print all digits. */
  | 'printed'
  /** A value stored as a float is rounded once, not through a double. */
  | 'frozen float'
  | 'long double';

/** The call around a number; null if there is none. */
function leaving(
  { format, isVector }: Pick<TypeFacts, 'format' | 'isVector'>,
  position: Position,
  carriedBy: CarriedBy,
): string | null {
  const isClass = carriedBy !== 'doubles';
  switch (position) {
    case 'as declared':
      // `Box b(float(x))` would declare a function
      if (format === 'fp32') return '(float)';
      if (format === 'fp64' && isClass) return '(double)';
      return leaving({ format, isVector }, 'library argument', carriedBy);
    case 'library argument':
      return isHalf(format) && !isVector ? formatName(format)! : null;
    case 'vector argument':
      return isVector && format === 'fp32' ? 'mx_floats' : null;
    case 'unnamed argument':
      return isClass ? 'mx_out' : null;
    case 'printed':
      return 'mx_carry';
    case 'frozen float':
      return carriedBy === 'sums' ? '(float)' : null;
    case 'long double':
      return carriedBy === 'sums' ? 'mx_out' : null;
  }
}

export class Carriers {
  private readonly formats: ExpressionFormats;

  constructor(
    readonly edits: SourceEdits,
    /** Sites that may change; the others keep their values. */
    private readonly tunable: ReadonlySet<SiteIndex>,
    private readonly groupOf: readonly number[],
    readonly carriedBy: CarriedBy,
    /** Storage that is double in the source does not round. */
    private readonly keepsDoubles: boolean,
  ) {
    this.formats = new ExpressionFormats(resolve(edits.syntax.program, baselineConfiguration));
  }

  /** True for a site whose numbers are carried and may be rounded. */
  carries(site: SiteIndex | null | undefined): site is SiteIndex {
    return site !== null && site !== undefined && this.tunable.has(site);
  }

  /** True if stores into a site do not round, in the only configuration of this build. */
  keepsAll(site: SiteIndex): boolean {
    return this.keepsDoubles && this.edits.syntax.program.sites[site]!.format === 'fp64';
  }

  rounds(site: SiteIndex | null): site is SiteIndex {
    return this.carries(site) && !this.keepsAll(site);
  }

  numberOf(site: SiteIndex): number {
    return this.keepsAll(site) ? -1 : site;
  }

  groupOfSite(site: SiteIndex): number {
    return this.groupOf[site]!;
  }

  isOneGroup(sites: readonly (SiteIndex | null)[]): boolean {
    return new Set(sites.map((site) => site !== null && this.groupOf[site])).size === 1;
  }

  /** The carrier of a site's numbers; without a site, the declared type. */
  of(site: SiteIndex | null, declared: Format): Carrier {
    if (!this.carries(site)) return { type: formatName(declared)!, site: -1 };
    const carried = carriedIn(this.edits.syntax.program.sites[site]!, this.carriedBy);
    return { type: formatName(carried)!, site: this.numberOf(site) };
  }

  /** Applies the table, except to a memory operand with its source type in the instrumented text: a reference may be bound to it. */
  give(scope: UnitScope, node: AstNode, position: Position): void {
    const site = position === 'as declared' && node.valueCategory === 'lvalue' ? siteOf(scope, node) : null;
    if (site !== null && !this.carries(site)) return;
    const facts = scope.types.read(node.type);
    if (!isScalarValue(facts) && position !== 'vector argument') return;
    const name = leaving(facts, position, this.carriedBy);
    if (name !== null) this.around(node, name);
  }

  /** Through a double it could become another integer. */
  giveInteger(scope: UnitScope, node: AstNode, integer: string): void {
    if (this.carriedBy === 'sums' && isScalarValue(scope.types.read(node.type))) this.around(node, `(${integer})`);
  }

  around(node: AstNode, name: string, first = '', range: Range | null = this.edits.rangeOf(node)): void {
    if (range) this.edits.wrap(range, name, `${name}(${first}`, ')');
  }

  movesNumber(scope: UnitScope, args: readonly AstNode[]): boolean {
    return this.carriedBy === 'sums' || this.formats.movesNumber(scope, args);
  }

  /** A constant or an integer takes the format of its operation; the format of any other operand fits in it. */
  operand(scope: UnitScope, operation: OperationIndex, node: AstNode, text: string): string {
    return this.formats.of(scope, node).takesOperandFormat && !isExactConstant(node)
      ? `mx_as${endingOf(scope, node)}(${operation}, ${text})`
      : text;
  }
}

/** The suffix of runtime/instrument's calls for an integer type that a double cannot hold, so that it is rounded once. */
export function endingOf(scope: UnitScope, value: AstNode): string {
  let number = value;
  while (isIntegerLayer(number) && !scope.types.read(number.type).isInteger && children(number)[0])
    number = children(number)[0]!;
  return LONG_INTEGERS.get(number.type?.desugaredQualType ?? number.type?.qualType ?? '') ?? '';
}

const isIntegerLayer = ofKind('ParenExpr', 'ImplicitCastExpr', 'ExprWithCleanups', 'ConstantExpr');
const LONG_INTEGERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    _integer: ['long', 'long long'],
    _unsigned: ['unsigned long', 'unsigned long long'],
    _int128: ['__int128'],
    _uint128: ['unsigned __int128'],
  }).flatMap(([ending, types]) => types.flatMap((type) => [`${type}`, `const ${type}`].map((one) => [one, ending]))),
);
