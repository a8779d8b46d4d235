/**
 * Everything that names a size must be known to follow it. The tree does not show all of it: bounds of arrays, arguments of templates,
 * directives and text that is not compiled are text alone. So each mention of a name in the text has to be one that was understood.
 */
import type { PlaceReader } from '../../frontend/lower/places.js';
import type { Place, Range } from '../../program/place.js';
import { blankCommentsAndStrings } from '../../support/blank-comments.js';
import type { NotFree } from './block-sizes.js';

/** A name that stands for a size, or for what follows from one. */
export interface SizeName {
  readonly name: string;
  /** Where it is declared or defined. */
  readonly own: Range;
  /** Where the name means this: a function's text, or null for everywhere. */
  readonly within: Range | null;
}

interface Definition {
  readonly name: string;
  /** Of the name. */
  readonly at: Range;
  readonly body: Range;
}

export class SizeNames {
  private readonly codes: readonly string[];
  private readonly definitions: readonly Definition[];

  constructor(places: PlaceReader) {
    this.codes = places.files.map(({ source }) => blankCommentsAndStrings(source.text));
    this.definitions = this.codes.flatMap((code, file) =>
      [...code.matchAll(/^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?:\([^)]*\))?((?:\\\r?\n|[^\n])*)/gm)].map(
        (match) => {
          const begin = match.index + match[0].indexOf(match[1]!, match[0].indexOf('define') + 6);
          const end = match.index + match[0].length;
          const name = match[1]!;
          return {
            name,
            at: { file, begin, end: begin + name.length },
            body: { file, begin: end - match[2]!.length, end },
          };
        },
      ),
    );
  }

  /** The macro whose body a number stands in; null where it is none of a macro. */
  macroAround(range: Range): SizeName | null {
    const definition = this.definitions.find(({ body }) => isInside(range, body));
    return definition ? { name: definition.name, own: definition.at, within: null } : null;
  }

  /** Where a macro is named in these texts; null where it has two meanings, or another macro names it, whose uses would not be seen. */
  mentions({ name, own }: SizeName, texts: readonly Range[]): Range[] | null {
    const word = new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'g');
    const isNamed = ({ file, begin, end }: Range) => this.codes[file]!.slice(begin, end).search(word) >= 0;
    const isOther = (one: Definition) => !isInside(one.at, own) && (one.name === name || isNamed(one.body));
    if (this.definitions.some(isOther)) return null;
    return texts.flatMap(({ file, begin, end }) =>
      [...this.codes[file]!.slice(begin, end).matchAll(word)].map(({ index }) => ({
        file,
        begin: begin + index,
        end: begin + index + name.length,
      })),
    );
  }

  /** The first mention of a name that is none of the places known; null where there is none. */
  strayMention(name: SizeName, known: readonly Range[], seen: Set<string> = new Set()): NotFree | null {
    if (seen.has(name.name)) return null;
    seen.add(name.name);
    const others = this.definitions.filter((one) => one.name === name.name && !isInside(name.own, one.at));
    if (others.length > 0) return stray(`${name.name} is defined more than once`, others[0]!.at);
    const word = new RegExp(`(?<![\\w.])${name.name}(?!\\w)`, 'g');
    for (const [file, code] of this.codes.entries()) {
      if (name.within && name.within.file !== file) continue;
      for (const { index } of code.matchAll(word)) {
        const mention = { file, begin: index, end: index + name.name.length };
        if (name.within && !isInside(mention, name.within)) continue;
        if (isInside(mention, name.own) || known.some((one) => isInside(mention, one))) continue;
        const around = this.definitions.find(({ body }) => isInside(mention, body));
        if (!around) return stray(`${name.name} is also used here`, mention);
        const further = this.strayMention({ name: around.name, own: around.at, within: null }, known, seen);
        if (further) return further;
      }
    }
    return null;
  }
}

function stray(reason: string, range: Range): NotFree {
  const place: Place = { range, spelling: null };
  return { reason, place };
}

function isInside(inner: Range, outer: Range): boolean {
  return inner.file === outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}
