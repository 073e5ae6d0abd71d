'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useStore, useSuspense } from 'streambed/react';
import { rename } from './actions';
import { getMe, User } from './users';

export function Me() {
  const store = useStore();
  const router = useRouter();
  const me = useSuspense(getMe);
  const [isPending, startTransition] = useTransition();

  /** `router.refresh()` renders server components again; the store keeps its data. */
  const renameAndRefresh = () =>
    startTransition(async () => {
      await rename('Anna');
      startTransition(() => router.refresh());
    });
  const renameAndSet = async () => {
    store.set(User, await rename('Anna'));
  };

  return (
    <p>
      <b id="me">{`Hello, ${me.name}.`}</b>{' '}
      <button onClick={renameAndRefresh}>{isPending ? 'refreshing' : 'rename and refresh'}</button>{' '}
      <button onClick={renameAndSet}>rename and set</button>
    </p>
  );
}
