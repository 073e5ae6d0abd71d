import type { EndpointInterface } from './EndpointInterface.ts';

/** The arguments of an endpoint: `ArgsOf<typeof getUser>` → `[{ id: string }]`. */
export type ArgsOf<E extends EndpointInterface> = Parameters<E>;
