import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { map, type Observable } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { FakeRequest } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { runs } from '../../support/runs.ts';

class Item extends Entity {
  id = '';
  name = '';
  next: Item | undefined = undefined;
  related: Item[] = [];
  static override readonly key = 'Item';
  static override get schema() {
    return { next: Item, related: [Item] };
  }
}

interface Open {
  readonly name: string;
  readonly request: FakeRequest;
}

/** Requests without a response, in the order of sending. */
let open: Open[] = [];

function endpoint<S>(name: string, schema: S) {
  const send = (...args: readonly unknown[]) => {
    const request = new FakeRequest(args);
    open.push({ name, request });
    return request.answers;
  };
  return new Endpoint(send, { name, schema });
}

const list = endpoint('list', [Item]);
const reads = {
  list,
  lazy: endpoint('lazy', [Item]).extend({ invalidIfStale: true }),
  page: endpoint('page', { items: [Item], total: 0 }),
  all: endpoint('all', new All(Item)),
  detail: endpoint('detail', Item),
};
const shown = {
  sideEffect: true,
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, item: unknown) => item,
} as const;
const update = endpoint('update', Item).extend(shown);
const remove = endpoint('remove', new Invalidate(Item)).extend(shown);

type Read = keyof typeof reads;
interface Row {
  readonly id: string;
  readonly name: string;
  readonly next: string | null;
  readonly related: readonly string[];
}
type Operation =
  | { readonly do: 'set' | 'update' | 'remove' | 'drop'; readonly row: Row }
  | { readonly do: 'respond'; readonly read: Read; readonly rows: readonly Row[] }
  | { readonly do: 'answer'; readonly which: number; readonly rows: readonly Row[] }
  | { readonly do: 'fail'; readonly which: number }
  | { readonly do: 'fetch' | 'expire' | 'invalidate' | 'refuse'; readonly read: Read }
  | { readonly do: 'reset' | 'gc' }
  | { readonly do: 'wait'; readonly ms: number };

const id = fc.constantFrom('1', '2', '3');
/** Each row has all members, and there are no cycles. */
const row: fc.Arbitrary<Row> = fc
  .record({
    id,
    name: fc.constantFrom('a', 'b'),
    next: fc.option(id),
    related: fc.uniqueArray(id, { maxLength: 2 }),
  })
  .map(({ next, related, ...own }) => ({
    ...own,
    next: next !== null && next > own.id ? next : null,
    related: related.filter((other) => other > own.id),
  }));
const rows = fc.uniqueArray(row, { selector: (each) => each.id, maxLength: 3 });
const readName = fc.constantFrom(...(Object.keys(reads) as Read[]));
const which = fc.nat({ max: 3 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ do: fc.constantFrom('set', 'update', 'remove', 'drop'), row }),
  fc.record({ do: fc.constant('respond'), read: readName, rows }),
  fc.record({ do: fc.constant('answer'), which, rows }),
  fc.record({ do: fc.constant('fail'), which }),
  fc.record({ do: fc.constantFrom('fetch', 'expire', 'invalidate', 'refuse'), read: readName }),
  fc.record({ do: fc.constantFrom('reset', 'gc') }),
  fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 5_000, 60_001) }),
) as fc.Arbitrary<Operation>;

type Kit = ReturnType<typeof storeKit>;

const ignored = (): void => {};

/** A response that fits the endpoint. */
function responseOf({ name, request }: Open, items: readonly Row[]): unknown {
  return name === 'update' || name === 'remove' ? request.args[0] : bodyOf(name, items);
}

function bodyOf(name: string, items: readonly Row[]): unknown {
  if (name === 'page') return { items, total: items.length };
  return name === 'detail' ? (items[0] ?? { id: '1', name: 'a', next: null, related: [] }) : items;
}

function operate({ store, clock }: Kit, one: Operation): void {
  switch (one.do) {
    case 'set':
      return store.set(Item, one.row as never);
    case 'drop':
      return store.set(new Invalidate(Item), one.row as never);
    case 'update':
      return void store.fetch(update, one.row).catch(ignored);
    case 'remove':
      return void store.fetch(remove, one.row).catch(ignored);
    case 'respond':
      return store.setResponse(reads[one.read] as typeof list, bodyOf(one.read, one.rows));
    case 'fetch':
      return void store.fetch(reads[one.read] as typeof list).catch(ignored);
    case 'expire':
      return store.expireAll(reads[one.read]);
    case 'invalidate':
      return store.invalidate(reads[one.read] as typeof list);
    case 'refuse':
      return store.setError(reads[one.read] as typeof list, new Error('refused'));
    case 'answer':
    case 'fail': {
      const [sent] = open.splice(one.which % Math.max(open.length, 1), 1);
      if (one.do === 'fail') sent?.request.fail(new Error('down'));
      else sent?.request.answer(responseOf(sent, one.rows));
      return;
    }
    case 'reset':
      return void store.reset().catch(ignored);
    case 'gc':
      return store.gc();
    case 'wait':
      return clock.advance(one.ms);
  }
}

/** Notes in `problems` where an observable emits what equals the emission before. */
function watch(name: string, observable: Observable<unknown>, problems: string[]): void {
  const emitted: unknown[] = [];
  observable.subscribe((value) => {
    if (emitted.length > 0 && isDeepStrictEqual(emitted.at(-1), value)) problems.push(name);
    emitted.push(value);
  });
}

/** A state whose error is compared by reference. */
function membersOf(state: { readonly error: Error | undefined }): unknown {
  return { ...state, error: state.error && numberOf(state.error) };
}

const numbers = new WeakMap<object, number>();
let last = 0;

function numberOf(object: object): number {
  const known = numbers.get(object) ?? ++last;
  numbers.set(object, known);
  return known;
}

it('no emission of an observable equals the one before it', () => {
  const histories = fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(histories, (history) => {
      open = [];
      const kit = storeKit({ gcTime: 10_000 });
      const { store } = kit;
      const problems: string[] = [];
      for (const [name, one] of Object.entries(reads)) {
        const read = one as typeof list;
        watch(name, store.observe(read).pipe(map(membersOf)), problems);
        watch(`select ${name}`, store.select(read), problems);
      }
      watch('query of all', store.query(new All(Item)), problems);
      watch('query of one', store.query(Item, '1'), problems);
      for (const step of history) {
        if (step.length === 1) operate(kit, step[0]);
        else store.batch(() => step.forEach((one) => operate(kit, one)));
        // Another session, even if it has equal data at once.
        const isOtherSession = step.length > 1 && step.some((one) => one.do === 'reset');
        const found = problems.splice(0);
        expect(isOtherSession ? [] : found).toEqual([]);
      }
      store.dispose();
    }),
    { numRuns: runs(100) },
  );
});
