/**
 * Finds managed memory among the inputs of a CUDA program: the host fills it, and no copy marks the point where it is complete. It is recognised
 * by its allocation, and its numbers are perturbed before the first launch that gets it as an argument, directly or in a record.
 */
import { calleeName } from '../frontend/ast/callee.js';
import { ignoringParenCasts, isImplicit } from '../frontend/ast/ignoring.js';
import { type AstNode, children, type TypeName } from '../frontend/ast/node.js';
import { callArguments } from '../frontend/lexical/call-arguments.js';
import { rangeKey } from '../frontend/lower/places.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { elementSize, FROM_SYSTEM_MACRO, numbersBehind, type Reach } from './copied-memory.js';
import { functionBodies } from './function-bodies.js';
import type { CopiedInputs } from './move-copied-inputs.js';
import type { SourceEdits } from './source-edits.js';
import { forEachStatement, insertAfter, insertBefore, type Statement } from './statements.js';

interface Found {
  readonly scope: UnitScope;
  readonly call: AstNode;
  readonly statement: Statement;
}

export function markManaged(
  edits: SourceEdits,
  placeText: (call: AstNode) => string,
  isLast: boolean,
  reach: Reach,
): CopiedInputs {
  const allocations = new Map<string, Found[]>();
  const launches: Found[] = [];
  const releases: Found[] = [];
  const elsewhere: AstNode[] = [];
  for (const { scope, node } of functionBodies(edits.syntax))
    forEachStatement(edits, node, (call, statement) => {
      const name = call.kind === 'CallExpr' ? calleeName(call) : '';
      const place = edits.syntax.places.ofNode(call);
      if (!place) return;
      const found = { scope, call, statement };
      const key = `${rangeKey(place.range)} ${place.spelling ? rangeKey(place.spelling) : ''}`;
      if (name === 'cudaMallocManaged') allocations.set(key, [...(allocations.get(key) ?? []), found]);
      else if (name === 'cudaFree') releases.push(found);
      else if (/^cu(?:da)?Launch\w*Kernel/.test(name)) elsewhere.push(call);
      else if (call.kind === 'CUDAKernelCallExpr') launches.push(found);
    });
  const perturbed: string[] = [];
  const notPerturbed: string[] = [];
  for (const each of allocations.values()) {
    const found = marking(edits, each, isLast, reach);
    if (found === null) continue;
    if (found.fault !== null) notPerturbed.push(`managed ${found.name} (${placeText(each[0]!.call)}): ${found.fault}`);
    else perturbed.push(found.name);
  }
  if (perturbed.length === 0) return { perturbed, notPerturbed };
  for (const call of elsewhere)
    notPerturbed.push(
      `arguments of ${calleeName(call)} (${placeText(call)}): managed memory is perturbed only before a <<<…>>> launch`,
    );
  for (const launch of launches) markLaunch(edits, launch);
  for (const { call, statement } of releases) {
    const text = textOf(edits, children(call)[1]!);
    if (text !== null) insertBefore(edits, statement, `MANTISSA_FREED(${text});`);
  }
  return { perturbed, notPerturbed };
}

