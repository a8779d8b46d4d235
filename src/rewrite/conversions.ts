/**
 * The table of conversions: the text to write if a number of one format is needed in another. C and C++ convert implicitly between float and
 * double in both directions. CUDA's half classes convert implicitly to float only, and its 8-bit storage classes convert to float by a cast only. A
 * multi-part number converts implicitly only to a wider one.
 */
import type { Language } from '../frontend/project/project.js';
import { type Format, isClass, isHalf, isStorageOnly, isSummed, isWider } from '../numerics/format.js';
import type { ValueFormat } from '../space/resolve.js';

/** The context of a number, which determines its implicit conversions. */
export type Position =
  /** An operand of an operator: the language converts the narrower of its two operands. */
  | 'operand'
  /** An operand of an operation whose format the configuration sets. */
  | 'configured operand'
  /** The value of an assignment, an initialiser, an argument or a return. */
  | 'store'
  /** An initialiser in braces, where C++ allows no narrowing. */
  | 'braces'
  /** An argument of a function of the program: its type deduces a template argument or selects the function. */
  | 'choice'
  /** A number whose type must stay that of the original source. */
  | 'as declared'
  /** An argument of a library function, or one passed through `...`. */
  | 'library argument'
  | 'unnamed argument'
  /** A `long double`: no class converts to it, so the nearest double is passed. */
  | 'long double'
  /** An operand of an atomic function: its type chooses the overload. */
  | 'atomic'
  /** An operand of a float function that replaces a half function: first cast to half, unless it is a half already. */
  | 'half function'
  /** An argument whose type must select the library function's overload that the source calls; constants stay. */
  | 'overload'
  /** An argument whose type must select the overload of another format. */
  | 'other overload'
  /** An argument of a function on multi-part numbers, all of which have its format. */
  | 'wide function'
  /** `arm`: an arm of `?:`, at least one of which has the format of the expression. `deciding arm`: neither has, so both are cast. */
  | 'arm'
  | 'deciding arm'
  /** The target of `x += e` if the addition has another format than x: because of the language's rules, or because the configuration sets it. */
  | 'updated'
  | 'updated as configured'
  /** The result of such an update. */
  | 'update result';

export interface WrittenNumber extends ValueFormat {
  /** A literal, perhaps signed; an exact one is the same number in every format. */
  readonly constant: 'exact' | 'literal' | null;
}

/** No conversion; a literal in the other format; a constant written as an object of a class, if no other operand is one; or casts, outermost first. */
export type Conversion = 'none' | 'literal' | 'class' | readonly Format[];

export function conversion(has: WrittenNumber, wants: Format, position: Position, language: Language): Conversion {
  const { format, takesOperandFormat } = has;
  switch (position) {
    case 'operand':
      if (takesOperandFormat) return 'literal';
      if (format === null || format === wants) return 'none';
      if (isSummed(format) && isWider(format, wants)) return [wants];
      return isClass(format) ? ['fp32'] : 'none';
    case 'configured operand':
      if (takesOperandFormat) return 'literal';
      return format === null || format === wants ? 'none' : [wants];
    case 'store':
      return stored(has, wants);
    case 'braces': {
      const written = stored(has, wants);
      // braces let a constant become narrower, but no computed value
      const narrows = format !== null && isWider(format, wants) && has.constant === null;
      return written === 'none' && narrows && !isSummed(format) && language !== 'c' ? [wants] : written;
    }
    case 'choice':
      if (format === wants && !(takesOperandFormat && isSummed(wants))) return 'none';
      if (takesOperandFormat && wants === 'fp32') return 'literal';
      return takesOperandFormat && isSummed(wants) ? 'class' : throughFloat(format, wants);
    case 'as declared':
      if (takesOperandFormat || format === wants) return 'none';
      return wants === 'fp64' ? throughFloat(format, wants) : [wants];
    case 'library argument':
    case 'unnamed argument':
      if (format === wants) return 'none';
      if (isSummed(format) || isHalf(wants)) return [wants];
      return isClass(format) ? ['fp32'] : 'none';
    case 'long double':
      return isSummed(format) ? ['fp64'] : 'none';
    case 'atomic':
      if (takesOperandFormat) return isHalf(wants) ? [wants] : 'literal';
      return format === wants ? 'none' : [wants];
    case 'half function':
      if (takesOperandFormat && has.constant === 'exact') return 'none';
      return takesOperandFormat || format !== wants ? ['fp32', wants] : ['fp32'];
    case 'overload':
      return takesOperandFormat || format === null || format === wants ? 'none' : [wants];
    case 'other overload':
      return format === wants ? 'none' : [wants];
    case 'wide function':
      return takesOperandFormat || format === wants ? 'none' : throughFloat(format, wants);
    case 'arm':
    case 'deciding arm':
      if (takesOperandFormat) return 'literal';
      if (format === null || format === wants) return 'none';
      if (position === 'deciding arm' || isSummed(format) || isSummed(wants)) return throughFloat(format, wants);
      return isClass(format) ? ['fp32'] : 'none';
    case 'updated':
    case 'updated as configured':
      if (isClass(format) && !isHalf(wants)) return ['fp32'];
      if (format === null) return isHalf(wants) ? [wants] : 'none';
      return position === 'updated' || format === wants ? 'none' : [wants];
    case 'update result':
      if (format === wants) return 'none';
      if (isStorageOnly(wants)) return [wants];
      return isHalf(format) ? ['fp32'] : isHalf(wants) ? [wants] : 'none';
  }
}

function stored({ format, takesOperandFormat }: ValueFormat, wants: Format): Conversion {
  if (isSummed(wants) && takesOperandFormat) return 'literal';
  if (isSummed(format) && format !== wants) return isSummed(wants) && isWider(wants, format) ? 'none' : [wants];
  if (isStorageOnly(format) && isClass(wants)) return format === wants ? 'none' : throughFloat(format, wants);
  if (isClass(wants)) return takesOperandFormat || format !== wants ? [wants] : 'none';
  return isClass(format) ? ['fp32'] : 'none';
}

/** A CUDA class converts only to float. */
function throughFloat(format: Format | null, wants: Format): readonly Format[] {
  return isClass(format) && wants !== 'fp32' ? [wants, 'fp32'] : [wants];
}
