/**
 * The tests that answer in seconds (npm run test:quick): those that start no compiler, no engine and no process, by themselves or by
 * the modules of test/ they import. Whoever writes a test says so by what it imports; nobody keeps a list.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import whole from '../vitest.config.js';

const root = path.join(import.meta.dirname, '..');
const STARTS_SOMETHING = /\b(?:EmbeddedClang|child_process|execa|openProgram)\b|\/execution\/engines\.js|\w+Engine\(/;

/** Whether a file of test/ starts something, or one it imports. */
function startsSomething(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !fs.existsSync(file)) return false;
  seen.add(file);
  const text = fs.readFileSync(file, 'utf8');
  if (STARTS_SOMETHING.test(text)) return true;
  return [...text.matchAll(/\bfrom '(\.[^']+)'/g)]
    .map(([, target]) => path.resolve(path.dirname(file), target!.replace(/\.js$/, '.ts')))
    .filter((target) => target.startsWith(import.meta.dirname))
    .some((target) => startsSomething(target, seen));
}

const quick = fs
  .readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !startsSomething(path.join(import.meta.dirname, name)))
  .map((name) => path.join('test', name));

export default mergeConfig(
  { ...whole, test: { ...whole.test, include: [] } },
  defineConfig({ test: { root, include: quick } }),
);
