/** Where a name of Data Client is in Streambed. */
export interface NewName {
  readonly entry: string;
  readonly name: string;
  /** Exists only as a type. */
  readonly isType: boolean;
}

/** Whether a module belongs to Data Client. */
export function isDataClient(specifier: string): boolean {
  return specifier.startsWith('@data-client/');
}

const rewritten = /^@data-client\/(?:core|endpoint|graphql|hooks|react|rest|test|test\/browser)$/;

const newNames = new Map<string, NewName>();

function add(entry: string, names: string, isType = false): void {
  for (const pair of names.trim().split(/\s+/)) {
    const [from, name = from] = pair.split('=');
    newNames.set(from, { entry, name, isType });
  }
}

add(
  'streambed',
  `Entity EntityMixin schema All Collection Invalidate Lazy Query Scalar Union Values unshift validateRequired
   Endpoint RestEndpoint resource createResource=resource NetworkError ResetError`,
);
add(
  'streambed',
  `AbstractInstanceType=Denormalize Controller=Store Denormalize DenormalizeNullable Normalize EndpointInterface
   GetEndpoint=RestEndpoint PathArgs Queryable ReadInterface=ReadEndpoint Resource ResourceGenerics=ResourceOptions ResourceOptions RestGenerics=RestOptions Schema SchemaArgs
   Snapshot=OptimisticSnapshot SnapshotInterface=OptimisticSnapshot`,
  true,
);
add(
  'streambed/react',
  `AsyncBoundary CacheProvider=StoreProvider DataProvider=StoreProvider ErrorBoundary
   NetworkErrorBoundary=ErrorBoundary hookifyResource useCache useCancelling useController=useStore useDebounce useDLE
   useError useFetch useLive useLoading useQuery useSubscription useSuspense`,
);
add('streambed/react', 'HookResource ProviderProps=StoreProviderProps', true);
add('streambed/graphql', 'GQLEndpoint GQLNetworkError');
add('streambed/testing/react', 'MockResolver=FixtureProvider');
add('streambed/testing/hooks', 'renderDataHook renderDataClient=renderDataHook');
add(
  'streambed/testing',
  `ErrorFixture=Fixture Fixture FixtureEndpoint=Fixture Interceptor=Fixture ResponseInterceptor=Fixture
   SuccessFixture=Fixture`,
  true,
);
add('@testing-library/react', 'act renderHook');

/** The name to import in place of a name of Data Client, or `undefined` if none does the same. */
export function newNameOf(specifier: string, name: string): NewName | undefined {
  return rewritten.test(specifier) ? newNames.get(name) : undefined;
}

const plugins = 'write a plugin or an interceptor: docs/live.md#plugins, docs/requests.md';

/** What to write in place of names that have no counterpart. */
const advice: Readonly<Record<string, string>> = {
  BackupLoading: 'pass a `fallback` to AsyncBoundary',
  ControllerContext: 'call useStore() in a component and pass the store on',
  DefaultConnectionListener: 'the store watches the connection: see docs/live.md',
  DevToolsManager: 'see docs/debugging.md',
  ExpiryStatus: "the status is 'valid', 'stale' or 'invalid'",
  ExternalDataProvider: 'StoreProvider takes a store that you make',
  GCPolicy: 'set `gcTime` of createStore',
  GQLEntity: "extend Entity, with `id = ''` as member",
  IdlingNetworkManager: 'the store sends requests itself: see docs/requests.md',
  ImmortalGCPolicy: 'set `gcTime: Infinity` of createStore',
  LogoutManager: 'log out after 401 as in docs/authentication.md',
  Manager: plugins,
  Middleware: plugins,
  NetworkManager: 'set `dataExpiryLength` and `errorExpiryLength` of createStore',
  PollingSubscription: 'set `pollFrequency`; for sockets see docs/sockets.md',
  StateContext: 'read with hooks, or with store.getState(endpoint, ...args)',
  SubscriptionManager: 'call live(store, endpoint, ...args) of streambed/live',
  denormalize:
    'streambed has denormalize() with Maps of entities: docs/migrate-from-data-client.md',
  getDefaultManagers: plugins,
  makeRenderDataClient: 'renderDataHook of streambed/testing/hooks brings its provider',
  makeRenderDataHook: 'renderDataHook of streambed/testing/hooks brings its provider',
  mockInitialState: 'pass `initialFixtures` to createTestStore or FixtureProvider',
  normalize: 'streambed has normalize() with Maps of entities: docs/migrate-from-data-client.md',
};

/** What to do about a name, or a whole module, that stays as it is. */
export function adviceOn(specifier: string, name: string): string {
  if (/\/(?:nextjs|ssr|redux)$|^@data-client\/(?:ssr|redux)/.test(specifier)) {
    return 'server rendering and other stores differ: docs/ssr.md';
  }
  return advice[name] ?? 'no counterpart is known: see docs/migrate-from-data-client.md';
}
