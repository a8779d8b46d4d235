/** Sums in loops, in the ways programs write them: what other ways to add up are written for, and what they must keep away from. */
import type { Part, ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** An addition to a sum, in one of its spellings. */
function added(draft: ProgramDraft, sum: string, term: string): string {
  const { e } = draft;
  return e.pick([
    `${sum} += ${term};`,
    `${sum} -= ${term};`,
    `${sum} = ${sum} + (${term});`,
    `${sum} = ${sum} - (${term});`,
    `${sum} = (${term}) + ${sum};`,
    `${sum} = fma(${term}, ${e.pick(['0.5', '0.25f'])}, ${sum});`,
    `${sum} += ${term}; // ${sum} so far`,
    `(${sum}) += ${term};`,
  ]);
}

function term(draft: ProgramDraft, index: string): string {
  const { e, scope } = draft;
  const one = () => e.pick([`${index} * 0.1`, `1.0 / (${index} + 1)`, `sin(0.3 * ${index})`, e.realLeaf(scope)]);
  return e.pick([
    `${one()}`,
    `${one()} * ${one()}`,
    `${one()} - ${one()} * 0.5`,
    `-${one()} / 3`,
    `(${index} % 2 ? ${one()} : ${one()})`,
    `${index} % 3 == 1 ? ${one()} : -${one()}`,
  ]);
}

const plainSum: Part = (draft) => {
  const { e, body, scope } = draft;
  const [sum, other, index] = [draft.name('sum'), draft.name('otherSum'), draft.name('at')];
  const count = e.pick(['0', '1', '7', '64', '130']);
  const head = e.pick([
    `for (int ${index} = 0; ${index} < ${count}; ${index}++)`,
    `for (int ${index} = ${count}; ${index}--;)`,
    `for (int ${index} = 0; ${index} < ${count}; ${index} += 3)`,
  ]);
  const first = added(draft, sum, term(draft, index));
  const second = added(draft, other, term(draft, index));
  const early = e.pick(['', `if (${index} == 5) continue; `, `if (${index} == 9) break; `]);
  body.push(
    `  ${draft.type()} ${sum} = ${e.pick(['0', '0.0', '1000.5'])}, ${other} = 0;`,
    e.pick([
      `  ${head}\n    ${first}`,
      `  ${head} ${first}`,
      `  ${head} {\n    ${early}\n    ${first}\n    ${second}\n  } // added up`,
      `  ${head} {\n    ${first}\n    ${early}\n    ${second}\n    ${added(draft, sum, '0.125')}\n  }`,
      `  ${head} {\n    if (${index} % 3 == 0)\n      ${first}\n    else {\n      ${second}\n    }\n  }`,
      `  ${head} { if (${index} > 3) ${first.replace(/\/\/.*/, '')} else { ${second.replace(/\/\/.*/, '')} } }`,
      `  ${head}\n    for (int k = 0; k < 9; k++) {\n      ${first}\n      if (k > 6) ${second}\n    }`,
      `  ${head} {\n    switch (${index} % 4) {\n    case 0:\n      ${first}\n      ${second}\n      break;\n    case 1: ${second}\n      break;\n    default:\n      break;\n    }\n  }`,
    ]),
  );
  scope.declare(sum, 'double');
  draft.print('sum', sum, other, sum);
};

/** The loop does more with it than add to it, or somebody else may. */
const watchedSum: Part = (draft) => {
  const { e, body } = draft;
  const [sum, seen, index] = [draft.name('sum'), draft.name('seen'), draft.name('at')];
  const first = added(draft, sum, `1.0 / (${index} + 1)`);
  const head = `for (int ${index} = 0; ${index} < 90; ${index}++)`;
  body.push(
    `  ${draft.type()} ${sum} = 0, ${seen} = 0;`,
    e.pick([
      `  ${head} {\n    ${first}\n    if (${index} % 30 == 29) ${seen} += ${sum};\n  }`,
      `  ${head} {\n    ${first}\n    if (${index} == 40) { ${sum} = 0; }\n  }`,
      `  ${head} {\n    for (int k = 0; k < 4; k++)\n      ${first}\n    ${seen} += ${sum} * 0.01;\n  }`,
      `  ${head} ${first}\n  ${head}\n    ${first}`,
      `  double *p${sum} = 0;\n  if (sizeof(${sum}) == 0) p${sum} = 0;\n  ${head} ${first}\n  ${seen} = p${sum} == 0;`,
      `  for (int ${index} = 0; ${index} < 20; ${sum} += 0.1, ${index}++) ${seen} += 0.3;`,
      `  int ${index} = 0;\n  do {\n    ${first}\n  } while (++${index} < 50);`,
      `  int ${index} = 0;\n  while (${index} < 50) {\n    ${first}\n    ${index}++;\n  }`,
      `  if (n >= 0) ${head} ${first}`,
      `#ifdef NEVER\n  for (int ${index} = 9; ${index}--;) {\n#else\n  ${head} {\n#endif\n    ${first}\n  }`,
      `  ${head} {\n#ifndef NEVER\n    ${first}\n#endif\n#ifdef NEVER\n    ${seen} = 0;\n#endif\n  }`,
      `  {\n    ${head} ${first.replace(/\/\/.*/, '')} ${seen} = ${sum};\n  }`,
    ]),
  );
  draft.print('watched', sum, seen);
};

const functionSum: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [dot, values] = [draft.global('dot'), draft.name('values')];
  const [type, element] = [draft.type(), draft.type()];
  const unroll = e.pick(['', '#pragma GCC unroll 4\n', '  // all of them\n']);
  top.push(
    `static ${type} ${dot}(const ${element} *x, int count)\n{\n  ${e.pick([type, 'double', 'float'])} sum = 0;\n  int i;\n${unroll}  for (i = 0; i < count; i++)${e.pick(
      [
        `\n    sum += x[i] * x[count - 1 - i];`,
        ` { sum += x[i] * x[i]; }`,
        ` {\n    if (x[i] > 1e30) return -1;\n    sum = fma(x[i], x[i], sum);\n  }`,
      ],
    )}\n  return sum;\n}`,
  );
  body.push(
    `  ${element} ${values}[100];`,
    `  for (int i = 0; i < 100; i++) ${values}[i] = ${e.pick(['1.0 / (i + 1)', 'sin(i * 0.7)', '1e4 / (i + 3) - 20'])};`,
  );
  scope.declare(`${dot}(${values}, 100)`, 'double');
  draft.print('dot', `${dot}(${values}, 100)`, `${dot}(${values}, ${e.integer(0, 99)})`);
};

