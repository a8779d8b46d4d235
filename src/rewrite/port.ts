/**
 * CUDA as standard C++20: launches become calls, dynamic shared arrays pointers, and every function that may wait for other
 * threads a coroutine. The library under runtime/port does the rest.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { isScalarValue } from '../frontend/ast/c-types.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { runtimeFolder } from '../frontend/clang/resources.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { FunctionIndex } from '../program/program.js';
import { descendants } from './declaration-edits.js';
import { calledFunction, calleeName, type SourceEdits } from './source-edits.js';

/** The spelling of a kernel parameter's type in the text that is being made. */
export type ParameterType = (scope: UnitScope, kernel: FunctionIndex, position: number, declared: string) => string;

/** `carrier` is the type floating values have in the text that is being made; null where it is the declared one. */
export function portCuda(edits: SourceEdits, parameterType: ParameterType, carrier: string | null): void {
  const waits = suspendingFunctions(edits);
  for (const { scope, node, function: index } of edits.syntax.functions) {
    refuseDeviceOnly(edits, node, edits.syntax.program.functions[index]!.kind !== 'host');
    if (waits.has(index)) makeCoroutine(edits, scope, node, waits, carrier);
    for (const child of descendants(node)) {
      if (child.kind === 'CUDAKernelCallExpr') portLaunch(edits, scope, child, parameterType);
      if (
        child.kind === 'VarDecl' &&
        child.storageClass === 'extern' &&
        children(child).some((attribute) => attribute.kind === 'CUDASharedAttr')
      )
        portDynamicShared(edits, child);
    }
  }
  for (const scope of edits.syntax.scopes) {
    for (const { function: index, node } of [...scope.functionNodes, ...scope.patternNodes])
      if (waits.has(index)) returnTask(edits, node);
  }
}

let suspending: Set<string> | null = null;
/** Library calls that wait for other threads, from the list the port itself keeps. */
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

const CALLS = /^(?:CallExpr|CXXMemberCallExpr|CXXOperatorCallExpr)$/;

function isSuspendingCall(scope: UnitScope, node: AstNode, waits: ReadonlySet<FunctionIndex>): boolean {
  if (!CALLS.test(node.kind)) return false;
  const own = calledFunction(scope, node);
  return own === null ? suspendingCalls().has(calleeName(node)) : waits.has(own);
}

function suspendingFunctions(edits: SourceEdits): Set<FunctionIndex> {
  const waits = new Set<FunctionIndex>();
  const device = edits.syntax.functions.filter(
    ({ function: index }) => edits.syntax.program.functions[index]!.kind !== 'host',
  );
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
  carrier: string | null,
): void {
  const visit = (child: AstNode): void => {
    if (child.kind === 'LambdaExpr') return;
    const range = edits.rangeOf(child);
    if (child.kind === 'ReturnStmt' && range) {
      edits.replace({ ...range, end: range.begin + 'return'.length }, 'return', () => 'co_return');
    }
    if (range && awaitsConditionally(scope, child, waits)) {
      const type = conditionalType(scope, child, carrier);
      edits.wrap(
        range,
        'await-apart',
        `(co_await [&]() -> ::mx::port::task<${type}> { ${type} mx_value = `,
        '; co_return mx_value; }())',
      );
    }
    if (range && isSuspendingCall(scope, child, waits)) edits.wrap(range, 'await', '(co_await ', ')');
    for (const inner of children(child)) visit(inner);
  };
  for (const child of children(node)) visit(child);
}

/**
 * `c ? __shfl_sync(…) : 0` and `a && __any_sync(…)`: g++ 12 awaits what the condition should have skipped, unless the choice alone
 * initialises a variable. So it does, in a coroutine of its own.
 */
function awaitsConditionally(scope: UnitScope, node: AstNode, waits: ReadonlySet<FunctionIndex>): boolean {
  const chooses =
    node.kind === 'ConditionalOperator' || (node.kind === 'BinaryOperator' && /^(?:&&|\|\|)$/.test(node.opcode ?? ''));
  if (!chooses) return false;
  return children(node)
    .slice(1)
    .some((part) => [part, ...descendants(part)].some((one) => isSuspendingCall(scope, one, waits)));
}

function conditionalType(scope: UnitScope, node: AstNode, carrier: string | null): string {
  if (node.kind === 'BinaryOperator') return 'bool';
  const declared = (node.type?.desugaredQualType ?? node.type?.qualType ?? 'int').replace(/\bconst\b/g, '').trim();
  return carrier !== null && isScalarValue(scope.types.read(node.type)) ? carrier : declared;
}

function returnTask(edits: SourceEdits, node: AstNode): void {
  const whole = edits.syntax.places.ofNode(node);
  const name = edits.syntax.places.ofName(node);
  if (!whole || !name) return;
  const { text } = edits.syntax.places.files[whole.range.file]!.source;
  const head = text.slice(whole.range.begin, name.range.begin).replace(QUALIFIERS_OF_NAME, '');
  // the type is what is left once attributes and specifiers are taken off
  const type = RETURNED_TYPE.exec(head);
  if (!type) return;
  const begin = whole.range.begin + type.index;
  const spelling = type[0].trimEnd();
  edits.replace({ file: whole.range.file, begin, end: begin + spelling.length }, 'task', (inner) => {
    const written = inner(begin, begin + spelling.length);
    const specifiers = written.match(LATE_SPECIFIERS)?.join(' ') ?? ''; // `double static f()`
    return `${specifiers} ::mx::port::task<${written.replace(LATE_SPECIFIERS, '').trim()}>`.trimStart();
  });
}

