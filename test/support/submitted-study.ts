/** The folder of a study on a cluster with one job waiting, one running and one finished, and a squeue that reports it. */
import * as fs from 'node:fs';
import path from 'node:path';
import { LedgerFile } from '../../src/features/cluster/ledger.js';
import { SharedFolder } from '../../src/features/cluster/shared-folder.js';
import { jobName } from '../../src/features/cluster/slurm.js';

export class SubmittedStudy {
  /** The folder of the squeue command. */
  readonly path: string;
  private readonly shared: SharedFolder;
  private readonly ledger: LedgerFile;
  private readonly answers: string;

  constructor(study: string, commands: string) {
    this.shared = new SharedFolder(path.join(study, 'cluster'));
    this.shared.make();
    this.ledger = new LedgerFile(this.shared.ledger);
    this.answers = path.join(commands, 'answer.json');
    fs.mkdirSync(commands, { recursive: true });
    const squeue = path.join(commands, 'squeue');
    fs.writeFileSync(squeue, `#!/bin/sh\nexec cat '${this.answers}'\n`, { mode: 0o755 });
    this.path = `${commands}:${process.env.PATH}`;
  }

  /** Three jobs: 7_0 done on n1 after 1.5 s, 7_1 runs on n2 for a minute, 7_2 waits. */
  submit(): void {
    this.ledger.append({ kind: 'submitting', atMs: 1000, token: 'a-0', job: 'accuracy', packs: [['x'], ['y'], ['z']] });
    this.ledger.append({ kind: 'submitted', token: 'a-0', jobId: 7 });
    this.finish('x', 0, 'n1', 1500);
    const began = Math.floor(Date.now() / 1000) - 60;
    this.answer([this.element(1, 'RUNNING', began), this.element(2, 'PENDING', 0)]);
  }

  /** All jobs are finished. */
  end(): void {
    this.finish('y', 1, 'n2', 61_000);
    this.finish('z', 2, 'n1', 2000);
    this.answer([]);
    this.ledger.close();
  }

  private finish(id: string, index: number, node: string, durationMs: number): void {
    const done = { node, job: `7_${index}`, startedAtMs: 2000, durationMs, clockAheadMs: 0 };
    this.shared.writeResult(id, { ...done, outcome: null });
    this.ledger.append({ kind: 'ended', atMs: 9000, token: 'a-0', index, as: 'finished', node });
  }

  private element(index: number, state: string, start: number): object {
    const job = { job_id: 7 + index, array_job_id: 7, array_task_id: index, name: jobName('a-0'), job_state: state };
    const reason = state === 'PENDING' ? 'Resources' : 'None';
    return { ...job, nodes: start ? 'n2' : '', start_time: start, end_time: 0, restart_cnt: 0, state_reason: reason };
  }

  private answer(jobs: readonly object[]): void {
    fs.writeFileSync(`${this.answers}.new`, JSON.stringify({ jobs }));
    fs.renameSync(`${this.answers}.new`, this.answers);
  }
}
