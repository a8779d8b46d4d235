/**
 * Derived programs for the parts of a configuration other than formats: thread-block sizes and summation methods. Each kind of change has a key,
 * a rewriting, and a translation of configurations to the derived program.
 */
import path from 'node:path';
import type { EmbeddedClang } from '../../clang/compiler.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Program, SiteIndex } from '../../program/program.js';
import { SourceEdits } from '../../rewrite/source-edits.js';
import type { Configuration } from '../../space/resolve.js';
import type { Infeasible } from '../attempts.js';
import type { VariantWriter } from '../variant-project.js';
import { changedFiles, type DerivedProgram, deriveProgram, matchSites, type ReadText } from './derived-program.js';
import { OtherAccumulators } from './other-accumulators.js';
import { OtherBlockSizes } from './other-block-sizes.js';

/** A configuration translated to a derived program. */
export interface Translated {
  readonly kind: 'translated';
  readonly configuration: Configuration;
  /** Sites stored only once per fold: outer sums, and the variables that carry inner sums to them. */
  readonly folded: ReadonlySet<SiteIndex>;
}

export interface TextChange {
  readonly kind: 'changed';
  /** Names of added variables. */
  readonly added: ReadonlySet<string>;
  /** `siteOf`: the index of each original site in the derived program. Configurations with the same key only differ in their formats. */
  translate(configuration: Configuration, made: DerivedProgram, siteOf: readonly SiteIndex[]): Translated | Infeasible;
}

export interface KindOfChange {
  /** Name of the change, such as 'other sums'. */
  readonly name: string;
  /** Null if a configuration has no change of this kind. Configurations with the same key share a derived program. */
  keyOf(configuration: Configuration): string | null;
  change(edits: SourceEdits, configuration: Configuration): TextChange | Infeasible;
  /** Names of sites, which must be equal in both programs. */
  namesOf(program: Program): readonly string[];
}

/** A derived program, and the configuration translated to it. */
export interface Derivation extends Omit<Translated, 'kind'> {
  readonly kind: 'derivation';
  readonly program: DerivedProgram & { readonly writer: VariantWriter };
}

type Deriving = (configuration: Configuration) => Derivation | Infeasible;

export class DerivedPrograms {
  readonly blocks: OtherBlockSizes;
  readonly accumulators: OtherAccumulators;
  private readonly made = new Map<string, Promise<Deriving>>();

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly original: ReadText,
    private readonly folder: string,
    private readonly writerOf: (program: DerivedProgram, folder: string) => VariantWriter,
  ) {
    this.blocks = new OtherBlockSizes(original);
    this.accumulators = new OtherAccumulators(original);
  }

  /** The derived program for the first kind of change in a configuration; null if it changes formats only. */
  async of(configuration: Configuration): Promise<Derivation | Infeasible | null> {
    // block sizes first: sums are then found in the resulting source
    const kind = [this.blocks, this.accumulators].find((one) => one.keyOf(configuration) !== null);
    return kind ? this.by(kind, configuration) : null;
  }

  /** The derived program of one kind of change, which is read once for all formats. */
  async by(kind: KindOfChange, configuration: Configuration): Promise<Derivation | Infeasible> {
    const key = `${kind.name}: ${kind.keyOf(configuration)}`;
    const making =
      this.made.get(key) ?? this.make(kind, configuration, `${kind.name.replaceAll(' ', '-')}-${this.made.size}`);
    this.made.set(key, making);
    return (await making)(configuration);
  }

  private async make(kind: KindOfChange, configuration: Configuration, folderName: string): Promise<Deriving> {
    const edits = new SourceEdits(this.original.syntax);
    const change = kind.change(edits, configuration);
    if (change.kind === 'infeasible') return () => change;
    const folder = path.join(this.folder, folderName);
    const derived = await deriveProgram(this.clang, this.original, changedFiles(edits), folder);
    if (derived.kind === 'infeasible') return () => derived;
    const sites = matchSites(this.original.syntax.program, derived.program, kind.namesOf, change.added);
    // with another difference a configuration would be ambiguous
    if (!sites) throw new MantissaError('MX1006', `the program with ${kind.name} has other sites than the source`);
    const program = { ...derived, writer: this.writerOf(derived, `${folder}-written`) };
    return (one) => {
      const translated = change.translate(one, program, sites);
      return translated.kind === 'infeasible' ? translated : { ...translated, kind: 'derivation', program };
    };
  }
}
