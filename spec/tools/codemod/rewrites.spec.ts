import { code, migrateText } from './migrateText.ts';

/** What becomes of a program; nothing is to be looked at. */
function rewritten(text: string, others?: Record<string, string>): string {
  const result = migrateText(text, others);
  expect(result.looks).toEqual([]);
  return result.text;
}

describe('imports', () => {
  it('go to the entries of streambed, aliases and types included', () => {
    expect(
      rewritten(code`
        import { Entity as Base, hookifyResource, type Denormalize } from "@data-client/rest"
        import type { EndpointInterface } from "@data-client/endpoint"
        export class User extends Base {}
        export type Shown = Denormalize<typeof User> | EndpointInterface | typeof hookifyResource
      `),
    ).toBe(code`
      import { Entity as Base, type Denormalize } from "streambed"
      import { hookifyResource } from "streambed/react"
      import type { EndpointInterface } from "streambed"
      export class User extends Base {}
      export type Shown = Denormalize<typeof User> | EndpointInterface | typeof hookifyResource
    `);
  });

  it('keep a local name if the new one is taken', () => {
    expect(
      rewritten(code`
        import { useController } from '@data-client/react';
        import { useStore } from 'zustand';
        export const use = () => [useController(), useStore()];
      `),
    ).toBe(code`
      import { useStore as useController } from 'streambed/react';
      import { useStore } from 'zustand';
      export const use = () => [useController(), useStore()];
    `);
  });

  it('of a namespace stay one, or become names if two entries are needed', () => {
    expect(
      rewritten(code`
        import * as rest from '@data-client/rest';
        export const users = rest.createResource({ path: '/users/:id', schema: User });
      `),
    ).toContain("import * as rest from 'streambed';\nexport const users = rest.resource({");
    expect(
      rewritten(code`
        import * as rest from '@data-client/rest';
        export class User extends rest.Entity {}
        export const hooks = rest.hookifyResource(users, useInit);
      `),
    ).toBe(code`
      import { Entity } from 'streambed';
      import { hookifyResource } from 'streambed/react';
      export class User extends Entity {}
      export const hooks = hookifyResource(users, useInit);
    `);
  });

  it('of a namespace become names above the store of a provider', () => {
    expect(
      rewritten(code`
        'use client';
        import * as dc from '@data-client/react';

        export const app = (controller: dc.Controller) => <dc.DataProvider>{controller}</dc.DataProvider>;
      `),
    ).toBe(code`
      'use client';
      import { type Store, createStore } from 'streambed';
      import { StoreProvider } from 'streambed/react';

      const store = createStore();

      export const app = (controller: Store) => <StoreProvider store={store}>{controller}</StoreProvider>;
    `);
  });

  it('are followed through other files, whose exports keep their names', () => {
    const { files } = migrateText(
      code`
        import { useController } from './data';
        import { Users } from './users';
        export function useLogOut() {
          const store = useController();
          return () => [store.resetEntireStore(), store.fetch(Users.create, {})];
        }
      `,
      {
        '/data.ts': `export { useController, useSuspense } from '@data-client/react';\n`,
        '/users.ts': code`
          import { resource } from '@data-client/rest';
          export const Users = resource({ path: '/users/:id', schema: User });
        `,
      },
    );
    expect(files.map(({ text }) => text)).toEqual([
      code`
        import { useController } from './data';
        import { Users } from './users';
        export function useLogOut() {
          const store = useController();
          return () => [store.reset(), store.fetch(Users.getList.push, {})];
        }
      `,
      `export { useStore as useController, useSuspense } from 'streambed/react';\n`,
      code`
        import { resource } from 'streambed';
        export const Users = resource({ path: '/users/:id', schema: User });
      `,
    ]);
  });

  it('leave names of other packages and of inner scopes alone', () => {
    const text = code`
      import { useController } from 'react-hook-form';
      import { Entity } from 'typeorm';
      export const a = useController().resetEntireForm();
      function inner(controller) { return controller.getResponse(1, 2); }
    `;
    expect(rewritten(text)).toBe(text);
    expect(
      rewritten(code`
        import { useController } from '@data-client/react';
        export const a = (useController) => useController();
        export const b = () => useController();
      `),
    ).toContain(
      'const a = (useController) => useController();\nexport const b = () => useStore();',
    );
  });
});

