import { Subject } from 'rxjs';
import { createStore, Endpoint, Entity, schema, type Store } from 'streambed';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

class Issue extends Entity {
  id = '';
  title = '';
  author = User.fromJS();
  static override key = 'Issue';
  static override schema = { author: User };
}

const getIssues = new Endpoint(async () => [], { name: 'getIssues', schema: [Issue] });

/** `count` issues; every tenth has the same author. */
function issues(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `i${i}`,
    title: `t${i}`,
    author: { id: `u${i % 10}`, name: `n${i % 10}` },
  }));
}

let store: Store;

beforeEach(() => {
  store = createStore();
});
afterEach(() => store.dispose());

/** Loads and observes a list. Returns a function that counts its emissions since this call. */
function watchIssues(count: number): () => number {
  store.setResponse(getIssues, issues(count));
  let emissions = 0;
  store.observe(getIssues).subscribe(() => emissions++);
  const before = emissions;
  return () => emissions - before;
}

/** How many values `write` has recomputed. */
function work(write: () => void): number {
  const before = store.stats().computations;
  write();
  return store.stats().computations - before;
}

describe('a write to a row without observers', () => {
  it('recomputes nothing and notifies no subscriber', () => {
    const emissions = watchIssues(50);
    expect(work(() => store.set(User, { id: 'stranger', name: 'x' }))).toBe(0);
    expect(emissions()).toBe(0);
  });
});

describe('a change of one of n rows', () => {
  it.each([10, 1_000])('recomputes the row, its list and the view, with %d rows', (count) => {
    const emissions = watchIssues(count);
    expect(work(() => store.set(Issue, { id: 'i3', title: 'new' }))).toBe(3);
    expect(emissions()).toBe(1);
  });

  it('keeps the other members', () => {
    watchIssues(20);
    const before = store.getState(getIssues).data!;
    store.set(Issue, { id: 'i3', title: 'new' });
    const after = store.getState(getIssues).data!;
    expect(after).not.toBe(before);
    expect(after.filter((issue, i) => issue !== before[i]).map(({ id }) => id)).toEqual(['i3']);
  });
});

describe('a refetch of identical data', () => {
  it('recomputes only the views that show how fresh one of its entities is', () => {
    const emissions = watchIssues(50);
    const getIssue = new Endpoint(async ({ id }: { id: string }) => ({ id }), {
      name: 'getIssue',
      schema: Issue,
      lookup: true,
    });
    store.observe(getIssue, { id: 'i3' }).subscribe();
    const answer = issues(50);
    expect(work(() => store.setResponse(getIssues, answer))).toBe(1);
    expect(emissions()).toBe(1);
  });

  it('keeps all references, emits no data, and changes no row', () => {
    watchIssues(50);
    const before = store.getState(getIssues).data;
    const changes: boolean[] = [];
    const data: unknown[] = [];
    let snapshots = 0;
    store.commits$.subscribe((commit) => changes.push(commit.changes.isEmpty));
    store.observe(getIssues).data$.subscribe((value) => data.push(value));
    store.entities$.subscribe(() => snapshots++);
    store.setResponse(getIssues, issues(50));
    expect(store.getState(getIssues).data).toBe(before);
    expect(changes).toEqual([true]);
    expect(data).toEqual([before]);
    expect(snapshots).toBe(1);
  });

  it('keeps every record', () => {
    store.setResponse(getIssues, issues(5));
    const before = [...store.entities$.getValue().entries('Issue')];
    store.setResponse(getIssues, issues(5));
    const after = [...store.entities$.getValue().entries('Issue')];
    after.forEach(([, record], i) => expect(record).toBe(before[i][1]));
  });
});

describe('a change of a nested entity', () => {
  it('recomputes its dependents and nothing else', () => {
    watchIssues(100);
    const dependents = 10;
    const [user, list, view] = [1, 1, 1];
    const made = work(() => store.set(User, { id: 'u4', name: 'renamed' }));
    expect(made).toBe(user + dependents + list + view);
    const renamed = store
      .getState(getIssues)
      .data!.filter(({ author }) => author.name === 'renamed');
    expect(renamed).toHaveLength(dependents);
    expect(new Set(renamed.map(({ author }) => author)).size).toBe(1);
  });
});

describe('k writes in a batch', () => {
  it('are one commit and one emission of each view', () => {
    const emissions = watchIssues(50);
    let commits = 0;
    let queried = 0;
    store.commits$.subscribe(() => commits++);
    store.query(new schema.All(Issue)).subscribe(() => queried++);
    store.batch(() => {
      for (let i = 0; i < 20; i++) store.set(Issue, { id: `i${i}`, title: 'batched' });
    });
    expect(commits).toBe(1);
    expect(emissions()).toBe(1);
    expect(queried).toBe(2);
  });
});

describe('an observer of a row by its primary key', () => {
  it('computes that key once, however often the row is recomputed', () => {
    let requests = 0;
    class Post extends Entity {
      id = '';
      author = User.fromJS();
      static override key = 'Post';
      static override schema = { author: User };
      override pk(): string {
        requests++;
        return this.id;
      }
    }
    const getPost = new Endpoint(async ({ id }: { id: string }) => ({ id }), {
      name: 'getPost',
      schema: Post,
      lookup: true,
    });
    store.set(Post, { id: '1', author: { id: 'u', name: '0' } });
    const names: string[] = [];
    store.observe(getPost, { id: '1' }).subscribe(({ data }) => names.push(data!.author.name));
    requests = 0;
    for (const name of ['1', '2', '3']) store.set(User, { id: 'u', name });
    expect(names).toEqual(['0', '1', '2', '3']);
    expect(requests).toBe(0);
  });
});

