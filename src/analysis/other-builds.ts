/**
 * Constrains a program so that other builds of the same text accept its configurations. Sites declared by the same text correspond: a site that
 * is frozen or joined with others in another build is so here too, and sites that exist only in the other build follow those they are joined
 * with.
 */
import { frozenBecause } from '../program/frozen.js';
import type { Place, Range } from '../program/place.js';
import type { Flow, InactiveBranch, OperationIndex, Program, Site, SiteIndex } from '../program/program.js';
import type { Configuration } from '../space/resolve.js';
import { findGroups, type Groups } from './groups.js';

export interface ReadBuild {
  /** The name given by the user. */
  readonly name: string;
  readonly program: Program;
}

/** The program with the constraints of the other builds: frozen reasons, flows, and the files that only they read. */
export function constrainedByBuilds(program: Program, others: readonly ReadBuild[]): Program {
  const sites = [...program.sites];
  const flows: Flow[] = [];
  const known = findGroups(program).frozen;
  for (const { name, program: other } of others) {
    const same = sameSites(program, other);
    const groups = findGroups(other);
    for (const group of groups.groups) {
      const matched = [...new Set(group.sites.flatMap((site) => same.get(site) ?? []))];
      const [first, ...rest] = matched;
      if (first === undefined) continue;
      for (const site of rest) flows.push({ a: first, b: site, kind: 'other-build', place: sites[site]!.place });
    }
    for (const [site, matched] of same) {
      const there = other.sites[site]!;
      for (const one of matched) {
        const here = withRestrictionsOf(sites[one]!, there);
        const reason =
          here.format === there.format ? groups.frozen[site]?.reason : `it is declared ${there.format} there`;
        const frozen = reason === undefined || known[one] ? [] : [frozenBecause('other-build', `${name}: ${reason}`)];
        sites[one] = { ...here, frozen: [...here.frozen, ...frozen] };
      }
    }
  }
  const read = new Map(
    [program, ...others.map((one) => one.program)]
      .flatMap(({ files }) => files)
      .reverse()
      .map((file) => [file.absolutePath, file]),
  );
  for (const { absolutePath } of program.files) read.delete(absolutePath);
  return {
    ...program,
    sites,
    files: [...program.files, ...read.values()],
    flows: [...program.flows, ...flows],
    inactive: program.inactive.map((branch) =>
      others.some(({ program: other }) => compiles(program, branch, other)) ? { ...branch, isKeptRight: true } : branch,
    ),
  };
}

/** A site that cannot be a half in one build cannot be one in any. */
function withRestrictionsOf(here: Site, there: Site): Site {
  return {
    ...here,
    startsAsConstant: here.startsAsConstant || there.startsAsConstant,
    isConstantOfHost: here.isConstantOfHost || there.isConstantOfHost,
    isPassedByLibrary: here.isPassedByLibrary || there.isPassedByLibrary,
    combinedByOpenMp: here.combinedByOpenMp ?? there.combinedByOpenMp,
    scannedAt: here.scannedAt ?? there.scannedAt,
    usedInPlace: here.usedInPlace ?? there.usedInPlace,
  };
}

function compiles(program: Program, { range }: InactiveBranch, other: Program): boolean {
  const file = other.files.findIndex(({ absolutePath }) => absolutePath === program.files[range.file]!.absolutePath);
  return file >= 0 && !other.inactive.some((one) => one.range.file === file && holds(one.range, range));
}

function holds(outer: Range, { begin, end }: Range): boolean {
  return outer.begin <= begin && end <= outer.end;
}

/** The same configuration in another build: sites there follow the changed sites that they share a format with. */
export function correspondingConfiguration(
  program: Program,
  other: Program,
  { groups }: Groups,
  configuration: Configuration,
): Configuration {
  const same = sameSites(program, other);
  const sites = groups.flatMap((group) => {
    const format = group.sites
      .flatMap((site) => same.get(site) ?? [])
      .map((site) => configuration.sites.get(site))
      .find((one) => one !== undefined);
    return format === undefined ? [] : group.sites.map((site) => [site, format] as const);
  });
  const operations = [...sameOperations(program, other)].flatMap(([operation, matched]) => {
    const format = matched.map((one) => configuration.operations.get(one)).find((one) => one !== undefined);
    return format === undefined ? [] : [[operation, format] as const];
  });
  return { sites: new Map(sites), operations: new Map(operations) };
}

/** A site of another build → the sites of this program that the same text declares; several if they cannot be distinguished. */
function sameSites(program: Program, other: Program): Map<SiteIndex, SiteIndex[]> {
  const keysOf = (one: Program) =>
    one.sites.map(({ kind, place, declaration, function: owner, record }) =>
      [kind, placeText(one, place), rangeText(one, declaration), ownerText(one, owner), record ?? ''].join(' '),
    );
  return matched(keysOf(program), keysOf(other));
}

function sameOperations(program: Program, other: Program): Map<OperationIndex, OperationIndex[]> {
  const keysOf = (one: Program) =>
    one.operations.map(({ kind, symbol, place, at, function: owner }) =>
      [kind, symbol, placeText(one, place), placeText(one, at), ownerText(one, owner)].join(' '),
    );
  return matched(keysOf(program), keysOf(other));
}

function matched(keys: readonly string[], others: readonly string[]): Map<number, number[]> {
  const indices = new Map<string, number[]>();
  keys.forEach((key, index) => {
    if (!indices.has(key)) indices.set(key, []);
    indices.get(key)!.push(index);
  });
  return new Map(others.flatMap((key, index) => (indices.has(key) ? [[index, indices.get(key)!] as const] : [])));
}

/** The numbers of overloads differ between builds; the place identifies them. */
function ownerText({ functions }: Program, owner: number | null): string {
  return owner === null ? '' : functions[owner]!.name.replace(/~\d+$/, '');
}

function placeText(program: Program, { range, spelling, pasted = '' }: Place): string {
  return `${rangeText(program, range)} ${spelling ? rangeText(program, spelling) : ''} ${pasted}`;
}

function rangeText({ files }: Program, { file, begin, end }: Range): string {
  return `${files[file]!.absolutePath}:${begin}-${end}`;
}
