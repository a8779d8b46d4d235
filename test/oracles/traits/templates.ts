/** Templates on the real type: what calls deduce or say, several types in one program, templates that call templates. */
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** One type: of several in one program some configurations are refused, since their one text would need an edit for one of them alone. */
function instantiations({ e }: ProgramDraft): readonly string[] {
  return e.pick([['double'], ['double'], ['float'], ['double'], ['float'], ['double'], ['float']]);
}

/** A statement of a template's body over the numbers `x` and `y` of its type. */
function step({ e }: ProgramDraft): string {
  return e.pick([
    `  T t = x * T(${e.literal()}) + y;\n`,
    `  T t = x / (T) 3 - y * ${e.literal()};\n`,
    `  const T t = static_cast<T>(0.7) * x, u = y;\n  x += u;\n`,
    `  double t = x * y;\n`,
    `  T t{}, w[2] = {x, y};\n  t = w[1] * w[0] + T(1);\n`,
    `  auto t = x + y / 3;\n`,
    `  T t = x < y ? x : y;\n  t += sizeof(T) > 100 ? x : ${e.literal()};\n`,
  ]);
}

const deducedNumbers: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [mix, outer] = [draft.global('mix'), draft.global('outer')];
  const device = draft.language === 'cuda' && e.chance(0.5) ? '__host__ __device__ ' : '';
  const by = e.pick(['T x, T y', 'T x, const T &y', `T x, T y = T(${e.literal()})`, 'T x, double y']);
  const inner = e.pick([`${mix}(x, y)`, `${mix}<T>(x, y)`, `${mix}(x * y, T(${e.literal()}))`, 'x - y']);
  const isDeclared = e.chance(0.3) && !by.includes('=');
  if (isDeclared) top.push(`template <class T> ${device}T ${mix}(${by});`);
  top.push(
    `template <class T> ${device}T ${outer}(T x, T y, int depth);`,
    `template <class T> ${device}T ${mix}(${by})\n{\n${step(draft)}  return t${e.pick(['', ' * x', ' + T(2)'])};\n}`,
    `template <typename T> ${device}T ${outer}(T x, T y, int depth)\n{\n  if (depth == 0) return ${inner};\n  return ${outer}${e.pick(['', '<T>'])}(T(x * y), x, depth - 1) / 2 + T(1);\n}`,
  );
  for (const type of instantiations(draft)) {
    const [a, b] = [draft.name('a'), draft.name('b')];
    body.push(`  ${type} ${a} = ${e.pick(['1.3', '2', '0.7'])}, ${b} = ${e.real(scope, 1)};`);
    const second = by.includes('double') ? e.pick([a, '0.3']) : e.pick([a, b, `${type}(${e.literal()})`]);
    const calls = [
      `${mix}(${e.pick([a, b])}, ${second})`,
      `${mix}<${type}>(${e.pick([a, '0.4'])}, ${b})`,
      `${outer}(${a}, ${b}, ${e.integer(0, 2)})`,
    ];
    draft.print('deduced', ...calls.map((call) => `(double) ${call}`), `(double) ${a}`);
  }
};

const deducedMemory: Part = (draft) => {
  const { e, top, body } = draft;
  const [fill, total, compare] = [draft.global('fill'), draft.global('total'), draft.global('compare')];
  top.push(
    `template <class T> void ${fill}(T *a, int n, T first, T by)\n{\n  for (int i = 0; i < n; i++) a[i] = first + by * i / ${e.pick(['3', 'T(3)', '3.0'])};\n}`,
    `template <class T, int N> T ${total}(${e.pick(['T (&a)[N]', 'const T (&a)[N]'])})\n{\n  ${e.pick(['T', 'double'])} s = 0;\n  for (int i = 0; i < N; i++) s += a[i]${e.pick(['', ' * a[i]', ' * T(0.3)'])};\n  return s;\n}`,
    `template <class T> static double ${compare}(const T *a, const T *b, int n)\n{\n  double worst = 0;\n  for (int i = 0; i < n; i++) worst = fmax(worst, fabs((double) a[i] - b[i]));\n  return worst;\n}`,
    ...(e.chance(0.3) ? [`template void ${fill}<double>(double *, int, double, double);`] : []),
  );
  for (const type of instantiations(draft)) {
    const [xs, ys] = [draft.name('xs'), draft.name('ys')];
    body.push(
      `  ${type} ${xs}[4], ${ys}[4];`,
      `  ${fill}${e.pick(['', `<${type}>`])}(${xs}, 4, (${type}) ${e.literal()}, (${type}) ${e.literal()});`,
      `  for (int i = 0; i < 4; i++) ${ys}[i] = ${xs}[3 - i] * 0.7;`,
    );
    draft.print('memory', `${compare}(${xs}, ${ys}, 4)`, `(double) ${total}(${ys})`, `(double) ${xs}[3]`);
  }
};

