import { type Observable, retry } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { ChangeSet } from '../../../src/features/changes/ChangeSet.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { changes } from '../../../src/features/changes/changes.ts';

class Author extends Entity {
  id = '';
  name = '';
  static override readonly key = 'Author';
}
class Post extends Entity {
  id = '';
  title = '';
  author: Author | undefined = undefined;
  static override readonly key = 'Post';
  static override readonly schema = { author: Author };
}
class Link extends Entity {
  id = '';
  title = '';
  static override readonly key = 'Link';
}

/** Each set as text: `*` for a reset, then `+key:value`, `~key:value<previous`, `-key<previous`. */
function listen<V>(changes$: Observable<ChangeSet<string, V>>, show: (value: V) => string) {
  const sets: string[] = [];
  const raw: ChangeSet<string, V>[] = [];
  const subscription = changes$.subscribe({
    next(set) {
      raw.push(set);
      const parts = set.changes.map((change) => {
        if (change.type === 'add') return `+${change.key}:${show(change.value)}`;
        if (change.type === 'remove') return `-${change.key}<${show(change.previous)}`;
        return `~${change.key}:${show(change.value)}<${show(change.previous)}`;
      });
      sets.push(`${set.reset ? '*' : ''}${parts.join(' ')}`);
    },
    error: (error: Error) => sets.push(`# ${error.message}`),
    complete: () => sets.push('|'),
  });
  return { sets, raw, subscription };
}

const titleAndAuthor = ({ title, author }: Post): string =>
  `${title}${author ? `/${author.name}` : ''}`;

