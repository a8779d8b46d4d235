/**
 * Init-captures, `[z = k * 2, &w = q]`. The tree has their values but not their declarations, which are found by the name before the value, where the
 * body uses it. A number captured by value has the type of its initialiser and is a site that keeps its format; captured memory is an alias.
 */
import { isScalarValue } from '../../ast/c-types.js';
import { isVariable } from '../../ast/kinds.js';
import { type AstNode, children, type DeclarationReference } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { declareStorage } from '../declarations/storage.js';

export function lowerCaptures(body: BodyLowering, lambda: AstNode): void {
  const { scope, builder } = body;
  for (const value of children(lambda)) {
    if (value.kind === 'CXXRecordDecl' || value.kind === 'CompoundStmt') continue;
    const result = body.lower(value);
    const found = namedCapture(body, value);
    const declared = found && declarationOf(lambda, found.name);
    if (!found || !declared || scope.sites.has(declared.id) || scope.others.has(declared.id)) continue;
    if (!found.isReference && isScalarValue(scope.types.read(declared.type))) {
      const offset = found.begin;
      const { absolutePath } = builder.places.files[found.file]!;
      const { line, column } = builder.places.files[found.file]!.source.position(offset);
      const loc = { offset, file: absolutePath, line, col: column, tokLen: found.name.length };
      const node = { ...declared, loc, range: { begin: loc, end: loc } } as AstNode;
      const site = declareStorage(scope, node, {
        kind: 'variable',
        function: body.owner,
        record: null,
        space: 'host',
        known: null,
        isDefinition: true,
        linkageKey: null,
      });
      if (site !== null) builder.freeze(site, 'captured', '');
    } else if (result.site !== null && result.site !== undefined) scope.sites.set(declared.id, result.site);
    else scope.alias(declared.id, result.cell);
  }
}

interface NamedCapture {
  readonly name: string;
  readonly isReference: boolean;
  readonly file: number;
  readonly begin: number;
}

function namedCapture(body: BodyLowering, value: AstNode): NamedCapture | null {
  const place = body.place(value);
  if (!place) return null;
  const { file, begin } = place.range;
  const before = body.builder.places.files[file]!.source.text.slice(Math.max(0, begin - 200), begin);
  const found = /(&?)\s*([A-Za-z_]\w*)\s*(?:=\s*|[{(]\s*)$/.exec(before);
  if (!found) return null;
  const at = found.index + found[0].indexOf(found[2]!);
  return { name: found[2]!, isReference: found[1] === '&', file, begin: begin - before.length + at };
}

/** The declaration of a name that the lambda's body uses but does not declare. */
function declarationOf(lambda: AstNode, name: string): DeclarationReference | null {
  const own = new Set<string>();
  let found: DeclarationReference | null = null;
  const visit = (node: AstNode): void => {
    if (isVariable(node)) own.add(node.id);
    const { referencedDecl } = node;
    if (referencedDecl?.kind === 'VarDecl' && referencedDecl.name === name && !own.has(referencedDecl.id))
      found ??= referencedDecl;
    for (const child of children(node)) visit(child);
  };
  for (const child of children(lambda)) if (child.kind === 'CXXRecordDecl') visit(child);
  return found;
}
