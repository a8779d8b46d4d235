/**
 * Programs in which sums are added up in other ways: each a text of its own, read like any other, so that what its formats mean, how it is
 * emulated and how it is written follow from what holds for every program.
 */
import path from 'node:path';
import type { Accumulators } from '../analysis/accumulators/accumulation.js';
import { findAccumulators } from '../analysis/accumulators/find-accumulators.js';
import { findGroups, type Groups } from '../analysis/groups.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { CompilerRefusal } from '../clang/compiler-messages.js';
import { type Finding, MantissaError } from '../diagnostics/mantissa-error.js';
import { reorderingFlags } from '../frontend/project/fast-arithmetic.js';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Format } from '../numerics/format.js';
import { lastingNames } from '../program/lasting-names.js';
import type { Place } from '../program/place.js';
import type { OperationIndex, Program, SiteIndex } from '../program/program.js';
import { type AddedVariable, accumulate, type ChosenSum } from '../rewrite/accumulate.js';
import { SourceEdits } from '../rewrite/source-edits.js';
import { accumulatorKey, isCompensated, partialFormat } from '../space/accumulator.js';
import { admits } from '../space/configuration.js';
import type { Configuration } from '../space/resolve.js';
import { type Infeasible, infeasible } from './attempts.js';
import { copyProject } from './copy-project.js';
import { type ReadOtherBuild, readBuilds } from './read-builds.js';

/** The program with some sums added up in other ways. */
export interface AccumulatedProgram {
  readonly kind: 'accumulated';
  readonly project: Project;
  readonly syntax: ProgramSyntax;
  readonly groups: Groups;
  readonly others: readonly ReadOtherBuild[];
  /** What its text has in place of the files as written, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>;
  readonly added: readonly AddedVariable[];
}

export class AccumulatedPrograms {
  private accumulators: Accumulators | null = null;
  private readonly made = new Map<string, Promise<AccumulatedProgram | Infeasible>>();

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly project: Project,
    private readonly syntax: ProgramSyntax,
    private readonly folder: string,
  ) {}

  /** The sums that can be added up in other ways, and those that cannot. */
  get sums(): Accumulators {
    this.accumulators ??= findAccumulators(this.syntax);
    return this.accumulators;
  }

  /** The program in which a configuration's sums are added up as it says: read once, whatever the formats. */
  of(configuration: Configuration): Promise<AccumulatedProgram | Infeasible> {
    const key = accumulatorKey(configuration, this.syntax.program);
    const made = this.made.get(key) ?? this.make(configuration, path.join(this.folder, `sums-${this.made.size}`));
    this.made.set(key, made);
    return made;
  }

  private async make(configuration: Configuration, folder: string): Promise<AccumulatedProgram | Infeasible> {
    const { program } = this.syntax;
    const reordering = this.reordering();
    const chosen: ChosenSum[] = [];
    for (const [sum, accumulator] of [...configuration.accumulators!].sort(([a], [b]) => a - b)) {
      const accumulation = this.sums.found.get(sum);
      if (!accumulation) return refused(program, sum, this.sums.others.get(sum)?.reason ?? 'no loop adds to it');
      if (isCompensated(accumulator) && reordering !== null)
        return refused(program, sum, `built with ${reordering}, by which a compensation is nothing`);
      chosen.push({ accumulation, accumulator });
    }
    const edits = new SourceEdits(this.syntax);
    const added = accumulate(edits, chosen);
    const files = new Map(
      program.files.flatMap((file, index) => {
        const text = edits.apply(index);
        return text === file.source.text ? [] : [[file.path, text] as const];
      }),
    );
    const project = copyProject(this.project, this.syntax, files, folder);
    try {
      const { syntax, others } = await readBuilds(this.clang, project);
      return { kind: 'accumulated', project, syntax, groups: findGroups(syntax.program), others, files, added };
    } catch (error) {
      if (!(error instanceof CompilerRefusal) || error.fault !== 'source') throw error;
      return infeasible(error.findings, error);
    }
  }

