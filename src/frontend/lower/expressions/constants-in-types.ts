/**
 * `Gain<third>`, `double a[int(third)]`: constants that become part of a type and that clang's tree omits. Names used there in the text, but not in
 * the tree, must keep their types.
 */

import type { SiteIndex } from '../../../program/program.js';
import { endOfBracket } from '../../../support/token-lists.js';
import { isName, type Tokens } from '../../../support/tokens.js';
import { type AstNode, children } from '../../ast/node.js';
import type { UnitScope } from '../unit-scope.js';

export function freezeConstantsInTypes(scope: UnitScope, root: AstNode): void {
  const { builder } = scope;
  const constants = new Map<string, SiteIndex[]>();
  for (const [id, { name, constexpr }] of scope.others) {
    const site = constexpr === true ? scope.sites.get(id) : undefined;
    if (name && site !== undefined) constants.set(name, [...(constants.get(name) ?? []), site]);
  }
  if (constants.size === 0) return;
  const placesInTree = placesOfNames(scope, root, constants);
  builder.places.files.forEach(({ absolutePath, source: { tokens } }, file) => {
    if (!scope.userFiles.includes(absolutePath)) return;
    for (const { index, text } of tokens.list) {
      const sites = isName(tokens.list[index]!) ? constants.get(text) : undefined;
      if (!sites || placesInTree.has(`${file}:${tokens.list[index]!.begin}`)) continue;
      const code = isEnclosed(tokens, index, '<')
        ? 'template-argument'
        : isEnclosed(tokens, index, '[')
          ? 'constant-expression'
          : null;
      for (const site of code === null ? [] : sites) builder.freeze(site, code!, text);
    }
  });
}

/** `file:begin` of all declarations and uses that the tree contains. */
function placesOfNames({ builder }: UnitScope, root: AstNode, names: ReadonlyMap<string, unknown>): Set<string> {
  const placesInTree = new Set<string>();
  const visit = (node: AstNode): void => {
    const name = node.referencedDecl?.name ?? node.name ?? '';
    const place = !names.has(name)
      ? null
      : node.referencedDecl
        ? builder.places.ofNode(node)
        : builder.places.ofName(node);
    for (const range of place ? [place.range, place.spelling] : []) {
      const words = range ? builder.places.files[range.file]!.source.tokens.within(range) : [];
      for (const { text, begin } of words) if (text === name) placesInTree.add(`${range!.file}:${begin}`);
    }
    for (const child of children(node)) visit(child);
  };
  visit(root);
  return placesInTree;
}

/** Whether a token is between a bracket of this kind and its closing one. */
export function isEnclosed(tokens: Tokens, index: number, bracket: '<' | '['): boolean {
  const { list } = tokens;
  for (let at = index - 1; at >= 0 && ![';', '{', '}'].includes(list[at]!.text); at--)
    if (list[at]!.text === bracket && (endOfBracket(tokens, list[at]!) ?? 0) > list[index]!.begin) return true;
  return false;
}
