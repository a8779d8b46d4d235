/**
 * `auto p = std::make_pair(x, y)`, `std::array a{x, y}`: types that are not written but deduced from values. No text could give such a container
 * another format, so it keeps its own, and so do the values.
 */
import { libraryFunction } from '../../../program/library/library.js';
import type { Range } from '../../../program/place.js';
import type { SiteIndex } from '../../../program/program.js';
import { namesIn, Tokens } from '../../../support/tokens.js';
import { isScalarValue } from '../../ast/c-types.js';
import { calleeOf } from '../../ast/callee.js';
import { isImplicit } from '../../ast/ignoring.js';
import { isConstruction } from '../../ast/kinds.js';
import { type AstNode, children, type TypeName } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import type { PlaceReader } from '../places.js';
import type { Result } from './results.js';

/** Nodes between a container and its initialising values, or the list of them. */
export const isContainerLayer = (node: AstNode): boolean =>
  isConstruction(node) ||
  isImplicit(node) ||
  node.kind === 'CXXStdInitializerListExpr' ||
  node.kind === 'CXXFunctionalCastExpr';

const isLayer = (node: AstNode): boolean => isContainerLayer(node) || node.kind === 'InitListExpr';

/** Whether the text of a type is `auto`, or a template name without its arguments. */
function isDeducedType(text: string, type: TypeName | undefined): boolean {
  const words = new Tokens(text).list.map((token) => token.text);
  if (words.includes('auto') || words.includes('__auto_type')) return true;
  const template = /(\w+)\s*</.exec(type?.qualType ?? '')?.[1];
  return template !== undefined && !words.includes('<') && words.includes(template);
}

/** `auto x = …`, `__auto_type x = …`, `auto &&x`: a declaration without a written type. */
export function hasDeducedType(places: PlaceReader, declared: AstNode): boolean {
  const [whole, name] = [places.ofNode(declared), places.ofName(declared)];
  return !!whole && !!name && isDeducedType(places.text({ ...whole.range, end: name.range.begin }), declared.type);
}

/** `std::pair{x, y}` as an expression. */
export function isDeducedTemporary(places: PlaceReader, node: AstNode): boolean {
  if (node.kind !== 'CXXTemporaryObjectExpr' && node.kind !== 'CXXFunctionalCastExpr') return false;
  const place = places.ofNode(node);
  const head = place && /^[^{(]*/.exec(places.text(place.range))![0];
  return head !== null && isDeducedType(head, node.type);
}

/** The result for a deduced temporary: the memory that it refers to, a value that is converted, or frozen memory. */
export function deducedTemporary(body: BodyLowering, node: AstNode, { cell }: Result): Result {
  if (cell !== null || /\b(?:pair|tuple|optional)\s*</.test(node.type?.qualType ?? '')) return { cell };
  const place = body.place(node);
  const carrier = body.builder.newCarrier('void-pointer', node.type?.qualType ?? '', place?.range ?? null);
  body.builder.freezeCell(carrier, 'follows-value', body.placeText(node));
  return { cell: carrier };
}

/** For a lambda with `-> double &`, clang reports the `&` as the begin of the type; returns the actual begin, null for anything else. */
export function trailingReturnType(text: string, begin: number): number | null {
  const written = /^[&*]/.test(text.slice(begin))
    ? /->([\w\s:<>,*&]+)$/.exec(text.slice(Math.max(0, begin - 400), begin))
    : null;
  return written ? begin - written[1]!.length : null;
}

/** Whether the return type of a function is deduced; `declaration` is that of its return site. */
export function isReturnDeduced(places: PlaceReader, { file, begin, end }: Range): boolean {
  const { text } = places.files[file]!.source;
  const behind = trailingReturnType(text, begin);
  if (behind !== null) return /\bauto\b/.test(text.slice(behind, begin));
  const isBareLambda = /^(?:(?:mutable|constexpr|consteval|noexcept|static)\s*)+\{/.test(text.slice(begin));
  const head = text.slice(begin, Math.max(end, begin + 1));
  return (isBareLambda || /^[^\w:]|\bauto\b/.test(head)) && !/^[^{;]*->/.test(text.slice(begin, begin + 4000));
}

/** Freezes a declaration whose type is deduced from its initialiser, unless it shares other memory. */
export function freezeTypeOfValues(
  body: BodyLowering,
  site: SiteIndex,
  declared: AstNode,
  value: AstNode,
  { cell }: Result,
): void {
  const { places } = body.builder;
  const [whole, name] = [places.ofNode(declared), places.ofName(declared)];
  if (!whole || !name || !holdsMemory(body, site, declared) || !hasDeducedType(places, declared)) return;
  const written = places.text({ ...whole.range, end: name.range.begin });
  const isTemplates = !namesIn(written).includes('auto') && givesNumber(body, value);
  freezeIfMadeOfValues(body, site, value, isTemplates ? null : cell);
}

export function freezeReturnOfValues(body: BodyLowering, site: SiteIndex, value: AstNode, { cell }: Result): void {
  const { places, sites } = body.builder;
  if (sites[site]!.shape === 'container' && isReturnDeduced(places, sites[site]!.declaration))
    freezeIfMadeOfValues(body, site, value, cell);
}

function freezeIfMadeOfValues(body: BodyLowering, site: SiteIndex, value: AstNode, cell: Result['cell']): void {
  if (cell === null || isDeducedFromValues(body, value))
    body.builder.freeze(site, 'follows-value', body.placeText(value));
}

/** Whether the site is memory; the type of any other site can be written in place of `auto`. */
function holdsMemory(body: BodyLowering, site: SiteIndex, declared: AstNode): boolean {
  const { shape } = body.builder.sites[site]!;
  if (shape === 'vector') return declared.kind === 'DecompositionDecl';
  const type = declared.type?.desugaredQualType ?? declared.type?.qualType ?? '';
  const referred = shape === 'reference' ? body.scope.types.read({ qualType: type.replace(/\s*&+\s*$/, '') }) : null;
  return shape === 'container' || (referred !== null && referred.shape !== 'scalar');
}

/** Whether numbers are among the values that a type is deduced from. */
function isDeducedFromValues(body: BodyLowering, node: AstNode): boolean {
  if (isDeducedTemporary(body.builder.places, node) || isDeducingMaker(body, node)) return givesNumber(body, node);
  return isLayer(node) && children(node).some((child) => isDeducedFromValues(body, child));
}

function givesNumber(body: BodyLowering, node: AstNode): boolean {
  const sources = node.kind === 'CallExpr' ? children(node).slice(1) : children(node);
  return sources.some(
    (child) =>
      isScalarValue(body.types(child)) ||
      ((isLayer(child) || isDeducingMaker(body, child)) && givesNumber(body, child)),
  );
}

/** `std::make_pair(x, y)`, but not `std::make_pair<double, double>(x, y)`. */
function isDeducingMaker(body: BodyLowering, node: AstNode): boolean {
  const callee = node.kind === 'CallExpr' ? calleeOf(node) : undefined;
  if (!callee || libraryFunction(callee.referencedDecl?.name ?? '').makes !== 'values') return false;
  const place = body.place(callee);
  return place === null || !body.builder.places.text(place.range).includes('<');
}
