import { act } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode, useMemo } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { map } from 'rxjs';
import { All, createStore, type DehydratedState, Entity } from 'streambed';
import {
  StoreProvider,
  useCache,
  useDLE,
  useError,
  useFetch,
  useObservable,
  useQuery,
  useStore,
  useStream,
} from 'streambed/react';
import { createServerStore, type ServerStore } from 'streambed/ssr';
import { modes } from '../support/modes.ts';
import { quietConsole } from '../support/quietConsole.ts';
import { remote } from '../support/remote.ts';
import { User } from '../../support/entities.ts';
import { rehydrated } from '../../support/rehydrated.ts';

quietConsole();

class Post extends Entity {
  id = '';
  title = '';
  author = User.fromJS();
  static override key = 'Post';
  static override schema = { author: User };
}

const args = { id: '1' };
const allUsers = new All(User);

/** A page whose data the spec sets. */
function pageKit() {
  const users = remote('getUser', { schema: User });
  const posts = remote('getPost', { schema: Post });
  const stores: { dispose(): void }[] = [];
  const server = createServerStore();
  stores.unshift(server);
  const html = (ui: ReactNode): string =>
    renderToString(<StoreProvider store={server}>{ui}</StoreProvider>).replaceAll('<!-- -->', '');
  /** Hydrates the HTML of `ui` with the parts that were sent. */
  const takeOver = async (ui: ReactNode, text: string, strict: boolean) => {
    const store = rehydrated(createStore(), ...internalsOf(server));
    stores.unshift(store);
    const container = document.createElement('div');
    container.innerHTML = text;
    const problems: unknown[] = [];
    const page = <StoreProvider store={store}>{ui}</StoreProvider>;
    await act(async () => {
      const onRecoverableError = (error: unknown): void => void problems.push(error);
      const all = strict ? <StrictMode>{page}</StrictMode> : page;
      const root = hydrateRoot(container, all, { onRecoverableError });
      stores.unshift({ dispose: () => act(() => root.unmount()) });
    });
    return { problems, shown: container.textContent };
  };
  const end = (): void => {
    for (const store of stores) store.dispose();
  };
  return { users, posts, server, html, takeOver, end };
}

/** The parts as they arrive: through text. */
function internalsOf(server: ServerStore): DehydratedState[] {
  const part = server.takePart();
  return part ? [JSON.parse(JSON.stringify(part)) as DehydratedState] : [];
}

type Kit = ReturnType<typeof pageKit>;

/** The text that each hook shows, before and after the data has come. */
const hooks: Record<string, readonly [show: (kit: Kit) => string, before: string, after: string]> =
  {
    useDLE: [
      ({ users }) => {
        const { data, loading, fetching } = useDLE(users.endpoint, args);
        return `${data?.name} ${loading} ${fetching}`;
      },
      'undefined true true',
      'Ann false false',
    ],
    useCache: [({ users }) => `${useCache(users.endpoint, args)?.name}`, 'undefined', 'Ann'],
    useFetch: [({ users }) => `${useFetch(users.endpoint, args).resolved}`, 'false', 'true'],
    useError: [
      ({ users }) => `${useError(users.endpoint, args)?.message}`,
      'undefined',
      'undefined',
    ],
    useQuery: [() => `${useQuery(User, args)?.name}`, 'undefined', 'Ann'],
    'useQuery of all': [() => `${useQuery(allUsers)?.length}`, 'undefined', '1'],
    'useObservable of a state': [
      ({ users }) => {
        const { data, status } = useObservable(useStore().observe(users.endpoint, args));
        return `${data?.name} ${status}`;
      },
      'undefined invalid',
      'Ann valid',
    ],
    'useObservable of a status': [
      ({ users }) => useObservable(useStore().observe(users.endpoint, args).status$),
      'invalid',
      'valid',
    ],
    'useObservable of a selection': [
      ({ users }) => `${useObservable(useStore().select(users.endpoint, args))?.name}`,
      'undefined',
      'Ann',
    ],
    'useStream of a query': [
      () => {
        const store = useStore();
        return `${useStream(useMemo(() => store.query(User, args), [store]))?.name}`;
      },
      'undefined',
      'Ann',
    ],
  };

