import { closingBracket } from '../support/closing-bracket.js';

/** A kernel as it stands in a source: where its parts are, and the types that a template leaves open. */
export interface KernelText {
  readonly start: number;
  readonly nameAt: number;
  readonly open: number;
  readonly close: number;
  /** Names of a template's types; null where it has other parameters than types, none where it is no template. */
  readonly types: readonly string[] | null;
}

/** `code` has neither comments nor strings. Null where it has no such kernel. */
export function findKernel(code: string, name: string): KernelText | null {
  const heads = new RegExp(String.raw`__global__(?:[^;{}()]|__launch_bounds__\s*\([^)]*\))*?\b(${name})\s*\(`, 'g');
  for (const match of code.matchAll(heads)) {
    const nameAt = match.index + match[0].lastIndexOf(name);
    const parametersEnd = closing(code, code.indexOf('(', nameAt));
    const open = code.slice(parametersEnd + 1).search(/\S/) + parametersEnd + 1;
    if (code[open] !== '{') continue;
    const types = typesOf(code.slice(0, match.index));
    return { start: match.index, nameAt, open, close: closing(code, open), types };
  }
  return null;
}

function typesOf(before: string): readonly string[] | null {
  const head = /template\s*<([^;{}]*)>\s*(?:static\s+|inline\s+)*$/.exec(before);
  if (!head) return [];
  const types = head[1]!.split(',').map((one) => /^\s*(?:class|typename)\s+(\w+)\s*(?:=[\s\S]*)?$/.exec(one)?.[1]);
  return types.every((one) => one !== undefined) ? (types as string[]) : null;
}

/** The bracket that closes the one at `open`; the end of the code where none does. */
export function closing(code: string, open: number): number {
  return closingBracket(code, open) ?? code.length;
}