const kernelSum: Part = (draft) => {
  const { e, top, body } = draft;
  const [kernel, memory, device] = [draft.global('addUp'), draft.name('kept'), draft.name('onDevice')];
  const type = draft.type();
  const sum = e.pick(['double', 'double', 'float']);
  top.push(
    [
      `__global__ void ${kernel}(${type} *out, int count)`,
      '{',
      `  __shared__ ${sum} tile[32];`,
      `  ${sum} fx = 0, fy = 0.0;`,
      '  for (int t = 0; t < count; t += 32) {',
      '    tile[threadIdx.x] = 1.0 / (t + threadIdx.x + 1);',
      '    __syncthreads();',
      e.pick(['#pragma unroll', '    // the tile']),
      '    for (int j = 0; j < 32; j++) {',
      `      ${e.pick(['', 'if (j == 3) continue;'])}`,
      `      ${e.pick(['fx += tile[j] * 0.7;', 'fx = fma(tile[j], tile[j], fx);', 'fx -= tile[j] / 3;'])}`,
      `      ${e.pick(['fy += tile[j];', 'if (tile[j] < 0.02) fy += tile[j] * tile[j];', 'fy = fy - tile[j];'])}`,
      '    }',
      '    __syncthreads();',
      '  }',
      '  out[threadIdx.x] = fx + fy * threadIdx.x;',
      '}',
    ].join('\n'),
  );
  body.push(
    `  ${type} ${memory}[32], *${device};`,
    `  cudaMalloc(&${device}, sizeof(${memory}));`,
    `  ${kernel}<<<1, 32>>>(${device}, 128);`,
    `  cudaMemcpy(${memory}, ${device}, sizeof(${memory}), cudaMemcpyDeviceToHost);`,
    `  cudaFree(${device});`,
  );
  draft.print('kernel', `${memory}[0]`, `${memory}[7]`, `${memory}[31]`);
};

const cplusplusSum: Part = (draft) => {
  const { e, top, body } = draft;
  const [mean, values, captured] = [draft.global('mean'), draft.name('values'), draft.name('captured')];
  top.push(
    [
      'template <typename Values>',
      `static double ${mean}(const Values &values)`,
      '{',
      `  ${e.pick(['auto sum = 0.0;', 'double sum{};', 'float sum = 0.f;'])}`,
      `  for (${e.pick(['const auto &value', 'double value'])} : values)`,
      `    ${e.pick(['sum += value;', '{ sum += value * value; }', 'sum = sum - value;'])}`,
      '  return sum / values.size();',
      '}',
    ].join('\n'),
  );
  body.push(
    `  std::vector<${draft.type()}> ${values};`,
    `  for (int i = 0; i < 77; i++) ${values}.push_back(std::sin(0.2 * i) + 1.5);`,
    `  double ${captured} = 0;`,
    e.pick([
      `  for (int i = 0; i < 9; i++) { auto add = [&](double x) { ${captured} += x; }; add(0.1 * i); }`,
      `  for (int i = 0; i < 9; i++) { double &same = ${captured}; same += 0.1; ${captured} += 0.2; }`,
      `  for (int i = 0; i < 40; i++) ${captured} += [i]() { double inner = 0; for (int k = 0; k < i; k++) inner += 0.1 * k; return inner; }();`,
    ]),
  );
  draft.print('mean', `${mean}(${values})`, captured);
};

export const accumulatorTraits: readonly Trait[] = [
  { languages: ['c', 'c++', 'cuda'], part: plainSum },
  { languages: ['c', 'c++', 'cuda'], part: plainSum },
  { languages: ['c', 'c++', 'cuda'], part: watchedSum },
  { languages: ['c', 'c++', 'cuda'], part: functionSum },
  { languages: ['cuda'], part: kernelSum },
  { languages: ['c++', 'cuda'], part: cplusplusSum },
];
