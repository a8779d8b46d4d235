/** Stores, as roundings to the formats of their sites. */
import type { AstNode } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import type { SiteIndex } from '../../program/program.js';
import { vectorMaker, vectorSource } from '../implicit-conversions.js';
import { assignsInOlderOrder } from '../ordered-operands.js';
import { siteOf } from '../site-of.js';
import { type Carriers, endingOf } from './carriers.js';
import type { InstrumentedOperations } from './instrumented-operations.js';
import type { LiteralsInFull } from './literals-in-full.js';
import { isComma, type UnroundedStorage } from './unrounded-storage.js';

/** The carrier of a vector: `double3` for `const float3 *`; '' for a number. */
function carrierVector(type: string): string {
  const lanes = /\b(?:float|double)([1-4])\b/.exec(type)?.[1];
  return lanes ? `double${lanes}` : '';
}

export class InstrumentedStores {
  constructor(
    private readonly carriers: Carriers,
    private readonly unrounded: UnroundedStorage,
    private readonly literals: LiteralsInFull,
    private readonly operations: InstrumentedOperations,
  ) {}

  write(scope: UnitScope, site: SiteIndex, value: AstNode): void {
    const { edits } = this.carriers;
    const { type, shape } = edits.syntax.program.sites[site]!;
    this.literals.add(value);
    const range = edits.rangeOfWhole(value);
    if (!range) this.unrounded.add(site);
    const operation = this.operations.resultOf(scope, value);
    if (range && !this.carriers.keepsAll(site))
      edits.replace(range, 'store', (inner) => {
        const rounded = operation !== null && !this.operations.untouched.has(operation); // known once everything has been visited
        const text = inner(range.begin, range.end);
        // braces have no type to choose an overload by
        const stored = text.startsWith('{') ? `${carrierVector(type)}${text}` : isComma(value) ? `(${text})` : text;
        const name = rounded ? `mx_store_of(${site}, ${operation}` : `mx_store${endingOf(scope, value)}(${site}`;
        return `${name}, ${stored})`;
      });
    if (shape !== 'scalar') this.carryVector(value);
  }

  /** `make_float3(…)` into storage that carries doubles. */
  private carryVector(value: AstNode): void {
    const maker = vectorMaker(vectorSource(value));
    const range = maker && this.carriers.edits.rangeOf(maker.name);
    if (maker && range) this.carriers.edits.replace(range, 'maker', () => `make_double${maker.lanes}`);
  }

  /** `a[i()] = f()`, which calls f last: the stored value is rounded in place. C++17 fixes the order itself. */
  called(scope: UnitScope, node: AstNode, target: AstNode, value: AstNode): boolean {
    const { edits, carriedBy } = this.carriers;
    const site = siteOf(scope, target);
    if (!this.carriers.rounds(site) || !assignsInOlderOrder(scope, node)) return false;
    const [whole, a, b] = [node, target, value].map((part) => edits.rangeOf(part));
    if (!whole || !a || !b) return false;
    const called = siteOf(scope, value) ?? -1;
    edits.replace(whole, 'store', (inner) => {
      const [to, from] = [inner(a.begin, a.end), inner(b.begin, b.end)];
      const stored =
        scope.unit.language === 'c' && carriedBy === 'doubles'
          ? `mx_store_called(${site}, (${to}), (${from}))`
          : `mx_rounded(${site}, ${inner(whole.begin, whole.end)})`;
      // a conversion is no call
      return `(mx_sites_alike(${site}, ${called}) ? ${stored} : (${to} = mx_store(${site}, ${from})))`;
    });
    return true;
  }
}
