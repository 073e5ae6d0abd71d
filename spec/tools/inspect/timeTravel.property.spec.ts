import fc from 'fast-check';
import type { Subscription } from 'rxjs';
import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { rehydrate } from '../../../src/features/dehydrate/rehydrate.ts';
import type { EndpointState } from '../../../src/kernel/streams/EndpointState.ts';
import { User } from '../../support/entities.ts';
import { inspectedStore } from './support.ts';
import { runs } from '../../support/runs.ts';

const PKS = ['1', '2', '3'];

/** What a program, its server, its user and devtools do. Numbers choose among what there is. */
type Step =
  | { readonly do: 'observe' | 'leave' | 'expire' | 'invalidate' | 'remove'; readonly pk: string }
  | { readonly do: 'set' | 'rename'; readonly pk: string; readonly name: string }
  | { readonly do: 'answer'; readonly at: number; readonly name: string }
  | { readonly do: 'fail' | 'show'; readonly at: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'present' | 'list' | 'reset' };

const pk = fc.constantFrom(...PKS);
const name = fc.constantFrom('Ann', 'Bob', 'Cid');
const at = fc.nat(20);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('observe', 'leave', 'expire', 'invalidate', 'remove'), pk }),
  fc.record({ do: fc.constantFrom('set', 'rename'), pk, name }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer'), at, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('fail', 'show'), at }) },
  fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 200, 2_000, 10_000) }),
  fc.record({ do: fc.constantFrom('present', 'list', 'reset') }),
) as fc.Arbitrary<Step>;

type Kit = ReturnType<typeof inspectedStore>;

/** A history, and what its observers have got last. */
class History {
  readonly kit: Kit = inspectedStore({ gcTime: 5_000, graceTime: 500 });
  readonly got = new Map<string, EndpointState<unknown>>();
  readonly #subscriptions = new Map<string, Subscription>();

  run(step: Step): void {
    const { clock, getUser, getUsers, inspector, recording, removeUser, rename, store } = this.kit;
    switch (step.do) {
      case 'observe': {
        if (this.#subscriptions.has(step.pk)) return;
        const observable = store.observe(getUser, { id: step.pk });
        const subscription = observable.subscribe((state) => this.got.set(step.pk, state));
        this.#subscriptions.set(step.pk, subscription);
        break;
      }
      case 'list':
        if (this.#subscriptions.has('')) return;
        this.#subscriptions.set(
          '',
          store.observe(getUsers).subscribe((s) => this.got.set('', s)),
        );
        break;
      case 'leave':
        this.#subscriptions.get(step.pk)?.unsubscribe();
        this.#subscriptions.delete(step.pk);
        this.got.delete(step.pk);
        break;
      case 'set':
        store.set(User, { id: step.pk, name: step.name });
        break;
      case 'rename':
        store.fetch(rename, { id: step.pk, name: step.name }).catch(() => {});
        break;
      case 'remove':
        store.fetch(removeUser, { id: step.pk }).catch(() => {});
        break;
      case 'answer':
        this.#settle(step.at, (args) => {
          const [{ id } = { id: undefined }] = args as [{ readonly id: string }?];
          const user = (of: string) => ({ id: of, name: step.name, email: '' });
          return id === undefined ? PKS.map(user) : user(id);
        });
        break;
      case 'fail':
        this.#settle(step.at);
        break;
      case 'expire':
        store.expireAll(getUser);
        break;
      case 'invalidate':
        store.invalidate(getUser, { id: step.pk });
        break;
      case 'wait':
        clock.advance(step.ms);
        break;
      case 'reset':
        void store.reset();
        break;
      case 'show': {
        const { commits } = recording;
        const snapshot = commits[step.at % (commits.length + 1)]?.snapshot ?? recording.start;
        inspector.show(snapshot);
        break;
      }
      case 'present':
        inspector.showPresent();
    }
  }

  /** Settles a request; without `answer` it fails. */
  #settle(place: number, answer?: (args: readonly unknown[]) => unknown): void {
    const open = this.kit.requests.sent.filter((_, index) => !this.#settled.has(index));
    if (open.length === 0) return;
    const request = open[place % open.length];
    this.#settled.add(this.kit.requests.sent.indexOf(request));
    if (answer) request.answer(answer(request.args));
    else request.fail(new Error('down'));
  }

  readonly #settled = new Set<number>();

  /** Shows the present, and settles all requests. */
  end(): void {
    this.run({ do: 'present' });
    for (let i = 0; i < 200 && this.#settled.size < this.kit.requests.count; i++) {
      this.run({ do: 'answer', at: 0, name: 'Ann' });
    }
  }

  state(key: string): EndpointState<unknown> {
    const { getUser, getUsers, store } = this.kit;
    return key === '' ? store.getState(getUsers) : store.getState(getUser, { id: key });
  }
}

const history = fc.array(steps, { minLength: 1, maxLength: 40 });
const numRuns = runs(300);

describe('after a journey', () => {
  it('observers have the present state, and nothing is left of what was held', () => {
    fc.assert(
      fc.property(history, (all) => {
        const run = new History();
        for (const one of all) run.run(one);
        run.end();
        for (const [key, got] of run.got) {
          expect(got).toBe(run.state(key));
          expect(got.fetching).toBe(false);
          expect(got.data === undefined && !got.error).toBe(false);
        }
        expect(run.kit.store.stats()).toMatchObject({ inFlight: 0, layers: 0 });
        expect(run.kit.reported).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('a store with the same state shows the same data', () => {
    fc.assert(
      fc.property(history, (all) => {
        const run = new History();
        for (const one of all) run.run(one);
        run.end();
        const other = inspectedStore();
        rehydrate(other.store, dehydrate(run.kit.store));
        for (const id of PKS) {
          expect(other.store.get(User, { id })).toEqual(run.kit.store.get(User, { id }));
        }
      }),
      { numRuns },
    );
  });
});

describe('during a journey', () => {
  it('the store shows the entities of the snapshot, and sends nothing by itself', () => {
    fc.assert(
      fc.property(history, (all) => {
        const run = new History();
        const { inspector, requests, store } = run.kit;
        for (const one of all) {
          const before = requests.count;
          run.run(one);
          const shown = inspector.shown$.getValue();
          if (!shown) continue;
          for (const id of PKS) {
            const record = shown.entities.get('User', id) as User | undefined;
            expect(store.get(User, { id })?.name).toBe(record?.name);
          }
          const sends = one.do === 'rename' || one.do === 'remove';
          expect(requests.count - before).toBeLessThanOrEqual(sends ? 1 : 0);
        }
      }),
      { numRuns },
    );
  });
});
