import { EXPIRY } from './keys.ts';
import type { Part, Write } from '../operations/Operation.ts';
import type { ReferenceModel } from './ReferenceModel.ts';
import { bodyFor } from '../world/writeToStore.ts';

/** Performs the same write on the model, at a seq of its order. */
export function writeToModel(model: ReferenceModel, write: Write, seq = model.next()): void {
  const put = (user: Part & { readonly id: string }): void => {
    model.users.put(user, seq, model.now, EXPIRY.data);
    model.users.hear(user.id, seq);
  };
  const commit = (act: () => void): void => model.commit(() => model.write(seq, act));
  switch (write.do) {
    case 'set':
      return commit(() => put({ id: write.id, ...write.part }));
    case 'setWith': {
      if (!model.users.rows.get(write.id)?.record) return;
      return commit(() => put({ id: write.id, name: write.text }));
    }
    case 'setList':
      return commit(() => {
        for (const id of write.ids) put({ id, ...write.part });
      });
    case 'drop':
      model.users.hear(write.id, seq);
      return model.commit(() => model.users.drop(write.id, seq));
    case 'setDoc':
      return model.commit(() => model.putDoc(write, seq));
    case 'dropDoc':
      return model.commit(() => model.docs.drop(write.id, write.rev, seq, model.now));
    case 'push':
    case 'unshift':
    case 'move':
      return commit(() => {
        put({ id: write.id, ...write.part });
        // A message cannot add a user that was removed since.
        const record = model.users.rows.get(write.id)?.record;
        const known = { email: record?.email, record: record ?? write.part };
        model.lists.change({ how: write.do, id: write.id, ...known }, seq);
      });
    case 'leave': {
      const { record } = model.users.rows.get(write.id) ?? {};
      const email = write.team ?? record?.email;
      return commit(() => {
        if (record && write.team !== undefined) put({ id: write.id });
        model.lists.change({ how: 'remove', id: write.id, email, isUnknown: !record }, seq);
      });
    }
    case 'respond': {
      const key = model.keys[write.key];
      return model.commit(() => model.respond(key, bodyFor(key.spec, write.text), seq, true));
    }
    case 'refuse':
      return model.commit(() => model.fail(model.keys[write.key], 'refused', seq));
    case 'invalidate':
      return model.commit(() => model.mark([model.keys[write.key]], 'invalidated', seq));
    case 'invalidateAll':
    case 'expireAll': {
      const how = write.do === 'expireAll' ? 'expired' : 'invalidated';
      const keys = model.keys.filter(({ spec }) => spec.endpoint === write.endpoint);
      return model.commit(() => model.mark(keys, how, seq));
    }
    case 'reset':
      return model.commit(() => model.reset(seq));
  }
}

/** Whether the operation is a write. */
export function isWrite(operation: { readonly do: string }): operation is Write {
  return WRITES.has(operation.do);
}

const WRITES = new Set([
  ...['set', 'setWith', 'setList', 'drop', 'respond', 'refuse'],
  ...['push', 'unshift', 'move', 'leave', 'setDoc', 'dropDoc'],
  ...['invalidate', 'invalidateAll', 'expireAll', 'reset'],
]);
