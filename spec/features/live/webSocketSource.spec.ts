import { retry } from 'rxjs';
import { WebSocket } from 'ws';
import { ConnectionError } from '../../../src/features/live/ConnectionError.ts';
import { webSocketSource } from '../../../src/features/live/webSocketSource.ts';
import { collect } from '../../support/collect.ts';
import { liveKit } from '../../support/liveKit.ts';
import { pass } from '../../support/pass.ts';

describe('a webSocketSource', () => {
  it('connects with the first subscriber, is shared, and closes with the last', () => {
    const { source, sockets, states } = liveKit();
    expect(sockets.count).toBe(0);
    const [one, two] = [collect(source.messages$), collect(source.messages$)];
    expect(sockets.count).toBe(1);
    sockets.last.open();
    sockets.last.push({ value: 1 });
    one.stop();
    expect(sockets.open).toBe(1);
    sockets.last.push({ value: 2 });
    two.stop();
    expect(one.values).toEqual([{ value: 1 }]);
    expect(two.values).toEqual([{ value: 1 }, { value: 2 }]);
    expect(sockets.last.closedWith).toBe(1000);
    expect(states.values).toEqual(['idle', 'connecting', 'open', 'idle']);
  });

  it('emits its state and reconnects without connecting', () => {
    const { sockets, states } = liveKit();
    expect([sockets.count, states.values]).toEqual([0, ['idle']]);
  });

  it('starts from scratch for a subscriber after the last one has left', () => {
    const { source, sockets, reconnected } = liveKit({
      url: ({ attempt }) => `wss://x/${attempt}`,
    });
    const seen = collect(source.messages$);
    sockets.last.open().lose();
    seen.stop();
    collect(source.messages$);
    sockets.last.open();
    expect(sockets.made.map(({ url }) => url)).toEqual(['wss://x/1', 'wss://x/1']);
    expect(reconnected.values).toHaveLength(0);
  });

  it('ignores a socket that it has closed', () => {
    const { source, sockets } = liveKit();
    const seen = collect(source.messages$);
    const first = sockets.last.open();
    seen.stop();
    const again = collect(source.messages$);
    first.push({ value: 1 });
    first.lose();
    expect([again.values, sockets.count, sockets.open]).toEqual([[], 2, 1]);
  });

  it('passes its sub-protocols, and receives binary messages as buffers', () => {
    const { source, sockets } = liveKit({
      protocols: ['a', 'b'],
      parse: (data) => ({ value: (data as ArrayBuffer).byteLength }),
    });
    const seen = collect(source.messages$);
    expect(sockets.last.protocols).toEqual(['a', 'b']);
    expect(sockets.last.binaryType).toBe('arraybuffer');
    sockets.last.open().pushRaw(new ArrayBuffer(3));
    expect(seen.values).toEqual([{ value: 3 }]);
  });

  it('gets its URL before each try', () => {
    let token = 0;
    const { source, sockets, clock } = liveKit({
      url: ({ attempt }) => `wss://x/?token=${++token}&attempt=${attempt}`,
    });
    collect(source.messages$);
    sockets.last.lose();
    pass(clock, 1_000);
    sockets.last.lose();
    pass(clock, 2_000);
    expect(sockets.made.map(({ url }) => url)).toEqual([
      'wss://x/?token=1&attempt=1',
      'wss://x/?token=2&attempt=2',
      'wss://x/?token=3&attempt=3',
    ]);
  });

  it('waits for an async URL, unless the last subscriber leaves', async () => {
    const { source, sockets, states } = liveKit({ url: () => Promise.resolve('wss://later') });
    const seen = collect(source.messages$);
    expect(sockets.count).toBe(0);
    await Promise.resolve();
    expect(sockets.last.url).toBe('wss://later');
    seen.stop();
    collect(source.messages$).stop();
    await Promise.resolve();
    expect(sockets.count).toBe(1);
    expect(states.values.at(-1)).toBe('idle');
  });

  it('tries again if the URL fails', async () => {
    let tries = 0;
    const { source, sockets, clock, states } = liveKit({
      url: async () => {
        if (++tries < 3) throw new Error('no token');
        return 'wss://x';
      },
    });
    collect(source.messages$);
    for (const wait of [1_000, 2_000]) {
      await new Promise(setImmediate);
      expect(states.values.at(-1)).toBe('waiting');
      pass(clock, wait);
    }
    await new Promise(setImmediate);
    expect([tries, sockets.count]).toEqual([3, 1]);
  });

  it('errors at once if no socket can be created', () => {
    const { source, states } = liveKit({
      url: 'no URL of a socket',
      WebSocket,
    });
    const seen = collect(source.messages$);
    expect(seen.errors).toMatchObject([{ name: 'SyntaxError' }]);
    expect(states.values.at(-1)).toBe('idle');
  });

  it('explains the option WebSocket if the platform has none', () => {
    const seen = collect(webSocketSource({ url: 'wss://x' }).messages$);
    expect(seen.errors).toMatchObject([
      { code: 'SB_OPTION_INVALID', message: expect.stringContaining('option WebSocket') },
    ]);
  });

  it.each([
    ['delay', -1],
    ['maxDelay', NaN],
    ['openTimeout', 0],
    ['maxLength', '5'],
    ['heartbeat', { interval: 0 }],
    ['heartbeat', { interval: 1, timeout: -1 }],
  ])('rejects %s of %p', (name, value) => {
    expect(() => webSocketSource({ url: 'wss://x', [name]: value })).toThrow(
      expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
    );
  });
});

