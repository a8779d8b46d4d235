/**
 * A program that other builds of the same text must be able to follow. What is declared by the same text is the same there: what freezes
 * it or joins it in another build freezes or joins it in this one, and what only the other build has follows what it is joined with.
 */
import { frozenBecause } from '../program/frozen.js';
import type { Place, Range } from '../program/place.js';
import type { Flow, InactiveBranch, OperationIndex, Program, Site, SiteIndex } from '../program/program.js';
import type { Configuration } from '../space/resolve.js';
import { findGroups, type Groups } from './groups.js';

export interface ReadBuild {
  /** As the user calls it. */
  readonly name: string;
  readonly program: Program;
}

/** The program with what other builds ask of it: reasons, flows, and the files that only they read. */
export function keptRight(program: Program, others: readonly ReadBuild[]): Program {
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
        const here = asAskedBy(sites[one]!, there);
        const reason = here.format === there.format ? groups.frozen[site]?.reason : `it is ${there.format} there`;
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
      others.some(({ program: other }) => compiles(program, branch, other))
        ? { ...branch, isInOtherBuild: true }
        : branch,
    ),
  };
}

/** What keeps a site from being a half in one build keeps it from that in all. */
function asAskedBy(here: Site, there: Site): Site {
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

/** What a configuration means in another build: what shares a format there with something that changes, changes along. */
export function followedIn(
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

/** A site of another build → the sites of the program that the same text declares; several where nothing tells them apart. */
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

/** Overloads are numbered within a build; the place tells them apart. */
function ownerText({ functions }: Program, owner: number | null): string {
  return owner === null ? '' : functions[owner]!.name.replace(/~\d+$/, '');
}

function placeText(program: Program, { range, spelling, pasted = '' }: Place): string {
  return `${rangeText(program, range)} ${spelling ? rangeText(program, spelling) : ''} ${pasted}`;
}

function rangeText({ files }: Program, { file, begin, end }: Range): string {
  return `${files[file]!.absolutePath}:${begin}-${end}`;
}
