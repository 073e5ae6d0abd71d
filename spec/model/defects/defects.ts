import type { Defect } from './Defect.ts';
import { layerDefects } from './layerDefects.ts';

/** Defects that a few histories find; every run of the specs checks them. */
export const quickDefects: readonly Defect[] = [
  {
    what: 'an older response replaces the newer one of its key',
    file: 'commits/applyResponse.ts',
    find: 'if (row.seq > seq || row.invalidatedSeq > seq) return undefined;',
    replace: 'if (row.invalidatedSeq > seq) return undefined;',
  },
  {
    what: 'a response to a request from before an invalidation makes the key valid',
    file: 'commits/applyResponse.ts',
    find: 'if (row.seq > seq || row.invalidatedSeq > seq) return undefined;',
    replace: 'if (row.seq > seq) return undefined;',
  },
  {
    what: 'an entity takes the null of a field that failed',
    file: 'graphql/withoutFailed.ts',
    find: 'delete owner[path[depth]];',
    replace: '',
  },
  {
    what: 'an older response overwrites a row',
    file: 'commits/EntityWriter.ts',
    find: 'if (this.mergesByDefault && known.seq <= meta.seq) {',
    replace: 'if (this.mergesByDefault) {',
  },
  {
    what: 'an older response restores a removed row',
    file: 'commits/EntityWriter.ts',
    find: 'if (!removed) return known.seq <= meta.seq;',
    replace: 'if (!removed) return true;',
  },
  {
    what: 'an older removal removes a newer row',
    file: 'commits/EntityWriter.ts',
    find: 'if (known && known.seq > meta.seq && !isNewer) return;',
    replace: '',
  },
  {
    what: 'an observer joins a request from before an invalidation',
    file: 'streams/KeyRequests.ts',
    find: 'return request.seq > Math.max(invalidatedSeq, expiredSeq) ? request : undefined;',
    replace: 'return request;',
  },
  {
    what: 'each observer sends a request of its own',
    file: 'streams/EndpointStream.ts',
    find: 'if (this.reads?.awaited?.detach()) return;\n    if (DEVELOPMENT',
    replace: 'if (DEVELOPMENT',
  },
  {
    what: 'an observed key is not fetched again after an invalidation',
    file: 'streams/KeyRequests.ts',
    find: 'this.refetchDue = when;\n',
    replace: '\n',
  },
  {
    what: 'an observed key whose entity was removed is not fetched',
    file: 'streams/EndpointStream.ts',
    find: 'const isLost = hadData && !this.hasData;',
    replace: 'const isLost = false;',
  },
  {
    what: 'a failure makes the data disappear',
    file: 'commits/applyResponse.ts',
    find: '{ ...row, ...next, error, errorPolicy }',
    replace: '{ ...NO_RESULT, ...next, error, errorPolicy }',
  },
  {
    what: 'a success does not clear the error',
    file: 'commits/applyResponse.ts',
    find: '    error,\n',
    replace: '    error: error ?? row.error,\n',
  },
  {
    what: 'a batch in a batch that fails is committed all the same',
    file: 'commits/Commits.ts',
    find: 'result = fn();\n    } catch (error) {\n      commit.failure ??= { error };',
    replace:
      'result = fn();\n    } catch (error) {\n      if (!outer) commit.failure ??= { error };',
  },
  {
    what: 'a change of a list that is being loaded is lost',
    file: 'commits/listChanges.ts',
    find: 'draft.put(LIST_CHANGES, [...due, { key, seq, change }]);',
    replace: '',
  },
  {
    what: 'the dependents of a changed row are not marked',
    file: 'views/GraphNode.ts',
    find: 'reached.push(parent);',
    replace: '',
  },
];

