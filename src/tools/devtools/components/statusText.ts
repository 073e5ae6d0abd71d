import type { EndpointState } from '../../../kernel/streams/EndpointState.ts';

/** The status of a key in one word; a failure counts more than the status. */
export function statusOf({ error, status }: EndpointState<unknown>): string {
  return error ? 'failed' : status;
}

/** `42 s`, `4:05`, `3 h`, `12 d`. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
  const hours = Math.round(seconds / 3_600);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}
