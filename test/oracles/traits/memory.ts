/** Memory: allocations by every kind of byte count, records as bytes, pointers over fields. */
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

const C = ['c', 'c++', 'cuda'] as const;

/** `struct name` in C, `name` elsewhere. */
function tag({ language }: ProgramDraft): string {
  return language === 'c' ? 'struct ' : '';
}

/** Two arrays filled one after the other, so that one that is too short is overwritten by the next, then printed. */
function fillAndPrint(draft: ProgramDraft, label: string, arrays: readonly string[], count: number): void {
  const { e, body, scope } = draft;
  const inner = scope.inner();
  inner.integers.push('i');
  for (const array of [...arrays].reverse())
    body.push(`  for (int i = 0; i < ${count}; i++) ${array}[i] = ${e.factor(inner, 1)} + 0.1 * i;`);
  draft.print(label, ...arrays.flatMap((array) => [`${array}[0]`, `${array}[${count - 1}]`]));
  scope.reals.push(`${arrays[0]}[1]`);
}

/** One of the ways programs say how many bytes they want; some follow the type, some only happen to be right. */
function byteCount({ e, prefix }: ProgramDraft, type: string, pointer: string, count: number): string {
  const literal = `sizeof(${type}) == 8 ? ${count * 8} : ${count * 4}`;
  return e.pick([
    `${count} * sizeof(${type})`,
    `sizeof(${type}) * ${count}`,
    `${count} * sizeof *${pointer}`,
    `${count} * sizeof(${pointer}[0])`,
    `${count} * 8`,
    `${prefix}WORDS(${count})`,
    `${count} * sizeof(double)`,
    `${count} * sizeof(${type}) + 32`,
    `(${count} * sizeof(${type}) + 63) / 64 * 64`,
    `(size_t) (${literal})`,
  ]);
}

const allocations: Part = (draft) => {
  const { e, top, body, prefix } = draft;
  const count = e.integer(5, 20);
  const names = [draft.name('heap'), draft.name('heap')];
  if (!top.includes(`#define ${prefix}WORDS(n) ((n) * 8)`)) top.push(`#define ${prefix}WORDS(n) ((n) * 8)`);
  for (const name of names) {
    const type = draft.type();
    body.push(`  ${type} *${name} = (${type} *) malloc(${byteCount(draft, type, name, count)});`);
  }
  fillAndPrint(draft, 'heap', names, count);
};

/** One byte count for several arrays: a variable, a constant, a field, a macro; all of it, twice as much or the half. */
const sharedCount: Part = (draft) => {
  const { e, top, body, prefix } = draft;
  const [bytes, plan] = [draft.name('bytes'), draft.global('Plan')];
  const count = 2 * e.integer(3, 9);
  const type = draft.type();
  const product = e.pick([`${count} * sizeof(${type})`, `sizeof(${type}) * (n - n + ${count})`]);
  const kind = e.pick(['variable', 'constant', 'field', 'macro', 'global']);
  if (kind === 'variable') body.push(`  size_t ${bytes} = ${product};`);
  if (kind === 'constant') body.push(`  const size_t ${bytes} = ${product};`);
  if (kind === 'field') {
    top.push(`struct ${plan} { int count; size_t bytes; };`);
    body.push(`  ${tag(draft)}${plan} ${bytes} = { ${count}, ${product} };`);
  }
  if (kind === 'macro') top.push(`#define ${prefix}${plan} (${count} * sizeof(${type}))`);
  if (kind === 'global') top.push(`static const size_t ${plan} = ${count} * sizeof(${type});`);
  const names: Readonly<Record<string, string>> = { field: `${bytes}.bytes`, macro: `${prefix}${plan}`, global: plan };
  const size = names[kind] ?? bytes;
  const arrays = [draft.name('share'), draft.name('share'), draft.name('share')];
  const wanted = e.pick([size, `2 * ${size}`, `${size} + ${size}`, `${size} / 2 + ${size}`]);
  for (const [at, array] of arrays.entries()) {
    const own = at === 1 ? wanted : size;
    body.push(`  ${type} *${array} = (${type} *) malloc(${own});`);
    if (e.chance(0.5)) body.push(`  memset(${array}, 0, ${own});`);
  }
  fillAndPrint(draft, 'share', arrays, count);
  if (e.chance(0.3)) body.push(`  printf("share %d\\n", (int) (${size} / sizeof(${type})));`);
};

