/** The functions that a patch adds for converting copies. They convert in a loop on the host, through a buffer. */
import { type Format, isClass, isSummed, isWider } from '../numerics/format.js';
import { formatName } from './type-text.js';

export interface CopyFunction {
  readonly kind: 'copy';
  readonly name: string;
  readonly to: Format;
  readonly from: Format;
  readonly toDevice: boolean;
  /** Copies rows with a pitch in bytes on either side. */
  readonly isOfRows: boolean;
  readonly isAsync: boolean;
}

/** Returns the address of a `__constant__` or `__device__` variable. */
export interface AddressFunction {
  readonly kind: 'address';
  readonly name: string;
}

export type AddedFunction = CopyFunction | AddressFunction;

export function keyOfFunction(added: AddedFunction): string {
  return added.kind === 'address' ? added.name : `${added.name} ${added.to} ${added.from}`;
}

export function functionText(added: AddedFunction): string {
  if (added.kind === 'address') return addressText(added);
  const { name, to, from, toDevice, isOfRows, isAsync } = added;
  const parameters = [
    `${formatName(to)} *to`,
    ...(isOfRows ? ['size_t to_pitch'] : []),
    `const ${formatName(from)} *from`,
    ...(isOfRows ? ['size_t from_pitch', 'size_t columns', 'size_t rows'] : ['size_t count']),
    ...(isAsync ? ['cudaStream_t stream'] : []),
  ];
  const lines = [...comment(added), `static inline cudaError_t ${name}(${parameters.join(', ')})`, '{'];
  return `${[...lines, ...(toDevice ? bodyToDevice(added) : bodyToHost(added)).map((line) => `  ${line}`), '}'].join('\n')}\n`;
}

function comment({ toDevice, isAsync }: CopyFunction): string[] {
  const what = toDevice
    ? '// Copies an array to the device and converts each element to its type there.'
    : '// Copies an array from the device and converts each element to its type on the host.';
  if (!isAsync) return [what];
  return toDevice
    ? [
        what,
        '// Waits for the stream before, which may still write the source, and after, since the buffer is freed on return.',
      ]
    : [what, '// Waits for the stream, since elements can only be converted once they have arrived.'];
}

function bodyToDevice({ to, from, isOfRows, isAsync }: CopyFunction): string[] {
  const type = formatName(to)!;
  const size = isOfRows ? 'columns * rows' : 'count';
  const copied = isOfRows
    ? `to, to_pitch, converted.data(), columns * sizeof(${type}), columns * sizeof(${type}), rows`
    : `to, converted.data(), count * sizeof(${type})`;
  const call = `cudaMemcpy${isOfRows ? '2D' : ''}${isAsync ? 'Async' : ''}(${copied}, cudaMemcpyHostToDevice${isAsync ? ', stream' : ''})`;
  const loop = isOfRows
    ? [
        'for (size_t y = 0; y < rows; y++) {',
        `  const ${formatName(from)} *row = (const ${formatName(from)} *)((const char *)from + y * from_pitch);`,
        `  for (size_t x = 0; x < columns; x++) converted[y * columns + x] = ${converted('row[x]', to, from)};`,
        '}',
      ]
    : [`for (size_t i = 0; i < count; i++) converted[i] = ${converted('from[i]', to, from)};`];
  if (!isAsync) return [`std::vector<${type}> converted(${size});`, ...loop, `return ${call};`];
  return [
    'cudaError_t error = cudaStreamSynchronize(stream);',
    'if (error != cudaSuccess) return error;',
    `std::vector<${type}> converted(${size});`,
    ...loop,
    `error = ${call};`,
    'return error == cudaSuccess ? cudaStreamSynchronize(stream) : error;',
  ];
}

function bodyToHost({ to, from, isOfRows, isAsync }: CopyFunction): string[] {
  const type = formatName(from)!;
  const copied = isOfRows
    ? `copied.data(), columns * sizeof(${type}), from, from_pitch, columns * sizeof(${type}), rows`
    : `copied.data(), from, count * sizeof(${type})`;
  const call = `cudaMemcpy${isOfRows ? '2D' : ''}${isAsync ? 'Async' : ''}(${copied}, cudaMemcpyDeviceToHost${isAsync ? ', stream' : ''})`;
  const loop = isOfRows
    ? [
        'for (size_t y = 0; error == cudaSuccess && y < rows; y++) {',
        `  ${formatName(to)} *row = (${formatName(to)} *)((char *)to + y * to_pitch);`,
        `  for (size_t x = 0; x < columns; x++) row[x] = ${converted('copied[y * columns + x]', to, from)};`,
        '}',
      ]
    : [`for (size_t i = 0; error == cudaSuccess && i < count; i++) to[i] = ${converted('copied[i]', to, from)};`];
  return [
    `std::vector<${type}> copied(${isOfRows ? 'columns * rows' : 'count'});`,
    `${isAsync ? '' : 'const '}cudaError_t error = ${call};`,
    ...(isAsync ? ['if (error == cudaSuccess) error = cudaStreamSynchronize(stream);'] : []),
    ...loop,
    'return error;',
  ];
}

function addressText({ name }: AddressFunction): string {
  return `// The address of a __device__ or __constant__ variable.
template <class Number, class Symbol>
static inline Number *${name}(const Symbol &symbol)
{
  void *address = nullptr;
  cudaGetSymbolAddress(&address, symbol);
  return (Number *)address;
}
`;
}

/** CUDA's classes convert to float, and other types to them, explicitly; multi-part numbers convert implicitly only to wider multi-part numbers. */
function converted(value: string, to: Format, from: Format): string {
  const number = isClass(from) ? `(float)${value}` : value;
  const has = isClass(from) ? 'fp32' : from;
  if (isClass(to)) return `${formatName(to)}(${number})`;
  const isByItself = to === has || (isWider(to, has) && (isSummed(to) || !isSummed(has)));
  return isByItself ? number : `(${formatName(to)})${number}`;
}
