import type { ReactElement } from 'react';
import { useStore, useSuspense } from 'streambed/react';
import { Avatar } from '../ui/Avatar.tsx';
import { apiUrl } from '../ui/apiUrl.ts';
import { Card } from '../ui/Card.tsx';
import { getMe, getNotes, logOut, token$ } from './session.ts';

/** The user of the session with its private notes, and two ways to end the session. */
export function OwnNotes(): ReactElement {
  const store = useStore();
  const { name } = useSuspense(getMe);
  const notes = useSuspense(getNotes);

  async function leave(): Promise<void> {
    await store.fetch(logOut);
    token$.next('');
  }

  /** Ends the session as a server does after some time. The next request learns of it. */
  async function endOnServer(): Promise<void> {
    await fetch(`${apiUrl()}/_control/sessions`, { method: 'DELETE' });
    // The interceptor handles the failure.
    await store.fetch(getNotes).catch(() => {});
  }

  return (
    <Card title={`Notes of ${name}`} aside={<Avatar name={name} />}>
      <ul className="list" aria-label="Notes">
        {notes.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <div className="buttons spaced">
        <button type="button" className="button" onClick={() => void leave()}>
          Log out
        </button>
        <button type="button" className="button quiet" onClick={() => void endOnServer()}>
          Let the session expire
        </button>
      </div>
    </Card>
  );
}
