// Prints the slowest test files of the last run and the total: node scripts/test-times.mjs [--most <n>]
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { most: { type: 'string', default: '30' } } });
const record = path.join(root, 'test-results/last.json');
if (!existsSync(record)) {
  console.error('no run is recorded yet: npm test');
  process.exit(1);
}
const { testResults, numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(record, 'utf8'));
const files = testResults
  .map(({ name, startTime, endTime, assertionResults }) => ({
    name: path.relative(root, name),
    seconds: Math.max(0, endTime - startTime) / 1000,
    tests: assertionResults.filter(({ status }) => status === 'passed').length,
  }))
  .sort((a, b) => b.seconds - a.seconds);
const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
console.log('wall-clock seconds, tests passed, file');
for (const { name, seconds, tests } of files.slice(0, Number(values.most)))
  console.log(`${seconds.toFixed(1).padStart(8)} ${String(tests).padStart(5)}  ${name}`);
console.log(
  `${total.toFixed(1).padStart(8)} ${String(numPassedTests).padStart(5)}  in ${files.length} files, ${numFailedTests} tests failed, ${numPendingTests} skipped`,
);
