import type { EndpointInterface } from './EndpointInterface.ts';
import type { GivenArgs } from './GivenArgs.ts';

/**
 * The arguments of an endpoint: `ArgsOf<typeof getUser>` → `[{ id: string }]`; `unknown[]` if its
 * type is not known.
 */
export type ArgsOf<E extends EndpointInterface> = GivenArgs<E>;
