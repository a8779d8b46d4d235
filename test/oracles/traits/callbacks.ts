/** Functions that somebody else calls, and memory that reaches them through untyped pointers. */
import type { Part } from '../generate-program.js';
import type { Trait } from './trait.js';

/** Sorting and searching by the library: an array, or records by a key that they begin with. */
const comparisons: Part = (draft) => {
  const { e, top, body, scope, language } = draft;
  const type = draft.type();
  const [compare, array, key] = [draft.global('compare'), draft.name('sorted'), draft.name('key')];
  const found = draft.name('found');
  const address = e.pick(['', '&']);
  top.push(
    e.chance(0.5)
      ? `static int ${compare}(const void *a, const void *b)\n{\n  const ${type} *x = (const ${type} *) a, *y = (const ${type} *) b;\n  return (*x > *y) - (*x < *y);\n}`
      : `static int ${compare}(const void *a, const void *b)\n{\n  ${type} x = *(const ${type} *) a, y = *(const ${type} *) b;\n  return x < y ? -1 : x > y;\n}`,
  );
  const size = e.pick([`sizeof(${type})`, `sizeof ${array}[0]`, `sizeof *${array}`]);
  if (e.chance(0.3)) {
    const record = draft.global('Entry');
    const full = language === 'c' ? `struct ${record}` : record;
    top.push(`struct ${record} { ${type} key; ${e.pick(['int id', `${draft.type()} id`, `${type} id`])}; };`);
    body.push(
      `  ${full} ${array}[4];`,
      `  for (int i = 0; i < 4; i++) { ${array}[i].key = ${e.factor(scope, 1)} - 0.1 * (i % 3); ${array}[i].id = i; }`,
      `  qsort(${array}, 4, sizeof(${full}), ${address}${compare});`,
    );
    draft.print('entries', `${array}[0].key`, `(double) ${array}[3].id`);
    return;
  }
  body.push(
    `  ${type} ${array}[5], ${key} = 0.25;`,
    `  for (int i = 0; i < 5; i++) ${array}[i] = ${e.factor(scope, 1)} + 0.1 * (i % 3);`,
    `  ${array}[2] = ${key};`,
    `  qsort(${array}, 5, ${size}, ${address}${compare});`,
    `  ${type} *${found} = (${type} *) bsearch(&${key}, ${array}, 5, ${size}, ${compare});`,
  );
  draft.print('sorted', `${array}[0] / 3`, `${array}[4]`, `(double) (${found} ? ${found} - ${array} : -1)`);
};

/** A function called through a pointer, with a context of its own: numbers, a record, a record that leads to numbers. */
const contexts: Part = (draft) => {
  const { e, top, body, scope, language } = draft;
  const type = draft.type();
  const [run, f, record, context] = [
    draft.global('apply'),
    draft.global('poly'),
    draft.global('Context'),
    draft.name('context'),
  ];
  const full = language === 'c' ? `struct ${record}` : record;
  const kind = e.pick(['numbers', 'record', 'pointer', 'untyped', 'pun']);
  const field = kind === 'pointer' ? `${type} *data` : kind === 'untyped' ? 'void *data' : `${type} a, b`;
  top.push(
    `struct ${record} { ${field}; ${kind === 'pun' ? '' : 'int n;'} };`,
    `static double ${run}(double (*f)(double, void *), void *context, int n)\n{\n  double s = 0;\n  for (int i = 0; i < n; i++) s += f(0.1 * i, context);\n  return s;\n}`,
  );
  const read =
    kind === 'numbers' || kind === 'pun'
      ? `${type} *c = (${type} *) p;\n  return c[0] * x + c[1]`
      : kind === 'record'
        ? `${full} *c = (${full} *) p;\n  return c->a * x + c->b`
        : `${full} *c = (${full} *) p;\n  ${type} *d = (${type} *) c->data;\n  return d[0] * x + d[1]`;
  top.push(`static double ${f}(double x, void *p)\n{\n  ${read};\n}`);
  const data = draft.name('data');
  const values = `{${e.literal()}, ${e.literal()}}`;
  body.push(`  ${type} ${data}[2] = ${values};`, `  ${data}[1] += ${e.factor(scope, 1)};`);
  if (kind !== 'numbers')
    body.push(
      kind === 'record' || kind === 'pun'
        ? `  ${full} ${context};\n  ${context}.a = ${data}[0]; ${context}.b = ${data}[1];`
        : `  ${full} ${context};\n  ${context}.data = ${data}; ${context}.n = 2;`,
    );
  const given = kind === 'numbers' ? data : `&${context}`;
  const direct = e.chance(0.4);
  draft.print('context', direct ? `${f}(0.3, ${given})` : `${run}(${f}, ${given}, 3)`, `${data}[1]`);
};

