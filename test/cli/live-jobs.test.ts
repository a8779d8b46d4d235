import { expect, it } from 'vitest';
import type { JobsShown } from '../../src/report/document.js';
import { Scratch, start } from '../support/command-line.js';
import { SubmittedStudy } from '../support/submitted-study.js';

/** What the server sends of jobs, one state after the other. */
async function* jobsSaid(address: string): AsyncGenerator<JobsShown> {
  const response = await fetch(`${address}events`);
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const [kind, data] = event.split('\n');
      if (kind === 'event: jobs') yield JSON.parse(data!.slice('data: '.length)) as JobsShown;
    }
  }
}

it('serve lists queued, running and finished jobs, with node and time, until all have ended', async () => {
  using scratch = new Scratch();
  const submitted = new SubmittedStudy(scratch.path('study'), scratch.path('commands'));
  submitted.submit();
  const server = start(['serve', scratch.path('study')], { env: { PATH: submitted.path } });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      server.stdout!.on('data', (chunk: Buffer) => resolve(chunk.toString().split('\n')[0]!));
      void server.then(({ stderr }) => reject(new Error(stderr)));
    });
    const said = jobsSaid(address);
    const { value: first } = await said.next();
    expect(first!.silence).toBeNull();
    expect(first!.jobs).toMatchObject([
      { job: '7_1', state: 'running', node: 'n2', finished: 0, pieces: 1, isUnderWay: true },
      { job: '7_2', state: 'queued', node: null, reason: 'Resources', timeMs: null, isUnderWay: true },
      { job: '7_0', state: 'done', node: 'n1', finished: 1, timeMs: 1500, isUnderWay: false },
    ]);
    expect(first!.jobs[0]!.timeMs).toBeGreaterThanOrEqual(60_000);
    submitted.end();
    for await (const { counts, jobs } of said) {
      if (jobs.some((one) => one.isUnderWay)) continue;
      expect(counts).toEqual([['done', 3]]);
      expect(jobs.map(({ job, node }) => [job, node])).toEqual([
        ['7_2', 'n1'],
        ['7_1', 'n2'],
        ['7_0', 'n1'],
      ]);
      break;
    }
  } finally {
    server.kill('SIGINT');
    await server;
  }
});
