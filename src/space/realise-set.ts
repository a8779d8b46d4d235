/**
 * Writes a set of operations to lower as a configuration that is readable in source: local variables that contain only results of the set, or that
 * only the set reads, change their declarations too. Values between members then need no conversions, and the patch no casts for them.
 * These declarations do not change results. A variable may change if every value assigned to it already has the lower format (results of the set,
 * copies of them, constants that are exact in every format), or if everything that reads it first rounds to the lower format (operations of the set,
 * copies read by nothing else). All other operations keep their format: a variable whose change would make C++ compute one of them in lower precision
 * is left unchanged.
 */
import { type Format, formats } from '../numerics/format.js';
import { mathTwin } from '../program/library/library.js';
import type {
  FunctionIndex,
  OperationIndex,
  OperationKind,
  Program,
  ProgramFunction,
  SiteIndex,
  ValueIndex,
} from '../program/program.js';
import { operandsOf } from '../program/verify.js';
import { admits, type GroupTable } from './configuration.js';
import { isExactEverywhere } from './exact-constants.js';
import { type Configuration, resolve } from './resolve.js';

export function realiseSet(
  program: Program,
  groups: GroupTable,
  set: Iterable<OperationIndex>,
  to: Format = 'fp32',
): Configuration {
  const operations = new Map([...set].sort((a, b) => a - b).map((operation) => [operation, to] as const));
  keepOtherFormats(program, operations);
  const lowered = new Map([...operations].filter(([, format]) => format === to));
  const touched = new Set([...lowered.keys()].map((operation) => program.operations[operation]!.function));
  const narrowed = new Set<SiteIndex>();
  for (const index of touched)
    for (const site of new SetFlow(program, index, lowered, to).narrowable()) narrowed.add(site);
  keepGroupsWhole(program, groups, narrowed, to);
  const wanted = resolve(program, { sites: new Map(), operations }).operationFormats;
  for (;;) {
    const configuration = { sites: new Map([...narrowed].map((site) => [site, to] as const)), operations };
    const got = resolve(program, configuration).operationFormats;
    const changed = wanted.flatMap((format, operation) => (got[operation] === format ? [] : [operation]));
    if (changed.length === 0) return configuration;
    const before = narrowed.size;
    for (const operation of changed) for (const site of formatSourcesOf(program, operation)) narrowed.delete(site);
    if (narrowed.size === before) narrowed.clear();
    keepGroupsWhole(program, groups, narrowed, to);
  }
}

/**
 * If every operand of an operation outside the set is a result of the set, C++ would compute it in lower precision too. Such operations get their
 * format in the source as a configured format. Operations that compute no new value (a sign, a comparison) may follow their operands.
 */
function keepOtherFormats(program: Program, operations: Map<OperationIndex, Format>): void {
  for (let changed = true; changed; ) {
    changed = false;
    resolve(program, { sites: new Map(), operations }).operationFormats.forEach((format, index) => {
      const { kind, format: declared, symbol } = program.operations[index]!;
      if (format === declared || operations.has(index) || !ROUNDS.has(kind) || mathTwin(symbol)?.isExact) return;
      operations.set(index, declared);
      changed = true;
    });
  }
}

const ROUNDS = new Set<OperationKind>(['add', 'sub', 'mul', 'div', 'math']);

/** Removes sites whose group contains a site that may not change. */
function keepGroupsWhole(
  program: Program,
  { groups, groupOf, frozen }: GroupTable,
  narrowed: Set<SiteIndex>,
  to: Format,
): void {
  for (const site of [...narrowed])
    if (
      !groups[groupOf[site]!]!.sites.every(
        (one) => narrowed.has(one) && frozen[one] === null && admits(program, one, to),
      )
    )
      narrowed.delete(site);
}

/** Variables that the format of an operation depends on. */
function formatSourcesOf(program: Program, operation: OperationIndex): Set<SiteIndex> {
  const { function: owner, value: start } = program.operations[operation]!;
  const { values } = program.functions[owner]!;
  const found = new Set<SiteIndex>();
  const seen = new Set<ValueIndex>([start]);
  for (const index of seen) {
    const value = values[index]!;
    if (value.kind === 'store' || value.kind === 'phi' || value.kind === 'parameter') {
      if (value.site !== null) found.add(value.site);
    } else if (index === start || value.kind === 'select' || hasOperandFormat(program, values[index]!))
      for (const operand of operandsOf(value)) seen.add(operand);
  }
  return found;
}

/** A negation or an inserted conversion, which has the format of its operand. */
function hasOperandFormat(program: Program, value: ProgramFunction['values'][number]): boolean {
  if (value.kind !== 'operation') return false;
  const { kind, implicit } = program.operations[value.operation]!;
  return kind === 'neg' || (kind === 'convert' && implicit);
}

