// Two experiments of the GPUMixer paper on a GPU: table 1 (single variables of the n-body kernel in a lower format) and figure 5 (the sets of
// sedov with the smallest and the largest r_ac, on inputs of several sizes).
//   node experiments/gpumixer-cases-on-gpu.mjs <folder with dist/ and corpus/> <folder for the results> [table1|figure5]
import * as fs from 'node:fs';
import path from 'node:path';
import { kernelsAlone } from './kernels-alone.mjs';
import { begin, ended, limits, load, plainRequest } from './opening.mjs';

const {
  app,
  results,
  wanted: [wanted = 'both'],
} = begin(import.meta);
const {
  EmbeddedClang,
  TuningSpace,
  Workbench,
  cacheFolder,
  compareValues,
  engines,
  findFisets,
  measure,
  numbersIn,
  openProject,
  configurationOf,
  percentOfIdeal,
  realiseSet,
  seededRandom,
  sitesInScope,
} = await load(app);

const cache = cacheFolder();
const clang = new EmbeddedClang(cache, 2);
const engine = engines.cuda({ cache, clang });
const PATIENCE = { warmsUp: false, fewestRounds: 3, mostRounds: 3, enoughMs: 1 };

const open = (name) => Workbench.open(clang, engine, openProject(plainRequest(path.join(app, 'corpus', name))));
const configured = (bench, formats) => configurationOf(formats, 'case', bench.program, bench.groups);
const printed = async (bench, program, args, lines = /./) => {
  const outcome = ended(await bench.runs.run(program, limits(args)));
  return numbersIn(
    outcome.stdout
      .toString('latin1')
      .split('\n')
      .filter((line) => lines.test(line))
      .join('\n'),
  );
};
const timed = async (bench, baseline, variant, args) => {
  const run = async (program) => [kernelsAlone(await bench.runs.run(program, limits(args)))];
  const { ratio, low, high, samples } = await measure(run, baseline, variant, seededRandom(1), { patience: PATIENCE });
  return { ratio, low, high, samples };
};
const narrowest = (bench) =>
  new TuningSpace(bench, ['fp64', 'fp32'], sitesInScope(bench.program, bench.groups, 'kernels')).narrowest;

async function nbodyCases() {
  const bench = await open('nbody/mantissa.json');
  const args = ['65536', '10'];
  const own = (...names) => Object.fromEntries(names.map((name) => [`bodyForce.${name}`, 'fp32']));
  const cases = [
    { name: '2: everything in fp32', formats: narrowest(bench) },
    { name: '3: invDist3 alone', formats: own('invDist3') },
    { name: '4: distSqr alone', formats: own('distSqr') },
    { name: '4: invDist alone', formats: own('invDist') },
    { name: '5: distSqr, invDist, invDist3', formats: own('distSqr', 'invDist', 'invDist3') },
  ];
  const baseline = await bench.builds.original();
  const expected = await printed(bench, baseline, args);
  const rows = [];
  for (const { name, formats } of cases) {
    const variant = await bench.variants.build(configured(bench, formats));
    const found = await printed(bench, variant, args);
    // the paper's metric: the sum of the relative errors of one particle's coordinates, in percent
    const percent = [0, 1, 2].reduce((sum, at) => sum + 100 * Math.abs((expected[at] - found[at]) / expected[at]), 0);
    const { ratio, low, high } = await timed(bench, baseline, variant, args);
    rows.push({ name, percent, worst: compareValues('max-relative', expected, found).error, ratio, low, high });
    console.log(
      `n-body ${name}: error ${percent.toPrecision(3)} %, ${(100 * (ratio - 1)).toFixed(1)} % faster (${ratio.toFixed(3)}×, ${low.toFixed(3)}–${high.toFixed(3)})`,
    );
  }
  bench.close();
  return { args, rows };
}

/**
 * The compared lines of its output.
 * @param {import('../dist/internal.js').Project} project
 */
function linesOf({ settings: { output } }) {
  return 'lines' in output ? output.lines : '.';
}

async function sedovSizes() {
  const bench = await open('sedov/digits.json');
  const { program, groups } = bench;
  const sets = findFisets(program, { excluded: await bench.builds.fixedOperations() });
  const ranked = sets.toSorted((a, b) => a.arithmeticToCast - b.arithmeticToCast);
  const lines = new RegExp(linesOf(bench.project));
  const [baseline, ideal, ...variants] = await Promise.all([
    bench.builds.original(),
    bench.variants.build(configured(bench, narrowest(bench))),
    ...[ranked[0], ranked.at(-1)].map(async (set) => ({
      set,
      built: await bench.variants.build(realiseSet(program, groups, set.operations, 'fp32')),
    })),
  ]);
  const rows = [];
  for (const side of [20, 35, 50, 65, 80]) {
    const args = [String(side), '100'];
    const all = await timed(bench, baseline, ideal, args);
    const expected = await printed(bench, baseline, args, lines);
    for (const { set, built } of variants) {
      const one = await timed(bench, baseline, built, args);
      const digits = compareValues('digits', expected, await printed(bench, built, args, lines)).error;
      const ofIdeal = percentOfIdeal(one.ratio, all.ratio, 'time');
      const { id, arithmeticToCast } = set;
      rows.push({ set: id, arithmeticToCast, side, digits, speedup: one, ideal: all, ofIdeal });
      console.log(
        `sedov ${id}, r_ac ${arithmeticToCast.toFixed(2)}, side ${side}: ${ofIdeal?.toFixed(1)} % of ideal (${one.ratio.toFixed(3)}×, ${one.low.toFixed(3)}–${one.high.toFixed(3)}, of ${all.ratio.toFixed(3)}×), ${digits} digits`,
      );
    }
  }
  bench.close();
  return rows;
}

const found = {
  ...(wanted !== 'figure5' && { table1: await nbodyCases() }),
  ...(wanted !== 'table1' && { figure5: await sedovSizes() }),
};
fs.mkdirSync(results, { recursive: true });
fs.writeFileSync(path.join(results, 'cases.json'), `${JSON.stringify(found, null, 2)}\n`);
await engine.close();
await clang.close();