it('useDebounce returns an array, as in later versions of Data Client', () => {
  expect(
    rewritten(code`
      import { useDebounce } from '@data-client/react';
      const early = useDebounce(text, 200);
      const [late, isPending] = useDebounce(text, 200);
      const whole = useDebounce(text, 200);
      export const all = [early, late, isPending, whole[0]];
    `),
  ).toBe(code`
    import { useDebounce } from 'streambed/react';
    const [early] = useDebounce(text, 200);
    const [late, isPending] = useDebounce(text, 200);
    const whole = useDebounce(text, 200);
    export const all = [early, late, isPending, whole[0]];
  `);
});

it('the line breaks of a file stay', () => {
  const text = code`
    import { Controller, DataProvider } from '@data-client/react';

    export const app = <DataProvider><p>{String(Controller)}</p></DataProvider>;
  `.replaceAll('\n', '\r\n');
  const after = migrateText(text).text;
  expect(after).toContain('const store = createStore();');
  expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

describe('providers', () => {
  it('get a store that the file makes', () => {
    expect(
      rewritten(code`
        import { createStore } from 'redux';
        import { DataProvider } from '@data-client/react';

        const store = createStore();
        export const app = <DataProvider><p>Hi</p></DataProvider>;
      `),
    ).toBe(code`
      import { createStore } from 'redux';
      import { StoreProvider } from 'streambed/react';
      import { createStore as streambedCreateStore } from 'streambed';

      const dataStore = streambedCreateStore();

      const store = createStore();
      export const app = <StoreProvider store={dataStore}><p>Hi</p></StoreProvider>;
    `);
  });

  it('keep the type of the children that wrappers take', () => {
    expect(
      rewritten(code`
        import { DataProvider, type ProviderProps } from '@data-client/react';
        export type Children = ProviderProps['children'] | Pick<ProviderProps, 'children'>;
        export function Providers({ children }: ProviderProps) {
          return <DataProvider>{children}</DataProvider>;
        }
        export const Renamed = ({ children: inner }: ProviderProps) => <Providers>{inner}</Providers>;
      `),
    ).toBe(code`
      import { StoreProvider, type StoreProviderProps } from 'streambed/react';
      import { createStore } from 'streambed';

      const store = createStore();
      export type Children = StoreProviderProps['children'] | Pick<StoreProviderProps, 'children'>;
      export function Providers({ children }: Pick<StoreProviderProps, 'children'>) {
        return <StoreProvider store={store}>{children}</StoreProvider>;
      }
      export const Renamed = ({ children: inner }: Pick<StoreProviderProps, 'children'>) => <Providers>{inner}</Providers>;
    `);
  });
});

describe('the controller', () => {
  const inComponent = (body: string): string =>
    rewritten(
      `import { useController } from '@data-client/react';\nconst c = useController();\n${body}\n`,
    )
      .split('\n')
      .slice(2)
      .join('\n')
      .trimEnd();

  it.each([
    ['c.fetch(getUser, { id })', 'c.fetch(getUser, { id })'],
    ['c.resetEntireStore()', 'c.reset()'],
    ['c.get(User, { id }, c.getState())', 'c.get(User, { id })'],
    ['c.getResponse(getUser, { id }, c.getState()).data', 'c.getState(getUser, { id }).data'],
    ['c.getError(getUser, c.getState())', 'c.getState(getUser).error'],
    ['const { fetch, resetEntireStore: out } = c;', 'const { fetch, reset: out } = c;'],
  ])('has no state: %s', (before, after) => {
    expect(inComponent(before)).toBe(after);
  });

  it('may be a parameter, a member of a class, a context, or what a hook of the program returns', () => {
    expect(
      rewritten(code`
        import { useContext } from 'react';
        import { type Controller, ControllerContext, useController } from '@data-client/react';
        const useApi = () => useController();
        export const a = (controller: Controller) => controller.resetEntireStore();
        export const b = () => useApi().resetEntireStore();
        export const c = () => useContext(ControllerContext).resetEntireStore();
        export class D {
          constructor(private controller: Controller) {}
          stop() { this.controller.resetEntireStore(); }
        }
      `),
    ).toBe(code`
      import { useContext } from 'react';
      import type { Store } from 'streambed';
      import { useStore } from 'streambed/react';
      const useApi = () => useStore();
      export const a = (controller: Store) => controller.reset();
      export const b = () => useApi().reset();
      export const c = () => useStore().reset();
      export class D {
        constructor(private controller: Store) {}
        stop() { this.controller.reset(); }
      }
    `);
  });
});

describe('entities and endpoints', () => {
  it('use EntityMixin, and drop an import that nothing needs', () => {
    expect(
      rewritten(code`
        import { schema } from '@data-client/rest';
        export class User extends schema.Entity(Data) {}
        export const list = schema.unshift;
      `),
    ).toBe(code`
      import { EntityMixin, unshift } from 'streambed';
      export class User extends EntityMixin(Data) {}
      export const list = unshift;
    `);
  });

  it('have list.push in place of create, but for one of their own', () => {
    expect(
      rewritten(code`
        import { resource } from '@data-client/rest';
        const Users = resource({ path: '/users/:id', schema: User });
        const Own = Users.extend(base => ({ create: base.create.extend({ name: 'own' }) }));
        export const all = [Users.create, Own.create, Other.create];
      `),
    ).toBe(code`
      import { resource } from 'streambed';
      const Users = resource({ path: '/users/:id', schema: User });
      const Own = Users.extend(base => ({ create: base.getList.push.extend({ name: 'own' }) }));
      export const all = [Users.getList.push, Own.create, Other.create];
    `);
  });

  it('keep a create of their own, also by a quoted name; that of another object is none', () => {
    expect(
      rewritten(code`
        import { resource } from '@data-client/rest';
        const Users = resource({ path: '/users/:id', schema: User });
        const Quoted = Users.extend(() => ({ 'create': other }));
        const Nested = Users.extend('getAll', { extra: { create: 1 } });
        export const all = [Quoted.create, Nested.create];
      `),
    ).toBe(code`
      import { resource } from 'streambed';
      const Users = resource({ path: '/users/:id', schema: User });
      const Quoted = Users.extend(() => ({ 'create': other }));
      const Nested = Users.extend('getAll', { extra: { create: 1 } });
      export const all = [Quoted.create, Nested.getList.push];
    `);
  });

  it('read the data of a snapshot', () => {
    expect(
      rewritten(code`
        import { RestEndpoint } from '@data-client/rest';
        export const like = new RestEndpoint({
          path: '/like',
          method: 'POST',
          getOptimisticResponse(snap, { id }) {
            const { data } = snap.getResponse(getPost, { id });
            const { data: user } = snap.getResponse(getUser);
            return { data, user, votes: snap.getResponse(getVotes).data.votes, post: snap.get(Post, { id }) };
          },
        });
      `),
    ).toContain(
      [
        '    const data = snap.getResponse(getPost, { id });',
        '    const user = snap.getResponse(getUser);',
        '    return { data, user, votes: snap.getResponse(getVotes).votes, post: snap.get(Post, { id }) };',
      ].join('\n'),
    );
  });
});

describe('the test kit', () => {
  it('translates fixtures of variables, options and props', () => {
    expect(
      rewritten(code`
        import { type Fixture, renderDataHook } from '@data-client/test';
        const failing: Fixture = { endpoint: getUser, args: [], response: new Error('no'), error: true };
        const resolverFixtures = [
          { endpoint: getUser, fetchResponse: (url) => ({ url }), delayCollapse: true },
          failing,
        ];
        const { result, controller: c } = renderDataHook(() => useUser(), { resolverFixtures });
        result.current();
        c.get(User, { id }, c.getState());
      `),
    ).toBe(code`
      import type { Fixture } from 'streambed/testing';
      import { renderDataHook } from 'streambed/testing/hooks';
      const failing: Fixture = { endpoint: getUser, args: [], error: new Error('no') };
      const resolverFixtures = [
        { endpoint: getUser, fetch: (url) => ({ url }), computeAt: 'arrival' },
        failing,
      ];
      const { result, store: c } = renderDataHook(() => useUser(), { fixtures: resolverFixtures });
      result.current?.();
      c.get(User, { id });
    `);
  });

  it('translates fixtures of resolved endpoints in any form', () => {
    const { files } = migrateText(
      code`
        import { Users } from './users';
        export default {
          down: [
            {
              endpoint: Users.getList,
              args: [{ page: 1 }] as const,
              response: { message: 'Bad request', status: 400 },
              error: true,
            },
          ],
        };
      `,
      {
        '/users.ts':
          "import { resource } from '@data-client/rest';\nexport const Users = resource({});\n",
      },
    );
    expect(files[0].text).toBe(code`
      import { Users } from './users';
      export default {
        down: [
          {
            endpoint: Users.getList,
            args: [{ page: 1 }] as const,
            error: { message: 'Bad request', status: 400 },
          },
        ],
      };
    `);
  });

  it('has no renderer of your own', () => {
    expect(
      rewritten(code`
        import { CacheProvider } from '@data-client/react';
        import { makeRenderDataClient } from '@data-client/test';
        describe('users', () => {
          const renderDataClient: ReturnType<typeof makeRenderDataClient> = makeRenderDataClient(CacheProvider);
          it('works', () => void renderDataClient(useUser).controller.resetEntireStore());
        });
      `),
    ).toBe(code`
      import { renderDataHook } from 'streambed/testing/hooks';
      describe('users', () => {
        const renderDataClient = renderDataHook;
        it('works', () => void renderDataClient(useUser).store.reset());
      });
    `);
  });
});

describe('types', () => {
  it('of a generic base resource have their names', () => {
    expect(
      rewritten(code`
        import { Resource, ResourceGenerics, ResourceOptions, resource, RestEndpoint, GetEndpoint } from '@data-client/rest';
        import type { AbstractInstanceType } from '@data-client/rest';
        export class Api extends RestEndpoint<any> {}
        export function own<O extends ResourceGenerics>(options: O & ResourceOptions): Resource<O> {
          return resource({ ...options, Endpoint: Api }) as any;
        }
        export type Read = GetEndpoint<{ path: '/users/:id'; schema: typeof User }>;
        export type Made = AbstractInstanceType<typeof User>;
      `),
    ).toBe(code`
      import {
        type Resource,
        type ResourceOptions,
        resource,
        RestEndpoint,
      } from 'streambed';
      import type { Denormalize } from 'streambed';
      export class Api extends RestEndpoint<any> {}
      export function own<O extends ResourceOptions>(options: O & ResourceOptions): Resource<O> {
        return resource({ ...options, Endpoint: Api }) as any;
      }
      export type Read = RestEndpoint<{ path: '/users/:id'; schema: typeof User }>;
      export type Made = Denormalize<typeof User>;
    `);
  });

  it('of values and bodies that were any are any', () => {
    expect(
      rewritten(code`
        import { resource, RestEndpoint } from '@data-client/rest';
        export const a = new RestEndpoint({ path: '/a', process(value) { return value.a; } });
        export const b = resource({ path: '/b/:id', schema: B }).extend({
          get: { process: value => value.b },
          getList: { process: ({ results }, { page }) => results },
        });
        export const vote = new RestEndpoint({
          path: '/a/:id',
          method: 'POST',
          getOptimisticResponse(snapshot, { id }, body) { return { id, ...body }; },
        });
        export const typed = a.extend({ process: (value: { c: number }) => value.c });
        export const declared = new RestEndpoint({
          path: '/a/:id',
          method: 'POST',
          body: {} as B,
          getOptimisticResponse: (snapshot, { id }, body) => ({ id, ...body }),
        });
      `),
    ).toBe(code`
      import { resource, RestEndpoint } from 'streambed';
      export const a = new RestEndpoint({ path: '/a', process(value: any) { return value.a; } });
      export const b = resource({ path: '/b/:id', schema: B }).extend({
        get: { process: (value: any) => value.b },
        getList: { process: ({ results }: any, { page }) => results },
      });
      export const vote = new RestEndpoint({
        path: '/a/:id',
        method: 'POST',
        getOptimisticResponse(snapshot, { id }, body: any) { return { id, ...body }; },
      });
      export const typed = a.extend({ process: (value: { c: number }) => value.c });
      export const declared = new RestEndpoint({
        path: '/a/:id',
        method: 'POST',
        body: {} as B,
        getOptimisticResponse: (snapshot, { id }, body) => ({ id, ...body }),
      });
    `);
  });
});

describe('paths behind wrappers of the program', () => {
  it('are rewritten if the wrapper keeps the resource in a variable first', () => {
    expect(
      rewritten(code`
        import { resource } from '@data-client/rest';
        function own(options: any) {
          const base = resource({ ...options });
          return base.extend({ getList: { schema: [base.getList.schema] } });
        }
        export const B = own({ path: '/b/:id' }).extend({ getList: { path: '/b\\?page=:page' } });
      `),
    ).toContain("getList: { path: '/b?page=:page' }");
  });

  it('are to be looked at if nothing says what the wrapper returns', () => {
    const { text, looks } = migrateText(code`
      import { resource } from '@data-client/rest';
      import { wrap } from 'elsewhere';
      export const B = wrap(resource).extend({ getList: { path: '/b\\?page=:page' } });
    `);
    expect(text).toContain("path: '/b\\\\?page=:page'");
    expect(looks).toEqual(['3: path: if it is that of an endpoint, write ? in place of \\\\?']);
  });
});
