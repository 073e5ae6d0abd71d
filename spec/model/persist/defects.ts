import type { Defect } from '../defects/Defect.ts';

/** Defects of stored data, by the rule that they break. */
export const persistDefects: readonly Defect[] = [
  {
    what: 'a flush stores what is visible (R8)',
    within: 'RowWriter.#flush',
    find: 'const { confirmed } = this.#parts.commits.latest;',
    replace: 'const { visible: confirmed } = this.#parts.commits.latest;',
  },
  {
    what: 'results of endpoints that refuse are stored (R9)',
    within: 'StorableReads.mayStore',
    find: 'endpoint.persist === false ||',
    replace: '',
  },
  {
    what: 'a result is loaded without one of its rows (R9)',
    within: 'StoredRows.reach',
    find: 'if (isPart || table.missing.size > 0) return undefined;',
    replace: 'if (isPart) return undefined;',
  },
  {
    what: 'a list of all entities is loaded in part (R9)',
    within: 'StoredRows.reach',
    find: 'if (isPart || table.missing.size > 0) return undefined;',
    replace: 'if (table.missing.size > 0) return undefined;',
  },
  {
    what: 'the first commit after a flush starts no timer (R11)',
    within: 'RowWriter.wake',
    find: 'if (this.#timer === undefined && !this.#isPaused) this.#flushIn(this.#wait);',
    replace: 'if (this.#timer !== undefined && !this.#isPaused) this.#flushIn(this.#wait);',
  },
  {
    what: 'a disposed store does not flush (R11, R25)',
    within: 'StoredData.end',
    find: 'void this.#writer.flush();',
    replace: '',
  },
  {
    what: 'a flush stores rows and results in two transactions (R12)',
    within: 'RowWriter.#put',
    find: 'return await this.#commit(writes);',
    replace: `
      const rows = writes.filter(([table]) => table === 'rows');
      await this.#commit(rows);
      return await this.#commit(writes.filter((write) => !rows.includes(write)));
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
    find: 'if (row) writes.push',
    replace: 'if (row && after.get(kind, pk)) writes.push',
  },
  {
    what: 'a flush overwrites what another tab has stored later (R14)',
    within: 'isLaterStored',
    find: 'receivedAt > mine[1] && receivedAt <= now',
    replace: 'false',
  },
  {
    what: 'a failed flush is not repeated (R14)',
    within: 'RowWriter.#flush',
    find: 'this.#failed(error);',
    replace: 'this.#written = confirmed; this.#failed(error);',
  },
  {
    what: 'a transaction does not compare the token of the session (R15, R20)',
    within: 'StoredSession.#isOwn',
    find: 'return isCurrent && token === this.#token;',
    replace: 'return isCurrent && token !== "";',
  },
  {
    what: 'a program of an earlier version goes on (R15, R22)',
    within: 'StoredSession.#isOwn',
    find: 'const isCurrent = format === STORED_FORMAT && version === this.#settings.version;',
    replace: 'const isCurrent = format === STORED_FORMAT && version > 0;',
  },
  {
    what: 'a load never ends if the storage does not respond (R16, R26)',
    within: 'KeyLoader.#run',
    find: 'await this.#session.within(this.#settings.loadTimeout, this.#load(loads));',
    replace: 'await this.#load(loads);',
  },
  {
    what: 'a load reads one round of rows (R17)',
    within: 'StoredRows.#untilKnown',
    find: 'if (!(await this.#loadMissing(table))) return table;',
    replace: 'await this.#loadMissing(table); return table;',
  },
  {
    what: 'a load brings no entities of a class that nests none (R17)',
    within: 'StoredRows.reach',
    find: 'for (const kind of all) scratch.wholeKinds.add(kind);',
    replace: '',
  },
  {
    what: 'a key without a result infers nothing (R17)',
    within: 'StoredRows.infer',
    find: 'if (endpoint.schema === undefined || endpoint.schema === null) return undefined;',
    replace: 'if (endpoint.schema !== null) return undefined;',
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
    find: 'expiresAt: isSetBack || isOfFuture ? 0 : (expiresAt ?? Infinity),',
    replace: 'expiresAt: isOfFuture ? 0 : (expiresAt ?? Infinity),',
  },
  {
    what: 'data of the future is valid (R19)',
    within: 'timesAt',
    find: 'expiresAt: isSetBack || isOfFuture ? 0 : (expiresAt ?? Infinity),',
    replace: 'expiresAt: isSetBack ? 0 : (expiresAt ?? Infinity),',
  },
  {
    what: 'a log-out leaves the data (R20)',
    within: 'StoredSession.#wipe',
    find: 'await storage.clear();',
    replace: '',
  },
  {
    what: 'a log-out keeps the token (R20)',
    within: 'StoredSession.restart',
    find: 'this.#token = this.#newToken();',
    replace: '',
  },
  {
    what: 'a start does not end the wipe of a session before (R20)',
    within: 'StoredSession.#open',
    find: 'if (isWipeMarked(name)) await this.#wipe(storage);',
    replace: 'isWipeMarked(name);',
  },
  {
    what: 'a load of before a log-out is committed after it (R20)',
    within: 'KeyLoader.#load',
    find: 'if (action && epoch === this.#parts.commits.epoch) this.#take(action, loads);',
    replace: 'if (action && epoch >= 0) this.#take(action, loads);',
  },
  {
    what: 'a store whose data was deleted never stores again (R20)',
    within: 'StoredSession.#compare',
    find: 'else this.#ready = this.#startAgain();',
    replace: '',
  },
  {
    what: 'a store whose data was deleted keeps its token (R20)',
    within: 'StoredSession.#compare',
    find: 'this.#token = this.#newToken();',
    replace: '',
  },
  {
    what: 'an upgrade keeps results (R21)',
    within: 'StoredSession.#enter',
    find: "await deleteTables(tables, ['results', 'kinds']);",
    replace: '',
  },
  {
    what: 'an upgrade does not migrate (R21)',
    within: 'StoredSession.#enter',
    find: 'if (info && migrate)',
    replace: 'if (!info && migrate)',
  },
  {
    what: 'a program of an earlier version takes over the storage (R22)',
    within: 'StoredSession.#enter',
    find: 'if (info && this.#isLater(info)) return false;',
    replace: '',
  },
  {
    what: 'old rows stay (R23)',
    within: 'deleteOld',
    find: 'if (!(age <= limit)) remove(tables, aged);',
    replace: "if (!(age <= limit) && table !== 'rows') remove(tables, aged);",
  },
  {
    what: 'removals are kept as long as entities (R13, R23)',
    within: 'deleteOld',
    find: "const limit = table === 'rows' && !record ? Math.min(REMOVED_AGE, maxAge) : maxAge;",
    replace: 'const limit = maxAge;',
  },
  {
    what: 'the newest rows above the limit are deleted (R23)',
    within: 'oldest',
    find: '.sort(([a], [b]) => a - b)',
    replace: '.sort(([a], [b]) => b - a)',
  },
];