/** A program's own allocators: by bytes, by elements and their size, out of a pool. */
const ownAllocator: Part = (draft) => {
  const { e, top, body } = draft;
  const [take, pool, used] = [draft.global('take'), draft.global('pool'), draft.global('used')];
  const count = e.integer(4, 16);
  const kind = e.pick(['bytes', 'elements', 'variable', 'nested', 'padded', 'pool']);
  const bySize = kind === 'elements' || kind === 'variable';
  if (kind === 'bytes') top.push(`static void *${take}(size_t bytes) { return malloc(bytes); }`);
  if (kind === 'elements')
    top.push(`static void *${take}(unsigned long count, int size) { return malloc(count * size); }`);
  if (kind === 'variable')
    top.push(
      `static void *${take}(size_t count, size_t size)\n{\n  size_t total = count * size;\n  void *room = malloc(total);\n  memset(room, 0, total);\n  return room;\n}`,
    );
  if (kind === 'nested' || kind === 'padded')
    top.push(
      `static size_t ${used}(size_t bytes) { return ${kind === 'nested' ? 'bytes' : '(bytes + 31) & ~(size_t) 31'}; }`,
      `static void *${take}(size_t bytes) { return malloc(${used}(bytes)); }`,
    );
  if (kind === 'pool')
    top.push(
      `static double ${pool}[256];\nstatic size_t ${used};`,
      `static void *${take}(size_t bytes)\n{\n  void *room = (char *) ${pool} + ${used};\n  ${used} += (bytes + 7) / 8 * 8;\n  return room;\n}`,
    );
  const names = [draft.name('own'), draft.name('own')];
  for (const name of names) {
    const type = draft.type();
    const size = e.pick([`sizeof(${type})`, `sizeof *${name}`]);
    body.push(`  ${type} *${name} = (${type} *) ${take}(${bySize ? `${count}, ${size}` : `${count} * ${size}`});`);
  }
  fillAndPrint(draft, 'own', names, count);
};

/** Tables of pointers to rows. */
const tables: Part = (draft) => {
  const { e, body, scope } = draft;
  const [table, bytes] = [draft.name('rows'), draft.name('bytes')];
  const type = draft.type();
  const [rows, columns] = [e.integer(9, 40), e.integer(2, 4)];
  const shares = e.chance(0.3);
  const size = e.pick([`sizeof(${type} *)`, `sizeof *${table}`, 'sizeof(double)', 'sizeof(void *)']);
  if (shares) body.push(`  size_t ${bytes} = ${rows} * sizeof(double);`);
  body.push(
    `  ${type} **${table} = (${type} **) malloc(${shares ? bytes : `${rows} * ${size}`});`,
    `  for (int i = 0; i < ${rows}; i++) {`,
    `    ${table}[i] = (${type} *) malloc(${columns} * sizeof(${type}));`,
    `    for (int j = 0; j < ${columns}; j++) ${table}[i][j] = ${e.factor(scope, 1)} + 0.1 * (i + j);`,
    '  }',
  );
  if (shares) {
    const line = draft.name('line');
    body.push(`  double *${line} = (double *) malloc(${bytes});`);
    fillAndPrint(draft, 'line', [line], rows);
  }
  draft.print('rows', `${table}[0][0]`, `${table}[${rows - 1}][${columns - 1}]`);
  scope.reals.push(`${table}[n % ${rows}][1]`);
};

