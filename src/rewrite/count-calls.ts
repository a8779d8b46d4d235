/** For profiling runs: makes launches and copies between memories report themselves by their indices in the program. */
import { calleeName } from '../frontend/ast/callee.js';
import { children } from '../frontend/ast/node.js';
import { memoryCall } from '../program/library/library.js';
import type { Range } from '../program/place.js';
import type { FunctionIndex } from '../program/program.js';
import { descendants } from './declaration-edits.js';
import type { SourceEdits } from './source-edits.js';

export function countCalls(edits: SourceEdits): void {
  const { program, functions } = edits.syntax;
  const key = ({ file, begin }: Range) => `${file}:${begin}`;
  // one text may belong to several functions
  const caller = (index: FunctionIndex | null) => (index !== null && program.functions[index]!.sharesText ? index : '');
  const launches = new Map(
    program.launches.map((launch, index) => [`${key(launch.place.range)} ${caller(launch.caller)}`, index]),
  );
  const transfers = new Map(
    program.transfers.map((transfer, index) => [`${key(transfer.place.range)} ${caller(transfer.function)}`, index]),
  );
  for (const { node, function: owner } of functions) {
    edits.inLayerOf(owner, () => {
      for (const call of descendants(node)) {
        const range = edits.rangeOf(call);
        if (!range) continue;
        if (call.kind === 'CUDAKernelCallExpr') {
          const number = launches.get(`${key(range)} ${caller(owner)}`);
          const grid = children(children(call)[1] ?? call)[1];
          const text = grid && edits.rangeOf(grid);
          if (number !== undefined && text) edits.wrap(text, 'launched', `mx_launched(${number}, `, ')');
        } else if (call.kind === 'CallExpr') {
          const moved = memoryCall(calleeName(call))?.moved;
          const number = transfers.get(`${key(range)} ${caller(owner)}`);
          const bytes = moved === undefined ? undefined : children(call)[1 + moved];
          const text = bytes && edits.rangeOf(bytes);
          if (number !== undefined && text) edits.wrap(text, 'transferred', `mx_transferred(${number}, `, ')');
        }
      }
    });
  }
}
