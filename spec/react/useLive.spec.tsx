import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { BehaviorSubject, Observable, Subject } from 'rxjs';
import { Endpoint, Entity, type Interceptor } from 'streambed';
import { live } from 'streambed/live';
import { useCache, useLive, useStore, useStream, useSubscription } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remoteWith } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

const { expectComplaints } = quietConsole();

type Where = { readonly where: { readonly id: string } };

function within(inner: ReactElement): ReactElement {
  return <Boundary>{inner}</Boundary>;
}

describe.each(modes)('useLive %s', (_, strict) => {
  const prices = () => remoteWith<[Where]>()('getPrice', { pollFrequency: 10_000 });

  function Price({ of, id = '1' }: { of: ReturnType<typeof prices>; id?: string | null }) {
    return <b>{useLive(of.endpoint, id === null ? null : { where: { id } }) ?? 'nothing'}</b>;
  }

  it('shows the data and polls it while it is mounted', async () => {
    const { store, clock } = testStore({ graceTime: 0 });
    const price = prices();
    const { text, unmount } = await renderAsync(within(<Price of={price} />), { store, strict });
    await price.last.answer(1);
    expect(text()).toBe('1');
    await act(async () => clock.advance(10_000));
    expect(price.requests).toHaveLength(2);
    await price.last.answer(2);
    expect(text()).toBe('2');
    await unmount();
    await act(async () => clock.advance(60_000));
    expect(price.requests).toHaveLength(2);
    expect(store.stats().subscribers).toBe(0);
  });

  it('sends no request in renders with equal arguments', async () => {
    const { store, clock } = testStore();
    const price = prices();
    const { rerender } = await renderAsync(within(<Price of={price} />), { store, strict });
    await price.last.answer(1);
    for (let second = 0; second < 9; second++) {
      await act(async () => clock.advance(1_000));
      await rerender(within(<Price of={price} />));
    }
    expect(price.requests).toHaveLength(1);
    await act(async () => clock.advance(1_000));
    expect(price.requests).toHaveLength(2);
  });

  it('follows its arguments', async () => {
    const { store, clock } = testStore({ graceTime: 0 });
    const price = prices();
    const { rerender } = await renderAsync(within(<Price of={price} />), { store, strict });
    await price.last.answer(1);
    await rerender(within(<Price of={price} id="2" />));
    await price.last.answer(2);
    await act(async () => clock.advance(10_000));
    expect(price.requests.map(({ args }) => args[0].where.id)).toEqual(['1', '2', '2']);
    await price.last.answer(2);
    await rerender(within(<Price of={price} id={null} />));
    await act(async () => clock.advance(30_000));
    expect(price.requests).toHaveLength(3);
  });

  it('shows the first event of a source, whatever was fetched since its request', async () => {
    class User extends Entity {
      id = '';
      name = '';
      static override readonly key = 'User';
    }
    const events$ = new Subject<object>();
    const watch = new Endpoint(() => events$, { name: 'watch', schema: User });
    const { store } = testStore();
    const Name = (): ReactElement => <b>{useLive(watch).name}</b>;
    const { text, unmount } = await renderAsync(within(<Name />), { store, strict });
    await act(async () => store.set(User, { id: '1', name: 'Ann' }));
    await act(async () => events$.next({ id: '1', name: 'Anna' }));
    expect(text()).toBe('Anna');
    await unmount();
  });

  it('keeps one live source open for all components', async () => {
    const { store, clock } = testStore({ graceTime: 0 });
    const values = new BehaviorSubject(1);
    let open = 0;
    const ticks = new Endpoint(
      () =>
        new Observable<number>((subscriber) => {
          open++;
          subscriber.add(() => open--);
          return values.subscribe(subscriber);
        }),
      { name: 'ticks' },
    );
    const Tick = (): ReactElement => <b>{useLive(ticks)}</b>;
    const { text, unmount } = await renderAsync(
      <Boundary>
        <Tick /> <Tick />
      </Boundary>,
      { store, strict },
    );
    await act(async () => values.next(2));
    expect(text()).toBe('2 2');
    expect(open).toBe(1);
    await unmount();
    await act(async () => clock.advance(0));
    expect(open).toBe(0);
  });
});

describe.each(modes)('useSubscription %s', (_, strict) => {
  it('keeps data up to date for other hooks', async () => {
    const { store, clock } = testStore();
    const price = remoteWith<[]>()('getPrice', { pollFrequency: 10_000 });
    const Quiet = (): ReactElement => {
      useSubscription(price.endpoint);
      return <b>{useCache(price.endpoint) ?? 'nothing'}</b>;
    };
    const { text } = await renderAsync(<Quiet />, { store, strict });
    expect(text()).toBe('nothing');
    await act(async () => clock.advance(0));
    await price.last.answer(1);
    expect(text()).toBe('1');
    expect(price.requests).toHaveLength(1);
  });

  it.each([
    ['the function is async', async () => 1, []],
    ['the request tells', () => 1, []],
    [
      'the request tells later',
      () => 1,
      [async (request, next) => next(await Promise.resolve(request))],
    ],
  ] satisfies [string, () => unknown, Interceptor[]][])(
    'throws to the boundary where there is nothing to follow: %s',
    async (_how, fetch, interceptors) => {
      const { store } = testStore({ interceptors });
      const once = new Endpoint(fetch, { name: 'once' });
      const Follower = (): null => {
        useSubscription(once);
        return null;
      };
      const { text } = await renderAsync(within(<Follower />), { store, strict });
      await act(async () => {});
      expectComplaints();
      expect(text()).toContain('cannot be kept fresh');
    },
  );
});

describe.each(modes)('useStream %s', (_, strict) => {
  it('shows and keeps fresh the stream that live returns in each render', async () => {
    const { store, clock } = testStore();
    const price = remoteWith<[Where]>()('getPrice', { pollFrequency: 10_000 });
    function Price(): ReactElement {
      const where = { id: '1' };
      return <b>{useStream(live(useStore(), price.endpoint, { where }).data$)}</b>;
    }
    const { text, rerender } = await renderAsync(within(<Price />), { store, strict });
    await price.last.answer(1);
    expect(text()).toBe('1');
    await rerender(within(<Price />));
    expect(price.requests).toHaveLength(1);
    await act(async () => clock.advance(10_000));
    await price.last.answer(2);
    expect(text()).toBe('2');
    expect([price.requests.length, store.stats().subscribers]).toEqual([2, 1]);
    store.dispose();
  });
});
