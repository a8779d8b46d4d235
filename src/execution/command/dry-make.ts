/** Lists the commands of a Makefile with `make -n`, without running them. */
import { runContained } from '../spawn.js';

export type DryMake =
  | { readonly kind: 'printed'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly said: string };

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 16 * 2 ** 20;

/** `isAfresh`: also lists commands for targets that are up to date. */
export async function dryMake(folder: string, targets: readonly string[], isAfresh: boolean): Promise<DryMake> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:MAKE|MFLAGS)/.test(name));
  const { end, stdout, stderr } = await runContained('make', ['-n', '-w', ...(isAfresh ? ['-B'] : []), ...targets], {
    folder,
    environment: { ...(Object.fromEntries(inherited) as Record<string, string>), LC_ALL: 'C' },
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (end.kind === 'not-started') return { kind: 'missing' };
  if (end.kind === 'exited' && end.exitCode === 0) return { kind: 'printed', text: stdout.toString('utf8') };
  const said = stderr.toString('utf8').trim();
  return { kind: 'failed', said: said || `make -n ended as ${end.kind}` };
}