describe('changes', () => {
  it('starts at once with all rows, also if there are none', () => {
    const { store } = storeKit();
    expect(listen(changes(store, Post), titleAndAuthor).sets).toEqual(['*']);
    store.set(
      [Post],
      [
        { id: '1', title: 'a' },
        { id: '2', title: 'b' },
      ],
    );
    expect(listen(changes(store, new All(Post)), titleAndAuthor).sets).toEqual(['*+1:a +2:b']);
  });

  it('sends one set per commit, whatever the commit contains', () => {
    const { store } = storeKit();
    const { sets } = listen(changes(store, Post), titleAndAuthor);
    store.batch(() => {
      store.set(Post, { id: '1', title: 'a' });
      store.set(Post, { id: '2', title: 'b' });
      store.set(Post, { id: '1', title: 'c' });
    });
    store.batch(() => {
      store.set(Post, { id: '1', title: 'd' });
      store.set(new Invalidate(Post), '2');
      store.set(Post, { id: '3', title: 'e' });
    });
    expect(sets).toEqual(['*', '+1:c +2:b', '~1:d<c -2<b +3:e']);
  });

  it('sends nothing for commits that change no entity of the class', () => {
    const { store } = storeKit();
    store.set(Post, { id: '1', title: 'a' });
    const { sets } = listen(changes(store, Post), titleAndAuthor);
    store.set(Post, { id: '1', title: 'a' });
    store.set(Link, { id: '1', title: 'a' });
    store.batch(() => {
      store.set(Post, { id: '2', title: 'b' });
      store.set(new Invalidate(Post), '2');
    });
    expect(sets).toEqual(['*+1:a']);
  });

  it('sends rows whose nested entity changed, and no others', () => {
    const { store } = storeKit();
    store.set(
      [Post],
      [
        { id: '1', title: 'a', author: { id: 'x', name: 'Ann' } },
        { id: '2', title: 'b', author: 'x' },
        { id: '3', title: 'c', author: { id: 'y', name: 'Bo' } },
      ],
    );
    const { sets, raw } = listen(changes(store, Post), titleAndAuthor);
    store.set(Author, { id: 'x', name: 'Al' });
    expect(sets[1].split(' ').sort()).toEqual(['~1:a/Al<a/Ann', '~2:b/Al<b/Ann']);
    expect(sets).toHaveLength(2);
    for (const change of raw[1].changes) {
      expect(change.type === 'update' && change.value).toBe(store.get(Post, { id: change.key }));
    }
  });

  it('sends stored records with flat', () => {
    const { store } = storeKit();
    store.set(Post, { id: '1', title: 'a', author: { id: 'x', name: 'Ann' } });
    const { sets } = listen(changes(store, Post, { flat: true }), (row) => JSON.stringify(row));
    store.set(Author, { id: 'x', name: 'Al' });
    store.set(Post, { id: '1', title: 'b' });
    expect(sets).toEqual([
      '*+1:{"id":"1","title":"a","author":"x"}',
      '~1:{"id":"1","title":"b","author":"x"}<{"id":"1","title":"a","author":"x"}',
    ]);
  });

  it('has distinct keys for the rows of several entity keys', () => {
    const { store } = storeKit();
    const all = new All({ post: Post, link: Link }, ({ title }: { title: string }) =>
      title === 'a' ? 'post' : 'link',
    );
    const { sets } = listen(changes(store, all), ({ title }) => title);
    store.batch(() => {
      store.set(Post, { id: '1', title: 'a' });
      store.set(Link, { id: '1', title: 'b' });
    });
    expect(sets).toEqual(['*', '+Post/1:a +Link/1:b']);
  });

  it('sends a row whose class changed as an instance of the other class', () => {
    class Note extends Post {
      readonly type: string = '';
    }
    class Memo extends Note {}
    const { store } = storeKit();
    const all = new All({ note: Note, memo: Memo }, 'type');
    const author = { id: 'x', name: 'Ann' };
    store.set(Note, { id: '1', type: 'note', title: 'a', author });
    const { sets, raw } = listen(changes(store, all), titleAndAuthor);
    store.batch(() => {
      store.set(Memo, { id: '1', type: 'memo' });
      store.set(Author, { id: 'x', name: 'Al' });
    });
    store.set(Author, { id: 'x', name: 'Bo' });
    expect(sets).toEqual(['*+1:a/Ann', '~1:a/Al<a/Ann', '~1:a/Bo<a/Al']);
    const classes = raw.map(({ changes: [change] }) =>
      change.type === 'remove' ? undefined : change.value.constructor,
    );
    expect(classes).toEqual([Note, Memo, Memo]);
  });

  it('sends a row that is removed and added in one commit as an update', () => {
    const { store } = storeKit();
    store.set(Post, { id: '1', title: 'a' });
    const { sets } = listen(changes(store, Post), titleAndAuthor);
    const flat = listen(changes(store, Post, { flat: true }), (row) => String(row.title));
    store.batch(() => {
      store.set(new Invalidate(Post), '1');
      store.set(Post, { id: '1', title: 'b' });
    });
    expect(sets).toEqual(['*+1:a', '~1:b<a']);
    expect(flat.sets).toEqual(sets);
  });

  it('leaves out an entity while it is not valid', () => {
    class Strict extends Post {
      static override validate({ title }: { title?: string }) {
        return title === 'bad' ? 'bad' : undefined;
      }
    }
    const { store } = storeKit();
    const strict = listen(changes(store, Strict), titleAndAuthor);
    const flat = listen(changes(store, Strict, { flat: true }), (row) => String(row.title));
    for (const title of ['a', 'bad', 'b']) store.set(Post, { id: '1', title });
    expect(strict.sets).toEqual(['*', '+1:a', '-1<a', '+1:b']);
    expect(flat.sets).toEqual(strict.sets);
  });

  it('shows optimistic responses and undoes them on failure', async () => {
    const { store } = storeKit();
    const requests = new FakeRequests();
    const rename = new Endpoint((id: string) => requests.send(id), {
      name: 'rename',
      schema: Post,
      sideEffect: true,
      getOptimisticResponse: (_snapshot, id) => ({ id, title: 'soon' }),
    });
    store.set(Post, { id: '1', title: 'a' });
    const { sets } = listen(changes(store, Post), titleAndAuthor);
    const renamed = store.fetch(rename, '1');
    requests.last.fail(new Error('no'));
    await expect(renamed).rejects.toThrow('no');
    expect(sets).toEqual(['*+1:a', '~1:soon<a', '~1:a<soon']);
  });

  it('starts anew with a reset when the store is reset', () => {
    const { store } = storeKit();
    store.set(Post, { id: '1', title: 'a' });
    const { sets } = listen(changes(store, Post), titleAndAuthor);
    void store.reset();
    store.set(Post, { id: '2', title: 'b' });
    expect(sets).toEqual(['*+1:a', '*', '+2:b']);
  });

  it('numbers the sets so that a gap is detected', () => {
    const { store } = storeKit();
    store.set(Post, { id: '1', title: 'a' });
    const { raw } = listen(changes(store, Post), titleAndAuthor);
    store.set(Post, { id: '1', title: 'b' });
    store.set(Link, { id: '1', title: 'a' });
    store.set(Post, { id: '1', title: 'c' });
    const late = listen(changes(store, Post), titleAndAuthor);
    store.set(Post, { id: '1', title: 'd' });
    for (const sets of [raw, late.raw]) {
      for (let i = 1; i < sets.length; i++) {
        expect(sets[i].since).toBe(sets[i - 1].version);
        expect(sets[i].version).toBeGreaterThan(sets[i].since);
      }
    }
    expect(late.sets).toEqual(['*+1:c', '~1:d<c']);
  });

  it('gives each set the version of its commit', () => {
    const { store } = storeKit();
    const commits: number[] = [];
    store.commits$.subscribe(({ version }) => commits.push(version));
    const versions = (sets: readonly { readonly version: number }[]) =>
      sets.map(({ version }) => version);
    const first = listen(changes(store, Post), titleAndAuthor);
    store.set(Post, { id: '1', title: 'a' });
    store.set(Post, { id: '1', title: 'b' });
    first.subscription.unsubscribe();
    const second = listen(changes(store, Post), titleAndAuthor);
    store.set(Post, { id: '1', title: 'c' });
    expect(versions(first.raw)).toEqual([0, ...commits.slice(0, 2)]);
    expect(versions(second.raw)).toEqual(commits.slice(1));
  });

  it('sends each row once to a subscriber that joins during an emission', () => {
    const { store } = storeKit();
    const late: string[][] = [];
    changes(store, Post).subscribe(() => {
      if (late.length < 3) late.push(listen(changes(store, Post), titleAndAuthor).sets);
    });
    store.set(Post, { id: '1', title: 'a' });
    store.set(Post, { id: '2', title: 'b' });
    expect(late).toEqual([['*', '+1:a', '+2:b'], ['*+1:a', '+2:b'], ['*+1:a +2:b']]);
  });

  it('sends a commit made by a subscriber after the commit that caused it', () => {
    const { store } = storeKit();
    changes(store, Post).subscribe(({ changes: sent }) => {
      if (sent.some(({ key }) => key === 'x')) store.set(Post, { id: 'y', title: 'b' });
    });
    const { sets } = listen(changes(store, Post), titleAndAuthor);
    store.set(Post, { id: 'x', title: 'a' });
    expect(sets).toEqual(['*', '+x:a', '+y:b']);
  });

  it('fails when reading a row throws, and starts anew for the next subscriber', () => {
    let isBroken = false;
    class Fragile extends Entity {
      id = '';
      at = new Date(0);
      static override readonly key = 'Fragile';
      static override readonly schema = {
        at: (stored: string) => {
          if (isBroken) throw new Error('no date');
          return new Date(stored);
        },
      };
    }
    const { store } = storeKit();
    store.set(Fragile, { id: '1', at: '2026-01-01' });
    const year = ({ at }: Fragile): string => String(at.getFullYear());
    const plain = listen(changes(store, Fragile), year);
    const retried = listen(changes(store, Fragile).pipe(retry(1)), year);
    isBroken = true;
    expect(() => store.set(Fragile, { id: '2', at: '2026-01-02' })).not.toThrow();
    expect(plain.sets).toEqual(['*+1:2026', '# no date']);
    isBroken = false;
    store.set(Fragile, { id: '3', at: '2026-01-03' });
    expect(store.stats().subscribers).toBe(0);
    expect(retried.sets.at(-1)).toBe('# no date');
    expect(listen(changes(store, Fragile), year).sets).toEqual(['*+1:2026 +2:2026 +3:2026']);
  });

  it('reads one value when one of 1,000 rows changes', () => {
    const { store } = storeKit();
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      id: `${n}`,
      title: `post ${n}`,
      author: { id: `${n % 10}`, name: 'x' },
    }));
    store.set([Post], rows);
    const { raw } = listen(changes(store, Post), titleAndAuthor);
    const before = store.stats().computations;
    store.set(Post, { id: '500', title: 'other' });
    expect(store.stats().computations - before).toBe(1);
    store.set(Link, { id: '1', title: 'a' });
    expect(store.stats().computations - before).toBe(1);
    store.set(Author, { id: '3', name: 'y' });
    expect(store.stats().computations - before).toBe(1 + 1 + 100);
    expect(raw.map(({ changes: sent }) => sent.length)).toEqual([1_000, 1, 100]);
  });

  it('keeps nothing and does nothing without subscribers', () => {
    const { store } = storeKit();
    store.set(Post, { id: '1', title: 'a' });
    const changes$ = changes(store, Post);
    const { subscription } = listen(changes$, titleAndAuthor);
    expect(store.stats().subscribers).toBe(1);
    subscription.unsubscribe();
    const before = store.stats().computations;
    store.set(Post, { id: '1', title: 'b' });
    expect(store.stats()).toMatchObject({ subscribers: 0, computations: before });
  });

  it('protects its rows from garbage collection', () => {
    const { store, clock } = storeKit({ gcTime: 1_000 });
    store.set([Post], [{ id: '1', title: 'a', author: { id: 'x', name: 'Ann' } }]);
    const { sets, subscription } = listen(changes(store, Post), titleAndAuthor);
    clock.advance(10_000);
    store.gc();
    expect(sets).toEqual(['*+1:a/Ann']);
    expect(store.stats().entities).toBe(2);
    subscription.unsubscribe();
    clock.advance(20_000);
    store.gc();
    expect(store.stats().entities).toBe(0);
  });

  it('completes when the store is disposed, and throws for later subscribers', () => {
    const { store } = storeKit();
    const changes$ = changes(store, Post);
    const { sets } = listen(changes$, titleAndAuthor);
    store.dispose();
    expect(sets).toEqual(['*', '|']);
    expect(() => changes(store, Post)).toThrow(expect.objectContaining({ code: 'SB_DISPOSED' }));
    expect(listen(changes$, titleAndAuthor).sets[0]).toContain('SB_DISPOSED');
  });
});
