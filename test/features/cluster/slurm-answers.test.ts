import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { jobState } from '../../../src/features/cluster/job-states.js';
import type { Sighting } from '../../../src/features/cluster/slurm.js';
import { readAccounting, readQueue, readQueueLines } from '../../../src/features/cluster/slurm-answers.js';
import { submitAnswer } from '../../../src/features/cluster/slurm-client.js';

/** Recorded from Slurm 22.05.8, for jobs that ended in each possible way. */
const recorded = (name: string) => fs.readFileSync(path.join(import.meta.dirname, 'answers', name), 'utf8');

const told = (jobs: readonly Sighting[]) =>
  jobs
    .map(({ jobId, index, name, state, node }) => {
      const how =
        state.kind === 'ended' ? state.as : state.kind === 'pending' && state.isRequeued ? 'requeued' : state.kind;
      return `${jobId}_${index} ${name.replace('mantissa-', '')} ${how}${node ? ` ${node}` : ''}`;
    })
    .sort();

const ENDED = [
  '10_0 strong2 completed n8',
  '11_0 waiting completed n6',
  '11_1 waiting completed n6',
  '11_2 waiting completed n6',
  '11_3 waiting completed n6',
  '1_0 done completed n1',
  '1_1 done completed n1',
  '2_0 failed failed n2',
  '3_0 long timed-out n2',
  '4_0 cancelled cancelled n3',
  '5_0 dead node-failed n7',
  '7_0 away preempted n8',
  '9_0 strong completed n6',
];

describe('recorded answers', () => {
  test('squeue --json while a job is preempted, a node is dying and an array waits', () => {
    expect(told(readQueue(recorded('squeue-preempted.json')))).toEqual([
      '10_0 strong2 running n8',
      '11_0 waiting pending',
      '11_1 waiting pending',
      '11_2 waiting pending',
      '11_3 waiting pending',
      '1_0 done completed n1',
      '1_1 done completed n1',
      '2_0 failed failed n2',
      '3_0 long running n2',
      '4_0 cancelled cancelled n3',
      '5_0 dead running n7',
      '6_0 preempted requeued',
      '7_0 away preempted n8',
      '9_0 strong running n6',
    ]);
  });

  test('squeue --json after all of them, with the times they had', () => {
    const jobs = readQueue(recorded('squeue-ended.json'));
    expect(told(jobs)).toEqual([...ENDED, '6_0 preempted requeued'].sort());
    const long = jobs.find(({ jobId }) => jobId === 3)!;
    expect(long.endedAtMs! - long.startedAtMs!).toBe(73_000);
    expect(long.reason).toBe('TimeLimit');
  });

  test('sacct --json reports a requeued job with the end of its first run; therefore squeue is asked first', () => {
    expect(told(readAccounting(recorded('sacct-ended.json')))).toEqual([...ENDED, '6_0 preempted preempted n6'].sort());
  });

  test('squeue in columns if it writes no JSON', () => {
    expect(told(readQueueLines(recorded('squeue-lines.txt')))).toEqual([...ENDED, '6_0 preempted pending'].sort());
  });
});

test('later versions write objects and lists where 22 writes values', () => {
  const number = (value: number) => ({ set: true, infinite: false, number: value });
  const job = {
    ...{ job_id: 77, name: 'mantissa-a', nodes: 'n4', restart_cnt: 1, state_reason: 'None' },
    ...{ array_job_id: number(75), array_task_id: number(2), array_task_string: '' },
    ...{ job_state: ['RUNNING'], start_time: number(1000), end_time: number(2000) },
  };
  const waiting = {
    ...{ job_id: 75, name: 'mantissa-a', nodes: '', restart_cnt: 0, state_reason: 'Priority', job_state: ['PENDING'] },
    ...{
      array_job_id: number(75),
      array_task_id: { set: false, infinite: false, number: 0 },
      array_task_string: '3,5-7%2',
    },
  };
  const jobs = readQueue(JSON.stringify({ jobs: [job, waiting] }));
  expect(told(jobs)).toEqual([
    '75_2 a running n4',
    '75_3 a pending',
    '75_5 a pending',
    '75_6 a pending',
    '75_7 a pending',
  ]);
  const accounted = {
    ...{ job_id: 77, name: 'mantissa-a', nodes: 'n4', array: { job_id: 75, task_id: number(2), task: '' } },
    ...{ state: { current: ['OUT_OF_MEMORY'], reason: 'None' }, time: { start: 1000, end: 2000 } },
  };
  expect(told(readAccounting(JSON.stringify({ jobs: [accounted] })))).toEqual(['75_2 a out-of-memory n4']);
});

