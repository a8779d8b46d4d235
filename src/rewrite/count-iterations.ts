/** For counted runs on a processor: loops and functions of the program count how often they run, by the numbers they have in the program. */
import { type AstNode, children } from '../frontend/ast/node.js';
import type { Range } from '../program/place.js';
import { descendants } from './declaration-edits.js';
import type { SourceEdits } from './source-edits.js';

/** The body of a loop, by its position among the children that clang prints, absent ones included. */
const BODIES: Readonly<Record<string, (parts: readonly AstNode[]) => AstNode | undefined>> = {
  ForStmt: (parts) => parts[4],
  WhileStmt: (parts) => parts.at(-1),
  DoStmt: (parts) => parts[0],
  CXXForRangeStmt: (parts) => parts[7],
};

/** Statements that a directive stands before: nothing can be put between the two. */
const isBehindDirective = ({ kind }: AstNode): boolean => kind === 'AttributedStmt' || kind.startsWith('OMP');

export function countIterations(edits: SourceEdits): void {
  const { program, functions } = edits.syntax;
  const loops = new Map(program.loops.map((loop, index) => [`${keyOf(loop.place.range)} ${loop.function}`, index]));
  for (const { node, function: owner } of functions) {
    const body = children(node).find(({ kind }) => kind === 'CompoundStmt');
    const range = body && edits.rangeOf(body);
    // what the compiler evaluates cannot count
    if (!range || node.constexpr === true || edits.firstToken(range)?.text !== '{') continue;
    edits.inLayerOf(owner, () => {
      insert(edits, range.file, edits.firstToken(range)!.end, 'called', ` mx_called(${owner});`);
      for (const statement of descendants(body)) {
        const repeated = BODIES[statement.kind]?.(statement.inner ?? []);
        const place = edits.syntax.places.ofNode(statement);
        const loop = place ? loops.get(`${keyOf(place.range)} ${owner}`) : undefined;
        const inner = repeated?.kind && !isBehindDirective(repeated) ? edits.rangeOf(repeated) : null;
        if (loop === undefined || !inner) continue;
        // an else that follows still belongs to the if that it belonged to
        insert(edits, inner.file, inner.begin, 'iterated', `if (mx_iterated(${loop})) {} else `);
      }
    });
  }
}

/** Text that is left out with what it stands in, such as a loop that the port writes anew. */
function insert(edits: SourceEdits, file: number, offset: number, key: string, text: string): void {
  edits.replace({ file, begin: offset, end: offset }, key, () => text, true);
}

function keyOf({ file, begin }: Range): string {
  return `${file}:${begin}`;
}
