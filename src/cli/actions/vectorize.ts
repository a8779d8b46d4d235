import * as fs from 'node:fs';
import path from 'node:path';
import { EmbeddedClang } from '../../clang/compiler.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { BuildRequest } from '../../execution/engine.js';
import {
  aboveBound,
  type CheckChoices,
  checkText,
  checkVectors,
  otherBits,
  type VectorCheck,
} from '../../features/vectorize/check-vectors.js';
import { fuseProducts } from '../../features/vectorize/fuse-products.js';
import { keptInFloat, lostConstantsText } from '../../features/vectorize/keep-in-float.js';
import { hasDeclaredHalves, type LaneNode, type LaneProgram, nodesOf } from '../../features/vectorize/lane-program.js';
import { LIBRARY, libraryFolder } from '../../features/vectorize/library.js';
import { SourceText } from '../../features/vectorize/source-text.js';
import type { Width } from '../../features/vectorize/vector-format.js';
import { vectorizedFunction } from '../../features/vectorize/vectorize.js';
import { widthByEvidence } from '../../features/vectorize/width-by-evidence.js';
import type { SelectBy } from '../../features/vectorize/write-body.js';
import { writeSource } from '../../features/vectorize/write-source.js';
import { openProject } from '../../frontend/project/open-project.js';
import type { Project } from '../../frontend/project/project.js';
import { DEFAULT_METRIC } from '../../numerics/metrics.js';
import { cacheFolder } from '../../support/cache-folder.js';
import { shellWord } from '../../support/shell-word.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { writeWhole } from '../../support/write-whole.js';
import { requestWithTexts } from '../../workbench/flat-program.js';
import type { VectorizeOptions } from '../commands/vectorize.js';
import { numberFrom, timeoutMilliseconds } from '../option-values.js';
import { projectRequest } from '../source-options.js';
import { answer, say } from '../text/terminal.js';
import { listLoops } from './vectorizable-loops.js';

