import * as fc from 'fast-check';
import { createStore, Endpoint, Entity, schema, StreambedError } from 'streambed';
import { hostileJson } from './support/hostileJson.ts';
import { isUnspoilt, pollution } from './support/hostileData.ts';
import { runs } from '../support/runs.ts';

class User extends Entity {
  id: unknown = '';
  friend: User | undefined = undefined;
  posts: Post[] = [];
  static override key = 'User';
  static override schema: Record<string, unknown> = {};
  static override indexes = ['name', 'constructor'];
}
class Post extends Entity {
  id: unknown = '';
  author: User | undefined = undefined;
  static override key = '__proto__';
  static override schema = { author: User };
  override pk(parent?: unknown, key?: string): string {
    return (this.id ?? (typeof parent === 'object' ? key : undefined)) as string;
  }
}
User.schema = { friend: User, posts: [Post] };

const tree = new schema.Object<Record<string, unknown>>({ user: User, next: '' });
tree.define({ inner: tree, list: [tree], constructor: Post });
const kinds = { user: User, post: Post, constructor: User };

/** Each kind of schema; `undefined` accepts any value. */
const schemas: Record<string, unknown> = {
  none: undefined,
  entity: User,
  list: [User],
  object: { results: [Post], id: User, next: '' },
  tree,
  values: new schema.Values(User),
  union: new schema.Union(kinds, 'type' as never),
  all: new schema.All(User),
  'all of several': new schema.All(kinds, 'type' as never),
  'list of several': new schema.Array(kinds, 'id'),
  removal: new schema.Invalidate(User),
};

/** Each kind of schema accepts one of these; each but the one of any value rejects one. */
const plainJson: unknown[] = [[], {}, 5, '1', { id: '1', type: 'user' }];

beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => jest.restoreAllMocks());

describe('any JSON under any schema', () => {
  it.each(Object.entries(schemas))(
    'is data or a typed error, with the state as it was: %s',
    async (name, described) => {
      const answers: unknown[] = [];
      const read = new Endpoint(async (_args: object) => answers.at(-1), {
        name,
        schema: described,
        // A read would have nothing to show.
        sideEffect: name === 'removal' ? true : undefined,
      });
      const store = createStore();
      const known: object = { id: 'constructor', name: 'known' };
      store.set([User], [known, { id: '0' }]);
      const outcomes = { data: 0, error: 0 };
      await fc.assert(
        fc.asyncProperty(hostileJson, async (json) => {
          answers.push(json);
          const before = store.entities$.getValue();
          try {
            const data: unknown = await store.fetch(read, { page: answers.length % 3 });
            outcomes.data++;
            expect(isUnspoilt(data)).toBe(true);
          } catch (error) {
            outcomes.error++;
            expect(StreambedError.is(error) ? 'typed' : error).toBe('typed');
            expect((error as StreambedError).message.length).toBeLessThan(3_000);
            // That an entity is missing shows only after the response was stored.
            const isStored = (error as StreambedError).code === 'SB_ANSWER_INCOMPLETE';
            if (!isStored) expect(store.entities$.getValue()).toBe(before);
          }
          const reads = [
            store.get(User, 'constructor'),
            store.get(Post, '__proto__'),
            store.get(User, { name: '__proto__' } as never),
            store.get(new schema.All(User)),
          ];
          expect(reads.every(isUnspoilt)).toBe(true);
          expect(pollution()).toEqual([]);
        }),
        { numRuns: runs(100), examples: plainJson.map((json) => [json]) },
      );
      expect(outcomes.data).toBeGreaterThan(0);
      if (described) expect(outcomes.error).toBeGreaterThan(0);
      store.dispose();
    },
  );
});