describe('a store without observers', () => {
  it('recomputes nothing', () => {
    store.setResponse(getIssues, issues(50));
    store.observe(getIssues).subscribe().unsubscribe();
    expect(work(() => store.set(Issue, { id: 'i3', title: 'new' }))).toBe(0);
  });

  it('emits from no subject, and once the table was read from its subject only', () => {
    store.setResponse(getIssues, issues(5));
    const next = jest.spyOn(Subject.prototype, 'next');
    store.set(Issue, { id: 'i3', title: 'new' });
    expect(next).not.toHaveBeenCalled();
    expect(store.entities$.getValue().get('Issue', 'i3')).toMatchObject({ title: 'new' });
    store.set(Issue, { id: 'i3', title: 'newer' });
    expect(next.mock.calls).toEqual([[store.entities$.getValue()]]);
    next.mockRestore();
  });
});

describe('a response with a known row', () => {
  /** How often each member of an object in a response is read. */
  function readsOf(answered: object): Record<string, number> {
    const reads: Record<string, number> = {};
    const counted = {};
    for (const [name, value] of Object.entries(answered)) {
      reads[name] = 0;
      const get = (): unknown => (reads[name]++, value);
      Object.defineProperty(counted, name, { enumerable: true, get });
    }
    store.set(Issue, counted);
    return reads;
  }

  it('is compared and merged with its record in one pass', () => {
    store.setResponse(getIssues, issues(5));
    // The first read of `id` is for the primary key.
    expect(readsOf({ id: 'i3', title: 't3' })).toEqual({ id: 2, title: 1 });
    expect(readsOf({ id: 'i3', title: 'new' })).toEqual({ id: 2, title: 1 });
  });
});

describe('schema.All', () => {
  const all = new schema.All(User);

  beforeEach(() => {
    store.set(
      all,
      issues(100).map((_, i) => ({ id: `u${i}`, name: `n${i}` })),
    );
    store.query(all).subscribe();
  });

  it('computes the entity, the list and the view for an added entity', () => {
    expect(work(() => store.set(User, { id: 'last', name: 'x' }))).toBe(3);
    expect(store.get(all)!.at(-1)!.id).toBe('last');
  });

  it('recomputes the list and the view for a removed entity', () => {
    expect(work(() => store.set(new schema.Invalidate(User), { id: 'u50' }))).toBe(2);
    expect(store.get(all)).toHaveLength(99);
  });

  it('recomputes the entity, the list and the view for a changed entity', () => {
    const before = store.get(all)!;
    expect(work(() => store.set(User, { id: 'u50', name: 'x' }))).toBe(3);
    const after = store.get(all)!;
    expect(after.filter((user, i) => user !== before[i])).toHaveLength(1);
  });
});

describe('a shown Collection of ten thousand rows', () => {
  let reads = 0;
  /** Counts the members that are read. */
  class Counted extends schema.Array<typeof User> {
    override denormalizeItem(...item: Parameters<schema.Array['denormalizeItem']>): unknown {
      reads++;
      return super.denormalizeItem(...item);
    }
  }
  const list = new schema.Collection(new Counted(User));
  const getUsers = new Endpoint(async () => [], { name: 'getUsers', schema: list });
  const added = { id: 'new', name: 'x' };

  beforeEach(() => {
    store.setResponse(
      getUsers,
      Array.from({ length: 10_000 }, (_, i) => ({ id: `u${i}`, name: '' })),
    );
    store.observe(getUsers).subscribe();
    reads = 0;
  });

  const shown = (): readonly User[] => store.observe(getUsers).getValue().data!;

  it.each([
    ['push', list.push, 4, -1],
    ['unshift', list.unshift, 4, 0],
  ] as const)(
    'neither reads nor computes the view of another row after %s',
    (_name, change, values, at) => {
      const before = shown();
      const add = new Endpoint(async () => added, { name: 'add', schema: change });
      expect(work(() => store.setResponse(add, added))).toBe(values);
      expect(shown()).toHaveLength(10_001);
      expect(reads).toBe(1);
      expect(shown().at(at)).toMatchObject(added);
      expect(shown().slice(at === 0 ? 1 : 0, at === 0 ? undefined : at)).toEqual(before);
    },
  );

  it('neither reads nor computes the view of a row after a removal', () => {
    const remove = new Endpoint(async () => added, { name: 'remove', schema: list.remove });
    expect(work(() => store.setResponse(remove, { id: 'u5000' }))).toBe(3);
    expect(shown()).toHaveLength(9_999);
    expect(reads).toBe(0);
    expect(shown()[5_000].id).toBe('u5001');
  });
});

it('a change of one of ten thousand observed rows calls one subscriber', () => {
  store.set(
    new schema.All(User),
    Array.from({ length: 10_000 }, (_, i) => ({ id: `u${i}`, name: '' })),
  );
  let calls = 0;
  for (let i = 0; i < 10_000; i++) store.query(User, `u${i}`).subscribe(() => calls++);
  calls = 0;
  expect(work(() => store.set(User, { id: 'u77', name: 'x' }))).toBe(2);
  expect(calls).toBe(1);
});

describe('a further observer of an entity', () => {
  it('neither encodes its arguments nor computes a value', () => {
    watchIssues(20);
    store.query(Issue, { id: 'i3' }).subscribe();
    const texts = jest.spyOn(JSON, 'stringify');
    const values = work(() => store.query(Issue, { id: 'i3' }).subscribe().unsubscribe());
    expect(values).toBe(0);
    expect(texts).not.toHaveBeenCalled();
    texts.mockRestore();
  });
});
