/**
 * What numbers of an instrumented program are carried in, wide enough for every configuration, and what is written where a number leaves its
 * carrier. The table of what leaves is the instrumenter's counterpart of conversions.ts.
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
 * What holds the numbers of an instrumented program. The others are classes, so that what leaves one, and what meets a plain number, is said
 * in the text: `reference` is one format that everything has, `sums` holds any, also those wider than fp64.
 */
export type CarriedBy = 'doubles' | 'reference' | 'sums';

/** What numbers of a site are carried in: CUDA's vectors have no other components than doubles. */
export function carriedIn({ isOfVectors }: Site, carriedBy: CarriedBy): 'fp64' | 'carrier' {
  return carriedBy === 'doubles' || isOfVectors ? 'fp64' : 'carrier';
}

interface Carrier {
  readonly type: string;
  /** By which its numbers are rounded; -1 where they are as they are declared. */
  readonly site: number;
}

/** Where a number stands that leaves its carrier. */
export type Position =
  /** Where its type means another overload, or another type. */
  | 'as declared'
  /** What takes halves by name or overload must be given halves. */
  | 'library argument'
  /** `__float22half2_rn(v)`: a function of a library's takes the vector that it says. */
  | 'vector argument'
  /** A class cannot go through `...`, and by itself is not read before the next argument is evaluated. */
  | 'unnamed argument'
  /** The same, of a function that may print all digits. */
  | 'printed'
  /** What is stored as a float is rounded once, not by way of a double. */
  | 'frozen float'
  | 'long double';

/** What is called around a number; null where it stays as it is. */
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
    /** Sites that may change; the others keep what the source makes of them. */
    private readonly tunable: ReadonlySet<SiteIndex>,
    private readonly groupOf: readonly number[],
    readonly carriedBy: CarriedBy,
    /** Storage that is double in the source rounds nothing. */
    private readonly keepsDoubles: boolean,
  ) {
    this.formats = new ExpressionFormats(resolve(edits.syntax.program, baselineConfiguration));
  }

  /** True for a site whose numbers are carried, and may be rounded. */
  carries(site: SiteIndex | null | undefined): site is SiteIndex {
    return site !== null && site !== undefined && this.tunable.has(site);
  }

  /** True where nothing is rounded on its way into a site, in the only configuration of this build. */
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

  /** What carries a site's numbers; those of no site are as they are declared. */
  of(site: SiteIndex | null, declared: Format): Carrier {
    if (!this.carries(site)) return { type: formatName(declared)!, site: -1 };
    const carried = carriedIn(this.edits.syntax.program.sites[site]!, this.carriedBy);
    return { type: formatName(carried)!, site: this.numberOf(site) };
  }

  /** Writes what the table says, but for a place that has the type of the source in the instrumented text, too: a reference may be bound to it. */
  give(scope: UnitScope, node: AstNode, position: Position): void {
    const site = position === 'as declared' && node.valueCategory === 'lvalue' ? siteOf(scope, node) : null;
    if (site !== null && !this.carries(site)) return;
    const facts = scope.types.read(node.type);
    if (!isScalarValue(facts) && position !== 'vector argument') return;
    const name = leaving(facts, position, this.carriedBy);
    if (name !== null) this.around(node, name);
  }

  /** By way of a double it could be another integer. */
  giveInteger(scope: UnitScope, node: AstNode, integer: string): void {
    if (this.carriedBy === 'sums' && isScalarValue(scope.types.read(node.type))) this.around(node, `(${integer})`);
  }

  around(node: AstNode, name: string, first = '', range: Range | null = this.edits.rangeOf(node)): void {
    if (range) this.edits.wrap(range, name, `${name}(${first}`, ')');
  }

  movesNumber(scope: UnitScope, args: readonly AstNode[]): boolean {
    return this.carriedBy === 'sums' || this.formats.movesNumber(scope, args);
  }

  /** A constant or an integer takes the format of its operation; any other operand has a format that fits in it. */
  operand(scope: UnitScope, operation: OperationIndex, node: AstNode, text: string): string {
    return this.formats.of(scope, node).adapts && !isExactConstant(node)
      ? `mx_as${endingOf(scope, node)}(${operation}, ${text})`
      : text;
  }
}

/** An integer that need not fit a double is rounded once: what the calls of its type end with in runtime/instrument. */
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
