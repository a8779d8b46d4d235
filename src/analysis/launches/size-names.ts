/**
 * Checks that every mention of a size's name in the text was understood. The syntax tree does not show all of them: bounds of arrays, template
 * arguments, directives and code that is not compiled exist only as text.
 */
import { definitionIn } from '../../frontend/lexical/macro-definitions.js';
import type { PlaceReader } from '../../frontend/lower/places.js';
import { isWithin, type Place, type Range } from '../../program/place.js';
import type { Tokens } from '../../support/tokens.js';
import { blockSizeObstacles } from './block-size-obstacles.js';
import type { SizeObstacle } from './block-sizes.js';

/** A name of a size, or of a value computed from one. */
export interface SizeName {
  readonly name: string;
  /** The place of its declaration or definition. */
  readonly own: Range;
  /** The function in which the name has this meaning; null for everywhere. */
  readonly within: Range | null;
}

interface Definition {
  readonly name: string;
  /** Place of the name. */
  readonly at: Range;
  readonly body: Range;
}

export class SizeNames {
  private readonly files: readonly Tokens[];
  private readonly definitions: readonly Definition[];

  constructor(places: PlaceReader) {
    this.files = places.files.map(({ source }) => source.tokens);
    this.definitions = this.files.flatMap(({ text, directives }, file) =>
      directives.flatMap((directive) => {
        const definition = definitionIn(text, directive);
        if (!definition) return [];
        const { begin, end } = directive.body[0]!;
        const body = { file, begin: definition.bodyBegin, end: directive.end };
        return [{ name: definition.name, at: { file, begin, end }, body }];
      }),
    );
  }

  /** The macro whose body contains a number; null if there is none. */
  macroAround(range: Range): SizeName | null {
    const definition = this.definitions.find(({ body }) => isWithin(range, body));
    return definition ? { name: definition.name, own: definition.at, within: null } : null;
  }

  /** Mentions of a macro in these texts; null if it has two definitions, or another macro mentions it: uses of that macro would be missed. */
  mentions({ name, own }: SizeName, texts: readonly Range[]): Range[] | null {
    const isOther = (one: Definition) =>
      !isWithin(one.at, own) && (one.name === name || this.named(name, one.body).length > 0);
    return this.definitions.some(isOther) ? null : texts.flatMap((text) => this.named(name, text));
  }

  /** Mentions of a name in a text, except as a member. */
  private named(name: string, { file, begin, end }: Range): Range[] {
    const { list } = this.files[file]!;
    return this.files[file]!.within({ begin, end })
      .filter(({ text, index }) => text === name && list[index - 1]?.text !== '.')
      .map((token) => ({ file, begin: token.begin, end: token.end }));
  }

  /** The first mention of a name outside the known places; null if there is none. */
  strayMention(name: SizeName, known: readonly Range[], seen: Set<string> = new Set()): SizeObstacle | null {
    if (seen.has(name.name)) return null;
    seen.add(name.name);
    const others = this.definitions.filter((one) => one.name === name.name && !isWithin(name.own, one.at));
    if (others.length > 0) return stray(blockSizeObstacles.definedTwice(name.name), others[0]!.at);
    const everywhere = this.files.map(({ text }, file) => ({ file, begin: 0, end: text.length }));
    for (const text of name.within ? [name.within] : everywhere) {
      for (const mention of this.named(name.name, text)) {
        if (isWithin(mention, name.own) || known.some((one) => isWithin(mention, one))) continue;
        const around = this.definitions.find(({ body }) => isWithin(mention, body));
        if (!around) return stray(blockSizeObstacles.usedElsewhere(name.name), mention);
        const further = this.strayMention({ name: around.name, own: around.at, within: null }, known, seen);
        if (further) return further;
      }
    }
    return null;
  }
}

function stray(reason: string, range: Range): SizeObstacle {
  const place: Place = { range, spelling: null };
  return { reason, place };
}
