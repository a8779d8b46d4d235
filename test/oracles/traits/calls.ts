/** Calls: one text that stands for several functions, fields and constructors; what a library assigns to, and functions that it holds. */
import type { Part } from '../generate-program.js';
import type { Trait } from './trait.js';

const calledOnEachClass: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [solver, use, result] = [draft.global('Solver'), draft.global('use'), draft.name('each')];
  const classes = [draft.global('First'), draft.global('Second')];
  const device = draft.language === 'cuda' ? '__host__ __device__ ' : '';
  top.push(
    `template <class M> struct ${solver} {\n  ${draft.type()} go(${draft.type()} h)\n  {\n    double s = ${e.literal()};\n    auto slope = static_cast<M *>(this)->rate(h / 3, s);\n    static_cast<M *>(this)->settle(s, h * 0.7);\n    return slope * 0.3 + s + static_cast<M *>(this)->w;\n  }\n};`,
  );
  for (const name of classes)
    top.push(
      `struct ${name} : ${solver}<${name}> {\n  double w;\n  ${e.pick(['', 'explicit '])}${name}(double c) : w(c / 3) {}\n  double rate(double h, ${e.pick(['double', 'const double &'])} s) { return h * ${e.literal()} + s; }\n  void settle(double &s, double h) { s ${e.pick(['+=', '-='])} h * w; }\n  ${device}double operator()(double x) const { return x ${e.pick(['*', '+', '/'])} ${e.literal()}; }\n};`,
    );
  top.push(
    `template <class F> double ${use}(F f, double x)\n{\n  ${e.pick(['auto', 'double'])} v = f(x / 3);\n  return v * 0.7 + f(x);\n}`,
    `template <class T> double ${use}_made(double x)\n{\n  T t(x / 7);\n  return t.w * 0.3 + t(x);\n}`,
  );
  const values = [
    ...classes.flatMap((name) => [
      `${name}(${e.real(scope, 1)}).go(${e.real(scope, 1)})`,
      `${use}(${name}(0.3), ${e.real(scope, 1)})`,
      `${use}_made<${name}>(${e.real(scope, 1)})`,
    ]),
    `${use}([](double y) { return y / ${e.literal()}; }, ${e.real(scope, 1)})`,
  ];
  body.push(`  double ${result}[${values.length}] = {${values.join(', ')}};`);
  draft.print('each', ...values.map((_, at) => `${result}[${at}]`));
};

const tiedAndHeld: Part = (draft) => {
  const { e, top, body, scope } = draft;
  top.push('#include <functional>', '#include <tuple>', '#include <vector>');
  const [low, high, list, held, sum] = ['low', 'high', 'list', 'held', 'sum'].map((one) => draft.name(one));
  const pair = () => `std::make_tuple(${e.real(scope, 1)} / 3, ${e.real(scope, 1)})`;
  body.push(
    `  ${draft.type()} ${low}, ${list}[2] = {0.1, 0.3};`,
    `  ${draft.type()} ${high}, ${sum} = 0;`,
    `  std::tie(${low}, ${e.pick([high, `${list}[1]`, 'std::ignore'])}) = ${pair()};`,
    `  std::tie(${high}, ${list}[0]) = ${pair()};`,
    `  std::vector<std::function<double(double)>> ${held}{[](double y) { return y / 3; }, [](double z) { return z + ${e.literal()}; }};`,
    `  for (auto &f : ${held}) ${sum} += f(${low}) * 0.7;`,
  );
  scope.declare(low!, 'double');
  draft.print('tied', low!, high!, `${list}[0]`, `${list}[1]`, sum!);
};

export const callTraits: readonly Trait[] = [
  { languages: ['c++', 'cuda'], part: calledOnEachClass },
  { languages: ['c++'], part: tiedAndHeld },
];