const containersOfT: Part = (draft) => {
  const { e, top, body } = draft;
  const [sum, make] = [draft.global('sum'), draft.global('make')];
  // in CUDA halves are drawn, and a range-for converts none of them to another
  const element = draft.language === 'cuda' ? 'const T &' : e.pick(['T', 'auto', 'const T &']);
  top.push(
    `template <class T> T ${sum}(const std::vector<T> &v)\n{\n  T s = T(0);\n  for (${element} x : v) s += x * ${e.pick(['x', 'T(0.7)', '0.7'])};\n  return s;\n}`,
    `template <class T> std::vector<T> ${make}(int n)\n{\n  std::vector<T> v(n);\n  for (int i = 0; i < n; i++) v[i] = T(0.1) * i;\n  return v;\n}`,
  );
  for (const type of instantiations(draft)) {
    const vs = draft.name('vs');
    body.push(`  std::vector<${type}> ${vs} = ${make}<${type}>(5);`, `  ${vs}.push_back(1.7);`);
    draft.print('containers', `(double) ${sum}(${vs})`, `(double) ${vs}[3]`);
  }
};

const kernelsOfT: Part = (draft) => {
  const { e, top, body } = draft;
  if (e.chance(0.3))
    top.push(
      `template <class K, class T> void ${draft.global('launch')}(K kernel, T *x)\n{\n  kernel<<<1, 4>>>(x);\n}`,
    );
  const [norm, kernel, run] = [draft.global('norm'), draft.global('kernel'), draft.global('run')];
  const head = e.pick(['typename T', 'class T, int N']);
  const arguments_ = head.includes('N') ? '<T, 2>' : e.pick(['<T>', '']);
  const shared = e.chance(0.4);
  top.push(
    `template <${head}> __device__ ${e.pick(['', '__forceinline__ '])}T ${norm}(const T *v, T by)\n{\n  T s = ${e.pick(['0', 'T(0)', 'T()'])};\n  for (int i = 0; i < 2; i++) s += v[i] * by;\n  return s;\n}`,
    `template <typename T> __global__ void ${kernel}(T *__restrict__ x, const T *y, T a, int n)\n{\n  int i = threadIdx.x;\n${shared ? '  __shared__ T tile[4];\n  tile[i] = y[i];\n  __syncthreads();\n' : ''}  if (i < n) x[i] = a * ${shared ? 'tile[3 - i]' : 'y[i]'} + x[i] ${e.pick(['/ 3', '* T(0.3)', '* 0.3'])} + ${norm}${arguments_}(y, ${e.pick(['a', 'T(0.2)'])});\n}`,
    `template <class T> void ${run}(${e.pick(['T first', 'double first'])}, T *out)\n{\n  T h[4], g[4], *x, *y;\n  for (int i = 0; i < 4; i++) h[i] = first * i + ${e.pick(['0.1', 'T(1)'])}, g[i] = T(1.7) / (i + 1);\n  cudaMalloc(&x, 4 * sizeof(T));\n  cudaMalloc((void **) &y, sizeof g);\n  cudaMemcpy(x, h, 4 * sizeof(T), cudaMemcpyHostToDevice);\n  cudaMemcpy(y, g, sizeof(T) * 4, cudaMemcpyHostToDevice);\n  ${kernel}${e.pick(['', '<T>'])}<<<1, 4>>>(x, y, ${e.pick(['T(0.37)', '(T) first', 'g[1]'])}, 4);\n  cudaMemcpy(out, x, sizeof h, cudaMemcpyDeviceToHost);\n  cudaFree(x), cudaFree(y);\n}`,
  );
  for (const type of instantiations(draft)) {
    const out = draft.name('out');
    body.push(`  ${type} ${out}[4];`, `  ${run}${e.pick(['', `<${type}>`])}((${type}) 1.3, ${out});`);
    draft.print('kernels', ...[0, 1, 3].map((at) => `(double) ${out}[${at}]`));
  }
};

