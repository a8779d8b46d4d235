/** A pointer to a field that is used like a pointer into an array reaches the neighbouring fields, so all of them change together or not at all. */
import { isOneMemory } from '../../../program/program.js';
import { SparseSets } from '../../../support/sparse-sets.js';
import { type ProgramBuilder, parameterKey } from '../builder.js';
import { calledKey } from './field-pointer-strides.js';

export function joinAdjacentFields(builder: ProgramBuilder): void {
  if (builder.fieldAddresses.length === 0) return;
  const memories = new SparseSets();
  for (const flow of builder.flows) if (isOneMemory(flow)) memories.union(flow.a, flow.b);
  const traversed = new Set([...builder.traversed].map((cell) => memories.find(cell)));
  for (const { field, around, place } of builder.fieldAddresses) {
    if (around.values.length < 2 || !traversed.has(memories.find(field))) continue;
    for (const site of around.values)
      if (around.format !== null) builder.join(field, site, 'viewed', place);
      else
        builder.freeze(
          site,
          'reinterpreted',
          `a pointer to a neighbouring field reaches it, created at ${builder.at(place)}`,
        );
  }
}

/** A pointer to a field that is not a number, moved from one record to the next, depends on the size of the numbers between them. */
export function freezeStridedRecords(builder: ProgramBuilder): void {
  const walks = builder.recordWalks;
  builder.functions.forEach(({ addressTaken, parameters }, index) => {
    if (addressTaken !== null)
      for (const position of parameters.keys()) walks.lead(calledKey(position), parameterKey(index, position));
  });
  for (const { around, place } of walks.walkedAddresses())
    for (const site of around.values)
      builder.freeze(
        site,
        'reinterpreted',
        `a pointer to a neighbouring field reaches it, created at ${builder.at(place)}`,
      );
}
