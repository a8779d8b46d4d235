import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import type { ProgramBuilder } from '../builder.js';
import { bodyOf, declareFunctionParts, functionKind } from '../declarations/function-declarations.js';
import { placeKey } from '../places.js';
import { hasPack } from '../templates/template-parameters.js';
import { lowerCaptures } from './captures.js';
import { NONE, type Result } from './results.js';

/**
 * A lambda is a separate function, named after its enclosing function with a number; it captures variables of that function. Inside device code it
 * runs on the device.
 */
export function lowerLambda(body: BodyLowering, node: AstNode): Result {
  const { builder, scope } = body;
  const record = children(node).find((child) => child.kind === 'CXXRecordDecl');
  const members = record
    ? children(record).flatMap((child) => (child.kind === 'FunctionTemplateDecl' ? children(child).slice(1) : [child]))
    : [];
  const template = record && children(record).find((child) => child.kind === 'FunctionTemplateDecl');
  const place = body.place(node);
  lowerCaptures(body, node);
  for (const call of members) {
    if (
      call.kind !== 'CXXMethodDecl' ||
      call.name !== 'operator()' ||
      !bodyOf(call) ||
      !place ||
      /\bauto\b/.test((call.type?.qualType ?? '').replace(/^auto(?= .* -> )/, ''))
    )
      continue;
    const around = body.owner === null ? null : builder.functions[body.owner]!;
    if (around) around.holdsLambda = true;
    const explicit = functionKind(call);
    const kind = explicit.kind === 'host' && around && around.kind !== 'host' ? 'device' : explicit.kind;
    const index = builder.declareFunction([`lambda ${placeKey(place)}`], undefined, () => ({
      name: nameOfNext(builder, `${around?.name ?? ''}.lambda`),
      kind,
      alsoHost: kind === 'host',
      place,
      body: place.range,
      templateParameters: [],
      recordParameters: [],
      variant: 0,
    }));
    scope.functions.set(call.id, index);
    const type = node.type?.qualType ?? '';
    scope.lambdas.set(type, [...(scope.lambdas.get(type) ?? []), index]);
    if (template) scope.genericLambdas.push({ function: index, node: call });
    if (template && hasPack(template)) scope.packFunctions.add(index);
    const declaredBefore = builder.sites.length;
    declareFunctionParts(scope, call, index);
    const first = builder.functions[index]!.lowered.size === 0;
    builder.functions[index]!.lowered.add(call.mangledName ?? '');
    const inside = body.inside(index, call, first);
    inside.initialised = body.initialised;
    inside.run();
    // it runs before the enclosing function, or only once
    if (body.initialised !== null)
      for (let site = declaredBefore; site < builder.sites.length; site++)
        builder.freeze(site, 'starting-value', body.initialised);
    if (body.owner !== null) builder.functions[body.owner]!.calls.add(index);
  }
  return NONE;
}

/** `main.lambda`, `main.lambda~2`: not named by line, because edits above it change the line. */
function nameOfNext({ functions }: ProgramBuilder, first: string): string {
  const usedNames = new Set(functions.map(({ name }) => name));
  for (let count = 1, name = first; ; name = `${first}~${++count}`) if (!usedNames.has(name)) return name;
}
