import type { Instruction, IrBlock, IrFunction, IrModule, Metadata } from './module.js';
import { readInstruction, typedValue } from './read-instruction.js';
import { closingBracket, splitList } from './split-list.js';

/** Parses the output of clang with `-emit-llvm -S`. */
export function readModule(text: string): IrModule {
  const functions: IrFunction[] = [];
  const records = new Map<string, readonly string[]>();
  const metadata = new Map<number, Metadata>();
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const record = /^(%[\w.$":-]+) = type (?:<?\{)(.*?)\}>?$/.exec(line);
    if (record) records.set(record[1]!, splitList(record[2]!));
    else if (line.startsWith('!')) readMetadata(line, metadata);
    else if (line.startsWith('define ')) {
      const end = lines.indexOf('}', at);
      functions.push(readFunction(line, lines.slice(at + 1, end)));
      at = end;
    }
  }
  return { functions, records, metadata };
}

function readMetadata(line: string, metadata: Map<number, Metadata>): void {
  const named = /^!(\d+) = (?:distinct )?!(DI\w+)\((.*)\)$/.exec(line);
  if (named) {
    const fields = splitList(named[3]!).map((field): [string, string] => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon), field.slice(colon + 1).trim()];
    });
    metadata.set(Number(named[1]), { kind: named[2]!, fields: new Map(fields) });
    return;
  }
  const list = /^!(\d+) = (?:distinct )?!\{(.*)\}$/.exec(line);
  if (list)
    metadata.set(Number(list[1]), {
      kind: 'list',
      fields: new Map(splitList(list[2]!).map((element, index) => [String(index), element])),
    });
}

function readFunction(head: string, body: readonly string[]): IrFunction {
  const name = /@([\w.$]+|"[^"]*")\(/.exec(head)!;
  const open = name.index + name[0].length - 1;
  const parameters = splitList(head.slice(open + 1, closingBracket(head, open)));
  const debug = /!dbg !(\d+)/.exec(head);
  const blocks: IrBlock[] = [];
  let instructions: Instruction[] = [];
  for (const line of body) {
    const label = /^([\w.$-]+|"[^"]*"):/.exec(line);
    if (label) {
      instructions = [];
      blocks.push({ label: label[1]!, instructions });
      continue;
    }
    const instruction = readInstruction(line);
    if (!instruction) continue;
    // the first block of a function may have no label
    if (blocks.length === 0) blocks.push({ label: 'entry', instructions });
    instructions.push(instruction);
  }
  return {
    symbol: name[1]!,
    debug: debug ? Number(debug[1]) : null,
    parameters: parameters
      .filter((one) => one !== '...')
      .map((one) => ({ ...typedValue(one), isRestrict: /\bnoalias\b/.test(one) })),
    blocks,
  };
}
