import { virtualChannel } from '../../../src/tools/testing/virtualChannel.ts';
import { ManualClock } from '../../support/ManualClock.ts';

function openThree() {
  const channel = virtualChannel();
  const clock = new ManualClock();
  const received: unknown[][] = [[], [], []];
  const ports = received.map((log) => channel.open('spec', (one) => log.push(one), clock));
  return { channel, clock, ports, received };
}

describe('virtualChannel', () => {
  it('brings copies to all other connections of the name', () => {
    const { channel, clock, ports, received } = openThree();
    const others: unknown[] = [];
    channel.open('other', (one) => others.push(one), clock);
    const message = { n: 1 };
    ports[0].post(message);
    message.n = 2;
    clock.advance(0);
    expect(received).toEqual([[], [{ n: 1 }], [{ n: 1 }]]);
    expect(received[1][0]).not.toBe(received[2][0]);
    expect(others).toEqual([]);
    expect(channel.posted).toEqual([{ n: 1 }]);
  });

  it('delays messages, and keeps the order of those of one connection', () => {
    const { channel, clock, ports, received } = openThree();
    const delays = [30, 30, 10, 10, 0, 0];
    channel.delay(() => delays.shift() ?? 0);
    for (const n of [1, 2, 3]) ports[0].post(n);
    clock.advance(100);
    expect(received[1]).toEqual([1, 2, 3]);
    channel.delay(50);
    ports[0].post(4);
    clock.advance(49);
    expect(received[1]).toHaveLength(3);
    clock.advance(1);
    expect(received[1]).toHaveLength(4);
  });

  it('brings nothing to a connection that was closed, and refuses what has no copy', () => {
    const { clock, ports, received } = openThree();
    ports[0].post(1);
    ports[1].close();
    clock.advance(0);
    expect(received[1]).toEqual([]);
    expect(() => ports[0].post(() => undefined)).toThrow(/could not be cloned/);
  });
});
