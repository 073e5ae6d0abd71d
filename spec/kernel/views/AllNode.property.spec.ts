import fc from 'fast-check';
import { createStore, Entity, schema } from 'streambed';
import { runs } from '../../support/runs.ts';

class Link extends Entity {
  id = '';
  text = '';
  readonly type = 'link' as const;
  static override key = 'Link';
}
class Post extends Entity {
  id = '';
  text = '';
  readonly type = 'post' as const;
  static override key = 'Post';
}

const kinds = { link: Link, post: Post };
const feed = new schema.All(kinds, 'type');

type Command = {
  readonly what: 'write' | 'remove';
  readonly type: 'link' | 'post';
  readonly id: string;
  readonly text: string;
};

const command: fc.Arbitrary<Command> = fc.record({
  what: fc.constantFrom('write', 'write', 'remove'),
  type: fc.constantFrom('link', 'post'),
  id: fc.constantFrom('1', '2', '3', '4', '5', '__proto__', 'constructor'),
  text: fc.constantFrom('a', 'b', 'c'),
});

/** The expected list: rows in insertion order; a row that was removed and added again goes last. */
class Model {
  rows: { readonly type: string; readonly id: string; text: string }[] = [];

  apply({ what, type, id, text }: Command): void {
    const known = this.rows.find((row) => row.type === type && row.id === id);
    if (what === 'remove') this.rows = this.rows.filter((row) => row !== known);
    else if (known) known.text = text;
    else this.rows.push({ type, id, text });
  }
}

it('a maintained list equals a new read, and keeps the references of unchanged members', () => {
  const batches = fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), { maxLength: 25 });
  fc.assert(
    fc.property(batches, fc.boolean(), (history, isListened) => {
      const store = createStore();
      const model = new Model();
      store.set(feed, []);
      const seen: (readonly (Link | Post)[] | undefined)[] = [];
      if (isListened) store.query(feed).subscribe((items) => seen.push(items));
      for (const commands of history) {
        const before = store.get(feed)!;
        const rowsBefore = JSON.stringify(model.rows);
        store.batch(() => {
          for (const one of commands) {
            const { what, type, id, text } = one;
            if (what === 'write') store.set(feed, [{ id, type, text }]);
            else store.set(new schema.Invalidate(kinds[type]), { id });
            model.apply(one);
          }
        });
        const after = store.get(feed)!;
        // A row that is removed and written again within one commit keeps its index: compare sets
        // of rows then.
        const rows = after.map(({ type, id, text }) => ({ type, id, text }));
        const byRow = (list: readonly object[]): string[] =>
          list.map((row) => JSON.stringify(row)).sort();
        expect(byRow(rows)).toEqual(byRow(model.rows));
        expect(commands.length === 1 ? rows : model.rows).toEqual(model.rows);
        model.rows = rows;
        const isSame = isListened && JSON.stringify(rows) === rowsBefore;
        expect(isSame ? after : before).toBe(before);
        expect(isListened ? seen.at(-1) : after).toBe(after);
        for (const item of after) {
          const old = before.find(({ type, id }) => type === item.type && id === item.id);
          expect(old?.text === item.text ? item : old).toBe(old);
        }
      }
      store.dispose();
    }),
    { numRuns: runs(300) },
  );
});