describe('a connection that is lost', () => {
  it('is made again after pauses that double up to the longest', () => {
    const { source, sockets, clock, states } = liveKit({ delay: 1_000, maxDelay: 4_000 });
    const seen = collect(source.messages$);
    for (const wait of [1_000, 2_000, 4_000, 4_000]) {
      const { count } = sockets;
      sockets.last.lose();
      expect(states.values.at(-1)).toBe('waiting');
      pass(clock, wait - 1);
      expect(sockets.count).toBe(count);
      pass(clock, 1);
      expect(sockets.count).toBe(count + 1);
    }
    sockets.last.open().push({ value: 1 });
    expect([seen.values, seen.errors]).toEqual([[{ value: 1 }], []]);
  });

  it('waits for a random part of the pause', () => {
    const chances = [0, 0.25, 0.5];
    const { source, sockets, clock } = liveKit({ random: () => chances.shift() ?? 1 });
    collect(source.messages$);
    for (const wait of [0, 500, 2_000]) {
      const { count } = sockets;
      sockets.last.lose();
      clock.advance(Math.max(0, wait - 1));
      expect(sockets.count).toBe(wait === 0 ? count + 1 : count);
      clock.advance(1);
      expect(sockets.count).toBe(count + 1);
    }
  });

  it('starts with short pauses again only after a connection that has lasted', () => {
    const { source, sockets, clock } = liveKit();
    collect(source.messages$);
    const waits: number[] = [];
    for (const lasted of [0, 0, 9_000, 11_000, 0]) {
      sockets.last.open();
      pass(clock, lasted);
      const { count } = sockets;
      sockets.last.lose();
      let wait = 0;
      for (; sockets.count === count; wait += 100) clock.advance(100);
      waits.push(wait);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 1_000, 2_000]);
  });

  it('is closed if it does not open in time', () => {
    const { source, sockets, clock, states } = liveKit({ openTimeout: 5_000 });
    collect(source.messages$);
    pass(clock, 5_000);
    expect(sockets.last.closedWith).toBe('terminated');
    expect(states.values).toEqual(['idle', 'connecting', 'waiting']);
    pass(clock, 1_000);
    expect(sockets.count).toBe(2);
    sockets.last.open();
    pass(clock, 100_000);
    expect(sockets.count).toBe(2);
  });

  it('joins all topics again, then emits reconnected$', () => {
    const order: string[] = [];
    const { source, sockets, clock, reconnected } = liveKit();
    collect(source.topic('a'));
    const b = collect(source.topic('b'));
    collect(source.topic('c')).stop();
    sockets.last.open();
    b.stop();
    source.reconnected$.subscribe(() => order.push(JSON.stringify(sockets.last.sent)));
    expect(reconnected.values).toHaveLength(0);
    sockets.last.lose();
    pass(clock, 1_000);
    sockets.last.open();
    expect(order).toEqual(['[{"join":"a"}]']);
    expect(reconnected.values).toHaveLength(1);
  });

  it('is final after the final close codes: subscribers get the error, the next one connects', () => {
    for (const code of [1008, 4001, 4401, 4403]) {
      const { source, sockets, clock, states } = liveKit({ url: 'wss://me:pw@x/y?token=secret' });
      const [all, topic] = [collect(source.messages$), collect(source.topic('a'))];
      sockets.last.open().lose(code, 'go away');
      expect(all.errors).toEqual(topic.errors);
      const [error] = all.errors as [ConnectionError];
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ code: 'SB_CONNECTION', closeCode: code, reason: 'go away' });
      expect(error.message).toContain('wss://x/y was closed with');
      expect(error.message).not.toMatch(/secret|pw/);
      pass(clock, 100_000);
      expect([sockets.count, states.values.at(-1)]).toEqual([1, 'idle']);
      collect(source.messages$);
      expect(sockets.count).toBe(2);
    }
  });

  it('is final if the option isFinal returns true', () => {
    const { source, sockets } = liveKit({ isFinal: ({ closeCode }) => closeCode === 4000 });
    const seen = collect(source.messages$);
    sockets.last.lose(4001);
    expect(seen.errors).toEqual([]);
    const other = liveKit({ isFinal: ({ closeCode }) => closeCode === 4000 });
    const ended = collect(other.source.messages$);
    other.sockets.last.lose(4000);
    expect(ended.errors).toHaveLength(1);
  });

  it('is made again if isFinal throws, which is reported', () => {
    const boom = new Error('of isFinal');
    const { source, sockets, clock, reported } = liveKit({
      isFinal: () => {
        throw boom;
      },
    });
    collect(source.messages$);
    sockets.last.lose();
    pass(clock, 1_000);
    expect([reported, sockets.count]).toEqual([[boom], 2]);
  });

  it('can be subscribed to again in the error handler', () => {
    const { source, sockets, clock } = liveKit();
    const seen = collect(source.messages$.pipe(retry(1)));
    sockets.last.lose(4001);
    expect(sockets.count).toBe(2);
    sockets.last.open().push({ value: 1 });
    expect(seen.values).toEqual([{ value: 1 }]);
    seen.stop();
    pass(clock, 100_000);
    expect(sockets.open).toBe(0);
  });
});

