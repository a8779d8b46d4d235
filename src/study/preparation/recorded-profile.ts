/** Converts a profile to its journal record, which has ids instead of indexes, and back. */
import type { ExecutionCounts } from '../../analysis/performance-model.js';
import type { ProfileRecord } from '../../journal/records.js';
import type { StudyState } from '../../journal/replay.js';
import type { Program } from '../../program/program.js';
import type { Profile } from '../../workbench/profile-report.js';
import { blockErrors } from './block-errors.js';

type Recorded = Pick<ProfileRecord, 'operations' | 'stores' | 'launches' | 'transfers' | 'ranges' | 'blocks'>;

export function recordProfile(program: Program, { operations, counts, ranges, blocks }: Profile): Recorded {
  const { operations: known, sites } = program;
  return {
    operations: operations.map(({ operation, ...rest }) => ({ id: known[operation]!.id, ...rest })),
    stores: [...(counts.stores ?? [])].map(([site, executions]) => ({ id: sites[site]!.id, executions })),
    launches: [...(counts.launches ?? [])].map(([launch, times]) => ({ launch, times })),
    transfers: [...(counts.transfers ?? [])].map(([transfer, moved]) => ({ transfer, ...moved })),
    ...(blocks && { blocks: blocks.map((one) => blockErrors(program, one)) }),
    ...(ranges && { ranges: [...ranges].map(([site, range]) => ({ id: sites[site]!.id, ...range })) }),
  };
}

/** The operation counts of a study of the same sources; null if it has none yet. */
export function recordedCounts(state: StudyState, program: Program): ExecutionCounts | null {
  const profile = [...state.profiles.values()].find(({ mode }) => mode === 'count');
  return profile ? recallProfile(program, profile).counts : null;
}

export function recallProfile(
  program: Program,
  { operations, stores, launches, transfers, ranges }: Recorded,
): Profile {
  const numbers = new Map(program.operations.map(({ id }, index) => [id, index]));
  const sites = new Map(program.sites.map(({ id }, index) => [id, index]));
  const found = operations.flatMap(({ id, ...rest }) =>
    numbers.has(id) ? [{ operation: numbers.get(id)!, ...rest }] : [],
  );
  return {
    operations: found,
    counts: {
      operations: new Map(found.map(({ operation, executions }) => [operation, executions])),
      stores: new Map(stores.flatMap(({ id, executions }) => (sites.has(id) ? [[sites.get(id)!, executions]] : []))),
      launches: new Map(launches.map(({ launch, times }) => [launch, times])),
      transfers: new Map(transfers.map(({ transfer, ...moved }) => [transfer, moved])),
    },
    ranges: ranges
      ? new Map(ranges.flatMap(({ id, ...range }) => (sites.has(id) ? [[sites.get(id)!, range]] : [])))
      : null,
  };
}
