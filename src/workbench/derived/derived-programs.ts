/**
 * The programs that configurations ask for beyond formats: other sizes of thread blocks, other ways to add up. Each is a change of the
 * text: a key, a rewriting, and what a configuration of the user's program means in the program that comes of it.
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

/** What a configuration means in a derived program. */
export interface Translated {
  readonly kind: 'translated';
  readonly configuration: Configuration;
  /** Stored only every few steps: sums that others are folded into, and the values that carry them there. */
  readonly folded: ReadonlySet<SiteIndex>;
}

export interface TextChange {
  readonly kind: 'changed';
  /** Names of the variables that the text has more than the original. */
  readonly added: ReadonlySet<string>;
  /** `siteOf`: where each site of the original is in the derived program. Configurations of one key differ in their formats. */
  translate(configuration: Configuration, made: DerivedProgram, siteOf: readonly SiteIndex[]): Translated | Infeasible;
}

export interface KindOfChange {
  /** What the program has: 'other sums'. */
  readonly name: string;
  /** Null where a configuration asks for nothing of this kind. Configurations of one key share a text. */
  keyOf(configuration: Configuration): string | null;
  change(edits: SourceEdits, configuration: Configuration): TextChange | Infeasible;
  /** Names of sites, by which the two programs must agree. */
  namesOf(program: Program): readonly string[];
}

/** A configuration as one of a derived program. */
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

  /** A configuration where formats are all that is left of it, or less of another kind; null where it asks for formats alone. */
  async of(configuration: Configuration): Promise<Derivation | Infeasible | null> {
    // sums are found in the text whose blocks have other sizes
    const kind = [this.blocks, this.accumulators].find((one) => one.keyOf(configuration) !== null);
    return kind ? this.by(kind, configuration) : null;
  }

  /** The program that one kind of change makes: read once, whatever the formats. */
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
    // another difference would give a configuration two meanings
    if (!sites) throw new MantissaError('MX1006', `the program with ${kind.name} has other sites than the source`);
    const program = { ...derived, writer: this.writerOf(derived, `${folder}-written`) };
    return (one) => {
      const translated = change.translate(one, program, sites);
      return translated.kind === 'infeasible' ? translated : { ...translated, kind: 'derivation', program };
    };
  }
}