describe('topics', () => {
  it('are joined with their first subscriber and left with their last', () => {
    const { source, sockets } = liveKit();
    collect(source.messages$);
    const early = collect(source.topic('a'));
    sockets.last.open();
    const [b1, b2] = [collect(source.topic('b')), collect(source.topic('b'))];
    b1.stop();
    b2.stop();
    early.stop();
    expect(sockets.last.sent).toEqual([
      { join: 'a' },
      { join: 'b' },
      { leave: 'b' },
      { leave: 'a' },
    ]);
  });

  it('emit their own messages; messages$ emits those of the whole socket', () => {
    const { source, sockets } = liveKit();
    const [all, a, b] = [source.messages$, source.topic('a'), source.topic('b')].map(collect);
    sockets.last.open();
    for (const symbol of ['a', 'b', 'a', undefined]) sockets.last.push({ symbol });
    expect([all, a, b].map(({ values }) => values.length)).toEqual([4, 2, 1]);
  });

  it('may need no messages to the server', () => {
    const { source, sockets } = liveKit({ topics: { of: ({ symbol }) => symbol } });
    const a = collect(source.topic('a'));
    sockets.last.open().push({ symbol: 'a', value: 1 });
    a.stop();
    expect([a.values, sockets.last.sent]).toEqual([[{ symbol: 'a', value: 1 }], []]);
  });

  it('send text and binary data unchanged', () => {
    const { source, sockets } = liveKit({
      topics: { of: () => undefined, join: (topic) => `+${topic}`, leave: () => new Uint8Array(2) },
    });
    collect(source.messages$);
    const a = collect(source.topic('a'));
    sockets.last.open();
    a.stop();
    expect(sockets.last.sent).toEqual(['+a', new Uint8Array(2)]);
  });

  it('report an error of join or leave, and affect no other topic', () => {
    const { source, sockets, reported } = liveKit({
      topics: {
        of: ({ symbol }) => symbol,
        join: (topic) => {
          if (topic === 'bad') throw new Error('no such topic');
          return { join: topic };
        },
      },
    });
    collect(source.topic('bad'));
    collect(source.topic('good'));
    sockets.last.open();
    expect(reported).toMatchObject([{ message: 'no such topic' }]);
    expect(sockets.last.sent).toEqual([{ join: 'good' }]);
  });
});

