/**
 * The data model: results that depend on how wide long, size_t and pointers are. What starts with `MODEL` is computed without the math
 * library and must be the same on every engine.
 */
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

export const MODEL = 'model';

const UNSIGNED = ['unsigned long', 'size_t', 'unsigned long int', 'long unsigned', 'uint64_t', 'uintptr_t'];
const SIGNED = ['long', 'long int', 'signed long', 'ptrdiff_t', 'ssize_t', 'int64_t'];
const FACTORS = ['6364136223846793005ul', '6364136223846793005UL', '2862933555777941757lu', '0x9e3779b97f4a7c15uL'];
const PLAIN = { all: ['c', 'c++', 'cuda'], plus: ['c++', 'cuda'] } as const;

function show({ body }: ProgramDraft, format: string, ...values: string[]): void {
  body.push(`  printf("${MODEL} ${format}\\n", ${values.join(', ')});`);
}

/** `state * 6364136223846793005ul + …`, its high bits as numbers: passed by value, by address, or kept in a record. */
const congruentialNumbers: Part = (draft) => {
  const { e, top, body } = draft;
  const [type, state, next] = [e.pick(UNSIGNED), draft.name('state'), draft.global('next')];
  draft.headers.add('stdint.h').add('stddef.h').add('sys/types.h');
  const shift = e.integer(8, 40);
  top.push(
    `static ${type} ${next}(${type} *s)\n{\n  *s = *s * ${e.pick(FACTORS)} + ${e.pick(['1442695040888963407ul', '1L', '4294967296'])};\n  return *s >> ${shift};\n}`,
  );
  const [sum, k] = [draft.name('sum'), draft.name('i')];
  body.push(
    `  ${type} ${state} = ${e.integer(1, 99999)} + n;`,
    `  ${draft.type()} ${sum} = 0;`,
    `  for (int ${k} = 0; ${k} < 5; ${k}++) ${sum} += ${next}(&${state}) / ${2 ** (64 - shift)}.0;`,
  );
  show(draft, '%.17g %lu %lx', `(double)${sum}`, `(unsigned long)${state}`, `(unsigned long)${state} >> 36`);
  draft.scope.reals.push(sum);
};

/** Sizes below zero, and loops that count down to it. */
const wrappedSizes: Part = (draft) => {
  const { e, body } = draft;
  draft.headers.add('stdint.h').add('stddef.h').add('sys/types.h');
  const [type, size, k, steps] = [e.pick(UNSIGNED), draft.name('size'), draft.name('k'), draft.name('steps')];
  body.push(
    `  ${type} ${size} = n, ${steps} = 0;`,
    `  for (${type} ${k} = ${size}; ${k}-- > 0;) ${steps} += ${k} * ${k} - ${size};`,
  );
  show(draft, '%zu %zx %d', `(size_t)(${size} - n - ${e.integer(1, 9)})`, `(size_t)${steps}`, `${size} - 5 > ${size}`);
  show(draft, '%.17g', `(double)(${size} - ${e.integer(4, 9)}) / 3`);
};

/** Sums of longs, their limits, and longs in records and unions. */
const longRecords: Part = (draft) => {
  const { e, top, body } = draft;
  draft.headers.add('limits.h').add('stdint.h').add('stddef.h').add('sys/types.h');
  const [record, value] = [draft.global('record'), draft.name('record')];
  top.push(
    `typedef struct { ${draft.type()} weight; ${e.pick(SIGNED)} count; char mark; ${e.pick(UNSIGNED)} bits; } ${record};`,
  );
  body.push(
    `  ${record} ${value}[2] = {{0.5, ${e.pick(['1l << 40', '-3000000000', 'LONG_MIN + 1'])}, 'a', ~0ul >> n}, {0.25, -1L, 'b', 7u}};`,
  );
  body.push(`  ${value}[1].count += ${value}[0].count / n + 0x1ffffffff;`);
  show(draft, '%ld %ld %lu', `(long)${value}[0].count`, `(long)${value}[1].count`, `(unsigned long)${value}[0].bits`);
  show(draft, '%ld %lu %zu', `LONG_MAX - n`, `ULONG_MAX / n`, `(size_t)(SIZE_MAX - n)`);
  show(draft, '%zu %lu', `sizeof(long) * n`, `(unsigned long)sizeof(${e.pick(SIGNED)}[5]) << 33`);
};

