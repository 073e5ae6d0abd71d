import { argsOf, Board, readOf, type User } from './endpoints.ts';
import { showEmail } from '../model/ListSpec.ts';
import type { KeySpec } from '../model/keys.ts';
import type { World } from './World.ts';

/**
 * Compares the visible data with the server. `touched`: observed keys without an error, and users
 * that were changed by mutations but never written by hand. `all`: after every key was fetched
 * again; only users that exist by hand are left out.
 */
export function compareWithServer(world: World, what: 'touched' | 'all'): void {
  const { model, store } = world;
  for (const { spec, observers, error } of model.keys) {
    if (
      ['raw', 'doc', 'docs'].includes(spec.kind) ||
      (what === 'touched' && (observers === 0 || error !== undefined))
    )
      continue;
    const { data } = store.getState(readOf(spec), ...argsOf(spec));
    if (data === undefined) continue;
    const users = data instanceof Board ? data.users : (data as User | User[]);
    compareUsers(world, spec, [users].flat(), what);
  }
}

function compareUsers(
  { server, byHand, touched }: World,
  spec: KeySpec,
  users: readonly User[],
  what: 'touched' | 'all',
): void {
  for (const user of users) {
    const there = server.users.get(user.id);
    if (what === 'touched' && (byHand.has(user.id) || !touched.has(user.id))) continue;
    if (!there && byHand.has(user.id)) continue;
    const isEqual =
      there?.name === user.name &&
      (spec.isBrief || showEmail(there?.email) === showEmail(user.email));
    if (!isEqual) {
      throw new Error(
        `${spec.name}: shows ${user.id}:${user.name}:${showEmail(user.email)}, the server has ${JSON.stringify(there)}`,
      );
    }
  }
  const isWhole = what === 'all' && spec.kind !== 'detail' && spec.kind !== 'team';
  const missing = [...server.users.keys()].filter(
    (id) => !byHand.has(id) && !users.some((user) => user.id === id),
  );
  if (isWhole && missing.length > 0) throw new Error(`${spec.name}: lacks ${missing.join(' ')}`);
}
