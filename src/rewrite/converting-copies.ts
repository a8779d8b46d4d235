/**
 * Copies between host and device that convert, as the patch writes them: a small function beside the program's own, staged through a
 * buffer on the host, called in place of CUDA's.
 */
import { type AstNode, children } from '../frontend/ast/node.js';
import { beforeUntyped } from '../frontend/lower/calls/untyped-pointers.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import { type Format, isHalf, isWider } from '../numerics/format.js';
import type { CellIndex } from '../program/program.js';
import { elementsText, rescaleCount } from './byte-count-text.js';
import { ConvertingCalls, type ConvertingCopy } from './converting-calls.js';
import type { SourceEdits } from './source-edits.js';
import { formatName } from './type-text.js';

/** One function that the patch adds. */
export interface CopyFunction {
  readonly name: string;
  readonly to: Format;
  readonly from: Format;
  readonly toDevice: boolean;
}

export class CopyWriter {
  private readonly calls: ConvertingCalls;
  private readonly added = new Map<string, CopyFunction>();

  constructor(
    private readonly edits: SourceEdits,
    private readonly siteFormats: readonly Format[],
  ) {
    this.calls = new ConvertingCalls(edits);
  }

  get functions(): readonly CopyFunction[] {
    return [...this.added.values()];
  }

  /** Edits a call that copies, makes or fills memory. */
  write(scope: UnitScope, node: AstNode): void {
    const copy = this.calls.copyOf(node);
    if (copy && this.siteFormats[copy.to] !== this.siteFormats[copy.from]) return this.convert(scope, node, copy);
    for (const { argument, measure } of this.calls.countsOf(node)) {
      const [from, to] = [measure.count, measure.memory].map((cell) => this.formatOf(cell, measure.format));
      if (from !== to) rescaleCount(this.edits, scope, argument, measure.format, formatName(from!)!, formatName(to!)!);
    }
  }

  private formatOf(cell: CellIndex, declared: Format): Format {
    const site = this.calls.siteOf(cell);
    return site === null ? declared : this.siteFormats[site]!;
  }

  private convert(scope: UnitScope, node: AstNode, { transfer, call, to, from }: ConvertingCopy): void {
    const { edits } = this;
    const [target, source] = [call.destination!, call.source!].map((at) => children(node)[1 + at]!);
    const [counted] = this.calls.countsOf(node);
    const used = this.functionFor(this.siteFormats[to]!, this.siteFormats[from]!, transfer.direction);
    const whole = edits.editableRange(node, `${used.name} ${used.to} ${used.from}`);
    if (!whole || !counted) return;
    const { measure, argument } = counted;
    const size = formatName(this.formatOf(measure.count, measure.format))!;
    edits.replace(whole, 'copy', (inner) => {
      inner(whole.begin, whole.end); // edits in what is left out go with it
      const pointers = [
        this.pointer(scope, target!, '', used.to, inner),
        this.pointer(scope, source!, 'const ', used.from, inner),
      ];
      const elements = elementsText(edits, scope, argument, measure.format, size, inner);
      return `${used.name}(${[...pointers, elements].join(', ')})`;
    });
  }

  /** An argument without what made it a `void *`; rows of numbers are made a pointer to the first. */
  private pointer(
    scope: UnitScope,
    argument: AstNode,
    qualifier: string,
    format: Format,
    inner: (begin: number, end: number) => string,
  ): string {
    const at = beforeUntyped(scope, argument);
    const range = this.edits.rangeOfWhole(at)!;
    const text = inner(range.begin, range.end);
    const type = at.type?.desugaredQualType ?? at.type?.qualType ?? '';
    return /\[.*\[|\(\*/.test(type) ? `(${qualifier}${formatName(format)} *)${text}` : text;
  }

  private functionFor(to: Format, from: Format, direction: string): CopyFunction {
    const toDevice = direction === 'host-to-device';
    const name = this.freeName(toDevice ? 'copy_to_device' : 'copy_to_host');
    const added = this.added.get(`${name} ${to} ${from}`) ?? { name, to, from, toDevice };
    this.added.set(`${name} ${to} ${from}`, added);
    return added;
  }

  /** A name that nothing in the program has. */
  private freeName(wanted: string): string {
    const isTaken = (name: string) =>
      this.edits.syntax.program.files.some(({ source }) => new RegExp(`\\b${name}\\b`).test(source.text));
    let name = wanted;
    for (let number = 2; isTaken(name); number++) name = `${wanted}_${number}`;
    return name;
  }
}

export function copyFunctionText({ name, to, from, toDevice }: CopyFunction): string {
  const [target, source] = [formatName(to)!, formatName(from)!];
  const head = `static cudaError_t ${name}(${target} *to, const ${source} *from, size_t count)`;
  return toDevice
    ? `// Copies numbers to the device, each converted to the type it has there.
${head}
{
  std::vector<${target}> converted(count);
  for (size_t i = 0; i < count; i++) converted[i] = ${converted('from[i]', to, from)};
  return cudaMemcpy(to, converted.data(), count * sizeof(${target}), cudaMemcpyHostToDevice);
}
`
    : `// Copies numbers from the device, each converted to the type it has on the host.
${head}
{
  std::vector<${source}> copied(count);
  const cudaError_t error = cudaMemcpy(copied.data(), from, count * sizeof(${source}), cudaMemcpyDeviceToHost);
  for (size_t i = 0; error == cudaSuccess && i < count; i++) to[i] = ${converted('copied[i]', to, from)};
  return error;
}
`;
}

/** Halves convert to and from float alone where C++ is to choose. */
function converted(value: string, to: Format, from: Format): string {
  const number = isHalf(from) ? `(float)${value}` : value;
  if (isHalf(to)) return `${formatName(to)}(${number})`;
  return isWider(to, isHalf(from) ? 'fp32' : from) || (to === 'fp32' && isHalf(from))
    ? number
    : `(${formatName(to)})${number}`;
}
