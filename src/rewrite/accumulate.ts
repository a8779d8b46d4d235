/**
 * Writes other summation methods into the user's text, in the text's own formats. A configuration then assigns formats to the result as to any
 * other program: the added variables have names and are ordinary sites.
 */
import type { Accumulation, Added, Update } from '../analysis/accumulators/accumulation.js';
import type { Program, SiteIndex } from '../program/program.js';
import type { Accumulator } from '../space/accumulator.js';
import { afterLoop, beforeLoop, indentUnit, inPlaceOf } from './accumulated-lines.js';
import type { SourceEdits } from './source-edits.js';

export interface ChosenSum {
  readonly accumulation: Accumulation;
  readonly accumulator: Accumulator;
}

/**
 * A variable that a summation method adds: a `companion` has the format of the sum; a `partial` sum has a format of its own, and so have the
 * sums `carried` from it after a fixed number of steps.
 */
export interface AddedVariable {
  readonly sum: SiteIndex;
  readonly name: string;
  readonly role: 'companion' | 'partial' | 'carried';
}

/** Enough for as many folds as an `unsigned long long` counts. */
const LEVELS = 64;

export function accumulate(edits: SourceEdits, chosen: readonly ChosenSum[]): AddedVariable[] {
  const writer = new SumWriter(edits);
  const added: AddedVariable[] = [];
  for (const { accumulation, accumulator } of chosen) {
    if (accumulator.kind === 'kahan') added.push(...writer.kahan(accumulation));
    if (accumulator.kind === 'neumaier') added.push(...writer.neumaier(accumulation));
    if (accumulator.kind === 'two-words') added.push(...writer.twoWords(accumulation));
  }
  for (const { kind, steps, sums } of countedTogether(edits, chosen))
    added.push(...(kind === 'folded' ? writer.folded(sums, steps) : writer.pairwise(sums, steps)));
  return added;
}

interface CountedSums {
  readonly kind: 'folded' | 'pairwise';
  readonly steps: number;
  readonly sums: readonly Accumulation[];
}

/** Sums of one loop that are each updated once in every step share one step counter. */
function countedTogether(edits: SourceEdits, chosen: readonly ChosenSum[]): CountedSums[] {
  const together = new Map<string, CountedSums & { sums: Accumulation[] }>();
  for (const { accumulation, accumulator } of chosen) {
    if (accumulator.kind !== 'folded' && accumulator.kind !== 'pairwise') continue;
    const { kind, steps } = accumulator;
    const { loop, updates, site } = accumulation;
    const block = updates.length === 1 ? updates[0]!.aloneIn : null;
    const key = `${loop.file}:${loop.begin} ${block === null ? `sum ${site}` : `in ${block}`} ${kind} ${steps}`;
    const group = together.get(key) ?? { kind, steps, sums: [] };
    group.sums.push(accumulation);
    together.set(key, group);
  }
  return [...together.values()].flatMap((group) =>
    mayEndBetween(edits, group.sums) ? group.sums.map((sum) => ({ ...group, sums: [sum] })) : [group],
  );
}

/** True if a step may end between the updates of two of these sums. */
function mayEndBetween(edits: SourceEdits, sums: readonly Accumulation[]): boolean {
  const statements = sums.flatMap(({ updates }) => updates.map(({ statement }) => statement));
  const begin = Math.min(...statements.map((one) => one.begin));
  const end = Math.max(...statements.map((one) => one.end));
  return /\b(?:continue|break|return)\b/.test(edits.text({ ...statements[0]!, begin, end }));
}

class SumWriter {
  /** Every identifier in the program's files, and every name added since. */
  private readonly taken: Set<string>;

  constructor(private readonly edits: SourceEdits) {
    const { files } = edits.syntax.program;
    this.taken = new Set(files.flatMap(({ source }) => source.text.match(/[A-Za-z_]\w*/g) ?? []));
  }

  kahan(sum: Accumulation): AddedVariable[] {
    const { name, type } = sum;
    const [lost, term, next] = [this.name(name, 'lost'), this.name(name, 'term'), this.name(name, 'next')];
    beforeLoop(this.edits, sum, [`${type} ${lost} = 0;`]);
    for (const update of sum.updates)
      inPlaceOf(this.edits, update, [
        `${type} ${term} = ${this.termLess(sum, update, lost)};`,
        `${type} ${next} = ${name} + ${term};`,
        `${lost} = (${next} - ${name}) - ${term};`,
        `${name} = ${next};`,
      ]);
    return companions(sum, [lost, term, next]);
  }

