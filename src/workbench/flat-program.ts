/** The program with the headers of its units in place: what every build starts from, but those of engines that take the user's own files. */
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

/** What the parts of a bench work with. */
export interface Tools {
  readonly clang: EmbeddedClang;
  readonly engine: Engine;
  /** For intermediate files. */
  readonly folder: string;
}

export class FlatProgram {
  readonly unchecked = once(() => this.flatten());
  /** Nothing in it has another width on this engine than on 64-bit Linux. */
  readonly syntax = once(() => this.checkWidths());

  constructor(
    private readonly tools: Tools,
    private readonly read: Pick<ReadProgram, 'project' | 'program'>,
    /** If the compiler was given the text before the source was read. */
    private readonly ahead?: Promise<Flattening>,
  ) {}

  static begin({ clang, folder }: Tools, project: Project): Promise<Flattening> {
    const flattening = flattenProject(clang, project, flatFolder(folder));
    flattening.catch(() => undefined); // of a source that does not compile, reading it says so
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
    // the two are read from the same tokens: a difference would give a configuration two meanings
    for (const [what, of] of Object.entries(COMPARED))
      if (of(flat.program) !== of(program))
        throw new MantissaError('MX1006', `the flattened program has other ${what} than the source`);
    return flat;
  }
}

const COMPARED: Readonly<Record<string, (program: Program) => string>> = {
  sites: ({ sites }) => sites.map(({ name }) => name).join(' '),
  'copies between host and device': ({ transfers, measures }) =>
    `${transfers.map(({ call }) => call).join(' ')} ${measures.length}`,
};

function flatFolder(folder: string): string {
  return path.join(folder, 'flat');
}

/** Flattened units that the compiler is reading. */
export interface Flattening {
  readonly project: Project;
  readonly parsing: readonly Promise<UnitReading>[];
}

/** `folder` must be empty and outlive the result. */
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
  /** What the engine has: the text is made for it. */
  dataModel: Engine['dataModel'] = 'lp64',
  strictness: readonly string[] = [],
  /** The program as the user wrote it, where the two are to be one. */
  like?: Program,
  flattening = flattenProject(clang, project, folder, strictness),
): Promise<ProgramSyntax> {
  const { project: flattened, parsing } = await flattening;
  const syntax = await readSyntax(clang, flattened, undefined, strictness, like, parsing);
  if (dataModel === 'lp64' || !widenFlattened(syntax, project)) return syntax;
  return readSyntax(clang, flattened, undefined, [], like).catch(doesNotCompile);
}

/** A program without CUDA as it is: its tree is needed only where values of the library's are to be widened. */
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

/** How a program is built for an engine of standard C++ once some of its files (by absolute path) have another text. `folder` outlives that. */
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
