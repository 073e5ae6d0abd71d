import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import type { Schema } from '../../../src/data/schema/Schema.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { collect } from '../../support/collect.ts';
import { storeKit } from '../../support/storeKit.ts';

class Event extends Entity {
  id = '';
  value: unknown = null;
  more: unknown = null;
  static override readonly key: string = 'Event';
}

class ParsedEvent extends Entity {
  id = '';
  at: Date | undefined = undefined;
  title = '';
  static override readonly key = 'ParsedEvent';
  static override schema = { at: (text: string) => new Date(text) };
}

class MergedEvent extends Event {
  static override readonly key = 'MergedEvent';
  static override merge(existing: object, incoming: object): object {
    return { ...existing, ...incoming };
  }
}

const kinds: Readonly<Record<string, (n: number) => unknown>> = {
  dates: (n) => new Date(n),
  maps: (n) => new Map([['a', { n }]]),
  sets: (n) => new Set([n]),
  bytes: (n) => new Uint8Array([n]),
  buffers: (n) => Uint8Array.of(n).buffer,
  URLs: (n) => new URL(`http://api.test/${n}`),
  'dates in lists': (n) => [{ at: [new Date(n)] }],
};

const endpointOf = (name: string, schema?: Schema) =>
  new Endpoint(() => Promise.resolve({}), schema ? { name, schema } : { name });

describe.each(Object.entries(kinds))('equal %s', (_kind, make) => {
  it.each<[string, Schema | undefined, (value: unknown) => unknown]>([
    ['without a schema', undefined, (value) => ({ value })],
    ['that are the whole response', undefined, (value) => value],
    [
      'beside entities',
      { event: Event, value: [] },
      (value) => ({ event: { id: '1' }, value: [value] }),
    ],
    ['of an entity', Event, (value) => ({ id: '1', value })],
    ['of an entity that merges itself', MergedEvent, (value) => ({ id: '1', value })],
    ['of a list', [Event], (value) => [{ id: '1', value }]],
    ['of a map', new Values(Event), (value) => ({ a: { id: '1', value } })],
    ['of a Collection', new Collection([Event]), (value) => [{ id: '1', value }]],
  ])('in responses %s keep their reference and emit nothing', (_where, schema, respond) => {
    const endpoint = endpointOf('read', schema);
    const { store } = storeKit();
    store.setResponse(endpoint, respond(make(1)));
    const { values } = collect(store.select(endpoint));
    store.setResponse(endpoint, respond(make(1)));
    expect(values).toHaveLength(1);
    store.setResponse(endpoint, respond(make(2)));
    expect(values).toHaveLength(2);
  });

  it('keep their reference beside a member that differs', () => {
    const { store } = storeKit();
    store.set(Event, { id: '1', value: make(1), more: 1 });
    const { values } = collect(store.query(Event, '1'));
    store.set(Event, { id: '1', value: make(1), more: 2 });
    expect(values.map((event) => event?.more)).toEqual([1, 2]);
    expect(values[1]?.value).toBe(values[0]?.value);
    store.set(Event, { id: '1', value: make(1), more: 2 });
    expect(values).toHaveLength(2);
  });

  it('emit nothing when a prediction is confirmed', async () => {
    const update = new Endpoint((_id: string) => Promise.resolve({ id: '1', value: make(2) }), {
      name: 'update',
      schema: Event,
      sideEffect: true,
      getOptimisticResponse: (_snapshot, id: string) => ({ id, value: make(2) }),
    });
    const { store } = storeKit();
    store.set(Event, { id: '1', value: make(1) });
    const { values } = collect(store.query(Event, '1'));
    await store.fetch(update, '1');
    expect(values).toHaveLength(2);
  });
});

describe('members that a function deserializes', () => {
  it('keep their reference if the response brings equal data', () => {
    const endpoint = endpointOf('read', { at: (text: string) => new Date(text) });
    const { store } = storeKit();
    store.setResponse(endpoint, { at: '2020-01-01' });
    const { values } = collect(store.select(endpoint));
    store.setResponse(endpoint, { at: '2020-01-01' });
    expect(values).toHaveLength(1);
  });

  it('keep their reference beside a member of the entity that differs', () => {
    const { store } = storeKit();
    store.set(ParsedEvent, { id: '1', at: '2020-01-01', title: 'a' });
    const { values } = collect(store.query(ParsedEvent, '1'));
    store.set(ParsedEvent, { id: '1', at: '2020-01-01', title: 'b' });
    expect(values).toHaveLength(2);
    expect(values[1]?.at).toBe(values[0]?.at);
  });
});
