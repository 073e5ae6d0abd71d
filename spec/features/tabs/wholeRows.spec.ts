import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import { ann, bob, Post, User } from '../../support/entities.ts';
import { openTabs, requests } from './tabsKit.ts';

class Ticket extends Entity {
  id = '';
  project = '';
  owner: User | undefined = undefined;
  static override readonly key = 'Ticket';
  static override schema = { owner: User };
}
class Project extends Entity {
  id = '';
  tickets: Ticket[] = [];
  static override readonly key = 'Project';
  static override schema = {
    tickets: new Collection([Ticket], { nestKey: ({ id }) => ({ project: id }) }),
  };
}

const read = (name: string, schema: unknown) =>
  new Endpoint((args: { id: string }) => requests.send(args), { name, schema, lookup: true });
const getProject = read('getProject', Project);
const getPost = read('getPost', Post);
const getUser = read('getUser', User);
const getAll = new Endpoint(() => requests.send(), {
  name: 'getAll',
  schema: new All(Post, { complete: true }),
});
const savePost = new Endpoint((args: { id: string }) => requests.send(args), {
  name: 'savePost',
  schema: Post,
  sideEffect: true,
});

const [one, two] = [{ id: '1' }, { id: '2' }];
const project = (id: string) => ({ id, tickets: [{ id: `t${id}`, project: id, owner: ann }] });
/** `author`: an entity, or the id of one. */
const post = (id: string, author?: object | string) => ({ id, title: `Post ${id}`, author });

function begin() {
  const { frame, tabs } = openTabs(2);
  const [a, b] = tabs.map(({ store }) => store);
  const load = (store: Store, endpoint: typeof getProject, id: string, response: object): void => {
    store.observe(endpoint, { id }).subscribe();
    requests.last.answer(response);
    frame();
  };
  return { a, b, frame, load };
}

/** The data that a tab shows as valid when the user opens a page, or `fetched`. */
function opened(store: Store, endpoint: typeof getProject, id: string): unknown {
  const { count } = requests;
  store.observe(endpoint, { id }).subscribe();
  const { data, status } = store.getState(endpoint, { id });
  return requests.count > count ? 'fetched' : [status, data];
}

describe('an entity that another tab has loaded', () => {
  it('is fetched if it nests a list that no result here shows', () => {
    const { a, b, load } = begin();
    load(a, getProject, '1', project('1'));
    load(b, getProject, '2', project('2'));
    expect(opened(a, getProject, '2')).toBe('fetched');
  });

  it('comes with what it nests', () => {
    const { a, b, load } = begin();
    load(a, getPost, '1', post('1'));
    load(b, getPost, '2', post('2', ann));
    expect(opened(a, getPost, '2')).toMatchObject(['valid', post('2', ann)]);
  });

  it('is fetched if this tab lacks an entity that was sent before', () => {
    const { a, b, load } = begin();
    load(b, getUser, '1', ann);
    load(a, getPost, '1', post('1'));
    load(b, getPost, '2', post('2', ann.id));
    expect(opened(a, getPost, '2')).toBe('fetched');
  });

  it('is fetched if this tab knows the class from a mutation only', () => {
    const { a, b, frame, load } = begin();
    void a.fetch(savePost, one);
    requests.last.answer(post('1'));
    frame();
    load(b, getPost, '2', post('2', ann));
    expect(opened(a, getPost, '2')).toBe('fetched');
  });
});

describe('an entity that this tab has', () => {
  it('is fetched when it is opened, if another tab has changed it and its parts are not here', () => {
    const { a, b, frame, load } = begin();
    load(b, getUser, '2', bob);
    load(a, getPost, '1', post('1', ann));
    void a.fetch(savePost, two);
    requests.last.answer(post('2', ann));
    frame();
    b.setResponse(savePost, two, post('2', bob.id));
    frame();
    expect(a.get(Post, two)?.author).toBeUndefined();
    expect(opened(a, getPost, '2')).toBe('fetched');
  });

  it('comes with its parts, if this tab knows the class from a mutation only', () => {
    const { a, b, frame } = begin();
    void a.fetch(savePost, two);
    requests.last.answer(post('2', ann));
    frame();
    b.setResponse(savePost, two, post('2', bob));
    frame();
    expect(opened(a, getPost, '2')).toMatchObject(['valid', post('2', bob)]);
  });

  it('is fetched at once if it is shown', () => {
    const { a, b, frame, load } = begin();
    load(b, getUser, '2', bob);
    load(a, getPost, '1', post('1', ann));
    const { count } = requests;
    b.setResponse(savePost, one, post('1', bob.id));
    frame();
    expect(requests.count).toBe(count + 1);
  });
});

describe('a list of all entities', () => {
  it('is fetched if another tab has created an entity without the parts of which this tab knows', () => {
    const { a, b, frame, load } = begin();
    load(b, getUser, '2', bob);
    a.observe(getAll).subscribe();
    requests.last.answer([post('1', ann)]);
    frame();
    const { count } = requests;
    b.setResponse(savePost, two, post('2', bob.id));
    frame();
    expect(requests.count).toBe(count + 1);
  });
});
