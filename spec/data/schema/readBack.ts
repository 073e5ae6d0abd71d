import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';

/** The value that an observer of `schema` gets for the response `input`. */
export function readBack<S>(schema: S, input: unknown, args: readonly unknown[] = []) {
  const { result, entities } = normalize(schema, input, args);
  return denormalize(schema, result, entities, args);
}