  /** The rounding error of an addition is computed without a comparison (Knuth's two-sum): the same number as Neumaier's. */
  neumaier(sum: Accumulation): AddedVariable[] {
    const { name, type } = sum;
    const [lost, term, next] = [this.name(name, 'lost'), this.name(name, 'term'), this.name(name, 'next')];
    const arrived = this.name(name, 'arrived');
    beforeLoop(this.edits, sum, [`${type} ${lost} = 0;`]);
    for (const update of sum.updates)
      inPlaceOf(this.edits, update, [
        `${type} ${term} = ${this.term(sum, update.added)};`,
        `${type} ${next} = ${name} + ${term};`,
        `${type} ${arrived} = ${next} - ${name};`,
        `${lost} += (${name} - (${next} - ${arrived})) + (${term} - ${arrived});`,
        `${name} = ${next};`,
      ]);
    afterLoop(this.edits, sum, [`${name} += ${lost};`]);
    return companions(sum, [lost, term, next, arrived]);
  }

  /** A double-word number plus a number: the rounding error is added to the second word, and the words are renormalised. */
  twoWords(sum: Accumulation): AddedVariable[] {
    const { name, type } = sum;
    const [high, low] = [this.name(name, 'high'), this.name(name, 'low')];
    const [term, next] = [this.name(name, 'term'), this.name(name, 'next')];
    const arrived = this.name(name, 'arrived');
    beforeLoop(this.edits, sum, [`${type} ${high} = 0;`, `${type} ${low} = 0;`]);
    for (const update of sum.updates)
      inPlaceOf(this.edits, update, [
        `${type} ${term} = ${this.term(sum, update.added)};`,
        `${type} ${next} = ${high} + ${term};`,
        `${type} ${arrived} = ${next} - ${high};`,
        `${low} += (${high} - (${next} - ${arrived})) + (${term} - ${arrived});`,
        `${high} = ${next} + ${low};`,
        `${low} -= ${high} - ${next};`,
      ]);
    afterLoop(this.edits, sum, [`${name} += ${high};`, `${name} += ${low};`]);
    return [high, low, term, next, arrived].map((one) => ({ sum: sum.site, name: one, role: 'partial' }));
  }

  folded(sums: readonly Accumulation[], steps: number): AddedVariable[] {
    const [first] = sums;
    if (!first) return [];
    const partials = sums.map((sum) => ({ sum, partial: this.name(sum.name, 'partial') }));
    const counter = this.shared(sums, 'steps');
    const unit = indentUnit(this.edits, first.loop.file);
    const fold = [
      `if (++${counter} == ${steps}) {`,
      ...partials.map(({ sum, partial }) => `${unit}${sum.name} += ${partial};`),
      ...partials.map(({ partial }) => `${unit}${partial} = 0;`),
      `${unit}${counter} = 0;`,
      '}',
    ];
    beforeLoop(this.edits, first, [
      ...partials.map(({ sum, partial }) => `${sum.type} ${partial} = 0;`),
      `int ${counter} = 0;`,
    ]);
    this.inSteps(partials, fold);
    afterLoop(
      this.edits,
      first,
      partials.map(({ sum, partial }) => `${sum.name} += ${partial};`),
    );
    return partials.map(({ sum: { site }, partial }) => ({ sum: site, name: partial, role: 'partial' }));
  }

  /** Bit l of the number of folds tells whether level l has a sum; such a sum has 2^l × `steps` terms. */
  pairwise(sums: readonly Accumulation[], steps: number): AddedVariable[] {
    const [first] = sums;
    if (!first) return [];
    const parts = sums.map((sum) => ({
      sum,
      partial: this.name(sum.name, 'partial'),
      carry: this.name(sum.name, 'carry'),
      levels: this.name(sum.name, 'levels'),
    }));
    const [counter, folds, level] = [
      this.shared(sums, 'steps'),
      this.shared(sums, 'folds'),
      this.shared(sums, 'level'),
    ];
    const unit = indentUnit(this.edits, first.loop.file);
    const fold = [
      `if (++${counter} == ${steps}) {`,
      ...parts.map(({ carry, partial }) => `${unit}${carry} = ${partial};`),
      ...parts.map(({ partial }) => `${unit}${partial} = 0;`),
      `${unit}${counter} = 0;`,
      `${unit}for (${level} = 0; ${folds} >> ${level} & 1; ${level}++)${parts.length > 1 ? ' {' : ''}`,
      ...parts.map(({ carry, levels }) => `${unit}${unit}${carry} += ${levels}[${level}];`),
      ...(parts.length > 1 ? [`${unit}}`] : []),
      ...parts.map(({ carry, levels }) => `${unit}${levels}[${level}] = ${carry};`),
      `${unit}${folds}++;`,
      '}',
    ];
    beforeLoop(this.edits, first, [
      ...parts.flatMap(({ sum: { type }, partial, carry, levels }) => [
        `${type} ${partial} = 0;`,
        `${type} ${carry};`,
        `${type} ${levels}[${LEVELS}];`,
      ]),
      `int ${counter} = 0, ${level};`,
      `unsigned long long ${folds} = 0;`,
    ]);
    this.inSteps(parts, fold);
    afterLoop(this.edits, first, [
      `for (${level} = 0; ${folds} >> ${level}; ${level}++)`,
      `${unit}if (${folds} >> ${level} & 1)${parts.length > 1 ? ' {' : ''}`,
      ...parts.map(({ partial, levels }) => `${unit}${unit}${partial} += ${levels}[${level}];`),
      ...(parts.length > 1 ? [`${unit}}`] : []),
      ...parts.map(({ sum, partial }) => `${sum.name} += ${partial};`),
    ]);
    return parts.flatMap(({ sum: { site }, partial, carry, levels }): AddedVariable[] => [
      { sum: site, name: partial, role: 'partial' },
      { sum: site, name: carry, role: 'carried' },
      { sum: site, name: levels, role: 'carried' },
    ]);
  }

