import { type Context, createComponent, type JSX } from 'solid-js';
import { escape, renderToString, ssr } from 'solid-js/web';
import {
  createStore,
  type EndpointState,
  type ReadEndpoint,
  type Store,
} from '../../../src/index.ts';
import type { Rendered } from './Mounted.ts';

interface SolidPage {
  readonly StoreContext: Context<Store | undefined>;
  readonly getUsers: ReadEndpoint;
  readonly useUsers: (
    team: () => string | null,
  ) => () => EndpointState<readonly { readonly name: string }[]>;
}

/** Renders as `<For>` does, without a compiler for JSX. */
export async function mount({
  StoreContext,
  useUsers: readUsers,
  getUsers,
}: SolidPage): Promise<Rendered> {
  const store = createStore();
  await store.fetchIfStale(getUsers, { team: 'a' });
  const show = () => {
    const users = readUsers(() => 'a');
    return users().data?.map(({ name }) => row(name));
  };
  const html = renderToString(() =>
    createComponent(StoreContext.Provider, {
      value: store,
      get children() {
        return show();
      },
    }),
  );
  return { html, store };
}

function row(name: string): JSX.Element {
  const element: unknown = ssr(['<li>', '</li>'], escape(name));
  // The cast holds: on a server, elements are what `ssr` returns.
  return element as JSX.Element;
}