test('an invalid answer is an error, not an empty queue', () => {
  for (const text of ['', 'slurm_load_jobs error: Unable to contact slurm controller', '{"errors": []}'])
    expect(() => readQueue(text)).toThrow();
});

test('a state and its flags: a job in clean-up or queued again has not ended', () => {
  expect(jobState(['NODE_FAIL', 'COMPLETING'])).toEqual({ kind: 'running' });
  expect(jobState(['PREEMPTED', 'REQUEUED'])).toEqual({ kind: 'pending', isRequeued: true });
  expect(jobState(['CANCELLED by 1000'])).toEqual({ kind: 'ended', as: 'cancelled' });
  expect(jobState(['CANCELLED+'])).toEqual({ kind: 'ended', as: 'cancelled' });
  expect(jobState(['FAILED'], { reason: 'JobLaunchFailure' })).toEqual({ kind: 'ended', as: 'node-failed' });
  expect(jobState(['FAILED'], { reason: 'NonZeroExitCode' })).toEqual({ kind: 'ended', as: 'failed' });
  expect(jobState(['SOMETHING_NEW'])).toEqual({ kind: 'unknown', word: 'SOMETHING_NEW' });
});

describe('the answers of sbatch', () => {
  const nothing = { ok: false, exitCode: 1, stdout: '', stderr: '', timedOut: false, missing: false };
  const refusal = (words: string) =>
    submitAnswer({ ...nothing, stderr: `sbatch: error: ${words}\n` }, 'sbatch --parsable');

  test('an id, with or without a cluster', () => {
    expect(submitAnswer({ ...nothing, ok: true, exitCode: 0, stdout: '42\n' }, '')).toEqual({
      kind: 'submitted',
      jobId: 42,
    });
    expect(submitAnswer({ ...nothing, ok: true, exitCode: 0, stdout: '42;far\n' }, '')).toEqual({
      kind: 'submitted',
      jobId: 42,
    });
  });

  test("a full queue is retried; an invalid job is refused with sbatch's message; an unreachable controller counts as unanswered", () => {
    for (const words of [
      "Batch job submission failed: Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)",
      'Batch job submission failed: Slurm temporarily unable to accept job, sleeping and retrying',
      'QOSMaxSubmitJobPerUserLimit',
    ])
      expect(refusal(words).kind, words).toBe('full');
    for (const words of [
      'Batch job submission failed: Invalid partition name specified',
      'Batch job submission failed: Invalid account or account/partition combination specified',
      'Batch job submission failed: Requested node configuration is not available',
      'Batch job submission failed: Invalid feature specification',
    ])
      expect(refusal(words)).toEqual({ kind: 'refused', words, command: 'sbatch --parsable' });
    for (const words of [
      'Batch job submission failed: Unable to contact slurm controller (connect failure)',
      'Socket timed out on send/recv operation',
    ])
      expect(refusal(words).kind, words).toBe('unanswered');
    expect(submitAnswer({ ...nothing, timedOut: true }, '').kind).toBe('unanswered');
    // sbatch waits for room in the queue by itself; if it is stopped, we do not know whether the job was submitted
    const stderr = 'sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying';
    expect(submitAnswer({ ...nothing, timedOut: true, stderr }, '')).toMatchObject({
      kind: 'unanswered',
      isFull: true,
    });
    expect(submitAnswer({ ...nothing, missing: true }, '').kind).toBe('refused');
  });
});
