import type { Defect } from '../defects/Defect.ts';

/** Defects of an outbox that several tabs use, by the rule that they break. */
export const offlineDefects: readonly Defect[] = [
  {
    what: 'a log-out is not told to other tabs (R28, R50)',
    within: 'OutboxTabs.reset',
    find: 'this.#link?.logOut();',
    replace: '{}',
  },
  {
    what: 'a tab sends what another tab has claimed (R41)',
    within: 'StoredOutbox.claim',
    find: 'end > now && !isFree',
    replace: 'end < 0',
  },
  {
    what: 'a tab that has the lock waits for the claims of the one before (R42)',
    within: 'StoredOutbox.claim',
    find: '&& !isFree',
    replace: '',
  },
  {
    what: 'the lock of a frozen tab is not stolen (R42)',
    within: 'SendLock.#tick',
    find: 'this.#now >= this.#beatAt + SILENCE',
    replace: 'this.#now < 0',
  },
  {
    what: 'a tab that was frozen settles what another tab has sent (R42)',
    within: 'whileOwn',
    find: 'isKnown = isSure()',
    replace: 'isKnown = isSure !== undefined',
  },
  {
    what: 'a tab stores again what another tab has deleted (R42, R44)',
    within: 'StoredOutbox.update',
    find: 'stored !== undefined && (tab === this.#tab || end <= now)',
    replace: 'tab !== undefined || end <= now',
  },
  {
    what: 'a mutation that another tab has sent is queued once more (R44)',
    within: 'OutboxData.mayStart',
    find: 'known || request.isSettled',
    replace: 'known',
  },
  {
    what: 'a mutation that another tab has discarded counts as done (R44)',
    within: 'OutboxLoader.#gone',
    find: "news.outcome === 'discarded'",
    replace: 'news.ids?.length === 0',
  },
  {
    what: 'other tabs do not hear that a mutation has changed (R44)',
    within: 'OutboxData.update',
    find: 'until === undefined',
    replace: 'until !== undefined',
  },
  {
    what: 'a mutation stays that refers to a creation which has failed elsewhere (R48)',
    within: 'OutboxLoader.#load',
    find: 'this.refuseLost();',
    replace: '',
  },
  {
    what: 'mutations of other tabs keep the placeholder ids of what was created (R53)',
    within: 'OutboxLoader.#load',
    find: 'replaceIds(list.all, commits.inSlot(REAL_PKS));',
    replace: '',
  },
  {
    what: 'a new mutation is not told to other tabs (R54)',
    within: 'OutboxData.#keep',
    find: 'this.tabs?.changed({ ids: made.map(({ id }) => id) });',
    replace: '{}',
  },
  {
    what: 'the layer of another tab is above all (R54)',
    within: 'MutationList.seqOf',
    find: 'if (at < 0)',
    replace: 'if (at < Infinity)',
  },
  {
    what: 'a response of another tab hides a layer (I5)',
    within: 'OverlapTracker.bring',
    find: '|| inFlight.isQueued',
    replace: '',
  },
  {
    what: 'the expected rows of a mutation that failed elsewhere hide a layer (I5)',
    within: 'TabMutations.endForeign',
    find: 'found.inFlight.rows.addAll(rows);',
    replace: 'this.#overlaps.bring(found.inFlight, rows, removed);',
  },
  {
    what: 'a response that comes late replaces a stored row (I6)',
    within: 'Mutation.store',
    find: '?? -1',
    replace: '?? 0',
  },
  {
    what: 'a frozen tab revives what another tab has failed to send (R42)',
    within: 'StoredOutbox.update',
    find: '&& !(claim && stored.failedAt !== undefined)',
    replace: '',
  },
  {
    what: 'a tab settles by a try whose claim is lost (R42)',
    within: 'Sender.#renew',
    find: 'isOwn ? now + length : 0',
    replace: 'isOwn ? now + length : mutation.claimedUntil',
  },
  {
    what: 'a failure that a claim finds does not reach the lists (R48)',
    within: 'Sender.#claim',
    find: 'list.changed(); this.run();',
    replace: 'this.run();',
  },
  {
    what: 'failed reads are not fetched when the network is back (R27)',
    within: 'wakeUp',
    find: 'stream.isDemanded && stream.read().error',
    replace: 'stream.isDemanded && stream.read().error === null',
  },
];
