import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type {
  DenormalizeDelegate,
  MarkDelegate,
  SchemaMethods,
} from '../../../src/data/schema/Schema.ts';
import { sameSchema } from '../../../src/data/schema/resolveSchema.ts';
import { ann, bob, cid, User } from '../../support/entities.ts';
import { GraphKit } from '../../support/GraphKit.ts';
import { storeKit } from '../../support/storeKit.ts';

/** A custom schema that stores its input. */
const schemaWith = (members: Partial<SchemaMethods>): SchemaMethods => ({
  normalize: (input) => input,
  denormalize: (stored) => stored,
  queryKey: () => undefined,
  ...members,
});

describe('a memo', () => {
  const counts: number[] = [];
  const counted: SchemaMethods = schemaWith({
    readsArgs: true,
    denormalize: (stored: unknown, delegate: DenormalizeDelegate) =>
      delegate.memo(counted, stored, ([by]) => {
        let made = 0;
        return {
          make: (reader) => {
            counts.push(++made);
            return { of: reader.unvisit(User, stored), by };
          },
          provisional: () => undefined,
        };
      }),
  });
  beforeEach(() => {
    counts.length = 0;
  });

  it('lives as long as it has observers, for each stored form and equal arguments', () => {
    const kit = new GraphKit();
    kit.set([User, ann], [User, bob]);
    const views = [
      kit.view(counted, '1', [{ by: 'x' }]),
      kit.view(counted, '1', [{ by: 'x' }]),
      kit.view(counted, '1', [{ by: 'y' }]),
      kit.view(counted, '2', [{ by: 'x' }]),
    ];
    const [first, same, otherArgs, other] = views.map((view) => view.read());
    expect(same).toBe(first);
    expect([otherArgs, other]).toEqual([
      { of: ann, by: { by: 'y' } },
      { of: bob, by: { by: 'x' } },
    ]);
    expect(counts).toEqual([1, 1, 1]);
    for (const view of views) view.dispose();
    kit.view(counted, '1', [{ by: 'x' }]).read();
    expect(counts).toEqual([1, 1, 1, 1]);
  });

  it('computes its value again when something that it read has changed', () => {
    const kit = new GraphKit();
    kit.set([User, ann], [User, bob]);
    const view = kit.view<{ of: User }>(counted, '1');
    const first = view.read();
    kit.set([User, { ...bob, name: 'Rob' }]);
    expect(view.read()).toBe(first);
    kit.set([User, { ...ann, name: 'Anna' }]);
    expect(view.read().of.name).toBe('Anna');
    expect(counts).toEqual([1, 2]);
  });

  it('is made for each read if nothing is memoized', () => {
    const { store } = storeKit();
    store.set(User, ann);
    const names: unknown[] = [];
    const send = new Endpoint(async () => ({}), {
      name: 'send',
      sideEffect: true,
      schema: User,
      getOptimisticResponse: (snapshot) => {
        names.push(snapshot.get(lookedUp));
        throw snapshot.abort;
      },
    });
    const lookedUp = { ...counted, queryKey: () => '1' };
    void store.fetch(send).catch(() => {});
    expect(names).toEqual([{ of: ann, by: undefined }]);
  });
});

describe('memoizes', () => {
  it('gives the value its own memo if it returns true, and none if false', () => {
    const kit = new GraphKit();
    kit.set([User, ann]);
    for (const isOwn of [true, false]) {
      const wrapped = schemaWith({
        denormalize: (stored, delegate) => ({ of: delegate.unvisit(User, (stored as User).id) }),
        memoizes: () => isOwn,
      });
      const stored = { id: '1' };
      const [a, b] = [kit.view(wrapped, stored).read(), kit.view(wrapped, stored).read()];
      expect(a).toEqual({ of: ann });
      expect(a === b).toBe(isOwn);
    }
  });
});

describe('readsSame', () => {
  class Tagged {
    constructor(readonly tag: string) {}
    readsSame(other: unknown): boolean {
      return other instanceof Tagged && other.tag === this.tag;
    }
  }

  it('compares two schemas, also as parts of objects and lists', () => {
    expect(sameSchema(new Tagged('a'), new Tagged('a'))).toBe(true);
    expect(sameSchema({ items: [new Tagged('a')] }, { items: [new Tagged('a')] })).toBe(true);
    expect(sameSchema({ items: [new Tagged('a')] }, { items: [new Tagged('b')] })).toBe(false);
    expect(sameSchema(new Tagged('a'), 'a')).toBe(false);
    expect(sameSchema(User, new Tagged('a'))).toBe(false);
  });
});

describe('mark', () => {
  it('names the rows that the garbage collector keeps for observers of the schema', () => {
    const { store, clock } = storeKit({ gcTime: 100, graceTime: 10 });
    const marked: unknown[] = [];
    const fellows = schemaWith({
      mark: (stored: unknown, delegate: MarkDelegate) => {
        marked.push(stored);
        delegate.unvisit([User], stored);
        delegate.keep('User', '3');
      },
    });
    const read = new Endpoint(async () => [], { name: 'read', schema: { fellows } });
    store.set([User], [ann, bob, cid, { id: '4' }]);
    store.setResponse(read, { fellows: ['1', '2'] });
    const observed = store.observe(read).subscribe();
    clock.advance(200);
    store.gc();
    expect(['1', '2', '3', '4'].map((pk) => store.get(User, pk)?.id)).toEqual([
      '1',
      '2',
      '3',
      undefined,
    ]);
    expect(marked.length).toBeGreaterThan(0);
    observed.unsubscribe();
  });
});
