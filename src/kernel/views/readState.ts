import { INVALID } from '../../data/schema/INVALID.ts';
import type { Args } from '../../shared/copyArgs.ts';
import type { TableReader } from '../table/TableReader.ts';
import { Inference, type InferringEndpoint } from './Inference.ts';
import { ViewGraph } from './ViewGraph.ts';

/** Infers from a table, without dependencies. */
export function inferenceIn(table: TableReader): Inference {
  return new Inference(new ViewGraph(table, true));
}

/** The value of a schema for args; `undefined` if the table has none. Memoizes nothing. */
export function readSchema(table: TableReader, schema: unknown, args: Args): unknown {
  return readStored(table, schema, inferenceIn(table).queryKey(schema, args), args);
}

/**
 * The inferred value of an endpoint without a response: as `readSchema`, but also `undefined` if an
 * object lacks a member. Memoizes nothing.
 */
export function readEndpoint(table: TableReader, endpoint: InferringEndpoint, args: Args): unknown {
  return readStored(table, endpoint.schema, inferenceIn(table).ofEndpoint(endpoint, args), args);
}

/** The value of a normalized form; `undefined` if something that it requires is missing. */
export function readStored(
  table: TableReader,
  schema: unknown,
  stored: unknown,
  args: Args,
): unknown {
  const read = (graph: ViewGraph): unknown =>
    graph.readOnce(args, () => graph.unvisit(schema, stored));
  const graph = new ViewGraph(table, true);
  let value = read(graph);
  // Only a graph with dependencies finds what was made of an object that became no value.
  if (graph.hasWithdrawn) value = read(new ViewGraph(table));
  return value === INVALID ? undefined : value;
}
