/** Lowers calls of the program's functions, of known library functions, and of external code. */
import { libraryFunction } from '../../../program/library/library.js';
import type { FunctionIndex } from '../../../program/program.js';
import { namesFunction } from '../../ast/callee.js';
import { ignoringParenImpCasts, isParenOrImplicit } from '../../ast/ignoring.js';
import { isExplicitCast } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { NONE, type Result, takeFunctionAddress } from '../expressions/results.js';
import { freezeTypeQueryByText } from '../expressions/type-queries.js';
import type { Argument, Callee } from './argument-memory.js';
import { isCallback, lowerCallback, startsThread } from './callables.js';
import { callsLambda, deferLambdaCall } from './deferred-lambda-calls.js';
import { lowerLaunch, measuresSharedMemory } from './launches.js';
import { callLibrary } from './library-calls.js';
import { callOwnFunction } from './own-calls.js';
import { callThroughPointer } from './pointer-calls.js';

export function lowerCall(body: BodyLowering, node: AstNode): Result {
  const [calleeNode, ...rest] = children(node);
  if (!calleeNode) return NONE;
  if (node.kind === 'CUDAKernelCallExpr') return lowerLaunch(body, node, resolveCallee(body, calleeNode), rest);
  const named = resolveCallee(body, calleeNode);
  const known = libraryFunction(named.name);
  const namesOnly = known.namesFunctionOnly === true;
  const frees = named.function === undefined && known.frees === true;
  const args = rest.map(
    (argument, position): Argument => ({
      node: argument,
      result: namesOnly
        ? lowerUncalledFunction(body, argument)
        : named.function === undefined && (isCallback(named.name, position) || startsThread(node, position))
          ? lowerCallback(body, argument)
          : body.lower(frees ? withoutPointerCasts(argument) : argument),
    }),
  );
  // a lambda that is called in place is known after it was lowered
  const callee =
    named.function === undefined && node.kind === 'CXXOperatorCallExpr' ? resolveCallee(body, calleeNode) : named;
  if (node.kind === 'CXXMemberCallExpr' && /^operator .*\(\*\)/.test(callee.name))
    return lambdaAsPointer(body, calleeNode);
  if (callee.function !== undefined)
    return callOwnFunction(
      body,
      node,
      callee,
      callee.function,
      node.kind === 'CXXOperatorCallExpr' ? withoutObject(body, callee.function, args) : args,
    );
  if (node.kind === 'CXXOperatorCallExpr' && callee.name === 'operator()' && callsLambda(rest[0]))
    return deferLambdaCall(body, node, calledId(calleeNode), args.slice(1));
  if (callee.indirect) return callThroughPointer(body, node, args);
  if (callee.name === 'cudaFuncSetAttribute' && measuresSharedMemory(body, node, args)) return NONE;
  return callLibrary(body, node, callee, args);
}

/** `free((char *)a)`: a is freed, whatever the cast. */
function withoutPointerCasts(node: AstNode): AstNode {
  const isWritten = isExplicitCast(node) && node.kind !== 'CXXFunctionalCastExpr';
  const isKept = node.castKind === 'LValueToRValue' || node.castKind === 'ArrayToPointerDecay';
  const inner = (isWritten || isParenOrImplicit(node)) && !isKept && children(node)[0];
  return inner && /[*\]]\s*(?:const|restrict|__restrict)?\s*$/.test(inner.type?.qualType ?? '')
    ? withoutPointerCasts(inner)
    : node;
}

/** A lambda converted to a function pointer may be called by all users of the pointer. */
function lambdaAsPointer(body: BodyLowering, callee: AstNode): Result {
  const type = children(callee)[0]?.type?.qualType.replace(/^const /, '') ?? '';
  const called = body.scope.lambdas.get(type) ?? [];
  for (const index of called) takeFunctionAddress(body, index, callee);
  return called.length === 1 ? { cell: null, function: called[0]! } : NONE;
}

function calledId(callee: AstNode): string {
  return ignoringParenImpCasts(callee).referencedDecl?.id ?? '';
}

/** The first argument of a member operator is its object, not a parameter. */
function withoutObject(body: BodyLowering, index: FunctionIndex, args: Argument[]): Argument[] {
  return args.length > body.builder.functions[index]!.parameters.length ? args.slice(1) : args;
}

/** Names a function as an argument that is not called: `cudaFuncSetAttribute(kernel, …)`. */
function lowerUncalledFunction(body: BodyLowering, node: AstNode): Result {
  const before = body.builder.functions.map((draft) => draft.addressTaken);
  const result = body.lower(node);
  before.forEach((taken, index) => {
    body.builder.functions[index]!.addressTaken = taken;
  });
  return result;
}

function resolveCallee(body: BodyLowering, node: AstNode): Callee {
  const at = ignoringParenImpCasts(node);
  const nobody: Callee = {
    name: '',
    function: undefined,
    isTemplate: false,
    object: null,
    indirect: null,
    place: body.place(at),
  };
  if (at.kind === 'DeclRefExpr') freezeTypeQueryByText(body, at);
  if (namesFunction(at))
    return {
      ...nobody,
      name: at.referencedDecl!.name ?? '',
      function: body.scope.functions.get(at.referencedDecl!.id),
      isTemplate: at.foundReferencedDecl?.kind === 'FunctionTemplateDecl',
    };
  const result = body.lower(at);
  if (at.kind !== 'MemberExpr') return { ...nobody, indirect: result };
  const named = { ...nobody, name: at.name ?? '' };
  return result.function !== undefined || /member function/.test(at.type?.qualType ?? '')
    ? { ...named, function: result.function, object: result }
    : { ...named, indirect: result };
}
