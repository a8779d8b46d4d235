/** What is read of a module of textual LLVM IR: functions of blocks of instructions, and the metadata that leads back to the source. */
export interface IrModule {
  readonly functions: readonly IrFunction[];
  /** `%struct.pixel` → the types of its members. */
  readonly records: ReadonlyMap<string, readonly string[]>;
  readonly metadata: ReadonlyMap<number, Metadata>;
}

export interface IrFunction {
  /** As the linker knows it. */
  readonly symbol: string;
  /** Of its DISubprogram; null without one. */
  readonly debug: number | null;
  readonly parameters: readonly IrParameter[];
  readonly blocks: readonly IrBlock[];
}

export interface IrBlock {
  readonly label: string;
  readonly instructions: readonly Instruction[];
}

export interface IrParameter extends TypedValue {
  /** Declared `restrict`: what is reached by it is reached by nothing else. */
  readonly isRestrict: boolean;
}

/** `float %x`: how LLVM writes every operand. */
export interface TypedValue {
  readonly type: string;
  /** `%name`, a constant, `poison`. */
  readonly value: string;
}

export interface Instruction {
  /** `%name`; null for stores and branches. */
  readonly result: string | null;
  readonly opcode: string;
  /** Of the result where it has one; for conversions what is converted to. */
  readonly type: string;
  readonly operands: readonly TypedValue[];
  /** The predicate of a comparison, the called function, the blocks of a phi or a branch, the source type of an address. */
  readonly extra: readonly string[];
  /** Number of its DILocation; null where it has none. */
  readonly debug: number | null;
  /** A debug record instead of an instruction: the variable whose value this is. */
  readonly variable: number | null;
  readonly text: string;
}

/** `!DILocation(line: 14, column: 25, scope: !33)`: a kind and fields as they are written. */
export interface Metadata {
  readonly kind: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** The number behind `!33`; null for anything else. */
export function reference(text: string | undefined): number | null {
  const match = /^!(\d+)$/.exec(text ?? '');
  return match ? Number(match[1]) : null;
}