/** Functions chosen from a table, kept in a record and called with numbers, memory and what is known of both. */
const tables: Part = (draft) => {
  const { e, top, body, scope, language } = draft;
  const [type, other] = [draft.type(), draft.type()];
  const [step, method, scale, shift, apply, all] = ['Step', 'Method', 'scale', 'shift', 'advance', 'steps'].map(
    (name) => draft.global(name),
  ) as [string, string, string, string, string, string];
  const [values, chosen, direct] = [draft.name('values'), draft.name('chosen'), draft.name('direct')];
  const full = language === 'c' ? `struct ${method}` : method;
  const parameters = `${type} x, ${other} *p${e.pick(['', ', int n', ', void *q'])}`;
  const extra = /n$/.test(parameters) ? ', 2' : /q$/.test(parameters) ? `, ${values}` : '';
  const pointer = e.pick([`typedef ${type} (*${step})(${parameters});`, `typedef ${type} ${step}(${parameters});`, '']);
  const spelt = (name: string) =>
    pointer === '' ? `${type} (*${name})(${parameters})` : `${step} ${/\(\*/.test(pointer) ? '' : '*'}${name}`;
  const [known, uses] = /q$/.test(parameters) ? [`${other} *u = (${other} *) q; `, 'u[1]'] : ['', '0.7'];
  top.push(
    pointer,
    `${language === 'c' ? `struct ${method};` : ''}`,
    `struct ${method} { int id; ${spelt('run')}; ${e.pick(['', `${type} last;`])} };`,
    `static ${type} ${scale}(${parameters}) { ${known}p[0] = p[0] / 3; return x * p[1] + ${uses}; }`,
    `static ${type} ${shift}(${parameters}) { ${known}p[1] += ${e.pick(['x', '0.1'])} / 7; return ${uses} - x / 3; }`,
    `static double ${apply}(${full} *m, ${other} *${values}) { return m->run(${e.literal()}, ${values}${extra}) / 3; }`,
  );
  body.push(
    `  ${other} ${values}[3] = {${e.literal()}, 0.3, 0.9};`,
    `  ${values}[2] = ${e.factor(scope, 1)};`,
    `  ${spelt(`${all}[2]`)} = {${scale}, ${e.pick(['', '&'])}${shift}};`,
    `  ${full} ${chosen};`,
    `  ${chosen}.id = n; ${chosen}.run = ${all}[n % 2];`,
    `  ${spelt(direct)} = n % 3 ? ${scale} : ${chosen}.run;`,
  );
  const call = e.pick([`${direct}`, `(*${direct})`, `${all}[1]`]);
  draft.print(
    'table',
    `${apply}(&${chosen}, ${values})`,
    `${call}(${e.factor(scope, 1)}, ${values}${extra})`,
    `${values}[1] / 3`,
  );
};

/** A pointer that a function pointer or a variadic call leads to. */
const fromElsewhere: Part = (draft) => {
  const { e, top, body } = draft;
  const type = draft.type();
  const [table, pick, list, at] = [draft.global('table'), draft.global('pick'), draft.global('list'), draft.name('at')];
  draft.headers.add('stdarg.h');
  top.push(`static ${type} ${table}[3] = {${e.literal()}, 0.1, 0.7};`);
  const kind = e.pick(['typed', 'untyped', 'variadic']);
  if (kind === 'variadic') {
    top.push(
      `static double ${list}(int n, ...)\n{\n  va_list all;\n  va_start(all, n);\n  ${type} *p = va_arg(all, ${type} *);\n  va_end(all);\n  return p[n] * 0.3;\n}`,
    );
    draft.print('variadic', `${list}(1, ${table})`, `${table}[2] / 3`);
    return;
  }
  const returned = kind === 'typed' ? type : 'void';
  top.push(`static ${returned} *${pick}(int n) { return ${table} + n; }`);
  body.push(
    `  ${returned} *(*${list})(int) = ${pick};`,
    `  ${type} *${at} = (${type} *) ${list}(n % 3);`,
    `  ${at}[0] /= 3;`,
  );
  draft.print('picked', `${at}[0]`, `${table}[1]`);
};

/** Lambdas, function objects and functions given to templates of the program's and of the library. */
const callables: Part = (draft) => {
  const { e, top, body, scope } = draft;
  draft.headers.add('functional');
  const type = draft.type();
  const [each, work, functor] = [draft.global('each'), draft.global('work'), draft.global('Functor')];
  const [numbers, context] = [draft.name('numbers'), draft.name('context')];
  const text = `${type} *u = (${type} *) q;\n  p[0] = p[1] * 0.3 + u[0] / 7;\n  u[1] = p[0];`;
  top.push(
    `template <class F> void ${each}(F f, ${type} *p, void *q) { f(p, q); }`,
    `static void ${work}(${type} *p, void *q)\n{\n  ${text}\n}`,
    `struct ${functor} {\n  void operator()(${type} *p, void *q) const\n  {\n  ${text}\n  }\n};`,
  );
  const callable = e.pick([`[](${type} *p, void *q) {\n  ${text}\n  }`, work, `${functor}{}`, `&${work}`]);
  const how = e.pick(['template', 'invoke', 'function', 'bind', 'erased']);
  body.push(
    `  ${type} ${numbers}[2] = {${e.literal()}, 0.7}, ${context}[2] = {0.3, 0.1};`,
    `  ${numbers}[1] += ${e.factor(scope, 1)};`,
  );
  const held = draft.name('held');
  if (how === 'template') body.push(`  ${each}(${callable}, ${numbers}, ${context});`);
  if (how === 'invoke') body.push(`  std::invoke(${callable}, ${numbers}, ${context});`);
  if (how === 'bind') body.push(`  auto ${held} = std::bind(${callable}, ${numbers}, ${context});`, `  ${held}();`);
  if (how === 'function')
    body.push(`  std::function<void(${type} *, void *)> ${held} = ${callable};`, `  ${held}(${numbers}, ${context});`);
  if (how === 'erased')
    body.push(
      `  std::vector<void *> ${held}{${numbers}, ${context}};`,
      `  for (void *p : ${held}) { ${type} *z = (${type} *) p; z[0] /= 3; }`,
    );
  draft.print('called', `${numbers}[0]`, `${context}[1]`, `${context}[0]`);
};