/** What the type decides besides: a variable of each instantiation, a specialisation, an overload. */
const decidedByType: Part = (draft) => {
  const { e, top, body } = draft;
  const [traits, rank, ask, obtain] = ['traits', 'rank', 'ask', 'obtain'].map((name) => draft.global(name)) as [
    string,
    string,
    string,
    string,
  ];
  const decides = e.pick([
    `  static int calls = 0;\n  printf("calls %d\\n", ++calls);\n`,
    `  printf("traits %d\\n", ${traits}<T>::value());\n`,
    `  printf("rank %d\\n", ${rank}(T(1)));\n`,
  ]);
  top.push(
    `template <class T> struct ${traits} { static int value() { return 1; } };\ntemplate <> struct ${traits}<double> { static int value() { return 2; } };`,
    `static int ${rank}(float) { return 1; }\nstatic int ${rank}(double) { return 2; }`,
    `template <class T> T ${ask}(T x, T y)\n{\n${decides}${step(draft)}  return t + x;\n}`,
    `template <class T> T *${obtain}(int n)\n{\n${decides}  return (T *) malloc(n * sizeof(T));\n}`,
  );
  for (const type of e.pick([['double'], ['double', 'float'], ['float', 'double']])) {
    const [a, p, q] = [draft.name('a'), draft.name('p'), draft.name('q')];
    body.push(
      `  ${type} ${a} = ${e.pick(['1.3', '2', '0.7'])};`,
      `  ${type} *${p} = ${obtain}<${type}>(3), *${q} = ${obtain}<${type}>(3);`,
      `  for (int i = 0; i < 3; i++) ${p}[i] = i / (${type}) 7, ${q}[i] = i * ${a};`,
    );
    draft.print('decided', `(double) ${ask}(${a}, ${p}[2])`, `(double) ${q}[1]`);
    body.push(`  free(${p}), free(${q});`);
  }
};

