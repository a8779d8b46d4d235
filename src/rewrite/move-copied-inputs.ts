/**
 * Marks in a CUDA program's text what it starts from: memory of the host that is copied to the device. Before each such copy stands what moves
 * its numbers where a run is asked to (runtime/mantissa/found-inputs.h), the first time that memory is copied; memory that results were
 * copied into is none of it. Elsewhere the macros are nothing, so that the program has the sites it has without them.
 */
import path from 'node:path';
import type { TypeFacts } from '../frontend/ast/c-types.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { callArguments } from '../frontend/lexical/call-arguments.js';
import { memoryCalls } from '../frontend/lower/calls/library.js';
import { isTransfer, type MemoryCall } from '../frontend/lower/calls/memory-call.js';
import { beforeUntyped } from '../frontend/lower/calls/untyped-pointers.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { TransferDirection } from '../program/program.js';
import { endOfIncludes } from './added-lines.js';
import { calleeName, type SourceEdits } from './source-edits.js';

const VECTOR_PARTS = ['x', 'y', 'z', 'w'];
const DEEPEST = 3;
const NAMED_DIRECTIONS: Readonly<Record<string, TransferDirection>> = {
  HostToDevice: 'host-to-device',
  DeviceToHost: 'device-to-host',
  DeviceToDevice: 'device-to-device',
  HostToHost: 'host-to-host',
};

export interface CopiedInputs {
  /** What was marked, as the text calls it. */
  readonly moved: readonly string[];
  /** What reaches the device and is not moved, with its place. */
  readonly passedOver: readonly string[];
}

export function moveCopiedInputs(edits: SourceEdits): CopiedInputs {
  const found = new Set<string>();
  const passedOver = new Set<string>();
  for (const { scope, node } of edits.syntax.functions)
    forEachStatement(node, (call, statement) => {
      if (call.kind !== 'CallExpr') return;
      const name = calleeName(call);
      if (name === 'cudaMallocManaged') passedOver.add(`managed memory (${placeText(edits, call)})`);
      const copy = memoryCalls.get(name);
      if (!copy || !isTransfer(copy)) return;
      const text = textFor(edits, scope, call, copy);
      if (text === 'passed over') passedOver.add(`${name} (${placeText(edits, call)})`);
      else if (text && insertBefore(edits, statement, text.statement) && text.input !== null) found.add(text.input);
    });
  if (found.size > 0) includeHeader(edits);
  return { moved: [...found], passedOver: [...passedOver] };
}

function placeText({ syntax }: SourceEdits, call: AstNode): string {
  const range = syntax.places.ofNode(call)?.range;
  if (!range) return 'elsewhere';
  const { absolutePath, source } = syntax.places.files[range.file]!;
  return `${path.relative(syntax.program.root, absolutePath)}:${source.position(range.begin).line}`;
}

interface Marking {
  readonly statement: string;
  /** null: memory that results come into. */
  readonly input: string | null;
}

/** Null for a copy that brings nothing to the device, or no numbers; one of rows, in the body of a macro, or of bytes that are not understood, is passed over. */
function textFor(
  edits: SourceEdits,
  scope: UnitScope,
  call: AstNode,
  copy: MemoryCall,
): Marking | 'passed over' | null {
  const { source, destination, counts = [], rows } = copy;
  const range = edits.rangeOf(call);
  const written = range && edits.text(range);
  const args = written ? callArguments(written)?.map(({ begin, end }) => written.slice(begin, end)) : null;
  if (source === undefined || destination === undefined) return null;
  if (!args) return 'passed over';
  const direction = directionOf(copy, args);
  if (direction === 'device-to-host' && args[destination] !== undefined)
    return { statement: `MANTISSA_RESULT(${args[destination]});`, input: null };
  const node = children(call)[1 + source];
  const [from, bytes] = [args[source], args[counts[0] ?? -1]];
  if (direction === 'unknown') return 'passed over';
  if (direction !== 'host-to-device' || !node || from === undefined || bytes === undefined) return null;
  const pointer = withElements(beforeUntyped(scope, node));
  const name = plainName(from);
  const parts = numbersOf(scope, pointer, name);
  if (parts.length === 0) return null;
  const size = sizeText(bytes, pointer, from);
  if (size === null || rows !== undefined) return 'passed over';
  const moves = parts.map(
    (part) => `MANTISSA_MOVE("${name}${part}", (${from})[mantissa_at]${part}, ${bytes}, ${size});`,
  );
  return { statement: `if (MANTISSA_FIRST(${from})) { ${moves.join(' ')} }`, input: name };
}

function directionOf({ direction, kind }: MemoryCall, args: readonly string[]): TransferDirection {
  const named = /\bcudaMemcpy((?:Host|Device)To(?:Host|Device))\b/.exec(
    args[typeof direction === 'number' ? direction : (kind ?? -1)] ?? '',
  );
  if (named) return NAMED_DIRECTIONS[named[1]!]!;
  return typeof direction === 'string' ? direction : 'unknown';
}

