/** The JSON document of `mantissa inspect --json`. Other programs depend on its shape. */

import type { ObstacleCode } from '../analysis/format-obstacles.js';
import type { BlockSizes } from '../analysis/launches/block-sizes.js';
import type { Scope } from '../analysis/scope.js';
import type { Format } from '../numerics/format.js';
import type { Frozen } from '../program/frozen.js';
import type { Place } from '../program/place.js';
import type {
  FunctionKind,
  MemorySpace,
  OperationKind,
  Program,
  SiteKind,
  Transfer,
  TransferDirection,
} from '../program/program.js';
import { groupedBy } from '../support/grouped-by.js';
import type { Coverage } from './coverage.js';
import type { Facts } from './facts.js';
import { remedies } from './remedies.js';

export interface InspectionDocument {
  schemaVersion: 1;
  scope: Scope;
  files: string[];
  functions: {
    name: string;
    kind: FunctionKind;
    file: string;
    line: number;
    operations: number;
    loops: { line: number; tripCount: number | null; depth: number }[];
    launches: { file: string; line: number; grid: string; block: string }[];
  }[];
  sites: {
    id: string;
    kind: SiteKind;
    name: string;
    function: string | null;
    file: string;
    line: number;
    column: number;
    type: string;
    format: Format;
    space: MemorySpace;
    group: string;
    tunable: boolean;
    frozen: Frozen | null;
    accumulates: boolean;
  }[];
  groups: { id: string; sites: string[]; why: string }[];
  operations: {
    id: string;
    kind: OperationKind;
    function: string;
    file: string;
    line: number;
    column: number;
    format: Format;
    loopDepth: number;
  }[];
  transfers: {
    file: string;
    line: number;
    direction: TransferDirection;
    /** The destination and the source, or the fields of the copied records. */
    sites: string[];
    /** The type of copied records; null for other copies. */
    record: string | null;
    /** Whether the two sides may have different formats. */
    converts: boolean;
    /** The reason for `converts` being true or false. */
    why: string;
  }[];
  /** Thread-block sizes that are numbers in the source, and launches whose sizes are not. */
  blocks: {
    sizes: {
      /** Threads along one dimension of a block, or blocks of a grid whose size the kernel does not depend on. */
      kind: 'block' | 'grid';
      id: string;
      value: number;
      file: string;
      line: number;
      launches: { kernel: string; file: string; line: number }[];
      free: boolean;
      frozen: { reason: string; file: string; line: number } | null;
      /** The number is the default of a command-line argument. */
      isDefault: boolean;
    }[];
    others: { kernel: string; file: string; line: number; reason: string }[];
  };
  warnings: { code: string; text: string; file: string | null; line: number | null }[];
  coverage: Coverage;
  /** Shares from 0 to 1, of kernels, or of all functions in a program without kernels. */
  work: {
    functions: 'kernels' | 'all';
    weighedBy: 'counts' | 'loops';
    /** Share of the bytes moved by floating-point loads and stores; null if there are none. */
    tunableTraffic: number | null;
    /** Share of the floating-point operations other than conversions; null if there are none. */
    tunableArithmetic: number | null;
    /** The reasons for the work that is not tunable, the most expensive first. */
    kept: {
      code: ObstacleCode;
      reason: string;
      remedy: string;
      traffic: number;
      arithmetic: number;
      sites: string[];
    }[];
  };
  summary: { sites: number; tunable: number; frozen: number; groups: number; operations: number };
}

/** The frozen side of a converting copy; the other side can change, because the copy converts. */
function frozenSideReason(program: Program, facts: Facts, transfer: Transfer): string {
  const frozenSite = facts.sitesOfTransfer(transfer).find((site) => facts.groups.frozen[site] !== null);
  if (frozenSite === undefined) return 'every copy may convert (--convert-copies)';
  return `${program.sites[frozenSite]!.id} is frozen: ${facts.groups.frozen[frozenSite]!.code}`;
}

export function describeProgram(
  program: Program,
  facts: Facts,
  blockSizes: BlockSizes = { sizes: [], shapes: [] },
): InspectionDocument {
  const sites = describeSites(program, facts);
  const operations = describeOperations(program, facts);
  const groups = describeGroups(program, facts);
  return {
    schemaVersion: 1,
    scope: facts.scope.name,
    files: program.files.map((file) => file.path),
    functions: describeFunctions(program),
    sites,
    groups,
    operations,
    transfers: program.transfers.map((transfer) => ({
      ...lineOf(program, transfer.place),
      direction: transfer.direction,
      sites: facts.sitesOfTransfer(transfer).map((site) => program.sites[site]!.id),
      record: transfer.record?.name ?? null,
      converts: transfer.sides.kind === 'apart',
      why: transfer.sides.kind === 'apart' ? frozenSideReason(program, facts, transfer) : transfer.sides.why,
    })),
    blocks: describeBlocks(program, blockSizes),
    warnings: program.warnings.map(({ code, text, place }) => ({
      code,
      text,
      ...(place ? lineOf(program, place) : { file: null, line: null }),
    })),
    coverage: facts.coverage,
    work: describeWork(program, facts),
    summary: {
      sites: sites.length,
      tunable: sites.filter((site) => site.tunable).length,
      frozen: sites.filter((site) => !site.tunable).length,
      groups: groups.length,
      operations: operations.length,
    },
  };
}

