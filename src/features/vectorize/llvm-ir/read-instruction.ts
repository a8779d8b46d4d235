import type { Instruction, TypedValue } from './module.js';
import { closingBracket, splitList } from './split-list.js';

const CONVERSIONS =
  /^(?:fptrunc|fpext|sitofp|uitofp|fptosi|fptoui|sext|zext|trunc|bitcast|ptrtoint|inttoptr|addrspacecast)$/;
const FLAGS =
  /^(?:nnan|ninf|nsz|arcp|contract|afn|reassoc|fast|nuw|nsw|exact|disjoint|nneg|inbounds|samesign|nusw|volatile|atomic|inrange\([^)]*\))\s+/;
const ATTRIBUTES =
  /^(?:noundef|nonnull|noalias|signext|zeroext|readonly|writeonly|readnone|nocapture|returned|immarg|nofpclass\([^)]*\)|captures\([^)]*\)|align \d+|dereferenceable\(\d+\)|dereferenceable_or_null\(\d+\)|byval\([^)]*\)|sret\([^)]*\)|range\([^)]*\)|initializes\([^)]*\))\s+/;

/** Parses one line of a function's body; null for lines without an instruction. */
export function readInstruction(line: string): Instruction | null {
  const text = line.trim();
  const record = /^#dbg_value\((.*)\)$/.exec(text);
  if (record) return readRecord(record[1]!, text);
  if (text === '' || text.startsWith(';') || text.startsWith('#dbg_')) return null;
  const debug = /, !dbg !(\d+)/.exec(text);
  const plain = text.replace(/(?:, ![\w.]+ !\d+)+$/, '').replace(/ #\d+$/, '');
  const [, result = null, rest] = /^(?:(%[\w.$-]+|%"[^"]*") = )?(.*)$/.exec(plain)!;
  const [opcode, tail] = opcodeOf(rest!);
  return {
    result,
    opcode,
    ...operandsOf(opcode, tail),
    debug: debug ? Number(debug[1]) : null,
    variable: null,
    text: plain,
  };
}

/** `type %name`, with attributes skipped. */
export function typedValue(text: string): TypedValue {
  const typeEnd = endOfType(text);
  let rest = text.slice(typeEnd).trim();
  while (ATTRIBUTES.test(rest)) rest = rest.replace(ATTRIBUTES, '');
  return { type: text.slice(0, typeEnd), value: rest };
}

function readRecord(inside: string, text: string): Instruction {
  const [value, variable] = splitList(inside);
  const number = /^!(\d+)$/.exec(variable ?? '');
  return {
    result: null,
    opcode: 'dbg_value',
    type: '',
    operands: [typedValue(value!)],
    extra: [],
    debug: Number(/!(\d+)\)$/.exec(text)?.[1] ?? -1),
    variable: number ? Number(number[1]) : null,
    text,
  };
}

function opcodeOf(rest: string): [string, string] {
  const call = /^(?:tail |musttail |notail )?call /.exec(rest);
  if (call) return ['call', withoutFlags(rest.slice(call[0].length))];
  const space = rest.indexOf(' ');
  if (space < 0) return [rest, ''];
  return [rest.slice(0, space), withoutFlags(rest.slice(space + 1))];
}

function withoutFlags(text: string): string {
  let rest = text;
  while (FLAGS.test(rest)) rest = rest.replace(FLAGS, '');
  return rest;
}

type Parts = Pick<Instruction, 'type' | 'operands' | 'extra'>;

function operandsOf(opcode: string, tail: string): Parts {
  if (opcode === 'call') return callParts(tail);
  if (opcode === 'br') return branchParts(tail);
  if (opcode === 'phi') return phiParts(tail);
  if (opcode === 'ret') return { type: '', operands: tail === 'void' ? [] : [typedValue(tail)], extra: [] };
  if (opcode === 'fcmp' || opcode === 'icmp') {
    const space = tail.indexOf(' ');
    const { operands } = sameTyped(withoutFlags(tail.slice(space + 1)));
    return { type: operands[0]!.type, operands, extra: [tail.slice(0, space)] };
  }
  if (CONVERSIONS.test(opcode)) {
    const to = tail.lastIndexOf(' to ');
    return { type: tail.slice(to + 4), operands: [typedValue(tail.slice(0, to))], extra: [] };
  }
  const parts = splitList(tail);
  if (opcode === 'load') return { type: parts[0]!, operands: [typedValue(parts[1]!)], extra: parts.slice(2) };
  if (opcode === 'store')
    return { type: '', operands: [typedValue(parts[0]!), typedValue(parts[1]!)], extra: parts.slice(2) };
  if (opcode === 'getelementptr') return { type: 'ptr', operands: parts.slice(1).map(typedValue), extra: [parts[0]!] };
  if (/^(?:select|extractelement|insertelement|shufflevector|switch|freeze)$/.test(opcode)) {
    const operands = parts.filter((part) => part !== '').map(typedValue);
    return { type: operands[opcode === 'select' ? 1 : 0]?.type ?? '', operands, extra: [] };
  }
  return sameTyped(tail);
}

/** `float %a, %b`: the type is written once. */
function sameTyped(tail: string): Parts {
  const [first, ...others] = splitList(tail);
  if (first === undefined) return { type: '', operands: [], extra: [] };
  const { type, value } = typedValue(first);
  return { type, operands: [{ type, value }, ...others.map((other) => ({ type, value: other }))], extra: [] };
}

function callParts(tail: string): Parts {
  let rest = tail;
  while (ATTRIBUTES.test(rest)) rest = rest.replace(ATTRIBUTES, '');
  const at = rest.search(/[@%][\w.$"-]+\(/);
  const open = rest.indexOf('(', at);
  const callee = at < 0 ? rest : rest.slice(at, open);
  const inside = open < 0 ? '' : rest.slice(open + 1, closingBracket(rest, open));
  return {
    type: at < 0 ? '' : rest.slice(0, at).trim(),
    operands: splitList(inside).map(typedValue),
    extra: [callee.replace(/^@/, '')],
  };
}

function branchParts(tail: string): Parts {
  const labels = [...tail.matchAll(/label %([\w.$-]+)/g)].map(([, label]) => label!);
  const condition = tail.startsWith('i1 ') ? [typedValue(splitList(tail)[0]!)] : [];
  return { type: '', operands: condition, extra: labels };
}

function phiParts(tail: string): Parts {
  const typeEnd = endOfType(tail);
  const type = tail.slice(0, typeEnd);
  const incoming = splitList(tail.slice(typeEnd)).map((one) => splitList(one.replace(/^\[|\]$/g, '')));
  return {
    type,
    operands: incoming.map(([value]) => ({ type, value: value! })),
    extra: incoming.map(([, block]) => block!.replace(/^%/, '')),
  };
}

function endOfType(text: string): number {
  if (/^[<[{]/.test(text)) return closingBracket(text, 0) + 1;
  const space = text.indexOf(' ');
  return space < 0 ? text.length : space;
}
