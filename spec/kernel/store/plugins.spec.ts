import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { live } from '../../../src/features/live/live.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import type { StorePlugin } from '../../../src/kernel/store/Plugins.ts';
import { ann, User } from '../../support/entities.ts';
import { storeKit } from '../../support/storeKit.ts';

/** Plugins that log when they start and end. */
function journal() {
  const entries: string[] = [];
  const plugin = (name: string): StorePlugin =>
    Object.defineProperty(
      () => {
        entries.push(`${name} starts`);
        return () => void entries.push(`${name} ends`);
      },
      'name',
      { value: name },
    );
  return { entries, plugin };
}

describe('plugins', () => {
  it('start in order when the store is made, and end in reverse order when it is disposed, once', () => {
    const { entries, plugin } = journal();
    const { store } = storeKit({ plugins: [plugin('a'), plugin('b')] });
    expect(entries).toEqual(['a starts', 'b starts']);
    store.dispose();
    store.dispose();
    expect(entries).toEqual(['a starts', 'b starts', 'b ends', 'a ends']);
  });

  it('get the store, which works already', () => {
    const given: Store[] = [];
    const { store } = storeKit({
      plugins: [
        (one) => {
          given.push(one);
          one.set(User, ann);
        },
      ],
    });
    expect(given).toEqual([store]);
    expect(store.get(User, '1')?.name).toBe('Ann');
  });

  it('may return a subscription, or nothing', () => {
    const types: string[] = [];
    const { store } = storeKit({
      plugins: [(one) => one.actions$.subscribe(({ type }) => types.push(type)), () => {}],
    });
    store.set(User, ann);
    store.dispose();
    expect(types).toEqual(['set']);
  });

  it('can use the store while they end', () => {
    const seen: unknown[] = [];
    const { store } = storeKit({
      plugins: [(one) => () => void seen.push(one.get(User, '1')?.name)],
    });
    store.set(User, ann);
    store.dispose();
    expect(seen).toEqual(['Ann']);
  });

  it('that throw are reported by name; the store and the other plugins continue', () => {
    const { entries, plugin } = journal();
    const cause = new Error('storage is disabled');
    function persist(): void {
      throw cause;
    }
    const { store, reported } = storeKit({ plugins: [plugin('a'), persist, plugin('b')] });
    expect(reported).toMatchObject([
      {
        code: 'SB_PLUGIN',
        cause,
        message: expect.stringContaining('"persist" threw while it started'),
      },
    ]);
    store.set(User, ann);
    store.dispose();
    expect(entries).toEqual(['a starts', 'b starts', 'b ends', 'a ends']);
  });

  it('that throw while they end are reported, and the store is still disposed', () => {
    const { entries, plugin } = journal();
    const cause = new Error('too late');
    const failing: StorePlugin = () => () => {
      throw cause;
    };
    const { store, reported } = storeKit({ plugins: [plugin('a'), failing] });
    store.dispose();
    expect(reported).toMatchObject([{ code: 'SB_PLUGIN', cause }]);
    expect(entries.at(-1)).toBe('a ends');
    expect(() => store.get(User, '1')).toThrow(expect.objectContaining({ code: 'SB_DISPOSED' }));
  });

  it('may dispose the store when they start: they are ended, later ones do not start', () => {
    const { entries, plugin } = journal();
    const dispose: StorePlugin = (store) => {
      store.dispose();
      return () => void entries.push('disposer ends');
    };
    storeKit({ plugins: [plugin('a'), dispose, plugin('b')] });
    expect(entries).toEqual(['a starts', 'a ends', 'disposer ends']);
  });

  it.each([[[1]], [{}], ['log']])('of the form %p are refused', (plugins) => {
    expect(() => createStore({ plugins: plugins as never })).toThrow(
      expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
    );
  });
});

it.each([true, {}, null])('an active$ of %p is refused', (active$) => {
  expect(() => createStore({ active$: active$ as never })).toThrow(
    expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
  );
});

describe('revalidate', () => {
  let sent: string[];
  const get = new Endpoint(
    (id: string) => {
      sent.push(id);
      return `answer ${id}`;
    },
    { name: 'get', dataExpiryLength: 1_000 },
  );
  beforeEach(() => {
    sent = [];
  });

  it('refetches every observed stale key once, and no other key', () => {
    const { store, clock } = storeKit();
    store.setResponse(get, 'left', 'x');
    store.observe(get, 'stale').subscribe();
    store.observe(get, 'stale').subscribe();
    store.select(get, 'stale but only looked at').subscribe();
    store.setResponse(get, 'stale but only looked at', 'x');
    clock.advance(1_001);
    store.observe(get, 'valid').subscribe();
    sent = [];
    store.revalidate();
    expect(sent).toEqual(['stale']);
    store.revalidate();
    expect(sent).toEqual(['stale']);
  });

  it('refetches observed keys whose failures have expired', () => {
    const { store, clock } = storeKit();
    const failing = new Endpoint(
      () => {
        sent.push('failing');
        throw new Error('down');
      },
      { name: 'failing' },
    );
    store.observe(failing).subscribe();
    live(store, get.extend({ pollFrequency: 1_000_000 }), 'polled').subscribe();
    clock.advance(1_001);
    sent = [];
    store.revalidate();
    expect(sent).toEqual(['failing', 'polled']);
  });
});
