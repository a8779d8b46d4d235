/** Two records of fields at random lie in the same bytes: through a union, a cast, an untyped pointer, a copy. One is filled, both are read. */
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** A record's declaration, and the places in it that hold one number or integer each. */
interface MadeRecord {
  readonly name: string;
  readonly text: string;
  readonly numbers: readonly string[];
  readonly integers: readonly string[];
}

function makeRecord(draft: ProgramDraft, inner: string, base: string | null): MadeRecord {
  const { e, language } = draft;
  const name = draft.global('laid');
  const fields: string[] = [];
  const numbers: string[] = base === null ? [] : ['base'];
  const integers: string[] = [];
  for (let at = 0; at < e.integer(1, 4); at++) {
    const kind = e.pick(['number', 'number', 'integer', 'long', 'array', 'record', 'records']);
    const type = e.pick(['double', 'float', `${draft.prefix}real`]);
    if (kind === 'number') {
      fields.push(`${type} f${at};`);
      numbers.push(`f${at}`);
    } else if (kind === 'array') {
      fields.push(`${type} f${at}[2];`);
      numbers.push(`f${at}[0]`, `f${at}[1]`);
    } else if (kind === 'record' || kind === 'records') {
      const isSeveral = kind === 'records';
      fields.push(`${inner} f${at}${isSeveral ? '[2]' : ''};`);
      for (const one of isSeveral ? ['[0]', '[1]'] : ['']) numbers.push(`f${at}${one}.a`, `f${at}${one}.b`);
    } else {
      fields.push(`${kind === 'long' ? 'long long' : 'int'} f${at};`);
      integers.push(`f${at}`);
    }
  }
  const bases = base === null ? '' : ` : ${base}`;
  const spelt = language === 'c' ? `struct ${name}` : name;
  return { name: spelt, text: `struct ${name}${bases} { ${fields.join(' ')} };`, numbers, integers };
}

const sharedBytes: Part = (draft) => {
  const { e, top, body, language } = draft;
  const isCpp = language !== 'c';
  const [inner, union, show] = [draft.global('inner'), draft.global('either'), draft.global('seen')];
  const innerName = isCpp ? inner : `struct ${inner}`;
  const types = [e.pick(['double', 'float']), e.pick(['double', 'float'])];
  top.push(`struct ${inner} { ${types[0]} a; ${types[1]} b; };`);
  const bases = [0, 1].map(() => (isCpp && e.chance(0.3) ? draft.global('base') : null));
  for (const base of bases) if (base !== null) top.push(`struct ${base} { double base; };`);
  const [first, second] = bases.map((base) => makeRecord(draft, innerName, base)) as [MadeRecord, MadeRecord];
  const member = `${draft.global('holder')}`;
  top.push(
    first.text,
    second.text,
    `union ${union} { ${first.name} one; ${second.name} other; };`,
    `struct ${member} { double before; union ${union} u[2]; double after; };`,
    `static double ${show}(void *at) { ${second.name} *p = (${second.name} *) at; return ${['0', ...second.integers.map((one) => `(p->${one} & 255)`), ...second.numbers.map((one) => `p->${one} * 0.5`)].join(' + ')}; }`,
  );
  const [one, other] = [draft.name('one'), draft.name('other')];
  const how = e.pick(['union', 'cast', 'untyped', 'copy', ...(isCpp ? ['reference'] : [])]);
  const shared = `${one}_at`;
  body.push(
    `  struct ${member} ${one};`,
    `  memset(&${one}, 0, sizeof ${one});`,
    `  ${one}.before = ${e.literal()};`,
    `  ${one}.after = ${e.literal()};`,
    `  ${first.name} *${shared} = &${one}.u[${how === 'union' ? 0 : 1}].one;`,
    ...first.numbers.map((place, at) => `  ${shared}->${place} = ${e.literal()} / ${at + 3};`),
    ...first.integers.map((place) => `  ${shared}->${place} = ${e.integer(1, 200)};`),
  );
  const isWhole = how === 'union';
  if (!isWhole)
    body.push(
      `  ${second.name} ${other};`,
      `  memset(&${other}, 0, sizeof ${other});`,
      how === 'cast'
        ? `  ${other} = *(${second.name} *) ${shared};`
        : how === 'reference'
          ? `  ${other} = reinterpret_cast<${second.name} &>(*${shared});`
          : how === 'untyped'
            ? `  { void *raw = ${shared}; ${second.name} *seen = (${second.name} *) raw; ${other} = *seen; }`
            : `  memcpy(&${other}, ${shared}, sizeof ${other} < sizeof *${shared} ? sizeof ${other} : sizeof *${shared});`,
    );
  const read = isWhole ? `${one}.u[0].other` : other;
  draft.print(
    'shared bytes',
    `${one}.before`,
    `${one}.after`,
    ...second.numbers.map((place) => `${read}.${place}`),
    ...second.integers.map((place) => `(double) ${read}.${place}`),
    `${show}(&${read})`,
  );
};

/** Records that lie in a union side by side with others, and stay as far apart as they are. */
const besideUnions: Part = (draft) => {
  const { e, top, body, language } = draft;
  const spell = (name: string) => (language === 'c' ? `struct ${name}` : name);
  const [small, large, union] = [draft.global('small'), draft.global('large'), draft.global('tagged')];
  const type = e.pick(['double', 'float']);
  top.push(
    `struct ${small} { int kind; ${e.pick(['float', 'int', 'double'])} value; };`,
    `struct ${large} { int kind; ${type} x, y, z; double w; };`,
    `union ${union} { int kind; ${spell(small)} s; ${spell(large)} l; };`,
  );
  const at = draft.name('tagged');
  body.push(
    `  union ${union} ${at}[2];`,
    `  memset(${at}, 0, sizeof ${at});`,
    `  ${at}[0].s.kind = 1;`,
    `  ${at}[0].s.value = ${e.literal()};`,
    ...['x', 'y', 'z', 'w'].map((field) => `  ${at}[1].l.${field} = ${e.literal()} / 3;`),
  );
  draft.print(
    'tagged',
    `(double) ${at}[0].kind`,
    `(double) ${at}[0].s.value`,
    ...['x', 'y', 'z', 'w'].map((field) => `${at}[1].l.${field}`),
    `(double) ${at}[1].s.value`,
  );
};

export const sharedByteTraits: readonly Trait[] = [sharedBytes, besideUnions].map((part) => ({
  languages: ['c', 'c++', 'cuda'],
  part,
}));
