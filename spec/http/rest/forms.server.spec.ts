import {
  createStore,
  Entity,
  resource,
  RestEndpoint,
  type Store,
  type StoreOptions,
} from 'streambed';
import { testServer } from './testServer.ts';

class Photo extends Entity {
  id = '';
  title = '';
  likes = 0;
  static override key = 'Photo';
}

/** As in React Native: no tag, and no iterator. */
class NativeForm {
  readonly parts: [name: string, value: unknown][] = [];
  append(name: string, value: unknown): void {
    this.parts.push([name, value]);
  }
  getParts(): object[] {
    return this.parts.map(([fieldName, value]) => ({
      headers: { 'content-disposition': `form-data; name="${fieldName}"` },
      fieldName,
      ...(typeof value === 'string' ? { string: value } : (value as object)),
    }));
  }
}
/** As in React Native: no tag. */
class NativeBlob {
  readonly type = 'image/png';
}

const server = testServer();
let store: Store;
const reported: unknown[] = [];
beforeEach(() => {
  reported.length = 0;
  answers(204);
  store = makeStore();
  store.set([Photo], [{ id: '1', title: 'cat', likes: 5 }]);
});
afterEach(() => store.dispose());

function makeStore(options: StoreOptions = {}): Store {
  return createStore({ onError: (error) => reported.push(error), ...options });
}

function answers(status: number, body?: unknown): void {
  server.answer = (response) =>
    void response
      .writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
      .end(body === undefined ? undefined : JSON.stringify(body));
}

function filled<F extends { append(name: string, value: string): void }>(form: F): F {
  for (const [name, value] of Object.entries({ title: 'dog', likes: '7' }))
    form.append(name, value);
  form.append('likes', '8');
  return form;
}

const bodies = {
  form: () => filled(new FormData()),
  'search parameters': () => filled(new URLSearchParams()),
  file: () => new Blob(['title=dog'], { type: 'image/png' }),
  bytes: () => new TextEncoder().encode('title=dog'),
};
const anyBody: unknown = {};
const photos = (options: object = {}) =>
  resource({
    path: '/photos/:id',
    schema: Photo,
    urlPrefix: server.origin,
    body: anyBody,
    ...options,
  });

describe.each(Object.entries(bodies))('a body that is no record: %s', (_, body) => {
  it.each([false, true])('stores nothing by itself, optimistic: %p', async (optimistic) => {
    const { getList, partialUpdate, update } = photos({ optimistic });
    store.setResponse(getList, {}, [{ id: '1', title: 'cat' }]);
    for (const change of [update, partialUpdate]) {
      const sent = store.fetch(change, { id: '1' }, body());
      expect(store.get(Photo, '1')).toMatchObject({ title: 'cat', likes: 5 });
      await sent;
      expect(store.get(Photo, '1')).toMatchObject({ title: 'cat', likes: 5 });
    }
    for (const change of [getList.push, getList.unshift, getList.remove, getList.move]) {
      const sent = store.fetch(change, { id: '1' }, body() as never);
      expect(store.getState(getList, {}).data).toMatchObject([{ id: '1', title: 'cat' }]);
      await sent;
      expect(store.getState(getList, {}).data).toMatchObject([{ id: '1', title: 'cat' }]);
    }
    expect(reported).toEqual([]);
  });

  it('stores what the response brings', async () => {
    answers(200, { id: '1', title: 'Dog', likes: 8 });
    await store.fetch(photos({ optimistic: true }).update, { id: '1' }, body());
    expect(store.get(Photo, '1')).toMatchObject({ title: 'Dog', likes: 8 });
  });

  it('fetches the entity once more if the response is empty', async () => {
    const { get, update } = photos();
    answers(200, { id: '1', title: 'cat', likes: 5 });
    const shown: unknown[] = [];
    const subscription = store
      .observe(get, { id: '1' })
      .data$.subscribe(({ title }) => shown.push(title));
    await store.observe(get, { id: '1' }).refetch();
    server.answer = (response, { method }) => {
      if (method === 'PUT') answers(200, { id: '1', title: 'dog' });
      response
        .writeHead(method === 'PUT' ? 204 : 200, { 'content-type': 'application/json' })
        .end();
    };
    await store.fetch(update, { id: '1' }, body());
    await store.observe(get, { id: '1' }).refetch();
    subscription.unsubscribe();
    expect(shown).toEqual(['cat', 'dog']);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET']);
  });
});

