/**
 * Marks in a CUDA program's text what it starts from: memory of the host that is copied to the device, and managed memory (managed-inputs.ts). Before
 * each such copy stands what moves its numbers where a run is asked to (runtime/mantissa/found-inputs.h), the first time that memory is
 * copied; memory that results were copied into is none of it. Elsewhere the macros are nothing, so that the program has the sites it has without them.
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
  isConstant,
  type Numbers,
  numbersBehind,
  type Reach,
  rowsOf,
  SPELT_BY_MACRO,
  withElements,
} from './copied-memory.js';
import { argumentOf, type DeviceCopy, directionOf, findCopies } from './copies-to-device.js';
import { markManaged } from './managed-inputs.js';
import type { SourceEdits } from './source-edits.js';
import { insertBefore } from './statements.js';

export interface CopiedInputs {
  /** What was marked, as the text calls it. */
  readonly moved: readonly string[];
  /** What reaches the device and is not moved, with its place and why. */
  readonly passedOver: readonly string[];
}

/** Uses of macros that hold what is to be marked are told to `edits`: they are to be expanded first. What then still comes out of a macro stays as it is. */
export function moveCopiedInputs(
  edits: SourceEdits,
  text: 'as-written' | 'expanded' = 'as-written',
  reach: Reach = 'records',
): CopiedInputs {
  const isLast = text === 'expanded';
  const moved = new Set<string>();
  const passedOver = new Set<string>();
  for (const copy of findCopies(edits)) {
    const [{ call, statement, scope }] = copy.occurrences;
    const found = marking(edits, copy, isLast, reach);
    if (found === null) continue;
    const isOfC = scope.unit.language === 'c';
    const fault = isOfC ? 'it stands in a C source' : found.fault;
    if (found.kind === 'input' && fault !== null) passedOver.add(`${found.name} (${placeText(edits, call)}): ${fault}`);
    if (isOfC) continue;
    if (found.statement !== null && !insertBefore(edits, statement, found.statement)) continue;
    if (found.kind === 'input' && (fault === null || found.statement !== null)) moved.add(found.name);
  }
  for (const text of unknownCopies(edits)) passedOver.add(text);
  const managed = markManaged(edits, (call) => placeText(edits, call), isLast, reach);
  for (const name of managed.moved) moved.add(name);
  for (const text of managed.passedOver) passedOver.add(text);
  if (moved.size > 0) includeHeader(edits);
  return { moved: [...moved], passedOver: [...passedOver] };
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
  /** Null where nothing can be written, or not yet. */
  readonly statement: string | null;
  /** Why numbers of it are not moved. */
  readonly fault: string | null;
}

/** Null for a copy that brings nothing to the device, or no numbers. */
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
  if (direction === 'default') return input(null, 'cudaMemcpyDefault does not say which way it goes');
  if (numbers.parts.length === 0) return input(null, numbers.left);
  const source = argumentOf(call, copy.source)!;
  const pointer = beforeVoidCast(scope, source);
  const given = edits.ownText(pointer);
  if (isConstant(pointer)) return input(null, 'it is declared const');
  if ([source, argumentOf(call, copy.counts?.[0])].some((one) => one && changesSomething(one)))
    return input(null, 'its arguments change something when they are computed');
  if (texts === null || given === null) {
    for (const use of edits.syntax.places.macroUses(call)) edits.expandUse(use);
    return input(null, isLast ? SPELT_BY_MACRO : null);
  }
  const written = statementFor(found, texts, given, withElements(pointer), numbers);
  if (written === null) return input(null, 'its bytes are counted in sizes of something else');
  if (direction === 'host-to-device') return input(written, numbers.left);
  const kind = texts[typeof copy.direction === 'number' ? copy.direction : copy.optionalKind!]!;
  const back = resultOf(edits, found, texts)?.statement ?? '';
  const either = `if ((${kind}) == cudaMemcpyHostToDevice) { ${written} } else if ((${kind}) == cudaMemcpyDeviceToHost) { ${back} }`;
  return input(either, numbers.left);
}

/** What the arguments of a call are in the text; null where a macro spells some of it. */
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
  /** Some instantiations of the text copy numbers and some whole numbers: the compiler tells. */
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
  if (some.some(isPlain)) return { parts: [''], left: 'records among what its text copies stay', isMixed: true };
  return { parts: [], left: 'its text is copied with several kinds of records', isMixed: false };
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
  /** How many of what is pointed to the bytes of an argument are. */
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

/** As it is shown, and as a name among others. */
export function canonicalPath(from: string): string {
  return from
    .replace(/\s+/g, ' ')
    .replace(/["\\]/g, "'")
    .replace(/^&|\(\s*(?:const\s+)?(?:void|char)\s*\*\s*\)|(?:\.|->)data\(\)$/g, '')
    .trim();
}

/** What is copied, or the call where its text has no name for that. */
function nameOf(edits: SourceEdits, { name, copy, occurrences: [{ call }] }: DeviceCopy): string {
  const source = argumentOf(call, copy.source);
  const text = source && edits.ownText(source);
  return text ? canonicalPath(text) : name;
}

/** Where an expression stands twice it is computed twice. */
export function changesSomething(node: AstNode): boolean {
  return isAssignment(node) || mayAct(node) || children(node).some(changesSomething);
}

/** Ways to the device that are not among the copies known here. */
function unknownCopies(edits: SourceEdits): string[] {
  const found = new Set<string>();
  for (const node of edits.nodes()) {
    if (node.kind !== 'CallExpr') continue;
    const name = calleeName(node);
    const isCopy =
      /^cu(?:da)?Memcpy(?!.*(?:DtoH|AtoH|FromSymbol|FromArray|Peer))/.test(name) && memoryCall(name) === null;
    if (isCopy) found.add(`${name} (${placeText(edits, node)}): it is not among the copies that can be moved`);
    if (name === 'cudaHostGetDevicePointer')
      found.add(`${name} (${placeText(edits, node)}): memory of the host that the device reads itself`);
  }
  for (const { absolutePath, source } of edits.syntax.places.files)
    for (const { index } of source.text.matchAll(/^[^\n/]*\b__managed__\b/gm))
      found.add(
        `__managed__ (${path.relative(edits.syntax.program.root, absolutePath)}:${source.position(index).line}): managed variables are not moved`,
      );
  return [...found];
}

/**
 * In each unit whose text has marks: behind its includes, and behind a declaration, so that what is precompiled of them serves this text too; or
 * before all of them where a header has marks.
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