/** `Box<T>::` before the name of a member that is defined outside its class. */
const QUALIFIERS_OF_NAME = /(?:[A-Za-z_]\w*\s*(?:<[^;{}]*>)?\s*::\s*)+$/;
const LATE_SPECIFIERS = /\b(?:static|inline|__inline__|__device__|__host__|__forceinline__|__noinline__)\b/g;
const RETURNED_TYPE = new RegExp(
  String.raw`(?:\b(?:const|unsigned|signed|long|short|struct|typename)\s+)*(?!${LATE_SPECIFIERS.source})\b[A-Za-z_][\w:]*(?:\s*<[^;{}]*>)?(?:[\s*&]|\bconst\b|${LATE_SPECIFIERS.source})*$`,
);

const SPECIFIERS = /\b(?:extern|__shared__)\b|__align__\s*\([^)]*\)|__attribute__\s*\(\(.*\)\)/g;

/** `extern __shared__ T s[];` → `T *s = …`. */
function portDynamicShared(edits: SourceEdits, node: AstNode): void {
  const range = edits.syntax.places.ofNode(node)?.range;
  const name = edits.syntax.places.ofName(node)?.range;
  if (!range || !name) return;
  const { text } = edits.syntax.places.files[range.file]!.source;
  const head = text.slice(range.begin, name.begin);
  const bounds = text.slice(name.end, range.end).match(/\[[^\]]*\]/g) ?? ['[]'];
  const rows = bounds.slice(1).join('');
  const tokenBegin = range.begin + head.search(/\S/);
  edits.replace({ file: range.file, begin: tokenBegin, end: range.end }, 'dynamic-shared', (inner) => {
    const type = inner(tokenBegin, name.begin).replace(SPECIFIERS, '').trim();
    if (rows)
      return `${type} (*${node.name})${rows} = reinterpret_cast<${type} (*)${rows}>(::mx::port::dynamic_shared<${type}>())`;
    return `${type} *${node.name} = ::mx::port::dynamic_shared<${type}>()`;
  });
}

function portLaunch(edits: SourceEdits, scope: UnitScope, node: AstNode, parameterType: ParameterType): void {
  const [callee, configuration, ...args] = children(node);
  const whole = edits.rangeOf(node);
  const name = callee && edits.rangeOf(callee);
  const kernel = calledFunction(scope, node);
  if (!whole || !name || !configuration || kernel === null)
    throw new MantissaError('MX4003', {
      text: 'a launch through a pointer or a macro cannot run on a CPU',
      ...placeOf(edits, node),
    });
  const parts = children(configuration)
    .slice(1)
    .filter((part) => part.kind !== 'CXXDefaultArgExpr')
    .map((part) => edits.rangeOf(part)!);
  const written = args.filter((argument) => argument.kind !== 'CXXDefaultArgExpr');
  const types = parameterTypes(calleeType(callee));
  const parameters = written.map(
    (_, position) => `${parameterType(scope, kernel, position, types[position] ?? 'auto')} mx_${position}`,
  );
  const ranges = written.map((argument) => edits.rangeOf(argument)!);
  edits.replace(whole, 'launch', (inner) => {
    const grid = parts.map((part) => inner(part.begin, part.end)).join(', ');
    const passed = ranges.map((range) => inner(range.begin, range.end));
    const names = parameters.map((_, position) => `mx_${position}`).join(', ');
    const call = `[&](${parameters.join(', ')}) { return ${inner(name.begin, name.end)}(${names}); }`;
    return `::mx::port::prepare(::mx::port::configure(${grid}), ${call})(${passed.join(', ')})`;
  });
}

function calleeType(callee: AstNode): string {
  let at = callee;
  while (at.kind === 'ImplicitCastExpr' || at.kind === 'ParenExpr') at = children(at)[0]!;
  return at.referencedDecl?.type?.qualType ?? at.type?.qualType ?? '';
}

/** `void (Real_t *, int)` → [`Real_t *`, `int`]. */
function parameterTypes(functionType: string): string[] {
  const open = functionType.indexOf('(');
  const inside = functionType.slice(open + 1, functionType.lastIndexOf(')'));
  const types: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of inside) {
    if ('<(['.includes(character)) depth++;
    if ('>)]'.includes(character)) depth--;
    if (character === ',' && depth === 0) {
      types.push(current.trim());
      current = '';
    } else current += character;
  }
  if (current.trim() !== '') types.push(current.trim());
  return types;
}

function refuseDeviceOnly(edits: SourceEdits, node: AstNode, isDeviceCode: boolean): void {
  for (const child of descendants(node)) {
    const what =
      child.kind === 'GCCAsmStmt'
        ? 'inline PTX'
        : child.kind === 'CUDAKernelCallExpr' && isDeviceCode
          ? 'a kernel launched by a kernel'
          : null;
    if (what) throw new MantissaError('MX4003', { text: `${what} cannot run on a CPU`, ...placeOf(edits, child) });
  }
}

function placeOf(edits: SourceEdits, node: AstNode): { place: { file: string; line: number } } | Record<string, never> {
  const place = edits.syntax.places.ofNode(node);
  if (!place) return {};
  const file = edits.syntax.places.files[place.range.file]!;
  return { place: { file: path.basename(file.absolutePath), line: file.source.position(place.range.begin).line } };
}
