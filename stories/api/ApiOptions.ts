import type { ApiData } from './ApiData.ts';
import type { Faults } from './Faults.ts';

/** How a demo API starts, and the state that `POST /_control/reset` restores. */
export interface ApiOptions extends Partial<Faults> {
  /** Replaces members of the built-in data, e.g. `{ users: [] }`. */
  data?: Partial<ApiData>;
}
