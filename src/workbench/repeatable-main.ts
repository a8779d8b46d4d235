/**
 * A program whose main can be called again: its symbol has another name, and runtime/instrument/mantissa_serve.c has the main that calls
 * it, once or for every request. In the text it is still main: `__func__` says so, and it may end without a return.
 */
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';
import type { SourceEdits } from '../rewrite/source-edits.js';
import { hasOneTimeComputations } from './one-time-computations.js';
import { gatherState } from './resettable-variables.js';

const NAME = 'mx_program_main';

/** What holds other statements; nothing that may not be left in the middle, such as a region of OpenMP, nor another function. */
const holdsStatements = ofKind(
  ...(['CompoundStmt', 'IfStmt', 'SwitchStmt', 'CaseStmt', 'DefaultStmt', 'LabelStmt', 'AttributedStmt'] as const),
  ...(['ForStmt', 'WhileStmt', 'DoStmt', 'CXXForRangeStmt', 'CXXTryStmt', 'CXXCatchStmt'] as const),
);

/** False, and nothing is edited, where main is not one of the usual ones, or something is computed apart from it. */
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
  for (const callee of hasOwnExit ? [] : leavings(body!)) {
    const name = edits.rangeOf(callee);
    if (name) edits.replace(name, 'leave', () => 'mx_leave_main');
  }
  const declared = `(${types.join(', ') || 'void'})`;
  edits.insert(whole.file, whole.begin, 'symbol', `int main${declared} __asm__("${NAME}"); `);
  const { length } = places.files[range.file]!.source.text;
  edits.insert(range.file, length, 'call-main', call(linkage, declared, passed));
  return true;
}

/** What is called where main ends with `exit(status)` itself: that is no more than its return, but for the variables that stay as they are. */
function* leavings(node: AstNode): Generator<AstNode> {
  for (const child of children(node)) {
    if (holdsStatements(child)) yield* leavings(child);
    if (child.kind !== 'CallExpr') continue;
    const [cast] = children(child);
    const callee = cast?.kind === 'ImplicitCastExpr' ? children(cast)[0] : undefined;
    const { name, type } = callee?.referencedDecl ?? {};
    if (callee && name === 'exit' && /^void \(int\)/.test(type?.qualType ?? '')) yield callee;
  }
}

/** A stream with a buffer of its own is flushed as at exit; the guard of its header says whether there is one. */
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
