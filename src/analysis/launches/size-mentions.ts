/** Finds where the text mentions the size of a thread block: the launches that use it, its name, and every other use. */
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { FunctionSyntax } from '../../frontend/lower/lower-units.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { isWithin, type Range } from '../../program/place.js';
import type { SizeLiteral, SizeObstacle } from './block-sizes.js';
import { newTrail, SIDES, type SpeltNumber } from './integer-reader.js';
import type { ProgramVariables } from './program-variables.js';
import type { ReadLaunch } from './read-launches.js';
import { type SizeName, SizeNames } from './size-names.js';

export class SizeMentions {
  private readonly names: SizeNames;

  constructor(
    private readonly syntax: ProgramSyntax,
    private readonly variables: ProgramVariables,
  ) {
    this.names = new SizeNames(syntax.places);
  }

  macroAround(range: Range): SizeName | null {
    return this.names.macroAround(range);
  }

  /** Mentions of a macro in the text of a launch. */
  ofMacro(macro: SizeName, launch: ReadLaunch): readonly Range[] {
    return this.names.mentions(macro, this.textsOf(launch)) ?? [];
  }

  /** All text that determines the block and the grid of a launch. */
  private textsOf({ launch, trail }: ReadLaunch): Range[] {
    const values = trail.followed.flatMap(({ value }) => this.syntax.places.ofNode(value)?.range ?? []);
    return [this.configurationRange(launch), ...values];
  }

  /** `blocksFor(n)`: these texts do not show everything that a called function uses. */
  callsFunctions(one: ReadLaunch): boolean {
    return this.textsOf(one).some((range) =>
      [...this.syntax.places.text(range).matchAll(/([A-Za-z_]\w*)\s*\(/g)].some(
        ([, name]) => !/^(?:dim3|ceilf?|sizeof|int|unsigned|long|float|double|size_t)$/.test(name!),
      ),
    );
  }

  /** The name of a size's macro or variable; null for a size without a name. */
  nameOf(number: SpeltNumber, { trail, owner, sides }: ReadLaunch): string | null {
    const macro = this.names.macroAround(number.range);
    if (macro) return macro.name;
    const { places, program } = this.syntax;
    const around = trail.followed.filter(({ value }) => {
      const place = places.ofNode(value);
      return place && isWithin(number.range, place.range);
    });
    const declaration = around.at(-1)?.declaration;
    if (!declaration) return null;
    const isOwn = this.variables.of(owner.node).tree.nodes.includes(declaration);
    const stem = isOwn ? `${program.functions[owner.function]!.name}.${declaration.name}` : declaration.name!;
    const at = sides.findIndex((side) => side?.range.begin === number.range.begin);
    return /\bdim3\b/.test(declaration.type?.qualType ?? '') ? `${stem}.${SIDES[at]}` : stem;
  }

  /** A use of the size, or of a value computed from it, that was not understood. */
  strayIn(
    literals: readonly SizeLiteral[],
    own: readonly ReadLaunch[],
    all: readonly ReadLaunch[],
    /** Given if only its mentions change, not its definition. */
    macro?: Range,
  ): SizeObstacle | null {
    const { places } = this.syntax;
    const known: Range[] = [];
    const ofNode = (node: AstNode) => places.ofNode(node)?.range;
    const launches = new Set(own.map(({ launch }) => launch));
    for (const { trail, launch } of all) {
      if (!launches.has(launch)) continue;
      const read = trail.followed.flatMap(({ use, value, setter, declaration }) => [
        use,
        setter === declaration ? value : setter,
      ]);
      const nodes = [...read, ...trail.numbers.map(({ node }) => node)];
      known.push(...nodes.map(ofNode).filter((one) => one !== undefined));
      known.push(this.configurationRange(launch));
    }
    for (const name of this.namesFor(macro ? [{ range: macro, less: 0 }] : literals, own, macro !== undefined)) {
      const stray = this.names.strayMention(name, known);
      if (stray) return stray;
    }
    return null;
  }

  /** The text between the <<< and >>> of a launch. */
  private configurationRange(launch: number): Range {
    const { range } = this.syntax.program.launches[launch]!.place;
    const text = this.syntax.places.text(range);
    const begin = text.indexOf('<<<');
    const end = text.indexOf('>>>');
    return begin < 0 || end < 0 ? range : { file: range.file, begin: range.begin + begin, end: range.begin + end };
  }

  private namesFor(literals: readonly SizeLiteral[], own: readonly ReadLaunch[], variablesAlone: boolean): SizeName[] {
    const { places } = this.syntax;
    const macros = variablesAlone ? [] : literals.flatMap(({ range }) => this.names.macroAround(range) ?? []);
    const variables = own.flatMap(({ trail, owner }) =>
      trail.followed.flatMap(({ declaration, value }): SizeName[] => {
        const place = places.ofName(declaration);
        const text = places.ofNode(declaration)?.range;
        if (!place || !text || !this.follows(value, literals, owner)) return [];
        const isOwn = this.variables.of(owner.node).tree.nodes.includes(declaration);
        const within = isOwn ? (places.ofNode(owner.node)?.range ?? null) : null;
        return [{ name: declaration.name!, own: place.range, within }];
      }),
    );
    return [...macros, ...variables];
  }

  /** Whether a variable's value depends on a size. Other variables read on the way may be used anywhere. */
  private follows(value: AstNode, literals: readonly SizeLiteral[], owner: FunctionSyntax): boolean {
    const keys = new Set(literals.map(({ range }) => keyOf(range)));
    const reader = this.variables.reader(owner.node);
    const isSize = (node: AstNode): boolean => {
      const number =
        node.kind === 'IntegerLiteral' || node.kind === 'DeclRefExpr'
          ? reader.number({ node, given: new Map() }, newTrail())
          : null;
      if (number && keys.has(keyOf(number.range))) return true;
      const variable = node.kind === 'DeclRefExpr' ? this.variables.of(owner.node).of(node.referencedDecl?.id) : null;
      if (variable?.initial && variable.initial !== value && isSize(variable.initial)) return true;
      return children(node).some(isSize);
    };
    return isSize(value);
  }
}

export function keyOf({ file, begin }: Range): string {
  return `${file}:${begin}`;
}
