import { isConstant } from '../../numerics/linear-form.js';
import { type Access, accessesOf, type LaneNode, type LaneProgram, nodesOf, resultArrays } from './lane-program.js';
import { VECTOR_FORMATS, type VectorFormat, type Width } from './vector-format.js';

type Computed = Pick<LaneProgram, 'stores' | 'reductions'>;

/** Largest group of numbers that is loaded as a record. Chosen: 4, the largest of CUDA's vector types (float4). */
const MAX_GROUP = 4;

/** Numbers in a record: those of its type, or the stride of an array whose elements are accessed in groups (`x[2 * i]`, `x[2 * i + 1]`). */
export function numbersInRecord(
  program: Computed & Pick<LaneProgram, 'parameters'>,
  { array, stride }: Access,
): number {
  const parameter = program.parameters.find(({ name }) => name === array);
  const declared = parameter?.kind === 'array' ? parameter.fields.length : 1;
  if (declared > 1 || stride < 2 || stride > MAX_GROUP) return declared;
  const loads = loadsOf(program, array);
  const isOfGroup = ({ access: one, condition }: { access: Access; condition: LaneNode | null }) =>
    !condition &&
    one.stride === stride &&
    isConstant(one.offset) &&
    one.offset.constant >= 0 &&
    one.offset.constant < stride;
  // the first and the last number of a group show that all of it is in range
  const isWhole = (group: readonly { access: Access }[]) =>
    group.length === 0 || [0, stride - 1].every((at) => group.some(({ access }) => access.offset.constant === at));
  const stores = program.stores.filter(({ access }) => access.array === array);
  return [...loads, ...stores].every(isOfGroup) && isWhole(loads) && isWhole(stores) ? stride : declared;
}

export function loadsOf(program: Computed, array: string): (LaneNode & { kind: 'load' })[] {
  return nodesOf(program).flatMap((node) => (node.kind === 'load' && node.access.array === array ? [node] : []));
}

/** Numbers in the largest record that the loop accesses; 1 without records. */
export function largestRecord(program: LaneProgram): number {
  const single = resultArrays(program);
  const records = accessesOf(program)
    .filter(({ array, stride }) => !single.has(array) && stride > 0)
    .map((access) => numbersInRecord(program, access));
  return Math.max(1, ...records);
}

/** The most elements whose records one 128-bit load brings: with wider vectors of records, the loads of a warp lie apart. */
export function widestVector(program: LaneProgram, format: VectorFormat): Width {
  const numbers = VECTOR_FORMATS[format].numbersPerLoad / largestRecord(program);
  return numbers >= 8 ? 8 : numbers >= 4 ? 4 : 2;
}
