import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { INVALID } from '../schema/INVALID.ts';
import { Inference } from './Inference.ts';
import { ViewGraph } from './ViewGraph.ts';
import type { ViewedState } from './ViewedState.ts';

type Args = readonly unknown[];

/** The part of an endpoint that decides what can be inferred before its first response. */
type Inferable = Pick<EndpointInterface, 'schema' | 'infer'>;

/** The value of a schema for args; `undefined` if the table has none. Memoizes nothing. */
export function readSchema(state: ViewedState, schema: unknown, args: Args): unknown {
  return readStored(state, schema, storedOf(state, schema, args), args);
}

/**
 * The inferred value of an endpoint without a response: as `readSchema`, but also `undefined` if an
 * object lacks a member. Memoizes nothing.
 */
export function readEndpoint(state: ViewedState, endpoint: Inferable, args: Args): unknown {
  return readStored(state, endpoint.schema, storedOfEndpoint(state, endpoint, args), args);
}

/** The normalized form of what `readSchema` returns. */
export function storedOf(state: ViewedState, schema: unknown, args: Args): unknown {
  return inferenceIn(state).queryKey(schema, args);
}

/** The normalized form of what `readEndpoint` returns. */
export function storedOfEndpoint(state: ViewedState, endpoint: Inferable, args: Args): unknown {
  return inferenceIn(state).ofEndpoint(endpoint, args);
}

function inferenceIn({ entities }: ViewedState): Inference {
  return new Inference(new ViewGraph(entities, true));
}

/** The value of a normalized form; `undefined` if something that it requires is missing. */
export function readStored(
  { entities }: Pick<ViewedState, 'entities'>,
  schema: unknown,
  stored: unknown,
  args: Args,
): unknown {
  const read = (graph: ViewGraph): unknown => {
    const value = graph.readOnce(args, () => graph.unvisit(schema, stored));
    return value === INVALID ? undefined : value;
  };
  const graph = new ViewGraph(entities, true);
  const value = read(graph);
  // Only a graph with dependencies finds what was made of an object that became no value.
  return graph.early.hasWithdrawn ? read(new ViewGraph(entities)) : value;
}
