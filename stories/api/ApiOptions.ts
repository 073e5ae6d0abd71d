import type { ApiData } from './ApiData.ts';
import type { Faults } from './Faults.ts';

/** How a demo API starts – and what it goes back to on `POST /_control/reset`. */
export interface ApiOptions extends Partial<Faults> {
  /** Replaces members of the built-in data, e.g. `{ users: [] }`. */
  data?: Partial<ApiData>;
}
