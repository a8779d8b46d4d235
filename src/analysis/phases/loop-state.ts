/**
 * The state of a loop: memory that one of its iterations writes and a later one may read. It has the format of the current phase, whereas
 * memory that the loop only reads (coefficients, sources, a matrix) keeps its values as they were computed before the loop.
 */
import { isOneMemory, type LoopIndex, type Program, type Site, type SiteIndex } from '../../program/program.js';
import { DisjointSets } from '../../support/disjoint-sets.js';
import { isInLoop, type PhaseLoop } from './phase-loops.js';

/** The sites of the loop's state. Variables of the functions that it calls begin anew with each call and are not state. */
export function stateOf(program: Program, { loop, reached }: Pick<PhaseLoop, 'loop' | 'reached'>): Set<SiteIndex> {
  const owner = program.loops[loop]!.function;
  const memories = new DisjointSets(program.cells.length);
  for (const flow of program.flows) if (isOneMemory(flow)) memories.union(flow.a, flow.b);
  const written = new Set([...writtenIn(program, loop, reached)].map((cell) => memories.find(cell)));
  // numbers that are copied into the state come from memory of its formats
  for (let before = -1; before !== written.size; ) {
    before = written.size;
    for (const { destination, source } of program.transfers)
      if (destination !== null && source !== null && written.has(memories.find(destination)))
        written.add(memories.find(source));
  }
  const beginsAnew = ({ kind, shape, function: of }: Site) =>
    kind === 'return' ||
    kind === 'cast' ||
    (of !== null &&
      of !== owner &&
      reached.has(of) &&
      (shape === 'scalar' || shape === 'vector' || isOwnArray(kind, shape)));
  return new Set(
    program.sites.flatMap((site, index) => (written.has(memories.find(index)) && !beginsAnew(site) ? [index] : [])),
  );
}

const isOwnArray = (kind: Site['kind'], shape: Site['shape']) => kind === 'variable' && shape === 'array';

/** The cells that the loop's text and the functions it calls write. */
function* writtenIn(program: Program, loop: LoopIndex, reached: PhaseLoop['reached']): Generator<number> {
  const owner = program.loops[loop]!.function;
  const { range } = program.loops[loop]!.place;
  for (const [index, { values, valueBlocks, blocks }] of program.functions.entries()) {
    if (index !== owner && !reached.has(index)) continue;
    for (const [at, value] of values.entries())
      if (value.kind === 'store' && value.site !== null)
        if (reached.has(index) || isInLoop(program, blocks[valueBlocks[at]!]!.loop, loop)) yield value.site;
  }
  for (const { operation, cell } of program.atomics) {
    const { function: of, loop: around } = program.operations[operation]!;
    if (reached.has(of) || isInLoop(program, around, loop)) yield cell;
  }
  for (const { function: of, loop: around, writesTo } of program.operations)
    if (writesTo !== undefined && (reached.has(of) || isInLoop(program, around, loop))) yield writesTo;
  for (const { function: of, place, destination } of program.transfers) {
    const isInside =
      of === owner &&
      place.range.file === range.file &&
      place.range.begin >= range.begin &&
      place.range.end <= range.end;
    if (destination !== null && of !== null && (reached.has(of) || isInside)) yield destination;
  }
}
