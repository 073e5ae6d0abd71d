import type { Defect } from '../defects/Defect.ts';

/** Defects of stored data, by the rule that they break. */
export const persistDefects: readonly Defect[] = [
  {
    what: 'a flush stores what is visible (R8)',
    within: 'RowWriter.#store',
    find: 'confirmed = this.#internals.commits.latest.confirmed,',
    replace: 'confirmed = this.#internals.commits.latest.visible,',
  },
  {
    what: 'results of endpoints that refuse are stored (R9)',
    within: 'StorableReads.mayStore',
    find: 'endpoint.persist === false ||',
    replace: '',
  },
  {
    what: 'a result is loaded without one of its rows (R9)',
    within: 'StoredRows.#reached',
    find: 'if (!row) return undefined;',
    replace: 'if (!row) continue;',
  },
  {
    what: 'a list of all entities is loaded in part (R9)',
    within: 'collectStored',
    find: 'if (!reached || (result && !reached.isComplete)) continue;',
    replace: 'if (!reached) continue;',
  },
  {
    what: 'a list of all entities stays complete without one of them (R9, R23)',
    within: 'deleteSome',
    find: "if (table === 'rows' && itemsOf(stored)[3]) tables.delete('kinds', key[0]);",
    replace: '',
  },
  {
    what: 'the first commit after a flush starts no timer (R11)',
    within: 'RowWriter.#listen',
    find: 'this.#flushIn(this.#wait)',
    replace: 'undefined',
  },
  {
    what: 'a flush does not wait for the one in flight (R11)',
    within: 'RowWriter.flush',
    find: 'this.#last.then(() => this.#store())',
    replace: 'this.#store()',
  },
  {
    what: 'a disposed store does not flush (R11, R25)',
    within: 'StoredData.end',
    find: 'this.#writer.end()',
    replace: 'Promise.resolve()',
  },
  {
    what: 'a flush stores rows and results in two transactions (R12)',
    within: 'RowWriter.#put',
    find: 'return await this.#commit(writes, state, work);',
    replace: `
      const rows = writes.filter(([table]) => table === 'rows');
      await this.#commit(rows, state);
      return await this.#commit(writes.filter((write) => !rows.includes(write)), state);
    `,
  },
  {
    what: 'rows that came from the storage are stored again (R13)',
    within: 'RowWriter.loaded',
    find: 'this.#loaded.set(meta, record);',
    replace: '',
  },
  {
    what: 'a loaded list that has changed since is not stored (R13)',
    within: 'RowWriter.#difference',
    find: 'this.#loaded.has(meta) && this.#loaded.get(meta) === after.get(kind, pk)',
    replace: 'this.#loaded.has(meta)',
  },
  {
    what: 'a collected row is deleted from the storage (R13)',
    within: 'RowWriter.#difference',
    find: 'if (!meta) continue;',
    replace: "if (!meta) { writes.push(['rows', [kind, pk]]); continue; }",
  },
  {
    what: 'a removal is not stored (R13)',
    within: 'RowWriter.#difference',
    find: "writes.push(['rows', [kind, pk]",
    replace: "if (after.get(kind, pk)) writes.push(['rows', [kind, pk]",
  },
  {
    what: 'a flush overwrites what another tab has stored later (R14)',
    within: 'isLaterStored',
    find: 'at <= now && at > arrivalOf(mine)',
    replace: 'false',
  },
  {
    what: 'a flush does not look at what another tab has stored (R14)',
    within: 'RowWriter.#commit',
    find: 'arrivalOf(value) < info.flushedAt ||',
    replace: '',
  },
  {
    what: 'a failed flush is not repeated (R14)',
    within: 'RowWriter.#store',
    find: 'this.#session.report(error);',
    replace: 'this.#written = confirmed; this.#session.report(error);',
  },
  {
    what: 'a transaction does not compare the token of the session (R15, R20)',
    within: 'StoredSession.#use',
    find: 'info?.token !== this.#token ||',
    replace: '',
  },
  {
    what: 'a transaction does not compare the version (R15, R22)',
    within: 'StoredSession.#use',
    find: '|| info?.version !== this.#settings.version',
    replace: '',
  },
  {
    what: 'a load never ends if the storage does not respond (R16, R26)',
    within: 'KeyLoader.#run',
    find: 'await this.#session.within(this.#settings.loadTimeout, this.#load(loads));',
    replace: 'await this.#load(loads);',
  },
  {
    what: 'a load reads one round of rows (R17)',
    within: 'StoredRows.explore',
    find: 'if (!(await this.#load(looked))) return',
    replace: 'await this.#load(looked); return',
  },
  {
    what: 'a load brings no entities of a class that nests none (R17)',
    within: 'collectStored',
    find: 'for (const kind of sweep.kinds) looked.kinds.add(kind);',
    replace: '',
  },
  {
    what: 'a key without a result infers nothing (R17)',
    within: 'collectStored',
    find: 'if (!result && schema)',
    replace: 'if (!result && !schema)',
  },
  {
    what: 'a load overwrites newer data (R18)',
    within: 'hydrateRow',
    find: 'if (!known || (isLater(meta, known) && !lacksChanges)) {',
    replace: 'if (!known || !lacksChanges) {',
  },
  {
    what: 'a load restores a removed entity (R18)',
    within: 'hydrateRow',
    find: 'if (known && !existing) return;',
    replace: '',
  },
  {
    what: 'a load brings what is too old (R19)',
    within: 'collectStored',
    find: 'return meta && meta.receivedAt >= now - age ? meta : undefined;',
    replace: 'return meta && age >= 0 ? meta : undefined;',
  },
  {
    what: 'data is valid after the clock was set back (R19)',
    within: 'timesAt',
    find: 'isSetBack || isOfFuture ? 0',
    replace: 'isOfFuture ? 0',
  },
  {
    what: 'data of the future is valid (R19)',
    within: 'timesAt',
    find: 'isSetBack || isOfFuture ? 0',
    replace: 'isSetBack ? 0',
  },
  {
    what: 'a log-out leaves the data (R20)',
    within: 'StoredSession.#wipe',
    find: 'await storage.clear([INFO, INFO, { ...this.#newInfo(token), ...info, token, flushedAt: 0 }]);',
    replace: `const next = { ...this.#newInfo(token), ...info, token, flushedAt: 0 };
 await storage.commit(async (tables) => tables.put(INFO, INFO, next), 'strict');`,
  },
  {
    what: 'a log-out keeps the token (R20)',
    within: 'StoredSession.#wipe',
    find: '...info, token, flushedAt: 0',
    replace: 'token, ...info, flushedAt: 0',
  },
  {
    what: 'a start does not end the wipe of a session before (R20)',
    within: 'StoredSession.#open',
    find: 'if (token) await this.#wipe(open, token);',
    replace: '',
  },
  {
    what: 'a tab does not follow the log-out of another one (R20)',
    within: 'StoredSession.#use',
    find: 'if (found && this.#isForeign(found)) this.#follow(found.token);',
    replace: '',
  },
  {
    what: 'a load of before a log-out is committed after it (R20)',
    within: 'KeyLoader.#load',
    find: 'if (action && epoch === commits.epoch)',
    replace: 'if (action)',
  },
  {
    what: 'a flush of before a log-out is stored after it (R20)',
    within: 'RowWriter.#commit',
    find: 'if (epoch !== commits.epoch) return false;',
    replace: '',
  },
  {
    what: 'a store whose data was deleted begins another session (R20, I8)',
    within: 'StoredSession.#enter',
    find: 'info?.token ?? this.#token',
    replace: 'info?.token',
  },
  {
    what: 'a log-out waits for a storage that does not respond (R20, R26)',
    within: 'StoredSession.restart',
    find: 'return this.within(',
    replace: 'return (async (_ms: number, wiped: Promise<undefined>) => wiped)(',
  },
  {
    what: 'an upgrade keeps results (R21)',
    within: 'upgrade',
    find: 'tables.delete(table, key);',
    replace: "if (table !== 'results') tables.delete(table, key);",
  },
  {
    what: 'an upgrade does not migrate (R21)',
    within: 'StoredSession.#enter',
    find: 'info && migrate',
    replace: 'undefined',
  },
  {
    what: 'an upgrade that migrates forgets removals (R13, R21)',
    within: 'upgrade',
    find: "if (table === 'rows' && migrate && !record) return;",
    replace: '',
  },
  {
    what: 'a program of an earlier version takes over the storage (R22)',
    within: 'StoredSession.#enter',
    find: 'isLater(info, { version }) ||',
    replace: '',
  },
  {
    what: 'old rows stay (R23)',
    within: 'deleteOld',
    find: 'oldest(stored[3] ? Infinity : REMOVED_AGE)',
    replace: 'stored.length * 0',
  },
  {
    what: 'old results stay (R23)',
    within: 'deleteOld',
    find: '() => oldest(Infinity)',
    replace: '() => 0',
  },
  {
    what: 'removals are kept as long as entities (R13, R23)',
    within: 'deleteOld',
    find: 'stored[3] ? Infinity : REMOVED_AGE',
    replace: 'stored[3] ? Infinity : maxAge',
  },
  {
    what: 'the newest rows above the limit are deleted (R23)',
    within: 'deleteSome',
    find: '.sort(([a], [b]) => a - b)',
    replace: '.sort(([a], [b]) => b - a)',
  },
  {
    what: 'what was stored again since it was found is deleted (R23)',
    within: 'deleteSome',
    find: 'if (arrivalOf(stored) !== at) continue;',
    replace: '',
  },
];
