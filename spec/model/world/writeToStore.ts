import { argsOf, docRemoval, docs, readOf, removal, teams, User } from './endpoints.ts';
import { bodyOfList, docOf } from './FakeServer.ts';
import { KEYS, type KeySpec } from '../model/keys.ts';
import type { Write } from '../operations/Operation.ts';
import type { World } from './World.ts';

/** Performs a write on the store. */
export function writeToStore(world: World, write: Write): void {
  const { model, store } = world;
  switch (write.do) {
    case 'set':
      return store.set(User, { id: write.id, ...write.part });
    case 'setWith':
      return store.set(User, write.id, ({ id }: User) => ({ id, name: write.text }));
    case 'setList':
      return store.set(
        [User],
        write.ids.map((id) => ({ id, ...write.part })),
      );
    case 'drop':
      return store.set(removal, write.id);
    case 'setDoc':
      return store.set(docs, docOf(write.id, write.rev));
    case 'dropDoc':
      return store.set(docRemoval, {
        id: write.id,
        ...(write.rev !== undefined && { rev: write.rev }),
      });
    case 'push':
    case 'unshift':
    case 'move':
      return store.set(teams[write.do], { id: write.id, ...write.part });
    case 'leave':
      return write.team === undefined
        ? store.set(teams.remove, write.id)
        : store.set(teams.remove, { email: write.team }, { id: write.id });
    case 'respond': {
      const { spec } = model.keys[write.key];
      return store.setResponse(readOf(spec), ...argsOf(spec), bodyFor(spec, write.text));
    }
    case 'refuse': {
      const { spec } = model.keys[write.key];
      return store.setError(readOf(spec), ...argsOf(spec), new Error('refused'));
    }
    case 'invalidate': {
      const { spec } = model.keys[write.key];
      return store.invalidate(readOf(spec), ...argsOf(spec));
    }
    case 'invalidateAll':
    case 'expireAll':
      return store[write.do](readOf({ ...write, isTried: model.isTried }));
    case 'reset':
      store.reset().catch(() => {});
  }
}

/** Makes a response to set for a key. */
export function bodyFor(spec: KeySpec, text: string): unknown {
  const { kind, id, isBrief } = spec;
  if (kind === 'raw') return { count: 0, first: text };
  const rev = text.charCodeAt(0) - 'a'.charCodeAt(0);
  if (kind === 'doc') return docOf(id!, rev);
  if (kind === 'docs') return ['d2', 'd1'].map((each) => docOf(each, rev));
  const users = (id ? [id] : ['3', '1']).map((each) => ({
    id: each,
    name: text,
    ...(isBrief ? {} : { email: text }),
  }));
  return id ? users[0] : bodyOfList(spec, users);
}

/** The users that a write brings. */
export function idsOfWrite(write: Write): readonly string[] {
  if ('ids' in write) return write.ids;
  if ('id' in write) return [write.id];
  return write.do === 'respond' ? ['1', '3', KEYS[write.key]?.id ?? '1'] : [];
}
