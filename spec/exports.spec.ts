import manifest from '../package.json';
import { readSourceFiles } from './support/sourceFiles.ts';

/** What users can import. A name that leaves this list breaks somebody. */
const publicNames: Record<string, { values: string[]; types: string[] }> = {
  '.': {
    values: [
      'All',
      'AnswerError',
      'Collection',
      'Endpoint',
      'Entity',
      'EntityMixin',
      'INVALID',
      'Invalidate',
      'Lazy',
      'NetworkError',
      'Query',
      'ResetError',
      'RestEndpoint',
      'Scalar',
      'StreambedError',
      'TimeoutError',
      'Union',
      'Values',
      'createStore',
      'denormalize',
      'normalize',
      'resource',
      'schema',
      'unshift',
      'validateRequired',
    ],
    types: [
      'Action',
      'ArgsOf',
      'ArgsOrNull',
      'CollectionChange',
      'CollectionFilter',
      'CollectionKey',
      'CollectionMembers',
      'CollectionMerge',
      'CollectionOptions',
      'CollectionPage',
      'CollectionRef',
      'CollectionRefs',
      'Commit',
      'DataOf',
      'Denormalize',
      'DenormalizeDelegate',
      'DenormalizeNullable',
      'Deserializer',
      'EndpointInterface',
      'EndpointObservable',
      'EndpointOptions',
      'EndpointState',
      'EntityClass',
      'EntityMaps',
      'EntityMeta',
      'EntityTable',
      'ErrorCode',
      'ErrorContext',
      'ExpiryStatus',
      'ExtendableResource',
      'InterceptedRequest',
      'Interceptor',
      'LazyQuery',
      'MemberPlace',
      'MixedEntity',
      'MixinOptions',
      'Normalize',
      'NormalizeDelegate',
      'OptimisticSnapshot',
      'PathArgs',
      'QueryDelegate',
      'Queryable',
      'ReadEndpoint',
      'RequestContext',
      'ResourceEndpoints',
      'ResourceOptions',
      'RestOptions',
      'RetryOption',
      'RetryOptions',
      'ScalarOptions',
      'Schema',
      'SchemaArgs',
      'SchemaMethods',
      'StateObservable',
      'Store',
      'StoreOptions',
      'StorePlugin',
      'StoreStats',
      'TableChanges',
    ],
  },
  './react': {
    values: [
      'AsyncBoundary',
      'ErrorBoundary',
      'FocusScope',
      'StoreProvider',
      'hookifyResource',
      'useCache',
      'useCancelling',
      'useDLE',
      'useDebounce',
      'useError',
      'useFetch',
      'useLive',
      'useLoading',
      'useMutation',
      'useObservable',
      'useQuery',
      'useStore',
      'useStream',
      'useSubscription',
      'useSuspense',
    ],
    types: [
      'AsyncBoundaryProps',
      'DataLoadingError',
      'ErrorBoundaryProps',
      'ErrorFallbackProps',
      'FetchThenable',
      'FocusScopeProps',
      'HookResource',
      'MutationState',
      'StoreProviderProps',
    ],
  },
  './live': {
    values: [
      'ConnectionError',
      'applyMessages',
      'coalesce',
      'eventSource',
      'networkOnline',
      'pageActive',
      'pageAlive',
      'pageVisible',
      'revalidateOn',
      'webSocketSource',
    ],
    types: [
      'ApplyOptions',
      'CoalesceOptions',
      'ConnectionState',
      'EventSourceConstructor',
      'EventSourceLike',
      'EventSourceOptions',
      'EventUrlContext',
      'HeartbeatOptions',
      'LiveOptions',
      'LiveSource',
      'LiveUrl',
      'RevalidateOptions',
      'SocketConstructor',
      'SocketHeartbeat',
      'SocketLike',
      'SocketListening',
      'SourceEvent',
      'TopicOptions',
      'UrlContext',
      'WebSocketOptions',
    ],
  },
  './graphql': {
    values: ['GQLEndpoint', 'GQLNetworkError'],
    types: [
      'GQLError',
      'GQLMembers',
      'GQLOptions',
      'GQLResult',
      'GQLSocket',
      'TypedDocument',
      'Variables',
    ],
  },
};

const sorted = (names: readonly string[]): string[] => [...names].sort();

describe('the public entries', () => {
  const files = readSourceFiles();

  it('are those of the package', () => {
    const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json');
    expect(sorted(entries)).toEqual(sorted(Object.keys(publicNames)));
  });

  describe.each(Object.entries(publicNames))('%s', (entry, { values, types }) => {
    const path = `${entry}/index.ts`.replace('./', '');
    const file = files.find((candidate) => candidate.path === path);

    it('exports exactly its values', () => {
      expect(sorted(file?.exportedValues ?? ['no such file'])).toEqual(sorted(values));
    });

    it('exports exactly its types', () => {
      expect(sorted(file?.exportedTypes ?? ['no such file'])).toEqual(sorted(types));
    });
  });
});
