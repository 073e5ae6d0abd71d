import type { ReadEndpoint } from '../endpoint/ReadEndpoint.ts';
import type { Store } from '../store/Store.ts';
import { inactiveReader } from './inactiveReader.ts';
import { type Reader, readerOf } from './Reader.ts';
import { useLookUp } from './useLookUp.ts';

type Args = readonly unknown[];

/** What reads the key of a call: the same object as long as the key is the same, whatever the identity of the arguments. */
export function useReader(
  store: Store,
  endpoint: ReadEndpoint,
  args: Args,
): Reader | typeof inactiveReader {
  return useLookUp(lookUp, store, endpoint, args);
}

function lookUp(store: Store, endpoint: ReadEndpoint, args: Args): Reader | typeof inactiveReader {
  // The cast holds: the overloads of the hooks check the arguments.
  return args[0] === null ? inactiveReader : readerOf(store.observe(endpoint, ...(args as [null])));
}