/** Classes on the real type: fields, members defined outside, names for the type, classes and functions that hold or take one. */
const classesOfT: Part = (draft) => {
  const { e, top, body } = draft;
  const [solver, run, energy, root] = ['Solver', 'Run', 'energy', 'root'].map((name) => draft.global(name)) as [
    string,
    string,
    string,
    string,
  ];
  const [head, outside] = [e.pick(['class T', 'typename T', 'class T = double']), e.pick(['T', 'T', 'S'])];
  const name = draft.global('Scalar');
  const named = e.pick([`  using ${name} = T;\n`, `  typedef T ${name};\n`, '']);
  const scalar = named === '' ? 'T' : e.pick([name, 'T']);
  const loop = e.pick(['T', 'auto', 'const auto &', 'double']);
  top.push(
    `template <${head}> struct ${solver}\n{\n${named}  ${scalar} dt, w[2];\n  std::vector<T> u, v;\n` +
      `  ${solver}(int n, T dt_) : dt(dt_), w{${e.pick(['T(0.25), T(3)', '0.25, 3', 'dt_, T(0.7)'])}}, u(n), v(n)\n  {\n` +
      `    for (int i = 0; i < n; i++) u[i] = ${e.pick(['T(0.1) * i', '0.1 * i', 'dt_ * i + w[1]'])};\n  }\n` +
      `  ${scalar} sum() const\n  {\n    ${scalar} s = ${e.pick(['0', 'T(0)', '{}'])};\n    for (${loop} x : u) s += x * ${e.pick(['x', 'w[0]', '0.3', 'T(0.3)'])};\n    return s;\n  }\n` +
      `  T spacing() const { return dt; }\n  T unused() const { T q = w[0]; return q * T(2.5); }\n  void step();\n  T at(int i) const;\n};`,
    `template <class ${outside}> void ${solver}<${outside}>::step()\n{\n  for (std::size_t i = 1; i < u.size(); i++) { ${outside} t = u[i] + dt * ${e.pick(['u[i - 1]', `${outside}(0.7)`, '0.7'])}; v[i] = t; }\n  ${e.pick(['std::swap(u, v)', 'u = v', 'u.swap(v)'])};\n}`,
    `template <class T> T ${solver}<T>::at(int i) const { auto x = u[i]; return x${e.pick(['', ' * w[1]', ' + T(1)'])}; }`,
    `template <class T> struct ${run} { ${solver}<T> a; T scale; T total() const { ${e.pick(['T', 'auto', 'double'])} s = a.sum(); return s * scale; } };`,
    `template <class T> ${e.pick(['T', 'double'])} ${energy}(const ${solver}<T> &s${e.pick(['', ', T by = T(1)'])}) { T e = s.sum(); return e * s.spacing(); }`,
    `template <class R> static double ${root}(const R &r) { return r.total() * 2; }`,
  );
  // of several types in one program nothing in the class can change, its sums neither
  for (const type of e.pick([['double'], ['double'], ['float']])) {
    const [s, r, x] = [draft.name('s'), draft.name('r'), draft.name('x')];
    const made = e.pick([
      `${solver}<${type}> ${s}(6, ${e.literal()});`,
      `auto ${s} = ${solver}<${type}>(5, ${e.literal()});`,
    ]);
    const member = named === '' ? type : e.pick([`${solver}<${type}>::${name}`, type, 'auto']);
    body.push(
      `  ${made}`,
      `  for (int i = 0; i < 3; i++) ${s}.step();`,
      `  ${run}<${type}> ${r} = {${s}, ${type}(0.3)};`,
      `  ${member} ${x} = ${s}.at(2)${e.pick(['', ` + ${s}.spacing()`])};`,
    );
    draft.print('classes', `(double) ${energy}(${s})`, `(double) ${s}.sum()`, `${root}(${r})`, `(double) ${x}`);
  }
};

/** A template that is an argument of a class template has no name in the syntax tree. */
const templatesAsArguments: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [row, column, grid, sum, a] = ['Row', 'Column', 'Grid', 'gridSum', 'grid'].map((name) => draft.global(name));
  const members = e.pick(['T h; double w; L<T> cells;', 'L<T> cells; T h, w;', 'double h; L<double> cells; float w;']);
  const values = members.startsWith('L')
    ? `{{${e.literal()}, ${e.literal()}}}, ${e.literal()}, ${e.literal()}`
    : `${e.literal()}, {{${e.literal()}}}, ${e.pick(['0.3f', '2'])}`;
  const inOrder = members.startsWith('T')
    ? `${e.literal()}, ${e.literal()}, {{${e.literal()}, ${e.literal()}}}`
    : values;
  top.push(
    `template <class T> struct ${row} { T v[2]; };`,
    `template <class T> struct ${column} { T v[2]; };`,
    `template <class T, template <class> class L> struct ${grid} { ${members} };`,
    `template <class G> static double ${sum}(const G &g) { return g.h * g.cells.v[0] + g.w; }`,
  );
  const type = e.pick(['double', 'double', 'float']);
  body.push(`  ${grid}<${type}, ${e.pick([row!, column!])}> ${a} = {${inOrder}};`, `  ${a}.w += ${e.real(scope, 1)};`);
  draft.print('templates', `${sum}(${a})`, `(double) ${a}.h`);
};

export const templateTraits: readonly Trait[] = [
  { languages: ['c++', 'cuda'], part: deducedNumbers },
  { languages: ['c++', 'cuda'], part: deducedMemory },
  { languages: ['c++', 'cuda'], part: containersOfT },
  { languages: ['c++', 'cuda'], part: decidedByType },
  { languages: ['c++'], part: classesOfT },
  { languages: ['c++', 'cuda'], part: templatesAsArguments },
  { languages: ['cuda'], part: kernelsOfT },
];