describe('unusable messages', () => {
  it.each([
    ['no JSON', '{"value":'],
    ['binary data without a parse', new ArrayBuffer(4)],
    ['too long', JSON.stringify({ symbol: 'x'.repeat(1_000_000) })],
  ])('are reported and skipped: %s', (_what, data) => {
    const { source, sockets, reported } = liveKit({ url: 'wss://x/?token=secret' });
    const seen = collect(source.messages$);
    sockets.last.open().pushRaw(data);
    sockets.last.push({ value: 1 });
    expect([seen.values, seen.errors]).toEqual([[{ value: 1 }], []]);
    expect(reported).toMatchObject([{ code: 'SB_MESSAGE', cause: expect.any(Error) }]);
    expect(String(reported[0])).not.toContain('secret');
  });

  it('include those longer than maxLength, texts and buffers', () => {
    const { source, sockets, reported } = liveKit({ maxLength: 4, parse: () => ({ value: 1 }) });
    const seen = collect(source.messages$);
    sockets.last.open();
    for (const data of ['1234', '12345', new ArrayBuffer(4), new ArrayBuffer(5)]) {
      sockets.last.pushRaw(data);
    }
    expect([seen.values.length, reported.length]).toEqual([2, 2]);
  });

  it('include those whose topic function throws', () => {
    const { source, sockets, reported } = liveKit({
      topics: {
        of() {
          throw new Error('of');
        },
      },
    });
    const seen = collect(source.messages$);
    sockets.last.open().push({ value: 1 });
    expect([seen.values, reported]).toMatchObject([[], [{ code: 'SB_MESSAGE' }]]);
  });
});

describe('a heartbeat', () => {
  const heartbeat = {
    interval: 20_000,
    timeout: 5_000,
    message: { type: 'ping' },
    isAnswer: ({ type }: { type?: string }) => type === 'pong',
  };

  it('checks a quiet connection, and keeps the response to itself', () => {
    const { source, sockets, clock } = liveKit({ heartbeat });
    const seen = collect(source.messages$);
    sockets.last.open();
    pass(clock, 20_000);
    expect(sockets.last.sent).toEqual([{ type: 'ping' }]);
    sockets.last.push({ type: 'pong' });
    pass(clock, 19_900);
    expect([sockets.count, seen.values]).toEqual([1, []]);
  });

  it('does not check while messages arrive', () => {
    const { source, sockets, clock } = liveKit({ heartbeat });
    collect(source.messages$);
    sockets.last.open();
    for (let i = 0; i < 10; i++) {
      pass(clock, 15_000);
      sockets.last.push({ value: i });
    }
    expect(sockets.made.map(({ sent }) => sent)).toEqual([[]]);
  });

  it('closes a connection that does not respond, and makes a new one', () => {
    const { source, sockets, clock, states, reconnected } = liveKit({ heartbeat });
    collect(source.messages$);
    sockets.last.open();
    pass(clock, 24_900);
    expect(sockets.open).toBe(1);
    pass(clock, 100);
    expect(sockets.last.closedWith).toBe('terminated');
    expect(states.values.at(-1)).toBe('waiting');
    pass(clock, 1_000);
    sockets.last.open();
    expect([sockets.count, reconnected.values.length]).toEqual([2, 1]);
  });

  it('keeps a connection whose response waits while the page is busy', () => {
    const { source, sockets, clock } = liveKit({ heartbeat });
    collect(source.messages$);
    sockets.last.open();
    pass(clock, 24_900);
    // One task takes ten seconds: the timer is late, and the message comes after it.
    clock.adjust(9_900);
    pass(clock, 100);
    sockets.last.push({ type: 'pong' });
    pass(clock, 10_000);
    expect([sockets.count, sockets.open]).toEqual([1, 1]);
  });

  it('may rely on a server that sends regularly', () => {
    const { source, sockets, clock } = liveKit({ heartbeat: { interval: 1_000, timeout: 500 } });
    collect(source.messages$);
    sockets.last.open();
    pass(clock, 1_400);
    expect([sockets.open, sockets.last.sent]).toEqual([1, []]);
    pass(clock, 100);
    expect(sockets.open).toBe(0);
  });

  it('waits the default time for a response if the timeout is undefined', () => {
    const { source, sockets, clock } = liveKit({
      heartbeat: { interval: 1_000, timeout: undefined },
    });
    collect(source.messages$);
    sockets.last.open();
    pass(clock, 10_900);
    expect(sockets.open).toBe(1);
    pass(clock, 100);
    expect(sockets.open).toBe(0);
  });

  it('checks at once when the network is back', () => {
    const { source, sockets, clock, online$ } = liveKit({ heartbeat });
    collect(source.messages$);
    sockets.last.open();
    online$.next(false);
    online$.next(true);
    expect(sockets.last.sent).toEqual([{ type: 'ping' }]);
    pass(clock, 5_000);
    expect(sockets.open).toBe(0);
  });

  it('keeps no timer without subscribers', () => {
    const { source, sockets, clock } = liveKit({ heartbeat });
    const seen = collect(source.messages$);
    sockets.last.open();
    seen.stop();
    pass(clock, 100_000);
    expect([sockets.count, sockets.last.sent]).toEqual([1, []]);
  });
});

