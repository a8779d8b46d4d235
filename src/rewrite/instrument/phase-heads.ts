/** Makes one loop of an instrumented program choose the table of formats at its head and behind its end (runtime/instrument). */
import { loopStatements } from '../../frontend/loop-statements.js';
import type { LoopIndex } from '../../program/program.js';
import { beforeBody } from '../count-iterations.js';
import { NotPortable } from '../not-portable.js';
import type { SourceEdits } from '../source-edits.js';
import { forEachStatement, insertAfter } from '../statements.js';

/**
 * The table is chosen before the loop's condition is evaluated, as in a patch that splits the loop in two: `for (…; i < switch && condition; …)` and
 * then `for (; condition; …)`.
 */
export function choosePhases(edits: SourceEdits, loop: LoopIndex): void {
  const refuse = (what: string) => new NotPortable(`phases cannot be emulated: ${what}`);
  const statement = [...loopStatements(edits.syntax)].find((one) => one.loop === loop);
  if (!statement) throw refuse('the text of the loop comes from a macro or a template');
  const { node, body, condition, function: owner } = statement;
  const range = condition && edits.rangeOf(condition);
  if (range) edits.inLayerOf(owner, () => edits.wrap(range, 'phase', '(mx_begin_iteration(), ', ')'));
  else if (!beforeBody(edits, owner, body, 'phase', '(mx_begin_iteration(), 0)'))
    throw refuse('nothing can be inserted at the head of the loop');
  const definition = edits.syntax.functions.find((one) => one.function === owner)!.node;
  let isEnded = false;
  forEachStatement(edits, definition, (visited, around) => {
    if (visited === node && around.node === node)
      edits.inLayerOf(owner, () => {
        isEnded = insertAfter(edits, around, 'mx_end_phases();');
      });
  });
  if (!isEnded) throw refuse('nothing can be inserted behind the loop');
}
