import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import type { StoreFeature } from '../../../src/kernel/store/StoreInternals.ts';
import { ann, User } from '../../support/entities.ts';
import { storeKit } from '../../support/storeKit.ts';

/** A feature that the store does not know. */
class Log implements StoreFeature {
  readonly lines: unknown[];

  constructor(lines: unknown[]) {
    this.lines = lines;
  }

  reset(): void | Promise<void> {
    this.lines.push('reset');
  }

  end(): void {
    this.lines.push('end');
  }
}

class OtherLog extends Log {}

const logOf = (store: Store, lines: unknown[] = []): Log =>
  internalsOf(store).feature(Log, () => new Log(lines));

describe('the state of a feature in a store', () => {
  it('is made once per store and class, and shared by a copy by spread', () => {
    const { store } = storeKit();
    const log = logOf(store);
    expect(logOf({ ...store })).toBe(log);
    expect(logOf(storeKit().store)).not.toBe(log);
    const internals = internalsOf(store);
    expect(internals.feature(OtherLog, () => new OtherLog([]))).toBeInstanceOf(OtherLog);
    expect(logOf(store)).toBe(log);
  });

  it('is reset before any observer is notified, once per reset that takes effect', async () => {
    const { store } = storeKit();
    store.set(User, ann);
    const lines: unknown[] = [];
    logOf(store, lines);
    store.query(User, '1').subscribe((user) => lines.push(user?.name));
    await store.reset();
    expect(lines).toEqual(['Ann', 'reset', undefined]);
  });

  it('delays the end of a reset until its own part has ended', async () => {
    const { store } = storeKit();
    const lines: unknown[] = [];
    let wiped = (): void => {};
    class Wipe extends Log {
      override reset(): Promise<void> {
        return new Promise((resolve) => (wiped = resolve));
      }
    }
    internalsOf(store).feature(Wipe, () => new Wipe(lines));
    const reset = store.reset().then(() => lines.push('reset'));
    await Promise.resolve();
    await Promise.resolve();
    lines.push('wiped');
    wiped();
    await reset;
    expect(lines).toEqual(['wiped', 'reset']);
  });

  it('fails a reset with the error of its own part', async () => {
    const { store } = storeKit();
    class Wipe extends Log {
      override reset(): Promise<void> {
        return Promise.reject(new Error('full'));
      }
    }
    internalsOf(store).feature(Wipe, () => new Wipe([]));
    await expect(store.reset()).rejects.toThrow('full');
  });

  it('is not reset by a batch that fails', () => {
    const { store } = storeKit();
    const lines: unknown[] = [];
    logOf(store, lines);
    expect(() =>
      store.batch(() => {
        void store.reset();
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(lines).toEqual([]);
  });

  it('ends with the store, once, before its streams complete', () => {
    const { store } = storeKit();
    const lines: unknown[] = [];
    logOf(store, lines);
    store.entities$.subscribe({ complete: () => lines.push('complete') });
    store.query(User, '1').subscribe({ complete: () => lines.push('complete') });
    store.dispose();
    store.dispose();
    expect(lines).toEqual(['end', 'complete', 'complete']);
  });
});
