import { Observable, Subject } from 'rxjs';
import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { live } from '../../../../src/features/live/live.ts';
import { ann, User } from '../../../support/entities.ts';
import { FakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

/** A source whose first value arrives while a mutation of its entity is in flight. */
function setUp(observes: 'observe' | 'live') {
  const { store } = storeKit();
  const requests = new FakeRequests();
  const rename = new Endpoint(requests.send, { name: 'rename', schema: User, sideEffect: true });
  let opened = 0;
  let events = new Subject<object>();
  const watch = new Endpoint(
    () =>
      new Observable<object>((subscriber) => {
        opened++;
        events = new Subject();
        return events.subscribe(subscriber);
      }),
    { name: 'watch', schema: User },
  );
  const state$ = observes === 'live' ? live(store, watch) : store.observe(watch);
  const names: (string | undefined)[] = [];
  state$.subscribe(({ data }) => names.push(data?.name));
  void store.fetch(rename, { id: ann.id, name: 'mine' }).catch(() => {});
  const send = async (name: string) => {
    events.next({ ...ann, name });
    await Promise.resolve();
  };
  const end = () => events.complete();
  return { end, mutation: requests.last, names, opened: () => opened, send };
}

describe.each(['observe', 'live'] as const)('a source that is read with %s', (observes) => {
  it('is opened once, and all its events arrive, also after a mutation that overlaps the first', async () => {
    const { mutation, names, opened, send } = setUp(observes);
    await send('event 1');
    mutation.answer({ ...ann, name: 'mine' });
    await send('event 2');
    await send('event 3');
    expect(opened()).toBe(1);
    expect(names.slice(-2)).toEqual(['event 2', 'event 3']);
  });

  it('is not opened again if the mutation fails', async () => {
    const { mutation, names, opened, send } = setUp(observes);
    await send('event 1');
    mutation.fail(new Error('refused'));
    await send('event 2');
    expect([opened(), names.at(-1)]).toEqual([1, 'event 2']);
  });
});

it('an observable that ends with its first value is a response: the key is fetched once more', async () => {
  const { end, mutation, opened, send } = setUp('observe');
  void send('before or after');
  end();
  mutation.answer({ ...ann, name: 'mine' });
  await Promise.resolve();
  expect(opened()).toBe(2);
});