type Part<K extends keyof InspectionDocument> = InspectionDocument[K];

function positionOf(program: Program, place: Place): { file: string; line: number; column: number } {
  const file = program.files[place.range.file]!;
  return { file: file.path, ...file.source.position(place.range.begin) };
}

function lineOf(program: Program, place: Place): { file: string; line: number } {
  const { file, line } = positionOf(program, place);
  return { file, line };
}

function describeFunctions(program: Program): Part<'functions'> {
  const operationsOf = groupedBy(program.operations, (operation) => operation.function);
  const loopsOf = groupedBy(program.loops, (loop) => loop.function);
  const launchesOf = groupedBy(program.launches, (launch) => launch.kernel);
  return program.functions.flatMap(({ body, name, kind, place }, index) => {
    if (body === null) return [];
    const loops = (loopsOf.get(index) ?? []).map(({ place: at, tripCount, depth }) => ({
      line: lineOf(program, at).line,
      tripCount,
      depth,
    }));
    const launches = (launchesOf.get(index) ?? []).map(({ place: at, grid, block }) => ({
      ...lineOf(program, at),
      grid,
      block,
    }));
    const operations = operationsOf.get(index)?.length ?? 0;
    return [{ name, kind, ...lineOf(program, place), operations, loops, launches }];
  });
}

function describeSites(program: Program, facts: Facts): Part<'sites'> {
  const { groups } = facts;
  return program.sites
    .flatMap((site, index) => {
      if (!facts.scope.sites.has(index)) return [];
      const { id, kind, name, type, format } = site;
      const reason = groups.frozen[index] ?? null;
      return [
        {
          ...{ id, kind, name },
          function: site.function === null ? null : program.functions[site.function]!.name,
          ...positionOf(program, site.place),
          ...{ type, format },
          space: facts.spaces[index]!,
          group: groups.groups[groups.groupOf[index]!]!.id,
          tunable: reason === null,
          frozen: reason,
          accumulates: facts.accumulations.has(index),
        },
      ];
    })
    .sort((a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column);
}

function describeOperations(program: Program, facts: Facts): Part<'operations'> {
  return program.operations
    .filter((operation) => facts.scope.functions.has(operation.function))
    .map(({ id, kind, function: owner, at, format, loopDepth }) => ({
      ...{ id, kind },
      function: program.functions[owner]!.name,
      ...positionOf(program, at),
      ...{ format, loopDepth },
    }));
}

function describeGroups(program: Program, facts: Facts): Part<'groups'> {
  return facts.groups.groups.flatMap(({ id, sites, why }) => {
    const members = sites.filter((site) => facts.scope.sites.has(site)).map((site) => program.sites[site]!.id);
    if (members.length === 0) return [];
    const alone = 'one declaration: its value can be converted wherever it is used';
    return [{ id, sites: members, why: why.length > 0 ? why.join('; ') : alone }];
  });
}

function describeBlocks(program: Program, { sizes, shapes }: BlockSizes): Part<'blocks'> {
  const launched = (launch: number) => {
    const { kernel, place } = program.launches[launch]!;
    return { kernel: program.functions[kernel]!.name, ...lineOf(program, place) };
  };
  return {
    sizes: sizes.map(({ kind, id, value, place, launches, frozen, isDefault }) => ({
      ...{ kind, id, value, ...lineOf(program, place) },
      launches: launches.map((one) => launched(one)),
      free: frozen === null,
      frozen: frozen && { reason: frozen.reason, ...lineOf(program, frozen.place) },
      isDefault,
    })),
    others: shapes
      .filter(({ sides }) => sides.every((side) => !('size' in side)))
      .map(({ launch, frozen }) => ({ ...launched(launch), reason: frozen?.reason ?? '' })),
  };
}

function describeWork(program: Program, { work }: Facts): Part<'work'> {
  return {
    functions: work.functions,
    weighedBy: work.weighedBy,
    tunableTraffic: work.traffic,
    tunableArithmetic: work.arithmetic,
    kept: work.obstacles.map(({ code, reason, traffic, arithmetic, sites }) => ({
      ...{ code, reason, remedy: remedies[code], traffic, arithmetic },
      sites: sites.map((site) => program.sites[site]!.id),
    })),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
