/** The one JSON document `mantissa inspect --json` prints; its shape is a promise to other programs. */

import type { ObstacleCode } from '../analysis/kept-formats.js';
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
  SiteIndex,
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
    sites: string[];
    /** Its sides are groups of their own. */
    converts: boolean;
    /** Why they are, or why they are one group. */
    why: string;
  }[];
  /** The sizes of thread blocks that are numbers of the text, and launches whose blocks are none. */
  blocks: {
    sizes: {
      /** Threads along a side of blocks, or blocks of a grid that may be any. */
      kind: 'block' | 'grid';
      id: string;
      value: number;
      file: string;
      line: number;
      launches: { kernel: string; file: string; line: number }[];
      free: boolean;
      frozen: { reason: string; file: string; line: number } | null;
      /** Written for runs whose command line says nothing else. */
      isDefault: boolean;
    }[];
    others: { kernel: string; file: string; line: number; reason: string }[];
  };
  warnings: { code: string; text: string; file: string | null; line: number | null }[];
  coverage: Coverage;
  /** Shares from 0 to 1; of kernels, or of all functions where there are none. */
  work: {
    functions: 'kernels' | 'all';
    weighedBy: 'counts' | 'loops';
    /** Of the bytes that loads and stores of floating data move; null where there are none. */
    tunableTraffic: number | null;
    /** Of floating-point operations other than conversions; null where there are none. */
    tunableArithmetic: number | null;
    /** What keeps the rest, what costs most first. */
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

/** The side that cannot change: the other one can, since the copy converts. */
function whyApart(program: Program, facts: Facts, transfer: Transfer): string {
  const kept = facts.sitesOfTransfer(transfer).find((site) => facts.groups.frozen[site] !== null);
  if (kept === undefined) return 'copies are asked to convert';
  return `${program.sites[kept]!.id} is frozen: ${facts.groups.frozen[kept]!.code}`;
}

export function describeProgram(
  program: Program,
  facts: Facts,
  blockSizes: BlockSizes = { sizes: [], shapes: [] },
): InspectionDocument {
  const inScope = (site: SiteIndex) => facts.scope.sites.has(site);
  const position = (place: Place) => {
    const file = program.files[place.range.file]!;
    return { file: file.path, ...file.source.position(place.range.begin) };
  };
  const line = (place: Place) => {
    const { file, line } = position(place);
    return { file, line };
  };
  const launched = (launch: number) => {
    const { kernel, place } = program.launches[launch]!;
    return { kernel: program.functions[kernel]!.name, ...line(place) };
  };
  const bySource = (
    a: { file: string; line: number; column: number },
    b: { file: string; line: number; column: number },
  ) => compare(a.file, b.file) || a.line - b.line || a.column - b.column;
  const operationsOf = groupedBy(program.operations, (operation) => operation.function);
  const loopsOf = groupedBy(program.loops, (loop) => loop.function);
  const launchesOf = groupedBy(program.launches, (launch) => launch.kernel);
  const functions = program.functions.flatMap((owner, index) =>
    owner.body !== null
      ? [
          {
            name: owner.name,
            kind: owner.kind,
            ...line(owner.place),
            operations: operationsOf.get(index)?.length ?? 0,
            loops: (loopsOf.get(index) ?? []).map((loop) => ({
              line: position(loop.place).line,
              tripCount: loop.tripCount,
              depth: loop.depth,
            })),
            launches: (launchesOf.get(index) ?? []).map((launch) => ({
              ...line(launch.place),
              grid: launch.grid,
              block: launch.block,
            })),
          },
        ]
      : [],
  );
  const sites = program.sites
    .flatMap((site, index) => {
      if (!inScope(index)) return [];
      const frozen = facts.groups.frozen[index] ?? null;
      const owner = site.function === null ? null : program.functions[site.function]!.name;
      const group = facts.groups.groups[facts.groups.groupOf[index]!]!.id;
      return [
        {
          id: site.id,
          kind: site.kind,
          name: site.name,
          function: owner,
          ...position(site.place),
          type: site.type,
          format: site.format,
          space: facts.spaces[index]!,
          group,
          tunable: frozen === null,
          frozen,
          accumulates: facts.accumulations.has(index),
        },
      ];
    })
    .sort(bySource);
  const operations = program.operations
    .filter((operation) => facts.scope.functions.has(operation.function))
    .map((operation) => ({
      id: operation.id,
      kind: operation.kind,
      function: program.functions[operation.function]!.name,
      ...position(operation.at),
      format: operation.format,
      loopDepth: operation.loopDepth,
    }));
  const groups = facts.groups.groups.flatMap((group) => {
    const members = group.sites.filter(inScope);
    if (members.length === 0) return [];
    return [
      {
        id: group.id,
        sites: members.map((site) => program.sites[site]!.id),
        why:
          group.why.length > 0
            ? group.why.join('; ')
            : 'one declaration: its value can be converted wherever it is used',
      },
    ];
  });
  return {
    schemaVersion: 1,
    scope: facts.scope.name,
    files: program.files.map((file) => file.path),
    functions,
    sites,
    groups,
    operations,
    transfers: program.transfers.map((transfer) => ({
      ...line(transfer.place),
      direction: transfer.direction,
      sites: facts.sitesOfTransfer(transfer).map((site) => program.sites[site]!.id),
      converts: transfer.sides.kind === 'apart',
      why: transfer.sides.kind === 'apart' ? whyApart(program, facts, transfer) : transfer.sides.why,
    })),
    blocks: {
      sizes: blockSizes.sizes.map(({ kind, id, value, place, launches, frozen, isDefault }) => ({
        ...{ kind, id, value, ...line(place) },
        launches: launches.map((one) => launched(one)),
        free: frozen === null,
        frozen: frozen && { reason: frozen.reason, ...line(frozen.place) },
        isDefault,
      })),
      others: blockSizes.shapes
        .filter(({ sides }) => sides.every((side) => !('size' in side)))
        .map(({ launch, frozen }) => ({ ...launched(launch), reason: frozen?.reason ?? '' })),
    },
    warnings: program.warnings.map(({ code, text, place }) => ({
      code,
      text,
      ...(place ? line(place) : { file: null, line: null }),
    })),
    coverage: facts.coverage,
    work: {
      functions: facts.work.functions,
      weighedBy: facts.work.weighedBy,
      tunableTraffic: facts.work.traffic,
      tunableArithmetic: facts.work.arithmetic,
      kept: facts.work.obstacles.map(({ code, reason, traffic, arithmetic, sites: kept }) => ({
        code,
        reason,
        remedy: remedies[code],
        traffic,
        arithmetic,
        sites: kept.map((site) => program.sites[site]!.id),
      })),
    },
    summary: {
      sites: sites.length,
      tunable: sites.filter((site) => site.tunable).length,
      frozen: sites.filter((site) => !site.tunable).length,
      groups: groups.length,
      operations: operations.length,
    },
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
