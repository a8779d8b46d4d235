/**
 * Finds variables that hold clock readings or values computed from them: start times, durations, rates. They change from run to run, so an
 * accuracy check on them means nothing, and lower precision gains nothing: fp32 seconds since 1970 are off by a minute. A group is a group of
 * clock variables if at least one member is assigned a value that depends on a clock, and no member is assigned anything else except constants.
 */
import type { Place } from '../program/place.js';
import type { Program, SiteIndex, Value } from '../program/program.js';
import { operandsOf } from '../program/verify.js';
import type { Groups } from './groups.js';

/** Functions that return a time, and members of the structures that system calls write a time to (POSIX, C11, OpenMP, MPI). */
const CLOCK_NAMES: ReadonlySet<string> = new Set([
  ...['clock', 'time', 'difftime', 'times', 'omp_get_wtime', 'omp_get_wtick', 'MPI_Wtime', 'MPI_Wtick'],
  ...['tv_sec', 'tv_usec', 'tv_nsec', 'tms_utime', 'tms_stime', 'QuadPart'],
]);
/** `std::chrono::duration::count`: the one member function of this name that returns a floating-point number without arguments. */
const DURATION_COUNT = 'count';
/** Dependences settle after several passes if functions call each other; more passes than this are not needed in practice. */
const MAX_PASSES = 8;

type Dependence = 'constant' | 'clock' | 'data';

/** Indices of the groups of clock variables. */
export function findClockGroups(program: Program, groups: Groups): Set<number> {
  const assigned = new AssignedValues(program);
  return new Set(
    groups.groups.flatMap(({ sites }, index) =>
      sites.some((site) => assigned.from.clock.has(site)) && !sites.some((site) => assigned.from.data.has(site))
        ? [index]
        : [],
    ),
  );
}

class AssignedValues {
  /** Sites that are assigned a value of this dependence anywhere. */
  readonly from = { clock: new Set<SiteIndex>(), data: new Set<SiteIndex>() };
  /** Dependence of a site without assignments: constant during the passes; at the end 'data', since the model does not see who assigns it. */
  private unassigned: Dependence = 'constant';

  constructor(private readonly program: Program) {
    this.settle();
    this.unassigned = 'data';
    this.settle();
  }

  private settle(): void {
    for (let pass = 0, before = -1; pass < MAX_PASSES && before !== this.size; pass++) {
      before = this.size;
      this.program.functions.forEach((_, index) => this.readFunction(index));
    }
  }

  private get size(): number {
    return this.from.clock.size + this.from.data.size;
  }

  private readFunction(index: number): void {
    const { values, returnSite } = this.program.functions[index]!;
    const readsClock = this.readsClockInInactiveBranch(index);
    const known: Dependence[] = values.map(() => 'constant');
    const settle = () => values.forEach((value, at) => (known[at] = this.dependenceOf(value, known)));
    settle();
    if (values.some(({ kind }) => kind === 'phi')) settle(); // a phi has operands further down
    values.forEach((value, at) => {
      const castTo = value.kind === 'operation' ? this.program.operations[value.operation]!.castTo : undefined;
      if (castTo !== undefined) this.assign(castTo, known[at]!); // `(double)(clock() - start)`
      if (value.kind === 'store') this.assign(value.site, known[value.value]!);
      if (value.kind === 'return') {
        const returned = known[value.value]!;
        this.assign(returnSite, returned === 'constant' && readsClock ? 'clock' : returned);
      }
      if (value.kind === 'call' && value.function !== null) {
        const { parameters } = this.program.functions[value.function]!;
        const numbers = parameters.filter((site) => site !== null);
        // arguments that are no floating-point numbers are not among the values; if they cannot be matched up, all count as data
        const isAligned = numbers.length === value.arguments.length;
        // a constant argument counts as data: other calls may pass other values
        const given = (at: number) => (isAligned && known[value.arguments[at]!] === 'clock' ? 'clock' : 'data');
        const isSettled = (at: number) => this.unassigned === 'data' || known[value.arguments[at]!] !== 'constant';
        numbers.forEach((site, at) => isSettled(at) && this.assign(site, given(at)));
      }
    });
  }

  /** `#ifdef _OPENMP return omp_get_wtime(); #else return 0; #endif`: programs are read without OpenMP. */
  private readsClockInInactiveBranch(index: number): boolean {
    const { body } = this.program.functions[index]!;
    return this.program.inactive.some(
      ({ range, names }) =>
        body !== null &&
        range.file === body.file &&
        body.begin <= range.begin &&
        range.end <= body.end &&
        [...names].some((name) => CLOCK_NAMES.has(name)),
    );
  }

  private assign(site: SiteIndex | null, dependence: Dependence): void {
    if (site !== null && dependence !== 'constant') this.from[dependence].add(site);
  }

  private dependenceOf(value: Value, known: readonly Dependence[]): Dependence {
    switch (value.kind) {
      case 'literal':
      case 'undefined':
        return 'constant';
      case 'integer':
        return this.isClock(value.place) ? 'clock' : 'data';
      case 'parameter':
        return this.heldBy(value.site);
      case 'load':
        return value.site === null ? 'data' : this.heldBy(value.site);
      case 'call': {
        if (value.function !== null) return this.heldBy(this.program.functions[value.function]!.returnSite);
        const isDuration = value.callee === DURATION_COUNT && value.arguments.length === 0;
        if (isDuration || CLOCK_NAMES.has(value.callee)) return 'clock';
        return value.arguments.some((one) => known[one] === 'clock') ? 'clock' : 'data';
      }
      case 'operation': {
        const operands = operandsOf(value).map((one) => known[one]!);
        return operands.includes('clock') ? 'clock' : operands.includes('data') ? 'data' : 'constant';
      }
      case 'select':
      case 'phi': {
        const operands = operandsOf(value).map((one) => known[one]!);
        return operands.includes('data') ? 'data' : operands.includes('clock') ? 'clock' : 'constant';
      }
      case 'store':
      case 'return':
        return known[value.value]!;
    }
  }

  private heldBy(site: SiteIndex | null): Dependence {
    if (site === null || this.from.data.has(site)) return 'data';
    return this.from.clock.has(site) ? 'clock' : this.unassigned;
  }

  private isClock({ range: { file, begin, end } }: Place): boolean {
    const { text } = this.program.files[file]!.source;
    return (text.slice(begin, end).match(/\w+/g) ?? []).some((name) => CLOCK_NAMES.has(name));
  }
}