/** A component of a hook, and all texts that it has rendered. */
function shower(kit: Kit, show: (kit: Kit) => string) {
  const rendered: string[] = [];
  function Show(): ReactElement {
    const text = show(kit);
    rendered.push(text);
    return <b>{text}</b>;
  }
  return { Show, rendered };
}

describe.each(modes)('a page whose data comes during the render %s', (_, strict) => {
  let kit: Kit;
  beforeEach(() => {
    kit = pageKit();
  });
  afterEach(() => kit.end());

  it.each(Object.keys(hooks))(
    'hydrates as it was rendered, then shows the data: %s',
    async (name) => {
      const [show, before, after] = hooks[name];
      const { users, server, html, takeOver } = kit;
      const { Show, rendered } = shower(kit, show);
      expect(html(<Show />)).toBe(`<b>${before}</b>`);
      server.setResponse(users.endpoint, args, { id: '1', name: 'Ann' });
      server.observe(users.endpoint, args);
      // A later part of the page shows the same.
      expect(html(<Show />)).toBe(`<b>${before}</b>`);
      rendered.length = 0;
      const { problems, shown } = await takeOver(<Show />, `<b>${before}</b>`, strict);
      expect(problems).toEqual([]);
      expect(rendered[0]).toBe(before);
      expect(shown).toBe(after);
    },
  );

  it.each(Object.keys(hooks))(
    'hydrates with the data of its render although other data came later: %s',
    async (name) => {
      const [show, , after] = hooks[name];
      const { users, posts, server, html, takeOver } = kit;
      const { Show, rendered } = shower(kit, show);
      server.setResponse(users.endpoint, args, { id: '1', name: 'Ann' });
      expect(html(<Show />)).toBe(`<b>${after}</b>`);
      // Other data arrives.
      server.setResponse(posts.endpoint, args, { id: '1', title: 'Post', author: args });
      server.observe(posts.endpoint, args);
      expect(html(<Show />)).toBe(`<b>${after}</b>`);
      rendered.length = 0;
      const { problems } = await takeOver(<Show />, `<b>${after}</b>`, strict);
      expect(problems).toEqual([]);
      expect(rendered[0]).toBe(after);
    },
  );

  it('hydrates with the earlier state of an entity that changed during the render', async () => {
    const { users, server, html, takeOver } = kit;
    const { Show, rendered } = shower(kit, () => `${useQuery(User, args)?.name}`);
    server.set(User, { id: '1', name: 'Ann' });
    expect(html(<Show />)).toBe('<b>Ann</b>');
    server.setResponse(users.endpoint, args, { id: '1', name: 'Ann B.' });
    server.observe(users.endpoint, args);
    rendered.length = 0;
    const { problems, shown } = await takeOver(<Show />, '<b>Ann</b>', strict);
    expect(problems).toEqual([]);
    expect([rendered[0], shown]).toEqual(['Ann', 'Ann B.']);
  });

  it('shows no value of a plain stream before the browser has subscribed to it', async () => {
    const { users, server, html, takeOver } = kit;
    const { Show, rendered } = shower(kit, () => {
      const store = useStore();
      const name$ = useMemo(
        () => store.observe(users.endpoint, args).data$.pipe(map(({ name }) => name)),
        [store],
      );
      return useObservable(name$, 'none');
    });
    server.setResponse(users.endpoint, args, { id: '1', name: 'Ann' });
    expect(html(<Show />)).toBe('<b>none</b>');
    const { problems, shown } = await takeOver(<Show />, '<b>none</b>', strict);
    expect(problems).toEqual([]);
    expect([rendered[0], shown]).toEqual(['none', 'Ann']);
  });

  it('shows an error from before the render as missing data, because errors are not sent', async () => {
    const { users, server, html } = kit;
    const { Show } = shower(kit, () => {
      const { loading, error } = useDLE(users.endpoint, args);
      return `${loading} ${error?.message}`;
    });
    server.setError(users.endpoint, args, new Error('down'));
    expect(html(<Show />)).toBe('<b>true undefined</b>');
  });
});
