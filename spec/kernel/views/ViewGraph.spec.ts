import { Entity } from '../../../src/data/schema/Entity.ts';
import { Inference } from '../../../src/kernel/views/Inference.ts';
import { ann, bob, Link, Post, User } from '../../support/entities.ts';
import { outcomeOf } from '../../data/normalize/outcomeOf.ts';
import { GraphKit, Reader } from '../../support/GraphKit.ts';
import { onFullStack } from '../../support/onFullStack.ts';

let kit: GraphKit;

beforeEach(() => {
  kit = new GraphKit();
});

/** A view that depends on facts of the table. */
function infer<T>(
  look: (inference: Inference) => T,
  minds: 'freshness' | 'existence' = 'existence',
): Reader<T> {
  const view = new Reader(kit.graph, () => look(new Inference(kit.graph, minds)));
  view.read();
  return view;
}

const isDirty = ({ state }: Reader<unknown>): boolean => state === 'dirty';

describe('a dependency of a view', () => {
  it('makes the view dirty over any number of levels; other views stay clean', () => {
    kit.set(
      [Post, { id: 'p', title: 'P', author: ann }],
      [Post, { id: 'q', title: 'Q', author: bob }],
    );
    const stored = { list: ['p'] };
    const [one, two] = [kit.view({ list: [Post] }, stored), kit.view(Post, 'q')];
    one.read();
    two.read();
    kit.set([User, { ...ann, name: 'Anna' }]);
    expect([one.isDirty, two.isDirty]).toEqual([true, false]);
    expect(kit.count(() => [one.read(), two.read()])).toBe(5);
  });

  it('is the nodes that the last computation has read', () => {
    let kind: typeof User | typeof Link = User;
    kit.set([User, ann], [Link, { id: '1', url: '/' }]);
    const view = new Reader(kit.graph, () => kit.graph.unvisit(kind, '1'));
    view.read();
    kind = Link;
    view.markDirty();
    view.read();
    kit.set([User, { ...ann, name: 'Anna' }]);
    expect(isDirty(view)).toBe(false);
    kit.set([Link, { id: '1', url: '/2' }]);
    expect(isDirty(view)).toBe(true);
  });

  it('notifies the view once per commit, however much the commit changes', () => {
    kit.set([Post, { id: 'p', title: 'P', author: ann }], [User, bob]);
    const view = kit.view([Post], ['p']);
    view.read();
    kit.set(
      [Post, { id: 'p', title: 'other', author: ann }],
      [User, { ...ann, name: 'Anna' }],
      [User, { ...bob, name: 'Bobby' }],
    );
    expect(view.changes).toBe(1);
    expect(kit.count(() => view.read())).toBe(4);
  });

  it('is released by dispose', () => {
    kit.set([User, ann]);
    const view = kit.view(User, '1');
    view.read();
    view.dispose();
    view.changes = 0;
    kit.set([User, { ...ann, name: 'Anna' }]);
    expect(view.changes).toBe(0);
  });
});

describe('a dependency on a fact of the table', () => {
  it('changes with the content and the meta of a row, if it is about freshness', () => {
    kit.set([User, ann], [User, bob]);
    const view = infer((inference) => inference.hasEntity('User', '1'), 'freshness');
    kit.set([User, { ...bob, name: 'Bobby' }]);
    expect(isDirty(view)).toBe(false);
    kit.set([User, { ...ann }]);
    expect(isDirty(view)).toBe(true);
    view.read();
    kit.remove(User, '1');
    expect(isDirty(view)).toBe(true);
  });

  it('ignores the content of a row, if it is about existence', () => {
    kit.set([User, ann]);
    const view = infer((inference) => inference.hasEntity('User', '1'));
    kit.set([User, { ...ann, name: 'Anna' }]);
    expect(isDirty(view)).toBe(false);
  });

  it('becomes dirty when a missing row is added', () => {
    const view = infer((inference) => inference.hasEntity('User', '1'));
    expect(view.read()).toBe(false);
    kit.set([User, bob]);
    expect(isDirty(view)).toBe(false);
    kit.set([User, ann]);
    expect(isDirty(view)).toBe(true);
    expect(view.read()).toBe(true);
  });

  it('becomes dirty with any row of the entity key, if it is about an index', () => {
    kit.set([User, ann]);
    const view = infer((inference) => inference.findPk('User', 'email', bob.email));
    expect(view.read()).toBeUndefined();
    kit.set([Link, { id: 'l', url: '/' }]);
    expect(isDirty(view)).toBe(false);
    kit.set([User, bob]);
    expect(isDirty(view)).toBe(true);
    expect(view.read()).toBe('2');
  });

  it('ignores further rows of the entity key, if it is about presence', () => {
    const view = infer((inference) => inference.hasKind('User'));
    expect(view.read()).toBe(false);
    kit.set([User, ann]);
    expect(isDirty(view)).toBe(true);
    expect(view.read()).toBe(true);
    kit.set([User, bob]);
    expect(isDirty(view)).toBe(false);
  });

  it('is not mixed up with another one by odd names', () => {
    const views = [
      infer((inference) => inference.hasEntity('a b', 'c')),
      infer((inference) => inference.hasEntity('a', 'b c')),
      infer((inference) => inference.hasEntity('__proto__', 'constructor')),
    ];
    class Odd extends Entity {
      id = '';
      static override readonly key = 'a';
    }
    kit.set([Odd, { id: 'b c' }]);
    expect(views.map(isDirty)).toEqual([false, true, false]);
  });

  it('provides the earliest expiry and the oldest request of the found entities', () => {
    kit.set([User, ann], [User, bob]);
    const inference = new Inference(kit.graph, 'freshness');
    expect([inference.expiresAt, inference.fetchedAt]).toEqual([Infinity, 0]);
    infer(() => ['1', '2', 'nobody'].map((pk) => inference.hasEntity('User', pk)));
    expect([inference.expiresAt, inference.fetchedAt]).toEqual([1_001, 1]);
  });
});

