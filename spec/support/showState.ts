import type { EndpointState } from '../../src/kernel/streams/EndpointState.ts';

/**
 * A state in one line: `'invalid fetching'`, `'valid Ann'`, `'stale Ann fetching'`, `'valid Ann
 * failed: down'`. Entities are printed by name, lists by their members.
 */
export function showState(state: EndpointState<unknown>): string {
  const parts = [state.status as string];
  if (state.data !== undefined) parts.push(showData(state.data));
  if (state.error) parts.push(`failed: ${state.error.message}`);
  if (state.fetching) parts.push('fetching');
  return parts.join(' ');
}

/** Names instead of whole entities. */
export function showData(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(showData).join(' ')}]`;
  if (typeof data === 'object' && data !== null && 'name' in data) return String(data.name);
  return typeof data === 'string' ? data : JSON.stringify(data);
}
