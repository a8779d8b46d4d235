/**
 * The program whose loop is split in two, and the static configuration of it that means the same as phases of the original: copies have the
 * formats of the first phase, everything else those of the second.
 */
import path from 'node:path';
import type { EmbeddedClang } from '../../clang/compiler.js';
import type { Format } from '../../numerics/format.js';
import type { Program, SiteIndex } from '../../program/program.js';
import { NotSplit } from '../../rewrite/phases/not-split.js';
import { type SplitPart, type SplitRequest, splitLoop } from '../../rewrite/phases/split-loop.js';
import { formatName } from '../../rewrite/type-text.js';
import { admits } from '../../space/configuration.js';
import type { PhasedConfiguration } from '../../space/phases.js';
import type { Configuration } from '../../space/resolve.js';
import { type Infeasible, infeasible } from '../attempts.js';
import { nameIn } from '../copy-project.js';
import { type DerivedProgram, deriveProgram, type ReadText } from './derived-program.js';

export interface PhasedProgram {
  readonly kind: 'phased';
  readonly program: DerivedProgram;
  /** The formats of the phases, in the split program. */
  readonly configuration: Configuration;
}

/** `folder`: for the derived source; it must outlive the result. */
export async function splitProgram(
  clang: EmbeddedClang,
  original: ReadText,
  phases: PhasedConfiguration,
  split: Pick<SplitRequest, 'loop' | 'reached' | 'state'>,
  folder: string,
): Promise<PhasedProgram | Infeasible> {
  const { syntax } = original;
  const { program } = syntax;
  const { before, after } = phases;
  if ([before, after].some(({ operations }) => operations.size > 0))
    return infeasible('no patch for these phases: they give formats to single operations');
  const formatOf = ({ sites }: Configuration, site: SiteIndex) => sites.get(site) ?? program.sites[site]!.format;
  const lowered = new Set([...before.sites.keys()].filter((site) => formatOf(before, site) !== formatOf(after, site)));
  const formats = new Set([...lowered].map((site) => formatOf(before, site)));
  const [only] = formats;
  const names =
    formats.size === 1 ? { suffix: only!, type: formatName(only!)! } : { suffix: 'low', type: 'lower precision' };
  let files: ReadonlyMap<number, readonly SplitPart[]>;
  try {
    files = splitLoop(syntax, {
      ...{ ...split, ...names, switch: phases.switch, lowered },
      formatOf: (site) => formatOf(before, site),
    });
  } catch (error) {
    if (!(error instanceof NotSplit)) throw error;
    return { kind: 'infeasible', message: error };
  }
  const contents = new Map(
    [...files].map(([file, parts]) => [
      nameIn(program.root, syntax.places.files[file]!.absolutePath),
      parts.map(({ text }) => text).join(''),
    ]),
  );
  const derived = await deriveProgram(clang, original, contents, path.join(folder, 'split'));
  if (derived.kind === 'infeasible') return derived;
  const origins = new SiteOrigins(program, files);
  const wanted = derived.program.sites.map((_, site) => {
    const origin = origins.of(derived.program, site);
    return origin && formatOf(origin.isLow ? before : after, origin.site);
  });
  return withFormats(derived, wanted);
}

/** `wanted`: the format of each site; null for one that the split added, which follows the memory it belongs to. */
function withFormats(derived: DerivedProgram, wanted: readonly (Format | null)[]): PhasedProgram | Infeasible {
  const { program, groups } = derived;
  const sites = new Map<SiteIndex, Format>();
  for (const group of groups.groups) {
    const formats = new Set(group.sites.flatMap((site) => wanted[site] ?? []));
    const [format] = formats;
    const named = group.sites.map((site) => program.sites[site]!.id).join(', ');
    if (formats.size > 1)
      return infeasible(`no patch for these phases: ${named} share memory but differ between the phases`);
    if (format === undefined) continue;
    for (const site of group.sites) {
      if (program.sites[site]!.format === format) continue;
      const frozen = groups.frozen[site];
      if (frozen) return infeasible(`no patch for these phases: ${program.sites[site]!.id}: ${frozen.reason}`);
      if (!admits(program, site, format))
        return infeasible(`no patch for these phases: ${program.sites[site]!.id} cannot be ${format}`);
      sites.set(site, format);
    }
  }
  return { kind: 'phased', program: derived, configuration: { sites, operations: new Map() } };
}

/** The site of the original program that a site of the split program was copied from. */
class SiteOrigins {
  private readonly byPlace: ReadonlyMap<string, SiteIndex>;

  constructor(
    private readonly original: Program,
    private readonly files: ReadonlyMap<number, readonly SplitPart[]>,
  ) {
    this.byPlace = new Map(
      original.sites.map((site, index) => [keyOf(site, site.place.range.file, site.place.range.begin), index]),
    );
  }

  of(derived: Program, index: SiteIndex): { readonly site: SiteIndex; readonly isLow: boolean } | null {
    const site = derived.sites[index]!;
    const { path: name } = derived.files[site.place.range.file]!;
    const file = this.original.files.findIndex((one) => one.path === name);
    const parts = this.files.get(file);
    let at = site.place.range.begin;
    if (!parts) return found(this.byPlace.get(keyOf(site, file, at)), false);
    for (const { text, from, length, isLow } of parts) {
      if (at < text.length)
        return length === 0 ? null : found(this.byPlace.get(keyOf(site, file, from + Math.min(at, length))), isLow);
      at -= text.length;
    }
    return null;
  }
}

function keyOf({ kind }: { readonly kind: string }, file: number, begin: number): string {
  return `${kind} ${file}:${begin}`;
}

function found(site: SiteIndex | undefined, isLow: boolean): { site: SiteIndex; isLow: boolean } | null {
  return site === undefined ? null : { site, isLow };
}
