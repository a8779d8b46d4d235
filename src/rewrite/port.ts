/**
 * Ports CUDA to standard C++20: launches become calls, dynamic shared arrays pointers, and every function that may wait for other threads a
 * coroutine. The library in runtime/port provides the rest.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName } from '../frontend/ast/callee.js';
import { isCall } from '../frontend/ast/kinds.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { FunctionSyntax } from '../frontend/lower/lower-units.js';
import { rangeKey } from '../frontend/lower/places.js';
import { afterTemplateHeads } from '../frontend/lower/templates/template-parameter-text.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { FunctionIndex } from '../program/program.js';
import { endOfBracket } from '../support/token-lists.js';
import type { Token } from '../support/tokens.js';
import { descendants } from './declaration-edits.js';
import { declarationTokens } from './declaration-text.js';
import { NotPortable } from './not-portable.js';
import { portDynamicShared } from './port-dynamic-shared.js';
import { portKernelAddresses, portSharedAcrossGrid } from './port-grid-waits.js';
import { type ParameterType, placeOf, portLaunches } from './port-launches.js';
import type { SourceEdits } from './source-edits.js';

/** `carrier`: the type of floating-point values in the new text; null for the declared types. */
export function portCuda(edits: SourceEdits, parameterType: ParameterType, carrier: string | null): void {
  const bodies = everyInstantiation(edits);
  const waits = suspendingFunctions(edits, bodies);
  const conditionalTypes = typesOfConditionalAwaits(edits, bodies, waits, carrier);
  for (const { scope, node, function: index } of bodies) {
    refuseDeviceOnly(edits, node, edits.syntax.program.functions[index]!.kind !== 'host');
    if (waits.has(index)) makeCoroutine(edits, scope, node, waits, conditionalTypes);
  }
  portLaunches(edits, bodies, parameterType);
  portDynamicShared(edits);
  portKernelAddresses(edits, bodies);
  portSharedAcrossGrid(edits, bodies);
  for (const scope of edits.syntax.scopes) {
    for (const { function: index, node } of [...scope.functionNodes, ...scope.patternNodes])
      if (waits.has(index)) returnTask(edits, node);
  }
}

/** Every function of the program, templates once per instantiation: a branch that one leaves out (`if constexpr`) may be compiled in another. */
function everyInstantiation({ syntax }: SourceEdits): FunctionSyntax[] {
  const known = new Set(syntax.functions.map(({ node }) => node));
  const others = syntax.scopes.flatMap((scope) =>
    scope.bodies.filter(({ node }) => !known.has(node)).map((body) => ({ scope, ...body })),
  );
  return [...syntax.functions, ...others];
}

