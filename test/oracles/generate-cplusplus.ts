/** Parts of programs that need C++. */
import { Scope } from './expression-generator.js';
import type { Part, ProgramDraft } from './generate-program.js';

function visible({ scope }: ProgramDraft): Scope {
  const inner = new Scope();
  inner.functions.push(...scope.functions);
  inner.macros.push(...scope.macros);
  return inner;
}

const vectors: Part = (draft) => {
  const { e, body, scope } = draft;
  const [v, w, total] = [draft.name('vec'), draft.name('vec'), draft.name('total')];
  const type = e.pick(['double', 'float', 'double']);
  body.push(
    `  std::vector<${type}> ${v}(${e.integer(4, 9)}), ${w};`,
    `  for (size_t i = 0; i < ${v}.size(); i++) ${v}[i] = ${e.real(scope, 1)} * (i + 1) * 0.1;`,
    `  for (auto x : ${v}) ${w}.push_back(x * 0.5 + ${e.literal()});`,
    `  for (auto &x : ${w}) x -= 0.1;`,
    `  for (${e.pick(['double', type, 'const auto'])} x : ${w}) ${v}[0] += x * 0.25;`,
    `  ${draft.type()} ${total} = 0;`,
    `  for (const auto &x : ${w}) ${total} += x;`,
    `  ${w}[1] = ${v}.back() + ${w}.at(2) * ${total};`,
  );
  scope.declare(total, 'double');
  draft.print('vectors', total, `${v}[0]`, `${w}[1]`, `${w}.front() * ${v}[2]`);
};

const lambdas: Part = (draft) => {
  const { e, body, scope } = draft;
  const [f, g, acc, auto] = [draft.name('lambda'), draft.name('lambda'), draft.name('acc'), draft.name('auto')];
  const inner = visible(draft);
  inner.reals.push('x', acc);
  body.push(
    `  ${draft.type()} ${acc} = ${e.real(scope, 1)};`,
    `  auto ${f} = [&](${draft.type()} x) { ${acc} += x * 0.1; return ${e.real(inner, 1)} + ${acc}; };`,
    `  auto ${g} = [${acc}](${draft.type()} x) -> ${draft.type()} { return x * ${acc}; };`,
    `  auto ${auto} = ${e.real(scope, 2)} + ${e.realLeaf(scope)};`,
    `  ${acc} = ${f}(${e.real(scope, 1)}) * 0.5 + ${g}(0.3);`,
  );
  scope.declare(acc, 'double');
  draft.print('lambdas', acc, auto, `${f}(0.5)`, `${g}(${auto})`);
};

const templates: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [clamp, poly, type] = [draft.global('clampTo'), draft.global('poly'), e.pick(['double', 'float', 'double'])];
  const [x, c] = [draft.name('x'), draft.name('coef')];
  top.push(
    `template <typename T> T ${clamp}(T x, T low, T high)\n{\n  T y = x < low ? low : x;\n  return y > high ? high : y;\n}`,
    `template <typename T, int N> T ${poly}(const T *c, T x)\n{\n  T y = T(0);\n  for (int k = N - 1; k >= 0; k--) y = y * x + c[k];\n  return y / (T)3;\n}`,
  );
  body.push(
    `  ${type} ${c}[4] = {0.1, ${e.literal()}, -0.3, 0.7};`,
    `  ${type} ${x} = ${clamp}<${type}>(${e.real(scope, 1)}, -1, 0.9);`,
    `  ${x} += ${poly}<${type}, 4>(${c}, ${x});`,
  );
  scope.declare(x, type);
  draft.print('templates', x, `${clamp}<${type}>(${x}, 0.1, 0.2)`, `${c}[1]`);
};

const classes: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const name = draft.global('Vec');
  const type = draft.type();
  const inner = visible(draft);
  inner.reals.push('x', 'y', 'weight', 'a');
  top.push(
    `struct ${name} {
  ${type} x, y;
  ${draft.type()} weight = 0.1;
  ${name}() : x(0), y(1.0 / 3) {}
  ${name}(${type} x_, ${type} y_) : x(x_), y{y_} { weight += 0.2; }
  ${draft.type()} length() const { return std::sqrt(x * x + y * y) + weight; }
  ${name} &scale(${draft.type()} a) { x *= a; y *= ${e.real(inner, 1)}; return *this; }
  ${name} operator+(const ${name} &o) const { return ${name}(x + o.x, y + o.y); }
  ${name} operator*(${type} s) const { return {x * s, y * s}; }
};`,
    `static inline ${type} ${name}_dot(const ${name} &a, const ${name} &b, ${draft.type()} bias = 0.1) { return a.x * b.x + a.y * b.y + bias; }`,
  );
  const [a, b, c] = [draft.name('q'), draft.name('q'), draft.name('q')];
  body.push(
    `  ${name} ${a}(${e.real(scope, 1)}, ${e.real(scope, 1)}), ${b};`,
    `  ${name} ${c} = ${a} + ${b} * 0.7;`,
    `  ${c}.scale(0.3).scale(${e.literal()});`,
    `  ${b}.x = ${name}_dot(${a}, ${c}) + ${name}_dot(${b}, ${b}, 0.3f);`,
  );
  scope.declare(`${c}.x`, type);
  draft.print('classes', `${c}.x`, `${c}.y`, `${b}.x`, `${c}.length()`, `${a}.weight`);
};