/** Defects that take more histories. */
export const slowDefects: readonly Defect[] = [
  ...layerDefects,
  {
    what: 'a response undoes the later change of a list',
    file: 'schema/collection/CollectionChange.ts',
    find: '({ ...existing, seq: Math.max(existing.seq, seq) })',
    replace: '({ ...existing })',
  },
  {
    what: 'a change that was made before the request changes the list in its response',
    file: 'commits/EntityWriter.ts',
    find: 'if (key === entityKey && seq > known) change(pk, this);',
    replace: 'if (key === entityKey) change(pk, this);',
  },
  {
    what: 'data expires a second late, and observers are notified late',
    file: 'streams/EndpointStream.ts',
    find: 'expiresAt + 1',
    replace: 'expiresAt + 1_500',
  },
  {
    what: 'a response is stale in the last millisecond in which it is fresh',
    file: 'streams/EndpointState.ts',
    find: '(!isOpen && expiresAt < now)',
    replace: '(!isOpen && expiresAt <= now)',
  },
  {
    what: 'inferred data that may be incomplete counts as valid',
    file: 'streams/EndpointState.ts',
    find: 'row.error !== undefined || freshness.complete !== false;',
    replace: "row.error !== undefined || source === 'inferred';",
  },
  {
    what: 'a batch that fails is committed all the same',
    file: 'commits/Commits.ts',
    find: 'for (let i = senders.length - 1; i >= 0; i--) senders[i].dropped?.(failure.error);',
    replace: 'commit.failure = undefined;\n      if (failure) return this.#close(commit);',
  },
  {
    what: 'optimistic layers apply in the wrong order',
    file: 'optimistic/layers.ts',
    find: '[...inSlot(draft, LAYERS), newLayer(action)]',
    replace: '[newLayer(action), ...inSlot(draft, LAYERS)]',
  },
  {
    what: 'the layer of a failed mutation stays',
    file: 'optimistic/layers.ts',
    find: 'dropLayers(draft, lostWith(inSlot(draft, LAYERS), seq));',
    replace: '',
  },
  {
    what: 'a layer is dropped one commit before the response is stored',
    file: 'optimistic/sendMutation.ts',
    find: 'dropLayers(draft, own);',
    replace: '',
  },
  {
    what: 'an argument is taken for the key of any response',
    file: 'views/lookups.ts',
    find: 'if (shown === false || lookup !== undefined) return shown ?? lookup;',
    replace: 'if (name !== undefined) return true;',
  },
  {
    what: 'a mutation that was sent earlier and arrives later wins',
    file: 'requests/OverlapTracker.ts',
    find: 'return rows.isEmpty ? undefined : rows;',
    replace: 'return undefined;',
  },
  {
    what: 'a conflict is not followed by a fetch',
    file: 'requests/OverlapTracker.ts',
    find: 'if (rows.isEmpty) return;',
    replace: 'return;',
  },
  {
    what: 'a row in conflict between two mutations stays fresh',
    file: 'commits/applyExpiry.ts',
    find: 'if (rows) expireRows(draft, rows, seq);',
    replace: '',
  },
  {
    what: 'the fetch that follows a conflict does not wait for pending mutations',
    file: 'requests/OverlapTracker.ts',
    find: 'boolean => this.isPending(rows);',
    replace: 'boolean => rows === undefined;',
  },
  {
    what: 'a member of a list is patched into the wrong index',
    file: 'views/ListNode.ts',
    find: '(copy ??= previous.slice())[index] = value;',
    replace: '(copy ??= previous.slice())[0] = value;',
  },
  {
    what: 'a removed member stays in All',
    file: 'views/AllNode.ts',
    find: 'for (const node of this.edit(index, 1, [])) this.release(node);',
    replace: '',
  },
  {
    what: 'a response with an equal list makes a new list',
    file: 'commits/applyResponse.ts',
    find: 'result: shareStructure(row.result, result),',
    replace: 'result,',
  },
  {
    what: 'equal records are new objects',
    file: 'schema/mergeRecords.ts',
    find: 'return copy ?? existing;',
    replace: 'return copy ?? { ...existing };',
  },
  {
    what: 'writes of subscribers are applied last in, first out',
    file: 'commits/CommitQueue.ts',
    find: 'for (let next: Delivery | undefined = first; next; next = this.waiting.shift()) {\n        count++;',
    replace:
      'for (let next: Delivery | undefined = first; next; next = this.waiting.pop()) {\n        count++;',
  },
  {
    what: 'a write of a subscriber is delivered inside the running delivery',
    file: 'commits/CommitQueue.ts',
    find: 'if (this.isRunning) {\n      this.waiting.push(first);\n      return;\n    }',
    replace: '',
  },
  {
    what: 'a reset leaves requests in flight',
    file: 'store/StoreInternals.ts',
    find: 'requests.abortAll((endpoint) => new ResetError(endpoint), seq);',
    replace: '',
  },
  {
    what: 'responses of the old session count after a reset',
    file: 'table/EntityTableDraft.ts',
    find: 'const empty = EntityTable.empty(this.epoch + 1);',
    replace: `
      const old = new EntityTableDraft(EntityTable.empty(this.epoch + 1));
      for (const [key, row] of this.results()) old.setResult(key, row);
      const empty = old.commit().table;
    `,
  },
  {
    what: 'a request without observers goes on in spite of `cancel`',
    file: 'streams/KeyRequests.ts',
    find: "if (cancels) abort(request, 'no observer is left');",
    replace: 'if (cancels) return;',
  },
  {
    what: 'a listener that throws prevents the others from being notified',
    file: 'streams/RetainedSource.ts',
    find: 'for (const listener of listOf(this.listeners)) {\n      if (',
    replace: 'for (const listener of listOf(this.listeners).slice(0, 1)) {\n      if (',
  },
  {
    what: 'a removal that may have been applied last leaves the row in All',
    file: 'commits/EntityWriter.ts',
    find: 'for (const pk of gone) this.invalidate(schema, pk);',
    replace: '',
  },
  {
    what: 'a query for all entities of a class is not fetched when one may be removed',
    file: 'streams/Invalidation.ts',
    find: 'viewsOf(this.#commits.graph, rows, removed.kinds)',
    replace: 'viewsOf(this.#commits.graph, rows)',
  },
  {
    what: 'a late response does not bring members that the newer ones lack',
    file: 'commits/RowMeta.ts',
    find: 'seqOf(known, name) < seq',
    replace: 'false',
  },
  {
    what: 'members are not ordered by the responses that brought them',
    file: 'commits/RowMeta.ts',
    find: 'return earlier?.get(name) ?? seq;',
    replace: 'return seq;',
  },
  {
    what: 'a row in conflict counts as fresh after a response with a part of it',
    file: 'commits/RowMeta.ts',
    find: 'expiresAt: isTainted ? 0 : meta.expiresAt,',
    replace: 'expiresAt: meta.expiresAt,',
  },
  {
    what: 'a key that was fetched after the conflict is fetched again',
    file: 'requests/Requests.ts',
    find: 'this.onConflict(conflict);',
    replace: 'this.onConflict({ ...conflict, seq: this.nextSeq() });',
  },
  {
    what: 'a state is emitted that equals the previous one',
    file: 'streams/EndpointState.ts',
    find: 'if (emitted && sameState(emitted, next)) return emitted;',
    replace: '',
  },
  {
    what: 'a list that only lacks removed members is a new list',
    file: 'views/EndpointView.ts',
    find: 'graph.succeed(previous.stored, row.result);',
    replace: '',
  },
  {
    what: 'a pending mutation of other rows delays the fetch that follows a conflict',
    file: 'requests/OverlapTracker.ts',
    find: 'if (readKey === undefined && !changed.common(rows).isEmpty) return true;',
    replace: 'if (readKey === undefined) return true;',
  },
  {
    what: 'a read that was sent while the mutation was pending repeats the fetch that follows the conflict',
    file: 'requests/OverlapTracker.ts',
    find: 'const seq = Math.max(mutationSeq(a), mutationSeq(b));',
    replace: 'const seq = Math.max(a.overSeq ?? 0, b.overSeq ?? 0);',
  },
  {
    what: 'the fetch that follows a conflict is sent beside a read in flight',
    file: 'streams/Invalidation.ts',
    find: "this.#mark(action, applyExpire, 'in turn');",
    replace: "this.#mark(action, applyExpire, 'at once');",
  },
  {
    what: 'any layer keeps observers from fetching a removed entity',
    file: 'store/StoreInternals.ts',
    find: 'inSlot(state, LAYER_ROWS).some((rows) => viewsOf(graph, rows).has(view))',
    replace: 'inSlot(state, LAYERS).length > 0',
  },
  {
    what: 'an optimistic removal is undone in part',
    file: 'commits/EntityWriter.ts',
    find: 'const complete = confirmed.get(this.schema.key, pk) ?? defaultsOf(this.schema);',
    replace:
      'if (confirmed.has(this.schema.key, pk)) return true;\n    const complete = defaultsOf(this.schema);',
  },
  {
    what: 'a request from before an invalidation goes on in spite of `cancel`',
    file: 'streams/KeyRequests.ts',
    find: 'this.all = add(this.all, request);',
    replace: 'this.all = request;',
  },
  {
    what: 'a caller that aborts ends the request of the others',
    file: 'requests/Request.ts',
    find: 'if (!isWanted) this.abort(reason);',
    replace: 'this.abort(reason);',
  },
  {
    what: 'a request goes on after its last caller has aborted',
    file: 'requests/Request.ts',
    find: 'if (!isWanted) this.abort(reason);',
    replace: '',
  },
  {
    what: 'a failing callback leaves a part of a response',
    file: 'commits/Commits.ts',
    find: 'throw failure.error;',
    replace:
      'commit.failure = undefined;\n      if (!commit.actions) commit.add({ type: "set" }, undefined);\n      this.#close(commit);\n      throw failure.error;',
  },
  {
    what: 'a layer is not replayed when a row that it writes changes below it',
    file: 'optimistic/LayerReplay.ts',
    find: 'ofKind?.get(pk)?.forEach(replay);',
    replace: '',
  },
  {
    what: 'a failing optimistic response is reported each time it runs',
    file: 'optimistic/LayerReplay.ts',
    find: 'if (error !== ABORT && layer.reported !== String(error)) {',
    replace: 'if (error !== ABORT) {',
  },
  {
    what: 'snapshot.abort is reported as a failure',
    file: 'optimistic/LayerReplay.ts',
    find: 'if (error !== ABORT && layer.reported !== String(error)) {',
    replace: 'if (layer.reported !== String(error)) {',
  },
  {
    what: 'a change of an entity that is being created is sent at once',
    file: 'optimistic/sendMutation.ts',
    find: "else if (found === 'known') found = 'pending';",
    replace: '',
  },
  {
    what: 'a change of an entity whose creation failed stays visible',
    file: 'optimistic/sendMutation.ts',
    find: 'this.abort(placeholderLost(this));',
    replace: '',
  },
  {
    what: 'an optimistic change keeps the placeholder id of a created entity',
    file: 'optimistic/sendMutation.ts',
    find: 'if (args !== layer.args) return newLayer({ ...layer, args });',
    replace: '',
  },
  {
    what: 'unreachable rows are kept',
    file: 'collector/MarkAndSweep.ts',
    find: 'if (this.#isGarbage(row, source)) rows.add(row.key, row.pk);',
    replace: '',
  },
  {
    what: 'observed rows are collected',
    file: 'collector/MarkAndSweep.ts',
    find: 'if (this.has(key, pk)) return false;',
    replace: '',
  },
  {
    what: 'new rows are collected',
    file: 'collector/MarkAndSweep.ts',
    find: 'if (meta.receivedAt > since) {',
    replace: 'if (false) {',
  },
  {
    what: 'released keys are kept',
    file: 'streams/ListedStreams.ts',
    find: '        else if (source instanceof EndpointStream) keys.push(source.key);\n',
    replace: '',
  },
  {
    what: 'a tombstone is dropped while an older request is in flight',
    file: 'collector/MarkAndSweep.ts',
    find: 'meta.seq < oldestRequest',
    replace: 'true',
  },
  {
    what: 'a pause between two tries goes on without observers',
    file: 'streams/KeyRequests.ts',
    find: '      else request.endRetries();\n',
    replace: '',
  },
  {
    what: 'a pause between two tries goes on beside the request that replaced it',
    file: 'streams/KeyRequests.ts',
    find: 'previous?.endRetries();',
    replace: '',
  },
  {
    what: 'a further try has the seq of the first one',
    file: 'requests/Request.ts',
    find: 'this.seq = this.requests.nextSeq();',
    replace: 'this.seq ??= this.requests.nextSeq();',
  },
  {
    what: 'a try goes on after its time',
    file: 'requests/Request.ts',
    find: 'this.subscription?.unsubscribe();\n    this.controller.abort(error);\n    this.fails(error);',
    replace: 'this.fails(error);',
  },
  {
    what: 'a request without observers is retried',
    file: 'requests/ReadRequest.ts',
    find: 'if (!target.isHeld || !target.follows(this)) return undefined;',
    replace: 'if (!target.follows(this)) return undefined;',
  },
  {
    what: 'an open source goes on beside the request that replaced it',
    file: 'streams/KeyRequests.ts',
    find: "if (previous?.isSettled) abort(previous, 'another request replaced it');",
    replace: '',
  },
  {
    what: 'a released source stays open',
    file: 'streams/KeyRequests.ts',
    find: 'if (request.isSettled || this.closesWhenIdle)',
    replace: 'if (this.closesWhenIdle)',
  },
  {
    what: 'a further response has the seq of the request',
    file: 'requests/ReadRequest.ts',
    find: 'const seq = isFirst ? this.seq : this.requests.nextSeq();',
    replace: 'const { seq } = this;',
  },
];
