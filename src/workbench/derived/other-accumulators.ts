/** Writes other summation methods into the source. The formats of the added variables follow from the configuration. */
import { findAccumulators } from '../../analysis/accumulators/find-accumulators.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { reorderingFlags } from '../../frontend/project/fast-arithmetic.js';
import type { Format } from '../../numerics/format.js';
import type { OperationIndex, Program, SiteIndex } from '../../program/program.js';
import { stableNames } from '../../program/stable-names.js';
import { type AddedVariable, accumulate, type ChosenSum } from '../../rewrite/accumulate.js';
import type { SourceEdits } from '../../rewrite/source-edits.js';
import { accumulatorKey, isCompensated, partialFormat } from '../../space/accumulator.js';
import { admits } from '../../space/configuration.js';
import type { Configuration } from '../../space/resolve.js';
import { once } from '../../support/once.js';
import { type Infeasible, infeasible } from '../attempts.js';
import { type DerivedProgram, fileAndLineOf, type ReadText } from './derived-program.js';
import type { KindOfChange, TextChange, Translated } from './derived-programs.js';

export class OtherAccumulators implements KindOfChange {
  readonly name = 'other sums';
  readonly namesOf = stableNames;
  /** The sums whose summation method can change, and the others. */
  readonly sums = once(() => findAccumulators(this.original.syntax));

  constructor(private readonly original: ReadText) {}

  keyOf(configuration: Configuration): string | null {
    return configuration.accumulators?.size ? accumulatorKey(configuration, this.original.syntax.program) : null;
  }

  change(edits: SourceEdits, { accumulators = new Map() }: Configuration): TextChange | Infeasible {
    const reordering = this.reordering();
    const chosen: ChosenSum[] = [];
    for (const [sum, accumulator] of [...accumulators].sort(([a], [b]) => a - b)) {
      const accumulation = this.sums().found.get(sum);
      if (!accumulation)
        return refused(this.original, sum, this.sums().others.get(sum)?.reason ?? 'no loop adds to it');
      if (isCompensated(accumulator) && reordering !== null)
        return refused(
          this.original,
          sum,
          `it is built with ${reordering}, which lets the compiler remove the compensation`,
        );
      chosen.push({ accumulation, accumulator });
    }
    const added = accumulate(edits, chosen);
    return {
      kind: 'changed',
      added: new Set(added.map(({ name }) => name)),
      translate: (configuration, made, siteOf) => this.translate(configuration, made, siteOf, added),
    };
  }

  /** A flag or pragma that lets the compiler reorder additions; null if there is none. */
  private reordering(): string | null {
    const { project, syntax } = this.original;
    const [flag] = reorderingFlags(project);
    if (flag !== undefined) return flag;
    const words = /\b(?:fast-math|unsafe-math-optimizations|associative-math|reassociate\s*\(\s*on)\b/;
    return syntax.program.files.map(({ source }) => words.exec(source.text)?.[0]).find(Boolean) ?? null;
  }

  private translate(
    configuration: Configuration,
    made: DerivedProgram,
    siteOf: readonly SiteIndex[],
    added: readonly AddedVariable[],
  ): Translated | Infeasible {
    const { program } = this.original.syntax;
    const { program: own } = made;
    const sites = new Map<SiteIndex, Format>();
    for (const [site, format] of configuration.sites) sites.set(siteOf[site]!, format);
    for (const { name, role, sum } of added) {
      const way = configuration.accumulators!.get(sum)!;
      const sumFormat = configuration.sites.get(sum) ?? program.sites[sum]!.format;
      const format = role === 'companion' ? sumFormat : partialFormat(way)!;
      for (const [site, { name: one, format: declared }] of own.sites.entries()) {
        if (one !== name) continue;
        const why = whyNot(made, site, format);
        if (why !== null) return refused(this.original, sum, why);
        if (format !== declared) sites.set(site, format);
      }
    }
    const names = new Set(added.map(({ name }) => name));
    const unlike = made.groups.groups.find(({ sites: together }) =>
      together.some((site) => names.has(own.sites[site]!.name) && differ(own, sites, together[0]!, site)),
    );
    if (unlike)
      return infeasible(`${unlike.sites.map((site) => own.sites[site]!.id).join(' and ')} must have the same type`);
    const operations = this.operationsIn(own, configuration);
    if ('kind' in operations) return operations;
    const folded = new Set(
      added.flatMap(({ role, sum, name }) => {
        if (role === 'carried') return own.sites.flatMap((site, index) => (site.name === name ? [index] : []));
        return role === 'partial' ? [siteOf[sum]!] : [];
      }),
    );
    return { kind: 'translated', configuration: { sites, operations }, folded };
  }

  /** Operations are numbered within their functions, so that numbers change in functions with a changed sum. */
  private operationsIn(
    own: Program,
    { operations, accumulators }: Configuration,
  ): ReadonlyMap<OperationIndex, Format> | Infeasible {
    const { program } = this.original.syntax;
    const changed = new Set([...accumulators!.keys()].map((sum) => program.sites[sum]!.function));
    const translated = new Map<OperationIndex, Format>();
    for (const [operation, format] of operations) {
      const { id, function: owner } = program.operations[operation]!;
      if (changed.has(owner)) return infeasible(`${id}: the summation method of a sum in its function changes`);
      translated.set(
        own.operations.findIndex((one) => one.id === id),
        format,
      );
    }
    return translated;
  }
}

function whyNot({ program, groups }: DerivedProgram, site: SiteIndex, format: Format): string | null {
  if (program.sites[site]!.format === format) return null;
  const frozen = groups.frozen[site];
  if (frozen) return frozen.reason;
  return admits(program, site, format) ? null : `it cannot be summed in ${format}`;
}

function differ({ sites }: Program, chosen: ReadonlyMap<SiteIndex, Format>, a: SiteIndex, b: SiteIndex): boolean {
  return (chosen.get(a) ?? sites[a]!.format) !== (chosen.get(b) ?? sites[b]!.format);
}

function refused({ syntax }: ReadText, sum: SiteIndex, reason: string): Infeasible {
  const { id, place } = syntax.program.sites[sum]!;
  const finding = { text: `${id}: ${reason}`, place: fileAndLineOf(syntax, place) };
  return { kind: 'infeasible', message: new MantissaError('MX2053', finding) };
}
