import fc from 'fast-check';
import { createStore, dehydrate, Entity, rehydrate } from 'streambed';
import { runs } from '../../../support/runs.ts';

class Person extends Entity {
  id = '';
  name = '';
  static override key = 'Person';
}

const id = fc.constantFrom('a', 'b');
const people = fc.array(fc.record({ id, name: fc.constantFrom('x', 'y', 'z') }), { maxLength: 2 });
const step = fc.oneof(
  fc.record({ by: fc.constantFrom('brief', 'tiny', 'full'), id, people: fc.option(people) }),
  fc.record({ by: fc.constant('read'), id }),
  fc.record({ by: fc.constant('copy'), id }),
  fc.record({ by: fc.constant('person'), person: fc.record({ id, name: fc.constant('w') }) }),
  fc.record({ by: fc.constant('hydrate') }),
);

describe('a full class', () => {
  it('never reads other members than those that were written last, whichever class wrote it', () => {
    let reads = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        class Tiny extends Entity {
          id = '';
          static override key = 'Post';
        }
        class Brief extends Tiny {
          people: unknown = null;
        }
        class Full extends Tiny {
          people: Person[] = [];
          static override schema = { people: [Person] };
        }
        const classes = { tiny: Tiny, brief: Brief, full: Full };
        let store = createStore();
        const posts = new Map<string, string[]>();
        for (const one of steps) {
          if (one.by === 'hydrate') {
            const next = createStore();
            rehydrate(next, dehydrate(store));
            store.dispose();
            store = next;
          } else if ('person' in one) {
            store.set(Person, one.person);
          } else if ('people' in one) {
            const given = one.people === null ? {} : { people: one.people };
            store.set(classes[one.by as 'full'], { id: one.id, ...given });
            const written = one.people?.map((person) => person.id);
            posts.set(one.id, written ?? posts.get(one.id) ?? []);
          } else if (one.by === 'copy') {
            store.set(Tiny, { id: one.id }, (post) => Object.assign({}, post));
          } else if ('id' in one) {
            const full = store.get(Full, one.id);
            const shown = full?.people.map((person) => person.id);
            // Before the store has met the class, the post may be missing.
            if (full) expect(shown).toEqual(posts.get(one.id));
            if (full) reads++;
          }
        }
        store.set(Full, { id: 'a' });
        expect(store.get(Full, 'a')?.people.map((person) => person.id)).toEqual(
          posts.get('a') ?? [],
        );
        store.dispose();
      }),
      { numRuns: runs(1_000) },
    );
    expect(reads).toBeGreaterThan(runs(50));
  });
});
