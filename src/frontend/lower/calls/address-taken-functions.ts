/** Functions whose address is taken. Their callers are known if all pointers of their type stay inside the program. */
import type { CellIndex, FunctionIndex } from '../../../program/program.js';
import type { ProgramBuilder } from '../builder.js';
import type { FunctionDraft } from '../drafts.js';
import type { PointerType } from './pointer-types.js';

/** Joins functions with the calls through pointers of their type, or freezes both. */
export function settleAddressTakenFunctions(builder: ProgramBuilder): void {
  const { pointerTypes } = builder;
  builder.functions.forEach((draft, index) => {
    if (!draft.addressTaken) return;
    const { pointerType } = draft;
    pointerType?.targets.add(index);
    const why = whyNotTied(builder, draft, pointerType);
    if (why !== null) pointerTypes.close(pointerType, `${draft.name} is ${why}`);
  });
  for (const { function: index, type, why } of pointerTypes.passedPointers) {
    const { body, isComplete } = builder.functions[index]!;
    if (body === null && !isComplete) pointerTypes.close(type, why);
  }
  pointerTypes.closeUndefined();
  pointerTypes.closeParts();
  for (const type of pointerTypes.all.values()) {
    if (type.targets.size + type.calls.length === 0) continue;
    if (type.targets.size === 0) pointerTypes.close(type, 'no visible function is called through it');
    for (const index of type.targets) tie(builder, type, index);
    if (type.closed === null) openCalls(builder, type);
    else freezeCalls(builder, type, type.closed);
  }
  builder.functions.forEach((draft, index) => {
    if (draft.addressTaken && draft.pointerType?.closed !== null) freezeFunction(builder, draft, index);
  });
}

function whyNotTied(builder: ProgramBuilder, draft: FunctionDraft, type: PointerType | null): string | null {
  if (draft.kind !== 'host') return 'device code';
  if (draft.templateParameters.length > 0) return 'a template';
  // the text of overloads does not change: calls select another overload instead, which a pointer cannot do
  const sites = [...draft.parameters, draft.returnSite];
  if (sites.some((site) => site !== null && builder.sites[site]!.overloadedFor !== null))
    return 'one of several overloads';
  return type?.parameters.length === draft.parameters.length ? null : 'declared with other parameters';
}

function tie(builder: ProgramBuilder, { parameters, result, closed }: PointerType, index: FunctionIndex): void {
  const draft = builder.functions[index]!;
  const place = draft.addressTaken!;
  parameters.forEach(({ cell, isNumber }, position) => {
    const declared = draft.parameters[position] ?? builder.parameterCarrier(index, position);
    if (declared === null) return;
    if (isByteCount(builder, declared)) builder.countPlain(declared);
    else builder.join(cell, declared, isNumber ? 'pointer-type' : 'argument', place, null);
  });
  const returned = draft.returnSite ?? draft.returnCarrier;
  builder.join(returned, result.cell, result.isNumber ? 'pointer-type' : 'returned', place, null);
  if (result.isUntyped && result.cell !== null && returned === null && closed === null)
    builder.freezeCell(result.cell, 'unsized', `it is allocated outside the program: ${draft.name}`);
}

/** A call stands for a call of any function of the type, because their declarations agree. */
function openCalls(builder: ProgramBuilder, type: PointerType): void {
  const [callee] = type.targets;
  type.callee = callee!;
  for (const { scope, node, caller } of type.calls) {
    if (caller !== null) for (const index of type.targets) builder.functions[caller]!.calls.add(index);
    const found = scope.valueNodes.get(node.id);
    const values = found && builder.functions[found.function]!.values;
    const value = values?.[found!.value];
    if (values && value?.kind === 'call') values[found.value] = { ...value, function: callee! };
  }
}

function freezeCalls(builder: ProgramBuilder, { parameters, result, calls }: PointerType, why: string): void {
  for (const { keep } of calls) keep(why);
  for (const { cell } of [...parameters, result]) if (cell !== null) builder.freezeCell(cell, 'function-pointer', why);
}

/** Freezes the arguments and results of such a function, with typed or untyped memory. */
function freezeFunction(builder: ProgramBuilder, draft: FunctionDraft, index: FunctionIndex): void {
  const why = draft.pointerType?.closed;
  const evidence = `${draft.name}, at ${builder.at(draft.addressTaken!)}${why ? `; ${why}` : ''}`;
  const keep = (cell: CellIndex | null) => {
    if (cell !== null) builder.freezeCell(cell, 'function-pointer', evidence);
  };
  draft.parameters.forEach((site, position) => {
    const carrier = site ?? builder.parameterCarrier(index, position);
    if (carrier !== null && isByteCount(builder, carrier)) builder.countPlain(carrier);
    else keep(carrier);
  });
  keep(draft.returnSite);
  keep(draft.returnCarrier);
}

export function isByteCount(builder: ProgramBuilder, cell: CellIndex): boolean {
  return cell < 0 && builder.carriers[-cell - 1]!.what === 'byte-count';
}
