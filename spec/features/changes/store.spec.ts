import { combineLatest, map, retry } from 'rxjs';
import {
  asArray,
  asMap,
  combineState,
  countChanges,
  filterChanges,
  joinChanges,
  mapChanges,
  shareState,
  sortChanges,
  sumChanges,
} from '../../../src/features/changes/index.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { collect } from '../../support/collect.ts';
import { showChanges } from '../../support/showChanges.ts';
import { changes } from '../../../src/features/changes/changes.ts';

class Person extends Entity {
  id = '';
  name = '';
  static override readonly key = 'Person';
}
class Task extends Entity {
  id = '';
  title = '';
  hours = 0;
  done = false;
  owner: Person | null = null;
  static override readonly key = 'Task';
  static override readonly schema = { owner: Person };
}

const setUp = () => {
  const store = createStore();
  store.set(
    [Task],
    [
      { id: 't1', title: 'Mend', hours: 3, owner: { id: 'p1', name: 'Ann' } },
      { id: 't2', title: 'Count', hours: 1, owner: { id: 'p2', name: 'Bob' } },
      { id: 't3', title: 'Read', hours: 2, owner: 'p1', done: true },
    ],
  );
  return store;
};

const title = ({ title: text }: Task) => text;

describe('operators on the changes of a store', () => {
  it('make a view that is correct after each commit, with one emission', () => {
    const store = setUp();
    const open = collect(
      changes(store, Task).pipe(
        filterChanges((task) => !task.done),
        sortChanges((a, b) => a.hours - b.hours),
        asArray(),
        map((tasks) => tasks.map(title).join()),
      ),
    );
    store.set(Task, { id: 't3', done: false });
    store.batch(() => {
      store.set(Task, { id: 't1', hours: 0 });
      store.set(Task, { id: 't2', done: true });
    });
    store.set(Person, { id: 'p3', name: 'Cem' });
    expect(open.values).toEqual(['Count,Mend', 'Count,Read,Mend', 'Mend,Read']);
  });

  it('see the entities nested in a row', () => {
    const store = setUp();
    const owners = collect(
      changes(store, Task).pipe(
        mapChanges((task) => task.owner?.name),
        map(showChanges),
      ),
    );
    store.set(Person, { id: 'p1', name: 'Ann B.' });
    expect(owners.values[1].split('~').sort()).toEqual(['', 't1="Ann B."', 't3="Ann B."']);
  });

  it('join stored rows', () => {
    const store = setUp();
    const joined = collect(
      changes(store, Task, { flat: true }).pipe(
        joinChanges(changes(store, Person), {
          on: (task) => (task as { owner: string }).owner,
          project: (task, owner) => `${(task as Task).title} ${owner?.name}`,
        }),
        map(showChanges),
      ),
    );
    store.batch(() => {
      store.set(Person, { id: 'p2', name: 'Bea' });
      store.set(Task, { id: 't2', title: 'Counted' });
    });
    expect(joined.values[1]).toBe('~t2="Counted Bea"');
  });

  it('combine with other streams of the store without a mix of two commits', () => {
    const store = setUp();
    const count$ = changes(store, Task).pipe(countChanges());
    const hours$ = changes(store, Task).pipe(sumChanges(({ hours }) => hours));
    const all$ = store.query(new All(Task));
    const seen = collect(
      combineState({ count: count$, hours: hours$, all: all$ }).pipe(
        map(({ count, hours, all }) => `${count} ${hours} ${all?.length}`),
      ),
    );
    const mixed = collect(combineLatest([count$, hours$]));
    store.set(Task, { id: 't4', title: 'Oil', hours: 4 });
    expect(seen.values).toEqual(['3 6 3', '4 10 4']);
    expect(mixed.values).toHaveLength(3);
  });

  it('have getValue if all streams of a combination have it', () => {
    const store = setUp();
    const both$ = combineState({
      ann: store.query(Person, { id: 'p1' }),
      bob: store.query(Person, { id: 'p2' }),
    });
    expect(both$.getValue().ann?.name).toBe('Ann');
    const seen = collect(both$.pipe(map(({ ann, bob }) => `${ann?.name} ${bob?.name}`)));
    store.batch(() => {
      store.set(Person, { id: 'p1', name: 'A' });
      store.set(Person, { id: 'p2', name: 'B' });
    });
    expect(seen.values).toEqual(['Ann Bob', 'A B']);
  });

  it('follow optimistic responses and their outcome, reset and disposal of the store', async () => {
    const store = setUp();
    const rows = collect(
      changes(store, Task).pipe(
        asMap(),
        map((tasks) => [...tasks.keys()].join()),
      ),
    );
    await store.reset();
    store.set(Task, { id: 't9' });
    store.dispose();
    expect(rows.values).toEqual(['t1,t2,t3', '', 't9']);
    expect(rows.isComplete).toBe(true);
  });

  it('send a subscriber its own write after the commit that caused it', () => {
    const store = setUp();
    const changes$ = changes(store, Task).pipe(filterChanges((task) => !task.done));
    changes$.subscribe(({ changes: sent }) => {
      if (sent.some(({ key }) => key === 't4')) store.set(Task, { id: 't5' });
    });
    const second = collect(
      changes$.pipe(map(({ changes: sent }) => sent.map(({ key }) => key).join())),
    );
    store.set(Task, { id: 't4' });
    expect(second.values).toEqual(['t1,t2', 't4', 't5']);
  });

  it('fail only their own pipeline; the store and other pipelines go on', () => {
    const store = setUp();
    let isBroken = true;
    const failing = collect(
      changes(store, Task).pipe(
        filterChanges(({ hours }) => {
          if (hours === 7 && isBroken) throw new Error('seven');
          return true;
        }),
        countChanges(),
      ),
    );
    const retried = collect(
      changes(store, Task).pipe(
        sortChanges((a, b) => {
          if ((a.hours === 7 || b.hours === 7) && isBroken) throw new Error('seven');
          return a.hours - b.hours;
        }),
        retry({ count: 1, delay: () => ((isBroken = false), [0]) }),
        countChanges(),
      ),
    );
    store.set(Task, { id: 't1', hours: 7 });
    store.set(Task, { id: 't4' });
    expect(failing.errors).toEqual([new Error('seven')]);
    expect(retried.values).toEqual([3, 4]);
  });

  it('do nothing without subscribers', () => {
    const store = setUp();
    const predicate = jest.fn(() => true);
    const shared$ = changes(store, Task).pipe(
      filterChanges(predicate),
      asArray(),
      shareState({ grace: 0 }),
    );
    store.set(Task, { id: 't4' });
    expect(predicate).not.toHaveBeenCalled();
    collect(shared$).stop();
    predicate.mockClear();
    store.set(Task, { id: 't5' });
    expect(predicate).not.toHaveBeenCalled();
    store.dispose();
    expect(store.stats()).toMatchObject({ subscribers: 0, timers: 0 });
  });
});
