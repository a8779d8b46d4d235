import { addTo, groupedBy } from '../support/grouped-by.js';
import type { InspectionDocument } from './document.js';
import type { Paint } from './paint.js';
import { workSection } from './work-section.js';

type Site = InspectionDocument['sites'][number];
type Row = readonly string[];

/**
 * The table for the terminal: sites, loops and launches of each function, frozen sites with reasons, and the independent count. `inFull` lists every
 * frozen site instead of the first few per reason.
 */
export function renderTable(document: InspectionDocument, paint: Paint, width: number, inFull: boolean): string {
  const lines = [headline(document, paint)];
  const index = indexOf(document);
  for (const owner of new Set<string | null>([...index.functions.keys(), ...index.sites.keys()])) {
    const sites = index.sites.get(owner) ?? [];
    if (sites.length === 0 && (index.functions.get(owner)?.operations ?? 0) === 0) continue;
    lines.push('', ...functionHead(document, index, owner, paint), ...siteRows(index, sites, paint, width));
  }
  lines.push(
    ...frozenSection(document, paint, inFull),
    ...transferSection(document, paint),
    ...blockSection(document, paint),
    ...warningSection(document, paint),
    '',
    ...workSection(document, paint),
    ...coverageSection(document, paint),
  );
  return `${lines.join('\n')}\n`;
}

/** Lookup tables by function and site. */
interface Index {
  readonly functions: ReadonlyMap<string | null, InspectionDocument['functions'][number]>;
  readonly sites: ReadonlyMap<string | null, readonly Site[]>;
  readonly operations: ReadonlyMap<string, InspectionDocument['operations']>;
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

function indexOf({ functions, sites, operations, groups }: InspectionDocument): Index {
  return {
    functions: new Map(functions.map((one) => [one.name, one])),
    sites: groupedBy(sites, (site) => site.function),
    operations: groupedBy(operations, (operation) => operation.function),
    groups: new Map(groups.map((group) => [group.id, group.sites])),
  };
}

function headline({ files, summary, scope }: InspectionDocument, paint: Paint): string {
  const what = files.length === 1 ? files[0]! : `${files[0]} and ${count(files.length - 1, 'more file')}`;
  const frozen = summary.frozen > 0 ? `, ${paint.warn(`${summary.frozen} frozen`)}` : '';
  return `${paint.bold(what)}  ${count(summary.sites, 'site')} (${paint.good(`${summary.tunable} tunable`)}${frozen}) in ${count(summary.groups, 'group')}, ${count(summary.operations, 'operation')}  ${paint.dim(`scope: ${scope}`)}`;
}

function functionHead(document: InspectionDocument, index: Index, owner: string | null, paint: Paint): string[] {
  const described = index.functions.get(owner);
  if (!described || (document.scope === 'kernels' && described.kind === 'host'))
    return [`${paint.bold(owner ?? 'globals and fields')}${owner ? paint.dim('  host') : ''}`];
  const lines = [
    `${paint.bold(described.name)}  ${described.kind}  ${paint.dim(`${described.file}:${described.line}`)}  ${operationSummary(index, described.name)}`,
  ];
  for (const launch of described.launches)
    lines.push(paint.dim(`  launched ${launch.file}:${launch.line} <<<${launch.grid}, ${launch.block}>>>`));
  for (const loop of described.loops) {
    const trips = loop.tripCount === null ? 'trip count not constant' : count(loop.tripCount, 'trip');
    lines.push(paint.dim(`  loop ${described.file}:${loop.line}, depth ${loop.depth}, ${trips}`));
  }
  return lines;
}

function operationSummary({ operations }: Index, owner: string): string {
  const own = operations.get(owner) ?? [];
  if (own.length === 0) return 'no operations';
  const kinds = [...groupedBy(own, ({ kind }) => kind)].map(([kind, { length }]) => `${length} ${kind}`);
  return `${count(own.length, 'operation')} (${kinds.join(', ')})`;
}

function siteRows({ groups }: Index, sites: readonly Site[], paint: Paint, width: number): string[] {
  if (sites.length === 0) return [];
  const rows = sites.map((site): Row => {
    // a group may have thousands of members; a line cannot show more ids than it has columns
    const others = (groups.get(site.group) ?? []).slice(0, width).filter((id) => id !== site.id);
    const remarks = [
      site.frozen ? `frozen: ${site.frozen.code}` : '',
      site.accumulates ? 'accumulates' : '',
      others.length > 0 ? `with ${others.join(', ')}` : '',
    ];
    return [
      site.kind === 'return' ? '(return)' : site.function === null ? site.id : idInFunction(site),
      site.kind,
      site.type,
      site.format,
      site.space,
      site.group,
      remarks.filter(Boolean).join('; '),
    ];
  });
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.min(28, Math.max(...rows.map((row) => row[column]!.length))));
  return rows.map((row, index) => {
    const fixed = row
      .slice(0, 6)
      .map((text, column) =>
        (text.length > widths[column]! ? `${text.slice(0, widths[column]! - 1)}…` : text).padEnd(widths[column]!),
      );
    const start = `  ${fixed.join('  ')}`;
    const room = Math.max(24, width - start.length - 2);
    const remark = row[6]!.length > room ? `${row[6]!.slice(0, room - 1)}…` : row[6]!;
    return `${start}  ${sites[index]!.frozen ? paint.warn(remark) : paint.dim(remark)}`.trimEnd();
  });
}

