import fc from 'fast-check';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { GraphKit, type Reader } from '../../support/GraphKit.ts';
import { User } from '../../support/entities.ts';
import { runs } from '../../support/runs.ts';

/** A stored list that writes replace: as a member of an entity, and of an object in it. */
class Team extends Entity {
  id = '';
  members: User[] = [];
  by: { name: User[] } | undefined = undefined;
  static override readonly key = 'Team';
  static override schema = { members: [User], by: { name: [User] } };
}

const pks = Array.from({ length: 16 }, (_, i) => `u${i}`);
const pk = fc.constantFrom(...pks);
const spot = fc.nat(20);

type Change = (members: readonly string[], pk: string, at: number) => string[];

const changes: Record<string, Change> = {
  push: (members, one) => [...members, one],
  unshift: (members, one) => [one, ...members],
  insert: (members, one, at) => [...members.slice(0, at), one, ...members.slice(at)],
  leave: (members, _one, at) => [...members.slice(0, at), ...members.slice(at + 1)],
  replace: (members, one, at) => [...members.slice(0, at), one, ...members.slice(at + 1)],
  turn: (members) => members.map((_one, i) => members[members.length - 1 - i]),
  drop: (members, _one, at) => members.slice(at),
};

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      name: fc.constantFrom(...Object.keys(changes)),
      pk,
      at: spot,
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('user' as const), pk, at: spot }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('remove' as const), pk }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('leave' as const), at: spot }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant('read' as const), at: spot }) },
);

const listOf = (team: Team): readonly (readonly User[])[] => [team.members, team.by!.name];

const shown = (users: readonly User[]): string =>
  users.map(({ id, name }) => `${id}:${name}`).join();

it('a list that changes its members equals a new read, and keeps the references of all others', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const kit = new GraphKit();
      kit.set(...pks.map((id): [typeof User, object] => [User, { id, name: '0' }]));
      let members = pks.slice(0, 10);
      const save = (): void =>
        kit.set([Team, { id: 't', members: asUsers(members), by: { name: asUsers(members) } }]);
      save();
      const readers: Reader<Team>[] = [kit.view<Team>(Team, 't'), kit.view<Team>(Team, 't')];
      const seen = new Map<string, User>();
      let before: readonly (readonly User[])[] | undefined;
      const check = (reader: Reader<Team>): void => {
        const lists = listOf(reader.read());
        const anew = new GraphKit();
        anew.graph.reset(kit.state);
        const expected = listOf(anew.view<Team>(Team, 't').read());
        expect(lists.map(shown)).toEqual(expected.map(shown));
        for (const user of lists.flat()) {
          const key = `${user.id}:${user.name}`;
          expect(seen.get(key) ?? user).toBe(user);
          seen.set(key, user);
        }
        lists.forEach((list, i) => {
          if (before && shown(before[i]) === shown(list)) expect(list).toBe(before[i]);
        });
        before = lists;
      };
      let count = 0;
      for (const one of steps) {
        switch (one.what) {
          case 'change':
            members = changes[one.name](members, one.pk, one.at);
            save();
            break;
          case 'user':
            count++;
            kit.set([User, { id: one.pk, name: String(count) }]);
            break;
          case 'remove':
            if (kit.state.has('User', one.pk)) kit.remove(User, one.pk);
            // A user who comes again is another instance.
            for (const key of seen.keys()) if (key.startsWith(`${one.pk}:`)) seen.delete(key);
            break;
          case 'leave':
            readers[one.at % 2].dispose();
            // If it was the last reader of a list that has changed since, that list is forgotten.
            before = undefined;
            break;
          case 'read':
            check(readers[one.at % 2]);
        }
      }
      for (const reader of readers) check(reader);
      for (const reader of readers) reader.dispose();
      kit.remove(Team, 't');
      for (const one of pks) expect(kit.graph.entity(User, one, undefined).hasParents).toBe(false);
    }),
    { numRuns: runs(250) },
  );
});

/** Lists of entities: what a response contains of users that are known. */
function asUsers(members: readonly string[]): object[] {
  return members.map((id) => ({ id }));
}
