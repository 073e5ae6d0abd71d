import { isPlainObject } from '../shared/isPlainObject.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/**
 * The parameters of a call as an object; an empty one for undefined and null. Throws
 * `SB_KEY_UNSUPPORTED` for values that would lose their content: primitives, arrays, dates, maps,
 * FormData and the like.
 */
export function membersOf(params: unknown, owner: string): Readonly<Record<string, unknown>> {
  if (params === undefined || params === null) return {};
  if (isPlainObject(params)) return params;
  const tag = Object.prototype.toString.call(params).slice(8, -1);
  // An object with this tag keeps its content in its members.
  if (typeof params === 'object' && tag === 'Object') return params as Record<string, unknown>;
  throw new StreambedError(
    'SB_KEY_UNSUPPORTED',
    `Endpoint "${owner}": parameters must be an object like { id: 1 }, not a value of type ${tag}.`,
  );
}
