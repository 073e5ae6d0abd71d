import { StreambedError } from '../shared/StreambedError.ts';
import type { RestOptions } from './RestOptions.ts';

/** The part of an endpoint that `extend` of a resource uses. */
interface Extendable {
  extend(options: Partial<RestOptions>): unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Adds `extend` to the members of a resource. `label` prefixes the names of added endpoints. */
export function withExtend(members: Members, label: string): Members {
  const resource: Members = {
    ...members,
    extend(change: unknown, options?: Partial<RestOptions>): Members {
      return withExtend({ ...members, ...changesOf(change, options) }, label);
    },
  };
  return resource;

  function changesOf(change: unknown, options: Partial<RestOptions> = {}): Members {
    if (typeof change === 'function') return (change as (base: Members) => Members)(resource);
    if (typeof change === 'string') {
      const isAdded = members[change] === undefined;
      const named = isAdded ? { name: `${label}.${change}`, ...options } : options;
      return { [change]: extended(isAdded ? 'get' : change, named) };
    }
    const all = Object.entries(change as Readonly<Record<string, Partial<RestOptions>>>);
    return Object.fromEntries(all.map(([name, given]) => [name, extended(name, given)]));
  }

  function extended(name: string, options: Partial<RestOptions>): unknown {
    const endpoint = members[name] as Partial<Extendable> | undefined;
    if (typeof endpoint?.extend === 'function') return endpoint.extend(options);
    throw new StreambedError(
      'SB_OPTION_INVALID',
      `Resource "${label}": there is no endpoint "${name}" to extend.`,
    );
  }
}
