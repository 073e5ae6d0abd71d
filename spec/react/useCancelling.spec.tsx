import { act } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { useCancelling, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { inTransition } from './support/inTransition.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remoteWith } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

describe.each(modes)('useCancelling %s', (_, strict) => {
  async function renderSearch() {
    const { store, clock } = testStore();
    const search = remoteWith<[{ query: string }]>()('search');
    let show!: (query: string) => void;
    const Results = (): ReactElement => {
      const [query, setQuery] = useState('a');
      show = setQuery;
      return <b>{useSuspense(useCancelling(search.endpoint, { query }), { query })}</b>;
    };
    const screen = await renderAsync(
      <Boundary>
        <Results />
      </Boundary>,
      { store, strict },
    );
    await search.last.answer('results of a');
    /** In a transition, as for typed text: the old content stays. */
    const type = (query: string): Promise<void> => act(async () => inTransition(() => show(query)));
    const pass = (ms: number): Promise<void> => act(async () => clock.advance(ms));
    return { ...screen, store, search, type, pass };
  }

  it('aborts the request of the previous arguments', async () => {
    const { search, type, pass, text } = await renderSearch();
    await type('ab');
    const [, second] = search.requests;
    expect(second?.signal?.aborted).toBe(false);
    await type('abc');
    await pass(200);
    expect(second?.signal?.aborted).toBe(true);
    expect(search.last.signal?.aborted).toBe(false);
    await search.last.answer('results of abc');
    expect(text()).toBe('results of abc');
    expect(search.requests).toHaveLength(3);
  });

  it('does not abort a request that another component waits for', async () => {
    const { store, clock } = testStore();
    const search = remoteWith<[{ query: string }]>()('search');
    let show!: (query: string) => void;
    const Results = (): ReactElement => {
      const [query, setQuery] = useState('a');
      show = setQuery;
      return <b>{useSuspense(useCancelling(search.endpoint, { query }), { query })}</b>;
    };
    const Other = (): ReactElement => (
      <b>{useSuspense(useCancelling(search.endpoint, { query: 'ab' }), { query: 'ab' })}</b>
    );
    const { text } = await renderAsync(
      <>
        <Boundary>
          <Results />
        </Boundary>{' '}
        <Boundary>
          <Other />
        </Boundary>
      </>,
      { store, strict },
    );
    const requestFor = (query: string) =>
      search.requests.find(({ args }) => args[0].query === query)!;
    await requestFor('a').answer('A');
    await act(async () => inTransition(() => show('ab')));
    await act(async () => inTransition(() => show('a')));
    await act(async () => clock.advance(200));
    expect(requestFor('ab').signal?.aborted).toBe(false);
    await requestFor('ab').answer('AB');
    expect(text()).toBe('A AB');
    expect(search.requests).toHaveLength(2);
  });

  it('aborts the request when the component unmounts', async () => {
    const { search, type, unmount, pass } = await renderSearch();
    await type('ab');
    await unmount();
    await pass(200);
    expect(search.last.signal?.aborted).toBe(true);
  });

  it('can unmount after the store was disposed', async () => {
    const { store, unmount } = await renderSearch();
    store.dispose();
    await unmount();
    expect(store.stats().subscribers).toBe(0);
  });

  it('returns the same endpoint in every render', async () => {
    const { store } = testStore();
    const search = remoteWith<[{ query: string }]>()('search');
    const given = new Set<unknown>();
    const Page = ({ query }: { query: string }): ReactElement => {
      given.add(useCancelling(search.endpoint, { query }));
      return <b />;
    };
    const { rerender } = await renderAsync(<Page query="a" />, { store });
    await rerender(<Page query="b" />);
    expect(given.size).toBe(1);
  });
});
