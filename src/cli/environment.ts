import * as fs from 'node:fs';
import os from 'node:os';
import { probeTools } from '../execution/machine.js';

/** What a figure depends on besides the program: versions, the machine, its compilers and GPU. */
export async function describeEnvironment(): Promise<Record<string, string>> {
  const tools = (await probeTools()).filter(({ version }) => version !== null);
  return {
    mantissa: packageVersion(),
    node: process.version,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    processors: `${os.availableParallelism()} × ${os.cpus()[0]?.model ?? 'unknown'}`,
    ...Object.fromEntries(tools.map(({ name, version }) => [name, version!])),
  };
}

export function packageVersion(): string {
  const text = fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
