import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { isNamed } from '../../data/endpoint/isNamed.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { warnOnce } from '../../shared/warnOnce.ts';
import type { PersistSettings } from './PersistOptions.ts';
import { StorableKinds } from './StorableKinds.ts';

/** Which results and entities may be stored. */
export class StorableReads {
  readonly kinds = new StorableKinds();
  readonly #include: PersistSettings['include'];

  constructor({ include }: PersistSettings) {
    this.#include = include;
  }

  /** Whether the results of an endpoint may be stored. If so, its entities may be, too. */
  mayStore(endpoint: EndpointInterface): boolean {
    if (endpoint.persist === false || !this.#include(endpoint)) return false;
    if (!isNamed(endpoint)) {
      if (DEVELOPMENT) {
        warnOnce('SB_PERSIST_UNNAMED', `Results of ${labelOf(endpoint)} are not stored.`);
      }
      return false;
    }
    this.kinds.add(endpoint.schema);
    return true;
  }
}