/** A record whose bytes go through a file, a hash, a comparison or a copy. */
const recordBytes: Part = (draft) => {
  const { e, top, body } = draft;
  const [record, one, two, hash] = [draft.global('Raw'), draft.name('raw'), draft.name('raw'), draft.global('hash')];
  const kind = e.pick(['file', 'hash', 'copy', 'whole', 'literal', 'sort']);
  const full = `${tag(draft)}${record}`;
  const size = e.pick([`sizeof(${full})`, `sizeof ${one}[0]`]);
  top.push(
    `struct ${record} { ${draft.type()} x, y; ${e.pick([`${draft.type()} z[2]`, 'int id', `${draft.type()} z`])}; };`,
  );
  body.push(`  ${full} ${one}[3], ${two}[3];`, `  memset(${one}, 0, sizeof ${one}); memset(${two}, 0, sizeof ${two});`);
  body.push(
    `  for (int i = 0; i < 3; i++) { ${one}[i].x = ${e.factor(draft.scope, 1)} + 0.1 * i; ${one}[i].y = ${one}[i].x / 3; }`,
  );
  if (kind === 'file') {
    const file = draft.name('file');
    body.push(
      `  FILE *${file} = tmpfile();`,
      `  fwrite(${one}, ${size}, 3, ${file}); rewind(${file});`,
      `  printf("read %d\\n", (int) fread(${two}, ${size}, 3, ${file})); fclose(${file});`,
    );
  } else if (kind === 'hash') {
    top.push(
      `static unsigned ${hash}(const void *memory, size_t bytes)\n{\n  const unsigned char *at = (const unsigned char *) memory;\n  unsigned sum = 0;\n  for (size_t i = 0; i < bytes; i++) sum = sum * 31 + at[i];\n  return sum;\n}`,
    );
    body.push(`  printf("hash %u\\n", ${hash}(&${one}[1].x, sizeof ${one}[1].x)); ${two}[2] = ${one}[1];`);
  } else if (kind === 'copy') {
    body.push(
      `  { unsigned char bytes[sizeof ${one}]; memcpy(bytes, ${one}, sizeof ${one}); printf("byte %d\\n", bytes[1]); memcpy(${two}, bytes, sizeof ${two}); }`,
    );
  } else if (kind === 'whole') body.push(`  memcpy(${two}, ${one}, 3 * ${size});`);
  else if (kind === 'literal') {
    const made = draft.name('made');
    body.push(
      `  ${full} *${made} = (${full} *) malloc(3 * 48);`,
      `  memcpy(${made}, ${one}, sizeof ${one}); ${two}[2] = ${made}[2];`,
    );
  } else {
    const order = draft.global('order');
    top.push(
      `static int ${order}(const void *a, const void *b)\n{\n  const double x = ((const ${full} *) a)->x, y = ((const ${full} *) b)->x;\n  return (x < y) - (x > y);\n}`,
    );
    body.push(`  qsort(${one}, 3, ${size}, ${order}); ${two}[2] = ${one}[0];`);
  }
  draft.print('record', `${two}[2].x`, `${two}[2].y`, `${one}[1].y`);
};

/** A field's address walked over the fields beside it. */
const walkedFields: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [record, sum, one] = [draft.global('Walk'), draft.global('walk'), draft.name('walk')];
  const type = draft.type();
  const full = `${tag(draft)}${record}`;
  const other = draft.type();
  top.push(
    `struct ${record} { ${type} x, y, z; };`,
    `static ${other} ${sum}(const ${type} *a, int n)\n{\n  ${other} s = 0;\n  for (int i = 0; i < n; i++) s += a[i] * 0.5;\n  return s;\n}`,
  );
  body.push(
    `  ${full} ${one}[2] = {{0.1, 0.2, 0.3}, {0.4, ${e.literal()}, 0.6}};`,
    `  ${one}[1].z += ${e.factor(scope, 1)};`,
  );
  const walk = e.pick([
    `${sum}(&${one}[0].x, 6)`,
    `${sum}(&${one}[1].x, 3)`,
    `(&${one}[1].x)[n % 3]`,
    `*(&${one}[1].y + 1)`,
    `${sum}((const ${type} *) &${one}[1], 3)`,
  ]);
  draft.print('walk', walk, `${one}[1].z`);
};

/** An integer among a record's numbers, walked from record to record by a number of integers, of bytes, or by the record's size. */
const walkedRecords: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [record, count, some, from] = [
    draft.global('Kinds'),
    draft.global('kinds'),
    draft.name('kinds'),
    draft.name('from'),
  ];
  const type = e.pick(['double', 'float']);
  const stride = type === 'double' ? 6 : 4;
  const full = `${tag(draft)}${record}`;
  top.push(
    `struct ${record} { ${type} x; int kind, pad; ${type} y; };`,
    `static int ${count}(const int *at, int stride, int n)\n{\n  int s = 0;\n  for (int i = 0; i < n; i++) s = 3 * s + at[i * stride];\n  return s;\n}`,
  );
  body.push(
    `  ${full} ${some}[3] = {{0.1, 1, 0, 0.2}, {0.3, 2, 0, 0.4}, {0.5, 4, 0, 0.6}};`,
    `  ${some}[1].x += ${e.factor(scope, 1)};`,
    `  ${e.pick(['const int', 'int'])} *${from} = &${some}[0].kind;`,
  );
  const walked = e.pick([
    `${count}(&${some}->kind, ${stride}, 3)`,
    `${from}[${2 * stride}]`,
    `*(${from} + ${stride})`,
    `*(const int *) ((const char *) ${from} + ${4 * stride})`,
    `*(const int *) ((const char *) ${from} + 2 * sizeof(${full}))`,
    `*${from}`,
  ]);
  body.push(`  printf("kinds %d\\n", ${walked});`);
  draft.print('kinds', `${some}[1].x / 3`, `${some}[2].y / 3`);
};

