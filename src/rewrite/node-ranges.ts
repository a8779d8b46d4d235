/**
 * The text range of a node, and whether it can be edited there: it may come from a macro's body, or from an argument that a macro uses several
 * times.
 */
import { isNumberLiteral } from '../frontend/ast/kinds.js';
import { type AstNode, children, type Location } from '../frontend/ast/node.js';
import { rangeKey } from '../frontend/lower/places.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { Range } from '../program/place.js';
import { usesThatPrint } from './stringised-text.js';

/** True if either end of a node is in a macro's body rather than in the file (or in a macro argument). */
function spelledByMacro(node: AstNode): boolean {
  return [node.range?.begin, node.range?.end].some((end) => end?.expansionLoc && !end.expansionLoc.isMacroArgExpansion);
}

export class NodeRanges {
  /** Macro uses that need edits inside their bodies, by place. */
  private readonly insideUses = new Map<string, Range>();
  /** Edits requested in macro arguments: each edit, and how often it was requested. */
  private readonly inArguments = new Map<string, { use: Range; edits: Map<string, Set<string>> }>();

  constructor(readonly syntax: ProgramSyntax) {}

  text(range: Range): string {
    return this.syntax.places.text(range);
  }

  /** The range of a node's own text; null if it comes from a macro's body or is not in the user's files. */
  rangeOf(node: AstNode): Range | null {
    const place = this.syntax.places.ofNode(node);
    if (!place || this.isNested(node)) return null;
    if (!spelledByMacro(node)) return place.spelling === null ? place.range : null;
    return this.endsOnConstants(node) ? place.range : null;
  }

  /** `exp(fabs(x))` of macros: the text of the inner one is in the argument of the outer one. */
  private isNested({ range }: AstNode): boolean {
    return [range?.begin, range?.end].some(
      (end) =>
        end?.expansionLoc?.isMacroArgExpansion === true && this.syntax.places.fileIndex(end.spellingLoc?.file) === null,
    );
  }

  /** The text of a node that is written in the file itself. */
  ownText(node: AstNode): string | null {
    const range = this.rangeOf(node);
    return range && this.text(range);
  }

  /** The range of a node's text; for a node written by a system macro, the use of that macro, which represents it as a whole. */
  rangeOfWhole(node: AstNode): Range | null {
    const place = this.syntax.places.ofNode(node);
    return this.rangeOf(node) ?? (place && place.spelling === null && !this.isNested(node) ? place.range : null);
  }

  /**
   * `M_PI * x`: an end that comes from a macro counts as the whole macro use if the macro is a single constant, or a system macro that the node
   * extends beyond: functions of the system may be macros.
   */
  private endsOnConstants(node: AstNode): boolean {
    const [begin, end] = this.syntax.places.macroUses(node);
    const goesBeyond = !begin || !end || rangeKey(begin) !== rangeKey(end);
    const isSystems = (at: Location): boolean => this.syntax.places.fileIndex(at.spellingLoc?.file) === null;
    const isConstant = (leaf: AstNode): boolean => isNumberLiteral(leaf) && this.wholeUse(leaf) !== null;
    const leafAt = (side: 0 | -1): AstNode => {
      let leaf = node;
      for (let inner = children(leaf); inner.length > 0; inner = children(leaf)) leaf = inner.at(side)!;
      return leaf;
    };
    const ends = [
      [node.range?.begin, 0],
      [node.range?.end, -1],
    ] as const;
    return ends.every(
      ([at, side]) =>
        !at?.expansionLoc ||
        at.expansionLoc.isMacroArgExpansion === true ||
        (goesBeyond && isSystems(at)) ||
        isConstant(leafAt(side)),
    );
  }

  /**
   * The range to edit for a node; null if the node is in a macro's body. Such a macro use, and one whose argument would have to be edited
   * differently in its occurrences, must be expanded before the edits can be made: see `usesToExpand`.
   */
  editableRange(node: AstNode, edit: string): Range | null {
    const range = this.rangeOf(node);
    const [use] = this.syntax.places.macroUses(node);
    if (!use) return range;
    if (!range) {
      for (const one of this.syntax.places.macroUses(node)) this.insideUses.set(rangeKey(one), one);
      return null;
    }
    const key = rangeKey(range);
    if (!this.inArguments.has(key)) this.inArguments.set(key, { use, edits: new Map() });
    const { edits } = this.inArguments.get(key)!;
    edits.set(edit, (edits.get(edit) ?? new Set()).add(node.id));
    return range;
  }

  /** Requests the expansion of a macro use, independent of its edits. */
  expandUse(use: Range): void {
    this.insideUses.set(rangeKey(use), use);
  }

  /** The macro use that stands for exactly this node (`M_PI`, `#define HALF 0.5`); null for any other node. */
  wholeUse(node: AstNode): Range | null {
    const place = this.syntax.places.ofNode(node);
    const uses = this.syntax.places.macroUses(node);
    if (!place || uses.length !== 2 || rangeKey(uses[0]!) !== rangeKey(uses[1]!) || !spelledByMacro(node)) return null;
    const name = this.text(uses[0]!);
    if (!/^[A-Za-z_]\w*$/.test(name)) return null;
    if (place.spelling === null) return uses[0]!; // a system constant
    const { text } = this.syntax.places.files[place.spelling.file]!.source;
    const line = text.slice(text.lastIndexOf('\n', place.spelling.begin) + 1, place.spelling.begin);
    const rest = /^[^\n]*/.exec(text.slice(place.spelling.end))![0];
    return new RegExp(`^\\s*#\\s*define\\s+${name}\\s+$`).test(line) && /^\s*(?:\/[/*].*)?\r?$/.test(rest)
      ? uses[0]!
      : null;
  }

  /** Macro uses to expand before these edits can be made. */
  protected usesToExpandFor(isEdited: (range: Range) => boolean): Range[] {
    const found = new Map(this.insideUses);
    const occurrences = this.inArguments.size > 0 ? this.countArguments() : new Map<string, number>();
    for (const [key, { use, edits }] of this.inArguments) {
      const [only] = [...edits.values()];
      if (edits.size > 1 || only!.size < (occurrences.get(key) ?? 0)) found.set(rangeKey(use), use);
    }
    for (const use of usesThatPrint(this.syntax, this.nodes(), isEdited)) found.set(rangeKey(use), use);
    return [...found.values()];
  }

  /** Occurrences of each macro argument in the program: one per use of the parameter in the macro's body. */
  private countArguments(): Map<string, number> {
    const seen = new Map<string, Map<string, Set<string>>>();
    for (const node of this.nodes()) {
      if (!node.range?.begin.expansionLoc?.isMacroArgExpansion) continue;
      const range = this.rangeOf(node);
      if (!range) continue;
      const kinds = seen.get(rangeKey(range)) ?? new Map<string, Set<string>>();
      seen.set(rangeKey(range), kinds);
      const kind = `${node.kind} ${node.castKind ?? ''}`;
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(node.id));
    }
    return new Map([...seen].map(([key, kinds]) => [key, Math.max(...[...kinds.values()].map((ids) => ids.size))]));
  }

  /** Every node of the program's functions and initialisers. */
  *nodes(): Generator<AstNode> {
    const pending = [
      ...this.syntax.functions.map(({ node }) => node),
      ...this.syntax.scopes.flatMap(({ initialisers }) => initialisers.map(({ node }) => node)),
    ];
    while (pending.length > 0) {
      const node = pending.pop()!;
      yield node;
      pending.push(...children(node));
    }
  }
}
