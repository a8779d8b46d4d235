/** The parts read from a module of textual LLVM IR: functions, blocks, instructions, and debug metadata. */
export interface IrModule {
  readonly functions: readonly IrFunction[];
  /** `%struct.pixel` → types of its members. */
  readonly records: ReadonlyMap<string, readonly string[]>;
  readonly metadata: ReadonlyMap<number, Metadata>;
}

export interface IrFunction {
  /** Linker name. */
  readonly symbol: string;
  /** Number of its DISubprogram; null without one. */
  readonly debug: number | null;
  readonly parameters: readonly IrParameter[];
  readonly blocks: readonly IrBlock[];
}

export interface IrBlock {
  readonly label: string;
  readonly instructions: readonly Instruction[];
}

export interface IrParameter extends TypedValue {
  /** Declared `restrict`. */
  readonly isRestrict: boolean;
}

/** An operand with its type: `float %x`. */
export interface TypedValue {
  readonly type: string;
  /** `%name`, a constant, `poison`. */
  readonly value: string;
}

export interface Instruction {
  /** `%name`; null for stores and branches. */
  readonly result: string | null;
  readonly opcode: string;
  /** Type of the result; for conversions the target type. */
  readonly type: string;
  readonly operands: readonly TypedValue[];
  /** The predicate of a comparison, the called function, the blocks of a phi or a branch, the source type of an address. */
  readonly extra: readonly string[];
  /** Number of its DILocation; null without one. */
  readonly debug: number | null;
  /** For a debug record: the variable that has this value. */
  readonly variable: number | null;
  readonly text: string;
}

/** Metadata such as `!DILocation(line: 14, column: 25, scope: !33)`: its kind and its fields as text. */
export interface Metadata {
  readonly kind: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** The number of `!33`; null for other text. */
export function reference(text: string | undefined): number | null {
  const match = /^!(\d+)$/.exec(text ?? '');
  return match ? Number(match[1]) : null;
}