/** The bits of a number, and a hash of text, in unsigned longs. */
const hashes: Part = (draft) => {
  const { e, top, body } = draft;
  const [type, hash, bits] = [e.pick(UNSIGNED.slice(0, 4)), draft.global('hash'), draft.name('bits')];
  top.push(
    `static ${type} ${hash}(const char *text)\n{\n  ${type} h = ${e.pick(['5381', '14695981039346656037ul'])};\n  for (; *text; text++) h = ${e.pick(['h * 33 + *text', '(h ^ *text) * 1099511628211ul', '(h << 5) ^ (h >> 27) ^ *text'])};\n  return h;\n}`,
  );
  body.push(`  union { double number; unsigned long word; } ${bits};`, `  ${bits}.number = n * 0.1;`);
  show(draft, '%lx %lu', `${bits}.word`, `(unsigned long)${hash}("mantissa ${e.integer(1, 999)}")`);
  show(draft, '%.17g', `(double)(${hash}("${e.integer(1, 999)}") % 1000003) / 1000003`);
};

/** What the C library takes and returns as long or size_t, and the distance of pointers. */
const libraryLongs: Part = (draft) => {
  const { e, body } = draft;
  const [text, at, row] = [draft.name('text'), draft.name('at'), draft.name('row')];
  body.push(
    `  char ${text}[64];`,
    `  long ${at} = ${e.integer(1, 9)}000000000L * n;`,
    `  snprintf(${text}, sizeof ${text}, "%ld %s", ${e.pick([`-${at}`, at])}, "end");`,
    `  sscanf(${text}, "%ld", &${at});`,
    `  ${draft.type()} ${row}[8] = {0};`,
    `  ${row}[n] = 0.5;`,
  );
  show(draft, '%s %ld %ld %zu', text, at, `strtol(${text}, NULL, 10) - labs(${at})`, `strlen(${text}) - 60`);
  show(draft, '%ld %.17g', `(long)(&${row}[0] - &${row}[n]) * 4294967296`, `(double)lround(${at} / 3.0)`);
};

/** Sizes of containers, what is deduced from them, and longs as arguments of templates. */
const containerSizes: Part = (draft) => {
  const { e, top, body } = draft;
  draft.headers.add('limits').add('numeric').add('string').add('vector').add('algorithm').add('cstddef');
  const [values, longs, size, twice] = ['values', 'longs', 'size']
    .map((stem) => draft.name(stem))
    .concat(draft.global('twice'));
  top.push(`template <class T> static T ${twice}(T x) { return x + x; }`);
  body.push(
    `  std::vector<${draft.type()}> ${values}(n, 0.25);`,
    `  std::vector<${e.pick(['long', 'std::ptrdiff_t', 'long int'])}> ${longs}(n, 1L << ${e.integer(33, 40)});`,
    `  auto ${size} = ${e.pick([`${values}.size()`, `std::min<std::size_t>(${values}.size(), 9)`, `${longs}.size() * sizeof(double)`])};`,
    `  for (std::vector<${draft.type()}>::size_type k = 0; k < ${longs}.size(); k++) ${longs}[k] += ${values}.size() - k;`,
  );
  show(draft, '%zu %zu', `(std::size_t)(${size} - 100)`, `(std::size_t)(std::min(${size}, ${longs}.size()) - 4)`);
  show(draft, '%ld %ld', `(long)std::accumulate(${longs}.begin(), ${longs}.end(), 0L)`, `(long)${twice}(${longs}[0])`);
  show(draft, '%zu %lu', `std::string("abc").find('z') - n`, `(unsigned long)std::numeric_limits<std::size_t>::max()`);
  show(draft, '%.17g', `(double)(${values}.size() - 5) / ${values}.size()`);
};

/** A kernel that draws its numbers from a congruential generator of unsigned longs, by a size_t index. */
const drawingKernel: Part = (draft) => {
  const { e, top, body } = draft;
  const type = draft.type();
  const [kernel, device, host] = [draft.global('draw'), draft.name('device'), draft.name('host')];
  top.push(
    `__global__ void ${kernel}(${type} *out, ${e.pick(['size_t', 'unsigned long', 'long'])} count, unsigned long seed)\n{\n  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;\n  unsigned long state = (seed + i) * ${e.pick(FACTORS)} + 1;\n  if (i < count) out[i] = (state >> 11) / 9007199254740992.0;\n}`,
  );
  body.push(
    `  ${type} *${device}, ${host}[8];`,
    `  cudaMalloc(&${device}, 8 * sizeof(${type}));`,
    `  ${kernel}<<<2, 4>>>(${device}, 8, ${e.integer(1, 999)}ul * n);`,
    `  cudaMemcpy(${host}, ${device}, sizeof ${host}, cudaMemcpyDeviceToHost);`,
    `  cudaFree(${device});`,
  );
  show(draft, '%.17g %.17g', `(double)${host}[0]`, `(double)${host}[7]`);
};

export const dataModelTraits: readonly Trait[] = [
  ...[congruentialNumbers, wrappedSizes, longRecords, hashes, libraryLongs].map((part) => ({
    languages: PLAIN.all,
    part,
  })),
  { languages: PLAIN.plus, part: containerSizes },
  { languages: ['cuda'], part: drawingKernel },
];
