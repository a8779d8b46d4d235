/**
 * Reads the C++ type spellings clang prints: which floating format lies at their base, and in what shape.
 * clang resolves a typedef at the top of a type only (`Real_t` yes, `Real_t *` no), so typedefs are expanded here.
 */
import { type Format, formatNames } from '../../numerics/format.js';
import type { SiteShape } from '../../program/program.js';
import type { TypeName } from './node.js';
import { TypesOfExpressions } from './types-of-expressions.js';

export interface TypeFacts {
  /** The one floating format at the base, or why there is none to tune. */
  readonly format: Format | null;
  readonly trouble: 'long-double' | 'several-formats' | 'library-arithmetic' | 'referred-to' | 'texture' | null;
  readonly shape: SiteShape;
  /** Declares an array, of numbers or of pointers to them. */
  readonly isArray: boolean;
  /** The element is a vector type such as double3. */
  readonly isVector: boolean;
  readonly elements: number | null;
  /** `void *`, `char *`, `char[]`: carries memory without saying of what. */
  readonly isUntypedPointer: boolean;
  readonly isPointer: boolean;
  /** `double **` has two; an array of pointers has those of its elements. */
  readonly pointerLevels: number;
  readonly isReference: boolean;
  readonly isConst: boolean;
  readonly isVolatile: boolean;
  readonly isInteger: boolean;
  readonly isIntegerPointer: boolean;
  readonly isFunction: boolean;
  /** The class, struct or union named by the type once pointers, references and arrays are taken off; `at file.c:3:7` for one without a name. */
  readonly record: string | null;
}

/** What programs call them; there are no types of the languages for the others, and one that a program stores in itself is a class like any other. */
const SPELLINGS: Readonly<Record<Format, readonly string[]>> = {
  fp8e4m3: [],
  fp8e5m2: [],
  fp16: ['__half', 'half', '_Float16', '__fp16'],
  bf16: ['__nv_bfloat16', 'nv_bfloat16', '__bf16'],
  fp32: ['float'],
  fp64: ['double'],
  fp32x2: [],
  fp64x2: [],
  fp64x4: [],
  cmp32x2: [],
  cmp64x2: [],
};
const SCALARS: ReadonlyMap<string, Format> = new Map(
  formatNames.flatMap((format) => SPELLINGS[format].map((name) => [name, format])),
);
/** What memory is seen as when it is seen as bytes; a system's names for them are not spelt out where something points to them. */
const BYTES =
  /^(?:void|char|(?:un)?signed char|char8_t|(?:std::)?(?:byte|u?int(?:_fast|_least)?8_t)|u_char|u_?int8_t|uchar|__u?int8_t|__[us]8)$/;
