/** Writes array accesses of a vector: contiguous, strided, whole records, and rows around an element, each loaded once. */
import { constantForm, isConstant, isEqual, type LinearForm, sum } from '../../numerics/linear-form.js';
import { linearText } from './affine.js';
import { type Access, type LaneNode, type LaneProgram, nodesOf } from './lane-program.js';
import { loadsOf, numbersInRecord } from './record-groups.js';
import type { Width } from './vector-format.js';

type LoadNode = LaneNode & { kind: 'load' };

export class AccessWriter {
  private readonly recordLoads = new Map<string, string>();
  private readonly windows = new Map<string, string>();

  constructor(
    private readonly program: LaneProgram,
    private readonly width: Width,
    /** Name of the vector's position. */
    private readonly at: string,
    /** An unused variation of a name. */
    private readonly unused: (wanted: string) => string,
    private readonly statement: (line: string) => void,
  ) {}

  /** Whether the loaded value is already in a variable. */
  hasName(node: LoadNode): boolean {
    return this.fieldOf(node) !== null || this.rowOf(node) !== null;
  }

  load(node: LoadNode, mask: string | null): string {
    const { access } = node;
    const field = this.fieldOf(node);
    if (field !== null) return `${this.records(access.array, access.stride)}[${field}]`;
    const row = this.rowOf(node);
    if (row) return `${this.window(access, row)}.template at<${access.offset.constant}>()`;
    const { call, pointer } = this.call('load', access, mask !== null);
    return `${this.at}.${call}(${pointer}${mask === null ? '' : `, ${mask}`})`;
  }

  fieldsOf(access: Access): number {
    return numbersInRecord(this.program, access);
  }

  private loadsOf(array: string): LoadNode[] {
    return loadsOf(this.program, array);
  }

  /** Arrays of records that are changed in place, with the order of their first load; they are loaded before the first store. */
  changedRecords(): { readonly load: LoadNode; readonly write: () => void }[] {
    return [...this.program.written].flatMap((array) => {
      const load = this.loadsOf(array).find((one) => this.fieldOf(one) !== null);
      return load ? [{ load, write: () => void this.records(array, load.access.stride) }] : [];
    });
  }

  /** Component index in a record that is read as a whole. */
  private fieldOf({ access, condition }: LoadNode): number | null {
    const fields = this.fieldsOf(access);
    const { constant } = access.offset;
    const isField =
      fields > 1 && access.stride === fields && isConstant(access.offset) && constant >= 0 && constant < fields;
    return isField && !condition && this.isLoadedFirst(access.array) ? constant : null;
  }

  /** Whether every number of an array is loaded before it is stored. */
  private isLoadedFirst(array: string): boolean {
    const stores = this.program.stores.filter(({ access }) => access.array === array);
    return this.loadsOf(array).every(({ access, order }) =>
      stores.every((one) => order < one.order || !isEqual(one.access.offset, access.offset)),
    );
  }

  isField(node: LoadNode): boolean {
    return this.fieldOf(node) !== null;
  }

  /** Loads the records of an array once. */
  private records(array: string, fields: number): string {
    const known = this.recordLoads.get(array);
    if (known !== undefined) return known;
    const name = this.unused(`${array}_${this.program.counter}`);
    this.recordLoads.set(array, name);
    this.statement(`const auto ${name} = ${this.at}.template load_records<${fields}>(${array});`);
    return name;
  }

  call(
    verb: 'load' | 'store',
    { array, stride, offset }: Access,
    isMasked: boolean,
  ): { call: string; pointer: string } {
    const pointer = addressText(array, offset);
    if (stride !== 1) return { call: `template ${verb}_every<${stride}>`, pointer };
    if (pointer === array || isMasked) return { call: verb, pointer };
    return { call: `${verb}_anywhere`, pointer };
  }

  /**
   * Distances to the left and right at which a row is read around its element i, if it is read at several: the vector and its adjacent
   * elements are then loaded once. Reads on both sides of the element, or at it, guarantee that the whole vector is in range.
   */
  private rowOf({ access, condition }: LoadNode): { left: number; right: number } | null {
    if (condition || access.stride !== 1) return null;
    const offsets = nodesOf(this.program).flatMap((node) =>
      node.kind === 'load' &&
      node.access.array === access.array &&
      node.access.stride === 1 &&
      !node.condition &&
      isConstant(sum(node.access.offset, access.offset, -1))
        ? [node.access.offset.constant]
        : [],
    );
    const [left, right] = [-Math.min(...offsets), Math.max(...offsets)];
    const isNear = left <= this.width && right <= this.width;
    return left >= 0 && right >= 0 && left + right > 0 && isNear ? { left, right } : null;
  }

  /** Loads a row around its element i once. */
  private window({ array, offset }: Access, { left, right }: { left: number; right: number }): string {
    const pointer = addressText(array, { ...offset, constant: 0 });
    const known = this.windows.get(pointer);
    if (known !== undefined) return known;
    const name = this.unused(`${pointer.replace(/\W+/g, '_').replace(/_$/, '')}_${this.program.counter}`);
    this.windows.set(pointer, name);
    const where = isConstant(offset) ? '' : '_anywhere';
    this.statement(`const auto ${name} = ${this.at}.template load_around${where}<${left}, ${right}>(${pointer});`);
    return name;
  }
}

/** `in + w * row`, `x - 3` */
function addressText(array: string, offset: LinearForm): string {
  if (isEqual(offset, constantForm(0))) return array;
  const text = linearText(offset);
  return text.startsWith('-') ? `${array} - ${text.slice(1)}` : `${array} + ${text}`;
}