/** Elements of a container by reference and by pointer. */
const elements: Part = (draft) => {
  const { e, body, scope } = draft;
  const type = draft.type();
  const [values, pointers] = [draft.name('values'), draft.name('pointers')];
  body.push(
    `  std::vector<${type}> ${values}{${e.literal()}, 0.1, 0.7};`,
    `  ${values}[n % 3] = ${e.factor(scope, 1)};`,
    `  std::for_each(${values}.begin(), ${values}.end(), [](${e.pick([`${type} &x`, 'auto &x'])}) { x /= 3; });`,
    `  std::vector<${type} *> ${pointers}{&${values}[0], &${values}[2]};`,
    `  std::for_each(${pointers}.begin(), ${pointers}.end(), [](${type} *z) { *z *= 0.3; });`,
  );
  draft.print('elements', `${values}[0]`, `${values}[1]`, `${values}[2]`);
};

/** An overrider that is given untyped memory, or makes some. */
const overriders: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const type = draft.type();
  const [base, derived, object, data] = [
    draft.global('Base'),
    draft.global('Derived'),
    draft.name('object'),
    draft.name('data'),
  ];
  top.push(
    `struct ${base} { virtual double look(void *p) = 0; virtual void *room(size_t bytes) = 0; virtual ~${base}() {} };`,
    `struct ${derived} : ${base} {\n  double look(void *p) override { ${type} *c = (${type} *) p; return c[0] * c[1] / 3; }\n  void *room(size_t bytes) override { return malloc(bytes); }\n};`,
  );
  body.push(
    `  ${derived} ${object};`,
    `  ${base} *${object}_base = &${object};`,
    `  ${type} *${data} = ${e.chance(0.5) ? `(${type} *) ${object}_base->room(2 * sizeof(${type}))` : `new ${type}[2]`};`,
    `  ${data}[0] = ${e.factor(scope, 1)}; ${data}[1] = 0.7;`,
  );
  draft.print('overridden', `${object}${e.pick(['.', '_base->'])}look(${data})`, `${data}[1] / 3`);
};

/** Memory that is freed through untyped pointers, some of which are also read or stored through. */
const freedTogether: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const types = [draft.type(), draft.type()] as const;
  const [release, put] = [draft.global('release'), draft.global('put')];
  const [one, two, all, kept] = ['one', 'two', 'all', 'kept'].map((name) => draft.name(name)) as [
    string,
    string,
    string,
    string,
  ];
  top.push(
    `static void ${release}(void *p) { ${e.pick(['if (p) ', ''])}free(p); }`,
    `static void ${put}(void *slot, void *value) { *(void **) slot = value; }`,
  );
  body.push(
    `  ${types[0]} *${one} = (${types[0]} *) malloc(2 * sizeof(${types[0]}));`,
    `  ${types[1]} *${two} = (${types[1]} *) malloc(2 * sizeof(${types[1]})), *${kept} = ${two};`,
    `  ${one}[0] = ${e.factor(scope, 1)}; ${two}[0] = 0.7; ${one}[1] = ${one}[0] / 3; ${two}[1] = ${two}[0] / 7;`,
    `  void *${all}[2] = {${one}, ${two}};`,
    e.pick([
      ``,
      `  ${kept} = (${types[1]} *) ${all}[1];`,
      `  ${put}(&${kept}, ${all}[1]);`,
      `  ${put}(&${kept}, ${two});`,
    ]),
  );
  draft.print('freed', `${one}[1]`, `${two}[1]`, `${kept}[0] / 3`);
  body.push(`  for (int i = 0; i < 2; i++) ${e.pick([release, 'free'])}(${all}[i]);`);
};

export const callbackTraits: readonly Trait[] = [
  ...[comparisons, contexts, tables, freedTogether, fromElsewhere].map((part) => ({
    languages: ['c', 'c++', 'cuda'] as const,
    part,
  })),
  ...[callables, elements, overriders].map((part) => ({ languages: ['c++'] as const, part })),
];
