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
    find: 'this.tabs?.changed({ ids: [mutation.id] });',
    replace: '{}',
  },
  {
    what: 'the layer of another tab is above all (R54)',
    within: 'MutationList.seqOf',
    find: 'if (at < 0)',
    replace: 'if (at < Infinity)',
  },
];
