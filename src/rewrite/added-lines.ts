/** Lines that a variant needs at the top of its files: headers of half types, conversions between vector types that CUDA does not have. */
import type { SourceEdits } from './source-edits.js';

/** The header of a half type, before the first include of each unit. */
export function includeHalf(edits: SourceEdits, header: string): void {
  const present = new RegExp(`#\\s*include\\s*<${header.replace('.', '\\.')}>`);
  insertAtTop(edits, ['cuda', 'c++'], `#include <${header}>`, present);
}

/** `float3 double3`: a maker of the one from the other. */
export function defineVectorConversion(edits: SourceEdits, conversion: string): void {
  const [to, from] = conversion.split(' ') as [string, string];
  const components = ['v.x', 'v.y', 'v.z', 'v.w'].slice(0, Number(to.at(-1)));
  insertAtTop(
    edits,
    ['cuda'],
    `static inline __host__ __device__ ${to} make_${to}(${from} v) { return make_${to}(${components.join(', ')}); }`,
  );
}

/** A line before the first include of each unit in one of the languages, unless it already has one like it. */
function insertAtTop(edits: SourceEdits, languages: readonly string[], line: string, present?: RegExp): void {
  for (const { unit } of edits.syntax.scopes) {
    const file = edits.syntax.program.files.findIndex((one) => one.absolutePath === unit.file);
    if (file < 0 || !languages.includes(unit.language)) continue;
    const { text } = edits.syntax.program.files[file]!.source;
    if (present?.test(text)) continue;
    const first = /^[ \t]*#[ \t]*include\b[^\n]*\n/m.exec(text);
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    edits.insert(file, first ? first.index : 0, line, line + end);
  }
}
