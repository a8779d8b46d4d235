// Number of runs until a search had its final answer: the first accurate trial within 1 % of the fastest accurate one by the model, for every study
// that `mantissa compare` left in a folder.
//   mantissa compare corpus/{dot,hotspot,gaussian,nbody,lud,boxmd,globalsum} --engine native --strategies auto --divide 3,10,100 --jobs 1 --trials 300 -o <folder>
//   node experiments/runs-to-answer.mjs <folder>
import * as fs from 'node:fs';
import path from 'node:path';
import { helpIfAsked } from '../scripts/help.mjs';
import { load, root } from './opening.mjs';

helpIfAsked(import.meta);
/** A modelled speedup below this prints as 1.00×. */
const LEAST_SPEEDUP = 1.005;
const CLOSE = 0.99;

const { median, readStudy } = await load(root);
const [folder = '.'] = process.argv.slice(2);
const journals = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('journal.jsonl') && !file.includes('narrow'));
const answers = [];
for (const file of journals.toSorted()) {
  const { state } = readStudy(path.join(folder, path.dirname(file)));
  const trials = state.trials().filter(({ how }) => how !== 'known');
  const speeds = trials.map((one) => (one.accepted ? (one.speedup ?? 0) : 0));
  const fastest = Math.max(0, ...speeds);
  if (fastest < LEAST_SPEEDUP) {
    console.log(`${path.dirname(file)}: nothing faster in ${trials.length} runs`);
    continue;
  }
  const run = 1 + speeds.findIndex((speedup) => speedup >= CLOSE * fastest);
  answers.push(run);
  console.log(`${path.dirname(file)}: ${fastest.toFixed(2)}× modelled at run ${run} of ${trials.length}`);
}
console.log(`median ${median(answers)} runs over ${answers.length} studies with a speedup`);
