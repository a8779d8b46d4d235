// Generates a study with a given number of trials, groups and source lines.
import { journalLine, seededRandom } from '../../dist/internal.js';

/** @typedef {import('../../dist/index.js').JournalRecord} JournalRecord */

const GROUPS = 24;

export function syntheticStudy({ trials, lines, best = 'last' }) {
  const random = seededRandom(1);
  const { text, sites, operations, functions } = syntheticProgram(lines);
  const groups = Array.from({ length: GROUPS }, (_, at) => ({
    id: `g${at + 1}`,
    sites: sites.filter((_, index) => index % GROUPS === at).map(({ id }) => id),
    why: [],
    frozen: at === GROUPS - 1 ? 'its address is passed to code outside the program: escape at wave.cu:12' : null,
  }));
  const groupOf = new Map(groups.flatMap((group) => group.sites.map((id) => [id, group])));
  const tunable = groups.filter(({ frozen }) => frozen === null);
  const weights = tunable.map(() => 10 ** (-9 + 5 * random()));
  const gains = tunable.map(() => 0.002 + 0.05 * random());
  let fastest = { number: 1, speedup: 0 };
  const judged = Array.from({ length: trials }, (_, at) => {
    const share = 0.15 + 0.8 * random();
    const lowered = tunable.map(() => random() < share);
    if (at < tunable.length) lowered.fill(false).splice(at, 1, true); // first every group on its own
    const error = lowered.reduce((sum, is, index) => sum + (is ? weights[index] * (0.5 + random()) : 0), 1e-10);
    const speedup = 1 / (1 - lowered.reduce((sum, is, index) => sum + (is ? gains[index] : -0.001), 0) * 0.7);
    const isWithin = error <= 1e-6;
    const number = at + 1;
    if (isWithin && speedup > fastest.speedup) fastest = { number, speedup };
    return {
      kind: 'trial',
      number,
      formats: Object.fromEntries(lowered.flatMap((is, index) => (is ? [[tunable[index].sites[0], 'fp32']] : []))),
      resolution: `${number}`.padStart(32, '0'),
      how: 'emulated',
      outcome: isWithin ? 'accurate' : 'inaccurate',
      error,
      speedup,
      speedupKind: 'modelled',
      accepted: isWithin,
      evidence: isWithin ? null : 'small: value 17 is 0.5000021 instead of 0.5',
      durationMs: 20 + 30 * random(),
    };
  });
  const samples = Array.from({ length: 62 }, (_, at) => {
    const program = at % 4 === 0 || at % 4 === 3 ? 'baseline' : 'variant';
    return { program, ms: (program === 'baseline' ? 41 : 41 / fastest.speedup) * (1 + 0.03 * random()) };
  });
  const expected = Array.from({ length: 4000 }, (_, at) => Math.sin(at / 50));
  const found = expected.map((value) => value * (1 + (random() - 0.5) * 10 ** (-9 + 2.7 * random())));
  const byError = expected.map((_, at) => at).sort((a, b) => off(b) - off(a));
  function off(at) {
    return Math.abs((found[at] - expected[at]) / (expected[at] || 1));
  }
  const values = (indexes) => ({
    indexes,
    expected: indexes.map((at) => expected[at]),
    found: indexes.map((at) => found[at]),
  });
  const count = (mode) => ({
    kind: 'profile',
    mode,
    input: 'small',
    operations: operations.map(({ id, span }) => ({
      id,
      executions: Math.round(10 ** (2 + ((span.line * 7919) % 60) / 10)),
      difference:
        mode === 'shadow' ? 10 ** (2 + ((span.line * 7919) % 60) / 10) * 10 ** (-8 + ((span.line * 31) % 30) / 10) : 0,
    })),
    overhead: null,
  });
  const records = [
    header(),
    {
      kind: 'program',
      root: '/nowhere',
      isCuda: true,
      files: [{ path: 'wave.cu', text }],
      functions,
      sites: sites.map((site) => ({
        ...site,
        group: groupOf.get(site.id).id,
        tunable: groupOf.get(site.id).frozen === null,
        frozen: groupOf.get(site.id).frozen,
      })),
      operations,
      groups,
      warnings: [],
      durationMs: 2100,
    },
    ...['small', 'large'].map((input) => ({
      kind: 'baseline',
      input,
      count: 4000,
      digest: 'd',
      values: [1],
      durationsMs: [41, 41, 42],
      noise: 0,
      error: null,
    })),
    count('count'),
    count('shadow'),
    ...judged,
    ...(best === 'last'
      ? [
          {
            kind: 'confirmation',
            trial: fastest.number,
            outcome: 'accurate',
            error: judged[fastest.number - 1].error,
            evidence: null,
            digest: 'binary',
            inputs: ['small', 'large'],
            asEmulated: null,
            patch: syntheticPatch(text),
            outputs: [
              {
                input: 'small',
                count: 4000,
                even: values(expected.map((_, at) => at)),
                worst: values(byError.slice(0, 20)),
              },
            ],
          },
          {
            kind: 'measurement',
            trial: fastest.number,
            digest: 'binary',
            clock: 'gpu',
            samples,
            ratio: fastest.speedup,
            low: fastest.speedup - 0.02,
            high: fastest.speedup + 0.02,
            verdict: `${fastest.speedup.toFixed(2)}× faster (${(fastest.speedup - 0.02).toFixed(2)}–${(fastest.speedup + 0.02).toFixed(2)})`,
          },
          { kind: 'study-ended', reason: 'finished', best: fastest.number },
        ]
      : []),
  ];
  let at = 1_760_000_000_000;
  return records.map((record) => {
    at += Math.round('durationMs' in record ? record.durationMs : 400);
    return journalLine(/** @type {JournalRecord} */ (record), at);
  });
}

