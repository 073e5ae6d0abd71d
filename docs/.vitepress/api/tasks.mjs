/**
 * The exports of an entry by task, in the order in which a program needs them. A type that is not
 * listed follows the first export whose page mentions it.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const tasks = {
  streambed: {
    'Describe data':
      'Entity All Collection unshift Query Union Values Lazy Scalar Invalidate INVALID EntityMixin validateRequired',
    'Describe requests': 'RestEndpoint resource UploadEndpoint Endpoint RetryOptions',
    'Read and write': 'createStore Store StateObservable EndpointObservable EndpointState',
    'Handle errors': 'StreambedError NetworkError TimeoutError AnswerError ResetError ErrorContext',
    'Keep data for later': 'dehydrate rehydrate',
    'Work without a store': 'normalize denormalize',
    'Type your own functions':
      'ArgsOf DataOf ArgsOrNull ReadEndpoint EndpointInterface Schema Queryable SchemaArgs Denormalize',
    'Write a plugin or an interceptor':
      'StorePlugin Interceptor InterceptedRequest RequestContext Commit Action EntityTable TableChanges',
    'Write a schema':
      'SchemaMethods NormalizeDelegate DenormalizeDelegate QueryDelegate MarkDelegate',
  },
  'streambed/react': {
    'Set up': 'StoreProvider useStore AsyncBoundary ErrorBoundary',
    Read: 'useSuspense useDLE useLive useFetch useInfinite useCache useQuery useError useSubscription',
    Change: 'useMutation useLoading',
    'Follow text input': 'useDebounce useCancelling',
    'Show any stream': 'useStream useObservable',
    'Show where data is kept': 'useStorageStatus',
    'Show mutations that wait': 'usePendingMutations useFailedMutations useIsOnline',
    'Fit screens and resources': 'FocusScope hookifyResource',
  },
  'streambed/changes': {
    'Start a change set': 'changes fromRows ChangeSet',
    'Filter, sort and cut':
      'filterChanges mapChanges sortChanges windowChanges pageChanges topChanges distinctChanges batchChanges',
    'Group and count':
      'groupChanges aggregateChanges countChanges sumChanges averageChanges minChanges maxChanges everyChanges someChanges countOf sumOf averageOf minOf maxOf',
    'Combine several': 'joinChanges joinManyChanges unionChanges intersectChanges exceptChanges',
    'Get values': 'asArray asMap asRecord watchKey combineState shareState',
    'Handle errors': 'ChangeSetGapError ComparatorError ProjectionError',
  },
  'streambed/live': {
    'Keep a key up to date': 'live',
    'Connect a source': 'webSocketSource eventSource',
    'Write messages into the store': 'applyMessages coalesce atArrival',
    'Refetch when the user returns': 'revalidateOn pageVisible pageActive pageAlive networkOnline',
    'Handle errors': 'ConnectionError',
  },
};
