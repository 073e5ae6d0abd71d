import { Subject } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { collect } from '../../support/collect.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  title = '';
  clientId?: string;
  static override readonly key = 'Ticket';
  static override readonly clientId = 'clientId';
}

const tickets = new Collection([Ticket]);
const prediction = { title: 'N', clientId: 'n' };
const row = { id: '7', ...prediction };

type Step = 'message' | 'frame' | 'response' | 'failure' | 'update' | 'refetch';

const orders: readonly (readonly Step[])[] = [
  ['message', 'frame', 'response'],
  ['message', 'response', 'frame'],
  ['response', 'message', 'frame'],
  ['message', 'frame', 'failure'],
  ['message', 'failure', 'frame'],
  ['message', 'frame', 'update', 'frame', 'response'],
  ['message', 'frame', 'refetch', 'response'],
  ['refetch', 'message', 'frame', 'response', 'refetch'],
  ['message', 'message', 'frame', 'refetch', 'failure', 'message', 'frame'],
];

describe.each(orders.map((steps) => ({ steps, title: steps.join(', ') })))(
  'a row that is being created, after: $title,',
  ({ steps }) => {
    it('is shown once, in one position', () => {
      const requests = new FakeRequests();
      const getTickets = new Endpoint(requests.send, { name: 'getTickets', schema: tickets });
      const create = new Endpoint(requests.send, {
        name: 'create',
        schema: tickets.push,
        sideEffect: true,
        getOptimisticResponse: (_snapshot: OptimisticSnapshot, ticket: unknown) => ticket,
      });
      const clock = new ManualClock();
      const messages$ = new Subject<object>();
      const feed = applyMessages(messages$, (to, message) => to.set(tickets.push, message), {
        scheduler: clock,
      });
      const { store } = storeKit({ scheduler: clock, plugins: [feed] });
      store.setResponse(getTickets, [{ id: '1' }]);
      const seen = collect(store.observe(getTickets).data$);
      store.fetch(create, prediction).catch(() => {});
      const creation = requests.last;
      const isGone = (): boolean => steps.indexOf('failure') === 1;
      const act: Record<Step, () => void> = {
        message: () => messages$.next(row),
        frame: () => clock.advance(16),
        response: () => creation.answer(row),
        failure: () => creation.fail(new Error('no answer')),
        update: () => messages$.next({ id: '7', title: 'changed' }),
        refetch: () => store.setResponse(getTickets, [{ id: '1' }, row]),
      };
      seen.news();
      for (const step of steps) act[step]();
      const lists = seen.news() as (readonly Ticket[])[];
      const keys = lists.map((list) => list.map(({ clientId, id }) => clientId ?? id).join(' '));
      // Only a failure that comes before the row does takes the row away.
      expect(new Set(keys)).toEqual(new Set(isGone() ? ['1 n', '1'] : ['1 n']));
      expect(lists.at(-1)!.map(({ id }) => id)).toEqual(['1', '7']);
    });
  },
);
