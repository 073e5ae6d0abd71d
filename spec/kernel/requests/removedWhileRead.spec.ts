import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

class Task extends Entity {
  id = '';
  static override readonly key = 'Task';
}

const reads = new FakeRequests();
const writes = new FakeRequests();
const getTask = new Endpoint((_args: { id: string }) => reads.send(_args), {
  name: 'getTask',
  schema: Task,
});
const getDetails = getTask.extend({ name: 'getDetails', schema: { task: Task } });
const removeTask = new Endpoint((_args: { id: string }) => writes.send(_args), {
  name: 'removeTask',
  schema: new Invalidate(Task),
  sideEffect: true,
});

const one = { id: '1' };
const flush = () => new Promise((resolve) => setTimeout(resolve));

describe('an entity that was removed while it was read', () => {
  it.each([
    ['by a mutation', getTask, one],
    ['by a message', getTask, one],
    ['by a message, in an object', getDetails, { task: one }],
  ])('is fetched once more: %s', async (how, endpoint, response) => {
    const { store } = storeKit();
    store.observe(endpoint, one).subscribe();
    const before = reads.count;
    const read = reads.last;
    if (how === 'by a mutation') {
      const removed = store.fetch(removeTask, one);
      writes.last.answer(one);
      await removed;
    } else store.set(new Invalidate(Task), one);
    // The server handled it before the removal.
    read.answer(response);
    await flush();
    expect(reads.count).toBe(before + 1);
    reads.last.fail(new Error('gone'));
    await flush();
    expect(store.getState(endpoint, one).error?.message).toBe('gone');
    expect(reads.count).toBe(before + 1);
  });

  it('is fetched by the next observer if it has none', async () => {
    const { store } = storeKit();
    const read = store.fetch(getTask, one);
    store.set(new Invalidate(Task), one);
    reads.last.answer(one);
    await expect(read).rejects.toMatchObject({ code: 'SB_ANSWER_INCOMPLETE' });
    const { count } = reads;
    store.observe(getTask, one).subscribe();
    expect(reads.count).toBe(count + 1);
  });

  it('is not fetched again and again if the server still has it', async () => {
    const { store } = storeKit();
    store.observe(getTask, one).subscribe();
    store.set(new Invalidate(Task), one);
    const { count } = reads;
    reads.last.answer(one);
    await flush();
    reads.last.answer(one);
    await flush();
    expect(store.getState(getTask, one)).toMatchObject({ status: 'valid', data: one });
    expect(reads.count - count).toBeLessThanOrEqual(1);
  });
});
