/** The flattened program, with the user's headers in place. All builds use it, except on engines that build the user's own files. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../clang/compiler.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { BuildRequest, Engine } from '../execution/engine.js';
import type { Project } from '../frontend/project/project.js';
import { type ProgramSyntax, parseUnits, readSyntax, type UnitReading } from '../frontend/read-program.js';
import { flattenUnits } from '../frontend/units/flatten.js';
import type { Program } from '../program/program.js';
import { once } from '../support/once.js';
import { featureDefines, linkFlags, NO_OPTIONS, recording } from './build-request.js';
import { copyProject, nameIn } from './copy-project.js';
import type { ReadProgram } from './derived/derived-program.js';
import { originalRequest } from './runnable.js';
import { completeText } from './unit-text.js';
import { checkWidths, doesNotCompile, widenFlattened } from './wide-program.js';

/** The tools shared by the parts of a bench. */
export interface Tools {
  readonly clang: EmbeddedClang;
  readonly engine: Engine;
  /** Folder for intermediate files. */
  readonly folder: string;
}

export class FlatProgram {
  readonly unchecked = once(() => this.flatten());
  /** Checked to have the integer widths of 64-bit Linux on this engine. */
  readonly syntax = once(() => this.checkWidths());

  constructor(
    private readonly tools: Tools,
    private readonly read: Pick<ReadProgram, 'project' | 'program'>,
    /** The flattening, if it was started before the source was read. */
    private readonly ahead?: Promise<Flattening>,
  ) {}

  static begin({ clang, folder }: Tools, project: Project): Promise<Flattening> {
    const flattening = flattenProject(clang, project, flatFolder(folder));
    flattening.catch(() => undefined); // errors are reported when the source is read
    return flattening;
  }

  private async checkWidths(): Promise<ProgramSyntax> {
    const flat = await this.unchecked();
    const isNarrow = this.tools.engine.dataModel === 'ilp32';
    if (isNarrow) await checkWidths(this.tools, flat, originalRequest(flat), this.read.project);
    return flat;
  }

  private async flatten(): Promise<ProgramSyntax> {
    const { clang, engine, folder } = this.tools;
    const { project, program } = this.read;
    const flat = await readFlattened(clang, project, flatFolder(folder), engine.dataModel, [], program, this.ahead);
    // both are read from the same tokens; with a difference a configuration would be ambiguous
    if (copiesOf(flat.program) !== copiesOf(program))
      throw new MantissaError(
        'MX1006',
        'the flattened program has other copies between host and device than the source',
      );
    return flat;
  }
}

function copiesOf({ transfers, measures }: Program): string {
  return `${transfers.map(({ call }) => call).join(' ')} ${measures.length}`;
}

function flatFolder(folder: string): string {
  return path.join(folder, 'flat');
}

/** Flattened units, with the compiler's pending readings. */
export interface Flattening {
  readonly project: Project;
  readonly parsing: readonly Promise<UnitReading>[];
}

/** Flattens and parses the units; `folder` must be empty and outlive the result. */
export async function flattenProject(
  clang: EmbeddedClang,
  project: Project,
  folder: string,
  strictness: readonly string[] = [],
): Promise<Flattening> {
  fs.mkdirSync(folder, { recursive: true });
  const units = await flattenUnits(clang, project.units, project.root, folder);
  const flattened = { ...project, root: folder, units };
  return { project: flattened, parsing: parseUnits(clang, flattened, strictness) };
}

/** Parses the flattened units; `folder` must be empty and outlive the result. */
export async function readFlattened(
  clang: EmbeddedClang,
  project: Project,
  folder: string,
  /** The data model of the engine. */
  dataModel: Engine['dataModel'] = 'lp64',
  strictness: readonly string[] = [],
  /** The user's program, if the flattened one must correspond to it. */
  like?: Program,
  flattening = flattenProject(clang, project, folder, strictness),
): Promise<ProgramSyntax> {
  const { project: flattened, parsing } = await flattening;
  const syntax = await readSyntax(clang, flattened, undefined, strictness, like, parsing);
  if (dataModel === 'lp64' || !widenFlattened(syntax, project)) return syntax;
  return readSyntax(clang, flattened, undefined, [], like).catch(doesNotCompile);
}

/** The build request of a program without CUDA. Its tree is only needed if library values are widened. */
export async function plainRequest(
  clang: EmbeddedClang,
  project: Project,
  folder: string,
  isWide = false,
): Promise<BuildRequest> {
  fs.mkdirSync(folder, { recursive: true });
  const units = await flattenUnits(clang, project.units, project.root, folder);
  if (isWide) widenFlattened(await readSyntax(clang, { ...project, root: folder, units }), project);
  const sources = units.map((unit) => ({
    name: path.basename(unit.file).replace(/\.c$/, unit.language === 'c' ? '$&' : '$&.cpp'),
    text: completeText(unit.file, (name) => fs.readFileSync(name, 'latin1')),
    language: unit.language === 'c' ? ('c' as const) : ('c++' as const),
    standard: unit.standard,
    dataModel: 'lp64' as const,
    ...(unit.flags && { flags: unit.flags }),
  }));
  const { defines, systemFolders } = recording();
  const asked = { defines: [...defines, ...featureDefines(units)], linkFlags: linkFlags(units) };
  return { ...NO_OPTIONS, sources, systemFolders, ...asked };
}

/** The build request for an engine of standard C++, with other contents of some files (by absolute path). `folder` must outlive it. */
export async function requestWithTexts(
  clang: EmbeddedClang,
  engine: Engine,
  project: Project,
  texts: ReadonlyMap<string, string>,
  folder: string,
): Promise<BuildRequest> {
  const syntax = await readSyntax(clang, project);
  const contents = new Map([...texts].map(([file, text]) => [nameIn(syntax.program.root, file), text]));
  const copy = copyProject(project, syntax, contents, path.join(folder, 'copy'));
  return originalRequest(await readFlattened(clang, copy, path.join(folder, 'flat'), engine.dataModel));
}
