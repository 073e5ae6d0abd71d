import type { PendingMutation } from '../../inspect/outboxIn.ts';
import { formatTime } from '../components/format.ts';
import { countdown } from '../components/statusText.ts';

/** Why a mutation is in the outbox. `callOf` is another one in words. */
export function waitText(
  { attempts, nextTryAt = 0, status, waitsFor }: PendingMutation,
  pending: readonly PendingMutation[],
  now: number,
  callOf: (mutation: PendingMutation) => string,
): string {
  switch (status) {
    case 'sending':
      return `Try ${attempts} is in flight.`;
    case 'failed':
      return 'It was refused, and is kept until it is retried or discarded.';
    case 'paused':
      return 'The outbox is paused.';
    case 'waiting': {
      const earlier = pending.filter(({ id }) => waitsFor.includes(id));
      if (earlier.length > 0) return `It is sent after ${earlier.map(callOf).join(', ')}.`;
      if (nextTryAt <= now) return 'It is its turn, unless another tab sends it.';
      return `Try ${attempts + 1} is due at ${formatTime(nextTryAt)}, in ${countdown(nextTryAt - now)}.`;
    }
  }
}
