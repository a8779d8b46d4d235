/** compute-sanitizer's memcheck: invalid memory accesses of kernels during a run on the GPU. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { MemoryFinding } from '../memory-inspection.js';
import { onPath } from '../on-path.js';

const NAME = 'compute-sanitizer';
/** Further findings usually repeat the first ones in other threads. */
const MOST_PRINTED = '20';
const REPORT_CHARACTERS = 3000;

/** On the PATH, or beside nvcc in the toolkit. */
export function findMemcheck(nvcc: string): string | null {
  const compiler = onPath(nvcc);
  const beside = compiler && path.join(path.dirname(fs.realpathSync(compiler)), NAME);
  return onPath(NAME) ?? (beside && onPath(beside));
}

/** The file and argv for the launcher; findings are written to `log`. */
export function memcheckCommand(memcheck: string, log: string, program: string, args: readonly string[]): string[] {
  const options = ['--tool', 'memcheck', '--report-api-errors', 'no', '--print-limit', MOST_PRINTED, '--log-file', log];
  return [memcheck, NAME, ...options, program, ...args];
}

/** Parses the log: an unindented line starts a finding, indented lines belong to it. One finding per kernel and kind is returned. */
export function readMemcheck(log: string): MemoryFinding[] {
  const findings: MemoryFinding[] = [];
  let block: string[] = [];
  const end = () => {
    const [what] = block;
    if (what !== undefined && /^(?:Invalid|Misaligned|Out-of-range|.*hardware|.*exception)/i.test(what)) {
      const at = block.flatMap(
        (line) => /^\s+at (?:0x\w+ in )?(.*?)(?:\+0x\w+.*| \[0x\w+\].*)?$/.exec(line)?.[1] ?? [],
      )[0];
      const report = block.join('\n').slice(0, REPORT_CHARACTERS);
      if (!findings.some((one) => one.what === what && one.function === (at ?? null)))
        findings.push({ tool: NAME, what, place: null, function: at ?? null, report });
    }
    block = [];
  };
  for (const line of log.split('\n')) {
    const text = /^=========(?: (.*))?$/.exec(line.trimEnd())?.[1];
    if (text === undefined || text === '') end();
    else if (text.startsWith(' ')) block.push(text);
    else {
      end();
      block = [text];
    }
  }
  end();
  return findings;
}
