/** `using number = decltype(x);` with a changed x: the alias keeps its meaning, so its type is written out. */
import { findTypeOfExpression } from '../frontend/ast/types-of-expressions.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { namesIn } from '../support/tokens.js';
import type { SourceEdits } from './source-edits.js';
import { findTypeToken } from './type-text.js';

export function keepAliasesOfExpressions(edits: SourceEdits, scope: UnitScope, changed: ReadonlySet<string>): void {
  for (const node of scope.types.ofExpressions.aliases) {
    const range = edits.rangeOf(node);
    const type = node.type!;
    const said = findTypeOfExpression(type.qualType);
    if (!range || !said || !namesIn(type.qualType.slice(said.begin, said.end)).some((name) => changed.has(name)))
      continue;
    const { tokens } = edits.syntax.places.files[range.file]!.source;
    const equals = tokens.within(range).find(({ text }) => text === '=');
    const token = findTypeToken(scope, tokens, { begin: equals?.end ?? range.begin, end: range.end });
    if (!token) continue;
    // clang prints `typeof (x)` for `__typeof__(x)`
    const bare = (text: string) => text.replace(/\btypename\b|\s/g, '').replace(/^\w+(?=\()/, '');
    const isWhole = bare(token.name) === bare(type.qualType);
    const meaning = isWhole ? type.desugaredQualType : scope.types.expand(token.name);
    if (meaning && !findTypeOfExpression(meaning))
      edits.replace({ file: range.file, begin: token.begin, end: token.end }, 'alias', () => meaning);
  }
}
