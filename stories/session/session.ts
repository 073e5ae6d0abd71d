import { BehaviorSubject, distinctUntilChanged, skip, tap } from 'rxjs';
import { Entity, type Interceptor, NetworkError, RestEndpoint, type StorePlugin } from 'streambed';
import { User } from '../resources/User.ts';

/** The token of the session. Empty: no session. */
export const token$ = new BehaviorSubject('');

/** Sends the token. A refused one is forgotten: the server has ended the session. */
export const authorize: Interceptor = (request, next) => {
  const token = token$.getValue();
  if (token === '') return next(request);
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  return next({ ...request, headers }).pipe(
    tap({
      error(reason: unknown) {
        const isRefused = reason instanceof NetworkError && reason.status === 401;
        if (isRefused && token$.getValue() === token) token$.next('');
      },
    }),
  );
};

/** Empties the store when a session ends, whatever has ended it. */
export const forgetAtLogOut: StorePlugin = (store) =>
  token$.pipe(distinctUntilChanged(), skip(1)).subscribe((token) => {
    if (token === '') void store.reset();
  });

class Note extends Entity {
  id = 0;
  text = '';
  static override readonly key = 'Note';
}

export const logIn = new RestEndpoint({
  path: '/session',
  method: 'POST',
  body: {} as { id: string; password: string },
  process: (value) => value as { readonly token: string },
});

export const logOut = new RestEndpoint({ path: '/session', method: 'DELETE' });

export const getMe = new RestEndpoint({ path: '/me', schema: User });

export const getNotes = new RestEndpoint({ path: '/me/notes', schema: [Note] });