  /** What lets the compiler add in another order than the text: flags, or words in the text itself. */
  private reordering(): string | null {
    const [flag] = reorderingFlags(this.project);
    if (flag !== undefined) return flag;
    const words = /\b(?:fast-math|unsafe-math-optimizations|associative-math|reassociate\s*\(\s*on)\b/;
    return this.syntax.program.files.map(({ source }) => words.exec(source.text)?.[0]).find(Boolean) ?? null;
  }

  /** What a configuration means for the program that was made for it. */
  translate(configuration: Configuration, made: AccumulatedProgram): Translated | Infeasible {
    const { program } = this.syntax;
    const { program: own } = made.syntax;
    const names = new Set(made.added.map(({ name }) => name));
    const kept = own.sites.flatMap(({ name }, site) => (names.has(name) ? [] : [site]));
    // the two differ by what was added: another difference would give a configuration two meanings
    const ownNames = lastingNames(own);
    if (kept.map((site) => ownNames[site]!).join(' ') !== lastingNames(program).join(' '))
      throw new MantissaError('MX1006', 'the program with other sums has other sites than the source');
    const sites = new Map<SiteIndex, Format>();
    for (const [site, format] of configuration.sites) sites.set(kept[site]!, format);
    for (const { name, role, sum } of made.added) {
      const way = configuration.accumulators!.get(sum)!;
      const sumFormat = configuration.sites.get(sum) ?? program.sites[sum]!.format;
      const format = role === 'companion' ? sumFormat : partialFormat(way)!;
      for (const [site, { name: one, format: declared }] of own.sites.entries()) {
        if (one !== name) continue;
        const why = this.whyNot(made, site, format);
        if (why !== null) return refused(program, sum, why);
        if (format !== declared) sites.set(site, format);
      }
    }
    const unlike = made.groups.groups.find(({ sites: together }) =>
      together.some((site) => names.has(own.sites[site]!.name) && differ(own, sites, together[0]!, site)),
    );
    if (unlike) return infeasible(`${unlike.sites.map((site) => own.sites[site]!.id).join(' and ')} are of one type`);
    const operations = this.operationsIn(own, configuration);
    if ('kind' in operations) return operations;
    const folded = new Set(
      made.added.flatMap(({ role, sum, name }) => {
        if (role === 'carried') return own.sites.flatMap((site, index) => (site.name === name ? [index] : []));
        return role === 'partial' ? [kept[sum]!] : [];
      }),
    );
    return { kind: 'translated', configuration: { sites, operations }, folded };
  }

  private whyNot({ syntax, groups }: AccumulatedProgram, site: SiteIndex, format: Format): string | null {
    if (syntax.program.sites[site]!.format === format) return null;
    const frozen = groups.frozen[site];
    if (frozen) return frozen.reason;
    return admits(syntax.program, site, format) ? null : `it cannot be added up in ${format}`;
  }

  /** Operations are counted within their functions, so that those with another sum in them have other numbers. */
  private operationsIn(
    own: Program,
    { operations, accumulators }: Configuration,
  ): ReadonlyMap<OperationIndex, Format> | Infeasible {
    const { program } = this.syntax;
    const changed = new Set([...accumulators!.keys()].map((sum) => program.sites[sum]!.function));
    const translated = new Map<OperationIndex, Format>();
    for (const [operation, format] of operations) {
      const { id, function: owner } = program.operations[operation]!;
      if (changed.has(owner)) return infeasible(`${id}: a sum of its function is added up in another way`);
      translated.set(
        own.operations.findIndex((one) => one.id === id),
        format,
      );
    }
    return translated;
  }
}

export interface Translated {
  readonly kind: 'translated';
  readonly configuration: Configuration;
  /** What is stored every so many steps: sums that others are folded into, and what is on its way there. */
  readonly folded: ReadonlySet<SiteIndex>;
}

function differ({ sites }: Program, chosen: ReadonlyMap<SiteIndex, Format>, a: SiteIndex, b: SiteIndex): boolean {
  return (chosen.get(a) ?? sites[a]!.format) !== (chosen.get(b) ?? sites[b]!.format);
}

function refused(program: Program, sum: SiteIndex, reason: string): Infeasible {
  const { id, place } = program.sites[sum]!;
  const finding: Finding = { text: `${id}: ${reason}`, place: whereIs(program, place) };
  return { kind: 'infeasible', message: new MantissaError('MX2053', finding) };
}

function whereIs({ files }: Program, { range }: Place): { file: string; line: number } {
  const { path: file, source } = files[range.file]!;
  return { file, line: source.position(range.begin).line };
}
