import { act } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { createStore, dehydrate, Entity, schema } from 'streambed';
import type { PagesState } from 'streambed/pages';
import { useInfinite } from 'streambed/react';
import { rehydrated } from '../support/rehydrated.ts';
import { Boundary } from './support/Boundary.tsx';
import { inTransition } from './support/inTransition.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remoteWith } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

class Post extends Entity {
  id = '';
  static override key = 'Post';
}

type Args = [{ readonly cursor?: string; readonly tag?: string }?];
const getPosts = (cancel = false) =>
  remoteWith<Args>()('getPosts', {
    schema: { results: new schema.Collection([Post]), next: '' },
    cancel,
    pages: { next: ({ next }: { readonly next: string }) => ({ cursor: next }) },
  });
type Posts = ReturnType<typeof getPosts>;

const page = (ids: string, next = ''): object => ({
  results: ids.split(' ').map((id) => ({ id })),
  next,
});

/** A component that shows posts; `state` is what the hook returned last. */
function feed(posts: Posts) {
  const seen = { renders: 0, state: undefined as PagesState<unknown, Post> | undefined };
  function Feed({ tag }: { tag?: string }): ReactElement {
    const state = useInfinite(posts.endpoint, ...(tag === undefined ? [] : [{ tag }]));
    seen.renders++;
    seen.state = state;
    return (
      <b>
        {state.items.map(({ id }) => id).join(' ')}
        {state.hasNext && ' >'}
        {state.fetchingNext && '…'}
        {state.error && ` ${state.error.message}`}
      </b>
    );
  }
  return { Feed, seen };
}

