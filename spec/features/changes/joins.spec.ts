import { map, retry, Subject } from 'rxjs';
import {
  Dependents,
  joinChanges,
  joinManyChanges,
} from '../../../src/features/changes/joinChanges.ts';
import {
  exceptChanges,
  intersectChanges,
  unionChanges,
} from '../../../src/features/changes/unionChanges.ts';
import type { ChangeSet } from '../../../src/features/changes/ChangeSet.ts';
import { ChangesTables } from '../../support/changesTables.ts';
import { collect } from '../../support/collect.ts';
import { showChanges } from '../../support/showChanges.ts';

interface Post {
  readonly title: string;
  readonly by: string | null;
}

const setUp = () => {
  const tables = new ChangesTables();
  const posts = tables.table<Post>({
    p: { title: 'P', by: 'u' },
    q: { title: 'Q', by: 'u' },
    r: { title: 'R', by: 'v' },
  });
  const users = tables.table({ u: 'Una', v: 'Vic' });
  const project = jest.fn(({ title }: Post, user: string | undefined) => `${title} ${user}`);
  return { tables, posts, users, project };
};

const on = ({ by }: Post) => by;

describe('joinChanges', () => {
  it('projects the rows that depend on a changed row, and no others', () => {
    const { posts, users, project } = setUp();
    const joined = collect(
      posts.changes$.pipe(joinChanges(users.changes$, { on, project }), map(showChanges)),
    );
    expect(project).toHaveBeenCalledTimes(3);
    project.mockClear();
    users.set('u', 'Ute');
    expect(project).toHaveBeenCalledTimes(2);
    users.set('w', 'Wim');
    expect(project).toHaveBeenCalledTimes(2);
    expect(joined.news().slice(1)).toEqual(['~p="P Ute"~q="Q Ute"']);

    posts.set('p', { title: 'P', by: 'v' });
    project.mockClear();
    // The row no longer refers to the other one, so changes there do not project it.
    users.set('u', 'Uli');
    expect(project.mock.calls).toEqual([[{ title: 'Q', by: 'u' }, 'Uli']]);
    posts.delete('q');
    project.mockClear();
    users.set('u', 'Ugo');
    expect(project).not.toHaveBeenCalled();
  });

  it('projects a row once per commit, whichever side changed', () => {
    const { tables, posts, users, project } = setUp();
    const joined = collect(posts.changes$.pipe(joinChanges(users.changes$, { on, project })));
    project.mockClear();
    tables.batch(() => {
      users.set('u', 'Ute');
      posts.set('p', { title: 'PP', by: 'u' });
      posts.delete('q');
    });
    expect(project.mock.calls).toEqual([[{ title: 'PP', by: 'u' }, 'Ute']]);
    expect(joined.values.map(showChanges).slice(1)).toEqual(['~p="PP Ute"-q']);
  });

  it('keeps rows without a partner in a left join, and leaves them out of an inner join', () => {
    const { posts, users, project } = setUp();
    const left = collect(
      posts.changes$.pipe(joinChanges(users.changes$, { on, project }), map(showChanges)),
    );
    const inner = collect(
      posts.changes$.pipe(
        joinChanges(users.changes$, {
          on,
          type: 'inner',
          project: (post, user) => post.title + user.length,
        }),
        map(showChanges),
      ),
    );
    users.delete('v');
    posts.set('r', { title: 'R', by: null });
    users.set('v', 'Vic');
    posts.set('r', { title: 'R', by: 'v' });
    expect(left.values.slice(1)).toEqual(['~r="R undefined"', '~r="R Vic"']);
    expect(inner.values).toEqual(['*+p="P3"+q="Q3"+r="R3"', '-r', '+r="R3"']);
  });

  it('sends a reset of one side as changes', () => {
    const { posts, users, project } = setUp();
    const joined = collect(
      posts.changes$.pipe(joinChanges(users.changes$, { on, project }), map(showChanges)),
    );
    users.reset({ u: 'Una', v: 'Vera' });
    posts.reset({ r: { title: 'R', by: 'v' } });
    expect(joined.values.slice(1)).toEqual(['~r="R Vera"', '-p-q']);
  });

  it('fails only its own pipeline when the projection throws, and unsubscribes from both sides; retry starts anew', () => {
    const { posts, users } = setUp();
    let isBroken = true;
    const joined$ = posts.changes$.pipe(
      joinChanges(users.changes$, {
        on,
        project(_, user) {
          if (user === 'bad' && isBroken) throw new Error('bad');
          return user;
        },
      }),
      map(showChanges),
    );
    const joined = collect(joined$);
    users.set('u', 'bad');
    expect(joined.errors).toEqual([new Error('bad')]);
    expect([posts.listeners, users.listeners]).toEqual([0, 0]);
    const retried = collect(
      joined$.pipe(retry({ count: 1, delay: () => ((isBroken = false), [0]) })),
    );
    expect(retried.values).toEqual(['*+p="bad"+q="bad"+r="Vic"']);
  });

  it('emits once both sides have a value, and completes when both have completed', () => {
    const { posts, project } = setUp();
    const users$ = new Subject<ChangeSet<string, string>>();
    const joined = collect(posts.changes$.pipe(joinChanges(users$, { on, project })));
    expect(joined.values).toEqual([]);
    users$.next({ version: 4, since: 3, reset: true, changes: [] });
    expect(joined.values).toHaveLength(1);
    posts.complete();
    expect(joined.isComplete).toBe(false);
    users$.complete();
    expect(joined.isComplete).toBe(true);
  });

  it('keeps no keys without dependent rows', () => {
    const dependents = new Dependents<string, string>();
    dependents.link('p', 'u');
    dependents.link('q', 'u');
    dependents.link('p', 'v');
    expect([[...dependents.of('u')], [...dependents.of('v')]]).toEqual([['q'], ['p']]);
    dependents.link('q', null);
    expect([[...dependents.of('u')], dependents.targetOf('q')]).toEqual([[], undefined]);
  });
});

