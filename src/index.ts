/** The library behind the command line. */
export { EmbeddedClang } from './clang/compiler.js';
export { openProject, type ProjectRequest } from './frontend/project/open-project.js';
export type { Project, TranslationUnit } from './frontend/project/project.js';
export { readProgram } from './frontend/read-program.js';
export { describeProgram, type InspectionDocument } from './inspection/document.js';
export { gatherFacts } from './inspection/facts.js';
export type { Program } from './program/program.js';
export { verify } from './program/verify.js';
export { cacheFolder } from './support/cache-folder.js';
