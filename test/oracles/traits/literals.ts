/** Literals: with a sign, chosen between, behind a comma or a macro, in every place that a number can be given to. */
import type { Part } from '../generate-program.js';
import type { Trait } from './trait.js';

const literals: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [record, box, twice, bound, chosen, deduced, kept, pick] = [
    ...['Given', 'Box', 'twice', 'bound', 'chosen', 'deduced'].map((name) => draft.global(name)),
    draft.global('kept'),
    draft.global('PICK'),
  ] as [string, string, string, string, string, string, string, string];
  const type = draft.type();
  const signed = () => `${e.pick(['', '-', '-', '+'])}${e.literal()}`;
  const given = (): string =>
    e.pick([
      signed,
      signed,
      () => `-(${e.literal()})`,
      () => `(scale > 100 ? ${signed()} : ${signed()})`,
      () => `${pick}(scale < 3)`,
      () => `(scale, ${signed()})`,
    ])();
  const real = (): string => `${e.pick(['', '-'])}${e.pick(['0.1', '0.7', '1.3', '.45', '2.6e-1'])}`;
  top.push(
    `#define ${pick}(c) ((c) ? ${signed()} : ${real()})`,
    `static double ${kept}_scale = 1.5;`,
    `struct ${record} {\n  ${type} a = ${signed()}, b = ${signed()};\n  ${type} c[2] = {${real()}, ${real()}};\n  ${record}() {}\n  ${record}(${draft.type()} x) : a(x), b(${signed()}) {}\n};`,
    `template <class T> struct ${box} {\n  T a = ${real()}, b{${real()}};\n  T get(T k = ${real()}) const { return a * k + b; }\n};`,
    `template <class T> T ${twice}(T v) { return v + v; }`,
    `static double ${bound}(const double &x, const double &y = ${real()}) { return x * y; }`,
    `static auto ${deduced}(double scale) { if (scale > 2) return ${real()}; return ${real()}; }`,
    `static ${draft.type()} ${chosen}(double scale)\n{\n  if (scale > 9) return ${given()};\n  return ${given()};\n}`,
    `static ${draft.type()} ${kept} = ${signed()};`,
  );
  const [p, q, b, list, grid, value] = ['p', 'q', 'b', 'list', 'grid', 'value'].map((name) => draft.name(name)) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  body.push(
    `  double ${value} = 0;`,
    `  {`,
    `    const double scale = ${kept}_scale;`,
    `    ${record} ${p}, ${q}(${real()});`,
    `    ${box}<double> ${b};`,
    `    double ${list}[3] = {${given()}, ${given()}, ${given()}};`,
    `    ${draft.type()} ${grid}[2][2] = {{${signed()}, ${signed()}}, {${signed()}}};`,
    `    ${q}.a ${e.pick(['+=', '-=', '*='])} ${given()};`,
    `    ${value} = ${e.pick(['fmax', 'fmin', 'hypot'])}(${p}.a, (double)${given()}) + ${p}.b * ${given()} + ${p}.c[1];`,
    `    ${value} += ${q}.a + ${q}.b / 3 + ${b}.get() + ${b}.get(${real()}) + ${twice}(${real()}) + ${twice}<double>(${given()});`,
    `    ${value} += ${bound}(${real()}) + ${bound}(${given()}, ${real()}) + ${deduced}(scale) + ${chosen}(scale);`,
    `    ${value} += ${list}[0] + ${list}[1] * ${list}[2] - ${grid}[0][1] * ${given()} + ${grid}[1][0] + ${kept};`,
    `    ${kept} = ${given()};`,
    `  }`,
  );
  scope.declare(value, 'double');
  draft.print('literals', value, kept);
};

export const literalTraits: readonly Trait[] = [{ languages: ['c++', 'cuda'], part: literals }];
