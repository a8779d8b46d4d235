/** Explicit casts: to the format of their own site, or, if all numbers have one format, to the carrier only. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { isScalarValue } from '../../frontend/ast/c-types.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import { conversionFunction } from '../implicit-conversions.js';
import { type Carriers, endingOf } from './carriers.js';
import type { LiteralsInFull } from './literals-in-full.js';

export class InstrumentedCasts {
  constructor(
    private readonly carriers: Carriers,
    private readonly literals: LiteralsInFull,
  ) {}

  write(scope: UnitScope, node: AstNode): void {
    const { edits, carriedBy } = this.carriers;
    const site = scope.casts.get(node.id);
    const value = children(node).at(-1);
    const whole = edits.rangeOf(node);
    if (carriedBy === 'reference') {
      const part = value && isScalarValue(scope.types.read(node.type)) ? edits.rangeOf(value) : null;
      if (whole && part)
        edits.replace(whole, 'carry', (inner) => `mx_carry(${numberOf(node, inner(part.begin, part.end))})`);
      return;
    }
    if (!value || !this.carriers.carries(site)) return;
    this.literals.add(value);
    const part = edits.rangeOfWhole(value);
    if (!whole || !part) throw new MantissaError('MX1006', `a cast cannot be followed: ${edits.ownText(node) ?? ''}`);
    const head = `mx_store${endingOf(scope, value)}(${site}, `;
    edits.replace(whole, 'cast', (inner) => `${head}${numberOf(node, inner(part.begin, part.end))})`);
  }
}

/** The converted text as a number: an object is converted by its conversion function. */
function numberOf(cast: AstNode, text: string): string {
  const conversion = conversionFunction(cast);
  return conversion === null ? text : `(${text}).${conversion}()`;
}
