/** The effect of one library function on its arguments, which are numbered from 0. */
import type { OperationKind } from '../program.js';
import type { MemoryCall } from './memory-call.js';

/** The effect of a call on memory and numbers, as far as the name determines it. */
export type Effect =
  /** Allocates, copies, fills or frees memory, or returns one of its arguments. */
  | ({ readonly kind: 'memory' } & MemoryCall)
  /** Reads through a pointer, as `*p` does. */
  | { readonly kind: 'loads'; readonly from: number }
  /** Writes through a pointer, as `*p = v` does. */
  | { readonly kind: 'stores'; readonly to: number; readonly value: number }
  /** Reads numbers according to a format string into the arguments after it. */
  | { readonly kind: 'scans'; readonly format: number }
  /** Writes a number to a variable; an overload exists for every format. */
  | { readonly kind: 'parses'; readonly into: number }
  | ({ readonly kind: 'calls-back' } & CallbackFacts)
  /** Calls its first argument with those that follow; some take a policy or a flag first. */
  | { readonly kind: 'invokes' }
  /** An atomic read-modify-write of a number. */
  | { readonly kind: 'atomic' }
  /** An atomic whose format follows from the pointer type: the arguments keep their format. */
  | { readonly kind: 'keeps' }
  /** Replaces a number and returns the old value. */
  | { readonly kind: 'exchanges'; readonly place: number }
  /** Reinterprets the bytes of one object as another. */
  | { readonly kind: 'reads-bytes' }
  /** Selects one of several C functions by the types of its arguments (<tgmath.h>). */
  | { readonly kind: 'type-generic' }
  /** Arithmetic written as a call, with the rounding mode or the format in the name. */
  | { readonly kind: 'operation'; readonly operation: OperationKind }
  /** Classifies a number; whether it is normal depends on the format. */
  | { readonly kind: 'classifies'; readonly number: number; readonly name: string }
  /** Moves a number unchanged, to another thread or into a vector component. */
  | { readonly kind: 'moves-numbers' }
  /** Exists in every format and writes its results through pointers. */
  | { readonly kind: 'several-results'; readonly name: string };

export interface CallbackFacts {
  /** The argument that is the called function. */
  readonly calls: number;
  /** The arguments passed to it, in its parameter order. */
  readonly gives: readonly number[];
  /** The argument that is the size of one element in bytes. */
  readonly size?: number;
  /** Two arguments: one is copied into the other. */
  readonly copies?: readonly [number, number];
  /** The argument whose memory contains the result. */
  readonly returns?: number;
}

/** A math function that exists in several formats, such as `sqrt` and `sqrtf`. */
export interface MathTwin {
  /** Its name in fp64. */
  readonly name: string;
  readonly operands: 1 | 2 | 3;
  /** C++ has an overload with one operand more. */
  readonly takesOneMore: boolean;
  /** The result is an operand, or a number that the format of the operands represents exactly: there is no rounding. */
  readonly isExact: boolean;
  /** The result is uniquely defined, so that every implementation computes the same. */
  readonly isCorrectlyRounded: boolean;
  /** Multi-word formats have it too; the other functions are computed in double only. */
  readonly isWide: boolean;
  /** Declared by CUDA only. */
  readonly isCudaOnly: boolean;
}

export interface LibraryFunction {
  readonly effect?: Effect;
  readonly twin?: MathTwin;
  /** The result is one of its arguments. */
  readonly chooses?: true;
  /** In C++ its overloads compute in the format of the arguments, and it has no other name in another format. */
  readonly overloads?: true;
  /** Prints its arguments, so that the size of memory may become visible in the output. */
  readonly prints?: true;
  /** `mx_` and `mantissa_` have a variant that prints all digits of a multi-word format. */
  readonly printsAllDigits?: true;
  /** The result depends on the number of threads or on the calling thread. */
  readonly asksForThreads?: true;
  /** The argument is not read afterwards, under any type. */
  readonly frees?: true;
  /** Takes the name of a kernel or function without calling it. */
  readonly namesFunctionOnly?: true;
  /** Launches a kernel with arguments from an array of untyped addresses, or with its own arguments. */
  readonly launches?: true;
  /** Computes in the type of the elements of its arguments. */
  readonly computesInElements?: true;
  /** Creates a vector with this number of scalar arguments. */
  readonly vectorLanes?: number;
  /** Creates a container: 'type' of the first template argument, 'values' of the types of its arguments. */
  readonly makes?: 'values' | 'type';
  /** Constructs an element from its arguments with a constructor selected by their types. */
  readonly constructs?: true;
  /** Returns references to its arguments, which are written when the result is assigned to. */
  readonly ties?: true;
  /** Reads, compares or moves its arguments and creates no new numbers. */
  readonly leavesValues?: true;
  /** Reads the range between its first two arguments, or the two after an execution policy. */
  readonly readsRange?: true;
  /** Reads part of its arguments and changes nothing. */
  readonly onlyReads?: true;
  /** Rows are separated by a pitch in bytes that CUDA chooses. */
  readonly isPitched?: true;
}

/** Table entries for several names with the same facts. */
export function named(names: string, facts: LibraryFunction): [string, LibraryFunction][] {
  return names.split(/\s+/).map((name) => [name, facts]);
}

/** All names composed of the parts, each of which is a choice `a|b|c`. */
export function family(...parts: string[]): string {
  return parts
    .map((part) => part.split('|'))
    .reduce((heads, tails) => heads.flatMap((head) => tails.map((tail) => head + tail)))
    .join(' ');
}
