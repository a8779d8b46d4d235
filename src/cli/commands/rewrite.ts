import { createPatch } from '../../rewrite/patch.js';
import { type BenchOptions, chosenConfiguration, withWorkbench } from '../bench-options.js';
import { notCompiledText } from '../text/not-compiled.js';
import { answerPatch, say } from '../text/terminal.js';

/** `mantissa rewrite`: the patch (`-p1`) that writes a configuration into the source, checked by the embedded clang. */
export async function rewrite(inputs: string[], options: BenchOptions): Promise<void> {
  const patch = await withWorkbench(inputs, options, async (bench) => {
    const configuration = chosenConfiguration(bench, options);
    const files = await bench.rewrite(configuration);
    await bench.checkSyntax(configuration);
    say(notCompiledText(bench.program, configuration));
    return createPatch(
      [...files].map(([path, after]) => ({
        path,
        before: bench.program.files.find((file) => file.path === path)?.source.written.text ?? '',
        after,
      })),
    );
  });
  answerPatch(patch);
}
