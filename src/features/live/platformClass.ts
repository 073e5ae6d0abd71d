import { StreambedError } from '../../shared/StreambedError.ts';

/** The global class of a transport. Throws `SB_OPTION_INVALID` if the platform has none. */
export function platformClass(owner: string, name: 'EventSource' | 'WebSocket'): unknown {
  const found: unknown = Reflect.get(globalThis, name);
  if (found) return found;
  throw new StreambedError(
    'SB_OPTION_INVALID',
    `${owner}: this platform has no global ${name}; pass one in the option ${name}.`,
  );
}