/** Dataflow over the values of one function with the set lowered and no declaration changed yet. */
class SetFlow {
  private readonly owner: ProgramFunction;
  private readonly users: ValueIndex[][];
  /** Greatest fixed points: true until refuted. */
  private readonly isNarrow: boolean[];
  private readonly isRounded: boolean[];

  constructor(
    private readonly program: Program,
    functionIndex: FunctionIndex,
    private readonly lowered: ReadonlyMap<OperationIndex, Format>,
    private readonly to: Format,
  ) {
    this.owner = program.functions[functionIndex]!;
    this.users = this.owner.values.map(() => []);
    this.owner.values.forEach((value, user) => {
      for (const operand of operandsOf(value)) this.users[operand]!.push(user);
    });
    this.isNarrow = this.solve('forwards', (value, known) => this.narrow(value, known));
    this.isRounded = this.solve('backwards', (value, known) =>
      this.users[value]!.every((user) => this.rounds(user, known)),
    );
  }

  /** Locals and parameters whose declarations may change. */
  narrowable(): SiteIndex[] {
    const values = new Map<SiteIndex, ValueIndex[]>();
    const inMemory = new Set<SiteIndex>();
    this.owner.values.forEach((value, index) => {
      if (!('site' in value) || value.site === null) return;
      if (
        value.kind === 'load' ||
        (value.kind === 'store' && this.users[index]!.length === 0 && !values.has(value.site))
      )
        inMemory.add(value.site);
      else if (value.kind !== 'undefined') {
        if (!values.has(value.site)) values.set(value.site, []);
        values.get(value.site)!.push(index);
      }
    });
    return [...values.keys()].filter((site) => {
      const { shape, kind, format } = this.program.sites[site]!;
      if (inMemory.has(site) || shape !== 'scalar' || (kind !== 'variable' && kind !== 'parameter')) return false;
      if (formats[format].rank <= formats[this.to].rank) return false;
      const own = values.get(site)!;
      return own.every((value) => this.isNarrow[value]) || own.every((value) => this.isRounded[value]);
    });
  }

  /** Visits values in the direction of propagation, so that one pass suffices except for loops. */
  private solve(
    way: 'forwards' | 'backwards',
    holds: (value: ValueIndex, known: readonly boolean[]) => boolean,
  ): boolean[] {
    const known = this.owner.values.map(() => true);
    const last = known.length - 1;
    for (let changed = true; changed; ) {
      changed = false;
      for (let at = 0; at <= last; at++) {
        const value = way === 'forwards' ? at : last - at;
        if (!known[value] || holds(value, known)) continue;
        known[value] = false;
        changed = true;
      }
    }
    return known;
  }

  /** Whether the value has at most the precision of the lower format, whatever format it is stored in. */
  private narrow(index: ValueIndex, known: readonly boolean[]): boolean {
    const value = this.owner.values[index]!;
    switch (value.kind) {
      case 'literal':
        return isExactEverywhere(value.text);
      case 'undefined':
        return true;
      case 'load':
        return this.holds(value.format);
      case 'parameter':
        return this.holds(this.program.sites[value.site]!.format);
      case 'call':
        return value.format !== null && this.holds(value.format);
      case 'integer':
      case 'return':
        return false;
      case 'store':
      case 'select':
      case 'phi':
        return operandsOf(value).every((operand) => known[operand]);
      case 'operation': {
        if (this.lowered.has(value.operation)) return true;
        const { kind, implicit, format } = this.program.operations[value.operation]!;
        if (kind === 'neg' || (kind === 'convert' && implicit))
          return value.operands.every((operand) => known[operand]);
        return this.holds(format);
      }
    }
  }

  /** Whether a user of the value first rounds it to the lower format. */
  private rounds(user: ValueIndex, known: readonly boolean[]): boolean {
    const value = this.owner.values[user]!;
    switch (value.kind) {
      case 'phi':
      case 'select':
        return known[user]!;
      case 'store':
        if (value.site === null) return false;
        return this.program.sites[value.site]!.format === this.to || (this.users[user]!.length > 0 && known[user]!);
      case 'operation': {
        if (this.lowered.has(value.operation)) return true;
        const { kind, implicit, symbol, format } = this.program.operations[value.operation]!;
        if (kind !== 'convert' || /^(?:integer|bool)$/.test(symbol)) return false;
        return implicit ? known[user]! : format === this.to;
      }
      default:
        return false;
    }
  }

  /** Whether the lower format represents all values of a format. */
  private holds(format: Format): boolean {
    return format === this.to || (format === 'fp16' && this.to === 'fp32') || (format === 'bf16' && this.to === 'fp32');
  }
}
