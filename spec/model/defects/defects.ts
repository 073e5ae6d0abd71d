import type { Defect } from './Defect.ts';

/** Those of the first part are found within a few histories, and looked for in every run of the specs. */
export const quickDefects: readonly Defect[] = [
  {
    what: 'an older answer replaces the newer one of its key',
    file: 'store/reduce.ts',
    find: 'return row.seq > seq || row.invalidatedSeq > seq;',
    replace: 'return row.invalidatedSeq > seq;',
  },
  {
    what: 'an answer that was asked for before an invalidation clears the mark',
    file: 'store/reduce.ts',
    find: 'return row.seq > seq || row.invalidatedSeq > seq;',
    replace: 'return row.seq > seq;',
  },
  {
    what: 'an older answer overwrites a row',
    file: 'store/RowWriter.ts',
    find: 'if (this.#mergesByDefault && known.seq <= stamp.seq) {',
    replace: 'if (this.#mergesByDefault) {',
  },
  {
    what: 'an older answer brings a removed row back',
    file: 'store/RowWriter.ts',
    find: 'else if (known.seq < stamp.seq || (known.seq === stamp.seq && stamp.seq < Infinity)) {',
    replace: 'else if (known) {',
  },
  {
    what: 'an older removal kills a newer row',
    file: 'store/RowWriter.ts',
    find: 'if (known && known.seq > stamp.seq) return;',
    replace: '',
  },
  {
    what: 'a reader joins a request from before an invalidation',
    file: 'store/EndpointEntry.ts',
    find: '!request.isSettled && request.seq > this.notBefore ?',
    replace: '!request.isSettled ?',
  },
  {
    what: 'each reader sends a request of its own',
    file: 'store/EndpointEntry.ts',
    find: 'if (this.joinable?.keep()) return;\n    // Timers',
    replace: '// Timers',
  },
  {
    what: 'nobody asks again after an invalidation',
    file: 'store/EndpointEntry.ts',
    find: 'this.#mustAsk = true;\n',
    replace: '\n',
  },
  {
    what: 'nobody asks for an entity that was removed',
    file: 'store/EndpointEntry.ts',
    find: 'const isLost = this.#hadData && !this.#hasData;',
    replace: 'const isLost = false;',
  },
  {
    what: 'a failure makes the data disappear',
    file: 'store/reduce.ts',
    find: 'this.#put(key, { ...row, ...timesAfter(row, placing, expiryLength), error, errorPolicy });',
    replace:
      'this.#put(key, { ...NO_ANSWER, ...timesAfter(row, placing, expiryLength), error, errorPolicy });',
  },
  {
    what: 'a success does not clear the error',
    file: 'store/reduce.ts',
    find: '      ...NO_ANSWER,\n      ...timesAfter(row, placing, expiryLength),\n      result',
    replace: '      ...row,\n      ...timesAfter(row, placing, expiryLength),\n      result',
  },
  {
    what: 'what is made of a changed row is not marked',
    file: 'store/ViewGraph.ts',
    find: 'reached.push(parent);',
    replace: '',
  },
];

