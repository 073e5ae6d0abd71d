import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WeakStreams } from '../../../src/kernel/streams/WeakStreams.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Lets go of everything that only weak references hold. */
async function forgetUnused(): Promise<void> {
  // A weak reference that was read holds its target until the task has ended.
  await pause(0);
  collectGarbage();
}

class Stream {
  readonly kind: string;

  constructor(kind = '') {
    this.kind = kind;
  }
}

const any = (): boolean => true;

describe('streams that are held weakly', () => {
  it('are found by key and test while they are held', async () => {
    const streams = new WeakStreams<Stream>();
    const [plain, typed] = [new Stream('plain'), new Stream('typed')];
    streams.add('a', plain);
    streams.add('a', typed);
    await forgetUnused();
    expect(streams.find('a', ({ kind }) => kind === 'typed')).toBe(typed);
    expect(streams.find('a', any)).toBe(plain);
    expect(streams.find('b', any)).toBeUndefined();
  });

  it('are gone when nothing holds them, and give back their number', async () => {
    const streams = new WeakStreams<Stream>();
    streams.add('a', new Stream());
    const held = new Stream();
    streams.add('a', held);
    expect(streams.freeNumber('a')).toBe(2);
    await forgetUnused();
    expect(streams.freeNumber('a')).toBe(0);
    expect(streams.find('a', any)).toBe(held);
  });

  it('are found after thousands of others', async () => {
    const streams = new WeakStreams<Stream>();
    const held = new Stream();
    streams.add('held', held);
    for (let i = 0; i < 5_000; i++) {
      streams.add(`${i}`, new Stream());
      if (i % 1_000 === 0) await forgetUnused();
    }
    expect(streams.find('held', any)).toBe(held);
  });
});
