import { callerOf } from '../world/Caller.ts';
import { allUsers, isMutation, mutations, wire } from '../world/endpoints.ts';
import { trackPromise } from '../world/trackPromise.ts';
import { EXPIRY } from '../model/keys.ts';
import type { Mutation } from './Operation.ts';
import type { Request } from '../model/Request.ts';
import { dropUser, putUser } from '../model/Rows.ts';
import { showId } from '../world/show.ts';
import type { Creation, World } from '../world/World.ts';

type Layer = NonNullable<Request['layer']>;

/** Mutations by placeholder id, and those by real id. */
type OfNew = Extract<Mutation, { readonly do: 'changeNew' | 'removeNew' }>;
type OfKnown = Exclude<Mutation, OfNew>;

/** Sends a mutation from the store and from the model. */
export function mutate(world: World, mutation: Mutation): void {
  const { model } = world;
  if (mutation.do === 'changeNew' || mutation.do === 'removeNew') return mutateNew(world, mutation);
  const placeholder = `*${model.next()}`;
  const creation = mutation.do === 'create' && mutation.isShown ? placeholder : undefined;
  const known = new Set(placeholdersOf(world));
  const layer =
    'isShown' in mutation && !mutation.isShown ? undefined : layerOf(world, mutation, placeholder);
  const request = model.send(undefined, knownIds(mutation), layer);
  if (mutation.do === 'append' && mutation.text === 'f') wire.reports++;
  const caller = 'mayAbort' in mutation && mutation.mayAbort ? callerOf(request) : undefined;
  if (caller) world.callers.push(caller);
  const promise = world.sending(nameOf(mutation), () => send(world, mutation, caller?.signal));
  request.sentSeq = world.sent.filter(({ name }) => isMutation(name)).at(-1)?.sentSeq ?? Infinity;
  trackPromise(world, mutation.do, promise, request, caller);
  if (creation === undefined) return;
  const [shown] = placeholdersOf(world).filter((id) => !known.has(id));
  // A subscriber may have ended the session.
  if (shown) world.creations.push({ request, placeholder, shown, id: placeholder, queued: [] });
}

/** The users that the mutation is known to change, from its first argument or its layer. */
function knownIds(mutation: OfKnown): readonly string[] {
  if (mutation.do === 'create') return [];
  if (mutation.do !== 'change') return [mutation.id];
  return mutation.ids.length === 1 || mutation.isShown ? mutation.ids : [];
}

/** The placeholder ids that the store shows. */
function placeholdersOf({ store }: World): string[] {
  const ids = (store.get(allUsers) ?? []).map(({ id }) => id);
  return ids.filter((id) => showId(id) === '*');
}

/**
 * Changes or removes a user by its placeholder id: the request is sent once the user is created,
 * and fails if the creation fails.
 */
function mutateNew(world: World, mutation: OfNew): void {
  const { model, creations, store } = world;
  const { which, isShown } = mutation;
  const creation = creations[which % creations.length];
  if (!creation) return;
  const isPending = model.pending.includes(creation.request);
  const isCreated = creation.id !== creation.placeholder;
  const isRemoval = mutation.do === 'removeNew';
  const known: OfKnown = isRemoval
    ? { do: 'remove', id: '', isShown }
    : { do: 'change', ids: [], part: mutation.part, isShown, mayAbort: false };
  const layer = isShown ? layerOf(world, known, '', creation) : undefined;
  const request: Request | string =
    isPending || isCreated
      ? model.send(undefined, isCreated ? [creation.id] : [], layer, !isCreated)
      : LOST;
  if (isPending) creation.queued.push(request as Request);
  const { change, changeShown, remove, removeShown } = mutations;
  const fetch = (): Promise<unknown> =>
    isRemoval
      ? store.fetch(isShown ? removeShown : remove, creation.shown)
      : store.fetch(isShown ? changeShown : change, creation.shown, mutation.part);
  trackPromise(world, mutation.do, isCreated ? world.sending(known.do, fetch) : fetch(), request);
}

/** How a mutation of a user fails whose creation failed. */
export const LOST = 'failed SB_PLACEHOLDER_LOST';

/** The optimistic layer of a mutation, on top of the confirmed users. */
function layerOf(
  { model }: World,
  mutation: OfKnown,
  placeholder: string,
  creation?: Creation,
): Layer {
  const expiresAtBest = model.now + EXPIRY.data;
  return (rows, seqOf) => {
    const put = (ids: readonly string[], part: object): readonly string[] => {
      for (const id of ids) {
        // A removed user becomes visible only if the part has all confirmed members – or all
        // members, if nothing is confirmed.
        const isRemoved = rows.has(id) && !rows.get(id)!.record;
        const confirmed = model.users.rows.get(id);
        const whole = confirmed?.record ?? { name: '', email: '' };
        if (isRemoved && Object.keys(whole).some((member) => !(member in part))) continue;
        // A layer does not end a conflict.
        const expiresAt = confirmed?.record && confirmed.expiresAt === 0 ? 0 : expiresAtBest;
        putUser(rows, { id, ...part }, seqOf(id), { receivedAt: model.now, expiresAt }, true);
      }
      return ids;
    };
    switch (mutation.do) {
      case 'change':
        return put(creation ? [creation.id] : mutation.ids, mutation.part);
      case 'create':
        return put([placeholder], mutation.part);
      case 'remove': {
        const id = creation?.id ?? mutation.id;
        dropUser(rows, id, seqOf(id));
        return [id];
      }
      case 'append': {
        const record = mutation.text === 'f' ? undefined : rows.get(mutation.id)?.record;
        return record ? put([mutation.id], { name: `${record.name ?? ''}${mutation.text}` }) : [];
      }
    }
  };
}

function send({ store }: World, mutation: OfKnown, signal?: AbortSignal): Promise<unknown> {
  switch (mutation.do) {
    case 'change': {
      const { ids, part, isShown } = mutation;
      const own = signal ? { signal } : {};
      if (ids.length === 1) {
        const one = isShown ? mutations.changeShown : mutations.change;
        return store.fetch(one.extend(own), ids[0], part);
      }
      const two = isShown ? mutations.changeTwoShown : mutations.changeTwo;
      return store.fetch(two.extend(own), ids, part);
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

/** The name of its request. */
function nameOf(mutation: Mutation): string {
  return mutation.do === 'change' && mutation.ids.length > 1 ? 'changeTwo' : mutation.do;
}