describe('joinManyChanges', () => {
  it('projects each row with all rows that refer to it, in the order in which they were linked', () => {
    const { posts, users } = setUp();
    const joined = collect(
      users.changes$.pipe(
        joinManyChanges(posts.changes$, {
          on,
          project: (user, own) => `${user} ${own.map(({ title }) => title).join('')}`,
        }),
        map(showChanges),
      ),
    );
    posts.set('p', { title: 'PP', by: 'u' });
    posts.set('p', { title: 'PP', by: 'v' });
    posts.set('s', { title: 'S', by: 'nobody yet' });
    users.set('nobody yet', 'Ned');
    users.delete('v');
    posts.delete('r');
    users.set('v', 'Vic');
    expect(joined.values).toEqual([
      '*+u="Una PQ"+v="Vic R"',
      '~u="Una PPQ"',
      '~u="Una Q"~v="Vic RPP"',
      '+nobody yet="Ned S"',
      '-v',
      '+v="Vic PP"',
    ]);
  });

  it('keeps the array of unchanged rows, and projects only changed rows', () => {
    const { posts, users } = setUp();
    const project = jest.fn((_: string, own: readonly Post[]) => own);
    collect(users.changes$.pipe(joinManyChanges(posts.changes$, { on, project })));
    const before = project.mock.calls[0][1];
    project.mockClear();
    users.set('u', 'Ute');
    expect(project).toHaveBeenCalledTimes(1);
    expect(project.mock.calls[0][1]).toBe(before);
    expect(Object.isFrozen(before)).toBe(true);
    project.mockClear();
    posts.set('r', { title: 'RR', by: 'v' });
    expect(project).toHaveBeenCalledTimes(1);
  });
});

describe('unionChanges, intersectChanges, exceptChanges', () => {
  const sides = () => {
    const tables = new ChangesTables();
    const [a, b, c] = [
      tables.table({ x: 1, y: 1 }),
      tables.table({ y: 2, z: 2 }),
      tables.table({ z: 3 }),
    ];
    return { tables, a, b, c };
  };

  it('merge streams: the first stream that has a key gives its row', () => {
    const { tables, a, b, c } = sides();
    const union = collect(a.changes$.pipe(unionChanges(b.changes$, c.changes$), map(showChanges)));
    a.delete('y');
    b.set('z', 4);
    c.set('z', 5);
    tables.batch(() => {
      b.delete('z');
      c.delete('z');
      a.set('w', 0);
    });
    expect(union.values).toEqual(['*+x=1+y=1+z=2', '~y=2', '~z=4', '-z+w=0']);
  });

  it('keep the keys that all streams have', () => {
    const { a, b, c } = sides();
    const both = collect(
      a.changes$.pipe(intersectChanges(b.changes$, c.changes$), map(showChanges)),
    );
    c.set('y', 9);
    b.set('y', 9);
    a.set('y', 3);
    a.delete('y');
    expect(both.values).toEqual(['*', '+y=1', '~y=3', '-y']);
  });

  it('keep the keys that no other stream has', () => {
    const { a, b, c } = sides();
    const rest = collect(a.changes$.pipe(exceptChanges(b.changes$, c.changes$), map(showChanges)));
    b.delete('y');
    c.set('x', 9);
    expect(rest.values).toEqual(['*+x=1', '+y=1', '-x']);
  });
});
