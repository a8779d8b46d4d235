import type { Place, Range } from '../../program/place.js';
import { ByteText } from '../../support/byte-text.js';
import type { AstNode, Location, PlainLocation } from '../ast/node.js';
import { type MacroDefinitions, standsAlone } from '../lexical/macro-definitions.js';
import { readNew } from '../lexical/new-expressions.js';

/** A user's file while the model is built; its index is the position in the program's list. */
export interface BuildFile {
  readonly absolutePath: string;
  readonly source: ByteText;
}

/** Converts clang's locations to places in the user's files. */
export class PlaceReader {
  readonly files: BuildFile[] = [];
  private readonly indices = new Map<string, number | null>();
  /** Object-like macros: `#define ROOT sqrt`. */
  private readonly alone = new Set<string>();
  /** Macros whose bodies begin or end with one of their parameters: `#define HALF(x) x * 0.5`. */
  private readonly opening = new Set<string>();
  private readonly closing = new Set<string>();
  /** Absolute paths of files that are included more than once. */
  readAgain: ReadonlySet<string> = new Set();

  constructor(
    private readonly isUserFile: (absolutePath: string) => boolean,
    private readonly read: (absolutePath: string) => Buffer,
  ) {}

  knowMacros(macros: MacroDefinitions): void {
    for (const name of macros.keys()) if (standsAlone(macros, name)) this.alone.add(name);
    for (const [name, definitions] of macros) {
      if (definitions.every(({ body, parameters }) => parameters.includes(/^\w+(?!\w|\s*##)/.exec(body)?.[0] ?? '')))
        this.opening.add(name);
      if (definitions.every(({ body, parameters }) => parameters.includes(/(?<!#\s*|\w)\w+$/.exec(body)?.[0] ?? '')))
        this.closing.add(name);
    }
  }

  /** The index of a user's file; null for any other file. */
  fileIndex(absolutePath: string | undefined): number | null {
    if (absolutePath === undefined) return null;
    let index = this.indices.get(absolutePath);
    if (index === undefined) {
      index = this.isUserFile(absolutePath)
        ? this.files.push({ absolutePath, source: new ByteText(this.read(absolutePath)) }) - 1
        : null;
      this.indices.set(absolutePath, index);
    }
    return index;
  }

  /** Whether a place is in a file that is included more than once. */
  isReadAgain({ file }: Range): boolean {
    return this.readAgain.size > 0 && this.readAgain.has(this.files[file]!.absolutePath);
  }

  text(range: Range): string {
    return this.files[range.file]!.source.text.slice(range.begin, range.end);
  }

  /** The place of a node; null if it is not in the user's files. */
  ofNode(node: AstNode): Place | null {
    return node.range ? atReading(this.between(node.range.begin, node.range.end), node.range.begin) : null;
  }

  /** The place of a declared name. */
  ofName(node: AstNode): Place | null {
    const place = node.loc ? atReading(this.between(node.loc, node.loc), node.loc) : null;
    const isPasted = place?.spelling === null && place.range.begin === node.loc!.expansionLoc?.offset && node.name;
    return isPasted ? { ...place, pasted: node.name! } : place;
  }

  /** The uses of macros, in the user's file, that produce the ends of a node. */
  macroUses(node: AstNode): Range[] {
    const uses: Range[] = [];
    for (const end of [node.range?.begin, node.range?.end]) {
      const file = this.fileIndex(end?.expansionLoc?.file);
      const use = end?.expansionLoc;
      if (file !== null && use?.offset !== undefined)
        uses.push({ file, begin: use.offset, end: this.macroUseEnd(file, use) });
    }
    return uses;
  }

  /** Whether an end of a node is in the body of a system macro. This includes macros from `-D`, unless the node begins there. */
  isInSystemMacro({ range }: AstNode): boolean {
    const isElsewhere = (end: Location | undefined) =>
      end?.expansionLoc !== undefined && this.fileIndex(end.spellingLoc?.file) === null;
    if (isElsewhere(range?.begin)) return true;
    return isElsewhere(range?.end) && range?.end.spellingLoc?.presumedFile !== COMMAND_LINE;
  }

  /** Whether a node begins in the body of a macro from `-D`. */
  isInCommandLineMacro({ range }: AstNode): boolean {
    const begin = range?.begin;
    return begin?.expansionLoc !== undefined && begin.spellingLoc?.presumedFile === COMMAND_LINE;
  }

  between(begin: Location, end: Location): Place | null {
    const isApart = useOf(begin) !== useOf(end);
    const [beginsInside, endsInside] = [begin, end].map((at) => isApart && this.isArgument(at));
    // a node that extends beyond the use of a macro contains all of the use: `HALF(a) + b`
    const first = beginsInside ? begin.expansionLoc! : this.written(begin);
    const last = endsInside ? end.expansionLoc! : this.written(end);
    const file = this.fileIndex(first?.file);
    if (!first || !last || file === null || first.offset === undefined || last.offset === undefined) return null;
    const fromMacro = begin.expansionLoc !== undefined || end.expansionLoc !== undefined;
    const sameFile = first.file === last.file;
    const stop = !sameFile
      ? first.offset + (first.tokLen ?? 1)
      : end.expansionLoc && last === end.expansionLoc
        ? this.macroUseEnd(file, last)
        : this.endOfToken(file, last);
    const range = { file, begin: first.offset, end: Math.max(stop, first.offset) };
    if (beginsInside || endsInside) {
      const isWhole = (!beginsInside || this.opensUse(begin)) && (!endsInside || this.closesUse(end));
      if (isWhole && (beginsInside || !begin.expansionLoc)) return { range, spelling: null };
      return { range, spelling: this.spelling(begin, end) ?? range };
    }
    return { range, spelling: fromMacro && first !== begin.spellingLoc ? this.spelling(begin, end) : null };
  }

  private isArgument({ expansionLoc, spellingLoc }: Location): boolean {
    if (!expansionLoc?.isMacroArgExpansion || !spellingLoc) return false;
    return this.fileIndex(spellingLoc.file) !== null && this.insideUse(spellingLoc, expansionLoc);
  }

  /** Whether this is the first token of an argument of a macro whose body begins with it. */
  private opensUse({ expansionLoc, spellingLoc }: Location): boolean {
    const { text } = this.files[this.fileIndex(spellingLoc!.file)!]!.source;
    return this.opening.has(nameOf(text, expansionLoc!)) && /[(,]\s*$/.test(text.slice(0, spellingLoc!.offset));
  }

  /** Whether this is the last token of an argument of a macro whose body ends with it. */
  private closesUse({ expansionLoc, spellingLoc }: Location): boolean {
    const { text } = this.files[this.fileIndex(spellingLoc!.file)!]!.source;
    const behind = text.slice(spellingLoc!.offset! + (spellingLoc!.tokLen ?? 1));
    return this.closing.has(nameOf(text, expansionLoc!)) && /^\s*[),]/.test(behind);
  }

  /** In template instantiations, clang reports the word `new` as the end of `new T[n]` and of all nodes that end with it. */
  private endOfToken(file: number, { offset, tokLen, endsNew }: PlainLocation): number {
    const end = offset! + (tokLen ?? 1);
    const { text } = this.files[file]!.source;
    return endsNew && text.slice(offset!, end) === 'new' ? (readNew(text, offset!)?.end ?? end) : end;
  }

  /** The location that users see: the argument of a macro where it is written, its body at the use. */
  private written(location: Location): PlainLocation | null {
    if (!location.expansionLoc) return location.offset === undefined ? null : location;
    return this.isArgument(location) ? location.spellingLoc! : location.expansionLoc;
  }

  private insideUse(spelling: PlainLocation, use: PlainLocation): boolean {
    const file = this.fileIndex(use.file);
    if (file === null || spelling.file !== use.file) return false;
    return spelling.offset! >= use.offset! && spelling.offset! < this.macroUseEnd(file, use);
  }

  private spelling(begin: Location, end: Location): Range | null {
    const first = begin.spellingLoc ?? begin;
    const last = end.spellingLoc ?? end;
    const file = this.fileIndex(first.file);
    if (file === null || first.file !== last.file || last.offset! < first.offset!) return null;
    return { file, begin: first.offset!, end: last.offset! + (last.tokLen ?? 1) };
  }

  /** The end of `NAME` or `NAME(arguments)`; clang reports only the name. */
  private macroUseEnd(file: number, use: PlainLocation): number {
    const { text } = this.files[file]!.source;
    const nameEnd = use.offset! + (use.tokLen ?? 1);
    const open = /\s*\(/y;
    open.lastIndex = nameEnd;
    if (this.alone.has(text.slice(use.offset!, nameEnd)) || !open.test(text)) return nameEnd;
    let depth = 0;
    for (let at = open.lastIndex - 1; at < text.length; at++) {
      const character = text[at];
      if (character === '(') depth++;
      else if (character === ')' && --depth === 0) return at + 1;
    }
    return nameEnd;
  }
}

/** clang's file name for definitions from `-D`. */
const COMMAND_LINE = '<command line>';

/** A key for the use of a macro that contains a location. */
function useOf({ expansionLoc }: Location): string | null {
  return expansionLoc ? `${expansionLoc.file}:${expansionLoc.offset}` : null;
}

function nameOf(text: string, { offset, tokLen }: PlainLocation): string {
  return text.slice(offset!, offset! + (tokLen ?? 1));
}

function atReading(place: Place | null, { reading }: Location): Place | null {
  return place === null || reading === undefined ? place : { ...place, reading };
}

/** A unique key for a place. */
export function placeKey(place: Place): string {
  const { range, spelling, pasted, reading } = place;
  return `${rangeKey(range)}${pasted ? ` ${pasted}` : ''}${spelling ? `@${spelling.file}:${spelling.begin}-${spelling.end}` : ''}${reading ? ` reading ${reading}` : ''}`;
}

/** One key for all readings of a text, with any macros. */
export function rangeKey({ file, begin, end }: Range): string {
  return `${file}:${begin}-${end}`;
}

export const NOWHERE: Place = { range: { file: 0, begin: 0, end: 0 }, spelling: null };
