import { VirtualTimeScheduler } from 'rxjs';
import { Clock } from '../../src/requests/Clock.ts';
import { DeadlineQueue } from '../../src/requests/DeadlineQueue.ts';

const HOUR = 3_600_000;
const START = 1_000_000;

/** A wall clock beside timers that do not care how it is set. */
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

describe('the time', () => {
  it('is that of the scheduler', () => {
    expect(clock.now()).toBe(START);
    wall.advance(500);
    expect(clock.now()).toBe(START + 500);
  });

  it('never goes back: it goes on from where it was (G3)', () => {
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

  it('follows a clock that is set forward (G4)', () => {
    clock.now();
    wall.adjust(HOUR);
    expect(clock.now()).toBe(START + HOUR);
  });
});

describe('a timer', () => {
  it('tells how much time has passed, also if the clock was set back meanwhile (G3)', () => {
    let ranAt = 0;
    clock.schedule(() => (ranAt = clock.now()), 60_000);
    wall.advance(30_000);
    wall.adjust(-HOUR);
    wall.advance(30_000);
    expect(ranAt).toBe(START + 60_000);
  });

  it('that is early does not move the time', () => {
    let ranAt = 0;
    clock.schedule(() => (ranAt = clock.now()), 100);
    wall.adjust(-2);
    wall.advance(100);
    expect(ranAt).toBe(START + 98);
  });

  it('that is late, as after a sleep, follows the clock (G5)', () => {
    let ranAt = 0;
    clock.schedule(() => (ranAt = clock.now()), 100);
    wall.adjust(8 * HOUR);
    wall.advance(100);
    expect(ranAt).toBe(START + 8 * HOUR + 100);
  });
});

describe('deadlines by this clock', () => {
  let ran: string[];
  let deadlines: DeadlineQueue;
  const add = (wait: number, name = `after ${wait}`): void => {
    deadlines.add(clock.now() + wait, () => ran.push(name));
  };

  beforeEach(() => {
    ran = [];
    deadlines = new DeadlineQueue(clock);
  });

  it('keep their length when the clock is set back by an hour (G3)', () => {
    add(60_000);
    wall.adjust(-HOUR);
    add(30_000);
    wall.advance(30_000);
    expect(ran).toEqual(['after 30000']);
    wall.advance(30_000);
    expect(ran).toEqual(['after 30000', 'after 60000']);
  });

  it('keep their length however often the clock is set back (G3)', () => {
    add(100_000);
    for (let i = 0; i < 10; i++) {
      wall.advance(9_000);
      wall.adjust(-HOUR);
    }
    wall.advance(10_000);
    expect(ran).toEqual(['after 100000']);
  });

  it('that are due after a sleep run once, in their order (G5)', () => {
    for (const wait of [3_000, 1_000, 2_000]) add(wait);
    add(2 * HOUR);
    wall.adjust(HOUR);
    wall.advance(1_000);
    expect(ran).toEqual(['after 1000', 'after 2000', 'after 3000']);
    wall.advance(HOUR);
    expect(ran).toHaveLength(4);
  });

  it('that are due after a sleep run as soon as anything is added, not at the end of their timer (G5)', () => {
    add(60_000);
    wall.adjust(HOUR);
    add(5 * HOUR);
    wall.advance(0);
    expect(ran).toEqual(['after 60000']);
  });

  it('at Infinity and beyond 2^31 ms are not cut short by steps of the clock (G1)', () => {
    const month = 30 * 24 * HOUR;
    add(month);
    deadlines.add(Infinity, () => ran.push('never'));
    wall.advance(month / 2);
    wall.adjust(-24 * HOUR);
    wall.advance(month / 2 - 1);
    expect(ran).toEqual([]);
    wall.advance(24 * HOUR + 1);
    expect(ran).toHaveLength(1);
    expect(deadlines.size).toBe(0);
  });
});
