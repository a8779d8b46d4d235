/**
 * Finds the block sizes of a program's launches, and which of them may change. A size is a number in the text; every value computed from it is
 * followed, and may be used only as a block or as a grid of just enough blocks. In addition, every kernel launched with the size must be independent
 * of it (kernel-guards.ts), and the bound that limits its threads must be the number of elements that its grid covers.
 */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import type { Place, Range } from '../../program/place.js';
import { nearestName } from '../../support/nearest-name.js';
import { blockSizeObstacles } from './block-size-obstacles.js';
import type { BlockSize, BlockSizes, LaunchShape, LaunchSide, SizeLiteral } from './block-sizes.js';
import { SIDES } from './integer-reader.js';
import { ProgramVariables } from './program-variables.js';
import { Launches, type ReadLaunch } from './read-launches.js';
import { keyOf, SizeMentions } from './size-mentions.js';

/** `declaredFree`: ids of sizes that the author declares to be independent of everything else. */
export function findBlockSizes(syntax: ProgramSyntax, declaredFree: ReadonlySet<string> = new Set()): BlockSizes {
  const found = new SizeFinder(syntax, declaredFree).find();
  const ids = found.sizes.map(({ id }) => id);
  const unknown = [...declaredFree].find((id) => !ids.includes(id));
  if (unknown !== undefined) throw unknownSize(unknown, ids);
  return found;
}

export function unknownSize(id: string, known: readonly string[]): MantissaError {
  const near = nearestName(id, known);
  const hint = near === null ? `known names: ${known.join(', ') || 'none'}` : `did you mean ${near}?`;
  return new MantissaError('MX2054', `${id}: ${hint}`);
}

/** A size, restricted to some of its launches. */
interface SizePart {
  readonly literals: readonly SizeLiteral[];
  readonly own: readonly ReadLaunch[];
  readonly macro?: Range;
}

class SizeFinder {
  private readonly mentions: SizeMentions;
  private readonly launches: Launches;
  /** Number of sizes of each name so far. */
  private readonly named = new Map<string, number>();

  constructor(
    private readonly syntax: ProgramSyntax,
    private readonly declaredFree: ReadonlySet<string>,
  ) {
    const variables = new ProgramVariables(syntax);
    this.mentions = new SizeMentions(syntax, variables);
    this.launches = new Launches(syntax, variables);
  }

  find(): BlockSizes {
    const launches = this.launches.read();
    const blocks = this.sizesOf(this.joined(launches), launches);
    const taken = new Set(blocks.flatMap(({ literals }) => literals.map(({ range }) => keyOf(range))));
    const sizes = [...blocks, ...this.gridsOf(launches, taken)];
    const shapes = launches.map((one): LaunchShape => {
      const sides = one.sides.map((side): LaunchSide => {
        const isOf = ({ literals, macro, launches: own }: BlockSize) =>
          own.includes(one.launch) &&
          (macro ? [macro] : literals.map(({ range }) => range)).some((range) => keyOf(range) === keyOf(side!.range));
        const size = side ? sizes.findIndex(isOf) : -1;
        return size < 0 ? { constant: side?.value ?? 1 } : { size };
      });
      const { launch, isGridStride } = one;
      const { grid: number } = one;
      const grid = number
        ? sizes.findIndex(({ literals }) => literals.some(({ range }) => keyOf(range) === keyOf(number.range)))
        : -1;
      const held = sides.flatMap((side) => ('size' in side ? (sizes[side.size]!.frozen ?? []) : []));
      return { launch, sides, isGridStride, grid: grid < 0 ? null : grid, frozen: one.obstacle ?? held[0] ?? null };
    });
    return { sizes, shapes };
  }

  /** Numbers that must be equal: those that share a name, and those that grids are computed from. */
  private joined(launches: readonly ReadLaunch[]): SizeLiteral[][] {
    const groups: SizeLiteral[][] = [];
    const join = (literals: readonly SizeLiteral[]) => {
      const keys = new Set(literals.map(({ range }) => keyOf(range)));
      const touching = groups.filter((group) => group.some(({ range }) => keys.has(keyOf(range))));
      for (const group of touching) groups.splice(groups.indexOf(group), 1);
      const all = new Map([...touching.flat(), ...literals].map((one) => [`${keyOf(one.range)} ${one.less}`, one]));
      groups.push([...all.values()]);
    };
    for (const { sides, tied } of launches)
      for (const [at, number] of sides.entries()) {
        if (!number || number.value <= 1) continue;
        join([
          { range: number.range, less: 0 },
          ...tied.filter(({ side }) => side === at).map(({ literal }) => literal),
        ]);
      }
    return groups;
  }

  /** A name that no other size has. */
  private uniqueId(stem: string): string {
    const count = (this.named.get(stem) ?? 0) + 1;
    this.named.set(stem, count);
    return count === 1 ? stem : `${stem}~${count}`;
  }