/** These take more histories, or are of parts that come less often. */
export const slowDefects: readonly Defect[] = [
  {
    what: 'data expires a second late, and nobody is told in time',
    file: 'store/EndpointEntry.ts',
    find: 'expiresAt + 1',
    replace: 'expiresAt + 1_500',
  },
  {
    what: 'an answer is stale at the very millisecond it is still fresh',
    file: 'store/EndpointState.ts',
    find: 'const expired = isExpiredByCall || expiresAt < now;',
    replace: 'const expired = isExpiredByCall || expiresAt <= now;',
  },
  {
    what: 'inferred data that may be incomplete counts as valid',
    file: 'store/EndpointState.ts',
    find: "return expired || !view.complete ? whenExpired : 'valid';",
    replace: "return expired ? whenExpired : 'valid';",
  },
  {
    what: 'a batch that fails is committed all the same',
    file: 'store/Commits.ts',
    find: 'for (let i = batch.dropped.length - 1; i >= 0; i--) batch.dropped[i](error);',
    replace: 'if (batch.actions.length > 0) this.#commit(batch.actions, batch.draft, () => {});',
  },
  {
    what: 'optimistic answers lie over each other in the wrong order',
    file: 'store/reduce.ts',
    find: 'this.#layers = [...this.#layers, action.layer];',
    replace: 'this.#layers = [action.layer, ...this.#layers];',
  },
  {
    what: 'a failed optimistic answer stays',
    file: 'store/reduce.ts',
    find: 'this.#dropLayer(action.seq);',
    replace: '',
  },
  {
    what: 'an optimistic answer is dropped one commit before the confirmed one comes',
    file: 'store/reduce.ts',
    find: 'if (action.settles !== undefined) this.#dropLayer(action.settles);',
    replace: '',
  },
  {
    what: 'a mutation that was sent earlier and arrives later wins',
    file: 'store/Flights.ts',
    find: 'rows.addAll(other.rows);\n    }\n    return rows;',
    replace: '}\n    return rows;',
  },
  {
    what: 'what overlapped is not asked for again',
    file: 'store/Flights.ts',
    find: 'if (common.isEmpty) return;',
    replace: 'return;',
  },
  {
    what: 'a row that two mutations wrote at once stays fresh',
    file: 'store/reduce.ts',
    find: 'action.rows?.forEach((kind, pk) => this.#expireRow(kind, pk));',
    replace: '',
  },
  {
    what: 'what overlapped is asked for before all mutations are over',
    file: 'store/Flights.ts',
    find: 'until.every(({ isLive }) => !isLive)',
    replace: 'until.some(({ isLive }) => !isLive)',
  },
  {
    what: 'a member of a list is patched into the wrong place',
    file: 'store/MembersNode.ts',
    find: "if (typeof places === 'number') copy[places] = value;",
    replace: "if (typeof places === 'number') copy[0] = value;",
  },
  {
    what: 'a removed member stays in All',
    file: 'store/AllNode.ts',
    find: 'this.#startNext()?.splice(place, 1);',
    replace: 'this.#startNext();',
  },
  {
    what: 'an answer that brings the same list makes another one',
    file: 'store/reduce.ts',
    find: 'result: shareStructure(row.result, result),',
    replace: 'result,',
  },
  {
    what: 'equal records are other objects',
    file: 'schema/mergeRecords.ts',
    find: 'return copy ?? existing;',
    replace: 'return copy ?? { ...existing };',
  },
  {
    what: 'writes of subscribers are applied last in, first out',
    file: 'store/CommitQueue.ts',
    find: 'for (let next: Delivery | undefined = first; next; next = this.#waiting.shift()) {\n      count++;',
    replace:
      'for (let next: Delivery | undefined = first; next; next = this.#waiting.pop()) {\n      count++;',
  },
  {
    what: 'a write of a subscriber is told in the middle of the running delivery',
    file: 'store/CommitQueue.ts',
    find: 'if (this.#running) {\n      this.#waiting.push(delivery);\n      return;\n    }',
    replace: '',
  },
  {
    what: 'a reset leaves requests under way',
    file: 'store/StoreCore.ts',
    find: 'this.#requests.giveUpAll((key) => new ResetError(key), action.seq);',
    replace: '',
  },
  {
    what: 'answers of the session before count after a reset',
    file: 'store/reduce.ts',
    find: 'this.#answers = answers;\n    this.#answersDraft = undefined;',
    replace: '',
  },
  {
    what: 'a request that nobody waits for goes on in spite of `cancel`',
    file: 'store/EndpointEntry.ts',
    find: "if (this.endpoint.cancel === true) this.#giveUp(request, 'nobody waited any more');",
    replace: 'if (this.endpoint.cancel === true) return;',
  },
  {
    what: 'a listener that throws keeps others from being told',
    file: 'store/RetainedSource.ts',
    find: 'for (const listener of listOf(this.#listeners)) {\n      if (isOneOf',
    replace: 'for (const listener of listOf(this.#listeners).slice(0, 1)) {\n      if (isOneOf',
  },
];
