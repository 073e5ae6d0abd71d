import type { Defect } from '../defects/Defect.ts';

/** A defect that no history of an outbox finds, or only one of thousands; specs with this text in their titles find it. */
export interface RuleDefect extends Defect {
  readonly spec: string;
  readonly title: string;
}

const tabs = 'features/tabs/tabs.spec';
const overlap = 'features/tabs/overlap';
const order = 'features/tabs/order.spec';
const outbox = 'features/offline/offline.spec';
const outboxTabs = 'features/offline/tabs.spec';
const restart = 'features/offline/restart.spec';

/** Defects of tabs and of an outbox, by the rule that they break. */
export const ruleDefects: readonly RuleDefect[] = [
  {
    what: 'a message of another version counts (R28)',
    spec: tabs,
    title: 'R28',
    within: 'TabLink.#admits',
    find: '&& version === this.#version',
    replace: '',
  },
  {
    what: 'what a tab has collected is removed in the others (R31)',
    spec: tabs,
    title: 'R31',
    within: 'TabSync.flush',
    find: 'if (!confirmed.meta(kind, pk)) continue;',
    replace:
      'if (!confirmed.meta(kind, pk)) { rows.push([kind, pk, [0, 0, null, null]] as never); continue; }',
  },
  {
    what: 'a tab that opens has the others fetch (R32)',
    spec: tabs,
    title: 'R32',
    within: 'TabSync.constructor',
    find: 'this.#commits = internals',
    replace:
      "this.post('many', { keys: [], kinds: ['User'], isStored: false }); this.#commits = internals",
  },
  {
    what: 'a change has the time of the first one of its message (R33)',
    spec: tabs,
    title: 'R33',
    within: 'TabSync.flush',
    find: 'dataIn(table) === data',
    replace: 'data !== table',
  },
  {
    what: 'changes are not sent to other tabs (R29)',
    spec: tabs,
    title: 'R29',
    within: 'TabSync.flush',
    find: "this.post('change', { rows, results, endpoints, lists });",
    replace: '{}',
  },
  {
    what: 'a tab takes no rows of other tabs (R30)',
    spec: tabs,
    title: 'R30',
    within: 'TabReceiver.take',
    find: 'if (taken.length + own.length === 0) return { keys: [], followers };',
    replace: 'return { keys: [], followers };',
  },
  {
    what: 'a list that two tabs have changed is taken as a whole (R33)',
    spec: overlap,
    title: 'edits of both',
    within: 'TabWriter.writeRow',
    find: 'if (isDiverged && row.version.members) {',
    replace: 'if (row.version.gone) {',
  },
  {
    what: 'a number does not count as changed by a mutation of another tab (R34)',
    spec: overlap,
    title: 'a count .* sends “close”',
    within: 'TabMutations.noteFollowers',
    find: 'inFlight.note(followers);',
    replace: 'inFlight.note({ ...followers, counted: [] });',
  },
  {
    what: 'a read in flight is later than all that other tabs send (R33)',
    spec: order,
    title: 'leaves',
    within: 'TabWriter.#seqAt',
    find: 'return last + 0.5;',
    replace: 'return 0;',
  },
  {
    what: 'a member that did not change is as new as its row (R33)',
    spec: order,
    title: 'does not make the others newer',
    within: 'changed',
    find: 'if (isWhole)',
    replace: 'if (isWhole || previous === record)',
  },
  {
    what: 'only the tab of a read knows that it has overlapped a mutation (R34)',
    spec: order,
    title: 'a read that overlaps it',
    within: 'TabMutations.conflicted',
    find: 'this.#expire(rows);',
    replace: '{}',
  },
  {
    what: 'a mutation that began before a tab overlaps nothing there (R34)',
    spec: tabs,
    title: 'R34',
    within: 'TabMutations.endForeign',
    find: 'requests.onConflict({ keys, rows, removed, seq });',
    replace: 'void [keys, removed];',
  },
  {
    what: 'the mutations of other tabs overlap nothing (R34)',
    spec: tabs,
    title: 'R34',
    within: 'TabSync.read',
    find: 'return () => this.#mutations.beginForeign(tab, n, rows);',
    replace: 'return () => void [tab, n, rows];',
  },
  {
    what: 'a log-out is one of its tab (R35)',
    spec: tabs,
    title: 'R35',
    within: 'TabSync.reset',
    find: 'this.#link.logOut();',
    replace: '',
  },
  {
    what: 'args that cannot be stored are not reported (R38)',
    spec: outbox,
    title: 'R38',
    within: 'argsProblem',
    find: "return notStored('SB_ARGS_UNSUPPORTED', name, cause);",
    replace: 'return void [name, cause];',
  },
  {
    what: 'a mutation with other args has the key of the one before (R49)',
    spec: outbox,
    title: 'R49',
    within: 'Sender.mayRetry',
    find: 'mutation.key = this.#outbox.ids.next();',
    replace: '',
  },
  {
    what: 'a mutation that was made before the outbox was loaded comes before stored ones (R52)',
    spec: restart,
    title: 'R52',
    within: 'MutationList.follow',
    find: 'early.id = early.key = ids.next();',
    replace: '{}',
  },
  {
    what: 'a tab does not know that an earlier mutation is of the same entity (R40)',
    spec: outboxTabs,
    title: 'R40',
    within: 'OutboxLoader.#read',
    find: '[...placeholders]',
    replace: '[]',
  },
  {
    what: 'a tab waits on although another one has ended the wait (R42)',
    spec: outboxTabs,
    title: 'R42',
    within: 'OutboxLoader.adopt',
    find: 'if (tab !== program) {',
    replace: 'if (!stored.claim) {',
  },
  {
    what: 'a tab that was frozen does not know that its lists lack an entity (R44)',
    spec: outboxTabs,
    title: 'a tab that was frozen fetches',
    within: 'OutboxLoader.#gone',
    find: 'rows.add(key, each);',
    replace: '{}',
  },
  {
    what: 'a list that has grown since it was fetched has the time of its fetch (R33)',
    spec: tabs,
    title: '.',
    within: 'TabSync.constructor',
    find: 'this.flush(); return this.#link.post(type, news);',
    replace: 'if (type === "end") this.flush(); return this.#link.post(type, news);',
  },
  {
    what: 'a change of a tab that was frozen has the time of its message (R33)',
    spec: tabs,
    title: '.',
    within: 'TabSync.flush',
    find: 'states.find(({ table }) => dataIn(table) === data)',
    replace: 'void [dataIn, data]',
  },
  {
    what: 'a tab that was frozen settles what another tab has sent (R42)',
    spec: outboxTabs,
    title: 'R42',
    within: 'whileOwn',
    find: 'isKnown = isSure()',
    replace: 'isKnown = isSure !== undefined',
  },
  {
    what: 'a failure that a claim finds leaves what refers to the creation (R48)',
    spec: outboxTabs,
    title: 'R48',
    within: 'Sender.#claim',
    find: 'loader.refuseLost();',
    replace: '{}',
  },
  {
    what: 'a failure that a claim finds does not reach the lists (R48)',
    spec: outboxTabs,
    title: 'that crashes is followed',
    within: 'Sender.#claim',
    find: 'list.changed(); this.run();',
    replace: 'this.run();',
  },
  {
    what: 'failed reads are not fetched when the network is back (R27)',
    spec: outboxTabs,
    title: 'R27',
    within: 'wakeUp',
    find: 'stream.isDemanded && stream.read().error',
    replace: 'stream.isDemanded && stream.read().error === null',
  },
  {
    what: 'a mutation that needs a log-in fails (R45)',
    spec: outbox,
    title: 'without a session',
    within: 'outcomeOf',
    find: "if (status === 401) return 'pause';",
    replace: '',
  },
  {
    what: 'a claim takes what waits after a try of another tab (R46)',
    spec: outboxTabs,
    title: 'waits after a failed try',
    within: 'StoredOutbox.claim',
    find: 'nextTryAt > now && !mutation.isWoken',
    replace: 'nextTryAt < 0',
  },
];
