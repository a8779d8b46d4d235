/** A program that computes a function twice on copies of the same arrays: with the original code and with the vector code. */

import { constantForm, sum } from '../../numerics/linear-form.js';
import { ByteText } from '../../support/byte-text.js';
import { spacedText } from '../../support/token-lists.js';
import { COUNTER, linearText, withCounter } from './affine.js';
import { definitionsOf, withLaunches } from './kernel-text.js';
import { accessesOf, type LaneProgram, type Parameter, resultArrays } from './lane-program.js';
import { observedLoop, observedNodes, rowsOf } from './observed-loop.js';
import { refusal } from './refusal.js';
import { VECTOR_FORMATS, type VectorFormat, vectorType, type Width } from './vector-format.js';

/** Result file of the program in its working folder. */
export const LEFT = { ranges: 'mantissa-ranges.txt', expected: 'mantissa-expected.bin', found: 'mantissa-found.bin' };
/** Largest number of compared values. */
const COMPARED = 1 << 22;

/** The user's text with the function renamed and wrapped: the wrapper records the arrays before and after the call. */
export function withCheckedFunction(text: string, program: LaneProgram, isC: boolean): string {
  const source = new ByteText(Buffer.from(text, 'latin1'));
  const first = source.lineStart(Math.max(1, program.line - 1));
  const found = definitionsOf(source.tokens, program.name).find(({ name }) => name.begin >= first);
  if (!found)
    throw refusal('MX4071', `the source text of ${program.name} cannot be found`, {
      file: program.file,
      line: program.line,
      column: 1,
    });
  const begin = (found.head[0] ?? found.name).begin;
  const head = text.slice(begin, found.name.begin);
  const parameters = text.slice(found.name.end, found.parametersEnd.end);
  const scalar = `mantissa_scalar_${program.name}`;
  const passed = program.parameters.map(({ name }) => name).join(', ');
  const linkage = ['static', 'inline', 'extern', '"C"'];
  const own = `static ${spacedText(
    text,
    found.head.filter((one) => !linkage.includes(one.text)),
  )} ${scalar}`;
  const called = program.results.some(({ target }) => target === null)
    ? `${isC ? '__auto_type' : 'auto'} mantissa_returned = ${scalar}(${passed}); mantissa_after(mantissa_returned); return mantissa_returned;`
    : `${scalar}(${passed}); mantissa_after(0);`;
  return [
    text.slice(0, begin),
    `\n${declarations(program, isC)}\n`,
    `${own}${parameters};\n`,
    `${head}${program.name}${parameters} { mantissa_before(${passed}); ${called} }\n`,
    `${own}${text.slice(found.name.end)}`,
  ].join('');
}

/** The text with the arrays recorded before and after each launch; null if the text does not launch the kernel. */
export function withCheckedLaunches(text: string, program: LaneProgram): string | null {
  const changed = withLaunches(
    text,
    program.name,
    (launch) => `(mantissa_before(${launch.arguments}), ${launch.text}, mantissa_after(0))`,
  );
  return changed === null ? null : `${declarations(program, false)}\n${changed}`;
}

function declarations(program: LaneProgram, isC: boolean): string {
  const types = outerParameters(program).map(({ kind }) =>
    kind === 'array' ? 'const void *' : kind === 'number' ? 'double' : 'long long',
  );
  const linkage = isC ? '' : 'extern "C" ';
  return `${linkage}void mantissa_before(${types.join(', ')});\n${linkage}void mantissa_after(double);`;
}

/** Arguments of a call, without the row number, which the kernel gets from its thread index. */
function outerParameters({ parameters, rows }: LaneProgram): Parameter[] {
  return parameters.filter(({ name }) => name !== rows?.name);
}

