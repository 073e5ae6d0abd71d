import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { asyncScheduler, VirtualTimeScheduler } from 'rxjs';
import { DeadlineQueue } from '../../src/requests/DeadlineQueue.ts';

/** A clock that knows which timers wait. */
class Clock extends VirtualTimeScheduler {
  /** Waiting times that were asked for. */
  readonly waits: number[] = [];
  /** What timers have thrown: the platform reports it and goes on. */
  readonly thrown: unknown[] = [];

  constructor() {
    super();
    this.now = () => this.frame;
    const schedule = this.schedule.bind(this);
    this.schedule = (work: () => void, wait = 0) => {
      this.waits.push(wait);
      return schedule(() => {
        try {
          work();
        } catch (error) {
          this.thrown.push(error);
        }
      }, wait);
    };
  }

  get timers(): number {
    return this.actions.filter(({ closed }) => !closed).length;
  }

  advance(ms: number): void {
    this.maxFrames = this.frame + ms;
    this.flush();
    this.frame = this.maxFrames;
  }
}

let clock: Clock;
let deadlines: DeadlineQueue;
let ran: string[];

beforeEach(() => {
  clock = new Clock();
  deadlines = new DeadlineQueue(clock);
  ran = [];
});

const add = (at: number, name = `at ${at}`): (() => void) =>
  deadlines.add(at, () => ran.push(name));

describe('deadlines', () => {
  it('run at their time, earliest first, whatever the order in which they came', () => {
    for (const at of [50, 10, 40, 20, 30, 10]) add(at);
    clock.advance(9);
    expect(ran).toEqual([]);
    clock.advance(1);
    expect(ran).toEqual(['at 10', 'at 10']);
    clock.advance(100);
    expect(ran).toEqual(['at 10', 'at 10', 'at 20', 'at 30', 'at 40', 'at 50']);
    expect(deadlines.size).toBe(0);
  });

  it('of random times run in order, but for those that are cancelled', () => {
    const times = Array.from({ length: 500 }, (_, i) => (i * 7919) % 1_009);
    const cancels = times.map((at) => add(at, String(at)));
    const kept = times.filter((_, i) => i % 3 !== 0);
    cancels.forEach((cancel, i) => i % 3 === 0 && cancel());
    expect(deadlines.size).toBe(kept.length);
    clock.advance(2_000);
    expect(ran).toEqual(kept.sort((a, b) => a - b).map(String));
  });

  it('share one timer', () => {
    for (const at of [300, 100, 200]) add(at);
    expect(clock.timers).toBe(1);
    clock.advance(150);
    expect(clock.timers).toBe(1);
    clock.advance(200);
    expect(clock.timers).toBe(0);
  });

  it('set the timer again only for an earlier one', () => {
    for (const at of [100, 300, 200, 50]) add(at);
    expect(clock.waits).toEqual([100, 50]);
  });

  it('that are past run as soon as possible, not at once', () => {
    clock.advance(100);
    add(50);
    expect(ran).toEqual([]);
    clock.advance(0);
    expect(ran).toEqual(['at 50']);
  });

  it('at Infinity never run and need no timer', () => {
    const cancel = add(Infinity);
    expect(clock.timers).toBe(0);
    expect(deadlines.size).toBe(0);
    expect(cancel).not.toThrow();
  });

  it('further away than timers can wait are waited for in parts', () => {
    const month = 30 * 86_400_000;
    add(month);
    expect(clock.waits).toEqual([2 ** 31 - 1]);
    clock.advance(month - 1);
    expect(ran).toEqual([]);
    clock.advance(1);
    expect(ran).toHaveLength(1);
    expect(clock.waits.every((wait) => wait < 2 ** 31)).toBe(true);
  });

  it('wait on when the clock was set back, and run when it was set forward', () => {
    let skew = 0;
    clock.now = () => clock.frame + skew;
    add(100);
    skew = -50;
    clock.advance(100);
    expect(ran).toEqual([]);
    clock.advance(50);
    expect(ran).toEqual(['at 100']);
    add(1_000);
    skew = 5_000;
    clock.advance(1_000);
    expect(ran).toHaveLength(2);
  });

  it('may add others and cancel others while they run', () => {
    let cancelLater = (): void => {};
    deadlines.add(10, () => {
      ran.push('first');
      add(5, 'past');
      add(20, 'next');
      cancelLater();
    });
    cancelLater = add(15, 'cancelled');
    clock.advance(100);
    expect(ran).toEqual(['first', 'past', 'next']);
    expect(clock.timers).toBe(0);
  });

  it('go on after one that throws', () => {
    deadlines.add(10, () => {
      throw new Error('broken');
    });
    add(20);
    clock.advance(10);
    expect(clock.thrown).toMatchObject([{ message: 'broken' }]);
    clock.advance(10);
    expect(ran).toEqual(['at 20']);
  });
});

describe('cancelling', () => {
  it('keeps a deadline from running, and stops the timer with the last', () => {
    const cancels = [add(10), add(20)];
    cancels[0]();
    expect(deadlines.size).toBe(1);
    cancels[1]();
    expect(deadlines.size).toBe(0);
    expect(clock.timers).toBe(0);
    clock.advance(100);
    expect(ran).toEqual([]);
  });

  it('twice, or after the deadline, changes nothing', () => {
    const cancel = add(10);
    add(20);
    clock.advance(10);
    cancel();
    cancel();
    expect(deadlines.size).toBe(1);
    clock.advance(10);
    expect(ran).toEqual(['at 10', 'at 20']);
  });

  it('lets go of what was to run, long before its time', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    add(1);
    const day = 86_400_000;
    const held = Array.from({ length: 1_000 }, () => {
      const subject = { data: [] };
      deadlines.add(day, () => ran.push(String(subject.data)))();
      return new WeakRef(subject);
    });
    await new Promise(setImmediate);
    collectGarbage();
    expect(held.filter((ref) => ref.deref()).length).toBeLessThan(100);
    expect(deadlines.size).toBe(1);
  });

  it('of all leaves no timer, and the queue can be used again', () => {
    add(10);
    add(20);
    deadlines.clear();
    expect(clock.timers).toBe(0);
    add(30);
    clock.advance(100);
    expect(ran).toEqual(['at 30']);
  });
});

describe('a process', () => {
  const waitsFor = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  it.each([
    ['foreground', 1],
    ['background', 0],
  ] as const)('waits for deadlines in the %s: %d', (kind, count) => {
    const before = waitsFor();
    const queue = new DeadlineQueue(asyncScheduler, kind);
    queue.add(Date.now() + 10_000, () => {});
    queue.add(Date.now() + 5_000, () => {});
    expect(waitsFor() - before).toBe(count);
    queue.clear();
    expect(waitsFor()).toBe(before);
  });
});