describe.each(modes)('useInfinite %s', (_, strict) => {
  async function show(posts = getPosts()) {
    const { store } = testStore();
    const { Feed, seen } = feed(posts);
    let waits = 0;
    const rendered = await renderAsync(
      <Boundary onWait={() => waits++}>
        <Feed />
      </Boundary>,
      { store, strict },
    );
    const call = (name: 'fetchNext' | 'refetch') => act(async () => void seen.state![name]());
    return { ...rendered, store, posts, Feed, seen, call, waits: () => waits };
  }

  it('suspends for the first page only', async () => {
    const { posts, text, call, waits } = await show();
    expect(text()).toBe('waiting');
    await posts.last.answer(page('1 2', '2'));
    expect(text()).toBe('1 2 >');
    const before = waits();
    await call('fetchNext');
    expect(text()).toBe('1 2 >…');
    expect(posts.last.args).toEqual([{ cursor: '2' }]);
    await posts.last.answer(page('3'));
    expect(text()).toBe('1 2 3');
    expect(waits()).toBe(before);
    expect(posts.requests).toHaveLength(2);
  });

  it('renders once when a page is requested, and once when it arrives', async () => {
    const { posts, seen, call } = await show();
    await posts.last.answer(page('1', '1'));
    seen.renders = 0;
    await call('fetchNext');
    await posts.last.answer(page('2', '2'));
    expect(seen.renders).toBe(strict ? 4 : 2);
  });

  it('sends one request for concurrent calls, whichever render they come from', async () => {
    const { posts, seen } = await show();
    await posts.last.answer(page('1', '1'));
    const { fetchNext } = seen.state!;
    await act(async () => {
      void fetchNext();
      void fetchNext();
    });
    void seen.state!.fetchNext();
    expect(posts.requests).toHaveLength(2);
    expect(seen.state!.fetchNext).toBe(fetchNext);
  });

  it('throws the error of the first page to the boundary, which fetches it again', async () => {
    const { posts, text, getByTitle } = await show();
    await posts.last.fail(new Error('down'));
    expect(text()).toBe('failed: down');
    await act(async () => getByTitle('retry').click());
    await posts.last.answer(page('1'));
    expect(text()).toBe('1');
  });

  it('shows the error of a further page beside the list', async () => {
    const { posts, text, call } = await show();
    await posts.last.answer(page('1', '1'));
    await call('fetchNext');
    await posts.last.fail(new Error('down'));
    expect(text()).toBe('1 > down');
    await call('fetchNext');
    expect(text()).toBe('1 >…');
    await posts.last.answer(page('2'));
    expect(text()).toBe('1 2');
  });

  it('keeps the list when it cannot be fetched again, also after a hard error', async () => {
    const { posts, text, call } = await show();
    await posts.last.answer(page('1', '1'));
    await call('fetchNext');
    await posts.last.answer(page('2', '2'));
    await call('refetch');
    await posts.last.answer(page('1', '1'));
    await posts.last.fail(new Error('down'));
    expect(text()).toBe('1 2 > down');
    await call('refetch');
    await posts.last.answer(page('1', '1'));
    await posts.last.answer(page('2', '2'));
    expect(text()).toBe('1 2 >');
  });

  it('shows all pages at once when it mounts again, without a request', async () => {
    const { posts, rerender, text, call, Feed } = await show();
    await posts.last.answer(page('1', '1'));
    await call('fetchNext');
    await posts.last.answer(page('2', '2'));
    await rerender(<p>away</p>);
    await rerender(
      <Boundary>
        <Feed />
      </Boundary>,
    );
    expect(text()).toBe('1 2 >');
    expect(posts.requests).toHaveLength(2);
  });

  it('aborts the page in flight when it unmounts, if the endpoint says so', async () => {
    const { posts, unmount, call } = await show(getPosts(true));
    await posts.last.answer(page('1', '1'));
    await call('fetchNext');
    await unmount();
    expect(posts.last.signal?.aborted).toBe(true);
  });

  it('keeps the page in flight when it unmounts otherwise', async () => {
    const { posts, rerender, text, call, Feed } = await show();
    await posts.last.answer(page('1', '1'));
    await call('fetchNext');
    await rerender(<p>away</p>);
    await posts.last.answer(page('2'));
    await rerender(
      <Boundary>
        <Feed />
      </Boundary>,
    );
    expect(text()).toBe('1 2');
  });

  it('reads another list when its arguments change, in a transition while the old one is shown', async () => {
    const { store } = testStore();
    const posts = getPosts();
    const { Feed } = feed(posts);
    let setTag!: (tag: string) => void;
    function App(): ReactElement {
      const [tag, set] = useState('a');
      setTag = set;
      return <Feed tag={tag} />;
    }
    const { text } = await renderAsync(
      <Boundary>
        <App />
      </Boundary>,
      { store, strict },
    );
    await posts.last.answer(page('1', '1'));
    await act(async () => inTransition(() => setTag('b')));
    expect(posts.last.args).toEqual([{ tag: 'b' }]);
    await posts.last.answer(page('5', '5'));
    expect(text()).toBe('5 >');
    await act(async () => setTag('a'));
    expect(text()).toBe('1 >');
    expect(posts.requests).toHaveLength(2);
  });

  it('begins with the first page that a server has rendered', async () => {
    const posts = getPosts();
    const server = createStore();
    server.setResponse(posts.endpoint, { tag: 'a' }, page('1', '1'));
    const store = rehydrated(createStore(), dehydrate(server));
    server.dispose();
    const { Feed, seen } = feed(posts);
    const { text } = await renderAsync(<Feed tag="a" />, { store, strict });
    expect(text()).toBe('1 >');
    await act(async () => void seen.state!.fetchNext());
    await posts.last.answer(page('2'));
    expect(text()).toBe('1 2');
    expect(posts.requests).toHaveLength(1);
    store.dispose();
  });

  it('does nothing for null', async () => {
    const { store } = testStore();
    const posts = getPosts();
    function None(): ReactElement {
      const { items, data, hasNext } = useInfinite(posts.endpoint, null);
      return <b>{JSON.stringify([items, data, hasNext])}</b>;
    }
    const { text } = await renderAsync(<None />, { store, strict });
    expect(text()).toBe('[[],null,false]');
    expect(posts.requests).toHaveLength(0);
  });
});
