/**
 * Marks the inputs in a CUDA program's text: host memory that is copied to the device, and managed memory (managed-inputs.ts). A macro before
 * each such copy perturbs the numbers, on request, the first time that the memory is copied (runtime/mantissa/found-inputs.h); memory that
 * received results is excluded. In all other builds the macros are empty, so that the program has the same sites as without them.
 */
import path from 'node:path';
import { calleeName } from '../frontend/ast/callee.js';
import { isAssignment } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind, type TypeName } from '../frontend/ast/node.js';
import { callArguments } from '../frontend/lexical/call-arguments.js';
import { beforeVoidCast } from '../frontend/lower/calls/untyped-pointers.js';
import { memoryCall } from '../program/library/library.js';
import { endOfIncludes } from './added-lines.js';
import {
  elementSize,
  FROM_SYSTEM_MACRO,
  isConstant,
  type Numbers,
  numbersBehind,
  type Reach,
  rowsOf,
  withElements,
} from './copied-memory.js';
import { argumentOf, type DeviceCopy, directionOf, findCopies } from './copies-to-device.js';
import { markManaged } from './managed-inputs.js';
import type { SourceEdits } from './source-edits.js';
import { insertBefore } from './statements.js';

export interface CopiedInputs {
  /** The marked inputs, as named in the text. */
  readonly perturbed: readonly string[];
  /** Data that reaches the device without being perturbed, with place and reason. */
  readonly notPerturbed: readonly string[];
}

/** Macro uses around places to mark are reported to `edits`, to be expanded first. Text that comes from a macro even then stays unmarked. */
export function moveCopiedInputs(
  edits: SourceEdits,
  text: 'as-written' | 'expanded' = 'as-written',
  reach: Reach = 'records',
): CopiedInputs {
  const isLast = text === 'expanded';
  const perturbed = new Set<string>();
  const notPerturbed = new Set<string>();
  for (const copy of findCopies(edits)) {
    const [{ call, statement, scope }] = copy.occurrences;
    const found = marking(edits, copy, isLast, reach);
    if (found === null) continue;
    const isOfC = scope.unit.language === 'c';
    const fault = isOfC ? 'it is in a C source file' : found.fault;
    if (found.kind === 'input' && fault !== null)
      notPerturbed.add(`${found.name} (${placeText(edits, call)}): ${fault}`);
    if (isOfC) continue;
    if (found.statement !== null && !insertBefore(edits, statement, found.statement)) continue;
    if (found.kind === 'input' && (fault === null || found.statement !== null)) perturbed.add(found.name);
  }
  for (const text of unknownCopies(edits)) notPerturbed.add(text);
  const managed = markManaged(edits, (call) => placeText(edits, call), isLast, reach);
  for (const name of managed.perturbed) perturbed.add(name);
  for (const text of managed.notPerturbed) notPerturbed.add(text);
  if (perturbed.size > 0) includeHeader(edits);
  return { perturbed: [...perturbed], notPerturbed: [...notPerturbed] };
}

function placeText({ syntax }: SourceEdits, call: AstNode): string {
  const range = syntax.places.ofNode(call)?.range;
  if (!range) return 'elsewhere';
  const { absolutePath, source } = syntax.places.files[range.file]!;
  return `${path.relative(syntax.program.root, absolutePath)}:${source.position(range.begin).line}`;
}

interface Marking {
  readonly kind: 'input' | 'result';
  readonly name: string;
  /** Null if no statement can be written, or not yet. */
  readonly statement: string | null;
  /** The reason if numbers of it are not perturbed. */
  readonly fault: string | null;
}

