/** For profiling runs on a CPU: makes loops and functions of the program count their executions, by their indices in the program. */
import { type AstNode, children } from '../frontend/ast/node.js';
import type { Range } from '../program/place.js';
import { descendants } from './declaration-edits.js';
import type { SourceEdits } from './source-edits.js';

/** Index of a loop's body among the children that clang prints, including absent ones. */
const BODIES: Readonly<Record<string, (parts: readonly AstNode[]) => AstNode | undefined>> = {
  ForStmt: (parts) => parts[4],
  WhileStmt: (parts) => parts.at(-1),
  DoStmt: (parts) => parts[0],
  CXXForRangeStmt: (parts) => parts[7],
};

/** Statements attached to a directive: nothing can be inserted between the two. */
const isBehindDirective = ({ kind }: AstNode): boolean => kind === 'AttributedStmt' || kind.startsWith('OMP');

export function countIterations(edits: SourceEdits): void {
  const { program, functions } = edits.syntax;
  const loops = new Map(program.loops.map((loop, index) => [`${keyOf(loop.place.range)} ${loop.function}`, index]));
  for (const { node, function: owner } of functions) {
    const body = children(node).find(({ kind }) => kind === 'CompoundStmt');
    const range = body && edits.rangeOf(body);
    // constexpr functions cannot count
    if (!range || node.constexpr === true || edits.firstToken(range)?.text !== '{') continue;
    edits.inLayerOf(owner, () => {
      insert(edits, range.file, edits.firstToken(range)!.end, 'called', ` mx_called(${owner});`);
      for (const statement of descendants(body)) {
        const repeated = BODIES[statement.kind]?.(statement.inner ?? []);
        const place = edits.syntax.places.ofNode(statement);
        const loop = place ? loops.get(`${keyOf(place.range)} ${owner}`) : undefined;
        const inner = repeated?.kind && !isBehindDirective(repeated) ? edits.rangeOf(repeated) : null;
        if (loop === undefined || !inner) continue;
        // keeps a following else attached to its if
        insert(edits, inner.file, inner.begin, 'iterated', `if (mx_iterated(${loop})) {} else `);
      }
    });
  }
}

/** Inserts text that an enclosing edit may drop, such as that of a loop that the port rewrites. */
function insert(edits: SourceEdits, file: number, offset: number, key: string, text: string): void {
  edits.replace({ file, begin: offset, end: offset }, key, () => text, true);
}

function keyOf({ file, begin }: Range): string {
  return `${file}:${begin}`;
}
