import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { Entity, RestEndpoint, type Store } from 'streambed';
import {
  StoreProvider,
  useCache,
  useDLE,
  useFetch,
  useObservable,
  useQuery,
  useStore,
  useSuspense,
} from 'streambed/react';

export class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const getUser = new RestEndpoint({ path: '/api/users/:id', schema: User });
const getStale = getUser.extend({ dataExpiryLength: 0 });

function Name({ id, stale = false }: { readonly id: string; readonly stale?: boolean }) {
  const user = useSuspense(stale ? getStale : getUser, { id });
  return <b data-user={id}>{user.name}</b>;
}

function Counter(): ReactElement {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>clicked {count}</button>;
}

function Part({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <section>
      <Suspense fallback={<i>waiting</i>}>{children}</Suspense>
    </section>
  );
}

/** A user as the hooks that do not suspend show it, in one text. */
function Looks({ id }: { readonly id: string }): ReactElement {
  const { data, loading } = useDLE(getUser, { id });
  const cached = useCache(getUser, { id });
  const queried = useQuery(User, { id });
  const state = useObservable(useStore().observe(getUser, { id }));
  const { resolved } = useFetch(getUser, { id });
  const names = [data, cached, queried, state.data].map((user) => user?.name ?? 'none');
  return <em>{[...names, loading, resolved].join()}</em>;
}

/** `ids`: the users to show, each in its own boundary. `shell`: a user that the shell waits for. */
export interface AppProps {
  readonly store: Store;
  readonly ids: readonly string[];
  readonly shell?: string | undefined;
  /** A user read by hooks that do not suspend: in the shell, and below a read that suspends. */
  readonly looks?: string | undefined;
  readonly stale?: boolean;
}

/** The whole document. */
export function App({ store, ids, shell, looks, stale = false }: AppProps): ReactElement {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <link rel="icon" href="data:," />
        <title>Users</title>
      </head>
      <body>
        <StoreProvider store={store}>
          <Counter />
          {shell !== undefined && <Name id={shell} />}
          {looks !== undefined && (
            <>
              <Looks id={looks} />
              <Part>
                <Name id={looks} />
                <Looks id={looks} />
              </Part>
            </>
          )}
          {ids.map((id) => (
            <Part key={id}>
              <Name id={id} stale={stale} />
            </Part>
          ))}
        </StoreProvider>
      </body>
    </html>
  );
}
