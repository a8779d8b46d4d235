/** An explicit instantiation repeats the types of its template and changes with them. */
import { explicitInstantiations } from '../frontend/lexical/explicit-instantiations.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { SiteIndex } from '../program/program.js';
import { InfeasibleEdit } from './declaration-edits.js';
import type { SourceEdits } from './source-edits.js';
import { findTypeToken, respell, type Spelling } from './type-text.js';

export function editExplicitInstantiations(
  edits: SourceEdits,
  scope: UnitScope,
  changed: ReadonlyMap<SiteIndex, Spelling>,
): void {
  edits.syntax.places.files.forEach(({ absolutePath, source: { text, tokens } }, file) => {
    if (!scope.userFiles.includes(absolutePath)) return;
    for (const { name, head, typeArguments, parameters } of explicitInstantiations(tokens)) {
      const types = typeArguments?.map(({ begin, end }) => text.slice(begin, end).trim()) ?? [];
      const templates = templatesNamed(scope, name, parameters.length).filter(
        ({ template, sharesText }) =>
          !sharesText || types.every((type, at) => template.argumentTypes[at]?.has(type) ?? false),
      );
      typeArguments?.forEach(({ begin, end }, position) => {
        const type = text.slice(begin, end).trim();
        const format = edits.typeParameters.formatSaid(scope, templates, position, type);
        const at = begin + text.slice(begin, end).indexOf(type);
        const spelling = format && respell(scope, type, format, edits.typeNames);
        if (format && spelling) edits.replaceType({ file, begin: at, end: at + type.length }, type, format, spelling);
      });
      const write = (range: { begin: number; end: number }, sites: readonly (SiteIndex | null)[]): void => {
        const site = sites.find((one) => one !== null && changed.has(one)) ?? null;
        if (site === null) return;
        const format = changed.get(site)!;
        const token = findTypeToken(scope, tokens, range);
        const spelling = token && respell(scope, token.name, format, edits.typeNames);
        if (!token || !spelling || sites.some((one) => one === null || changed.get(one) !== format))
          throw new InfeasibleEdit(site, `an explicit instantiation of ${name} cannot be written in ${format}`);
        edits.replaceType({ file, begin: token.begin, end: token.end }, token.name, format, spelling);
      };
      const returned = templates.map(({ returnSite }) => returnSite);
      write(head, returned);
      parameters.forEach((range, position) => {
        const sites = templates.map((one) => one.parameters[position] ?? null);
        write(range, sites);
      });
    }
  });
}

function templatesNamed({ builder }: UnitScope, name: string, count: number): UnitScope['builder']['functions'] {
  return builder.functions.filter(
    (one) =>
      (one.name === name || one.name.endsWith(`::${name}`)) &&
      one.parameters.length === count &&
      one.templateParameters.length + one.recordParameters.length > 0,
  );
}