describe('the page and the network', () => {
  it('a page that is left closes the connection; it is made again when the page is back', () => {
    const { source, sockets, active$, states, reconnected } = liveKit();
    collect(source.topic('a'));
    sockets.last.open();
    active$.next(false);
    expect([sockets.open, states.values.at(-1)]).toEqual([0, 'paused']);
    active$.next(true);
    expect(sockets.count).toBe(2);
    sockets.last.open();
    expect(sockets.last.sent).toEqual([{ join: 'a' }]);
    expect(reconnected.values).toHaveLength(1);
  });

  it('a page that is not yet in use connects when it is', () => {
    const { source, sockets, active$, states } = liveKit();
    active$.next(false);
    collect(source.messages$);
    expect([sockets.count, states.values.at(-1)]).toEqual([0, 'paused']);
    active$.next(true);
    expect(sockets.count).toBe(1);
  });

  it('a network that is back ends the pause between two tries', () => {
    const { source, sockets, online$ } = liveKit();
    collect(source.messages$);
    sockets.last.lose();
    online$.next(false);
    expect(sockets.count).toBe(1);
    online$.next(true);
    expect(sockets.count).toBe(2);
  });

  it('are observed only while there are subscribers', () => {
    const { source, active$, online$ } = liveKit();
    expect([active$.observed, online$.observed]).toEqual([false, false]);
    const seen = collect(source.messages$);
    expect([active$.observed, online$.observed]).toEqual([true, true]);
    seen.stop();
    expect([active$.observed, online$.observed]).toEqual([false, false]);
  });
});

describe('restart', () => {
  it('closes the connection and makes a new one with a new URL', () => {
    let token = 0;
    const { source, sockets, reconnected } = liveKit({ url: () => `wss://x/?${++token}` });
    const seen = collect(source.topic('a'));
    const first = sockets.last.open();
    source.restart();
    expect([sockets.count, sockets.open, sockets.last.url]).toEqual([2, 1, 'wss://x/?2']);
    first.push({ symbol: 'a', value: 1 });
    sockets.last.open().push({ symbol: 'a', value: 2 });
    expect(seen.values).toEqual([{ symbol: 'a', value: 2 }]);
    expect(reconnected.values).toHaveLength(1);
  });

  it('does not wait for the pause', () => {
    const { source, sockets } = liveKit();
    collect(source.messages$);
    sockets.last.lose();
    source.restart();
    expect(sockets.count).toBe(2);
  });

  it('makes way for the subscribers of a connection that was closed for good, beside others', () => {
    const { source, sockets, states, reconnected } = liveKit();
    collect(source.messages$);
    sockets.last.open().lose(4401);
    collect(source.topic('a'));
    sockets.last.open();
    states.values.length = 0;
    source.restart();
    sockets.last.open();
    expect(states.values).toEqual(['waiting', 'connecting', 'open']);
    expect([sockets.count, sockets.open, reconnected.values.length]).toEqual([3, 1, 1]);
    states.values.length = 0;
    source.restart();
    expect(states.values).toEqual(['connecting']);
  });

  it('opens nothing if the last subscriber leaves meanwhile', () => {
    const { source, sockets } = liveKit();
    collect(source.messages$);
    sockets.last.open().lose(4401);
    const topic = collect(source.topic('a'));
    source.connection$.subscribe((state) => state === 'waiting' && topic.stop());
    source.restart();
    expect(sockets.open).toBe(0);
  });

  it('does nothing without subscribers, or while the page is not in use', () => {
    const { source, sockets, active$ } = liveKit();
    source.restart();
    expect(sockets.count).toBe(0);
    active$.next(false);
    collect(source.messages$);
    source.restart();
    expect(sockets.count).toBe(0);
  });
});

it('a subscriber that leaves while it is notified of the state leaves nothing open', () => {
  const { source, sockets, clock } = liveKit();
  for (const state of ['connecting', 'open', 'waiting']) {
    const seen = collect(source.messages$);
    const subscription = source.connection$.subscribe((now) => {
      if (now === state) seen.stop();
    });
    if (sockets.open > 0) sockets.last.open();
    if (sockets.open > 0) sockets.last.lose();
    seen.stop();
    subscription.unsubscribe();
    pass(clock, 100_000);
    expect(sockets.open).toBe(0);
  }
});
