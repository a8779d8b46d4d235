import { describe, expect, it } from 'vitest';
import { confirmationCosts, StudyTime } from '../../../src/study/deadline/study-time.js';
import { THOROUGH } from '../../../src/study/timing/measurement.js';
import { Deadline, TimeUp } from '../../../src/support/deadline.js';
import { MovedClock } from '../../support/moved-clock.js';

describe('a deadline', () => {
  it('gives work its time, and gives it up when that is over', async () => {
    const clock = new MovedClock();
    const deadline = new Deadline(1000, clock);
    await expect(deadline.within(Promise.resolve('done'))).resolves.toBe('done');
    const given = expect(deadline.within(new Promise(() => {}))).rejects.toBeInstanceOf(TimeUp);
    clock.move(1000);
    await given;
    await expect(deadline.within(Promise.resolve('late'))).rejects.toBeInstanceOf(TimeUp);
  });

  it('notices that more of it is kept back than when the work began', async () => {
    const clock = new MovedClock();
    let kept = 0;
    const given = expect(new Deadline(10_000, clock).within(new Promise(() => {}), () => kept)).rejects.toBeInstanceOf(
      TimeUp,
    );
    clock.move(4000);
    kept = 6000;
    clock.move(1000);
    await given;
  });

  it('is shared by what is done one after the other', () => {
    const clock = new MovedClock();
    const deadline = new Deadline(4000, clock);
    expect(deadline.share(1 / 4).leftMs).toBe(1000);
    clock.move(3000);
    expect(deadline.share(1 / 2).leftMs).toBe(500);
  });
});

describe('the time of a study', () => {
  const costs = { confirmMs: 1000, roundMs: 125, memoryMs: 500 };
  const limited = (clock: MovedClock, hasCandidate = true) =>
    new StudyTime(
      { deadline: new Deadline(100_000, clock) },
      () => costs,
      () => hasCandidate,
    );

  it('is kept back for confirmation once there is something to confirm', () => {
    const clock = new MovedClock();
    expect(limited(clock, false).leftMs).toBe(100_000);
    const time = limited(clock);
    expect(time.leftMs).toBe(75_000); // what was seen is less than a quarter
    time.beginConfirmation();
    expect(time.leftMs).toBe(100_000);
  });

  it('leaves at least half to the search, however long confirmation takes', () => {
    const long = { confirmMs: 90_000, roundMs: 0, memoryMs: 0 };
    const time = new StudyTime(
      { deadline: new Deadline(100_000, new MovedClock()) },
      () => long,
      () => true,
    );
    expect(time.leftMs).toBe(50_000);
  });

  it('ends a run that would outlive it, just after nobody waits for it any more', () => {
    const clock = new MovedClock();
    const time = limited(clock, false);
    expect(time.runMs(5000)).toBe(5000);
    clock.move(99_000);
    expect(time.runMs(5000)).toBe(1250);
    clock.move(5000);
    expect(time.runMs(5000)).toBe(1);
  });

  it('shares what is left with as many others as could be confirmed and timed', () => {
    const clock = new MovedClock();
    const time = limited(clock);
    time.beginConfirmation();
    clock.move(95_000);
    expect(time.patience(THOROUGH, 0).mostMs).toBe(4500);
    expect(time.patience(THOROUGH, 1).mostMs).toBe((4500 - 1000) / 2);
    expect(time.patience(THOROUGH, 4).mostMs).toBe((4500 - 2 * 1000) / 3);
  });

  it('shortens the patience of measurements by what is left, after what the memory needs', () => {
    const clock = new MovedClock();
    const time = limited(clock);
    time.beginConfirmation();
    expect(time.patience(THOROUGH, 4).enoughMs).toBe(THOROUGH.enoughMs);
    clock.move(98_000);
    expect(time.patience(THOROUGH, 4).mostMs).toBe(1500); // none of the others would have its turn
    expect(time.lastPatience(THOROUGH).mostMs).toBe(2000);
    expect(time.allowsAnother).toBe(true);
    clock.move(1);
    expect(time.allowsAnother).toBe(false);
  });

  it('counts builds, runs of inputs never seen, timed rounds and what is watched', () => {
    const inputs = [
      { name: 'seen', arguments: [], heldOut: false },
      { name: 'unseen', arguments: [], heldOut: true },
    ];
    const runs = { buildMs: 1000, runMs: 100, timedMs: 80, emulateMs: 200, shortestMs: 200 };
    const seen = { ...runs, heldOut: { seen: 0, unseen: 1 }, isBuilt: false, uncheckedGroups: 4 };
    const plan = { inputs, sanitizes: true, jobs: 2 };
    expect(confirmationCosts(seen, plan, false)).toEqual({ confirmMs: 2000, roundMs: 160, memoryMs: 4000 });
    const known = { ...seen, heldOut: { seen: 1, unseen: 0 } };
    expect(confirmationCosts(known, plan, false).confirmMs).toBe(1700);
    expect(confirmationCosts({ ...seen, isBuilt: true }, plan, false).confirmMs).toBe(1400); // what the goal sees is asked
    expect(confirmationCosts({ ...seen, isBuilt: true, uncheckedGroups: 0 }, plan, false).confirmMs).toBe(1000);
    expect(confirmationCosts({ ...seen, uncheckedGroups: 100 }, plan, false).confirmMs).toBe(11_000);
    expect(confirmationCosts(seen, { ...plan, sanitizes: false }, true)).toMatchObject({ roundMs: 0, memoryMs: 0 });
  });
});
