import { createStore, type Interceptor, type Store } from 'streambed';
import { devtools } from 'streambed/devtools';
import { persist, storedKeys } from 'streambed/persist';
import { StationResource } from '../stations/Station';
import { stationIdIn } from '../useHash';

export interface User {
  readonly id: string;
  readonly name: string;
}

interface Ticket {
  readonly user: User;
  readonly token: string;
}

/** A user with a store of its own. */
export interface Session extends Ticket {
  readonly store: Store;
}

const STORED_AS = 'riverside-session';

/** The session before the reload, if there is one. */
export async function continueSession(): Promise<Session | undefined> {
  const stored = localStorage.getItem(STORED_AS);
  return stored === null ? undefined : begin(JSON.parse(stored) as Ticket);
}

export async function logIn(id: string): Promise<Session> {
  const response = await fetch('/api/session', { method: 'POST', body: JSON.stringify({ id }) });
  if (!response.ok) throw new Error(`The server responds with status ${response.status}.`);
  const ticket = (await response.json()) as Ticket;
  localStorage.setItem(STORED_AS, JSON.stringify(ticket));
  return begin(ticket);
}

/** Resolves when nothing of the user is left on the device. It needs no server. */
export async function logOut({ store, token }: Session): Promise<void> {
  localStorage.removeItem(STORED_AS);
  const headers = { authorization: `Bearer ${token}` };
  void fetch('/api/session', { method: 'DELETE', headers }).catch(() => {});
  await store.reset();
  store.dispose();
}

async function begin({ user, token }: Ticket): Promise<Session> {
  const store = createStore({
    // Stations change rarely: until then, a reload needs no request.
    dataExpiryLength: 600_000,
    interceptors: [authorize(token)],
    // Each user has a storage of its own: another user finds nothing in it.
    // Without a network, a slow device had rather wait for a long list than fail after a second.
    plugins: [persist({ name: `riverside-${user.id}`, loadTimeout: 10_000 }), devtools()],
  });
  // What the first page shows is loaded before it is rendered, so it needs no fallback.
  const id = stationIdIn(window.location.hash);
  await storedKeys(store, [
    [StationResource.getList],
    ...(id === undefined ? [] : [[StationResource.get, { id }] as const]),
  ]);
  return { user, token, store };
}

function authorize(token: string): Interceptor {
  return (request, next) =>
    next({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
}
