import { Endpoint, RestEndpoint } from 'streambed';
import type * as core from 'streambed';
import type * as changes from 'streambed/changes';
import type * as devtools from 'streambed/devtools';
import type * as devtoolsReact from 'streambed/devtools/react';
import { GQLEndpoint } from 'streambed/graphql';
import type * as graphql from 'streambed/graphql';
import type * as inspect from 'streambed/inspect';
import type * as live from 'streambed/live';
import type * as react from 'streambed/react';
import type * as server from 'streambed/ssr';
import type * as testing from 'streambed/testing';
import type * as testingHooks from 'streambed/testing/hooks';
import type * as testingReact from 'streambed/testing/react';
import { check, type Equal } from './Equal.ts';

/** `OptionalNames<{ a: 1; b?: 2 }>` → `'b'` */
type OptionalNames<T> = { [N in keyof T]-?: {} extends Pick<T, N> ? N : never }[keyof T];

/** The optional members that may not be undefined: `Refused<{ a?: 1; b?: 2 | undefined }>` → `'a'` */
type Refused<T> = {
  [N in OptionalNames<T>]: { [M in N]: undefined } extends Pick<T, N> ? never : N;
}[OptionalNames<T>];

/** What programs pass to the package. */
interface Given {
  store: core.StoreOptions;
  endpoint: core.EndpointOptions;
  retry: core.RetryOptions;
  rest: core.RestOptions;
  resource: core.ResourceOptions;
  upload: core.UploadOptions;
  mixin: core.MixinOptions;
  scalar: core.ScalarOptions;
  collection: core.CollectionOptions<[], object>;
  rehydrate: core.RehydrateOptions;
  graphql: graphql.GQLOptions;
  map: changes.MapOptions<unknown>;
  share: changes.ShareOptions;
  heartbeat: live.HeartbeatOptions;
  socket: live.WebSocketOptions<unknown>;
  socketHeartbeat: live.SocketHeartbeat<unknown>;
  topics: live.TopicOptions<unknown>;
  events: live.EventSourceOptions<unknown>;
  apply: live.ApplyOptions<unknown>;
  coalesce: live.CoalesceOptions<unknown>;
  revalidate: live.RevalidateOptions;
  asyncBoundary: react.AsyncBoundaryProps;
  errorBoundary: react.ErrorBoundaryProps;
  provider: react.StoreProviderProps;
  serverStore: server.ServerStoreOptions;
  page: server.PageOptions;
  part: server.PartOptions;
  recording: inspect.RecordingOptions;
  devtools: devtools.DevtoolsOptions;
  logger: devtools.LoggerOptions;
  redux: devtools.ReduxDevtoolsOptions;
  exported: devtools.ExportOptions;
  panel: devtoolsReact.StreambedDevtoolsProps;
  testStore: testing.TestStoreOptions;
  hook: testingHooks.RenderDataHookOptions<unknown>;
  fixtures: testingReact.FixtureProviderProps;
}

describe('an option that is undefined, under exactOptionalPropertyTypes', () => {
  it('is accepted wherever it may be left out', () => {
    type AllRefused = { [N in keyof Given]: Refused<Given[N]> }[keyof Given];
    check<Equal<AllRefused, never>>();
    check<Equal<Refused<{ a?: 1; b?: 2 | undefined; c: 3 }>, 'a'>>();
  });

  it('is accepted by extend, also for functions', () => {
    const save = new Endpoint(async (id: string) => id, { name: 'save', sideEffect: true });
    const plain = save.extend({ getOptimisticResponse: undefined, errorPolicy: undefined });
    const put = new RestEndpoint({ path: '/a/:id', method: 'PUT' }).extend({
      getOptimisticResponse: undefined,
      getHeaders: undefined,
      process: undefined,
      url: undefined,
    });
    const server = new GQLEndpoint('/graphql').extend({ getHeaders: undefined, key: undefined });
    expect(plain.key('1')).toBe(save.key('1'));
    expect(put.key({ id: 1 }, {})).toBe('PUT /a/1');
    expect(server.url).toBe('/graphql');
  });
});
