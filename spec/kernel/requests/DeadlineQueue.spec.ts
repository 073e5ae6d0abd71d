import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { asyncScheduler, VirtualTimeScheduler } from 'rxjs';
import { DeadlineQueue } from '../../../src/kernel/requests/DeadlineQueue.ts';

/** A clock that counts its timers. */
class Clock extends VirtualTimeScheduler {
  /** The delays of all timers, in order. */
  readonly waits: number[] = [];
  /** Errors of timers: the platform reports them and continues. */
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

/** Sets a deadline. Returns a function that cancels it. */
const set = (at: number, run: () => void, queue = deadlines): (() => void) => {
  queue.set(run, at);
  return () => queue.set(run, Infinity);
};
const add = (at: number, name = `at ${at}`): (() => void) => set(at, () => ran.push(name));

describe('a queue of deadlines', () => {
  it('runs each at its time, earliest first, in whatever order they were added', () => {
    for (const at of [50, 10, 40, 20, 30, 10]) add(at);
    clock.advance(9);
    expect(ran).toEqual([]);
    clock.advance(1);
    expect(ran).toEqual(['at 10', 'at 10']);
    clock.advance(100);
    expect(ran).toEqual(['at 10', 'at 10', 'at 20', 'at 30', 'at 40', 'at 50']);
    expect(deadlines.size).toBe(0);
  });

  it('runs deadlines at random times in order, without the cancelled ones', () => {
    const times = Array.from({ length: 500 }, (_, i) => (i * 7919) % 1_009);
    const cancels = times.map((at) => add(at, String(at)));
    const kept = times.filter((_, i) => i % 3 !== 0);
    cancels.forEach((cancel, i) => i % 3 === 0 && cancel());
    expect(deadlines.size).toBe(kept.length);
    clock.advance(2_000);
    expect(ran).toEqual(kept.sort((a, b) => a - b).map(String));
  });

  it('uses one timer for all', () => {
    for (const at of [300, 100, 200]) add(at);
    expect(clock.timers).toBe(1);
    clock.advance(150);
    expect(clock.timers).toBe(1);
    clock.advance(200);
    expect(clock.timers).toBe(0);
  });

  it('resets the timer only for an earlier deadline', () => {
    for (const at of [100, 300, 200, 50]) add(at);
    expect(clock.waits).toEqual([100, 50]);
  });

  it('runs a past deadline as soon as possible, but not synchronously', () => {
    clock.advance(100);
    add(50);
    expect(ran).toEqual([]);
    clock.advance(0);
    expect(ran).toEqual(['at 50']);
  });

  it('never runs a deadline at Infinity and needs no timer for it', () => {
    const cancel = add(Infinity);
    expect(clock.timers).toBe(0);
    expect(deadlines.size).toBe(0);
    expect(cancel).not.toThrow();
  });

  it('splits delays that are too long for a timer', () => {
    const month = 30 * 86_400_000;
    add(month);
    expect(clock.waits).toEqual([2 ** 31 - 1]);
    clock.advance(month - 1);
    expect(ran).toEqual([]);
    clock.advance(1);
    expect(ran).toHaveLength(1);
    expect(clock.waits.every((wait) => wait < 2 ** 31)).toBe(true);
  });

  it('waits longer if the clock is set back, and runs late deadlines if it is set forward', () => {
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

  it('lets a running deadline add and cancel others', () => {
    let cancelLater = (): void => {};
    set(10, () => {
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

  it('continues after a deadline that throws', () => {
    set(10, () => {
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
  it('prevents a deadline from running', () => {
    const cancels = [add(10), add(20)];
    cancels[0]();
    expect(deadlines.size).toBe(1);
    cancels[1]();
    expect(deadlines.size).toBe(0);
    clock.advance(100);
    expect(ran).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('sets no further timer for deadlines that come and go', () => {
    for (let turn = 0; turn < 100; turn++) {
      add(1_000 + turn)();
      clock.advance(1);
    }
    expect(clock.waits).toEqual([1_000]);
    clock.advance(10_000);
    expect(clock.waits).toEqual([1_000]);
    expect(clock.timers).toBe(0);
  });

  it('has no effect the second time or after the deadline has run', () => {
    const cancel = add(10);
    add(20);
    clock.advance(10);
    cancel();
    cancel();
    expect(deadlines.size).toBe(1);
    clock.advance(10);
    expect(ran).toEqual(['at 10', 'at 20']);
  });

  it('frees the function long before its time', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    add(1);
    const day = 86_400_000;
    const refs = Array.from({ length: 1_000 }, () => {
      const subject = { data: [] };
      set(day, () => ran.push(String(subject.data)))();
      return new WeakRef(subject);
    });
    await new Promise(setImmediate);
    collectGarbage();
    expect(refs.filter((ref) => ref.deref()).length).toBeLessThan(100);
    expect(deadlines.size).toBe(1);
  });

  it('all deadlines stops the timer, and the queue can be used again', () => {
    add(10);
    add(20);
    deadlines.clear();
    expect(clock.timers).toBe(0);
    add(30);
    clock.advance(100);
    expect(ran).toEqual(['at 30']);
  });
});

describe('a Node process', () => {
  const waitsFor = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  it.each([
    ['foreground', 1],
    ['background', 0],
  ] as const)('with %s deadlines has %d timers that keep it running', (kind, count) => {
    const before = waitsFor();
    const queue = new DeadlineQueue(asyncScheduler, kind);
    const cancels = [10_000, 5_000].map((wait) => set(Date.now() + wait, () => {}, queue));
    expect(waitsFor() - before).toBe(count);
    for (const cancel of cancels) cancel();
    // The timer stays, and may be used by the next deadline.
    expect(waitsFor()).toBe(before);
    set(Date.now() + 20_000, () => {}, queue);
    expect(waitsFor() - before).toBe(count);
    queue.clear();
    expect(waitsFor()).toBe(before);
  });
});
