import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { isOfKind } from '../../data/schema/Polymorphic.ts';
import { isTransient } from '../../kernel/requests/retryWait.ts';
import type { Outcome } from './OfflineOptions.ts';

/** What becomes of a mutation by default. */
export function outcomeOf(error: Error, endpoint: EndpointInterface): Outcome {
  const { status } = error as { readonly status?: unknown };
  if (isTransient(error) || status === 425) return 'retry';
  if (status === 401) return 'pause';
  const isGone = status === 404 || status === 410;
  return isGone && isOfKind(endpoint.schema, 'Invalidate') ? 'done' : 'fail';
}
