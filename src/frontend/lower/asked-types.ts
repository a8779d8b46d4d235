/**
 * `std::numeric_limits<decltype(x)>::epsilon()`, `typeid(x)`, `_Generic(x, …)`: an expression whose value follows from the type of x.
 * Written in another format x would answer otherwise, so that it keeps its own.
 */
import type { Range } from '../../program/place.js';
import { type AstNode, children } from '../ast/node.js';
import { findTypeOfExpression } from '../ast/types-of-expressions.js';
import type { BodyLowering } from './function-body.js';
import { namedIn } from './named-declarations.js';

/** What an expression in the tree asks the type of. */
export function freezeAskedIn(body: BodyLowering, asked: AstNode, whole: AstNode): void {
  for (const id of namedIn(asked)) {
    const site = body.scope.sites.get(id);
    if (site !== undefined) body.builder.freeze(site, 'type-asked', body.placeText(whole));
  }
}

/** The tree does not have what stands in the `decltype` of a template argument or a cast: there its names are looked up. */
export function freezeAskedByText(body: BodyLowering, node: AstNode): void {
  const place = body.place(node);
  if (!place || place.spelling !== null) return;
  const operand = /CastExpr$/.test(node.kind) ? children(node).at(-1) : undefined;
  const end = (operand && body.place(operand)?.range.begin) ?? place.range.end;
  const names = namesAsked(body, { ...place.range, end: Math.max(place.range.begin, end) });
  if (names.size === 0) return;
  body.builder.sites.forEach(({ name, function: owner, kind }, site) => {
    if (names.has(name) && kind !== 'return' && (owner === null || owner === body.owner))
      body.builder.freeze(site, 'type-asked', body.placeText(node));
  });
}

function namesAsked(body: BodyLowering, range: Range): Set<string> {
  const names = new Set<string>();
  let text = body.builder.places.text(range);
  for (let found = findTypeOfExpression(text); found; found = findTypeOfExpression(text)) {
    for (const name of text
      .slice(found.begin, found.end)
      .match(/[A-Za-z_]\w*/g)!
      .slice(1))
      names.add(name);
    text = text.slice(found.end);
  }
  return names;
}
