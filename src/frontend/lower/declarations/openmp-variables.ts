/**
 * Variables in OpenMP reductions and atomic updates must have built-in number types; CUDA's halves are classes. The embedded clang parses programs
 * without OpenMP, so directives are read as text.
 */
import type { SiteIndex } from '../../../program/program.js';
import { openMpUses } from '../../lexical/openmp-clauses.js';
import type { ProgramBuilder } from '../builder.js';

export function holdOpenMpVariables(builder: ProgramBuilder): void {
  builder.places.files.forEach(({ source }, file) => {
    if (!/\bomp\b/.test(source.text)) return;
    for (const { name, offset, isDeclared } of openMpUses(source.tokens)) {
      const at = builder.at({ range: { file, begin: offset, end: offset }, spelling: null });
      for (const site of sitesNamed(builder, name, file, offset)) {
        builder.sites[site]!.combinedByOpenMp ??= at;
        if (isDeclared) builder.freeze(site, 'declared-reduction', at);
      }
    }
  });
}

/** The sites with this name in the enclosing function, otherwise those outside any function. */
function sitesNamed(builder: ProgramBuilder, name: string, file: number, offset: number): SiteIndex[] {
  const named = builder.sites.flatMap((site, index) => (site.name === name && site.kind !== 'return' ? [index] : []));
  const local = named.filter((index) => {
    const owner = builder.sites[index]!.function;
    const body = owner === null ? null : builder.functions[owner]!.body;
    return body !== null && body.file === file && body.begin <= offset && offset < body.end;
  });
  return local.length > 0 ? local : named.filter((index) => builder.sites[index]!.function === null);
}
