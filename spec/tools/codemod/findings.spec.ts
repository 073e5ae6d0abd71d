import { code, migrateText } from './migrateText.ts';

/** The places in a program that a person must look at. */
const looks = (text: string): readonly string[] => migrateText(text).looks;

const inEndpoint = (options: string): readonly string[] =>
  looks(
    `import { RestEndpoint } from '@data-client/rest';\nexport const e = new RestEndpoint({ ${options} });`,
  );

const inEntity = (members: string): readonly string[] =>
  looks(
    `import { Entity } from '@data-client/rest';\nexport class User extends Entity { ${members} }`,
  );

const inReact = (text: string): readonly string[] =>
  looks(
    `import { useCache, useController, useDLE, useSuspense } from '@data-client/react';\n${text}\nexport const c = useController();\n`,
  );

describe('reports with the line', () => {
  it('names that have no counterpart, which stay imported', () => {
    const { text, looks: found } = migrateText(code`
      import { getDefaultManagers, useSuspense, somethingElse } from '@data-client/react';
      export const managers = [...getDefaultManagers(), useSuspense, somethingElse];
    `);
    expect(text).toBe(code`
      import { useSuspense } from 'streambed/react';
      import { getDefaultManagers, somethingElse } from '@data-client/react';
      export const managers = [...getDefaultManagers(), useSuspense, somethingElse];
    `);
    expect(found).toEqual([
      '1: getDefaultManagers of @data-client/react: write a plugin or an interceptor: docs/live.md#plugins, docs/requests.md',
      '1: somethingElse of @data-client/react: no counterpart is known: see docs/migrate-from-data-client.md',
    ]);
  });

  it.each([
    ['a default import', `import rest from '@data-client/rest';`, 'has no default export'],
    ['an import for effects', `import '@data-client/rest';`, 'imported for its effects'],
    ['a module as a value', `import * as r from '@data-client/rest';\nlog(r);`, 'used as a value'],
    ['export *', `export * from '@data-client/rest';`, 'export the names'],
    ['require', `const r = require('@data-client/rest');`, 'only import declarations'],
    ['a mock', `jest.mock('@data-client/react');`, 'only import declarations'],
    ['import()', `const r = import('@data-client/rest');`, 'only import declarations'],
    ['other entries', `import { DataProvider } from '@data-client/react/nextjs';`, 'docs/ssr.md'],
    [
      'a controller that is made',
      `import { Controller } from '@data-client/react';\nnew Controller();`,
      'no counterpart',
    ],
  ])('other forms of imports: %s', (_name, text, message) => {
    const { text: after, looks: found } = migrateText(text);
    expect(after).toBe(text);
    expect(found).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['update: (id) => ({ [list.key()]: (ids) => [...ids, id] })', 'update:'],
    ['update(id) { return {}; }', 'update:'],
    ["urlRoot: '/api'", 'urlRoot:'],
    ["path: '/a/:id(\\\\d+)'", 'take no pattern'],
    ["path: '/a/(.*)'", 'write it anew'],
    ['path: `${base}/:id?`', 'optional is {/:name}'],
    ['getOptimisticResponse: (snap) => snap.getResponseMeta(getUser)', 'getResponseMeta'],
    [
      'getOptimisticResponse(snap) { const r = snap.getResponse(getUser); return r.data; }',
      'the data itself',
    ],
    ['getOptimisticResponse: ({ getResponse }) => 1', 'the data itself'],
  ])('options of endpoints: %s', (options, message) => {
    expect(inEndpoint(options)).toEqual([expect.stringMatching(/^2: /)]);
    expect(inEndpoint(options)[0]).toContain(message);
  });

  it('endpoints without a name of their own', () => {
    expect(
      looks(code`
        import { Endpoint } from '@data-client/rest';
        const a = new Endpoint(async () => 1);
        const b = new Endpoint(async () => 1, { name: 'b' });
        export const c = b.extend({ fetch: load });
        export const d = b.extend({ fetch: load, name: 'd' });
      `),
    ).toEqual([
      '2: an endpoint without a name throws: add the option `name`',
      '4: extend({ fetch }) without a name or path shares the key of the original',
    ]);
  });

  it.each([
    ['static cmpIncoming(a, b) { return 1; }', 'shouldReorder'],
    ['static useIncoming(a, b) { return true; }', 'shouldUpdate'],
    ['static maxEntityDepth = 5;', 'schema.Lazy'],
    ['static shouldReorder(a, b) { return b.date < a.fetchedAt; }', 'meta.receivedAt'],
    ['static mergeMetaWithStore({ date }, b) { return date; }', 'meta.receivedAt'],
  ])('members of entities: %s', (members, message) => {
    expect(inEntity(members)).toEqual([expect.stringContaining(message)]);
  });

  it('other members named date are no meta', () => {
    expect(inEntity('static merge(a, b) { return a.createdAt.date; } date = 1;')).toEqual([]);
  });

  it('subclasses of schemas and managers', () => {
    expect(
      looks(code`
        import { type Manager, NetworkManager } from '@data-client/react';
        import { Collection, schema } from '@data-client/rest';
        class A extends Collection {}
        class B extends schema.Union {}
        class C implements Manager {}
        class D extends NetworkManager {}
      `).filter((look) => !look.startsWith('1:')),
    ).toEqual([
      expect.stringMatching(/^3: a subclass of a schema/),
      expect.stringMatching(/^4: a subclass of a schema/),
      expect.stringMatching(/^5: a Manager/),
      expect.stringMatching(/^6: a Manager/),
    ]);
  });

  it.each([
    ['const { results } = useCache(getList);', 'useCache returns undefined'],
    [
      'const { results } = useSuspense(getList, id ? { id } : null);',
      'useSuspense returns undefined',
    ],
    ['const { data: { results } } = useDLE(getList);', 'useDLE returns undefined'],
    ['const count = useCache(getList).count;', 'useCache returns undefined'],
    ['c.subscribe(getList);', 'live(store, endpoint, ...args)'],
    ['c.dispatch({});', 'actions$'],
    ['c.whatever();', 'no such method'],
    ['c.expireAll({ testKey: () => true });', 'take an endpoint'],
    ['c.set(User, {}).then(done);', 'synchronous'],
    ['const entities = c.getState().entities;', 'entities$'],
    ['const state = c.getState(); show(state);', 'entities$'],
    ['const { expiryStatus } = c.getResponse(getList, c.getState());', 'expiryStatus'],
    ['c.get(User, { id }, whole);', 'take no state'],
    ['const { subscribe } = c;', 'live(store'],
    ['const { ...rest } = c;', 'name the methods'],
    ['something.resetEntireStore();', 'if this is a controller'],
    [
      'function f(controller) { return controller.resolve(getList, {}); }',
      'if this is a controller',
    ],
    [
      'function f(ctrl) { return ctrl.getResponse(getList, state).data; }',
      'if this is a controller',
    ],
  ])('reads and calls: %s', (text, message) => {
    expect(inReact(text)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['const { results } = useSuspense(getList, { id });'],
    ['const list = useCache(getList); log(list?.count);'],
    ['const { data, loading } = useDLE(getList);'],
    ['const count = useCache(getList)?.count;'],
  ])('no reads that are safe: %s', (text) => {
    expect(inReact(text)).toEqual([]);
  });

  it('props and values of providers', () => {
    expect(
      looks(code`
        import { DataProvider } from '@data-client/react';
        import { MockResolver } from '@data-client/test';
        const a = <DataProvider managers={managers} devButton={null}><App /></DataProvider>;
        const b = <MockResolver fixtures={fixtures} getInitialInterceptorData={init}><App /></MockResolver>;
        render(a, { wrapper: DataProvider });
      `),
    ).toEqual([
      expect.stringMatching(/^3: managers: /),
      expect.stringMatching(/^3: devButton: /),
      expect.stringMatching(/^4: getInitialInterceptorData: /),
      expect.stringMatching(/^5: StoreProvider needs the prop/),
    ]);
  });

  it('types of the props of providers, unless only the children are taken', () => {
    const props = 'StoreProviderProps has only `store`, which is required, and `children`';
    expect(
      looks(code`
        import type { ProviderProps } from '@data-client/react';
        export interface Props extends Omit<ProviderProps, 'children'> {}
        export const A = (props: ProviderProps) => props.children;
        export const B = ({ children, ...others }: ProviderProps) => [children, others];
        export const C = ({ managers }: ProviderProps) => managers;
        export interface More extends ProviderProps {}
      `),
    ).toEqual([2, 3, 4, 5, 6].map((line) => `${line}: ${props}`));
  });

  it.each(['nextjs', 'ssr', 'redux'])('the provider of react/%s, which stays as it is', (entry) => {
    const text = code`
      import { DataProvider } from '@data-client/react/ENTRY';
      export const Layout = () => <DataProvider><p /></DataProvider>;
    `.replace('ENTRY', entry);
    const result = migrateText(text);
    expect(result.text).toBe(text);
    expect(result.looks).toEqual([expect.stringMatching(/^1: DataProvider of /)]);
  });

  it('types of metas, and the third parameter of queryKey', () => {
    expect(
      looks(code`
        import { Entity } from '@data-client/rest';
        export class Versioned extends Entity {
          static shouldReorder(a: { date: number; fetchedAt: number }, b: { date: number }) { return false; }
          static queryKey(args: any, unvisit: any, delegate: any) { return undefined; }
        }
      `),
    ).toEqual([
      expect.stringMatching(/^3: meta.date: /),
      expect.stringMatching(/^3: meta.date: /),
      expect.stringMatching(/^4: queryKey: /),
    ]);
  });

  it('patterns of parameters, and types of mixins', () => {
    expect(
      looks(code`
        import type { Controller } from '@data-client/react';
        import { schema } from '@data-client/rest';
        export const f = ({ getResponse }: Controller) => getResponse;
        export type Mixin = typeof schema.Entity;
      `),
    ).toEqual([
      expect.stringMatching(/^3: getResponse: /),
      expect.stringMatching(/^4: schema.Entity: /),
    ]);
  });

  it('a store that visitors of a server would share', () => {
    const provider = code`
      import { DataProvider } from '@data-client/react';
      export const app = <DataProvider><App /></DataProvider>;
    `;
    const page = `import Head from 'next/head';\nexport { Head };\n`;
    expect(migrateText(provider, { '/page.tsx': page }).looks).toEqual([
      '2: on a server, all visitors would share this store: docs/ssr.md',
    ]);
    expect(looks(provider)).toEqual([]);
  });

  it('a file that cannot be parsed, which stays as it is', () => {
    const text = code`
      import { useController } from '@data-client/react';
      useController(;
    `;
    const result = migrateText(text);
    expect(result.text).toBe(text);
    expect(result.looks).toEqual([
      expect.stringMatching(/^2: not changed, because it cannot be parsed: /),
    ]);
  });

  it('a failure that is not written out', () => {
    expect(
      looks(code`
        import type { Fixture } from '@data-client/test';
        export const fixtures = (error, response) => [{ endpoint: getUser, args: [], response, error }];
      `),
    ).toEqual([expect.stringMatching(/^2: error: holds the failure/)]);
  });

  it('parts of tests', () => {
    expect(
      looks(code`
        import { renderDataHook } from '@data-client/test';
        const { result, waitForNextUpdate, allSettled } = renderDataHook(useUser, {
          getInitialInterceptorData: () => ({ count: 0 }),
          resolverFixtures: [
            { endpoint: add, response() { return ++this.count; } },
            { endpoint: slow, response: 1, delay: 100 },
          ],
        });
        const [first] = result.current;
        renderDataHook.cleanup();
      `),
    ).toEqual([
      expect.stringMatching(/^2: waitForNextUpdate: /),
      expect.stringMatching(/^2: allSettled: /),
      expect.stringMatching(/^3: getInitialInterceptorData: /),
      expect.stringMatching(/^5: .this. of an interceptor/),
      expect.stringMatching(/^6: delay: /),
      expect.stringMatching(/^9: result.current is undefined/),
      expect.stringMatching(/^10: cleanup: /),
    ]);
  });

  it('no create that a resource defines itself', () => {
    expect(
      looks(code`
        import { resource } from '@data-client/rest';
        const Users = resource({ path: '/users/:id', schema: User }).extend(() => ({ create: other }));
        const { create } = Users;
      `),
    ).toEqual([]);
  });

  it('create of a resource where an expression cannot replace it', () => {
    expect(
      looks(code`
        import { resource } from '@data-client/rest';
        import { hookifyResource } from '@data-client/rest';
        const Users = resource({ path: '/users/:id', schema: User });
        const { create } = Users;
        const A = Users.extend({ create: { body: undefined } });
        const B = Users.extend('create', { body: undefined });
        const hooks = hookifyResource(Users, useInit);
        hooks.useCreate();
      `),
    ).toEqual([
      '4: create of a resource: take getList.push',
      expect.stringMatching(/^5: create: extend\(base/),
      expect.stringMatching(/^6: create: extend\(base/),
      '8: useCreate(): useGetList().push',
    ]);
  });
});
