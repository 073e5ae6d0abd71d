import type { EndpointState, ExpiryStatus } from 'streambed';
import { paint, type Colour } from './paint.ts';

const colours: Record<ExpiryStatus, Colour> = { invalid: 'dim', valid: 'green', stale: 'yellow' };

/** Describes the state of an endpoint in one line. */
export function describeState(state: EndpointState<readonly unknown[]>): string {
  const parts = [state.data ? `${state.data.length} rows` : 'no data'];
  if (state.fetching) parts.push('request in flight');
  if (state.error) parts.push(paint('red', state.error.message));
  return `${paint(colours[state.status], state.status.padEnd(7))}  ${parts.join(', ')}`;
}
