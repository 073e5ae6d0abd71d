'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { AsyncBoundary, type ErrorFallbackProps, useStore, useSuspense } from 'streambed/react';
import { getMe, User } from '../data';
import { messageOf } from '../messageOf';
import { logIn, rename } from './actions';

export function Me() {
  return (
    <AsyncBoundary fallback={<p className="note">Loading …</p>} errorComponent={LoggedOut}>
      <Greeting />
    </AsyncBoundary>
  );
}

function Greeting() {
  const store = useStore();
  const router = useRouter();
  const { id, name } = useSuspense(getMe);
  const [isPending, startTransition] = useTransition();

  async function renameAndSet() {
    store.set(User, await rename(id, name.toUpperCase()));
  }

  /** Not enough: this renders server components again, and the store keeps what it has. */
  function renameAndRefresh() {
    startTransition(async () => {
      await rename(id, name.toUpperCase());
      startTransition(() => router.refresh());
    });
  }

  return (
    <>
      <p>{`Hello, ${name}.`}</p>
      <button onClick={() => void renameAndSet()}>Capitals</button>{' '}
      <button onClick={renameAndRefresh} disabled={isPending}>
        Capitals, but only refresh
      </button>
    </>
  );
}

function LoggedOut({ error, resetErrorBoundary }: ErrorFallbackProps) {
  async function logInAndRetry() {
    await logIn();
    resetErrorBoundary();
  }
  return (
    <>
      <p>{messageOf(error)}</p>
      <button onClick={() => void logInAndRetry()}>Log in</button>
    </>
  );
}
