/** Values: every way a number comes to be stored, passed, captured or computed, and in which order. */
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** A function that gives another number each time, and changes a global with it. */
function generator(draft: ProgramDraft): { next: string; seen: string; place: string } {
  const [state, seen, next, place] = [
    draft.global('state'),
    draft.global('seen'),
    draft.global('next'),
    draft.global('place'),
  ];
  draft.top.push(
    `static unsigned ${state} = ${draft.e.integer(1, 99999)};`,
    `static ${draft.type()} ${seen} = 0.25;`,
    `static ${draft.type()} ${next}(void)\n{\n  ${state} = ${state} * 1103515245u + 12345u;\n  ${seen} += 0.125;\n  return (${state} >> 8) / 16777216.0 + 0.1;\n}`,
    `static int ${place}(void) { return (${state} = ${state} * 69069u + 1u) >> 31; }`,
  );
  return { next, seen, place };
}

const order: Part = (draft) => {
  const { e, body, scope } = draft;
  const { next, seen, place } = generator(draft);
  const [kept, value, count] = [draft.name('kept'), draft.name('value'), draft.name('count')];
  const drawn = (): string => {
    const one = () => e.pick([`${next}()`, `${next}()`, seen, `${next}() * 0.5`, e.realLeaf(scope)]);
    switch (e.integer(0, 6)) {
      case 0:
        return `-${next}() + ${one()}`;
      case 1:
        return `(${one()} - ${one()}) * ${one()}`;
      case 2:
        return `fmax(${one()}, ${one()} - ${one()})`;
      case 3:
        // gcc makes one of two equal arms, and no choice where it knows the condition
        return `(${e.pick([`${one()} < ${one()}`, `${one()} < ${one()}`, `${seen} > ${seen}`, '0', '!1'])} ? ${one()} * 0.75 : ${one()})`;
      case 4:
        return `${one()} / (${next}() + 1)`;
      default:
        return `${one()} ${e.pick(['+', '-', '*'])} ${one()}`;
    }
  };
  body.push(
    `  ${draft.type()} ${kept}[2] = {${drawn()}, ${drawn()}};`,
    `  ${draft.type()} ${value} = ${drawn()} + ${drawn()};`,
    `  int ${count} = 1;`,
    `  for (int k = 0; k < 3; k++) {`,
    `    *${kept} ${e.pick(['+=', '-=', '*='])} ${drawn()};`,
    `    ${kept}[${place}()] = ${e.pick([`${next}()`, drawn()])};`,
    `    ${value} ${e.pick(['+=', '=', '-='])} ${drawn()};`,
    `    ${count} += ${next}() * 3 + ${next}();`,
    `    if (${value} > 50 || ${value} < -50) ${value} = ${drawn()};`,
    `  }`,
  );
  scope.declare(value, 'double');
  draft.print('order', value, `${kept}[0]`, `${kept}[1]`, `(double) ${count}`, seen);
};

const kinds: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [own, sum, total] = [draft.global('own'), draft.global('sum'), draft.name('total')];
  const local = draft.language === 'c' ? '_Thread_local' : 'thread_local';
  const register = draft.language === 'c' ? 'register ' : '';
  top.push(
    `static ${local} ${draft.type()} ${own} = ${e.literal()};`,
    `static double ${sum}(${register}double x, ${register}int n)\n{\n  ${register}${draft.type()} s = 0;\n  ${register}int i;\n  for (i = 0; i < n; i++) s += x * 0.1 * i;\n  ${own} += s;\n  return s * ${own};\n}`,
  );
  body.push(`  ${draft.type()} ${total} = ${sum}(${e.real(scope, 1)}, 3);`);
  scope.declare(total, 'double');
  draft.print('kinds', total, own);
};

const typeGeneric: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [f, value] = [draft.global('generic'), draft.name('generic')];
  const type = e.pick(['float', 'double', 'float']);
  top.push(`double ${f}(double, double);`);
  draft
    .file('typed.c')
    .push(
      '#include <complex.h>',
      '#include <tgmath.h>',
      `double ${f}(double p, double q)\n{\n  ${type} a = p, c = ${e.pick(['sin', 'cos', 'exp'])}(a * 0.3);\n  double complex z = a + q * I;\n  double real = creal(z), other = cimag(z * z);\n  ${type} size = real * 0.1 - other, r = sqrt(a * a);\n  c += ${e.pick(['exp(-r)', 'sqrt(r + 1)', 'cos(a)'])} - r;\n  return c * size + a;\n}`,
    );
  body.push(`  ${draft.type()} ${value} = ${f}(${e.real(scope, 1)}, ${e.real(scope, 1)});`);
  scope.declare(value, 'double');
  draft.print('generic', value);
};