/** `mantissa vectorize`: rewrites one scalar loop as CUDA source on short vectors, with LLVM's vectorizer. */
export async function vectorize(
  inputs: string[],
  options: VectorizeOptions,
  programArguments: readonly string[],
): Promise<void> {
  if (options.function === undefined) return listLoops(inputs, options);
  const { function: name } = options;
  const isChecked = wantsCheck(options);
  const bound = options.maxError === undefined ? null : numberFrom('--max-error', options.maxError, 0);
  const timeoutMs = timeoutMilliseconds(options.timeout);
  const project = openProject(projectRequest(inputs, options));
  const clang = new EmbeddedClang(cacheFolder(), 1);
  const read = await vectorizedFunction(clang, project, name, {
    assumeRestrict: options.restrict === true,
    reassociate: options.reassociate === true,
  });
  const program = options.fma ? fuseProducts(read) : read;
  const text = SourceText.of(program.file);
  const { format } = options;
  const byConstants = hasDeclaredHalves(program) ? new Set<LaneNode>() : keptInFloat(program, format);
  const sourceFor = (width: Width, inFloat: ReadonlySet<LaneNode> = byConstants) =>
    writeSource(program, text, {
      format,
      width,
      selectBy: options.select,
      inFloat: (node) => inFloat.has(node),
      command: commandText(inputs, name, options, width),
    });
  const choice =
    options.width === 'auto'
      ? await widthByEvidence(program, format, sourceFor)
      : { width: Number(options.width) as Width };
  const check = isChecked
    ? await checked(clang, project, program, (inFloat) => sourceFor(choice.width, inFloat), {
        ...{ format, width: choice.width, engine: options.engine, arguments: programArguments },
        metric: options.metric ?? DEFAULT_METRIC.less,
        timeoutMs,
      })
    : null;
  await clang.close();
  const isExact = format === 'fp32' && !options.fma && program.reductions.length === 0 && options.select === 'bits';
  const fault = check && (isExact ? otherBits(check) : bound === null ? null : aboveBound(check, bound));
  if (fault && !options.force) throw fault;
  const source = sourceFor(choice.width, check?.inFloat);
  if (options.output !== undefined) writeBeside(options.output, source);
  if (options.json) {
    const { name, file, line, loopLine, doubleLines } = program;
    const numbers = check && {
      metric: check.metric,
      error: check.error,
      compared: check.compared,
      values: check.values,
    };
    const document = {
      schemaVersion: 1,
      function: name,
      file,
      line,
      loopLine,
      format,
      ...choice,
      doubleLines,
      reductions: program.reductions.map((one) => ({
        name: one.name,
        fold: one.fold,
        line: one.place?.line ?? loopLine,
      })),
      numbers,
      source,
    };
    answer(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  for (const remark of [
    ...remarks(program, choice, options.select),
    ...lostConstantsText(program, format),
    ...(check ? checkText(check, program.isKernel) : []),
    ...(fault ? [`written despite the check (--force): ${fault.findings[0]?.text ?? fault.message}`] : []),
  ])
    say(`${remark}\n`);
  if (options.output === undefined) answer(source);
}

/** Checks the vectors by running the program; kernels run in their CPU port. */
async function checked(
  clang: EmbeddedClang,
  project: Project,
  program: LaneProgram,
  sourceFor: (inFloat: ReadonlySet<LaneNode>) => string,
  choices: Omit<CheckChoices, 'ported'>,
): Promise<VectorCheck> {
  const folder = temporaryFolder('mantissa-check-');
  let request: Promise<BuildRequest> | null = null;
  const ported: CheckChoices['ported'] = (engine, texts) => {
    request ??= requestWithTexts(clang, engine, project, texts, folder.path);
    return request;
  };
  try {
    return await checkVectors(clang, project, program, sourceFor, { ...choices, ported });
  } finally {
    folder.remove();
  }
}

function wantsCheck({ check, maxError, metric, force }: VectorizeOptions): boolean {
  if (!check && (maxError !== undefined || metric !== undefined || force))
    throw new MantissaError('MX2004', '--max-error, --metric and --force apply to the error measured by --check', {
      remedy: 'add --check',
    });
  return check === true;
}

/** Writes the source, and its library to the same folder. */
function writeBeside(output: string, source: string): void {
  const file = path.resolve(output);
  const library = path.join(libraryFolder(), LIBRARY);
  try {
    writeWhole(file, source);
    writeWhole(path.join(path.dirname(file), LIBRARY), fs.readFileSync(library));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MantissaError('MX1007', { text: reason, place: { file: output } }, { cause: error });
  }
  say(`written: ${output}, and ${LIBRARY} in the same folder\n`);
}

function remarks(program: LaneProgram, choice: { width: Width; reason?: string }, select: SelectBy): string[] {
  const said = choice.reason === undefined ? [] : [choice.reason];
  const selects = nodesOf(program).filter(({ kind }) => kind === 'select').length;
  if (select === 'fma' && selects > 0)
    said.push(
      `${selects} ${selects === 1 ? 'select uses' : 'selects use'} fma: the selected value is rounded, and an infinity or a NaN in the other value gives a NaN; use --check to test this, or --select bits to avoid it`,
    );
  for (const { name, fold, place } of program.reductions)
    said.push(
      fold === 'sum' || fold === 'product'
        ? `${name} (line ${place?.line ?? program.loopLine}) is a ${fold} in float, reordered: its rounding differs from the source`
        : `${name} (line ${place?.line ?? program.loopLine}) is the ${fold} of all elements, which does not depend on the order`,
    );
  if (program.doubleLines.length > 0)
    said.push(`lines ${program.doubleLines.join(', ')} compute in double, but the vector code does not`);
  return said;
}

/** The command that generates the same source again. It spells out defaults, so that it also works in later versions. */
function commandText(inputs: readonly string[], name: string, options: VectorizeOptions, width: Width): string {
  const words = [
    ...['mantissa', 'vectorize', ...inputs, '--function', name],
    ...['--format', options.format, '--width', String(width)],
    ...(options.fma ? [] : ['--no-fma']),
    ...(options.select === 'fma' ? ['--select', 'fma'] : []),
    ...(options.restrict ? ['--restrict'] : []),
    ...(options.reassociate ? ['--reassociate'] : []),
  ];
  return words.map(shellWord).join(' ');
}
