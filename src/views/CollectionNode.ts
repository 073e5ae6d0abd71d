import type { CollectionRecord, CollectionRow } from '../schema/CollectionRow.ts';
import { INVALID } from '../schema/INVALID.ts';
import { EntityNode } from './EntityNode.ts';

/** One list of a Collection. Its members keep their array as long as they are the same in the same order, however they are stored. */
export class CollectionNode extends EntityNode {
  /** The members, as readers get them; `undefined` if there is no such list, `INVALID` if it was removed. */
  members(): unknown {
    const isWithin = this.state === 'computing';
    const shown = this.read();
    if (isWithin) return this.#unfinished();
    // The cast holds: rows of lists have members.
    return shown === undefined || shown === INVALID ? shown : (shown as CollectionRecord).members;
  }

  /** For readers within the own computation: the array that will be the value. */
  #unfinished(): unknown {
    const { graph, pk } = this;
    const { key, inner } = this.entity as CollectionRow;
    const { members } = graph.table.get(key, pk) as CollectionRecord;
    return graph.unvisit(inner, members);
  }
}
