import { NetworkError, type Store } from 'streambed';
import { getProfile, User, UserResource } from './data.ts';

/** A failed read, and a change that the server refuses. */
export async function showErrors(store: Store) {
  console.log('Errors');
  await report(store.fetch(getProfile, { id: '99' }));
  const { status, data, error } = store.getState(getProfile, { id: '99' });
  console.log(`  the state: ${status}, ${data === undefined ? 'no data' : 'data'}, ${error?.name}`);

  const refused = store.fetch(UserResource.update, { id: '1' }, { name: '' });
  console.log(`  the name before the response: "${store.get(User, '1')?.name}"`);
  await report(refused);
  console.log(`  the name after it: "${store.get(User, '1')?.name}"`);
}

async function report(request: Promise<unknown>) {
  try {
    await request;
    throw new Error('The server accepts what it should refuse.');
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    // The server describes its errors as RFC 9457 says.
    console.log(`  ${error.status}: ${(error.body as { detail: string }).detail}`);
  }
}
