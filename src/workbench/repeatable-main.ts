/**
 * A program whose main can be called again: it is renamed where it is defined, and runtime/instrument/mantissa_serve.c has the main
 * that calls it, once or for every request.
 */
import { type AstNode, children } from '../frontend/ast/node.js';
import type { SourceEdits } from '../rewrite/source-edits.js';
import { computesOnce } from './computed-once.js';
import { gatherState } from './restored-state.js';

const NAME = 'mx_program_main';

/** False, and nothing is edited, where main is not one of the usual ones, or something is computed apart from it. */
export function renameMain(edits: SourceEdits, declared: ReadonlySet<AstNode>): boolean {
  const { functions, program, places } = edits.syntax;
  const mains = functions.filter(({ function: index }) => program.functions[index]!.name === 'main');
  const [main] = mains;
  if (!main || mains.length > 1 || computesOnce(edits.syntax)) return false;
  const { node, scope } = main;
  const parameters = children(node).filter(({ kind }) => kind === 'ParmVarDecl');
  const body = children(node).find(({ kind }) => kind === 'CompoundStmt');
  const place = places.ofName(node);
  const range = body && edits.rangeOf(body);
  if (!place || place.spelling || edits.text(place.range) !== 'main' || !range) return false;
  if (!/^int \(/.test(node.type?.qualType ?? '') || (parameters.length !== 0 && parameters.length !== 2)) return false;
  for (const other of edits.nodes()) if (other.referencedDecl?.name === 'main') return false;
  const passed = parameters.length === 2 ? `argc, (${parameters[1]!.type!.qualType}) argv` : '';
  const linkage = scope.unit.language === 'c' ? '' : 'extern "C" ';
  gatherState(edits, declared);
  edits.replace(place.range, 'rename', () => NAME);
  // main alone may end without a return
  edits.insert(range.file, range.end - 1, 'return', ' return 0; ');
  edits.insert(range.file, places.files[range.file]!.source.text.length, 'call-main', call(linkage, passed));
  return true;
}

/** A stream with a buffer of its own is flushed as at exit; the guard of its header says whether there is one. */
function call(linkage: string, passed: string): string {
  return `
${linkage}int mx_call_main(int argc, char **argv) {
  const int status = ${NAME}(${passed});
#if defined(_GLIBCXX_IOSTREAM) || defined(_LIBCPP_IOSTREAM)
  std::cout.flush();
  std::clog.flush();
#endif
  return status;
}
`;
}