/** What is behind a pointer that holds numbers: `''` for numbers themselves, `.x`, `.position.x` for those of a record; none of others. */
function numbersOf(scope: UnitScope, pointer: AstNode, name: string): string[] {
  const facts = scope.types.read(pointer.type);
  const spelt = pointer.type?.desugaredQualType ?? pointer.type?.qualType ?? '';
  if (!facts.isPointer || facts.pointerLevels !== 1 || /\[/.test(spelt) || name === '' || isConstantArray(pointer))
    return [];
  return partsOf(scope, facts, pointer, 0);
}

function partsOf(scope: UnitScope, facts: TypeFacts, { type }: AstNode, depth: number): string[] {
  if (facts.trouble !== null) return [];
  if (facts.isVector) {
    const width = Number(
      /[1-4](?=_|\b|$)/.exec(
        (type?.desugaredQualType ?? type?.qualType ?? '').replace(/.*?(?:double|float)/, ''),
      )?.[0] ?? 0,
    );
    return VECTOR_PARTS.slice(0, width).map((part) => `.${part}`);
  }
  const record = scope.recordOf(type);
  if (record === null) return facts.format === null ? [] : [''];
  if (record.isUnion || record.bases.length > 0 || depth === DEEPEST) return [];
  return record.fields.flatMap((field) => {
    const own = scope.types.read(field.type);
    if (own.isPointer || own.isArray || own.isReference || !field.name) return [];
    return partsOf(scope, own, field, depth + 1).map((part) => `.${field.name}${part}`);
  });
}

/** `cells.data()`, `&cells[0]` of a container: a pointer to what it is a container of. */
function withElements(pointer: AstNode): AstNode {
  if (!/\b(?:value_type|pointer|reference)\b/.test(pointer.type?.qualType ?? '')) return pointer;
  let at: AstNode | undefined = pointer;
  while (at && !/\w<[^<>]+>/.test(at.type?.qualType ?? '')) {
    const inner = children(at);
    at = at.kind === 'CXXOperatorCallExpr' ? inner[1] : inner[0];
  }
  const element = /\w<\s*([^<>,]+?)\s*[,>]/.exec(at?.type?.qualType ?? '')?.[1];
  return element === undefined ? pointer : { ...pointer, type: { qualType: `${element} *` } };
}

/** `static const double table[]`: nobody can write to it. */
function isConstantArray(pointer: AstNode): boolean {
  let at: AstNode | undefined = pointer;
  while (at && at.kind === 'ImplicitCastExpr') at = children(at)[0];
  return at?.kind === 'DeclRefExpr' && /^const\b.*\[/.test(at.type?.qualType ?? '');
}

/** The size of one in a count of bytes: that which the text itself speaks of, which changes with it, or else that of what is pointed to. Null for a size of something else. */
function sizeText(bytes: string, pointer: AstNode, from: string): string | null {
  const sizes = [...bytes.matchAll(/\bsizeof\s*(\(([^()]*(?:\([^()]*\))?[^()]*)\)|\*?\w+)/g)];
  if (sizes.length === 0) return `sizeof(*(${from}))`;
  if (sizes.length > 1) return null;
  const of = (sizes[0]![2] ?? sizes[0]![1]!).trim();
  const pointed = (pointer.type?.qualType ?? '').replace(/\bconst\b|\*\s*$|__restrict\w*/g, '').trim();
  const element = of.replace(/^(?:struct|class)\s+/, '');
  const isElement =
    element === pointed || element === `*${from}` || element === `${from}[0]` || element === `*(${from})`;
  const named = pointer.type?.desugaredQualType?.replace(/\bconst\b|\*\s*$|struct |class /g, '').trim();
  return isElement || element === named ? sizes[0]![0] : null;
}

/** As it is shown, and as a name among others. */
function plainName(from: string): string {
  return from
    .replace(/\s+/g, ' ')
    .replace(/["\\]/g, "'")
    .replace(/^&|\(\s*(?:const\s+)?(?:void|char)\s*\*\s*\)|\.data\(\)$/g, '')
    .trim();
}

/** Calls `visit` with every node and the statement it stands in: one that other statements may stand before, or be put before in braces. */
function forEachStatement(root: AstNode, visit: (node: AstNode, statement: Statement) => void): void {
  const walk = (node: AstNode, statement: Statement | null): void => {
    if (statement) visit(node, statement);
    const inner = children(node);
    for (const [at, child] of inner.entries()) {
      if (node.kind === 'CompoundStmt') walk(child, { node: child, isAlone: false });
      else if (isBody(node, at, inner.length) && child.kind !== 'CompoundStmt')
        walk(child, { node: child, isAlone: true });
      else walk(child, statement);
    }
  };
  walk(root, null);
}

interface Statement {
  readonly node: AstNode;
  /** The body of a loop or a branch without braces. */
  readonly isAlone: boolean;
}

function isBody({ kind }: AstNode, at: number, of: number): boolean {
  if (kind === 'IfStmt') return at > 0;
  if (kind === 'DoStmt') return at === 0;
  return /^(?:For|While|CXXForRange)Stmt$/.test(kind) && at === of - 1;
}

function insertBefore(edits: SourceEdits, { node, isAlone }: Statement, text: string): boolean {
  const range = edits.syntax.places.ofNode(node)?.range;
  if (!range) return false;
  if (!isAlone) {
    edits.insert(range.file, range.begin, text, `${text} `);
    return true;
  }
  const whole = edits.syntax.places.files[range.file]!.source.text;
  const end = whole.indexOf(';', range.end - 1);
  if (end < 0) return false;
  edits.insert(range.file, range.begin, text, `{ ${text} `);
  edits.insert(range.file, end + 1, `${text} }`, ' }');
  return true;
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
    const at = isInHeader ? 0 : endOfIncludes(files[file]!.source.text);
    edits.insert(file, at, 'found-inputs', '\nstruct mantissa_inputs;\n#include <found-inputs.h>\n');
  }
}