  /** One size for each number in the text that is the grid of a kernel which accepts any grid. */
  private gridsOf(launches: readonly ReadLaunch[], taken: ReadonlySet<string>): BlockSize[] {
    const { program, places } = this.syntax;
    const byNumber = new Map<string, ReadLaunch[]>();
    for (const one of launches) {
      const key = one.grid && keyOf(one.grid.range);
      if (key !== null && !taken.has(key)) byNumber.set(key, [...(byNumber.get(key) ?? []), one]);
    }
    return [...byNumber.values()].map((own): BlockSize => {
      const { grid, launch } = own[0]!;
      const macro = this.mentions.macroAround(grid!.range);
      const place: Place = { range: grid!.range, spelling: null };
      const value = Number(places.text(grid!.range));
      const isPlain = Number.isInteger(value) && value > 0;
      const id = this.uniqueId(macro?.name ?? `${program.functions[program.launches[launch]!.kernel]!.name}.grid`);
      const stray = this.declaredFree.has(id) ? null : this.mentions.strayIn([grid!], own, launches);
      return {
        kind: 'grid',
        ...{ id, value, literals: [grid!], place, isDefault: false },
        launches: own.map((one) => one.launch),
        frozen: isPlain ? stray : { reason: blockSizeObstacles.notPlain(), place },
      };
    });
  }

  private sizesOf(groups: readonly SizeLiteral[][], launches: readonly ReadLaunch[]): BlockSize[] {
    const { program, places } = this.syntax;
    return groups
      .flatMap((literals) => this.separateLaunches(literals, launches))
      .map(({ literals, own, macro }): BlockSize => {
        const keys = new Set((macro ? [macro] : literals.map(({ range }) => range)).map(keyOf));
        const [first] = own;
        const at = first!.sides.findIndex((side) => side && keys.has(keyOf(side.range)));
        const number = first!.sides[at]!;
        const named = macro ? null : this.mentions.nameOf(number, first!);
        const isFlat = first!.sides.length === 1;
        const unnamed = `${program.functions[program.launches[first!.launch]!.kernel]!.name}.block${isFlat ? '' : `.${SIDES[at]}`}`;
        const id = this.uniqueId(named ?? unnamed);
        const place: Place = { range: macro ? literals[0]!.range : number.range, spelling: null };
        const spelt =
          macro !== undefined ||
          literals.every(({ range, less }) => Number(places.text(range)) === number.value - less);
        const mixed = !spelt && {
          reason: blockSizeObstacles.notPlainOrUnequal(places.text(number.range)),
          place,
        };
        const frozen =
          mixed ||
          (own.find(({ obstacle }) => obstacle)?.obstacle ?? this.mentions.strayIn(literals, own, launches, macro));
        return {
          kind: 'block',
          ...{ id, value: number.value, literals, place, ...(macro && { macro }) },
          launches: own.map(({ launch }) => launch),
          frozen: this.declaredFree.has(id) && !mixed ? null : frozen,
          isDefault: own.some(({ isDefault }) => isDefault),
        };
      })
      .sort((a, b) => a.place.range.file - b.place.range.file || a.place.range.begin - b.place.range.begin);
  }

  /**
   * If some launches of a macro may change and others not, the number itself is written in the former instead of the macro, unless another
   * launch reads the same text.
   */
  private separateLaunches(literals: readonly SizeLiteral[], launches: readonly ReadLaunch[]): SizePart[] {
    const keys = new Set(literals.map(({ range }) => keyOf(range)));
    const own = launches.filter(({ sides }) => sides.some((side) => side && keys.has(keyOf(side.range))));
    const whole = { literals, own };
    const macro = literals.length === 1 ? this.mentions.macroAround(literals[0]!.range) : null;
    if (!macro || this.declaredFree.has(macro.name)) return [whole];
    if (!own.some(({ obstacle }) => obstacle)) return [whole];
    const mentions = new Map(launches.map((one) => [one, this.mentions.ofMacro(macro, one)]));
    const isOwn = (one: ReadLaunch) =>
      !one.obstacle && mentions.get(one)!.length > 0 && !this.mentions.callsFunctions(one);
    let free = own.filter(isOwn);
    for (let count = -1; count !== free.length; ) {
      count = free.length;
      const others = launches.filter((one) => !free.includes(one));
      const read = new Set(others.flatMap((one) => mentions.get(one)!.map(keyOf)));
      free = free.filter((one) => !mentions.get(one)!.some((range) => read.has(keyOf(range))));
    }
    if (free.length === 0) return [whole];
    const written = new Map(free.flatMap((one) => mentions.get(one)!.map((range) => [keyOf(range), range] as const)));
    const numbers = [...written.values()].map((range) => ({ range, less: 0 as const }));
    const part = { literals: numbers, own: free, macro: literals[0]!.range };
    if (this.mentions.strayIn(part.literals, free, launches, part.macro)) return [whole];
    return [{ literals, own: own.filter((one) => !free.includes(one)) }, part];
  }
}