/** Bytes skipped and copied by counts of bytes. */
const byteOffsets: Part = (draft) => {
  const { e, body, scope } = draft;
  const [a, b, at] = [draft.name('bytes'), draft.name('bytes'), draft.name('skip')];
  const type = draft.type();
  const bytes = e.pick([`2 * sizeof(${type})`, `2 * sizeof ${a}[0]`, '8', '16']);
  body.push(`  ${type} ${a}[16], ${b}[16];`, `  memset(${b}, 0, ${e.pick([`sizeof ${b}`, `16 * sizeof(${type})`])});`);
  body.push(`  for (int i = 0; i < 16; i++) ${a}[i] = ${e.factor(scope, 1)} + 0.1 * i;`);
  body.push(
    `  ${type} *${at} = (${type} *) ((char *) ${a} + ${bytes});`,
    `  memcpy(${b}, ${at}, ${e.pick([`3 * sizeof(${type})`, `3 * sizeof ${b}[0]`, '24', '16'])});`,
  );
  if (e.chance(0.3))
    body.push(
      `  printf("elements %d\\n", (int) (sizeof ${a} / ${e.pick([`sizeof(${type})`, `sizeof ${a}[0]`, '4'])}));`,
    );
  draft.print('bytes', `${at}[0]`, `${b}[1]`, `${b}[4]`);
};

const compoundLiterals: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [use, held] = [draft.global('literal'), draft.name('literal')];
  const type = draft.type();
  top.push(`static ${draft.type()} ${use}(const ${type} *w)\n{\n  return w[0] * w[1] + 0.3 * w[2];\n}`);
  body.push(
    `  ${type} *${held} = (${type}[]){${e.factor(scope, 1)}, 0.1, ${e.literal()}};`,
    `  ${held}[n % 3] += ${e.factor(scope, 1)};`,
  );
  draft.print('literal', `${held}[n % 3]`, `${use}((${type}[3]){0.3, ${e.factor(scope, 1)}, 0.7})`, `${use}(${held})`);
};

/** Functions and variables declared inside bodies, before their definitions and in other units. */
const localDeclarations: Part = (draft) => {
  const { e, top, body } = draft;
  const [fill, caller, shared] = [draft.global('fill'), draft.global('caller'), draft.global('shared')];
  const type = draft.type();
  const apart = draft.language === 'c' && e.chance(0.5) && /^(?:double|float)$/.test(type);
  const prototype = `void ${fill}(int n, ${type} *c);`;
  const linkage = draft.language === 'c' ? '' : 'static ';
  const definition = `void ${fill}(int n, ${type} *c)\n{\n  for (int i = 0; i < n; i++) c[i] = ${e.literal()} * (i + 1) / 3;\n}`;
  top.push(
    `${linkage}${type} ${caller}(int n, ${type} *p)\n{\n  ${prototype}\n  extern ${type} ${shared};\n  ${fill}(n, p);\n  return p[n - 1] * ${shared};\n}`,
  );
  (apart ? draft.file('apart.c') : top).push(definition, `${type} ${shared} = 0.7;`);
  const array = draft.name('filled');
  const last = draft.name('last');
  body.push(`  ${type} ${array}[4];`, `  ${type} ${last} = ${caller}(4, ${array});`); // before what it fills is read
  draft.print('local', last, `${array}[0]`, `${array}[2]`);
};

/** Numbers read as what they are not, and what is not numbers read as numbers. */
const lanes: Part = (draft) => {
  const { e, top, body } = draft;
  const [pair, total] = [draft.global('pair'), draft.global('lanes')];
  const type = e.pick(['double', 'float']);
  top.push(
    `typedef ${type} ${pair} __attribute__((vector_size(16)));`,
    `static double ${total}(${pair} v)\n{\n  ${type} *lane = (${type} *) &v;\n  return lane[0] + lane[1] * 0.5;\n}`,
  );
  const v = draft.name('lane');
  body.push(`  ${pair} ${v} = {0.1, 0.4};`);
  draft.print('lanes', `${total}(${v})`);
};

