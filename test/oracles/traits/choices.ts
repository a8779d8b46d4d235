/** What the type of an argument or of an object chooses: overloads beside integers, conversion functions, friends, names of types. */
import type { Part } from '../generate-program.js';
import type { Trait } from './trait.js';

/** Constructors and functions of an integer and of a number: a double is converted to a float no sooner than to an integer. */
const besideIntegers: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [type, call] = [draft.global('Measure'), draft.global('scaled')];
  const number = e.pick(['double', 'double', 'float']);
  const integer = e.pick(['int', 'long', 'unsigned']);
  top.push(
    `struct ${type} {\n  ${e.pick(['double', 'float'])} m;\n  ${type}(${number} v) : m(v) {}\n  ${type}(${integer} v) : m(v * 10.0f) {}\n};`,
    `static double ${call}(${number} x, ${number} y = ${e.literal()}) { return x * y / 3; }`,
    `static int ${call}(${integer} x) { return (int) x * 3; }`,
  );
  const [x, a, b, c] = [draft.name('x'), draft.name('a'), draft.name('b'), draft.name('c')];
  body.push(
    `  ${number} ${x} = ${e.real(scope, 1)};`,
    `  ${type} ${a}(${x}), ${b}{${e.pick([`${x} * ${x}`, `-${x}`, `${x} / 3`])}}, ${c} = ${type}((${integer}) 3);`,
  );
  const given = e.pick([x, `${x} * ${x}`, `-${x}`, `${number}(${e.literal()})`]);
  draft.print(
    'beside integers',
    ...[`(double) ${a}.m`, `(double) ${b}.m`, `(double) ${c}.m`],
    ...[`${call}(${given}, ${x})`, `(double) ${call}((${integer}) 3)`],
  );
};

const conversions: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const type = draft.global('Mass');
  const number = e.pick(['double', 'double', 'float']);
  const isExplicit = e.chance(0.6);
  const others = isExplicit && e.chance(0.5) ? '  operator int() const { return 4; }\n' : '';
  top.push(
    `struct ${type} {\n  ${e.pick(['double', 'float'])} grams;\n  ${isExplicit ? 'explicit ' : ''}operator ${number}() const { return grams * ${e.pick(['3', '0.7f', '1.1'])}; }\n${others}};`,
  );
  const [m, a, b] = [draft.name('m'), draft.name('a'), draft.name('b')];
  const cast = (object: string) =>
    e.pick([`static_cast<${number}>(${object})`, `${number}(${object})`, `(${number}) ${object}`]);
  body.push(
    `  ${type} ${m};`,
    `  ${m}.grams = ${e.real(scope, 1)};`,
    `  double ${a} = ${cast(m)}, ${b} = ${isExplicit ? cast(m) : e.pick([m, cast(m)])} * ${e.literal()};`,
  );
  draft.print('conversions', a, b);
};

const friends: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [type, weight] = [draft.global('Body'), draft.global('weight')];
  const head = `template <class U> ${e.pick(['', 'inline '])}`;
  top.push(
    `template <class T> class ${type} {\n  T mass;\npublic:\n  explicit ${type}(T m) : mass(m) {}\n  ${head.replace('inline ', '')}friend double ${weight}(const ${type}<U> &, double);\n};`,
    `${head}double ${weight}(const ${type}<U> &body, double by)\n{\n  double pulled = body.mass * by;\n  return pulled / 3;\n}`,
  );
  const object = draft.name('object');
  body.push(`  ${type}<${e.pick(['double', 'float'])}> ${object}(${e.literal()});`);
  draft.print('friends', `${weight}(${object}, ${e.real(scope, 1)})`);
};

const namesOfTypes: Part = (draft) => {
  const { e, body, scope } = draft;
  const [x, v, number] = [draft.name('x'), draft.name('v'), draft.name('number')];
  const [a, b, c] = [draft.name('a'), draft.name('b'), draft.name('c')];
  const said = e.pick([`decltype(${x})`, `decltype(${v})::value_type`, `decltype(${x} * 2)`]);
  body.push(
    `  double ${x} = ${e.real(scope, 1)};`,
    `  std::vector<double> ${v}{${x}, ${e.literal()}};`,
    `  ${e.pick([`using ${number} = ${said};`, said.includes(':') ? `using ${number} = ${said};` : `typedef ${said} ${number};`])}`,
    `  ${number} ${a} = ${x} * ${v}[1], ${b} = ${a} / 3;`,
    `  decltype(${v})::value_type ${c} = ${v}[0] * ${e.literal()};`,
  );
  draft.print('names of types', a, b, c, `${v}[0]`);
};

/** A constant that the compiler takes into a type. */
const bounds: Part = (draft) => {
  const { e, top, body } = draft;
  const [most, table] = [draft.global('most'), draft.name('table')];
  top.push(`constexpr double ${most} = ${e.pick(['3.7', '2.9', '4.1'])};`);
  body.push(`  double ${table}[int(${most})] = {${e.literal()}, ${most}};`);
  draft.print('bounds', `${table}[1] * ${most}`, `(double) (sizeof ${table} / sizeof *${table})`);
};

const functionTypes: Part = (draft) => {
  const { e, top, body, scope, language } = draft;
  const [map, mixed] = [draft.global('map'), draft.global('mixed')];
  const type =
    language === 'c' || e.chance(0.5)
      ? `typedef double ${map}(double, double);`
      : `using ${map} = double(double, double);`;
  top.push(type, `static ${map} ${mixed};`, `static double ${mixed}(double x, double y) { return x * y / 3; }`);
  const a = draft.name('a');
  body.push(`  double ${a} = ${e.real(scope, 1)};`);
  draft.print('function types', `${mixed}(${a}, ${e.literal()})`, a);
};

export const choiceTraits: readonly Trait[] = [
  { languages: ['c++', 'cuda'], part: besideIntegers },
  { languages: ['c++'], part: conversions },
  { languages: ['c++'], part: friends },
  { languages: ['c++'], part: namesOfTypes },
  { languages: ['c++'], part: bounds },
  { languages: ['c', 'c++'], part: functionTypes },
];
