import { DEFAULT_DEVICE, findDevice } from '../../analysis/devices/devices.js';
import { EmbeddedClang } from '../../clang/compiler.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { fuseProducts } from '../../features/vectorize/fuse-products.js';
import { instructionsOf, modelledGain } from '../../features/vectorize/instructions.js';
import { widestVector } from '../../features/vectorize/record-groups.js';
import type { VectorFormat } from '../../features/vectorize/vector-format.js';
import { type FoundLoop, vectorizedFunctions } from '../../features/vectorize/vectorize.js';
import { openProject } from '../../frontend/project/open-project.js';
import { cacheFolder } from '../../support/cache-folder.js';
import type { VectorizeOptions } from '../commands/vectorize.js';
import { projectRequest } from '../source-options.js';
import { answer } from '../text/terminal.js';

interface LoopRow {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  /** Elements per vector; null if it cannot be vectorised. */
  readonly width: number | null;
  /** Modelled speed relative to a scalar kernel of floats. */
  readonly modelledSpeedup: number | null;
  readonly instructions: { readonly scalar: number; readonly vectors: number } | null;
  /** What stands in the way: code, text and remedy; null for a loop that can be vectorised. */
  readonly refusal: {
    readonly code: string;
    readonly text: string;
    readonly line: number | null;
    readonly remedy: string;
  } | null;
}

/** `mantissa vectorize` without `--function`: what can be vectorised in the files, what it would gain, and what stands in the way. */
export async function listLoops(inputs: string[], options: VectorizeOptions): Promise<void> {
  const onlyOfOne = (['check', 'force', 'maxError', 'metric', 'output'] as const).find(
    (one) => options[one] !== undefined,
  );
  if (onlyOfOne)
    throw new MantissaError('MX2004', `--${onlyOfOne === 'maxError' ? 'max-error' : onlyOfOne} needs --function`, {
      remedy: 'name one function with --function, or leave the option out to list all',
    });
  const project = openProject(projectRequest(inputs, options));
  const clang = new EmbeddedClang(cacheFolder(), 1);
  const found = await vectorizedFunctions(clang, project, {
    assumeRestrict: options.restrict === true,
    reassociate: options.reassociate === true,
  });
  await clang.close();
  const rows = found.filter(({ hasLoop }) => hasLoop).map((one) => rowOf(one, options));
  if (options.json) {
    answer(
      `${JSON.stringify({ schemaVersion: 1, format: options.format, device: DEFAULT_DEVICE, functions: rows }, null, 2)}\n`,
    );
    return;
  }
  answer(rows.length === 0 ? 'no functions with loops\n' : `${tableText(rows, options.format)}\n`);
}

function rowOf({ name, file, line, read }: FoundLoop, { format, fma }: VectorizeOptions): LoopRow {
  const place = { function: name, file, line };
  if (read instanceof MantissaError) {
    const [finding] = read.findings;
    const { code, remedy } = read;
    const refusal = { code, text: finding?.text ?? read.message, line: finding?.place?.line ?? null, remedy };
    return { ...place, width: null, modelledSpeedup: null, instructions: null, refusal };
  }
  const program = fma ? fuseProducts(read) : read;
  const width = widestVector(program, format);
  return {
    ...{ ...place, width },
    modelledSpeedup: modelledGain(program, format, width, findDevice(DEFAULT_DEVICE)),
    instructions: instructionsOf(program, width, format),
    refusal: null,
  };
}

function tableText(rows: readonly LoopRow[], format: VectorFormat): string {
  const names = Math.max(...rows.map((row) => row.function.length));
  const lines = Math.max(...rows.map(({ line }) => String(line).length), 4);
  const title = `${'function'.padEnd(names)}  ${'line'.padStart(lines)}  vectors of ${format}, speedup relative to scalar floats (modelled for ${DEFAULT_DEVICE})`;
  const text = rows.map(({ function: name, line, width, modelledSpeedup, refusal }) => {
    const start = `${name.padEnd(names)}  ${String(line).padStart(lines)}  `;
    if (!refusal) return `${start}${modelledSpeedup!.toFixed(1)}×, ${width} per vector`;
    const where = refusal.line === null || refusal.line === line ? '' : `line ${refusal.line}: `;
    return `${start}no: ${where}${refusal.text}\n${' '.repeat(start.length)}remedy: ${refusal.remedy}`;
  });
  return [title, ...text].join('\n');
}
