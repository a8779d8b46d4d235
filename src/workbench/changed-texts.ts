import path from 'node:path';
import type { EmbeddedClang } from '../clang/compiler.js';
import type { BuildRequest, Engine } from '../execution/engine.js';
import type { Project } from '../frontend/project/project.js';
import { readSyntax } from '../frontend/read-program.js';
import { copyProject } from './copy-project.js';
import { readFlattened } from './flattened-units.js';
import { originalRunnable } from './runnable.js';

/** How a program is built for an engine of standard C++ once some of its files (by absolute path) have another text. `folder` outlives that. */
export async function requestWithTexts(
  clang: EmbeddedClang,
  engine: Engine,
  project: Project,
  texts: ReadonlyMap<string, string>,
  folder: string,
): Promise<BuildRequest> {
  const syntax = await readSyntax(clang, project);
  const contents = new Map(
    [...texts].map(([file, text]) => [path.relative(syntax.program.root, file).replaceAll(path.sep, '/'), text]),
  );
  const copy = copyProject(project, syntax, contents, path.join(folder, 'copy'));
  return originalRunnable(await readFlattened(clang, copy, path.join(folder, 'flat'), engine.dataModel)).request;
}
