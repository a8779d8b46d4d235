/** The element types of library containers: `auto p = v.data()` is a `value_type *`, and v determines the type. */
import type { TypeFacts } from '../../ast/c-types.js';
import { isCallOrLaunch } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { calledFunction } from '../calls/called-function.js';
import type { UnitScope } from '../unit-scope.js';
import type { Result } from './results.js';

/** Library names for element types and for pointers and iterators to elements. */
export const MEMBER_OF_LIBRARY =
  /(?<!::)\b(?:value_type|element_type|(?:const_)?(?:reverse_)?(?:iterator|reference|pointer))\b/;

const ELEMENT = /(?<!::)\b(?:value_type|element_type)\b/;

/** The type of a value, spelt so that it is valid in any scope; null if unknown. */
export function typeOfElement(scope: UnitScope, value: AstNode): string | null {
  const type = value.type?.desugaredQualType ?? scope.types.expand(value.type?.qualType ?? '');
  if (!ELEMENT.test(type)) return value.type?.desugaredQualType ?? null;
  const element = elementOf(scope, value);
  return element === null ? null : type.replace(ELEMENT, element);
}

/** The element type of the pointer that an expression returns. */
function elementOf(scope: UnitScope, node: AstNode): string | null {
  const parts = children(node);
  if (isCallOrLaunch(node)) {
    const own = calledFunction(scope, node);
    const site = own === null ? null : scope.builder.functions[own]!.returnSite;
    if (own !== null) return site === null ? null : plain(scope.builder.sites[site]!.type);
    const holder = parts[0]?.kind === 'MemberExpr' ? children(parts[0])[0] : parts[1];
    return holder ? elementTypeOf(scope, holder) : null;
  }
  if (node.kind === 'UnaryOperator' && node.opcode === '&') {
    const place = parts[0] && scope.types.expand(parts[0].type?.desugaredQualType ?? parts[0].type?.qualType ?? '');
    return place && !ELEMENT.test(place) ? plain(place) : null;
  }
  if (node.kind === 'DeclRefExpr') {
    const site = scope.sites.get(node.referencedDecl?.id ?? '');
    return site === undefined ? null : plain(scope.builder.sites[site]!.type);
  }
  for (const part of parts.toReversed()) {
    const found = elementOf(scope, part);
    if (found !== null) return found;
  }
  return null;
}

function plain(type: string): string {
  return type.replace(/\b(?:const|volatile)\b|[*&]/g, '').trim();
}

/** The first template argument of a container. */
function elementTypeOf(scope: UnitScope, container: AstNode): string | null {
  const type = scope.types.expand(container.type?.desugaredQualType ?? container.type?.qualType ?? '');
  const open = type.indexOf('<');
  if (open < 0) return null;
  let depth = 0;
  for (let at = open; at < type.length; at++) {
    if (type[at] === '<') depth++;
    else if (type[at] === '>') depth--;
    if (depth === 0 || (depth === 1 && type[at] === ',')) {
      const element = type.slice(open + 1, at).trim();
      return ELEMENT.test(element) ? null : plain(element);
    }
  }
  return null;
}

/** `v.data()` has a library's type name (`value_type *`); the memory it comes from has the format. */
export function factsOfElement(body: BodyLowering, facts: TypeFacts, { cell }: Result): TypeFacts {
  if (cell === null || !/\b(?:value_type|element_type|(?:const_)?(?:pointer|reference))$/.test(facts.record ?? ''))
    return facts;
  return { ...facts, format: body.builder.formatOf(cell), record: null };
}
