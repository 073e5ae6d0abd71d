import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

class Task extends Entity {
  id = '';
  title = '';
  static override readonly key = 'Task';
}
const tasks = new Collection([Task], { nestKey: ({ id }: { id: string }) => ({ project: id }) });

/** The class of an overview: it does not know that tasks are entities. */
class ProjectRow extends Entity {
  id = '';
  name = '';
  static override readonly key: string = 'Project';
}
class Project extends ProjectRow {
  tasks: readonly Task[] = [];
  static override readonly schema = { tasks };
}

const requests = new FakeRequests();
const getRows = new Endpoint(requests.send, { name: 'getRows', schema: [ProjectRow] });
const getProject = new Endpoint((_args: { id: string }) => requests.send(_args), {
  name: 'getProject',
  schema: Project,
  lookup: true,
});

const one = { id: '1' };
const task = (id: string) => ({ id, title: `t${id}` });

describe('a list in a record that was stored before its class was known', () => {
  /** The overview has the tasks as input. Another class, and then a response, make a list of them. */
  function settled(between: (store: ReturnType<typeof storeKit>['store']) => void) {
    const { store } = storeKit();
    store.setResponse(getRows, [{ ...one, name: 'P', tasks: [task('a')] }]);
    between(store);
    store.set(Project, { ...one, name: 'Q' });
    return store;
  }

  it('has the members of that response', () => {
    const store = settled(() => {});
    expect(store.get(Project, one)?.tasks.map(({ title }) => title)).toEqual(['ta']);
  });

  it('is fetched once more after a push that it lacks', () => {
    const store = settled((to) =>
      to.set(tasks.push, { project: '1' }, { ...task('b'), project: '1' } as never),
    );
    requests.sent.length = 0;
    store.observe(getProject, one).subscribe();
    expect(requests.count).toBe(1);
    requests.last.answer({ ...one, name: 'Q', tasks: [task('a'), task('b')] });
    expect(store.getState(getProject, one)).toMatchObject({
      status: 'valid',
      data: { tasks: [{ title: 'ta' }, { title: 'tb' }] },
    });
  });
});