const choices: Part = (draft) => {
  const { e, body, scope } = draft;
  const type = e.pick(['double', 'float']);
  const [a, b, c] = [draft.name('m'), draft.name('m'), draft.name('m')];
  body.push(
    `  ${type} ${a} = ${e.real(scope, 1)};`,
    `  ${type} ${b} = ${e.real(scope, 1)};`,
    `  ${type} ${c} = std::max(${a}, ${b}) - std::min(${a} * ${b}, ${a});`,
    `  ${c} = std::min<${e.pick(['double', 'float'])}>(${c}, ${e.real(scope, 1)}) + std::abs(${b} - ${a});`,
    `  ${c} += std::max(std::abs(${a}), std::fabs(${b})) * 0.1${type === 'float' ? 'f' : ''};`,
    `  (n % 2 ? ${a} : ${b}) += 0.25;`,
    `  if (${a} > ${b}) std::swap(${a}, ${b});`,
  );
  scope.declare(c, type);
  draft.print('choices', a, b, c);
};

const braces: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [a, k, r, arr] = [draft.name('b'), draft.name('k'), draft.name('ref'), draft.name('std')];
  const [both, p] = [draft.global('Both'), draft.name('p')];
  top.push(
    `struct ${both} {\n  double u, v;\n};`,
    `static inline ${both} ${both}_of(double x) { return {x, x * 0.3}; }`,
    `static inline double ${both}_sum(${both} p) { return p.u + p.v; }`,
  );
  body.push(
    `  double ${a}{${e.realLeaf(scope)} * 1.0};`,
    `  constexpr double ${k} = 1.0 / 3 + 0.1;`,
    `  double &${r} = ${a};`,
    `  ${r} += ${k};`,
    `  std::array<double, 3> ${arr} = {{0.1, 0.2, 1.0 / 3}};`,
    `  for (auto &x : ${arr}) x *= ${a};`,
    `  const auto ${a}_c = ${a} * 0.5f;`,
    `  ${both} ${p};`,
    `  ${p} = {${a}, ${e.real(scope, 1)} * 1.0};`,
    `  ${a} += ${both}_sum({${a} * 0.1, ${k}}) + ${both}{${a}, 0.7 * n}.v + ${both}_of(${a}).v;`,
    `  auto ${p}_a = ${p}.u * 0.5, ${p}_b = ${p}.v - 0.25;`,
  );
  draft.print('braces', a, `${k} * ${a}`, `${arr}[2]`, `${a}_c`, `${p}.u`, `${p}_a`, `${p}_b`);
};

/** Values that no function computes: of globals, default arguments, default members, bases. */
const starts: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [a, b, table] = [draft.global('start'), draft.global('start'), draft.global('starts')];
  const [shift, pair, derived] = [draft.global('shift'), draft.global('Pair'), draft.global('Derived')];
  top.push(
    `static ${draft.type()} ${a} = ${e.literal()};`,
    `static ${draft.type()} ${b} = ${a} * 0.3 + std::sqrt(std::fabs(${a}));`,
    `static ${draft.type()} ${table}[3] = {0.1, ${e.literal()}, 1.0 / 3};`,
    `static ${draft.type()} ${shift}(${draft.type()} x, ${draft.type()} by = ${b} / 7.0 + 0.1) { return x * 0.7 - by; }`,
    `static ${draft.type()} ${table}_0 = ${shift}(0.3) + ${shift}(0.1, ${a});`,
    `struct ${pair} {\n  double u, v;\n};`,
    `struct ${derived} : ${pair} {
  ${draft.type()} w = ${shift}(0.9);
  ${draft.type()} z = ${b} * ${b};
  explicit ${derived}(double x) : ${pair}{x * 0.1, ${shift}(x)} { w += 0.1; }
};`,
  );
  const s = draft.name('s');
  body.push(
    `  ${derived} ${s}((${e.real(scope, 1)}));`, // `s(float(x))` would declare a function
    `  ${table}[1] += ${s}.u * ${table}[2] + ${table}_0;`,
    `  ${s}.v -= ${shift}(${e.real(scope, 1)});`,
  );
  draft.print('starts', `${s}.u`, `${s}.v`, `${s}.w`, `${s}.z`, `${table}[1]`, `${table}_0`, b);
};

export const cplusplusParts: readonly Part[] = [vectors, lambdas, templates, classes, choices, braces, starts];
