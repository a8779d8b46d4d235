import * as fs from 'node:fs';
import path from 'node:path';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';

/** A copy of the user's files, some with other contents (by path relative to the project), as a project in `folder`. */
export function copyProject(
  project: Project,
  syntax: ProgramSyntax,
  contents: ReadonlyMap<string, string>,
  folder: string,
): Project {
  // a file none of whose text matters to the model is still part of the program
  const read = new Set([
    ...syntax.scopes.flatMap(({ userFiles }) => userFiles),
    ...project.units.map(({ file }) => file),
  ]);
  for (const file of syntax.program.files) read.delete(file.absolutePath);
  const folders = [...syntax.program.files.map(({ absolutePath }) => absolutePath), ...read].map((file) =>
    path.dirname(file),
  );
  const base = commonFolder([project.root, ...folders]);
  const moved = (file: string) =>
    file === base || file.startsWith(base + path.sep) ? path.join(folder, path.relative(base, file)) : file;
  for (const file of syntax.program.files) {
    const target = moved(file.absolutePath);
    if (target === file.absolutePath) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, contents.get(file.path) ?? file.source.text, 'latin1');
  }
  for (const file of read) {
    if (moved(file) === file || !fs.existsSync(file)) continue;
    fs.mkdirSync(path.dirname(moved(file)), { recursive: true });
    const other = contents.get(path.relative(syntax.program.root, file).replaceAll(path.sep, '/'));
    if (other === undefined) fs.copyFileSync(file, moved(file));
    else fs.writeFileSync(moved(file), other, 'latin1');
  }
  for (const unit of project.units) {
    // `<./../types.h>` is looked up through the include folder, which must be there
    for (const one of unit.includeFolders) if (moved(one) !== one) fs.mkdirSync(moved(one), { recursive: true });
  }
  return {
    ...project,
    root: moved(project.root),
    units: project.units.map((unit) => ({
      ...unit,
      file: moved(unit.file),
      includeFolders: unit.includeFolders.map(moved),
      forcedIncludes: unit.forcedIncludes.map(moved),
    })),
  };
}

/** The folder that holds all of these: the project's root, unless some of its headers stand above it. */
function commonFolder(folders: readonly string[]): string {
  return folders.reduce((common, folder) => {
    let at = common;
    while (folder !== at && !folder.startsWith(at + path.sep) && at !== path.dirname(at)) at = path.dirname(at);
    return at;
  });
}
