'use client';

import { useState } from 'react';
import { useSuspense } from 'streambed/react';
import { getUser } from './users';

export function UserName({ id }: { readonly id: string }) {
  const user = useSuspense(getUser, { id });
  const [count, setCount] = useState(0);
  return (
    <p>
      <b data-user={id}>{user.name}</b>{' '}
      <button onClick={() => setCount(count + 1)}>waved {count}</button>
    </p>
  );
}