/** Null for a copy that brings nothing to the device, or no floating-point numbers. */
function marking(edits: SourceEdits, found: DeviceCopy, isLast: boolean, reach: Reach): Marking | null {
  const { copy, occurrences } = found;
  const [{ call, scope }] = occurrences;
  const direction = directionOf(copy, call);
  if (direction === 'device-to-device' || direction === 'host-to-host') return null;
  const texts = argumentTexts(edits, call);
  if (direction === 'device-to-host') return resultOf(edits, found, texts);
  const input = (statement: string | null, fault: string | null): Marking => ({
    ...{ kind: 'input', name: nameOf(edits, found), statement, fault },
  });
  const numbers = numbersOf(found, reach);
  if (numbers === null || (numbers.parts.length === 0 && numbers.left === null)) return null;
  if (direction === 'default') return input(null, 'the direction of cudaMemcpyDefault is unknown');
  if (numbers.parts.length === 0) return input(null, numbers.left);
  const source = argumentOf(call, copy.source)!;
  const pointer = beforeVoidCast(scope, source);
  const given = edits.ownText(pointer);
  if (isConstant(pointer)) return input(null, 'it is declared const');
  if ([source, argumentOf(call, copy.counts?.[0])].some((one) => one && hasSideEffects(one)))
    return input(null, 'its arguments have side effects');
  if (texts === null || given === null) {
    for (const use of edits.syntax.places.macroUses(call)) edits.expandUse(use);
    return input(null, isLast ? FROM_SYSTEM_MACRO : null);
  }
  const written = statementFor(found, texts, given, withElements(pointer), numbers);
  if (written === null) return input(null, 'its byte count uses the size of another type');
  if (direction === 'host-to-device') return input(written, numbers.left);
  const kind = texts[typeof copy.direction === 'number' ? copy.direction : copy.optionalKind!]!;
  const back = resultOf(edits, found, texts)?.statement ?? '';
  const either = `if ((${kind}) == cudaMemcpyHostToDevice) { ${written} } else if ((${kind}) == cudaMemcpyDeviceToHost) { ${back} }`;
  return input(either, numbers.left);
}

/** The text of a call's arguments; null if a macro contains part of it. */
function argumentTexts(edits: SourceEdits, call: AstNode): string[] | null {
  const written = edits.ownText(call);
  return (written && callArguments(written)?.map(({ begin, end }) => written.slice(begin, end))) || null;
}

function resultOf(
  edits: SourceEdits,
  { copy, occurrences }: DeviceCopy,
  texts: readonly string[] | null,
): Marking | null {
  const [{ scope, call }] = occurrences;
  const node = argumentOf(call, copy.destination);
  const to = node && texts ? edits.ownText(beforeVoidCast(scope, node)) : null;
  if (!node || to === null) return null;
  const count = copy.counts?.[0];
  const bytes = argumentOf(call, count);
  const pointer = withElements(beforeVoidCast(scope, node));
  const isTyped = !scope.types.read(pointer).isUntypedPointer && copy.rows === undefined && rowsOf(pointer) === 0;
  const size = bytes && isTyped ? elementSize(scope, bytes, texts![count!]!, pointer, to) : null;
  const statement =
    size === null
      ? `MANTISSA_RESULT_AT(${to});`
      : `MANTISSA_RESULT(${to}, mantissa_numbers(${texts![count!]}, ${size}));`;
  return { kind: 'result', name: to, statement, fault: null };
}

interface CopiedNumbers {
  readonly parts: readonly string[];
  readonly left: string | null;
  /** Some instantiations of the text copy floating-point numbers and some integers: the compiler decides. */
  readonly isMixed: boolean;
}

function numbersOf({ copy, occurrences }: DeviceCopy, reach: Reach): CopiedNumbers | null {
  const each = occurrences.flatMap(({ scope, call }) => {
    const source = argumentOf(call, copy.source);
    return source ? [numbersBehind(scope, withElements(beforeVoidCast(scope, source)), reach)] : [];
  });
  const [first] = each;
  if (!first) return null;
  const left = each.find((one) => one.left !== null)?.left ?? null;
  const kinds = new Set(each.map(({ parts }) => parts.join(' ')));
  const some = each.filter(({ parts }) => parts.length > 0);
  if (kinds.size === 1) return { parts: first.parts, left, isMixed: some.length < each.length };
  const isPlain = ({ parts }: Numbers): boolean => parts.length === 1 && parts[0] === '';
  if (some.every(isPlain)) return { parts: [''], left, isMixed: true };
  if (some.some(isPlain))
    return { parts: [''], left: 'records that the same text copies are not perturbed', isMixed: true };
  return { parts: [], left: 'the same text copies several kinds of records', isMixed: false };
}