const callbacks: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [weigh, values, total, grow, near] = [
    draft.global('Weigh'),
    draft.name('values'),
    draft.name('total'),
    draft.name('grow'),
    draft.name('near'),
  ];
  draft.headers.add('numeric');
  top.push(
    `struct ${weigh} {\n  ${draft.type()} w;\n  double operator()(${draft.type()} sum, ${draft.type()} x) const { ${draft.type()} y = x * w; return sum + y; }\n  friend double operator*(${draft.type()} k, const ${weigh} &o) { return k / 3 + o.w * 0.1; }\n};`,
  );
  body.push(
    `  double ${values}[4] = {0.1, ${e.real(scope, 1)}, 0.3, 0.7};`,
    `  ${draft.type()} ${near} = ${e.real(scope, 1)};`,
    `  double ${total} = std::accumulate(${values}, ${values} + 4, 0.0, [](${draft.type()} s, ${draft.type()} x) { return s * 0.5 + x * 0.3; });`,
    `  ${total} += std::accumulate(${values}, ${values} + 4, 0.25, ${weigh}{0.7});`,
    `  auto ${grow} = [z = ${near} * 2, &w = ${total}](${draft.type()} y) mutable -> double { z += y; w *= 0.7; return z * 0.3 + w; };`,
    `  struct Local${near} { ${draft.type()} by; double of(${draft.type()} x) const { return x * by; } } local${near} = {0.3};`,
  );
  scope.declare(total, 'double');
  draft.print('callbacks', `${grow}(0.3) * 0.5`, total, `local${near}.of(${near})`, `${near} * ${weigh}{0.1}`);
};

const holders: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [mean, made, seen, map, read, m] = [
    draft.global('mean'),
    draft.global('made'),
    draft.name('seen'),
    draft.name('map'),
    draft.name('read'),
    draft.name('m'),
  ];
  for (const header of ['initializer_list', 'map', 'sstream']) draft.headers.add(header);
  top.push(
    `static double ${mean}(std::initializer_list<double> list)\n{\n  double s = 0;\n  for (double x : list) s += x;\n  return s / list.size();\n}`,
    `static std::pair<double, int> ${made}(${draft.type()} d) { return ${e.pick(['std::make_pair((double)d / 7, 1)', 'std::pair<double, int>(d / 3, 1)', '{d / 9, 2}'])}; }`,
  );
  body.push(
    `  std::vector<std::pair<double, int>> ${seen};`,
    `  ${seen}.push_back({${e.realLeaf(scope)} / 3, 1});`,
    `  ${seen}.emplace_back(${e.realLeaf(scope)} * 0.1, 2);`,
    `  std::map<int, double> ${map};`,
    `  ${map}.insert({1, ${e.realLeaf(scope)} / 11});`,
    `  ${map}[2] = ${e.real(scope, 1)};`,
    `  std::istringstream in${read}("0.1 1.00000005960464477540 0.7");`,
    `  ${draft.type()} ${read}, ${m} = ${mean}({${e.realLeaf(scope)} * 1.0, 0.1, ${e.realLeaf(scope)} / 3});`,
    `  while (in${read} >> ${read}) ${m} += ${read} * 0.1;`,
  );
  scope.declare(m, 'double');
  draft.print('holders', m, `${made}(${m}).first`, `${seen}[0].first + ${seen}[1].first`, `${map}[1] * ${map}[2]`);
};

const constants: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [cube, steps, mixed, sum, part, s] = [
    draft.global('cube'),
    draft.global('steps'),
    draft.global('mixed'),
    draft.global('sum'),
    draft.global('PART'),
    draft.name('s'),
  ];
  top.push(
    `constexpr double ${cube}(double x) { return x * x * x; }`,
    `constexpr int ${steps}(double x) { return x > 2 ? 3 : 2; }`,
    `constexpr ${draft.type()} ${part} = ${cube}(${e.pick(['0.3', '0.7', '0.1 + 0.2'])}) / 3;`,
    `static constexpr double ${mixed}(${draft.type()} a, ${draft.type()} b)\n{\n  ${draft.type()} c = a * b;\n  return c / 3;\n}`,
    `template <class... Terms> double ${sum}(Terms... terms) { return (0.0 + ... + terms); }`,
  );
  body.push(
    `  double ${s}[${steps}(2.5)] = {0.1, ${e.real(scope, 1)}, ${part} * 0.5};`,
    `  ${s}[0] += ${mixed}(${e.real(scope, 1)}, ${part}) + ${cube}(${s}[1]) * 0.01;`,
  );
  draft.print('constants', `${s}[0]`, `${sum}(${e.realLeaf(scope)}, 2, ${s}[2] / 3)`);
};

export const valueTraits: readonly Trait[] = [
  { languages: ['c', 'c++', 'cuda'], part: order },
  { languages: ['c', 'c++'], part: kinds },
  { languages: ['c'], part: typeGeneric },
  { languages: ['c++', 'cuda'], part: callbacks },
  { languages: ['c++'], part: holders },
  { languages: ['c++', 'cuda'], part: constants },
];
