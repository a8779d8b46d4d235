/**
 * Makes main callable repeatedly: its symbol gets another name, and runtime/instrument/mantissa_serve.c has the main that calls it, once or for
 * every request. In the source it is still main, so that `__func__` and a missing return keep their meaning.
 */
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';
import type { SourceEdits } from '../rewrite/source-edits.js';
import { hasOneTimeComputations } from './one-time-computations.js';
import { gatherState } from './resettable-variables.js';

const NAME = 'mx_program_main';

/** Statements that contain others and may be left in the middle (no OpenMP regions, no other functions). */
const containsStatements = ofKind(
  ...(['CompoundStmt', 'IfStmt', 'SwitchStmt', 'CaseStmt', 'DefaultStmt', 'LabelStmt', 'AttributedStmt'] as const),
  ...(['ForStmt', 'WhileStmt', 'DoStmt', 'CXXForRangeStmt', 'CXXTryStmt', 'CXXCatchStmt'] as const),
);

/** False, without edits, if main has an unusual form, or the program has one-time computations. */
export function renameMain(edits: SourceEdits, sites: ReadonlySet<AstNode>): boolean {
  const { functions, program, places } = edits.syntax;
  const mains = functions.filter(({ function: index }) => program.functions[index]!.name === 'main');
  const [main] = mains;
  if (!main || mains.length > 1 || hasOneTimeComputations(edits.syntax)) return false;
  const { node, scope } = main;
  const parameters = children(node).filter(({ kind }) => kind === 'ParmVarDecl');
  const body = children(node).find(({ kind }) => kind === 'CompoundStmt');
  const place = places.ofName(node);
  const range = body && edits.rangeOf(body);
  const whole = edits.rangeOf(node);
  if (!place || place.spelling || edits.text(place.range) !== 'main' || !range || !whole) return false;
  if (!/^int \(/.test(node.type?.qualType ?? '') || (parameters.length !== 0 && parameters.length !== 2)) return false;
  for (const other of edits.nodes()) if (other.referencedDecl?.name === 'main') return false;
  const types = parameters.map(({ type }) => type!.qualType);
  const passed = types.length === 2 ? `argc, (${types[1]}) argv` : '';
  const linkage = scope.unit.language === 'c' ? '' : 'extern "C" ';
  gatherState(edits, sites);
  const hasOwnExit = program.functions.some(({ name }) => /(?:^|::)exit(?:~\d+)?$/.test(name));
  for (const callee of hasOwnExit ? [] : exitCalls(body!)) {
    const name = edits.rangeOf(callee);
    if (name) edits.replace(name, 'leave', () => 'mx_leave_main');
  }
  const declared = `(${types.join(', ') || 'void'})`;
  edits.insert(whole.file, whole.begin, 'symbol', `int main${declared} __asm__("${NAME}"); `);
  const { length } = places.files[range.file]!.source.text;
  edits.insert(range.file, length, 'call-main', call(linkage, declared, passed));
  return true;
}

/** Callees of the `exit(status)` calls in main itself, which are equivalent to a return. */
function* exitCalls(node: AstNode): Generator<AstNode> {
  for (const child of children(node)) {
    if (containsStatements(child)) yield* exitCalls(child);
    if (child.kind !== 'CallExpr') continue;
    const [cast] = children(child);
    const callee = cast?.kind === 'ImplicitCastExpr' ? children(cast)[0] : undefined;
    const { name, type } = callee?.referencedDecl ?? {};
    if (callee && name === 'exit' && /^void \(int\)/.test(type?.qualType ?? '')) yield callee;
  }
}

/** C++ streams are flushed as at exit, if their header is included (its guard is defined). */
function call(linkage: string, declared: string, passed: string): string {
  return `
${linkage}int ${NAME}${declared};
${linkage}int mx_call_main(int argc, char **argv) { return ${NAME}(${passed}); }
${linkage}void mx_flush_streams(void) {
#if defined(_GLIBCXX_IOSTREAM) || defined(_LIBCPP_IOSTREAM)
  std::cout.flush();
  std::clog.flush();
#endif
}
`;
}
