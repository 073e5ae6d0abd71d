import { apiUrl } from './apiUrl.ts';

/** Sets faults of the demo API, e.g. `{ failNext: 1 }`. Appears in no request log. */
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