const json = { 'Content-Type': 'application/json' };
const ways: Record<string, { endpoint?: object; store?: StoreOptions }> = {
  'requestInit of the API': { endpoint: { requestInit: { headers: json } } },
  'getHeaders of the API': {
    endpoint: { getHeaders: (headers: object) => ({ ...headers, ...json }) },
  },
  'getRequestInit of the API': {
    endpoint: { getRequestInit: (body: BodyInit) => ({ method: 'POST', body, headers: json }) },
  },
  'an interceptor': {
    store: {
      interceptors: [
        (request, next) =>
          next({ ...request, headers: { ...request.headers, ...json, 'x-a': '1' } }),
      ],
    },
  },
  'multipart without boundary': {
    endpoint: { requestInit: { headers: { 'content-type': 'multipart/form-data' } } },
  },
};

it.each(Object.entries(ways))(
  'forms and files are sent with their own Content-Type, whatever sets another one: %s',
  async (_, way) => {
    const upload = new RestEndpoint({
      path: '/photos',
      urlPrefix: server.origin,
      method: 'POST',
      ...way.endpoint,
    });
    const own = makeStore(way.store);
    for (const body of [bodies.form(), bodies['search parameters'](), bodies.file()]) {
      await own.fetch(upload, body);
    }
    own.dispose();
    const [form, params, file] = server.requests.map(({ headers }) => headers['content-type']);
    expect(form).toMatch(/^multipart\/form-data; ?boundary=/);
    expect(params).toMatch(/^application\/x-www-form-urlencoded/);
    expect(file).toBe('image/png');
  },
);

it('JSON is sent as JSON, although the API declares a form', async () => {
  const create = new RestEndpoint({
    path: '/photos',
    urlPrefix: server.origin,
    method: 'POST',
    requestInit: { headers: { 'content-type': 'multipart/form-data' } },
  });
  await create({ title: 'cat' });
  expect(server.requests[0].headers['content-type']).toBe('application/json');
});

describe('a form of React Native', () => {
  const web = { FormData, Blob };
  beforeEach(() => void Object.assign(globalThis, { FormData: NativeForm, Blob: NativeBlob }));
  afterEach(() => void Object.assign(globalThis, web));

  const nativeForm = () => filled(new NativeForm());

  it('is sent as it is and stores nothing by itself', async () => {
    const sent: unknown[] = [];
    const fetchResponse = async (_url: string, { body }: RequestInit) => {
      sent.push(body);
      return new Response(null, { status: 204 });
    };
    const { update, getList } = photos({ optimistic: true, fetchResponse });
    store.setResponse(getList, {}, []);
    const given = [nativeForm(), nativeForm(), new NativeBlob()];
    await store.fetch(update, { id: '1' }, given[0]);
    await store.fetch(getList.push, {}, given[1] as never);
    await store.fetch(update, { id: '1' }, given[2]);
    expect(sent).toEqual(given);
    expect(sent.every((body, at) => body === given[at])).toBe(true);
    expect(store.get(Photo, '1')).toMatchObject({ title: 'cat', likes: 5 });
    expect(store.getState(getList, {}).data).toEqual([]);
    expect(reported).toEqual([]);
  });

  it('is a part of the key of a search', () => {
    const search = new RestEndpoint({ path: '/search', method: 'POST', sideEffect: undefined });
    const other = new NativeForm();
    other.append('title', 'owl');
    expect(search.key(nativeForm())).toBe(search.key(nativeForm()));
    expect(search.key(nativeForm())).not.toBe(search.key(other));
  });
});
