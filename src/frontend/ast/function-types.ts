/** Parses the printed type of a function or of a pointer to one: `double (*)(const double *, int)`. */
import { closingBracket } from '../../support/closing-bracket.js';

export interface FunctionType {
  readonly result: string;
  readonly parameters: readonly string[];
  /** Equal for all spellings of a type, for functions and pointers to them. */
  readonly key: string;
  /** `double (*)()`, which declares no parameters in C, or a list that ends in `...`. */
  readonly hasUnknownParameters: boolean;
}

/** Null for any other type, and for a function that returns a pointer to a function. */
export function readFunctionType(type: string): FunctionType | null {
  const text = normalised(type);
  const first = text.indexOf('(');
  const declarator = DECLARATOR.exec(text.slice(first));
  const open = declarator ? first + declarator[0].length - 1 : first;
  const close = closingBracket(text, open);
  if (open <= 0 || close === null || !/^(?:[*&]|\[\d*\]|const)*$/.test(text.slice(close + 1))) return null;
  const result = text.slice(0, first);
  const written = text.slice(open + 1, close);
  const parameters = written === 'void' ? [] : listed(written).map(withoutQualifier);
  return {
    result,
    parameters,
    key: `${result}(${parameters.join(',')})`,
    hasUnknownParameters: written === '' || parameters.includes('...'),
  };
}

/** Whether a type contains this function type: `std::function<double (double)>`. */
export function mentionsFunctionType(type: string, key: string): boolean {
  const list = key.indexOf('(');
  const text = normalised(type);
  return text.includes(key) || text.includes(`${key.slice(0, list)}(*)${key.slice(list)}`);
}

/** The elements of a comma-separated list of types or declarations. */
export function listed(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (/[(<[{]/.test(text[at]!)) depth++;
    else if (/[)>\]}]/.test(text[at]!)) depth--;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return text.trim() === '' ? [] : [...parts, text.slice(from)];
}

/** `(*)(`, `(*const[4])(`, `(&)(`. */
const DECLARATOR = /^\([*&]+(?:const|volatile|[*&])*(?:\[\d*\])*\)\(/;

/** A canonical spelling for types with several names in C, C++ or a system header. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['_Bool', 'bool'],
  ['size_t', 'unsigned long'],
  ['uint64_t', 'unsigned long'],
  ['uintptr_t', 'unsigned long'],
  ['ssize_t', 'long'],
  ['ptrdiff_t', 'long'],
  ['int64_t', 'long'],
  ['intptr_t', 'long'],
  ['int32_t', 'int'],
  ['uint32_t', 'unsigned int'],
  ['int16_t', 'short'],
  ['uint16_t', 'unsigned short'],
  ['int8_t', 'signed char'],
  ['uint8_t', 'unsigned char'],
]);

function normalised(type: string): string {
  return type
    .replace(/\bnoexcept\b(?:\([^)]*\))?/g, '')
    .replace(/\b(?:struct|class|union|enum|restrict|__restrict|__restrict__)\b/g, ' ')
    .replace(/(?:\bstd::)?\b\w+\b/g, (word) => SAME.get(word.replace('std::', '')) ?? word)
    .replace(/\s+/g, ' ')
    .replace(/\s*([*&(),[\]<>])\s*/g, '$1')
    .trim();
}

/** The `const` of a parameter passed by value is not part of the function type. */
function withoutQualifier(parameter: string): string {
  if (/[*&\]]/.test(parameter)) return parameter.replace(/([*&])const$/, '$1');
  return parameter.replace(/^const |\bvolatile /g, '');
}
