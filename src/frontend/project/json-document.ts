import { codeFrame } from '../../diagnostics/code-frame.js';
import type { MessagePlace } from '../../diagnostics/mantissa-error.js';
import { ByteText } from '../../support/byte-text.js';
import { JsonFault, type JsonMember, type JsonNode, plainValue, readJson } from './json-reader.js';

export type JsonPath = readonly PropertyKey[];

/** Longer lines (of a generated file) are not shown under a message. */
const MAX_FRAME_BYTES = 240;

/** A JSON file with the place of every key and value. `file` is the path for messages. */
export class JsonDocument {
  readonly root: JsonNode;

  /** Throws the error that `fault` creates for a syntax error. */
  constructor(
    readonly file: string,
    bytes: Buffer,
    fault: (text: string, place: MessagePlace) => Error,
  ) {
    const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.source = new ByteText(bom ? bytes.subarray(3) : bytes);
    try {
      this.root = readJson(this.source.text);
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      throw fault(error.message, this.placeOf(error.offset, error.length));
    }
  }

  private readonly source: ByteText;

  get value(): unknown {
    return plainValue(this.root);
  }

  /** The value at a path as written in the file: `1.0` and `1e3` keep their form. */
  spelling(path: JsonPath): string | null {
    const node = this.find(path);
    return node ? this.source.text.slice(node.start, node.end) : null;
  }

  /** The place of the value at `path`, or of the innermost existing value around it. */
  placeOfValue(path: JsonPath): MessagePlace {
    for (let length = path.length; length > 0; length--) {
      const node = this.find(path.slice(0, length));
      if (node) return this.placeOf(node.start, length === path.length ? node.end - node.start : 1);
    }
    return this.placeOf(this.root.start, 1);
  }

  placeOfKey(path: JsonPath): MessagePlace {
    const member = this.findMember(path);
    return member
      ? this.placeOf(member.keyRange.start, member.keyRange.end - member.keyRange.start)
      : this.placeOfValue(path);
  }

  has(path: JsonPath): boolean {
    return this.find(path) !== null;
  }

  private find(path: JsonPath): JsonNode | null {
    let node: JsonNode | undefined = this.root;
    for (const step of path) {
      if (node?.kind === 'object') node = node.members.find(({ key }) => key === step)?.value;
      else if (node?.kind === 'array') node = node.items[Number(step)];
      else return null;
    }
    return node ?? null;
  }

  private findMember(path: JsonPath): JsonMember | null {
    const parent = this.find(path.slice(0, -1));
    return parent?.kind === 'object' ? (parent.members.find(({ key }) => key === path.at(-1)) ?? null) : null;
  }

  private placeOf(offset: number, length: number): MessagePlace {
    const { line, column } = this.source.position(offset);
    const place = { file: this.file, line, column };
    return this.source.line(line).length > MAX_FRAME_BYTES
      ? place
      : { ...place, frame: codeFrame(this.source, line, column, length) };
  }
}

/** `goal.maxError`, `sources[2]`, `files["a b.cu"].standard`. */
export function showPath(path: JsonPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      const key = String(step);
      return /^[\w$]+$/.test(key) ? (index === 0 ? key : `.${key}`) : `[${JSON.stringify(key)}]`;
    })
    .join('');
}
