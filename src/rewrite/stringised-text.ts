/** Text of the program that the program itself prints: an edit must not change it. */
import type { AstNode } from '../frontend/ast/node.js';
import { PrintedArguments } from '../frontend/lexical/printed-arguments.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { cudaMemoryCalls } from '../program/library/cuda-memory.js';
import type { Range } from '../program/place.js';
import { Tokens } from '../support/tokens.js';

/** Uses of macros that stringise an edited argument. */
export function usesThatPrint(
  { scopes, places }: ProgramSyntax,
  nodes: Iterable<AstNode>,
  isEdited: (range: Range) => boolean,
): Range[] {
  const printing = scopes.map(({ macros }) => new PrintedArguments(macros));
  const uses = new Map<string, Range>();
  for (const node of nodes)
    for (const use of places.macroUses(node)) uses.set(`${use.file}:${use.begin}-${use.end}`, use);
  return [...uses.values()].filter((use) => {
    if (!isEdited(use)) return false;
    const text = places.text(use);
    return printing
      .flatMap((one) => one.in(text))
      .filter(({ begin, end }) => !callsCuda(text.slice(begin, end)))
      .some(({ begin, end }) => isEdited({ file: use.file, begin: use.begin + begin, end: use.begin + end }));
  });
}

/** `CHECK(cudaMalloc(…))` prints the call only on failure. */
function callsCuda(argument: string): boolean {
  const [name] = new Tokens(argument).list;
  return name !== undefined && name.text in cudaMemoryCalls;
}
