/**
 * Merges the edits of several builds of one text. Each build edits the text that it compiles; two builds that compile the same text must agree,
 * since there is only one text. Text that no build compiles is taken from the first build.
 */
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Range } from '../program/place.js';
import { applyNestedEdits, type Replacement } from './nested-edits.js';

/** The replacements of a build in each file of its original text. */
export interface BuildText {
  readonly syntax: ProgramSyntax;
  readonly replacements: (file: number) => readonly Replacement[];
}

/** Two builds that compile a place and need different text there. */
export interface Disagreement {
  readonly kind: 'disagreement';
  /** Index of the build that disagrees. */
  readonly build: number;
  readonly absolutePath: string;
  /** In the original file. */
  readonly range: Omit<Range, 'file'>;
  /** The text that this build and the other one would write there; null for no change. */
  readonly wanted: string | null;
  readonly other: string | null;
}

export type MergedEdits = { readonly kind: 'united'; readonly files: ReadonlyMap<string, string> } | Disagreement;

interface BuildEdits {
  readonly replacements: readonly Replacement[];
  readonly leftOut: readonly Range[];
}

/** `builds`: the text of each, starting with the tuned one. The result has the changed files, by absolute path. */
export function mergeEdits(builds: readonly BuildText[]): MergedEdits {
  const paths = new Set(builds.flatMap(({ syntax }) => syntax.places.files.map(({ absolutePath }) => absolutePath)));
  const files = new Map<string, string>();
  for (const absolutePath of paths) {
    const opinions = builds.map((build) => editsOf(build, absolutePath));
    const united = unite(opinions);
    if (united.kind === 'disagreement') return { ...united, absolutePath };
    if (united.replacements.length === 0) continue;
    const { syntax } = builds[opinions.findIndex((opinion) => opinion !== null)]!;
    const { text } = syntax.places.files.find((file) => file.absolutePath === absolutePath)!.source;
    const edits = united.replacements.map(({ begin, end, text: made }) => ({ begin, end, render: () => made }));
    files.set(absolutePath, applyNestedEdits(text, edits));
  }
  return { kind: 'united', files };
}

/** The edits of a build in a file; null if it does not read the file. */
function editsOf({ syntax, replacements }: BuildText, absolutePath: string): BuildEdits | null {
  const { places, program, scopes } = syntax;
  const file = places.files.findIndex((one) => one.absolutePath === absolutePath);
  if (file < 0) return null;
  const isOpened = scopes.some(({ filesRead }) => filesRead.includes(absolutePath));
  const declares = [...program.sites, ...program.functions].some(({ place }) => place.range.file === file);
  const whole = { file, begin: 0, end: places.files[file]!.source.text.length };
  const leftOut =
    isOpened || declares ? program.inactive.flatMap(({ range }) => (range.file === file ? [range] : [])) : [whole];
  return { replacements: replacements(file), leftOut };
}

function unite(
  opinions: readonly (BuildEdits | null)[],
): { readonly kind: 'united'; readonly replacements: Replacement[] } | Omit<Disagreement, 'absolutePath'> {
  const united: Replacement[] = [];
  const compiledBy = (place: Replacement) =>
    opinions.flatMap((opinion, build) => (opinion && !opinion.leftOut.some((one) => holds(one, place)) ? [build] : []));
  for (const [build, opinion] of opinions.entries()) {
    for (const place of distinctPlaces(opinion?.replacements ?? [])) {
      const compiling = compiledBy(place);
      const isOwn = compiling.length === 0 ? build === 0 : compiling[0] === build;
      if (compiling.length > 0 && !compiling.includes(build)) continue;
      const wanted = textAt(opinion!, place);
      const against = compiling.find((one) => textAt(opinions[one]!, place) !== wanted);
      if (against !== undefined) {
        const follower = Math.max(build, against);
        const [theirs, ours] = [follower, Math.min(build, against)].map((one) => shownAt(opinions[one]!, place));
        const range = { begin: place.begin, end: place.end };
        return { kind: 'disagreement', build: follower, range, wanted: theirs!, other: ours! };
      }
      if (isOwn) united.push(...opinion!.replacements.filter((one) => isSamePlace(one, place)));
    }
  }
  return { kind: 'united', replacements: united };
}

function distinctPlaces(replacements: readonly Replacement[]): Replacement[] {
  return replacements.filter((one, index) => index === 0 || !isSamePlace(one, replacements[index - 1]!));
}

function isSamePlace(a: Replacement, b: Replacement): boolean {
  return a.begin === b.begin && a.end === b.end;
}

/** The replacements of a place as a comparable key, in which several insertions stay distinct. */
function textAt({ replacements }: BuildEdits, place: Replacement): string {
  return JSON.stringify(replacements.filter((one) => isSamePlace(one, place)).map(({ text }) => text));
}

function shownAt({ replacements }: BuildEdits, place: Replacement): string | null {
  const texts = replacements.filter((one) => isSamePlace(one, place)).map(({ text }) => text);
  return texts.length === 0 ? null : texts.join('');
}

function holds(outer: Range, { begin, end }: Replacement): boolean {
  return outer.begin <= begin && end <= outer.end;
}
