'use server';

import { cookies } from 'next/headers';
import { apiUrl } from '../apiUrl';

/** Stands for a form with a password: `hunter2` is the session of the first person. */
export async function logIn() {
  (await cookies()).set('session', 'hunter2', { httpOnly: true });
}

/** Changes the name on the server and returns the person. */
export async function rename(id: string, name: string): Promise<{ id: string; name: string }> {
  const response = await fetch(`${apiUrl}/users/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  if (!response.ok) throw new Error(`The API responds with status ${response.status}.`);
  return response.json();
}
