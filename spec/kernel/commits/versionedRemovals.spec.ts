import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { MergeArgs } from '../../../src/data/schema/Schema.ts';
import { User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

class Doc extends Entity {
  id = '';
  rev = 0;
  text = '';
  static override key = 'Doc';
  static override shouldReorder(...[, , stored, given]: MergeArgs<Doc>): boolean {
    return given.rev < stored.rev;
  }
}

/** Its version refuses equal records, too. */
class Strict extends Doc {
  static override key = 'Strict';
  static override shouldReorder(...[, , stored, given]: MergeArgs<Doc>): boolean {
    return given.rev <= stored.rev;
  }
}

/** Its version is in `shouldUpdate`. */
class Updated extends Entity {
  id = '';
  rev = 0;
  text = '';
  static override key = 'Updated';
  static override shouldUpdate(...[, , stored, given]: MergeArgs<Doc>): boolean {
    return given.rev > stored.rev;
  }
}

/** Its version throws if it is missing. */
class Dated extends Entity {
  id = '';
  at = '';
  static override key = 'Dated';
  static override shouldReorder(...[, , stored, given]: MergeArgs<Dated>): boolean {
    return given.at.localeCompare(stored.at) < 0;
  }
}

const requests = new FakeRequests();

beforeEach(() => {
  requests.sent.length = 0;
});

const classes: readonly (readonly [string, typeof Doc])[] = [
  ['shouldReorder', Doc],
  ['shouldReorder that refuses equal versions', Strict],
  ['shouldUpdate', Updated],
];

describe.each(classes)('a removal of an entity with a version in %s', (_, Class) => {
  const removal = new Invalidate(Class);
  const getDoc = new Endpoint(requests.send, { name: 'getDoc', schema: Class });
  const removeDoc = new Endpoint(requests.send, {
    name: 'removeDoc',
    schema: removal,
    sideEffect: true,
  });
  const kit = (rev?: number) => {
    const { store } = storeKit();
    if (rev !== undefined) store.set(Class, { id: 'd', rev, text: 'first' });
    const revision = (): number | undefined => store.get(Class, 'd')?.rev;
    const write = (next: number): void => store.set(Class, { id: 'd', rev: next });
    const remove = (next?: number): void =>
      store.set(removal, next === undefined ? { id: 'd' } : { id: 'd', rev: next });
    return { store, revision, write, remove };
  };

  it('keeps its own version: older records stay out, newer ones bring the entity back', () => {
    const { revision, write, remove } = kit(3);
    remove(5);
    write(4);
    expect(revision()).toBeUndefined();
    write(6);
    expect(revision()).toBe(6);
  });

  it('keeps the version of the record that it removes if it has none', () => {
    const { revision, write, remove } = kit(3);
    remove();
    expect(revision()).toBeUndefined();
    write(2);
    expect(revision()).toBeUndefined();
    write(4);
    expect(revision()).toBe(4);
  });

  it('does not remove a newer record', () => {
    const { revision, remove } = kit(6);
    remove(5);
    expect(revision()).toBe(6);
    remove(6);
    expect(revision()).toBeUndefined();
  });

  it('has a version before the entity is known', () => {
    const { revision, write, remove } = kit();
    remove(9);
    write(8);
    expect(revision()).toBeUndefined();
    write(10);
    expect(revision()).toBe(10);
  });

  it('keeps the highest version of several removals', () => {
    const { revision, write, remove } = kit(3);
    remove(7);
    remove(5);
    remove();
    write(6);
    expect(revision()).toBeUndefined();
    write(8);
    expect(revision()).toBe(8);
  });

  it('removes a record that a later request brought, and gives way to a newer one, by version', () => {
    const { store, revision } = kit(3);
    const getRemoved = new Endpoint(requests.send, { name: 'getRemoved', schema: [removal] });
    void store.fetch(getRemoved);
    void store.fetch(getDoc, 'd');
    void store.fetch(getDoc.extend({ name: 'other' }), 'd');
    requests.at(1).answer({ id: 'd', rev: 4 });
    requests.at(0).answer([{ id: 'd', rev: 5 }]);
    expect(revision()).toBeUndefined();
    requests.at(2).answer({ id: 'd', rev: 4 });
    expect(revision()).toBeUndefined();
    store.set(removal, { id: 'd', rev: 7 });
    void store.fetch(getDoc.extend({ name: 'third' }), 'd').catch(() => {});
    store.set(removal, { id: 'd', rev: 8 });
    requests.at(3).answer({ id: 'd', rev: 9 });
    expect(revision()).toBe(9);
  });

  it('that names the version it removes gives way to a newer one, whatever was sent first', () => {
    const { store, revision, remove } = kit(3);
    void store.fetch(getDoc, 'd').catch(() => {});
    void store.fetch(getDoc.extend({ name: 'other' }), 'd').catch(() => {});
    remove(3);
    requests.at(1).answer({ id: 'd', rev: 3 });
    expect(revision()).toBeUndefined();
    requests.at(0).answer({ id: 'd', rev: 4 });
    expect(revision()).toBe(4);
  });

  it('without a version, stays against a request that was sent before it', () => {
    const { store, revision } = kit(3);
    void store.fetch(getDoc, 'd').catch(() => {});
    void store.fetch(removeDoc, 'd');
    requests.at(1).answer(undefined);
    requests.at(0).answer({ id: 'd', rev: 4 });
    expect(revision()).toBeUndefined();
    void store.fetch(getDoc, 'd');
    requests.at(2).answer({ id: 'd', rev: 3 });
    expect(revision()).toBe(3);
  });

  it('of an unknown entity without a version, stays against a request that was sent before it', () => {
    const { store, revision, remove } = kit();
    void store.fetch(getDoc, 'd').catch(() => {});
    remove();
    requests.at(0).answer({ id: 'd', rev: 4 });
    expect(revision()).toBeUndefined();
  });

  it('may be part of a batch with the entity', () => {
    const { store, revision, write, remove } = kit(3);
    store.batch(() => {
      remove(5);
      write(4);
    });
    expect(revision()).toBeUndefined();
    store.batch(() => {
      write(6);
      remove(5);
    });
    expect(revision()).toBe(6);
  });

  it('is shown by a layer, and gone without it', () => {
    const { store, revision, write } = kit(3);
    const removeNow = removeDoc.extend({ getOptimisticResponse: (__, id: string) => ({ id }) });
    void store.fetch(removeNow, 'd').catch(() => {});
    expect(revision()).toBeUndefined();
    requests.at(0).fail(new Error('refused'));
    expect(revision()).toBe(3);
    write(4);
    expect(revision()).toBe(4);
  });

  it('keeps its version in a dehydrated state', () => {
    const { store, remove } = kit(3);
    remove(5);
    const { store: other } = storeKit();
    rehydrate(other, JSON.parse(JSON.stringify(dehydrate(store))));
    other.set(Class, { id: 'd', rev: 4 });
    expect(other.get(Class, 'd')).toBeUndefined();
    const { store: third } = storeKit();
    rehydrate(third, JSON.parse(JSON.stringify(dehydrate(other))));
    third.set(Class, { id: 'd', rev: 6 });
    expect(third.get(Class, 'd')?.rev).toBe(6);
  });

  it('has its version when `process` makes it', () => {
    class Processed extends Class {
      static override process(input: object): object | undefined {
        const { id, rev, text } = input as Doc;
        return text === 'deleted' ? undefined : { id, rev: rev / 10 };
      }
    }
    const { store } = storeKit();
    store.set(Processed, { id: 'd', rev: 30 });
    store.set(new Invalidate(Processed), { id: 'd', rev: 50 });
    store.set(Processed, { id: 'd', rev: 40 });
    expect(store.get(Processed, 'd')).toBeUndefined();
    store.set(Processed, { id: 'd', rev: 60 });
    expect(store.get(Processed, 'd')?.rev).toBe(6);
    store.set(Processed, { id: 'd', rev: 5, text: 'deleted' });
    expect(store.get(Processed, 'd')?.rev).toBe(6);
    store.set(Processed, { id: 'd', rev: 7, text: 'deleted' });
    expect(store.get(Processed, 'd')).toBeUndefined();
  });
});

describe('a removal of other entities', () => {
  it('is ordered by seq if rules of versions cannot compare', () => {
    const { store } = storeKit();
    store.set(new Invalidate(Dated), { id: 'd' });
    store.set(Dated, { id: 'd', at: '2026-01-02' });
    expect(store.get(Dated, 'd')?.at).toBe('2026-01-02');
    store.set(new Invalidate(Dated), { id: 'd', at: '2026-01-01' });
    expect(store.get(Dated, 'd')?.at).toBe('2026-01-02');
    store.set(new Invalidate(Dated), 'd');
    expect(store.get(Dated, 'd')).toBeUndefined();
  });

  it('is ordered by seq without a version', () => {
    const { store } = storeKit();
    store.set(User, { id: '1', name: 'Ann' });
    store.set(new Invalidate(User), { id: '1' });
    expect(store.get(User, '1')).toBeUndefined();
    store.set(User, { id: '1', name: 'Ann' });
    expect(store.get(User, '1')?.name).toBe('Ann');
  });
});
