import * as fs from 'node:fs';
import path from 'node:path';
import { EmbeddedClang } from '../../clang/compiler.js';
import { runtimeFolder } from '../../clang/resources.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { openProject } from '../../frontend/project/open-project.js';
import { cacheFolder } from '../../support/cache-folder.js';
import { shellWord } from '../../support/shell-word.js';
import { writeWhole } from '../../support/write-whole.js';
import { chooseWidth } from '../../vectorize/choose-width.js';
import { fuseProducts } from '../../vectorize/fuse-products.js';
import type { LaneProgram } from '../../vectorize/lane-program.js';
import { SourceText } from '../../vectorize/source-text.js';
import type { VectorFormat, Width } from '../../vectorize/vector-format.js';
import { vectorizedFunction } from '../../vectorize/vectorize.js';
import { writeSource } from '../../vectorize/write-source.js';
import { projectRequest, type SourceOptions } from '../source-options.js';
import { answer, say } from '../text/terminal.js';

const LIBRARY = 'mantissa_vector.h';

export interface VectorizeOptions extends SourceOptions {
  function: string;
  width: '2' | '4' | '8' | 'auto';
  format: VectorFormat;
  fma: boolean;
  restrict?: boolean;
  output?: string;
  json?: boolean;
}

/** `mantissa vectorize`: one scalar loop as CUDA source on small vectors, through LLVM's vectoriser. */
export async function vectorize(inputs: string[], options: VectorizeOptions): Promise<void> {
  const project = openProject(projectRequest(inputs, options));
  const clang = new EmbeddedClang(cacheFolder(), 1);
  const read = await vectorizedFunction(clang, project, options.function, {
    assumeRestrict: options.restrict === true,
  });
  await clang.close();
  const program = options.fma ? fuseProducts(read) : read;
  const text = SourceText.of(program.file);
  const { format } = options;
  const sourceFor = (width: Width) =>
    writeSource(program, text, { format, width, inFloat: () => false, command: commandText(inputs, options, width) });
  const choice =
    options.width === 'auto'
      ? await chooseWidth(program, format, sourceFor)
      : { width: Number(options.width) as Width };
  const source = sourceFor(choice.width);
  if (options.output !== undefined) writeBeside(options.output, source);
  if (options.json) {
    const { name, file, line, loopLine, doubleLines } = program;
    const document = { schemaVersion: 1, function: name, file, line, loopLine, format, ...choice, doubleLines, source };
    answer(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  for (const remark of remarks(program, choice)) say(`${remark}\n`);
  if (options.output === undefined) answer(source);
}

/** The source, and the library it needs in the same folder. */
function writeBeside(output: string, source: string): void {
  const file = path.resolve(output);
  const library = path.join(runtimeFolder(), 'vectorize', LIBRARY);
  try {
    writeWhole(file, source);
    writeWhole(path.join(path.dirname(file), LIBRARY), fs.readFileSync(library));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MantissaError('MX1007', { text: reason, place: { file: output } }, { cause: error });
  }
  say(`${output}, with ${LIBRARY} beside it\n`);
}

function remarks(program: LaneProgram, choice: { width: Width; reason?: string }): string[] {
  const said = choice.reason === undefined ? [] : [choice.reason];
  if (program.doubleLines.length > 0)
    said.push(`lines ${program.doubleLines.join(', ')} compute in double; the vectors do not`);
  return said;
}

/** What makes the same source again; defaults are said, so that a later version does not change them. */
function commandText(inputs: readonly string[], options: VectorizeOptions, width: Width): string {
  const words = [
    ...['mantissa', 'vectorize', ...inputs, '--function', options.function],
    ...['--format', options.format, '--width', String(width)],
    ...(options.fma ? [] : ['--no-fma']),
    ...(options.restrict ? ['--restrict'] : []),
  ];
  return words.map(shellWord).join(' ');
}
