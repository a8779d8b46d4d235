/** Finds why a format cannot change: for a site, the reason it is frozen; for an operation, the value that its format follows from. */
import type { Frozen, FrozenCode } from '../program/frozen.js';
import type { FunctionIndex, Program, SiteIndex, ValueIndex } from '../program/program.js';
import { formatRules, type ValueRule } from '../space/format-rules.js';
import type { ValueFormat } from '../space/resolve.js';
import type { Groups } from './groups.js';

/** Why the format of an operation is fixed without a site, for the program's author. */
const operationReasons = {
  cast: 'an explicit cast fixes the format',
  'fixed-function': 'a library function fixes the format of its result',
  'unnamed-memory': 'it is read from memory that is declared with another format',
  'wide-constant': 'a constant has a wider format than the other operand',
} as const;

export type ObstacleCode = FrozenCode | keyof typeof operationReasons;

/** Why a format is fixed, without the place. */
export interface FormatObstacle {
  readonly code: ObstacleCode;
  readonly reason: string;
}

/** Why a site's memory has a fixed format: the id and the reason of the frozen member. */
export function obstacleOfSite(program: Program, groups: Groups, site: SiteIndex): FormatObstacle | null {
  if (groups.frozen[site] === null) return null;
  const own: Frozen | undefined = program.sites[site]!.frozen[0];
  const { sites, frozen } = groups.groups[groups.groupOf[site]!]!;
  const culprit = own ? site : sites.find((one) => program.sites[one]!.frozen.length > 0);
  const { code, reason } = own ?? frozen ?? groups.frozen[site]!;
  return { code, reason: `${program.sites[culprit ?? site]!.id}: ${reason}` };
}

/** Why the formats of a function's values are fixed, by the rules that they follow from. */
export class FormatObstacles {
  private readonly rules: readonly ValueRule[];

  constructor(
    private readonly program: Program,
    private readonly groups: Groups,
    private readonly index: FunctionIndex,
    private readonly formats: readonly ValueFormat[],
  ) {
    this.rules = formatRules(program, program.functions[index]!, new Set());
  }

  /** Computed from constants alone, by the compiler. */
  isConstant(value: ValueIndex): boolean {
    return this.rules[value]!.takesOperandFormat;
  }

  of(value: ValueIndex): { obstacle: FormatObstacle | null; site: SiteIndex | null } {
    const { rule, takesOperandFormat } = this.rules[value]!;
    if (takesOperandFormat) return { obstacle: null, site: null };
    switch (rule.kind) {
      case 'integer':
        return { obstacle: null, site: null };
      case 'site':
        return { obstacle: obstacleOfSite(this.program, this.groups, rule.site), site: rule.site };
      case 'same':
        return this.of(rule.value);
      case 'fixed':
        return { obstacle: this.fixed(value), site: null };
      case 'meeting': {
        const { format } = this.formats[value]!;
        if (rule.floor !== null && rule.floor === format)
          return { obstacle: this.because('wide-constant', value), site: null };
        const found = rule.values
          .filter((operand) => this.formats[operand]!.format === format)
          .map((operand) => this.of(operand));
        return found.find(({ obstacle }) => obstacle !== null) ?? { obstacle: null, site: null };
      }
    }
  }

  private fixed(index: ValueIndex): FormatObstacle {
    const value = this.program.functions[this.index]!.values[index]!;
    if (value.kind === 'load') return this.because('unnamed-memory', index);
    const isCast = value.kind === 'operation' && this.program.operations[value.operation]!.kind === 'convert';
    return this.because(isCast ? 'cast' : 'fixed-function', index);
  }

  private because(code: keyof typeof operationReasons, value: ValueIndex): FormatObstacle {
    return { code, reason: `${operationReasons[code]}: ${this.textOf(value)}` };
  }

  private textOf(index: ValueIndex): string {
    const value = this.program.functions[this.index]!.values[index]!;
    const place =
      value.kind === 'operation'
        ? this.program.operations[value.operation]!.place
        : 'place' in value
          ? value.place
          : null;
    const file = place && this.program.files[place.range.file];
    if (!place || !file) return this.program.functions[this.index]!.name;
    const text = file.source.text.slice(place.range.begin, place.range.end).replace(/\s+/g, ' ');
    const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
    return `'${shown}' (${file.path}:${file.source.position(place.range.begin).line})`;
  }
}
