import { type ReactElement, type ReactNode, Suspense } from 'react';
import type { Store } from 'streambed';
import { StoreProvider, useSuspense } from 'streambed/react';
import { User } from '../../../support/entities.ts';
import { remote } from '../../support/remote.ts';

/** Users that components read. The spec settles their requests. */
export function userKit() {
  const users = remote('getUser', { schema: User });
  const requestOf = (id: string) => {
    const request = users.requests.find(({ args }) => args[0].id === id);
    if (!request) throw new Error(`No component has read user ${id}.`);
    return request;
  };
  function Name({ id }: { readonly id: string }): ReactElement {
    return <b>{useSuspense(users.endpoint, { id }).name}</b>;
  }
  return { ...users, requestOf, Name };
}

/** A whole document with `children` in its body. */
export function Page(props: { readonly store: Store; readonly children: ReactNode }): ReactElement {
  return (
    <html lang="en">
      <head>
        <title>Page</title>
      </head>
      <body>
        <StoreProvider store={props.store}>{props.children}</StoreProvider>
      </body>
    </html>
  );
}

/** A boundary with the fallback `waiting`. */
export function Waiting({ children }: { readonly children: ReactNode }): ReactElement {
  return <Suspense fallback={<i>waiting</i>}>{children}</Suspense>;
}
