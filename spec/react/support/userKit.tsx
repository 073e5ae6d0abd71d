import type { ReactElement } from 'react';
import type { EndpointOptions, Store } from 'streambed';
import { useSuspense } from 'streambed/react';
import type { ManualClock } from '../../support/ManualClock.ts';
import { Boundary } from './Boundary.tsx';
import { User } from './entities.ts';
import { remote } from './remote.ts';
import { type Rendered, renderAsync } from './renderAsync.tsx';
import { testStore } from './testStore.ts';

export type UserOptions = Pick<
  EndpointOptions,
  'cancel' | 'dataExpiryLength' | 'errorExpiryLength' | 'errorPolicy' | 'invalidIfStale'
>;

/** An endpoint of users. The spec settles its requests. */
export const getUsers = (options: UserOptions = {}) =>
  remote('getUser', { schema: User, ...options });

type Users = ReturnType<typeof getUsers>;

/** Suspends, then shows the name of a user. */
export function Name({ users, id = '1' }: { users: Users; id?: string }): ReactElement {
  return <b>{useSuspense(users.endpoint, { id }).name}</b>;
}

interface NamePage extends Rendered {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly users: Users;
}

/** Renders the name of user `1` in a boundary, with a store of its own. */
export async function renderName(strict: boolean, users = getUsers()): Promise<NamePage> {
  const { store, clock } = testStore();
  const page = await renderAsync(
    <Boundary>
      <Name users={users} />
    </Boundary>,
    { store, strict },
  );
  return { ...page, store, clock, users };
}