describe('nested data', () => {
  class Chain extends Entity {
    id = '';
    next: Chain | undefined = undefined;
    static override readonly key = 'Chain';
    static override get schema(): { next: typeof Chain } {
      return { next: Chain };
    }
  }
  const chain = (length: number): void =>
    kit.set(
      ...Array.from({ length }, (_, i): [typeof Chain, object] => [
        Chain,
        { id: `${i}`, next: i + 1 < length ? `${i + 1}` : null },
      ]),
    );

  it('is read and kept current over hundreds of levels', () => {
    chain(900);
    const view = kit.view<Chain>(Chain, '0');
    view.read();
    kit.set([Chain, { id: '899', note: 'end' }]);
    let last: Chain | undefined = view.read();
    while (last.next) last = last.next;
    expect(last).toMatchObject({ note: 'end' });
  });

  it('throws a typed error if it is too deep; a less deep part can be read', () => {
    chain(5_000);
    expect(() => kit.view(Chain, '0').read()).toThrow(/SB_DEPTH/);
    expect(kit.view<Chain>(Chain, '4900').read().id).toBe('4900');
    expect(kit.view<Chain>(Chain, '4500').read().next?.id).toBe('4501');
  });

  it('can be read after it was too deep and a link was cut', () => {
    chain(1_500);
    const view = kit.view<Chain>(Chain, '0');
    expect(() => view.read()).toThrow(/SB_DEPTH/);
    kit.set([Chain, { id: '10', next: null }]);
    expect(view.read().next?.next?.id).toBe('2');
  });

  it('throws a typed error if the caller leaves too little stack, and can be read with more', () => {
    const outcomes = onFullStack(() => {
      kit = new GraphKit();
      chain(900);
      const view = kit.view<Chain>(Chain, '0');
      return () => outcomeOf(() => view.read());
    });
    const started = outcomes.filter(({ free }) => free > 0.05);
    expect(new Set(started.map(({ outcome }) => outcome))).toEqual(new Set(['SB_DEPTH', 'done']));
    expect(outcomes.at(-1)!.outcome).toBe('done');
    expect(kit.view<Chain>(Chain, '0').read().next?.next?.id).toBe('2');
  });

  it('counts lists as levels', () => {
    class Branch extends Entity {
      id = '';
      parts: readonly Branch[] = [];
      static override readonly key = 'Branch';
      static override schema = {};
    }
    Branch.schema = { parts: [Branch] };
    const branches = (length: number) => {
      kit = new GraphKit();
      const rows = Array.from({ length }, (_, i) => ({ id: `${i}`, parts: i ? [`${i - 1}`] : [] }));
      kit.set([[Branch], rows]);
      return kit.view<Branch>(Branch, `${length - 1}`).read();
    };
    expect(branches(499).parts).toHaveLength(1);
    expect(() => branches(501)).toThrow(/SB_DEPTH/);
  });

  it('can be read further down when it was too deep from the top', () => {
    chain(1_500);
    expect(() => kit.view(Chain, '0').read()).toThrow(/SB_DEPTH/);
    expect(kit.view<Chain>(Chain, '800').read().next?.id).toBe('801');
  });
});

describe('a view that throws', () => {
  it('throws the same error until a dependency changes', () => {
    kit.set([User, ann]);
    let runs = 0;
    const view = new Reader(kit.graph, () => {
      runs++;
      const user = kit.graph.unvisit(User, '1') as User;
      if (user.name === 'Ann') throw new Error('not Ann');
      return user.name;
    });
    expect(() => view.read()).toThrow('not Ann');
    expect(() => view.read()).toThrow('not Ann');
    expect(runs).toBe(1);
    kit.set([User, { ...ann, name: 'Anna' }]);
    expect(view.read()).toBe('Anna');
  });
});