function header() {
  return {
    kind: 'study-started',
    schemaVersion: 1,
    program: 'wave',
    opened: {
      inputs: ['/nowhere/wave.cu'],
      includeFolders: [],
      defines: [],
      undefines: [],
      standard: null,
      workingFolder: '/nowhere',
    },
    sources: 'digest',
    engine: 'cuda',
    strategy: 'random',
    options: {},
    seed: 1,
    goal: { metric: 'max-relative', bound: 1e-6, against: 'baseline', minSpeedup: null, command: null },
    formats: ['fp64', 'fp32'],
    scope: 'kernels',
    inputs: [
      { name: 'small', arguments: ['64'], heldOut: false },
      { name: 'large', arguments: ['256'], heldOut: true },
    ],
    output: { stdout: true },
    timing: 'recommended',
    merit: null,
    gpu: 'h200',
    command: ['mantissa', 'tune', 'wave.cu', '--max-error', '1e-6'],
    environment: { mantissa: '0.1.0', node: 'v20', GPU: 'made up' },
  };
}

/** Kernels of 25 lines, each with a few variables and operations, until there are enough lines. */
function syntheticProgram(lines) {
  const out = [];
  const sites = [];
  const operations = [];
  const functions = [];
  let offset = 0;
  const add = (line) => {
    out.push(line);
    offset += line.length + 1;
  };
  const span = (line, text, from = 0) => {
    const column = line.indexOf(text, from);
    return {
      file: 0,
      line: out.length + 1,
      column: column + 1,
      begin: offset + column,
      end: offset + column + text.length,
    };
  };
  for (let kernel = 0; out.length < lines; kernel++) {
    const name = `wave${kernel}`;
    const first = `__global__ void ${name}(double *u${kernel}, const double *v, double dt, int n) {`;
    sites.push(site(`${name}.u${kernel}`, `u${kernel}`, name, 'parameter', span(first, `u${kernel},`)));
    const begin = offset + first.indexOf('{');
    const line = out.length + 1;
    add(first);
    add('  int i = blockIdx.x * blockDim.x + threadIdx.x;');
    add('  if (i >= n) return; // nothing to do here');
    for (let at = 0; at < 10; at++) {
      const text = `  double t${at} = v[i + ${at}] * dt + ${at}.5;`;
      sites.push(site(`${name}.t${at}`, `t${at}`, name, 'variable', span(text, `t${at} =`)));
      for (const [symbol, kind] of [
        ['*', 'mul'],
        ['+ ', 'add'],
      ]) {
        const where = span(text, symbol, text.indexOf(']'));
        operations.push({
          id: `${name}#${operations.length}`,
          kind,
          symbol: symbol.trim(),
          function: name,
          format: 'fp64',
          span: { ...where, end: where.begin + 1 },
          expression: where,
        });
      }
      add(text);
    }
    add(`  u${kernel}[i] += t0 + t1 + t2;`);
    add('}');
    functions.push({ name, kind: 'kernel', span: { file: 0, line, column: 1, begin, end: offset - 1 } });
    add('');
  }
  return { text: `${out.join('\n')}\n`, sites, operations, functions };
}

function site(id, name, owner, kind, where) {
  return {
    id,
    name,
    kind,
    function: owner,
    type: 'double',
    format: 'fp64',
    span: { ...where, end: where.begin + name.length },
  };
}

function syntheticPatch(text) {
  const lines = text.split('\n').slice(0, 9);
  return `--- a/wave.cu\n+++ b/wave.cu\n@@ -1,${lines.length} +1,${lines.length} @@\n${lines
    .flatMap((line) => (/^ {2}double/.test(line) ? [`-${line}`, `+${line.replace('double', 'float')}`] : [` ${line}`]))
    .join('\n')}\n`;
}
