/** What one function of a library does with what it is given. Positions are those of its arguments, from 0. */
import type { OperationKind } from '../program.js';
import type { MemoryCall } from './memory-call.js';

/** What a call does with memory and numbers, where the name alone says it. */
export type Effect =
  /** Allocates, copies, fills or frees memory, or hands it on. */
  | ({ readonly kind: 'memory' } & MemoryCall)
  /** Reads through the pointer given, as `*p` does. */
  | { readonly kind: 'loads'; readonly from: number }
  /** Writes through the pointer given, as `*p = v` does. */
  | { readonly kind: 'stores'; readonly to: number; readonly value: number }
  /** Reads numbers as its format text says, into the arguments behind that. */
  | { readonly kind: 'scans'; readonly format: number }
  /** Writes a number to a variable, by an overload for every format. */
  | { readonly kind: 'parses'; readonly into: number }
  | ({ readonly kind: 'calls-back' } & CallingBack)
  /** Calls its first argument, for some after a policy or a flag, with those that follow. */
  | { readonly kind: 'invokes' }
  /** Reads, changes and writes a number in one step. */
  | { readonly kind: 'atomic' }
  /** The same, in a format that the compiler takes from the pointer: what it is given keeps its format. */
  | { readonly kind: 'keeps' }
  /** Replaces a number and returns the old one. */
  | { readonly kind: 'exchanges'; readonly place: number }
  /** Makes one thing of the bytes of another, whatever either is. */
  | { readonly kind: 'reads-bytes' }
  /** Is one of several functions of C, by the types of its arguments (<tgmath.h>). */
  | { readonly kind: 'type-generic' }
  /** Arithmetic spelt as a call, with the rounding or the format in its name. */
  | { readonly kind: 'operation'; readonly operation: OperationKind }
  /** Asks of what class a number is: what is normal depends on the format. */
  | { readonly kind: 'classifies'; readonly number: number; readonly name: string }
  /** Hands on a number as it is, to another thread or as a component. */
  | { readonly kind: 'moves-numbers' }
  /** Has a twin in every format, and writes its results through pointers. */
  | { readonly kind: 'several-results'; readonly name: string };

export interface CallingBack {
  /** The argument that is called. */
  readonly calls: number;
  /** The arguments that it is called with, in its own order. */
  readonly gives: readonly number[];
  /** The argument that says how many bytes one element has. */
  readonly size?: number;
  /** Two arguments of which one is copied into the other. */
  readonly copies?: readonly [number, number];
  /** The result lies in this argument's memory. */
  readonly returns?: number;
}

/** A math function that exists in several formats: `sqrt` and `sqrtf` are one function in two. */
export interface MathTwin {
  /** The fp64 name. */
  readonly name: string;
  readonly operands: 1 | 2 | 3;
  /** C++ has it with another operand, too. */
  readonly takesOneMore: boolean;
  /** Returns one of its operands, or a number that every format of its operands holds: it rounds nothing. */
  readonly isExact: boolean;
  /** Its result has one right answer: it does not matter who computes it. */
  readonly isCorrectlyRounded: boolean;
  /** Formats of several parts have it too; the others are computed in double alone. */
  readonly isWide: boolean;
  /** Only CUDA declares it. */
  readonly isCudaOnly: boolean;
}

export interface LibraryFunction {
  readonly effect?: Effect;
  readonly twin?: MathTwin;
  /** Its result is one of its arguments. */
  readonly chooses?: true;
  /** Its overloads compute in the format of their arguments (C++), and no twin has another name. */
  readonly overloads?: true;
  /** Writes what it is given as text: how large memory is, is seen there. */
  readonly prints?: true;
  /** `mx_` and `mantissa_` have a variant that prints all digits of a wide format. */
  readonly printsAllDigits?: true;
  /** Its answer depends on how many threads there are, or on which one asks. */
  readonly asksForThreads?: true;
  /** What it is given is no longer read, under whatever type. */
  readonly frees?: true;
  /** Takes a kernel or a function by name, and does not call it. */
  readonly namesFunctionOnly?: true;
  /** Gives a kernel what stands in an array of untyped addresses, or hands its arguments on. */
  readonly launches?: true;
  /** Computes in the type of the elements that it is given. */
  readonly computesInElements?: true;
  /** Makes a vector of so many scalars. */
  readonly vectorLanes?: number;
  /** Holds what it is given: of the first type in angle brackets; 'values': without those, of the types that its arguments have. */
  readonly makes?: 'values' | 'type';
  /** Constructs an element of what it is given, by a constructor that their types choose. */
  readonly constructs?: true;
  /** Refers to its arguments, which are written when somebody assigns to what it made. */
  readonly ties?: true;
  /** Reads, compares or moves what is there, and makes no numbers of it. */
  readonly leavesValues?: true;
  /** Reads the range that its first two arguments are the ends of, behind a policy at most. */
  readonly readsRange?: true;
  /** Reads part of what it is given, and changes nothing. */
  readonly onlyReads?: true;
  /** Rows lie apart by a number of bytes that CUDA chooses. */
  readonly isPitched?: true;
}

/** Each of the names, with the same facts. */
export function named(names: string, facts: LibraryFunction): [string, LibraryFunction][] {
  return names.split(/\s+/).map((name) => [name, facts]);
}

/** Every name of a family: the parts in turn, each `a|b|c`. */
export function family(...parts: string[]): string {
  return parts
    .map((part) => part.split('|'))
    .reduce((heads, tails) => heads.flatMap((head) => tails.map((tail) => head + tail)))
    .join(' ');
}
