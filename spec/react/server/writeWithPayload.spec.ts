import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { dehydrate, Endpoint } from 'streambed';
import { User } from '../../support/entities.ts';
import { createServerStore } from '../../../src/react/server/createServerStore.ts';
import { readWithPayload } from '../../../src/react/server/readWithPayload.ts';
import { writeWithPayload } from '../../../src/react/server/writeWithPayload.ts';
import { until } from '../../support/until.ts';

const getNever = new Endpoint(() => new Promise<never>(() => {}), { name: 'getNever' });

const part = /<script type="application\/json"/;

/** A store with a user that was read. */
function storeWith(name: string) {
  const store = createServerStore();
  store.set(User, { id: '1', name });
  store.query(User, { id: '1' });
  return store;
}

const text = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString();

describe('writeWithPayload()', () => {
  it('inserts parts only between bursts, wherever a burst is cut into chunks', async () => {
    const target = new PassThrough();
    const chunks: Buffer[] = [];
    target.on('data', (chunk: Buffer) => chunks.push(chunk));
    const store = storeWith('Ann');
    const output = writeWithPayload(target, store);
    for (const byte of Buffer.from('<p title="ü')) output.write(Buffer.from([byte]));
    output.write('">shell</p>');
    await Promise.resolve();
    store.set(User, { id: '2', name: 'Bob' });
    store.query(User, { id: '2' });
    output.write('<p>');
    output.write('more</p>');
    await Promise.resolve();
    output.end();
    await until('the target is closed', () => target.closed);
    const [shell, between, more] = text(chunks).split(/<script.*?<\/script>/);
    expect([shell, between, more]).toEqual(['<p title="ü">shell</p>', '', '<p>more</p>']);
  });

  it('returns false when the target must drain, and sends everything in the end', async () => {
    const target = new PassThrough({ highWaterMark: 10 });
    const store = storeWith('Ann');
    const output = writeWithPayload(target, store);
    expect(output.write('x'.repeat(100))).toBe(true);
    await Promise.resolve();
    expect(output.write('y')).toBe(false);
    let drained = 0;
    output.on('drain', () => drained++);
    output.end();
    const chunks: Buffer[] = [];
    target.on('data', (chunk: Buffer) => chunks.push(chunk));
    await until('the target is closed', () => target.closed);
    expect(text(chunks)).toMatch(/^x{100}<script.*<\/script>y$/);
    expect(drained).toBeLessThan(2);
  });

  it('flushes a compressing target after each burst', async () => {
    const target = createGzip();
    const unzipped = target.pipe(createGunzip());
    const chunks: Buffer[] = [];
    unzipped.on('data', (chunk: Buffer) => chunks.push(chunk));
    const output = writeWithPayload(target, storeWith('Ann'));
    output.write('<p>shell</p>');
    output.flush();
    await until('the shell has come', () => part.test(text(chunks)));
    output.end();
    await until('the target is closed', () => unzipped.closed);
    expect(text(chunks)).toMatch(/^<p>shell<\/p><script.*<\/script>$/);
  });

  it('passes all other members through to the target', () => {
    const target = Object.assign(new PassThrough(), { statusCode: 200 });
    const output = writeWithPayload(target, storeWith('Ann'));
    output.statusCode = 404;
    expect(target.statusCode).toBe(404);
    expect(output.writableLength).toBe(0);
    output.destroy();
    expect(target.destroyed).toBe(true);
  });

  it('disposes the store when the page is complete', async () => {
    const target = new PassThrough();
    const store = storeWith('Ann');
    writeWithPayload(target, store).end('<p>page</p>');
    target.resume();
    await once(target, 'close');
    expect(() => dehydrate(store)).toThrow('SB_DISPOSED');
  });

  it('writes nothing after the target has closed, and aborts the store', async () => {
    const target = new PassThrough();
    const store = storeWith('Ann');
    const output = writeWithPayload(target, store);
    target.destroy();
    await once(target, 'close');
    expect(output.write('late')).toBe(true);
    output.end();
    await Promise.resolve();
    expect(() => dehydrate(store)).toThrow('SB_ABORTED');
  });

  it('aborts the store at once if the target is closed already', async () => {
    const target = new PassThrough();
    target.destroy();
    await once(target, 'close');
    const store = storeWith('Ann');
    store.observe(getNever).subscribe();
    expect(store.stats()).toMatchObject({ inFlight: 1, subscribers: 1 });
    writeWithPayload(target, store);
    expect(store.stats()).toMatchObject({ entries: 0, inFlight: 0, subscribers: 0 });
  });

  it('aborts the store at once for a closed HTTP/2 response, which shows this only by its stream', () => {
    const response = { write: () => true, end() {}, on() {}, stream: { destroyed: true } };
    const store = storeWith('Ann');
    writeWithPayload(response, store);
    expect(() => dehydrate(store)).toThrow('SB_ABORTED');
  });
});

describe('readWithPayload()', () => {
  /** A stream whose bursts the spec controls. */
  function source() {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    let cancelled: unknown;
    const stream = new ReadableStream<Uint8Array>({
      start: (given) => void (controller = given),
      cancel: (reason) => void (cancelled = reason),
    });
    const write = (...chunks: string[]) => {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
    };
    return { stream, write, controller, cancelled: () => cancelled };
  }

  async function read(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: RegExp) {
    const chunks: Uint8Array[] = [];
    while (!wanted.test(text(chunks))) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
    }
    return text(chunks);
  }

  it('inserts parts only between bursts, however many chunks they have', async () => {
    const { stream, write, controller } = source();
    const store = storeWith('Ann');
    const reader = readWithPayload(stream, store).getReader();
    write('<p', ' title=""', '>', 'shell', '</p>');
    expect(await read(reader, /<\/script>/)).toMatch(/^<p title="">shell<\/p><script.*<\/script>$/);
    store.set(User, { id: '2', name: 'Bob' });
    store.query(User, { id: '2' });
    write('<p>', 'more</p>');
    expect(await read(reader, /more/)).toMatch(/^<script.*Bob.*<\/script><p>more<\/p>$/s);
    controller.close();
    expect(await read(reader, /never/)).toBe('');
    expect(() => dehydrate(store)).toThrow('SB_DISPOSED');
  });

  it('passes an error on, and disposes the store', async () => {
    const { stream, controller } = source();
    const store = storeWith('Ann');
    const reader = readWithPayload(stream, store).getReader();
    controller.error(new Error('broken'));
    await expect(reader.read()).rejects.toThrow('broken');
    expect(() => dehydrate(store)).toThrow('SB_DISPOSED');
  });

  it('cancels its source before it is read', async () => {
    const { stream, cancelled } = source();
    const store = storeWith('Ann');
    store.observe(getNever).subscribe();
    const cancelling = readWithPayload(stream, store).cancel('gone');
    expect(store.stats()).toMatchObject({ entries: 0, inFlight: 0, subscribers: 0 });
    await cancelling;
    expect(cancelled()).toBe('gone');
    expect(() => dehydrate(store)).toThrow('SB_ABORTED');
  });

  it('cancels its source while it is read', async () => {
    const { stream, write, cancelled } = source();
    const store = storeWith('Ann');
    store.observe(getNever).subscribe();
    const reader = readWithPayload(stream, store).getReader();
    write('<p>shell</p>');
    await read(reader, /<\/script>/);
    const next = reader.read();
    const cancelling = reader.cancel('gone');
    expect(store.stats()).toMatchObject({ entries: 0, inFlight: 0, subscribers: 0 });
    await cancelling;
    expect(await next).toEqual({ done: true, value: undefined });
    expect(cancelled()).toBe('gone');
  });
});
