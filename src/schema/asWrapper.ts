import type { Query } from './Query.ts';
import type { Scalar } from './Scalar.ts';
import type { SchemaMethods } from './Schema.ts';
import type { Wrapper } from './Wrapper.ts';

/** The wrapper that a schema is, told by its shape: an import would put all of them into every bundle. */
export function asWrapper(schema: SchemaMethods): Wrapper | undefined {
  return 'wraps' in schema && 'schema' in schema ? (schema as unknown as Wrapper) : undefined;
}

/** Whether a schema is a Query, likewise. */
export function isQuery(schema: SchemaMethods): schema is Query {
  return asWrapper(schema)?.wraps === 'query';
}

/** Whether a schema is a Scalar, likewise. */
export function isScalar(schema: SchemaMethods): schema is Scalar & SchemaMethods {
  return 'lensOf' in schema && 'cell' in schema;
}