/** Parts of constant memory by their offset, shared memory cut in two, memory counted by literals. */
const deviceBytes: Part = (draft) => {
  const { e, top, body } = draft;
  const [weights, cut, host, out] = [
    draft.global('weights'),
    draft.global('cut'),
    draft.name('host'),
    draft.name('out'),
  ];
  const type = e.pick(['double', 'float', `${draft.prefix}real`]);
  const shared = e.pick([`16 * sizeof(${type})`, `2 * 8 * sizeof(${type})`, '128']);
  const offset = e.pick([`2 * sizeof(${type})`, `sizeof ${host}[0] * 2`, '8']);
  const bytes = e.pick([`8 * sizeof(${type})`, `sizeof ${host}`, '64']);
  top.push(
    `__constant__ ${type} ${weights}[16];`,
    `__global__ void ${cut}(${type} *out)\n{\n  extern __shared__ char ${cut}_memory[];\n  ${type} *first = (${type} *) ${cut}_memory, *second = (${type} *) (${cut}_memory + 8 * sizeof(${type}));\n  first[threadIdx.x] = ${weights}[threadIdx.x];\n  second[threadIdx.x] = 0.3 * threadIdx.x;\n  __syncthreads();\n  out[threadIdx.x] = first[threadIdx.x] * 0.7 + second[7 - threadIdx.x];\n}`,
  );
  body.push(
    `  ${type} ${host}[8], *${out};`,
    `  for (int i = 0; i < 8; i++) ${host}[i] = ${e.literal()} / (i + 1);`,
    `  cudaMemcpyToSymbol(${weights}, ${host}, sizeof ${host});`,
    `  cudaMemcpyToSymbol(${weights}, &${host}[4], 2 * sizeof(${type}), ${offset});`,
    `  cudaMalloc((void **) &${out}, ${bytes === '64' ? '64' : bytes});`,
    `  ${cut}<<<1, 8, ${shared}>>>(${out});`,
    `  cudaMemcpy(${host}, ${out}, 8 * sizeof(${type}), cudaMemcpyDeviceToHost);`,
    `  cudaMemcpyFromSymbol(${host} + 6, ${weights}, sizeof(${type}), ${offset});`,
  );
  draft.print('device bytes', `${host}[0]`, `${host}[3]`, `${host}[6]`);
};

/** A function is given a number of bytes, and finds out how many numbers those are. */
const dividedCounts: Part = (draft) => {
  const { e, top, body } = draft;
  const [sum, rest, xs] = [draft.global('sum'), draft.global('rest'), draft.name('xs')];
  const type = e.pick(['double', 'float', `${draft.prefix}real`]);
  const count = e.pick([`bytes / sizeof(${type})`, 'bytes / sizeof *a', 'bytes / sizeof(a[0])']);
  top.push(
    `static double ${sum}(const ${type} *a, size_t bytes)\n{\n  double total = 0;\n  size_t count = ${count};\n  for (size_t i = 0; i < count; i++) total += a[i] * ${e.literal()};\n  return total;\n}`,
    `static double ${rest}(const ${type} *a, size_t bytes) { return ${sum}(a + 1, bytes - sizeof(${type})); }`,
  );
  const bytes = e.pick([`sizeof ${xs}`, `6 * sizeof(${type})`, `sizeof(${type}) * 6`]);
  body.push(`  ${type} ${xs}[6];`, `  for (int i = 0; i < 6; i++) ${xs}[i] = ${e.literal()} / (i + 1);`);
  draft.print('divided counts', `${sum}(${xs}, ${bytes})`, `${rest}(${xs}, ${bytes})`);
};

export const memoryTraits: readonly Trait[] = [
  ...[
    allocations,
    sharedCount,
    ownAllocator,
    tables,
    recordBytes,
    walkedFields,
    walkedRecords,
    byteOffsets,
    dividedCounts,
  ].map((part) => ({
    languages: C,
    part,
  })),
  { languages: ['c'], part: compoundLiterals },
  { languages: ['c', 'c++'], part: localDeclarations },
  { languages: ['c', 'c++'], part: lanes },
  { languages: ['cuda'], part: deviceBytes },
];