const VECTOR = /^(?:(double|float)[1-4](?:_\d+a)?|(__half2|half2)|(__nv_bfloat162|nv_bfloat162))$/;
const COMPLEX = /^(?:_Complex|cuComplex|cuFloatComplex|cuDoubleComplex|cufft(?:Double)?Complex)$/;
/** Library templates that only hold elements; every other library template does arithmetic or hides the element. */
const CONTAINERS = new Set(
  'vector array deque list forward_list stack queue pair tuple map multimap unordered_map optional unique_ptr shared_ptr weak_ptr initializer_list span device_vector host_vector universal_vector device_ptr device_reference pinned_allocator __wrap_iter normal_iterator reverse_iterator allocator'.split(
    ' ',
  ),
);
/** Library templates that compute or hide what they hold, inside a container as well as alone; functions do too. */
const HIDDEN_IN_CONTAINER =
  /\b(?:function|move_only_function|packaged_task|(?:shared_)?future|promise|complex|atomic|valarray|(?:unordered_)?(?:multi)?set|priority_queue|variant)\s*<|\((?!\*\)\s*\[|lambda |anonymous|unnamed)/;
/** `std::pair<double &, int>`, `std::vector<std::reference_wrapper<double>>`: the numbers lie elsewhere. */
const HOLDS_REFERENCES = /<[^()]*\w\s*&|\b(?:reference_wrapper|atomic_ref)\s*</;
const TEXTURES = /^(?:texture|surface)$/;
/** Compiler-made records that are templates in name only. */
const NOT_A_TEMPLATE = /\((?:lambda|anonymous|unnamed)/;
const SYSTEM_ALIASES: ReadonlyMap<string, string> = new Map([
  ['float_t', 'float'],
  ['double_t', 'double'],
  ['cufftReal', 'float'],
  ['cufftDoubleReal', 'double'],
]);
const NAME = /(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*/g;
/** `vec4<double>::Type`: a typedef inside an instantiation. */
const MEMBER_OF_TEMPLATE = /(?:\btypename\s+)?(?:::)?((?:\w+::)*\w+<[^<>]*>(?:::\w+)+)/g;
const INTEGER =
  /^(?:const |volatile )*(?:unsigned |signed )?(?:bool|_Bool|char|short|int|long|long long|unsigned|size_t|__size_t|ssize_t|ptrdiff_t|u?int(?:8|16|32|64)_t|__int128)(?: int)?$/;

export class TypeReader {
  private readonly aliases = new Map<string, string | null>();
  private readonly userTemplates = new Set<string>();
  private readonly userContainers = new Set<string>();
  private readonly facts = new Map<string, TypeFacts>();
  readonly ofExpressions = new TypesOfExpressions();

  /** Registers `typedef underlying name`; a name given two meanings in different scopes has none here. */
  addAlias(name: string, underlying: TypeName): void {
    const meaning = this.spellingOf(underlying);
    for (const spelling of new Set([name.replace(/\s+/g, ''), name.split('::').at(-1)!])) {
      const known = this.aliases.get(spelling);
      if (known === undefined) this.aliases.set(spelling, meaning);
      else if (known !== null && this.expand(known) !== this.expand(meaning)) this.aliases.set(spelling, null);
    }
    this.facts.clear();
  }

  addUserTemplate(name: string): void {
    this.userTemplates.add(name);
  }

  /** A class template of the user's that only holds elements of its type parameter, as a library's container does. */
  addUserContainer(name: string): void {
    this.userContainers.add(name);
    this.facts.clear();
  }

  isUserContainer(name: string): boolean {
    return this.userContainers.has(name);
  }

  read(type: TypeName | undefined): TypeFacts {
    if (!type) return NOTHING;
    const spelling = this.spellingOf(type);
    let facts = this.facts.get(spelling);
    if (!facts) {
      facts = this.examine(this.expand(spelling));
      this.facts.set(spelling, facts);
    }
    return facts;
  }

  /** What a type stands for; the vectors by a name of complex numbers are complex numbers. */
  private spellingOf({ desugaredQualType, qualType }: TypeName): string {
    if (desugaredQualType === undefined || !/\b(?:float|double)2\b/.test(desugaredQualType))
      return desugaredQualType ?? qualType;
    const words = this.expand(qualType).match(/[A-Za-z_]\w*/g) ?? [];
    return words.some((word) => COMPLEX.test(word)) ? qualType : desugaredQualType;
  }

  expand(spelling: string, depth = 0): string {
    if (depth > 12) return spelling;
    const expanded = this.ofExpressions.expand(spelling).replace(NAME, (name) => {
      const meaning = this.aliases.get(name) ?? SYSTEM_ALIASES.get(name);
      return meaning && meaning !== name ? this.expand(meaning, depth + 1) : name;
    });
    if (!expanded.includes('>::')) return expanded;
    return expanded.replace(MEMBER_OF_TEMPLATE, (whole, name: string) => {
      const meaning = this.aliases.get(name.replace(/\s+/g, ''));
      return meaning ? this.expand(meaning, depth + 1) : whole;
    });
  }

  private examine(type: string): TypeFacts {
    const outer = outsideTemplates(type).replace(NEEDLESS_PARENTHESES, '$1');
    const isFunction = /\((?!\*+(?:const|__restrict|\s)*\)\s*\[|&\)\s*\[|lambda |anonymous|unnamed)/.test(outer);
    const isReference = /&/.test(outer);
    const isArray = /\[/.test(outer);
    const isPointer = /\*/.test(outer);
    const base = outer
      .replace(/\[[^\]]*\]/g, ' ')
      .replace(/[*&()]/g, ' ')
      .replace(/\b(?:const|volatile|__restrict__|__restrict|restrict|struct|class|union|enum|typename)\b/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const common = {
      isPointer,
      pointerLevels: outer.split('*').length - 1,
      isReference,
      isConst: /^\s*const\b|\bconst$/.test(outer.trim()),
      isVolatile: /\bvolatile\b/.test(outer),
      isFunction,
      isArray: /\]$/.test(outer.trim()) && !/\([*&]/.test(outer),
      isVector: false,
      elements: isArray ? productOfBounds(outer) : null,
      isUntypedPointer: (isPointer || isArray) && !isFunction && BYTES.test(base),
      isIntegerPointer: (isPointer || isArray) && !isFunction && INTEGER.test(base) && !BYTES.test(base),
      isInteger: !isPointer && !isArray && !isFunction && INTEGER.test(outer.replace(/[&]/g, '').trim()),
    };
    const shapeOf = (element: SiteShape): SiteShape =>
      isPointer ? 'pointer' : isArray ? 'array' : isReference ? 'reference' : element;
    const none: TypeFacts = { ...common, format: null, trouble: null, shape: 'scalar', record: null };
    if (isFunction) return none;
    if (/\blong double\b/.test(base)) return { ...none, trouble: 'long-double', shape: shapeOf('scalar') };
    if (base.split(' ').some((word) => COMPLEX.test(word)))
      return { ...none, trouble: 'library-arithmetic', shape: shapeOf('container') };
    const scalar = SCALARS.get(base);
    if (scalar) return { ...none, format: scalar, shape: shapeOf('scalar') };
    const vector = VECTOR.exec(base);
    if (vector)
      return {
        ...none,
        isVector: true,
        format: vector[1] === 'double' ? 'fp64' : vector[1] === 'float' ? 'fp32' : vector[2] ? 'fp16' : 'bf16',
        shape: shapeOf('vector'),
      };
    const template = /<(.*)>/s.exec(type);
    if (template && /</.test(type)) return this.examineTemplate(type, template[1]!, none, shapeOf);
    return { ...none, record: common.isInteger ? null : (placeOfUnnamed(type) ?? base) };
  }

  /** True for vectors of numbers that have no counterpart of halves: `float4 *`, `std::vector<double3>`. */
  namesVectors(type: TypeName | undefined): boolean {
    const words = this.expand(type?.desugaredQualType ?? type?.qualType ?? '').match(/[A-Za-z_]\w*/g) ?? [];
    return words.some((word) => VECTOR.exec(word)?.[1] !== undefined);
  }

  private examineTemplate(
    type: string,
    argumentsText: string,
    none: TypeFacts,
    shapeOf: (element: SiteShape) => SiteShape,
  ): TypeFacts {
    const name = /((?:::)?[A-Za-z_][\w:]*)\s*</.exec(type)?.[1] ?? '';
    const short = name.split('::').at(-1)!;
    const isUserContainer = this.userContainers.has(short);
    const isUsers = this.userTemplates.has(short) && !isUserContainer;
    const record = placeOfUnnamed(type) ?? nameOfInstance(type);
    if (isUsers || NOT_A_TEMPLATE.test(type)) return { ...none, record };
    const formats = new Set<Format>();
    for (const word of argumentsText.match(/[A-Za-z_]\w*/g) ?? []) {
      const vector = VECTOR.exec(word);
      const format =
        SCALARS.get(word) ??
        (vector ? (vector[1] === 'float' ? 'fp32' : vector[1] === 'double' ? 'fp64' : 'fp16') : undefined);
      if (format) formats.add(format);
    }
    if (formats.size === 0) return { ...none, record };
    const shape = shapeOf('container');
    if (/\blong double\b/.test(argumentsText)) return { ...none, shape, trouble: 'long-double' };
    if (formats.size > 1) return { ...none, shape, trouble: 'several-formats' };
    if (TEXTURES.test(short)) return { ...none, shape, format: [...formats][0]!, trouble: 'texture' };
    if (HOLDS_REFERENCES.test(type)) return { ...none, shape, trouble: 'referred-to' };
    const isHidden = !CONTAINERS.has(short) && !isUserContainer;
    if (isHidden || HIDDEN_IN_CONTAINER.test(argumentsText)) return { ...none, shape, trouble: 'library-arithmetic' };
    return { ...none, format: [...formats][0]!, shape };
  }
}

/** `double (*)` is `double *`; the parentheses of `double (*)[8]` and `double (*)(int)` mean something. */
const NEEDLESS_PARENTHESES = /\((\s*[*&][^()]*)\)(?!\s*[[(])/g;

const NOTHING: TypeFacts = {
  format: null,
  trouble: null,
  shape: 'scalar',
  isArray: false,
  isVector: false,
  elements: null,
  isUntypedPointer: false,
  isPointer: false,
  pointerLevels: 0,
  isReference: false,
  isConst: false,
  isVolatile: false,
  isInteger: false,
  isIntegerPointer: false,
  isFunction: false,
  record: null,
};

/** True for a type whose value is one floating number (not memory that holds some). */
export function isScalarValue(facts: TypeFacts): boolean {
  return facts.format !== null && (facts.shape === 'scalar' || (facts.shape === 'reference' && !facts.isPointer));
}

function outsideTemplates(type: string): string {
  let depth = 0;
  let kept = '';
  for (const character of type) {
    if (character === '<') depth++;
    if (depth === 0) kept += character;
    if (character === '>') depth--;
  }
  return kept;
}

/** What `record` says of one without a name. */
export function isUnnamed(record: string): boolean {
  return record.startsWith('at ');
}

/** Where a record without a name is declared: `struct (unnamed at file.c:3:7) *`. */
function placeOfUnnamed(type: string): string | null {
  return /\((?:unnamed|anonymous)[^)]* (at [^)]*:\d+:\d+)\)/.exec(type)?.[1] ?? null;
}

/** `View<const double>` in `const View<const double> *`: what it is made of stays with its name. */
function nameOfInstance(type: string): string {
  const [open, close] = [type.indexOf('<'), type.lastIndexOf('>') + 1];
  const around = (text: string) => text.replace(/\b(?:const|volatile|struct|class)\b|[*&]|\[[^\]]*\]$/g, '').trim();
  return `${around(type.slice(0, open))}${type.slice(open, close)}${around(type.slice(close))}`;
}

function productOfBounds(type: string): number | null {
  const bounds = [...type.matchAll(/\[(\d*)\]/g)].map((match) => match[1]!);
  return bounds.every((bound) => bound !== '') ? bounds.reduce((product, bound) => product * Number(bound), 1) : null;
}
