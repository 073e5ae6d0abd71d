import type { EndpointInterface } from './EndpointInterface.ts';
import type { GivenArgs } from './GivenArgs.ts';

/** The arguments of an endpoint: `ArgsOf<typeof getUser>` → `[{ id: string }]`; of one that nothing is known of: `unknown[]`. */
export type ArgsOf<E extends EndpointInterface> = GivenArgs<E>;