/** Null for memory of integers. */
function marking(
  edits: SourceEdits,
  each: readonly Found[],
  isLast: boolean,
  reach: Reach,
): { name: string; fault: string | null } | null {
  const [{ scope, call, statement }] = each as readonly [Found, ...Found[]];
  const target = pointerIn(children(call)[1]!);
  const numbers = each.map((one) => numbersBehind(one.scope, pointedTo(pointerIn(children(one.call)[1]!)), reach));
  const left = numbers.find((one) => one.left !== null)?.left ?? null;
  const some = numbers.filter(({ parts }) => parts.length > 0);
  const given = textOf(edits, target.node);
  if (some.length === 0 && left === null) {
    // managed memory behind its pointers is reached through it
    if (given !== null && holdsPointers(scope, pointedTo(target)))
      insertAfter(
        edits,
        statement,
        `MANTISSA_LEADS_ON(${target.isAddress ? given : `*(${given})`}, ${bytesOf(edits, call) ?? 0});`,
      );
    return null;
  }
  const name = given === null ? 'memory' : target.isAddress ? given : `*${given}`;
  if (some.length === 0) return { name, fault: left };
  const { parts } = some[0]!;
  const isPlain = some.every((one) => one.parts.length === 1 && one.parts[0] === '');
  if (!isPlain && numbers.some((one) => one.parts.join() !== parts.join()))
    return { name, fault: 'the same text allocates several kinds of records' };
  const bytes = bytesOf(edits, call);
  if (given === null || !bytes) {
    for (const use of edits.syntax.places.macroUses(call)) edits.expandUse(use);
    return { name, fault: isLast ? FROM_SYSTEM_MACRO : null };
  }
  const pointer = target.isAddress ? given : `*(${given})`;
  const size = elementSize(scope, children(call)[2]!, bytes, pointedTo(target), pointer);
  if (size === null) return { name, fault: 'its byte count uses the size of another type' };
  const memory = `((decltype(&*(${pointer}))) mantissa_memory)`;
  const moves = parts.map(
    (part) => `MANTISSA_MOVE("${name}${part.replace(/\[\d+\]/g, '')}", ${memory}[mantissa_at]${part}, mantissa_count);`,
  );
  const text = isPlain
    ? `MANTISSA_MANAGED("${name}", ${pointer}, mantissa_numbers(${bytes}, ${size}));`
    : `MANTISSA_MANAGED_RECORDS(${pointer}, mantissa_numbers(${bytes}, ${size}), { ${moves.join(' ')} });`;
  if (!insertAfter(edits, statement, text)) return { name, fault: 'the statement that allocates it also returns it' };
  return { name, fault: left };
}

function bytesOf(edits: SourceEdits, call: AstNode): string | null {
  const written = edits.ownText(call);
  return (written && callArguments(written)?.map(({ begin, end }) => written.slice(begin, end))[1]) || null;
}

function holdsPointers(scope: UnitScope, type: TypeName): boolean {
  const { pointerLevels, record } = scope.types.read(type);
  return pointerLevels > 1 || record !== null;
}

interface Target {
  readonly node: AstNode;
  /** `&u`: the node is the pointer itself; otherwise it points to the pointer. */
  readonly isAddress: boolean;
}

/** `&u`, `(void **) &u`, `out`. */
function pointerIn(argument: AstNode): Target {
  const at = ignoringParenCasts(argument);
  return at.kind === 'UnaryOperator' && at.opcode === '&'
    ? { node: children(at)[0]!, isAddress: true }
    : { node: at, isAddress: false };
}

function pointedTo({ node, isAddress }: Target): TypeName {
  const { qualType = '', desugaredQualType } = node.type ?? {};
  if (isAddress) return { qualType, ...(desugaredQualType !== undefined && { desugaredQualType }) };
  return { qualType: (desugaredQualType ?? qualType).replace(/\*\s*(?:const)?\s*$/, '').trim() };
}

/** Before a launch: marks its arguments that are pointers or records. */
function markLaunch(edits: SourceEdits, { scope, call, statement }: Found): void {
  const given = children(call)
    .slice(2)
    .filter((one) => {
      const facts = scope.types.read(one.type);
      return facts.isPointer || facts.isUntypedPointer || facts.record !== null;
    });
  const texts = given.map((one) => textOf(edits, one));
  if (texts.some((text) => text === null)) for (const use of edits.syntax.places.macroUses(call)) edits.expandUse(use);
  const known = texts.filter((text) => text !== null);
  if (known.length > 0) insertBefore(edits, statement, `MANTISSA_LAUNCH(${known.join(', ')});`);
}

function textOf(edits: SourceEdits, node: AstNode): string | null {
  let at: AstNode | undefined = node;
  while (at && (isImplicit(at) || at.kind === 'CXXConstructExpr') && children(at).length === 1) at = children(at)[0];
  return at ? edits.ownText(at) : null;
}
