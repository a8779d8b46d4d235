/**
 * Where the text declares pointers to functions: each number in what it spells there changes with the functions that such a pointer leads
 * to (pointer-types.ts). A declaration that only names the type has nothing to change.
 */
import type { Range } from '../../../program/place.js';
import { blankComments } from '../../../support/blank-comments.js';
import { closingBracket } from '../../../support/closing-bracket.js';
import { listed } from '../../ast/function-types.js';
import type { AstNode } from '../../ast/node.js';
import type { PointerType } from '../calls/pointer-types.js';
import type { UnitScope } from '../unit-scope.js';

export const DECLARATION = /^(?:Typedef|TypeAlias|Var|Field|ParmVar)Decl$/;

interface Part {
  readonly begin: number;
  readonly end: number;
}

interface Spelt {
  readonly result: Part;
  readonly parameters: readonly Part[];
}

/** False where the text does not show what it must change. */
export function mentionPointerType(scope: UnitScope, node: AstNode, type: PointerType): boolean {
  const { builder } = scope;
  const place = builder.places.ofNode(node);
  if (!place || place.spelling !== null) return false;
  return mentionIn(scope, place.range, type, node.name ?? '');
}

function mentionIn(scope: UnitScope, whole: Range, type: PointerType, name: string): boolean {
  const { builder } = scope;
  const { text: all } = builder.places.files[whole.file]!.source;
  const spelt = readDeclaration(blankComments(all.slice(whole.begin, whole.end)), name);
  if (!spelt || spelt.parameters.length !== type.parameters.length) return false;
  const parts = [
    { part: spelt.result, position: type.result, meaning: type.type.result },
    ...spelt.parameters.map((part, at) => ({
      part,
      position: type.parameters[at]!,
      meaning: type.type.parameters[at]!,
    })),
  ];
  const found = parts.map(({ part, position, meaning }) => {
    const range = { file: whole.file, begin: whole.begin + part.begin, end: whole.begin + part.end };
    return { range, position, meaning };
  });
  if (!found.every(({ range, meaning }) => isShown(scope, range, meaning))) return false;
  for (const { range, position, meaning } of found) {
    builder.pointerTypes.mention(position, range, { range, spelling: null });
    const inner = builder.pointerTypes.of(scope, { qualType: meaning });
    const { text } = builder.places.files[range.file]!.source;
    const isSpelt = text.slice(range.begin, range.end).includes('(');
    if (inner && isSpelt && !mentionIn(scope, range, inner, nameOf(text.slice(range.begin, range.end))))
      builder.pointerTypes.close(inner, `its type is spelt inside another at ${builder.at({ range, spelling: null })}`);
  }
  return true;
}

/** One word of the text names the type of numbers, where there are numbers. */
function isShown(scope: UnitScope, range: Range, meaning: string): boolean {
  const { format, trouble } = scope.types.read({ qualType: meaning });
  if (format === null) return trouble === null;
  const words = scope.builder.places.text(range).match(/[A-Za-z_]\w*/g) ?? [];
  if (words.some((word) => scope.macros.has(word))) return false;
  return words.filter((word) => scope.types.read({ qualType: word }).format === format).length === 1;
}

/** `(*name)(`, `(*const name[4])(`, `(&)(`: what stands around a name between the result and the parameters. */
const DECLARATOR =
  /^\(\s*[*&]+\s*(?:(?:const|volatile|restrict|__restrict|__restrict__)\b\s*)*(?:[A-Za-z_]\w*)?\s*(?:\[[^\]]*\]\s*)*\)\s*\(/;

/** Reads `typedef double (*op)(double x)`, `using op = double (*)(double)`, `double f(double)`. */
function readDeclaration(text: string, name: string): Spelt | null {
  const start = /^\s*using\b[^=]*=/.exec(text)?.[0].length ?? 0;
  const first = text.indexOf('(', start);
  if (first < 0) return null;
  const declarator = DECLARATOR.exec(text.slice(first));
  const named = new RegExp(`\\b${name}\\s*$`).exec(text.slice(start, first));
  if (!declarator && (name === '' || !named) && start === 0) return null;
  const open = declarator ? first + declarator[0].length - 1 : first;
  const close = closingBracket(text, open);
  if (close === null) return null;
  const end = !declarator && named && start === 0 ? start + named.index : first;
  const parts = [];
  let at = open + 1;
  for (const part of listed(text.slice(open + 1, close))) {
    parts.push(trimmed(text, at, at + part.length));
    at += part.length + 1;
  }
  const isEmpty = parts.length === 1 && /^(?:void)?$/.test(text.slice(parts[0]!.begin, parts[0]!.end));
  return { result: trimmed(text, start, end), parameters: isEmpty ? [] : parts };
}

function nameOf(declaration: string): string {
  return /^[^(]*\b([A-Za-z_]\w*)\s*\(/.exec(declaration)?.[1] ?? '';
}

function trimmed(text: string, begin: number, end: number): Part {
  const part = text.slice(begin, end);
  const from = begin + (part.length - part.trimStart().length);
  return { begin: from, end: Math.max(from, begin + part.trimEnd().length) };
}
