import fc from 'fast-check';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';
import { Todo } from '../../support/todos.ts';
import { runs } from '../../support/runs.ts';

const USERS = ['1', '2'];
const IDS = ['a', 'b', 'c', 'd', 'e'];
// Of lists that follow their members there is a property of their own.
const list = new Collection([Todo], { follows: false });
type Change = 'push' | 'unshift' | 'move' | 'remove';

const id = fc.constantFrom(...IDS);
const userId = fc.constantFrom(...USERS);
const operations = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('ask' as const), userId }),
    fc.record({ do: fc.constant('answer' as const), at: fc.nat(9), ids: fc.uniqueArray(id) }),
    fc.record({
      do: fc.constantFrom<Change>('push', 'unshift', 'move', 'remove'),
      userId,
      ids: fc.uniqueArray(id, { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ do: fc.constant('delete' as const), id }),
  ),
  { maxLength: 25 },
);

type History = typeof operations extends fc.Arbitrary<infer T> ? T : never;

/** A response that was requested before the move does not undo it. */
const movedToItsOwnList: History = [
  { do: 'ask', userId: '2' },
  { do: 'answer', at: 0, ids: [] },
  { do: 'push', userId: '2', ids: ['a'] },
  { do: 'ask', userId: '2' },
  { do: 'move', userId: '2', ids: ['a'] },
  { do: 'answer', at: 1, ids: [] },
];

/** A response that was requested before a push brings what it says, and the pushed entity. */
const pushedWhileRequested: History = [
  { do: 'ask', userId: '1' },
  { do: 'answer', at: 0, ids: [] },
  { do: 'ask', userId: '1' },
  { do: 'push', userId: '1', ids: ['a'] },
  { do: 'answer', at: 1, ids: ['b'] },
];

/** Lists as plain arrays, by the documented rules. */
class Model {
  readonly lists = new Map<string, { members: string[]; seq: number }>();
  readonly owners = new Map<string, string>();
  /** When each was removed. */
  readonly removed = new Map<string, number>();
  readonly changes: { how: Change; user: string; ids: readonly string[]; seq: number }[] = [];
  seq = 0;

  answer(user: string, sent: number, ids: readonly string[]): void {
    for (const each of ids) {
      // An entity that was removed after the list was requested stays removed.
      const removed = this.removed.get(each);
      if (removed !== undefined && removed > sent) continue;
      this.removed.delete(each);
      if ((this.written.get(each) ?? 0) > sent) continue;
      this.written.set(each, sent);
      this.owners.set(each, user);
    }
    const known = this.lists.get(user);
    if (known && known.seq > sent) return;
    let members = [...ids];
    // Changes that were made after the list was requested are made again.
    for (const { how, user: to, ids: given, seq } of this.changes) {
      if (seq > sent) members = this.changed(members, user, how, to, given);
    }
    this.lists.set(user, { members, seq: sent });
  }

  readonly written = new Map<string, number>();

  change(how: Change, user: string, ids: readonly string[]): void {
    const seq = ++this.seq;
    const given = how === 'remove' ? ids.filter((each) => this.isKnown(each)) : ids;
    for (const each of given) {
      this.removed.delete(each);
      this.written.set(each, seq);
      if (how !== 'remove') this.owners.set(each, user);
    }
    this.changes.push({ how, user, ids, seq });
    // A change makes a list no newer: a response to a request in flight replaces it, and gets the change.
    for (const [of, { members, seq: requested }] of this.lists) {
      const next = this.changed(members, of, how, user, ids);
      this.lists.set(of, { members: next, seq: requested });
    }
  }

  /** The members of the list of the user `of` after a change. */
  changed(
    members: string[],
    of: string,
    how: Change,
    user: string,
    ids: readonly string[],
  ): string[] {
    const leaves = how === 'remove' ? of === user : how === 'move' && of !== user;
    if (leaves) return members.filter((each) => !ids.includes(each));
    if (how === 'remove' || of !== user) return members;
    const outside = ids.filter((each) => !members.includes(each));
    return how === 'unshift' ? [...outside, ...members] : [...members, ...outside];
  }

  isKnown(each: string): boolean {
    return this.written.has(each) && !this.removed.has(each);
  }

  delete(each: string): void {
    this.removed.set(each, ++this.seq);
  }

  read(user: string): string[] | undefined {
    return this.lists.get(user)?.members.filter((each) => this.isKnown(each));
  }
}

it('any history of responses, pushes, moves and removals makes the lists that plain arrays make', () => {
  // A list that does not follow may show what left it.
  jest.spyOn(console, 'warn').mockImplementation();
  fc.assert(
    fc.property(operations, (history) => {
      const requests = new FakeRequests();
      const { store } = storeKit();
      const model = new Model();
      const get = new Endpoint((args: { userId: string }) => requests.send(args), {
        name: 'get',
        schema: list,
      });
      const sentRequests: { user: string; sent: number; isOver: boolean }[] = [];
      const shown = new Map<string, readonly Todo[] | undefined>();
      for (const step of history) {
        if (step.do === 'ask') {
          // A separate request each time: the key differs, the list does not.
          const own = get.extend({ name: `get${sentRequests.length}` });
          void store.fetch(own, { userId: step.userId }).catch(() => {});
          sentRequests.push({ user: step.userId, sent: ++model.seq, isOver: false });
        } else if (step.do === 'answer') {
          const request = sentRequests[step.at];
          if (!request || request.isOver) continue;
          request.isOver = true;
          requests.at(step.at).answer(step.ids.map((each) => ({ id: each, userId: request.user })));
          model.answer(request.user, request.sent, step.ids);
        } else if (step.do === 'delete') {
          store.set(new Invalidate(Todo), step.id);
          model.delete(step.id);
        } else {
          const members = step.ids.map((each) =>
            step.do === 'remove' ? { id: each } : { id: each, userId: step.userId },
          );
          store.set(list[step.do], { userId: step.userId }, members);
          model.change(step.do, step.userId, step.ids);
        }
        for (const user of USERS) {
          const read = store.get(list, { userId: user });
          expect(read?.map((todo) => todo.id)).toEqual(model.read(user));
          const before = shown.get(user);
          const isSame =
            before?.length === read?.length && before?.every((todo, i) => todo === read![i]);
          if (before && read && isSame) expect(read).toBe(before);
          shown.set(user, read);
        }
      }
      store.dispose();
    }),
    { numRuns: runs(400), examples: [[movedToItsOwnList], [pushedWhileRequested]] },
  );
});