/** `dx~2` rather than `bodyForce.dx~2`: the function is in the heading. */
function idInFunction(site: Site): string {
  return site.function !== null && site.id.startsWith(`${site.function}.`)
    ? site.id.slice(site.function.length + 1)
    : site.id;
}

/** The number of frozen sites listed per reason. */
const SITES_PER_REASON = 3;

function frozenSection(document: InspectionDocument, paint: Paint, inFull: boolean): string[] {
  const byReason = new Map<string, Site[]>();
  for (const site of document.sites) {
    if (!site.frozen) continue;
    const reason = `${paint.warn(site.frozen.code)}: ${site.frozen.reason}`;
    addTo(byReason, reason, site);
  }
  if (byReason.size === 0) return [];
  const named = (site: Site) => `${site.id}  ${paint.dim(`${site.file}:${site.line}`)}`;
  const lines = [...byReason].flatMap(([reason, sites]) => {
    if (inFull || sites.length <= SITES_PER_REASON) return sites.map((site) => `  ${named(site)}  ${reason}`);
    const names = sites.slice(0, SITES_PER_REASON).map(({ id }) => id);
    return [`  ${names.join(', ')} and ${sites.length - SITES_PER_REASON} more  ${reason}`];
  });
  return ['', paint.bold('frozen'), ...lines];
}

function transferSection(document: InspectionDocument, paint: Paint): string[] {
  if (document.transfers.length === 0) return [];
  const frozen = new Set(document.sites.flatMap((site) => (site.frozen ? [site.id] : [])));
  return [
    '',
    paint.bold('transfers'),
    ...document.transfers.map(
      (transfer) =>
        `  ${paint.dim(`${transfer.file}:${transfer.line}`)}  ${transfer.direction}  ${transfer.sites.join(transfer.record === null ? ' ← ' : ', ')}${transferRemark(frozen, transfer, paint)}`,
    ),
  ];
}

/** Whether a copy converts, or the reason against it if a side is frozen. */
function transferRemark(
  frozen: ReadonlySet<string>,
  { converts, why, sites: ends }: InspectionDocument['transfers'][number],
  paint: Paint,
): string {
  if (converts) return `  ${paint.good('converts')}${paint.dim(`, ${why}`)}`;
  return ends.some((id) => frozen.has(id)) ? `  ${paint.dim(`in one format: ${why}`)}` : '';
}

function blockSection({ blocks }: InspectionDocument, paint: Paint): string[] {
  if (blocks.sizes.length + blocks.others.length === 0) return [];
  const at = ({ file, line }: { readonly file: string; readonly line: number }) => paint.dim(`${file}:${line}`);
  const kernels = (launches: InspectionDocument['blocks']['sizes'][number]['launches']) => {
    const names = [...new Set(launches.map(({ kernel }) => kernel))];
    return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  };
  return [
    '',
    paint.bold('thread blocks'),
    ...blocks.sizes.map(({ id, value, frozen, launches, isDefault, ...place }) => {
      const state = frozen
        ? `${paint.warn('frozen')}: ${frozen.reason} (${frozen.file}:${frozen.line})`
        : paint.good('can change');
      return `  ${id}  ${value}  ${at(place)}  ${kernels(launches)}  ${state}${isDefault ? ' (default of a command-line argument)' : ''}`;
    }),
    ...blocks.others.map(
      ({ kernel, reason, ...place }) => `  ${at(place)}  ${kernel}  ${paint.warn('frozen')}: ${reason}`,
    ),
  ];
}

function warningSection(document: InspectionDocument, paint: Paint): string[] {
  if (document.warnings.length === 0) return [];
  return [
    '',
    paint.bold('warnings'),
    ...document.warnings.map(
      (warning) =>
        `  ${warning.file ? `${paint.dim(`${warning.file}:${warning.line}`)}  ` : ''}${paint.warn(warning.code)}: ${warning.text}`,
    ),
  ];
}

function coverageSection({ coverage, functions }: InspectionDocument, paint: Paint): string[] {
  if (!functions.some(({ kind }) => kind !== 'host')) return [];
  if (coverage.declarations === 0)
    return [
      paint.dim(
        'cross-check: no declaration in device code names float, double or a half type (counted independently, without types from template parameters)',
      ),
    ];
  const declarations = count(coverage.declarations, 'floating-point declaration');
  const isWhole = coverage.sites === coverage.declarations;
  const found =
    coverage.sites === 1 ? '1 was found as a site' : `${isWhole ? 'all ' : ''}${coverage.sites} were found as sites`;
  const verdict = `cross-check: device code has ${declarations} (counted independently); ${found}`;
  return [
    coverage.missed.length === 0 ? paint.good(verdict) : paint.warn(verdict),
    ...coverage.missed.map(
      (missed) => `  ${missed.name}  ${paint.dim(`${missed.file}:${missed.line}`)}  ${missed.why}`,
    ),
  ];
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
