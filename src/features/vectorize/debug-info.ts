import type { Place } from './lane-program.js';
import { type IrFunction, type IrModule, type Metadata, reference } from './llvm-ir/module.js';

/** The components of one array element. */
export interface NumbersOfElement {
  readonly fields: readonly string[];
  readonly numberBytes: 2 | 4 | 8;
  readonly isBfloat: boolean;
}

/** Reads LLVM's debug metadata: names of variables, types of parameters, places of instructions. */
export class DebugInfo {
  constructor(private readonly module: IrModule) {}

  /** All functions with this source name, including overloads. */
  functionsNamed(name: string): IrFunction[] {
    return this.module.functions.filter((one) => this.functionName(one) === name);
  }

  functionName({ debug }: IrFunction): string | null {
    return unquoted(this.get(debug)?.fields.get('name'));
  }

  lineOf({ debug }: IrFunction): number {
    return Number(this.get(debug)?.fields.get('line') ?? 0);
  }

  headOf(fn: IrFunction): { file: string; line: number; column: number } {
    return { file: this.fileOf(fn.debug), line: this.lineOf(fn), column: 1 };
  }

  /** Name and type of a local variable or a parameter. */
  variable(number: number | null): { name: string; type: number | null; argument: number | null } | null {
    const fields = this.get(number)?.fields;
    const name = unquoted(fields?.get('name'));
    if (!fields || name === null) return null;
    return {
      name,
      type: reference(fields.get('type')),
      argument: fields.has('arg') ? Number(fields.get('arg')) : null,
    };
  }

  place(number: number | null): Place | null {
    const location = this.get(number);
    if (location?.kind !== 'DILocation') return null;
    const { fields } = location;
    let outer = reference(fields.get('inlinedAt'));
    let inlinedFrom: number | null = null;
    while (outer !== null) {
      const call = this.get(outer);
      inlinedFrom = Number(call?.fields.get('line') ?? 0);
      outer = reference(call?.fields.get('inlinedAt'));
    }
    return {
      file: this.fileOf(reference(fields.get('scope'))),
      line: Number(fields.get('line') ?? 0),
      column: Number(fields.get('column') ?? 0),
      inlinedFrom,
    };
  }

  isInlined(number: number | null): boolean {
    return this.get(number)?.fields.has('inlinedAt') ?? false;
  }

  /** C spelling of an integer parameter. Unsigned ones become signed, so that `n - 2` is negative for n = 1. */
  integerText(number: number | null): string {
    const type = this.plain(number);
    const isUnsigned = /unsigned/.test(type?.fields.get('encoding') ?? '');
    return isUnsigned ? 'std::int64_t' : (unquoted(type?.fields.get('name')) ?? 'int');
  }

  /** C spelling: `unsigned int`, `float`; typedefs by their names. */
  typeText(number: number | null): string {
    const type = this.get(number);
    if (!type) return 'void';
    const name = unquoted(type.fields.get('name'));
    const base = () => this.typeText(reference(type.fields.get('baseType')));
    switch (type.fields.get('tag')) {
      case 'DW_TAG_const_type':
        return `const ${base()}`;
      case 'DW_TAG_restrict_type':
      case 'DW_TAG_volatile_type':
        return base();
      case 'DW_TAG_pointer_type':
        return `${base()} *`;
      case 'DW_TAG_structure_type':
        return name ?? 'struct';
    }
    return name ?? base();
  }

  /** The pointee type, without typedefs and qualifiers; null if the type is not a pointer. */
  pointee(number: number | null): Metadata | null {
    const type = this.plain(number);
    return type?.fields.get('tag') === 'DW_TAG_pointer_type'
      ? this.plain(reference(type.fields.get('baseType')))
      : null;
  }

  /** The numeric members of a record in order; null if it has other members or members of different sizes. */
  numbersIn(type: Metadata | null): NumbersOfElement | null {
    if (type?.kind === 'DIBasicType') {
      const bytes = Number(type.fields.get('size')) / 8;
      const isNumber = type.fields.get('encoding') === 'DW_ATE_float' && (bytes === 2 || bytes === 4 || bytes === 8);
      const isBfloat = /bf16/.test(type.fields.get('name') ?? '');
      return isNumber ? { fields: [''], numberBytes: bytes as 2 | 4 | 8, isBfloat } : null;
    }
    if (type?.kind !== 'DICompositeType') return null;
    if (type.fields.get('tag') === 'DW_TAG_array_type') return this.numbersInArray(type);
    const members = this.list(type.fields.get('elements')).filter((one) => one.fields.get('tag') === 'DW_TAG_member');
    const parts = members.map((member) => ({
      name: unquoted(member.fields.get('name')) ?? '',
      inside: this.numbersIn(this.plain(reference(member.fields.get('baseType')))),
    }));
    const numberBytes = parts[0]?.inside?.numberBytes;
    const isBfloat = parts[0]?.inside?.isBfloat ?? false;
    if (!numberBytes || parts.some(({ inside }) => inside?.numberBytes !== numberBytes)) return null;
    if (parts.some(({ inside }) => inside?.isBfloat !== isBfloat)) return null;
    const fields = parts.flatMap(({ name, inside }) =>
      inside!.fields.map((one) => (one === '' ? name : `${name}.${one}`)),
    );
    // padding would be an unnamed component
    if (Number(type.fields.get('size')) !== fields.length * numberBytes * 8) return null;
    return { fields, numberBytes, isBfloat };
  }

  private numbersInArray(type: Metadata): NumbersOfElement | null {
    const inside = this.numbersIn(this.plain(reference(type.fields.get('baseType'))));
    const counts = this.list(type.fields.get('elements')).map((one) => Number(one.fields.get('count')));
    if (!inside || counts.length !== 1 || !(counts[0]! > 0)) return null;
    const fields = Array.from({ length: counts[0]! }, (_, at) =>
      inside.fields.map((one) => (one === '' ? String(at) : `${at}.${one}`)),
    ).flat();
    return { ...inside, fields };
  }

  /** Removes typedefs and qualifiers from a type. */
  plain(number: number | null): Metadata | null {
    const type = this.get(number);
    const isName = /typedef|const|restrict|volatile|member/.test(type?.fields.get('tag') ?? '');
    return type && isName ? this.plain(reference(type.fields.get('baseType'))) : type;
  }

  private list(text: string | undefined): Metadata[] {
    const elements = this.get(reference(text));
    return elements ? [...elements.fields.values()].flatMap((one) => this.get(reference(one)) ?? []) : [];
  }

  private fileOf(scope: number | null): string {
    const found = this.get(scope);
    const fields = found?.kind === 'DIFile' ? found.fields : this.get(reference(found?.fields.get('file')))?.fields;
    const name = unquoted(fields?.get('filename')) ?? '';
    const folder = unquoted(fields?.get('directory')) ?? '';
    return name.startsWith('/') || folder === '' ? name : `${folder}/${name}`;
  }

  private get(number: number | null): Metadata | null {
    return number === null ? null : (this.module.metadata.get(number) ?? null);
  }
}

function unquoted(text: string | undefined): string | null {
  return text === undefined ? null : text.replace(/^"|"$/g, '');
}
