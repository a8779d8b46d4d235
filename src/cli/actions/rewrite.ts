import { createPatch, patchFolder } from '../../rewrite/patch.js';
import { compileAsAuthor } from '../authors-compiler.js';
import { chosenConfiguration, withWorkbench } from '../bench-options.js';
import type { RewriteOptions } from '../commands/rewrite.js';
import { notCompiledText } from '../text/not-compiled.js';
import { answerPatch, say } from '../text/terminal.js';

/** `mantissa rewrite`: prints the patch (`-p1`) that writes a configuration into the source, after compiling it. */
export async function rewrite(inputs: string[], options: RewriteOptions): Promise<void> {
  const { patch, folder } = await withWorkbench(inputs, options, async (bench) => {
    const configuration = chosenConfiguration(bench, options);
    const files = await bench.variants.rewrite(configuration);
    await bench.variants.checkSyntax(configuration);
    if (options.compile) say(await compileAsAuthor(bench, configuration));
    say(notCompiledText(bench.program, configuration));
    const { root } = bench.project;
    const changed = [...files].map(([path, after]) => ({
      path,
      before: bench.program.files.find((file) => file.path === path)?.source.written.text ?? '',
      after,
    }));
    return { patch: createPatch(changed, root), folder: patchFolder(root, changed) };
  });
  answerPatch(patch, folder);
}
