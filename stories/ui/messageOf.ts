import { NetworkError } from 'streambed';

/** What the demo API says in the `detail` of its answer, else the text of what was thrown. */
export function messageOf(reason: unknown): string {
  if (reason instanceof NetworkError) {
    const { body, status } = reason;
    if (status === 0) return 'The demo API does not answer. npm start runs it.';
    const detail = typeof body === 'object' && body !== null && 'detail' in body && body.detail;
    if (typeof detail === 'string') return detail;
  }
  return reason instanceof Error ? reason.message : String(reason);
}