function statementFor(
  { copy, occurrences }: DeviceCopy,
  texts: readonly string[],
  given: string,
  type: TypeName,
  { parts, isMixed }: CopiedNumbers,
): string | null {
  const [{ scope, call }] = occurrences;
  const { counts = [], rows, symbol } = copy;
  const from = rowsOf(type) > 0 ? `&(${given})${'[0]'.repeat(rowsOf(type) + 1)}` : given;
  /** The number of elements in the byte count of an argument. */
  const countIn = (position: number | undefined): string | null => {
    const node = argumentOf(call, position);
    const size = node ? elementSize(scope, node, texts[position!]!, type, from) : null;
    return size === null ? null : `mantissa_numbers(${texts[position!]}, ${size})`;
  };
  const [apart, wide] = rows === undefined ? [undefined, countIn(counts[0])] : [countIn(counts[1]), countIn(counts[2])];
  if (wide === null || apart === null) return null;
  const inRows = apart === undefined ? null : `${apart}, ${wide}, ${texts[rows!]}`;
  const count = inRows === null ? wide : `mantissa_in_rows(${inRows})`;
  const to = symbol === undefined ? (texts[copy.destination ?? -1] ?? '0') : `"${canonicalPath(texts[symbol]!)}"`;
  const name = canonicalPath(given);
  const moves = parts.map((part) => {
    const named = `"${name}${part.replace(/\[\d+\]/g, '')}", (${from})[mantissa_at]${part}`;
    if (inRows !== null) return `MANTISSA_MOVE_ROWS(${named}, ${inRows});`;
    return `${isMixed ? 'MANTISSA_MOVE_NUMBERS' : 'MANTISSA_MOVE'}(${named}, ${count});`;
  });
  return `if (MANTISSA_FIRST(${from}, ${to}, ${count})) { ${moves.join(' ')} MANTISSA_MOVED(${from}, ${count}); }`;
}

/** The name shown to users, which also identifies the input. */
export function canonicalPath(from: string): string {
  return from
    .replace(/\s+/g, ' ')
    .replace(/["\\]/g, "'")
    .replace(/^&|\(\s*(?:const\s+)?(?:void|char)\s*\*\s*\)|(?:\.|->)data\(\)$/g, '')
    .trim();
}

/** The copied expression, or the name of the call if its text has none. */
function nameOf(edits: SourceEdits, { name, copy, occurrences: [{ call }] }: DeviceCopy): string {
  const source = argumentOf(call, copy.source);
  const text = source && edits.ownText(source);
  return text ? canonicalPath(text) : name;
}

/** True if evaluating an expression again would have side effects. */
export function hasSideEffects(node: AstNode): boolean {
  return isAssignment(node) || mayAct(node) || children(node).some(hasSideEffects);
}

/** Copies to the device by functions that are not known here. */
function unknownCopies(edits: SourceEdits): string[] {
  const found = new Set<string>();
  for (const node of edits.nodes()) {
    if (node.kind !== 'CallExpr') continue;
    const name = calleeName(node);
    const isCopy =
      /^cu(?:da)?Memcpy(?!.*(?:DtoH|AtoH|FromSymbol|FromArray|Peer))/.test(name) && memoryCall(name) === null;
    if (isCopy) found.add(`${name} (${placeText(edits, node)}): data that this function copies cannot be perturbed`);
    if (name === 'cudaHostGetDevicePointer')
      found.add(`${name} (${placeText(edits, node)}): host memory that the device reads directly`);
  }
  for (const { absolutePath, source } of edits.syntax.places.files)
    for (const { begin } of source.tokens.list.filter(({ text }) => text === '__managed__'))
      found.add(
        `__managed__ (${path.relative(edits.syntax.program.root, absolutePath)}:${source.position(begin).line}): managed variables are not perturbed`,
      );
  return [...found];
}

/**
 * Includes the header in each unit with marks: behind its includes, and behind a declaration, so that precompiled includes remain usable; or
 * before all includes if a header has marks.
 */
function includeHeader(edits: SourceEdits): void {
  const { files } = edits.syntax.places;
  const marked = new Set(
    files.flatMap(({ absolutePath, source }, file) => (edits.apply(file) === source.text ? [] : [absolutePath])),
  );
  for (const { unit, userFiles } of edits.syntax.scopes) {
    const file = files.findIndex(({ absolutePath }) => absolutePath === unit.file);
    const read = userFiles.filter((one) => marked.has(one));
    if (file < 0 || read.length === 0 || unit.language === 'c') continue;
    const isInHeader = read.some((one) => one !== unit.file);
    const at = isInHeader ? 0 : endOfIncludes(files[file]!.source.tokens);
    edits.insert(file, at, 'found-inputs', '\nstruct mantissa_inputs;\n#include <found-inputs.h>\n');
  }
}

const mayAct = ofKind('CXXNewExpr', 'LambdaExpr', 'StmtExpr');
