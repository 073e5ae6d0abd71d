import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import type { HeldStream } from '../../../src/kernel/streams/RetainedSource.ts';
import { ann, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User });

beforeEach(() => {
  requests.sent.length = 0;
});

/** A store of which a feature holds all reads that it is asked for, until `release`. */
function holdingStore() {
  const kit = storeKit();
  const held: [HeldStream, (() => void) | undefined][] = [];
  let isHolding = true;
  internalsOf(kit.store).hold = (stream, resume) => {
    if (!isHolding) return false;
    if (!resume) stream.requests.postpone();
    held.push([stream, resume]);
    return true;
  };
  const release = (): void => {
    isHolding = false;
    for (const [stream, resume] of held) {
      if (resume) resume();
      else stream.startPostponed();
    }
  };
  return { ...kit, held, release };
}

describe('a read that a feature holds', () => {
  it('is sent for its observers when the feature lets it go', () => {
    const { store, release } = holdingStore();
    const reader = collectStates(store.observe(getUser));
    expect(requests.count).toBe(0);
    release();
    expect(requests.count).toBe(1);
    requests.last.answer(ann);
    expect(reader.values).toEqual(['invalid fetching', 'valid Ann']);
  });

  it('is not sent if no observer is left', () => {
    const { store, release } = holdingStore();
    collectStates(store.observe(getUser)).stop();
    release();
    expect(requests.count).toBe(0);
  });

  it('delays fetchIfStale, which then returns data that has arrived meanwhile', async () => {
    const { store, held, release } = holdingStore();
    const user = store.fetchIfStale(getUser);
    expect([held.length, requests.count]).toEqual([1, 0]);
    store.setResponse(getUser, ann);
    release();
    await expect(user).resolves.toMatchObject({ name: 'Ann' });
    expect(requests.count).toBe(0);
  });

  it('is sent at once by fetch', () => {
    const { store, held } = holdingStore();
    void store.fetch(getUser);
    expect([held.length, requests.count]).toEqual([0, 1]);
  });
});
