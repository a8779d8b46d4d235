/**
 * Structured bindings, `auto [x, y] = p`: each name refers to an element, a field or the result of `get` of the object that the declaration creates.
 */
import type { SiteIndex } from '../../../program/program.js';
import { calleeOf } from '../../ast/callee.js';
import { isCallOrLaunch } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';

export function bindNames(body: BodyLowering, declaration: AstNode): void {
  for (const binding of children(declaration)) {
    const bound = binding.kind === 'BindingDecl' ? boundExpression(binding) : undefined;
    if (!bound) continue;
    const { site, cell } = body.lower(bound);
    const named = site ?? returnedNumber(body, bound);
    const { format, trouble } = body.types(bound); // an iterator points to numbers too
    if (named !== null && (format ?? trouble) !== null) body.scope.sites.set(binding.id, named);
    else body.scope.alias(binding.id, cell);
  }
}

/** `[x,y]`, the name used for the unnamed object; '' for any other declaration. */
export function bindingNames(declaration: AstNode): string {
  const names = children(declaration).flatMap(({ kind, name }) => (kind === 'BindingDecl' ? [name ?? ''] : []));
  return names.length === 0 ? '' : `[${names.join(',')}]`;
}

/** The expression that a name stands for. For a pair or tuple it is an implicit variable initialised by a call of `get`. */
function boundExpression(binding: AstNode): AstNode | undefined {
  const [first] = children(binding);
  return first?.kind === 'VarDecl' ? children(first)[0] : first;
}

/** The return site of the program's own `get` that returns a number by value. */
function returnedNumber(body: BodyLowering, call: AstNode): SiteIndex | null {
  const callee = isCallOrLaunch(call) ? calleeOf(call) : undefined;
  const own = body.scope.functions.get(callee?.referencedMemberDecl ?? callee?.referencedDecl?.id ?? '');
  return own === undefined ? null : body.builder.functions[own]!.returnSite;
}
