import fc from 'fast-check';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { LayerReplay } from '../../../src/kernel/optimistic/LayerReplay.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { LiveRequest } from '../../../src/kernel/requests/Requests.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import type { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { TableChanges } from '../../../src/kernel/table/TableChanges.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { runs } from '../../support/runs.ts';

class Item extends Entity {
  id = '';
  n = 0;
  group = 'a';
  clientId?: string;
  static override readonly key = 'Item';
  static override readonly clientId = 'clientId';
  static override readonly indexes = ['group'];
}

/** A class with versions: its rows are in no conflict. */
class Versioned extends Entity {
  id = '';
  version = 0;
  n = 0;
  static override readonly key = 'Versioned';
  static override shouldReorder(
    _known: unknown,
    _next: unknown,
    known: { version: number },
    next: { version: number },
  ): boolean {
    return known.version > next.version;
  }
}

const requests = new FakeRequests();
const items = new Collection([Item]);
const getItems = new Endpoint(requests.send, { name: 'getItems', schema: items });
const getOne = new Endpoint(requests.send, { name: 'getOne', schema: Item });

/** A mutation whose arguments are an id and a number, and whose prediction is made by `predict`. */
function mutation(
  name: string,
  schema: object,
  predict: (snapshot: OptimisticSnapshot, id: string, n: number) => unknown,
) {
  return new Endpoint(requests.send, {
    name,
    schema,
    sideEffect: true,
    getOptimisticResponse: (snapshot: OptimisticSnapshot, ...args: readonly unknown[]) =>
      predict(snapshot, args[0] as string, args[1] as number),
  });
}

const mutations = [
  mutation('set', Item, (_, id, n) => ({ id, n })),
  mutation('add', Item, (snapshot, id, n) => {
    const item = snapshot.get(Item, { id });
    if (!item) throw snapshot.abort;
    return { id, n: item.n + n };
  }),
  mutation('count', Item, (snapshot, id) => ({ id, n: snapshot.get(new All(Item))?.length ?? 0 })),
  mutation('find', Item, (snapshot, id) => ({ id, n: snapshot.get(Item, { group: 'b' })?.n ?? 0 })),
  mutation('response', Item, (snapshot, id) => ({ id, n: snapshot.getResponse(getOne)?.n ?? 0 })),
  mutation('throws', Item, (snapshot, id) => {
    if (snapshot.get(Item, { id })) throw new Error('known');
    return { id, n: 1 };
  }),
  mutation('group', Item, (_, id, n) => ({ id, group: n > 2 ? 'a' : 'b' })),
  mutation('create', items.push, (_, __, n) => ({ n })),
  mutation('createWithId', items.push, (_, __, n) => ({ n, clientId: `client ${n}` })),
  mutation('pushKnown', items.push, (_, id, n) => ({ id, n })),
  mutation('removeFromList', items.remove, (_, id) => ({ id })),
  mutation('remove', new Invalidate(Item), (_, id) => ({ id })),
  mutation('all', new All(Item), (_, id, n) => [{ id, n }]),
  mutation('version', Versioned, (_, id, n) => ({ id, version: n, n })),
] as const;

const id = fc.constantFrom('1', '2', '3', '4');
const n = fc.integer({ min: 0, max: 4 });
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('send' as const), id, n }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('respond' as const), id, n }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('fail' as const), id, n }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('set' as const), id, n }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('arrive' as const), id, n }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('remove' as const), id, n }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('list' as const), id, n }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('version' as const), id, n }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('gc' as const), id, n }) },
);
const step = fc.tuple(operation, fc.nat(100));

/** Everything that a state says: rows in order, with metas; results; complete classes. */
function content(state: EntityTable): unknown {
  return [
    [...state.keys()].map((key) => [
      key,
      [...state.entries(key)].map(([pk, record]) => [pk, record, state.meta(key, pk)]),
    ]),
    [...state.known()].filter(({ key, pk }) => state.isRemoved(key, pk)),
    [...state.results()].map(([key, { result }]) => [key, result]),
    state.completeKeys().sort(),
  ];
}

/** The visible state of a confirmed one, with all layers replayed. */
function replayedAll(confirmed: EntityTable, live: Iterable<LiveRequest>): EntityTable {
  const replay = new LayerReplay({ requests: { live }, report: () => {} });
  return replay.show(confirmed, confirmed, new TableChanges());
}

function run(
  steps: readonly (readonly [op: { what: string; id: string; n: number }, nat: number])[],
) {
  requests.sent.length = 0;
  const { store, clock } = storeKit({ gcTime: 100 });
  const { commits, requests: all } = internalsOf(store);
  store.setResponse(getItems, [{ id: '1' }, { id: '2' }]);
  store.observe(getItems).subscribe();
  let pending: number[] = [];
  for (const [{ what, id: target, n: number }, nat] of steps) {
    const at = pending[nat % Math.max(pending.length, 1)];
    if (what === 'send') {
      pending.push(requests.count);
      void store.fetch(mutations[nat % mutations.length], target, number).catch(() => {});
      if (requests.count < pending.length) pending.length = requests.count;
    } else if (what === 'respond' && at !== undefined) {
      const [sent] = requests.at(at).args;
      requests.at(at).answer({ id: sent ?? `new ${at}`, n: number, version: number });
    } else if (what === 'fail' && at !== undefined) requests.at(at).fail(new Error('refused'));
    else if (what === 'set') store.set(Item, { id: target, n: number, group: 'b' });
    else if (what === 'arrive') {
      store.set(nat % 2 ? items.push : Item, { id: target, n: 9, clientId: `client ${number}` });
    } else if (what === 'remove') store.set(new Invalidate(Item), target);
    else if (what === 'list') store.setResponse(getItems, [{ id: target, n: number }, { id: '1' }]);
    else if (what === 'version') store.set(Versioned, { id: target, version: number, n: 9 });
    else if (what === 'gc') clock.advance(200);
    if (what === 'respond' || what === 'fail') pending = pending.filter((other) => other !== at);
    const replayed = replayedAll(commits.latest.confirmed, all.live);
    expect(content(commits.shown.visible)).toEqual(content(replayed));
  }
}

describe('LayerReplay', () => {
  it('shows after each commit what a replay of all layers shows', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => run(steps)),
      { numRuns: runs(500) },
    );
  });
});