  /** Terms are added to the partial sums; `fold` follows the last update of a step. */
  private inSteps(
    parts: readonly { readonly sum: Accumulation; readonly partial: string }[],
    fold: readonly string[],
  ): void {
    const last = Math.max(...parts.map(({ sum }) => sum.updates[0]!.statement.begin));
    for (const { sum, partial } of parts)
      for (const update of sum.updates) {
        const isCounted = parts.length === 1 || update.statement.begin === last;
        inPlaceOf(this.edits, update, [this.renamed(update, partial), ...(isCounted ? fold : [])]);
      }
  }

  /** A variable shared by several sums of a loop is named after its purpose, that of a single sum after the sum as well. */
  private shared([first, ...others]: readonly Accumulation[], what: string): string {
    return this.name(others.length === 0 ? first!.name : '', what);
  }

  /** `sum_lost`, or `sumLost` if the program uses camel case. */
  private name(sum: string, what: string): string {
    const { sites } = this.edits.syntax.program;
    const stem =
      sum === '' ? what : usesCamelCase(sites) ? `${sum}${what[0]!.toUpperCase()}${what.slice(1)}` : `${sum}_${what}`;
    let name = stem;
    for (let count = 2; this.taken.has(name); count++) name = `${stem}${count}`;
    this.taken.add(name);
    return name;
  }

  private term({ format }: Accumulation, added: Added): string {
    if (added.kind === 'fused') return this.withAddend(added, format === 'fp64' ? '0.0' : '0.0f');
    const text = this.edits.text(added.range);
    if (added.sign === '+') return text;
    return (added.binds === 'tight' || added.binds === 'product') && !/^[+-]/.test(text) ? `-${text}` : `-(${text})`;
  }

  /** The term less the lost part. A compiler may fuse this with a product, which then rounds once; the next lost part is computed from that result. */
  private termLess(sum: Accumulation, { added }: Update, lost: string): string {
    if (added.kind === 'fused') return this.withAddend(added, `-${lost}`);
    const text = this.term(sum, added);
    return added.sign === '+' && added.binds === 'loose' ? `(${text}) - ${lost}` : `${text} - ${lost}`;
  }

  private withAddend({ range, addend }: Extract<Added, { kind: 'fused' }>, other: string): string {
    const [before, behind] = [
      { ...range, end: addend.begin },
      { ...range, begin: addend.end },
    ];
    return `${this.edits.text(before)}${other}${this.edits.text(behind)}`;
  }

  /** The statement with another variable in place of the sum. */
  private renamed({ statement, names }: Update, other: string): string {
    let text = '';
    let at = statement.begin;
    for (const { begin, end } of [...names].sort((a, b) => a.begin - b.begin)) {
      text += this.edits.text({ ...statement, begin: at, end: begin }) + other;
      at = end;
    }
    return text + this.edits.text({ ...statement, begin: at });
  }
}

function companions({ site }: Accumulation, names: readonly string[]): AddedVariable[] {
  return names.map((name) => ({ sum: site, name, role: 'companion' }));
}

function usesCamelCase(sites: Program['sites']): boolean {
  const humps = sites.filter(({ name }) => /[a-z\d][A-Z]/.test(name)).length;
  return humps > sites.filter(({ name }) => /\w_\w/.test(name)).length;
}
