import { apiUrl } from './apiUrl.ts';

/** Tells the demo API to misbehave, e.g. `{ failNext: 1 }`. Not part of any request log. */
export async function control(settings: {
  delay?: number;
  fail?: number;
  failNext?: number;
}): Promise<void> {
  await fetch(`${apiUrl()}/_control`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
}
