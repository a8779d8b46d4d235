/** All commands, in the order of help. */
import type { CommandDeclaration } from './command.js';
import { adviseCommand } from './commands/advise.js';
import { applyCommand } from './commands/apply.js';
import { bundleCommand } from './commands/bundle.js';
import { characterizeCommand } from './commands/characterize.js';
import { checkCommand } from './commands/check.js';
import { collectCommand } from './commands/collect.js';
import { commandsCommand } from './commands/commands.js';
import { compareCommand } from './commands/compare.js';
import { completionCommand } from './commands/completion.js';
import { doctorCommand } from './commands/doctor.js';
import { initCommand } from './commands/init.js';
import { inspectCommand } from './commands/inspect.js';
import { jobsCommand } from './commands/jobs.js';
import { phasesCommand } from './commands/phases.js';
import { reportCommand } from './commands/report.js';
import { rewriteCommand } from './commands/rewrite.js';
import { runCommand } from './commands/run.js';
import { sampleCommand } from './commands/sample.js';
import { serveCommand } from './commands/serve.js';
import { showCommand } from './commands/show.js';
import { trialsCommand } from './commands/trials.js';
import { tuneCommand } from './commands/tune.js';
import { vectorizeCommand } from './commands/vectorize.js';
import { verifyCommand } from './commands/verify.js';
import { workerCommand } from './commands/worker.js';

export const commands: readonly CommandDeclaration[] = [
  initCommand,
  inspectCommand,
  checkCommand,
  adviseCommand,
  tuneCommand,
  phasesCommand,
  sampleCommand,
  compareCommand,
  trialsCommand,
  showCommand,
  applyCommand,
  bundleCommand,
  reportCommand,
  serveCommand,
  jobsCommand,
  verifyCommand,
  runCommand,
  rewriteCommand,
  vectorizeCommand,
  doctorCommand,
  characterizeCommand,
  completionCommand,
  workerCommand,
  collectCommand,
  commandsCommand,
];
