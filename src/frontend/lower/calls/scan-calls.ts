/** Lowers calls that read numbers from text, `scanf("%lf", &x)` and `std::from_chars`: they store each number in the format of its target. */
import type { Format } from '../../../numerics/format.js';
import type { ValueIndex } from '../../../program/program.js';
import type { AstNode } from '../../ast/node.js';
import { addressed, readScan } from '../../ast/scan-call.js';
import { scansNumber } from '../../lexical/scanf-format.js';
import type { BodyLowering } from '../body/function-body.js';
import { NONE, type Result, storeInto } from '../expressions/results.js';
import { NOWHERE } from '../places.js';
import type { Argument, Callee } from './argument-memory.js';
import { callExternal } from './external-calls.js';

export function callScan(
  body: BodyLowering,
  node: AstNode,
  name: string,
  formatPosition: number,
  args: readonly Argument[],
): Result {
  const textOf = (literal: AstNode): string | null => {
    const place = body.place(literal);
    return place && place.spelling === null ? body.builder.places.text(place.range) : null;
  };
  const nodes = args.map(({ node: argument }) => argument);
  const scan = readScan(formatPosition, nodes, textOf);
  if (!scan) return callExternal(body, node, name, args, 'escapes');
  for (const { conversion, argument } of scan.targets) {
    const target = args.find((one) => one.node === argument)!;
    const { format: numberFormat } = body.types(addressed(argument) ?? argument);
    if (!scansNumber(conversion) || numberFormat === null) {
      if (target.result.cell !== null) callExternal(body, node, name, [target], 'escapes');
      continue;
    }
    const site = target.result.site ?? null;
    if (site !== null) body.builder.sites[site]!.scannedAt ??= body.placeText(node);
    storeInto(body, target.result, numberRead(body, node, name, numberFormat), node);
  }
  return NONE;
}

/** `std::from_chars(first, last, x)`: a number from text, in the format of x. */
export function callParse(
  body: BodyLowering,
  node: AstNode,
  callee: Callee,
  args: readonly Argument[],
  targetPosition: number,
): Result | null {
  const target = args[targetPosition];
  const { format: numberFormat } = target ? body.types(target.node) : { format: null };
  if (!target || numberFormat === null) return null;
  storeInto(body, target.result, numberRead(body, node, callee.name, numberFormat), node);
  return NONE;
}

function numberRead(body: BodyLowering, node: AstNode, callee: string, format: Format): ValueIndex {
  const place = body.place(node) ?? NOWHERE;
  return body.add({ kind: 'call', callee, function: null, arguments: [], format, place });
}
