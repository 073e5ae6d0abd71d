import { mutations } from './endpoints.ts';
import { follow } from './follow.ts';
import { EXPIRY } from './keys.ts';
import type { Mutation } from './Operation.ts';
import type { Request } from './Overlaps.ts';
import { dropUser, putUser } from './Rows.ts';
import type { World } from './World.ts';

type Layer = NonNullable<Request['layer']>;

/** Sends a mutation from the store and from the model. */
export function mutate(world: World, mutation: Mutation): void {
  const { model } = world;
  const layer = 'isShown' in mutation && !mutation.isShown ? undefined : layerOf(world, mutation);
  const request = model.send(undefined, knownIds(mutation), layer);
  const promise = world.sending(nameOf(mutation), () => send(world, mutation));
  follow(world, mutation.do, promise, request);
}

/** The users that it changes, where its first argument or what it shows says so. */
function knownIds(mutation: Mutation): readonly string[] {
  if (mutation.do === 'create') return [];
  if (mutation.do !== 'change') return [mutation.id];
  return mutation.ids.length === 1 || mutation.isShown ? mutation.ids : [];
}

/** What it shows, on top of everything that is confirmed. */
function layerOf({ model }: World, mutation: Mutation): Layer {
  const expiresAt = model.now + EXPIRY.data;
  const placeholder = `*${model.next()}`;
  return (rows) => {
    const put = (ids: readonly string[], part: object): readonly string[] => {
      for (const id of ids) {
        const isHidden = rows.get(id)?.seq === Infinity && !rows.get(id)?.record;
        const known = Object.keys(model.rows.get(id)?.record ?? {});
        // Who is being removed is not shown in part.
        if (isHidden && known.some((member) => !(member in part))) continue;
        putUser(rows, { id, ...part }, Infinity, expiresAt);
      }
      return ids;
    };
    switch (mutation.do) {
      case 'change':
        return put(mutation.ids, mutation.part);
      case 'create':
        return put([placeholder], mutation.part);
      case 'remove':
        dropUser(rows, mutation.id, Infinity);
        return [mutation.id];
      case 'append': {
        const record = rows.get(mutation.id)?.record;
        return record ? put([mutation.id], { name: `${record.name ?? ''}${mutation.text}` }) : [];
      }
    }
  };
}

function send({ store }: World, mutation: Mutation): Promise<unknown> {
  switch (mutation.do) {
    case 'change': {
      const { ids, part, isShown } = mutation;
      if (ids.length === 1) {
        return store.fetch(isShown ? mutations.changeShown : mutations.change, ids[0], part);
      }
      return store.fetch(isShown ? mutations.changeTwoShown : mutations.changeTwo, ids, part);
    }
    case 'create':
      return store.fetch(
        mutation.isShown ? mutations.createShown : mutations.create,
        mutation.part,
      );
    case 'remove':
      return store.fetch(mutation.isShown ? mutations.removeShown : mutations.remove, mutation.id);
    case 'append':
      return store.fetch(mutations.append, mutation.id, mutation.text);
  }
}

/** The name under which it is sent. */
function nameOf(mutation: Mutation): string {
  return mutation.do === 'change' && mutation.ids.length > 1 ? 'changeTwo' : mutation.do;
}
