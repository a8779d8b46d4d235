/** The program's source in the report: readable lines with marks for sites and operations. */
import type { ProgramRecord, SourceSpan } from '../journal/program-record.js';
import type { ProfileRecord } from '../journal/records.js';
import { readable } from '../support/byte-text.js';
import type { Dimension, Mark, ReportGroup, ReportOperation, ReportSource } from './document.js';
import { asFigure } from './figures.js';

export function describeSource(
  program: ProgramRecord,
  dimensions: readonly Dimension[],
  profiles: readonly ProfileRecord[],
  changedFiles: ReadonlySet<string>,
  explain: (sites: readonly string[]) => Pick<ReportGroup, 'status' | 'why'>,
): ReportSource {
  const bytes = program.files.map(({ text }) => text.split('\n').map((line) => line.replace(/\r$/, '')));
  const mark = (span: SourceSpan): Mark => placeOnLine(bytes[span.file]![span.line - 1] ?? '', span);
  const groupOf = new Map(program.groups.map(({ id }, index) => [id, index]));
  const siteOf = new Map(program.sites.map(({ id }, index) => [id, index]));
  const dimensionOf = (kind: Dimension['kind'], of: number) => {
    const index = dimensions.findIndex((one) => one.kind === kind && one.of === of);
    return index < 0 ? null : index;
  };
  return {
    files: program.files.map(({ path }, file) => ({
      path,
      lines: bytes[file]!.map(readable),
      isChanged: changedFiles.has(path),
    })),
    functions: program.functions.flatMap(({ name, kind, span }) => {
      if (!span) return [];
      const inside = program.files[span.file]!.text.slice(span.begin, span.end);
      return [{ name, kind, file: span.file, from: span.line, to: span.line + inside.split('\n').length - 1 }];
    }),
    sites: program.sites.map((site) => ({
      id: site.id,
      name: site.name,
      kind: site.kind,
      type: readable(site.type),
      format: site.format,
      function: site.function,
      group: groupOf.get(site.group)!,
      ...mark(site.span),
    })),
    groups: program.groups.map((group, index): ReportGroup => {
      const dimension = dimensionOf('group', index);
      const state =
        group.frozen !== null
          ? { status: 'frozen' as const, why: `frozen: ${group.frozen}` }
          : dimension === null
            ? { status: 'out-of-scope' as const, why: 'outside the scope of the study' }
            : explain(group.sites);
      return {
        id: group.id,
        sites: group.sites.map((id) => siteOf.get(id)!),
        dimension,
        together: group.why,
        ...state,
      };
    }),
    operations: describeOperations(program, profiles, mark, dimensions),
    profiles: profiles.map(({ mode, input }) => ({ mode, input })),
  };
}

function describeOperations(
  program: ProgramRecord,
  profiles: readonly ProfileRecord[],
  mark: (span: SourceSpan) => Mark,
  dimensions: readonly Dimension[],
): ReportOperation[] {
  const counted = profiles.map(({ operations }) => new Map(operations.map((one) => [one.id, one])));
  const chosen = new Map(dimensions.flatMap(({ kind, of }, index) => (kind === 'operation' ? [[of, index]] : [])));
  return program.operations.map((operation, index) => ({
    id: operation.id,
    symbol: operation.symbol,
    function: operation.function,
    format: operation.format,
    dimension: chosen.get(index) ?? null,
    executions: counted.map((one) => one.get(operation.id)?.executions ?? 0),
    differences: counted.map((one, at) => {
      const { executions, difference } = one.get(operation.id) ?? { executions: 0, difference: 0 };
      return profiles[at]!.mode === 'count' ? null : asFigure(executions === 0 ? 0 : difference / executions);
    }),
    ...mark(operation.span),
  }));
}

/** Converts byte positions in a line to character positions; a span is cut at the end of its line. */
function placeOnLine(line: string, { file, line: number, column, begin, end }: SourceSpan): Mark {
  const from = Math.min(column - 1, line.length);
  const to = Math.min(from + Math.max(1, end - begin), line.length);
  const shown = readable(line) === line ? (part: string) => part.length : (part: string) => readable(part).length;
  return { file, line: number, column: shown(line.slice(0, from)), length: shown(line.slice(from, to)) };
}
