/**
 * Compiles a patch with the compiler of the program's author, if this machine has it: the project's build command, nvcc for CUDA (no GPU
 * is needed), g++ or gcc otherwise. The embedded clang has accepted the patch before, but other compilers reject other code.
 */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { BuildOutcome, Engine } from '../execution/engine.js';
import { engines } from '../execution/engines.js';
import type { Configuration } from '../space/resolve.js';
import { cacheFolder } from '../support/cache-folder.js';
import type { BuildFailed, Infeasible } from '../workbench/attempts.js';
import { projectCommands } from '../workbench/open-program.js';
import type { Workbench } from '../workbench/workbench.js';

export interface CompileOption {
  /** False with --no-compile. */
  compile?: boolean;
}

/** Returns '' if the patch compiled, otherwise a line that says why it was not compiled. Throws MX4006 if only the patched program fails to build. */
export async function compileAsAuthor(bench: Workbench, configuration: Configuration): Promise<string> {
  const { engine, compiler } = authorsEngine(bench);
  try {
    const built = await bench.variants.buildOn(engine, configuration);
    if (built.kind === 'built') return '';
    if (built.kind === 'unavailable') return `not compiled with ${compiler}: ${built.reason}\n`;
    if (isLibrary(built) && compiler !== OWN_COMMAND) return `compiled with ${compiler}, not linked: no main\n`;
    const original = await bench.variants.buildOn(engine, null).catch(() => null);
    if (original?.kind !== 'built')
      return `not compiled with ${compiler}, which rejects the original program as well\n`;
    const [first] = reasonsOf(built);
    throw new MantissaError('MX4006', `${compiler} rejects the patch: ${first ?? 'no error message'}`, {
      remedy:
        'choose another format for the variable in the message, and report the patch: inspect should not offer this format',
    });
  } finally {
    await engine.close();
  }
}

const OWN_COMMAND = "the project's build command";

function authorsEngine({ project, program }: Workbench): { readonly engine: Engine; readonly compiler: string } {
  const cache = cacheFolder();
  const commands = projectCommands(project);
  if (commands?.build) return { engine: engines.command({ cache, commands }), compiler: OWN_COMMAND };
  if (program.isCuda) return { engine: engines.cuda({ cache }), compiler: 'nvcc' };
  return { engine: engines.native({ cache }), compiler: "this machine's compiler" };
}

type Refused = Exclude<BuildOutcome, { kind: 'built' } | { kind: 'unavailable' }> | Infeasible | BuildFailed;

function isLibrary(refused: Refused): boolean {
  return reasonsOf(refused).some((reason) => /undefined reference to [`']main'/.test(reason));
}

/** The error lines of the compiler's output, or all lines if none looks like an error. */
function reasonsOf(refused: Refused): string[] {
  const texts =
    'diagnostics' in refused ? refused.diagnostics.split('\n') : refused.message.findings.map(({ text }) => text);
  const said = texts.filter((line) => line.trim() !== '');
  const errors = said.filter(
    (line) => /\berror\b|undefined reference/.test(line) && !/ ended with exit code /.test(line),
  );
  return errors.length > 0 ? errors : said;
}
