/** Numbers that a library parses from text, or writes through references: stored in the formats of their targets. */
import { isScalarValue } from '../../frontend/ast/c-types.js';
import { calleeName } from '../../frontend/ast/callee.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import { addressed, readScan } from '../../frontend/ast/scan-call.js';
import { scansNumber } from '../../frontend/lexical/scanf-format.js';
import type { UnitScope } from '../../frontend/lower/unit-scope.js';
import { libraryFunction } from '../../program/library/library.js';
import { siteOf } from '../site-of.js';
import type { Carriers } from './carriers.js';

/** Marks a conversion for runtime/instrument/read-numbers.h. */
const SCAN_MARK = '\x01';

export class NumbersRead {
  constructor(private readonly carriers: Carriers) {}

  /** Scans numbers into added variables of the requested format, and stores as many of them as scanf converted. */
  scan(scope: UnitScope, node: AstNode, position: number, args: readonly AstNode[]): void {
    const { edits } = this.carriers;
    const scan = readScan(position, args, (literal) => edits.ownText(literal));
    const whole = edits.rangeOf(node);
    const literal = scan && edits.rangeOf(scan.format);
    if (!scan || !whole || !literal) return;
    const targets: { readonly site: number; readonly before: number; readonly place: string }[] = [];
    let scanned = 0;
    for (const { conversion, argument } of scan.targets) {
      const before = scanned;
      if (conversion.counts) scanned++;
      const site = scansNumber(conversion) ? siteOf(scope, argument) : null;
      const range = edits.rangeOf(argument);
      const named = addressed(argument);
      const target = edits.rangeOf(named ?? argument);
      if (!this.carriers.carries(site) || !range || !target) continue;
      targets.push({ site, before, place: named ? edits.text(target) : `*(${edits.text(target)})` });
      edits.replace(range, 'scan', () => `&mx_scanned_${before}.wide`);
      const begin = literal.begin + conversion.begin;
      const end = literal.begin + conversion.end + conversion.letter.length;
      edits.replace({ ...literal, begin, end }, 'scan', () => `${SCAN_MARK}l${conversion.letter}`);
    }
    if (targets.length === 0) return;
    const sites = targets.map(({ site }) => site).join(', ');
    const format = edits.text(literal);
    edits.wrap(literal, 'scan format', 'mx_scan_format(mx_format, ', ', mx_sites)');
    const numbers = targets.map(({ before }) => `mx_scanned_${before}`);
    const stores = targets.map(
      ({ site, before, place }) =>
        `if (mx_scanned > ${before}) ${place} = mx_store(${site}, mx_scanned_as(${site}, mx_scanned_${before}));`,
    );
    edits.replace(
      whole,
      'scan call',
      (inner) =>
        `({ union mx_scanned_number ${numbers.join(', ')}; char mx_format[sizeof(${format}) + ${2 * targets.length}]; const int mx_sites[] = {${sites}}; const int mx_scanned = ${inner(whole.begin, whole.end)}; ${stores.join(' ')} mx_scanned; })`,
    );
  }

  /** `std::from_chars(first, last, x)` is called with a number of x's format. */
  parse(scope: UnitScope, node: AstNode, target: AstNode | undefined): void {
    const { edits } = this.carriers;
    const site = target ? this.numberAt(scope, target) : null;
    const whole = edits.rangeOf(node);
    const range = site === null ? null : edits.rangeOf(target!);
    if (!whole || !range) return;
    const place = edits.text(range);
    edits.replace(range, 'parse', () => 'mx_target');
    edits.wrap(whole, 'parse call', `mx_parsed(${site}, ${place}, [&](auto &mx_target) { return `, '; })');
  }

  /** `in >> x` reads a number of x's format. */
  extract(scope: UnitScope, target: AstNode): void {
    const site = this.numberAt(scope, target);
    if (site !== null) this.carriers.around(target, 'mx_extracted', `${site}, `);
  }

  private numberAt(scope: UnitScope, target: AstNode): number | null {
    const site = isScalarValue(scope.types.read(target.type)) ? siteOf(scope, target) : null;
    return this.carriers.carries(site) ? site : null;
  }

  /** `std::tie(x, a[i])`: targets that the library may assign through references. */
  settle(scope: UnitScope, call: AstNode): void {
    const { edits } = this.carriers;
    if (!libraryFunction(calleeName(call)).ties) return;
    for (const target of children(call).slice(1)) {
      const isAssigned = target.valueCategory === 'lvalue' && !/\bconst\b/.test(target.type?.qualType ?? '');
      const site = isAssigned ? this.numberAt(scope, target) : null;
      const range = this.carriers.rounds(site) ? edits.rangeOf(target) : null;
      if (range) edits.wrap(range, 'settle', `mx_settled(${site}, `, ').target');
    }
  }
}
