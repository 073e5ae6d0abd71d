import { createStore } from '../../src/store/createStore.ts';
import { Endpoint } from '../../src/endpoint/Endpoint.ts';
import { inspect } from '../../src/inspect/inspect.ts';
import { ManualClock } from '../support/ManualClock.ts';
import { FakeRequests } from '../support/FakeRequests.ts';
import { ann, User } from '../support/entities.ts';

function kit() {
  const requests = new FakeRequests();
  const clock = new ManualClock();
  const store = createStore({ scheduler: clock, dataExpiryLength: 1_000 });
  const inspector = inspect(store);
  const recording = inspector.record();
  const getUser = new Endpoint(requests.send as (p: { id: string }) => unknown, {
    name: 'getUser',
    schema: User,
  });
  const getUsers = new Endpoint(requests.send as () => unknown, {
    name: 'getUsers',
    schema: [User],
  });
  return { clock, getUser, getUsers, inspector, recording, requests, store };
}

describe('inspector.show', () => {
  it('shows the data of a snapshot to all observers, and the present again', () => {
    const { getUser, inspector, recording, requests, store } = kit();
    const names: unknown[] = [];
    store.observe(getUser, { id: '1' }).subscribe(({ data }) => names.push(data?.name));
    requests.last.answer(ann);
    store.set(User, { id: '1', name: 'Anna' });
    store.set(User, { id: '1', name: 'Annika' });
    const [first] = recording.commits;
    inspector.show(first.snapshot);
    expect(store.get(User, { id: '1' })?.name).toBe('Ann');
    inspector.show(recording.start);
    expect(store.get(User, { id: '1' })).toBeUndefined();
    inspector.showPresent();
    expect(names).toEqual([undefined, 'Ann', 'Anna', 'Annika', 'Ann', undefined, 'Annika']);
    expect(requests.count).toBe(1);
  });
});
