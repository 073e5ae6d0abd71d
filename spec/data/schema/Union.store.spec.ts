import { createStore, Endpoint, Entity, schema } from 'streambed';

class Pending extends Entity {
  id = '';
  status = 'pending';
  static override key = 'Policy';
}
class Active extends Entity {
  id = '';
  status = 'active';
  static override key = 'Policy';
}
const mapping = { pending: Pending, active: Active };
const Policy = new schema.Union(mapping, 'status');
class Customer extends Entity {
  id = '';
  policy: Pending | Active | null = null;
  static override key = 'Customer';
  static override schema = { policy: Policy };
}
const pending = { id: '1', status: 'pending' };

describe('an entity that changes its class among those with one key', () => {
  it.each<[string, object, unknown]>([
    ['a list of a union', [Policy], [pending]],
    ['an array with a mapping', new schema.Array(mapping, 'status'), [pending]],
    ['a map', new schema.Values(mapping, 'status'), { x: pending }],
    ['a collection', new schema.Collection([Policy]), [pending]],
    ['all entities', new schema.All(mapping, 'status'), [pending]],
    ['a union', Policy, pending],
    ['a member', Customer, { id: 'c', policy: pending }],
    ['a member of an object', { policy: Policy }, { policy: pending }],
  ])('is read with the class that its record names: %s', async (name, shape, response) => {
    const store = createStore();
    const read = new Endpoint(async () => response, { name, schema: shape as typeof Policy });
    const shown: string[] = [];
    const classes = (value: unknown): string[] =>
      value instanceof Pending || value instanceof Active
        ? [value.constructor.name]
        : typeof value === 'object' && value
          ? Object.values(value).flatMap(classes)
          : [];
    store.observe(read).data$.subscribe((data) => shown.push(classes(data).join()));
    await store.fetch(read);
    store.set(Policy, { id: '1', status: 'active' });
    store.set(Policy, { id: '1', status: 'pending' });
    expect(shown).toEqual(['Pending', 'Active', 'Pending']);
    store.dispose();
  });

  it('is one member of a collection', () => {
    const store = createStore();
    const policies = new schema.Collection([Policy]);
    store.set(policies, [pending]);
    store.set(policies.push, { id: '1', status: 'active' });
    expect(store.get(policies)).toEqual([Active.fromJS({ id: '1' })]);
    store.dispose();
  });
});
