/** For profiling runs on a CPU: makes loops and functions of the program count their executions, by their indices in the program. */
import { type AstNode, children } from '../frontend/ast/node.js';
import { loopStatements } from '../frontend/loop-statements.js';
import type { SourceEdits } from './source-edits.js';

/** Statements attached to a directive: nothing can be inserted between the two. */
const isBehindDirective = ({ kind }: AstNode): boolean => kind === 'AttributedStmt' || kind.startsWith('OMP');

export function countIterations(edits: SourceEdits): void {
  const counting = new Set<number>();
  for (const { node, function: owner } of edits.syntax.functions) {
    const body = children(node).find(({ kind }) => kind === 'CompoundStmt');
    const range = body && edits.rangeOf(body);
    // constexpr functions cannot count
    if (!range || node.constexpr === true || edits.firstToken(range)?.text !== '{') continue;
    counting.add(owner);
    edits.inLayerOf(owner, () =>
      insert(edits, range.file, edits.firstToken(range)!.end, 'called', ` mx_called(${owner});`),
    );
  }
  for (const { loop, function: owner, body } of loopStatements(edits.syntax))
    if (counting.has(owner)) beforeBody(edits, owner, body, 'iterated', `mx_iterated(${loop})`);
}

/** Calls a function that returns 0 before each execution of a loop's body; false if nothing can be inserted there. */
export function beforeBody(edits: SourceEdits, owner: number, body: AstNode, key: string, call: string): boolean {
  const range = isBehindDirective(body) ? null : edits.rangeOf(body);
  // keeps a following else attached to its if
  if (range) edits.inLayerOf(owner, () => insert(edits, range.file, range.begin, key, `if (${call}) {} else `));
  return range !== null;
}

/** Inserts text that an enclosing edit may drop, such as that of a loop that the port rewrites. */
function insert(edits: SourceEdits, file: number, offset: number, key: string, text: string): void {
  edits.replace({ file, begin: offset, end: offset }, key, () => text, true);
}
