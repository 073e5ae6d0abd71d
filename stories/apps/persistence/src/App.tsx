import { useState } from 'react';
import { StreambedDevtools } from 'streambed/devtools/react';
import { AsyncBoundary, StoreProvider } from 'streambed/react';
import { Failure } from './Failure';
import { LogIn } from './session/LogIn';
import { logOut, type Session } from './session/session';
import { StationPage } from './stations/StationPage';
import { StationsPage } from './stations/StationsPage';
import { StorageNote } from './StorageNote';
import { stationIdIn, useHash } from './useHash';

/** `session` is the one before the reload. */
export function App({ session: first }: { session: Session | undefined }) {
  const [session, setSession] = useState(first);
  const [leaving, setLeaving] = useState(false);
  const hash = useHash();

  async function leave(left: Session) {
    // First the page forgets the data, or it would fetch it again.
    setSession(undefined);
    setLeaving(true);
    await logOut(left);
    setLeaving(false);
  }

  if (leaving) return <p className="loading">Logging out …</p>;
  if (!session) return <LogIn onSession={setSession} />;
  const id = stationIdIn(hash);
  return (
    <StoreProvider store={session.store}>
      <header>
        <strong>Stations of {session.user.name}</strong>
        <StorageNote />
        <button onClick={() => void leave(session)}>Log out</button>
      </header>
      <main>
        <AsyncBoundary
          key={hash}
          fallback={<p className="loading">Loading …</p>}
          errorComponent={Failure}
        >
          {id === undefined ? <StationsPage /> : <StationPage id={id} />}
        </AsyncBoundary>
      </main>
      <StreambedDevtools />
    </StoreProvider>
  );
}
