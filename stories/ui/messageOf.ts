import { NetworkError } from 'streambed';

/** The `detail` of the demo API's response, else the text of the error. */
export function messageOf(reason: unknown): string {
  if (reason instanceof NetworkError) {
    const { body, status } = reason;
    if (status === 0) return 'The demo API does not respond. npm start runs it.';
    const detail = typeof body === 'object' && body !== null && 'detail' in body && body.detail;
    if (typeof detail === 'string') return detail;
  }
  return reason instanceof Error ? reason.message : String(reason);
}
