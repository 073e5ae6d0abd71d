import type {
  EndpointInterface,
  OptimisticSnapshot,
} from '../../data/endpoint/EndpointInterface.ts';
import type { TableReader } from '../table/TableReader.ts';
import { readEndpoint, readSchema, readStored } from '../views/readState.ts';

/** A function throws it if it predicts no response. */
export const ABORT = /* @__PURE__ */ new Error(
  'No optimistic response: the function threw snapshot.abort.',
);

/** What the function of a layer reads: the state below the layer. */
export function snapshotOf(state: TableReader, fetchedAt: number): OptimisticSnapshot {
  // The casts are safe: a value has the type of the schema it is read with.
  return {
    fetchedAt,
    abort: ABORT,
    get: (schema, ...args) => readSchema(state, schema, args) as never,
    getResponse: (endpoint: EndpointInterface, ...args: readonly unknown[]) => {
      const row = state.result(endpoint.key(...(args as never[])));
      if (!row?.hasResult) return readEndpoint(state, endpoint, args) as never;
      return readStored(state, endpoint.schema, row.result, args) as never;
    },
  };
}