/** The functions `mantissa_before` and `mantissa_after`: they record value ranges in float and the results of the vector code. */
export function checkingSource(program: LaneProgram, vectors: string, format: VectorFormat, width: Width): string {
  const parameters = outerParameters(program);
  const arrays = parameters.flatMap((one) => (one.kind === 'array' ? [one] : []));
  const single = resultArrays(program);
  const isReturned = program.results.some(({ target }) => target === null);
  const given = parameters.map(givenText);
  // the start value of a reduction may be an array element
  const starts = program.reductions.flatMap(({ start }) =>
    start.kind === 'uniform' && start.access ? [start.access] : [],
  );
  const accesses = accessesOf(program);
  const results = program.results.flatMap(({ target }) =>
    target ? [`array_${target.array}.store(${linearText(target.offset)});`] : [],
  );
  const always = [...starts, ...program.results.flatMap(({ target }) => (target ? [target] : []))].map(
    ({ array, offset }) => `array_${array}.cover(${linearText(offset)});`,
  );
  const last = sum(program.end, constantForm(1), -1);
  const covers = accesses.flatMap(({ array, stride, offset }) =>
    [program.begin, last].map((at) => {
      const index = withCounter(
        { ...offset, terms: new Map([...offset.terms, ...(stride === 0 ? [] : ([[COUNTER, stride]] as const))]) },
        at,
      );
      return `array_${array}.cover(${linearText(index)});`;
    }),
  );
  return `${vectors}
#include <cstdio>
#include <cstdlib>
#include <math.h>
#include <vector>
using namespace mantissa;

namespace {
struct Range {
  double most = 0, least = INFINITY;
  void see(float x) {
    const double size = fabs(static_cast<double>(x));
    if (!(size <= 3.4e38)) return;
    if (size > most) most = size;
    if (size > 0 && size < least) least = size;
  }
} ranges[${Math.max(1, observedNodes(program).length)}];

template <class Home, class Number> struct Array {
  const Home *home = nullptr;
  std::int64_t low = 0, high = -1;
  std::vector<float> floats;
  std::vector<Number> numbers;
  std::vector<char> is_stored;
  void store(std::int64_t index) { is_stored[index - low] = 1; }
  void cover(std::int64_t index) {
    if (high < low) low = high = index;
    if (index < low) low = index;
    if (index > high) high = index;
  }
  void copy(const void *from) {
    home = static_cast<const Home *>(from);
    floats.clear();
    numbers.clear();
    is_stored.assign(high - low + 1, 0);
    for (std::int64_t k = low; k <= high; ++k) {
      Number x;
      narrow(static_cast<float>(home[k]), x);
      floats.push_back(static_cast<float>(home[k]));
      numbers.push_back(x);
    }
  }
};
${arrays
  .map(({ name, numberBytes }) => {
    const home = numberBytes === 8 ? 'double' : 'float';
    return `Array<${home}, ${single.has(name) ? 'float' : VECTOR_FORMATS[format].type}> array_${name};`;
  })
  .join('\n')}
std::FILE *expected, *found;
long compared;
float returned;

void observe(${parameters.map(observedParameter).join(', ')}) {
${observedLoop(program)
  .map((line) => `  ${line}`)
  .join('\n')}
}

void finish() {
  std::FILE *file = std::fopen("${LEFT.ranges}", "w");
  for (const Range &range : ranges) std::fprintf(file, "%.9g %.9g\\n", range.most, range.least);
  std::fclose(file);
  std::fclose(expected);
  std::fclose(found);
}
void open_files() {
  if (expected) return;
  expected = std::fopen("${LEFT.expected}", "wb");
  found = std::fopen("${LEFT.found}", "wb");
  std::atexit(finish);
}
void write_down(double scalar, double vector) {
  if (++compared > ${COMPARED}) return;
  std::fwrite(&scalar, sizeof scalar, 1, expected);
  std::fwrite(&vector, sizeof vector, 1, found);
}
template <class Home, class Number> void write_down(const Array<Home, Number> &array) {
  for (std::int64_t k = array.low; k <= array.high; ++k)
    if (array.is_stored[k - array.low]) write_down(array.home[k], widen(array.numbers[k - array.low]));
}
}  // namespace

extern "C" void mantissa_before(${given.join(', ')}) {
  open_files();
${arrays.map(({ name }) => `  array_${name}.low = 0, array_${name}.high = -1;`).join('\n')}
  ${always.join('\n  ')}
  ${program.rows ? rowsOf(program.rows) : ''}
  if (${linearText(program.begin)} < ${linearText(program.end)}) {
    ${covers.join('\n    ')}
  }
${arrays.map(({ name }) => `  array_${name}.copy(${name});`).join('\n')}
  ${results.join('\n  ')}
  observe(${parameters.map((one) => (one.kind === 'array' ? `array_${one.name}.floats.data() - array_${one.name}.low` : one.name)).join(', ')});
  ${program.name}_${vectorType(format, width)}(${[
    ...parameters.map((one) =>
      one.kind === 'array'
        ? `array_${one.name}.numbers.data() - array_${one.name}.low`
        : one.kind === 'number'
          ? `static_cast<float>(${one.name})`
          : one.name,
    ),
    ...(isReturned ? ['&returned'] : []),
  ].join(', ')});
}

extern "C" void mantissa_after(double scalar) {
  ${isReturned ? 'write_down(scalar, returned);' : '(void)scalar;'}
${[...program.written, ...single].map((name) => `  write_down(array_${name});`).join('\n')}
}
`;
}

function givenText(parameter: Parameter): string {
  if (parameter.kind === 'array') return `const void *${parameter.name}`;
  return `${parameter.kind === 'number' ? 'double' : 'long long'} ${parameter.name}`;
}

function observedParameter(parameter: Parameter): string {
  if (parameter.kind === 'array') return `const float *${parameter.name}`;
  return `${parameter.kind === 'number' ? 'float' : 'long long'} ${parameter.name}`;
}
