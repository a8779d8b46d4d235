/**
 * `std::numeric_limits<decltype(x)>::epsilon()`, `typeid(x)`, `_Generic(x, …)`: expressions whose value depends on the type of x. In another format
 * the value would differ, so x keeps its format.
 */
import type { Place, Range } from '../../../program/place.js';
import { namesFunction } from '../../ast/callee.js';
import { isCast } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';
import { findTypeOfExpression } from '../../ast/types-of-expressions.js';
import type { BodyLowering } from '../body/function-body.js';
import { namedIn } from '../declarations/named-declarations.js';

/** Freezes the sites whose type an expression in the tree queries. */
export function freezeTypeQuery(body: BodyLowering, asked: AstNode, whole: AstNode): void {
  for (const id of namedIn(asked)) {
    const site = body.scope.sites.get(id);
    if (site !== undefined) body.builder.freeze(site, 'type-asked', body.placeText(whole));
  }
}

const isWrittenCast = (node: AstNode): boolean => isCast(node) || node.kind === 'BuiltinBitCastExpr';

/** The tree omits the operand of a `decltype` in a template argument or a cast; its names are looked up in the text. */
export function freezeTypeQueryByText(body: BodyLowering, node: AstNode): void {
  const place = body.place(node);
  if (!place) return;
  if (place.spelling !== null) return freezeQueriedByMacro(body, place, node);
  freezeTypeParameters(body, place.range, node);
  const operand = isWrittenCast(node) ? children(node).at(-1) : undefined;
  const end = (operand && body.place(operand)?.range.begin) ?? place.range.end;
  freezeNames(body, queriedNames(body, { ...place.range, end: Math.max(place.range.begin, end) }), node);
}

/** `#define IS_FLOAT(x) __builtin_types_compatible_p(__typeof__(x), float)`: the macro queries the type of its argument. */
function freezeQueriedByMacro(body: BodyLowering, { range, spelling }: Place, node: AstNode): void {
  const { builder } = body;
  if (spelling === null || !findTypeOfExpression(builder.places.text(spelling))) return;
  freezeNames(body, new Set(builder.places.text(range).match(/[A-Za-z_]\w*/g)), node);
}

/** `std::numeric_limits<T>::epsilon()`, `is_same_v<T, float>`, `typeid(T)` in a template: sites of type T keep their format. */
function freezeTypeParameters(body: BodyLowering, range: Range, node: AstNode): void {
  const { builder, owner } = body;
  const draft = owner === null ? null : builder.functions[owner]!;
  if (!draft || isWrittenCast(node) || node.kind === 'StaticAssertDecl') return; // an assertion about T checks itself
  const text = builder.places.text(range);
  const isFunction = namesFunction(node);
  if (isFunction && body.scope.functions.has(node.referencedDecl!.id)) return; // that function has the query itself
  const asked = node.kind !== 'DeclRefExpr' ? text : isFunction ? (/^.*>\s*(?=::)/s.exec(text)?.[0] ?? '') : text;
  if (node.kind === 'DeclRefExpr' && !asked.includes('<')) return;
  const words = new Set(asked.match(/[A-Za-z_]\w*/g));
  const ofFunction = draft.templateParameters.filter((name) => name !== '' && words.has(name));
  const ofRecord = draft.recordParameters.filter((name) => name !== '' && words.has(name));
  if (ofFunction.length + ofRecord.length === 0) return;
  const record = draft.name.split('::').at(-2);
  builder.sites.forEach((site, index) => {
    const isMember = ofRecord.length > 0 && site.record !== null && site.record.replace(/<.*/, '') === record;
    if (site.function !== owner && !isMember) return;
    const declared = new Set(builder.places.text(site.declaration).match(/[A-Za-z_]\w*/g));
    if ([...ofFunction, ...ofRecord].some((name) => declared.has(name)))
      builder.freeze(index, 'type-asked', body.placeText(node));
  });
}

function freezeNames(body: BodyLowering, names: ReadonlySet<string>, node: AstNode): void {
  if (names.size === 0) return;
  const { builder } = body;
  builder.sites.forEach(({ name, function: owner, kind }, site) => {
    const isNamed =
      kind === 'return'
        ? owner !== null && names.has(builder.functions[owner]!.name.split('::').at(-1)!)
        : names.has(name) && (owner === null || owner === body.owner);
    if (isNamed) builder.freeze(site, 'type-asked', body.placeText(node));
  });
}

function queriedNames(body: BodyLowering, range: Range): Set<string> {
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
