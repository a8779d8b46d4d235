/** The journal's record of the program: everything that a report shows, and nothing that only a search needs. */
import type { ProgramRecord, SourceSpan } from '../../journal/program-record.js';
import type { Range } from '../../program/place.js';
import type { SiteIndex } from '../../program/program.js';
import type { Bench } from '../../workbench/bench.js';

export function describeForJournal(
  { program, groups }: Pick<Bench, 'program' | 'groups'>,
  scope: ReadonlySet<SiteIndex>,
  durationMs: number,
): ProgramRecord {
  const span = ({ file, begin, end }: Range): SourceSpan => ({
    file,
    ...program.files[file]!.source.position(begin),
    ...program.files[file]!.source.writtenRange(begin, end),
  });
  return {
    kind: 'program',
    root: program.root,
    isCuda: program.isCuda,
    files: program.files.map(({ path, source }) => ({ path, text: source.written.text })),
    functions: program.functions.map(({ name, kind, body }) => ({ name, kind, span: body && span(body) })),
    sites: program.sites.map((site, index) => ({
      id: site.id,
      name: site.name,
      kind: site.kind,
      function: site.function === null ? null : program.functions[site.function]!.name,
      type: site.type,
      format: site.format,
      group: groups.groups[groups.groupOf[index]!]!.id,
      tunable: groups.frozen[index] === null && scopeReaches(groups.groups[groups.groupOf[index]!]!.sites, scope),
      frozen: groups.frozen[index]?.reason ?? null,
      span: span(site.place.range),
    })),
    operations: program.operations.map((operation) => ({
      id: operation.id,
      kind: operation.kind,
      symbol: operation.symbol,
      function: program.functions[operation.function]!.name,
      format: operation.format,
      span: span(operation.at.range),
      expression: span(operation.place.range),
    })),
    groups: groups.groups.map(({ id, sites, why, frozen }) => ({
      id,
      sites: sites.map((site) => program.sites[site]!.id),
      why: [...why],
      frozen: frozen?.reason ?? null,
    })),
    warnings: program.warnings.map(({ code, text, place }) => ({ code, text, span: place && span(place.range) })),
    inactive: program.inactive
      .filter(({ isInOtherBuild }) => !isInOtherBuild)
      .map(({ range, directives, flag, names }) => ({
        span: span(range),
        directives: [...directives],
        flag,
        names: [...new Set(program.sites.map(({ name }) => name))].filter((name) => names.has(name)),
      })),
    durationMs,
  };
}

/** A group changes as a whole as soon as one member is in scope. */
function scopeReaches(sites: readonly SiteIndex[], scope: ReadonlySet<SiteIndex>): boolean {
  return sites.some((site) => scope.has(site));
}
