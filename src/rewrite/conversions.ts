/**
 * What is written where a number of one format is wanted in another: the one table of conversions. C and C++ convert between float and
 * double on their own, in either direction; CUDA's classes convert to float alone, halves by themselves and storage formats where it is written,
 * and a number of several parts converts only to a wider one.
 */
import type { Language } from '../frontend/project/project.js';
import { type Format, isClass, isHalf, isStorageOnly, isSummed, isWider } from '../numerics/format.js';
import type { ValueFormat } from '../space/resolve.js';

/** Where the number stands, and thus who converts it if nobody says how. */
export type Position =
  /** Of an operator, which converts its narrower operand. */
  | 'operand'
  /** Of an operation that the configuration gives a format. */
  | 'configured operand'
  /** What an assignment, an initialiser, a parameter or a return converts. */
  | 'store'
  /** An initialiser in braces, which do not narrow in C++. */
  | 'braces'
  /** An argument whose type chooses what is called. */
  | 'choice'
  /** What must have the type that the source gives it. */
  | 'as declared'
  /** An argument of a library's function, or one of those that `...` stands for. */
  | 'library argument'
  | 'unnamed argument'
  /** No class becomes one: the double nearest to it does. */
  | 'long double'
  /** An operand of an atomic function: its type says which of them it is. */
  | 'atomic'
  /** An operand of a function of floats that stands in for one of halves: rounded to the half first, where it is none. */
  | 'half function'
  /** An argument by whose type an overload is chosen: the one of the source, or one of another format. */
  | 'overload'
  | 'other overload'
  /** An argument of a function of numbers of several parts, all of which are of its format. */
  | 'wide function'
  /** An arm of `?:`, where one of the two has the format of the choice, and where none has. */
  | 'arm'
  | 'deciding arm'
  /** The target of `x += e`, read for an operation of another format, which the language or the configuration chose. */
  | 'updated'
  | 'updated as configured'
  /** What such an update has computed. */
  | 'update result';

export interface Number extends ValueFormat {
  /** A literal, perhaps with its sign; an exact one is the same number in every format. */
  readonly constant: 'exact' | 'literal' | null;
}

/** Nothing; a literal in the other format; a literal of a class that nothing else says; casts, the outermost first. */
export type Conversion = 'none' | 'literal' | 'class' | readonly Format[];

export function conversion(has: Number, wants: Format, position: Position, language: Language): Conversion {
  const { format, adapts } = has;
  switch (position) {
    case 'operand':
      if (adapts) return 'literal';
      if (format === null || format === wants) return 'none';
      if (isSummed(format) && isWider(format, wants)) return [wants];
      return isClass(format) ? ['fp32'] : 'none';
    case 'configured operand':
      if (adapts) return 'literal';
      return format === null || format === wants ? 'none' : [wants];
    case 'store':
      return stored(has, wants);
    case 'braces': {
      const written = stored(has, wants);
      // they let a constant become narrower, and nothing that is computed
      const narrows = format !== null && isWider(format, wants) && has.constant === null;
      return written === 'none' && narrows && !isSummed(format) && language !== 'c' ? [wants] : written;
    }
    case 'choice':
      if (format === wants && !(adapts && isSummed(wants))) return 'none';
      if (adapts && wants === 'fp32') return 'literal';
      return adapts && isSummed(wants) ? 'class' : throughFloat(format, wants);
    case 'as declared':
      if (adapts || format === wants) return 'none';
      return wants === 'fp64' ? throughFloat(format, wants) : [wants];
    case 'library argument':
    case 'unnamed argument':
      if (format === wants) return 'none';
      if (isSummed(format) || isHalf(wants)) return [wants];
      return isClass(format) ? ['fp32'] : 'none';
    case 'long double':
      return isSummed(format) ? ['fp64'] : 'none';
    case 'atomic':
      if (adapts) return isHalf(wants) ? [wants] : 'literal';
      return format === wants ? 'none' : [wants];
    case 'half function':
      if (adapts && has.constant === 'exact') return 'none';
      return adapts || format !== wants ? ['fp32', wants] : ['fp32'];
    case 'overload':
      return adapts || format === null || format === wants ? 'none' : [wants];
    case 'other overload':
      return format === wants ? 'none' : [wants];
    case 'wide function':
      return adapts || format === wants ? 'none' : throughFloat(format, wants);
    case 'arm':
    case 'deciding arm':
      if (adapts) return 'literal';
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

function stored({ format, adapts }: ValueFormat, wants: Format): Conversion {
  if (isSummed(wants) && adapts) return 'literal';
  if (isSummed(format) && format !== wants) return isSummed(wants) && isWider(wants, format) ? 'none' : [wants];
  if (isStorageOnly(format) && isClass(wants)) return format === wants ? 'none' : throughFloat(format, wants);
  if (isClass(wants)) return adapts || format !== wants ? [wants] : 'none';
  return isClass(format) ? ['fp32'] : 'none';
}

/** A class of CUDA's converts to float alone. */
function throughFloat(format: Format | null, wants: Format): readonly Format[] {
  return isClass(format) && wants !== 'fp32' ? [wants, 'fp32'] : [wants];
}
