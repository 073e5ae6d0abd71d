import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { Observable } from 'rxjs';
import { createStore, Entity } from 'streambed';
import {
  asArray,
  combineState,
  countChanges,
  filterChanges,
  shareState,
  sortChanges,
  changes,
} from 'streambed/changes';
import { useStream } from 'streambed/react';
import { Boundary } from '../../react/support/Boundary.tsx';
import { modes } from '../../react/support/modes.ts';
import { renderAsync } from '../../react/support/renderAsync.tsx';

class Todo extends Entity {
  id = '';
  date = 0;
  done = false;
  static override readonly key = 'Todo';
}

const setUp = () => {
  const store = createStore();
  store.set(
    [Todo],
    [
      { id: 'a', date: 3 },
      { id: 'b', date: 1 },
      { id: 'c', date: 2, done: true },
    ],
  );
  const open$ = changes(store, Todo).pipe(filterChanges(({ done }) => !done));
  const view$ = combineState({
    list: open$.pipe(
      sortChanges((a, b) => a.date - b.date),
      asArray(),
      shareState(),
    ),
    count: open$.pipe(countChanges()),
  });
  return { store, view$ };
};

let renders = 0;

function View({
  of: view$,
}: {
  of: Observable<{ readonly list: readonly Todo[]; readonly count: number }>;
}): ReactElement {
  renders++;
  const { list, count } = useStream(view$);
  return (
    <b>
      {list.map(({ id }) => id).join('')} {count}
    </b>
  );
}

describe.each(modes)('a derived view in a component %s', (_, strict) => {
  it('has its value in the first render, and renders once per commit that changes it', async () => {
    const { store, view$ } = setUp();
    let suspensions = 0;
    renders = 0;
    const { text } = await renderAsync(
      <Boundary onWait={() => suspensions++}>
        <View of={view$} />
      </Boundary>,
      { strict },
    );
    expect([text(), suspensions]).toEqual(['ba 2', 0]);
    renders = 0;
    act(() =>
      store.batch(() => {
        store.set(Todo, { id: 'c', done: false });
        store.set(Todo, { id: 'a', date: 0 });
        store.set(Todo, { id: 'd', date: 9, done: true });
      }),
    );
    expect([text(), renders]).toEqual(['abc 3', strict ? 2 : 1]);
    act(() => store.set(Todo, { id: 'd', date: 8 }));
    expect(renders).toBe(strict ? 2 : 1);
  });
});
