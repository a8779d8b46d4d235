import type { AstNode } from '../../frontend/ast/node.js';
import { calledFunction } from '../../frontend/lower/calls/called-function.js';
import type { FunctionSyntax } from '../../frontend/lower/lower-units.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import type { Place } from '../../program/place.js';

/** Index of the program's launch at a node, or -1. One text may launch several kernels, in a file that is included again or in a macro. */
export function launchAt(
  { program }: ProgramSyntax,
  owner: FunctionSyntax,
  node: AstNode,
  { range: { file, begin } }: Place,
): number {
  const here = program.launches.flatMap(({ place: { range }, kernel, caller }, index) =>
    range.file === file && range.begin === begin ? [{ index, kernel, caller }] : [],
  );
  const kernel = calledFunction(owner.scope, node);
  const own = here.filter((one) => one.kernel === kernel);
  const found = own.find(({ caller }) => caller === owner.function) ?? own[0] ?? here[0];
  return found?.index ?? -1;
}
