import { VirtualTimeScheduler } from 'rxjs';
import { Clock } from '../../../src/kernel/requests/Clock.ts';
import { DeadlineQueue } from '../../../src/kernel/requests/DeadlineQueue.ts';

const HOUR = 3_600_000;
const START = 1_000_000;

/** A wall clock that can be adjusted; its timers are not affected. */
class WallClock extends VirtualTimeScheduler {
  #skew = START;

  constructor() {
    super();
    this.now = () => this.frame + this.#skew;
  }

  advance(ms: number): void {
    this.maxFrames = this.frame + ms;
    this.flush();
    this.frame = this.maxFrames;
  }

  adjust(ms: number): void {
    this.#skew += ms;
  }
}

let wall: WallClock;
let clock: Clock;

beforeEach(() => {
  wall = new WallClock();
  clock = new Clock(wall);
});

describe('the clock', () => {
  it('has the time of the scheduler', () => {
    expect(clock.now()).toBe(START);
    wall.advance(500);
    expect(clock.now()).toBe(START + 500);
  });

  it('never goes back: it continues from its last time (G3)', () => {
    expect(clock.now()).toBe(START);
    wall.adjust(-HOUR);
    expect(clock.now()).toBe(START);
    wall.advance(500);
    expect(clock.now()).toBe(START + 500);
    wall.adjust(-10);
    expect(clock.now()).toBe(START + 500);
    wall.advance(1);
    expect(clock.now()).toBe(START + 501);
  });

  it('follows a wall clock that is set forward (G4)', () => {
    clock.now();
    wall.adjust(HOUR);
    expect(clock.now()).toBe(START + HOUR);
  });
});

describe('a timer of the clock', () => {
  it('measures elapsed time correctly if the wall clock is set back meanwhile (G3)', () => {
    let ranAt = 0;
    clock.schedule(() => (ranAt = clock.now()), 60_000);
    wall.advance(30_000);
    wall.adjust(-HOUR);
    wall.advance(30_000);
    expect(ranAt).toBe(START + 60_000);
  });

  it('does not move the time if it fires early', () => {
    let ranAt = 0;
    clock.schedule(() => (ranAt = clock.now()), 100);
    wall.adjust(-2);
    wall.advance(100);
    expect(ranAt).toBe(START + 98);
  });

  it('follows the wall clock if it fires late, as after a sleep (G5)', () => {
    let ranAt = 0;
    clock.schedule(() => (ranAt = clock.now()), 100);
    wall.adjust(8 * HOUR);
    wall.advance(100);
    expect(ranAt).toBe(START + 8 * HOUR + 100);
  });
});

describe('a deadline by this clock', () => {
  let ran: string[];
  let deadlines: DeadlineQueue;
  const add = (wait: number, name = `after ${wait}`): void => {
    deadlines.set(() => ran.push(name), clock.now() + wait);
  };

  beforeEach(() => {
    ran = [];
    deadlines = new DeadlineQueue(clock);
  });

  it('keeps its length when the wall clock is set back by an hour (G3)', () => {
    add(60_000);
    wall.adjust(-HOUR);
    add(30_000);
    wall.advance(30_000);
    expect(ran).toEqual(['after 30000']);
    wall.advance(30_000);
    expect(ran).toEqual(['after 30000', 'after 60000']);
  });

  it('keeps its length however often the wall clock is set back (G3)', () => {
    add(100_000);
    for (let i = 0; i < 10; i++) {
      wall.advance(9_000);
      wall.adjust(-HOUR);
    }
    wall.advance(10_000);
    expect(ran).toEqual(['after 100000']);
  });

  it('runs once and in order after a sleep (G5)', () => {
    for (const wait of [3_000, 1_000, 2_000]) add(wait);
    add(2 * HOUR);
    wall.adjust(HOUR);
    wall.advance(1_000);
    expect(ran).toEqual(['after 1000', 'after 2000', 'after 3000']);
    wall.advance(HOUR);
    expect(ran).toHaveLength(4);
  });

  it('runs after a sleep as soon as another deadline is added, before its timer fires (G5)', () => {
    add(60_000);
    wall.adjust(HOUR);
    add(5 * HOUR);
    wall.advance(0);
    expect(ran).toEqual(['after 60000']);
  });

  it('at Infinity or beyond 2^31 ms does not run early when the wall clock is adjusted (G1)', () => {
    const month = 30 * 24 * HOUR;
    add(month);
    deadlines.set(() => ran.push('never'), Infinity);
    wall.advance(month / 2);
    wall.adjust(-24 * HOUR);
    wall.advance(month / 2 - 1);
    expect(ran).toEqual([]);
    wall.advance(24 * HOUR + 1);
    expect(ran).toHaveLength(1);
    expect(deadlines.size).toBe(0);
  });
});
