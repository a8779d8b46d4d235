/** Finds operations whose results are stored into variables whose observed values exceed the range of the lower format. */
import type { RangesRecord } from '../../journal/records.js';
import type { Format } from '../../numerics/format.js';
import type { OperationIndex, Program, SiteIndex, ValueIndex } from '../../program/program.js';
import { operandsOf } from '../../program/verify.js';
import type { Bench } from '../../workbench/bench.js';
import { isOffered } from '../formats/observed-ranges.js';

export function operationsStoredBeyond(
  { program, groups }: Pick<Bench, 'program' | 'groups'>,
  ranges: RangesRecord | null,
  to: Format,
): Set<OperationIndex> {
  const beyond = new Set(
    groups.groups.flatMap(({ sites }) =>
      sites.every((site) => isOffered(ranges, program.sites[site]!.id, to)) ? [] : sites,
    ),
  );
  const found = new Set<OperationIndex>();
  if (beyond.size > 0)
    for (const { values } of program.functions)
      for (const operation of resultsIn(program, values, beyond)) found.add(operation);
  return found;
}

/** Operations whose results reach a store into one of the sites without further computation. */
function* resultsIn(
  program: Program,
  values: Program['functions'][number]['values'],
  sites: ReadonlySet<SiteIndex>,
): Generator<OperationIndex> {
  const stored = values.flatMap((value, index) =>
    value.kind === 'store' && value.site !== null && sites.has(value.site) ? [index] : [],
  );
  const reached = new Set<ValueIndex>(stored);
  for (const index of reached) {
    const value = values[index]!;
    if (value.kind === 'operation') {
      yield value.operation;
      const { kind } = program.operations[value.operation]!;
      if (kind !== 'neg' && kind !== 'convert') continue;
    } else if (value.kind !== 'store' && value.kind !== 'select' && value.kind !== 'phi') continue;
    for (const operand of operandsOf(value)) reached.add(operand);
  }
}
