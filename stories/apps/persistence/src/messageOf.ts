import { NetworkError } from 'streambed';

/** A sentence for the user. The server sends one as `detail` (RFC 9457). */
export function messageOf(error: Error): string {
  if (!(error instanceof NetworkError)) return error.message;
  if (error.status === 0) return 'The server cannot be reached.';
  const { body } = error;
  if (typeof body === 'object' && body !== null && 'detail' in body) return String(body.detail);
  return `The server responds with status ${error.status}.`;
}