let suspending: Set<string> | null = null;
/** Library calls that wait for other threads, from the port's own list. */
function suspendingCalls(): Set<string> {
  suspending ??= new Set(
    fs
      .readFileSync(path.join(runtimeFolder(), 'port', 'suspending-calls.txt'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('::').at(-1)!),
  );
  return suspending;
}

/** A test for calls that wait for other threads. */
export function waitingCalls(edits: SourceEdits): (scope: UnitScope, node: AstNode) => boolean {
  const waits = suspendingFunctions(edits, everyInstantiation(edits));
  return (scope, node) => isSuspendingCall(scope, node, waits);
}

function isSuspendingCall(scope: UnitScope, node: AstNode, waits: ReadonlySet<FunctionIndex>): boolean {
  if (!isCall(node)) return false;
  const own = calledFunction(scope, node);
  return own === null ? suspendingCalls().has(calleeName(node)) : waits.has(own);
}

function suspendingFunctions(edits: SourceEdits, bodies: readonly FunctionSyntax[]): Set<FunctionIndex> {
  const waits = new Set<FunctionIndex>();
  const device = bodies.filter(({ function: index }) => edits.syntax.program.functions[index]!.kind !== 'host');
  for (let grown = true; grown; ) {
    grown = false;
    for (const { scope, function: index, node } of device) {
      if (waits.has(index)) continue;
      for (const child of descendants(node)) {
        if (!isSuspendingCall(scope, child, waits)) continue;
        waits.add(index);
        grown = true;
        break;
      }
    }
  }
  return waits;
}

function makeCoroutine(
  edits: SourceEdits,
  scope: UnitScope,
  node: AstNode,
  waits: ReadonlySet<FunctionIndex>,
  conditionalTypes: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  /** The replaced choices, inner ones first, each with a value of its type. */
  const choices = new Map<string, string>();
  const visit = (child: AstNode): void => {
    if (child.kind === 'LambdaExpr') return;
    const range = edits.rangeOf(child);
    if (child.kind === 'ReturnStmt' && range) {
      edits.replace({ ...range, end: range.begin + 'return'.length }, 'return', () => 'co_return');
    }
    if (
      range &&
      awaitsConditionally(scope, child, waits) &&
      children(child).every((part) => edits.rangeOfWhole(part))
    ) {
      const [first, ...others] = conditionalTypes.get(rangeKey(range)) ?? ['int'];
      edits.replace(range, 'await-apart', (inner) => {
        // in a template the type differs between instantiations: it is the type of the choice after awaiting
        const type =
          others.length === 0
            ? first
            : `std::decay_t<decltype(${unevaluated(inner(range.begin, range.end), choices)})>`;
        const parts = children(child).map((part) => edits.rangeOfWhole(part)!);
        const [condition, yes, no] = parts.map(({ begin, end }) => `(${inner(begin, end)})`);
        const body =
          child.kind === 'ConditionalOperator'
            ? `if (mx_is) co_return ${yes}; co_return ${no};`
            : `if (${child.opcode === '&&' ? '!' : ''}mx_is) co_return ${child.opcode !== '&&'}; co_return ${yes};`;
        // g++ 13 fails on a condition that awaits, in a template
        const known = `const bool mx_is = !!${condition};`;
        const choice = `(co_await [&]() -> ::mx_runtime::port::task<${type}> { ${known} ${body} }())`;
        choices.set(choice, `std::declval<${type}>()`);
        return choice;
      });
    }
    if (range && isSuspendingCall(scope, child, waits)) edits.wrap(range, 'await', '(co_await ', ')');
    for (const inner of children(child)) visit(inner);
  };
  for (const child of children(node)) visit(child);
}

/** The text for `decltype`, which allows neither co_await nor lambdas. */
function unevaluated(text: string, choices: ReadonlyMap<string, string>): string {
  const plain = [...choices].reverse().reduce((left, [choice, value]) => left.replaceAll(choice, () => value), text);
  return plain.replaceAll('(co_await ', '::mx_runtime::port::awaited(');
}

/**
 * `c ? __shfl_sync(…) : 0` and `a && __any_sync(…)`: g++ 12 awaits operands that the condition should skip. So the choice becomes a statement in
 * a coroutine of its own.
 */
function awaitsConditionally(scope: UnitScope, node: AstNode, waits: ReadonlySet<FunctionIndex>): boolean {
  const chooses =
    node.kind === 'ConditionalOperator' || (node.kind === 'BinaryOperator' && /^(?:&&|\|\|)$/.test(node.opcode ?? ''));
  if (!chooses) return false;
  return children(node)
    .slice(1)
    .some((part) => [part, ...descendants(part)].some((one) => isSuspendingCall(scope, one, waits)));
}

/** The types of choices between awaited values, by place: several if template instantiations differ. */
function typesOfConditionalAwaits(
  edits: SourceEdits,
  bodies: readonly FunctionSyntax[],
  waits: ReadonlySet<FunctionIndex>,
  carrier: string | null,
): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>();
  for (const { scope, node, function: index } of bodies) {
    if (!waits.has(index)) continue;
    for (const child of descendants(node)) {
      const range = awaitsConditionally(scope, child, waits) ? edits.rangeOf(child) : null;
      if (range)
        types.set(
          rangeKey(range),
          (types.get(rangeKey(range)) ?? new Set()).add(conditionalType(scope, child, carrier)),
        );
    }
  }
  return types;
}

function conditionalType(scope: UnitScope, node: AstNode, carrier: string | null): string {
  if (node.kind === 'BinaryOperator') return 'bool';
  const declared = (node.type?.desugaredQualType ?? node.type?.qualType ?? 'int').replace(/\bconst\b/g, '').trim();
  return carrier !== null && isScalarValue(scope.types.read(node.type)) ? carrier : declared;
}

const BESIDE_TYPE = new Set(
  (
    'inline static constexpr virtual friend extern __global__ __device__ __host__ __forceinline__ __noinline__ __inline__ ' +
    '__launch_bounds__ __cluster_dims__ __block_size__ __maxnreg__ __attribute__'
  ).split(' '),
);

function returnTask(edits: SourceEdits, node: AstNode): void {
  const whole = edits.syntax.places.ofNode(node);
  const name = edits.syntax.places.ofName(node);
  if (!whole || !name) return;
  const { file } = whole.range;
  const { tokens } = edits.syntax.places.files[file]!.source;
  const head = { begin: afterTemplateHeads(tokens, whole.range.begin), end: name.range.begin };
  const isOfType = ({ kind, text }: Token): boolean => kind !== 'string' && !BESIDE_TYPE.has(text);
  const words = declarationTokens(tokens, head).filter(isOfType);
  // `Box<T>::` before the name of a member that is defined outside its class
  while (words.at(-1)?.text === '::') {
    words.pop();
    const end = words.at(-1)?.end;
    const open = words.findIndex((one) => one.text === '<' && endOfBracket(tokens, one) === end);
    words.length = (open >= 0 ? open : words.length) - 1;
  }
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return;
  edits.replace(
    { file, begin: first.begin, end: last.end },
    'task',
    (inner) => `::mx_runtime::port::task<${inner(first.begin, last.end)}>`,
  );
}

function refuseDeviceOnly(edits: SourceEdits, node: AstNode, isDeviceCode: boolean): void {
  for (const child of descendants(node)) {
    const what =
      child.kind === 'GCCAsmStmt'
        ? 'inline PTX'
        : child.kind === 'CUDAKernelCallExpr' && isDeviceCode
          ? 'a kernel launched by a kernel'
          : null;
    if (what) throw new NotPortable({ text: `${what} cannot run on a CPU`, ...placeOf(edits, child) });
  }
}
