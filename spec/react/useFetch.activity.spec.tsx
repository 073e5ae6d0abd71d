import { act } from '@testing-library/react';
import { Activity, type ReactElement, use } from 'react';
import { useFetch } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const ann = { id: '1', name: 'Ann' };
const ben = { id: '1', name: 'Ben' };

describe.each(modes)('use(useFetch()) of invalidated data %s', (_, strict) => {
  async function invalidated() {
    const { store } = testStore();
    const users = remote('getUser', { schema: User });
    function Name(): ReactElement {
      return <b>{use(useFetch(users.endpoint, { id: '1' })).name}</b>;
    }
    const page = (mode: 'visible' | 'hidden' = 'visible'): ReactElement => (
      <Activity mode={mode}>
        <Boundary>
          <Name />
        </Boundary>
      </Activity>
    );
    const screen = await renderAsync(page(), { store, strict });
    await users.last.answer(ann);
    expect(screen.text()).toBe('Ann');
    const invalidate = (): Promise<void> =>
      act(async () => store.invalidate(users.endpoint, { id: '1' }));
    return { ...screen, page, invalidate, store, users };
  }

  it.each([
    ['the same', ann],
    ['other', ben],
  ])('shows %s data that comes', async (_data, user) => {
    const { invalidate, text, users } = await invalidated();
    await invalidate();
    expect(text()).toBe('waiting');
    await users.last.answer(user);
    expect(text()).toBe(user.name);
    expect(users.requests).toHaveLength(2);
  });

  it.each([
    ['the same', ann],
    ['other', ben],
  ])('shows %s data that comes while it is hidden, also to others', async (_data, user) => {
    const { invalidate, page, rerender, store, text, users } = await invalidated();
    store.observe(users.endpoint, { id: '1' }).subscribe();
    await invalidate();
    await rerender(page('hidden'));
    await users.last.answer(user);
    await rerender(page());
    expect(text()).toBe(user.name);
    expect(users.requests).toHaveLength(2);
  });

  it('waits for data that was invalidated while it was hidden, and that others fetch', async () => {
    const { invalidate, page, rerender, store, text, users } = await invalidated();
    store.observe(users.endpoint, { id: '1' }).subscribe();
    await rerender(page('hidden'));
    await invalidate();
    await rerender(page());
    expect(text()).toBe('waiting');
    await users.last.answer(ann);
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(2);
  });
});
