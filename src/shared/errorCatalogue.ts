/**
 * All errors of the library: how to fix each, by its code. Codes are permanent: a code is never
 * renamed or reused. `docs/errors*.md` are generated from this file and from the titles beside its
 * specs. Programs contain the fixes in development only.
 */
export const fixes = {
  // --- declarations
  SB_OPTION_INVALID:
    'Pass a value that the option accepts, or leave it out. Durations are milliseconds from 0 to Infinity.',
  SB_OPTION_UNKNOWN: 'Correct the name, or remove the option: it has no effect.',
  SB_SCHEMA_INVALID:
    'Correct the declaration as the message says. The endpoints of a list, such as `push` and `getPage`, need a schema.Collection. See node_modules/streambed/docs/schemas.md.',
  SB_ARGS_UNDECLARED:
    'Declare `readsArgs` in the schema. A schema that contains it declares `readsArgs` too, or has it in its member `schema`.',
  SB_ENTITY_KEY_MISSING: "Give the class a name, or declare `static key = 'User'`.",
  SB_ENTITY_KEY_MINIFIED:
    "Declare `static key = 'User'`: minifiers may give two classes the same name, and each build another one. See node_modules/streambed/docs/entities.md.",
  SB_ENTITY_KEY_SHARED:
    'Give each class its own `static key`: classes with one key read and write the same records. See node_modules/streambed/docs/entities.md.',
  SB_SCHEMA_MEMBER:
    'Correct the name in `static schema`, or remove it. A member that responses may lack needs a field with a default. See node_modules/streambed/docs/entities.md.',
  SB_SCHEMA_UNDEFINED:
    'Where two modules import each other, one of them reads the class of the other too early: declare `static get schema()`, which is read later, or call `define()` once both exist. See node_modules/streambed/docs/entities.md.',
  SB_SCHEMA_EXPECTED:
    'Pass an entity class or a schema. If it is undefined, its module may be part of an import cycle. An endpoint is read with `store.observe`, `store.getState` or a hook such as `useSuspense`.',
  SB_METHOD_HIDDEN:
    'Rename the method, or rename the member in `static process`: an instance has the data of the response, so the method cannot be called. See node_modules/streambed/docs/entities.md.',
  SB_ID_TYPE:
    "Declare what the server sends, `id = ''`, or compared ids never match. See node_modules/streambed/docs/entities.md.",
  SB_SCHEMA_CLASS:
    'Let the class extend `Entity`, or make an entity of it with `EntityMixin`. See node_modules/streambed/docs/entities.md.',
  SB_ITEM_UNMAPPED:
    'Such items are kept as they are. Add their schema to the mapping, or correct the schemaAttribute. See node_modules/streambed/docs/schemas.md.',
  SB_COLLECTION_ARGS:
    'Call with an object of named arguments, or give the Collection an `argsKey` (or `nestKey`) that makes one.',
  SB_LIST_ORDER:
    'Let `sort` compare as the server sorts, or leave it out: the next change of the list moves its items. See node_modules/streambed/docs/list-rules.md.',
  SB_LIST_UNFOLLOWED:
    'Leave out `follows: false`, so that the entity leaves, or take it out with `getList.remove` or `getList.move`. See node_modules/streambed/docs/list-rules.md.',
  SB_ENDPOINT_NAME_MISSING: 'Pass a named function, the option `name`, or your own `key` function.',
  SB_ENDPOINT_NAME_IMPLIED:
    'Pass the option `name`: minifiers rename functions, and two endpoints with one name share their data. See node_modules/streambed/docs/endpoints.md.',
  SB_PERSIST_UNNAMED:
    'Declare the option `name` of the endpoint, or `static key` of the class: the next build may give the name to another one.',
  SB_TEST_KEY_MISSING:
    'Override `testKey` too, or `invalidateAll` and `expireAll` miss the keys of the endpoint. See node_modules/streambed/docs/endpoints.md.',
  SB_ENDPOINT_INVALID:
    'Pass an endpoint. If it is undefined, its module may be part of an import cycle; a schema is read with `store.query`, `store.get` or `useQuery`.',
  SB_MUTATION_READ:
    'Send it once, with `store.fetch` or `useMutation`. A request that only reads, for example a search by POST, takes `sideEffect: undefined`.',
  SB_LOOKUP_WRONG:
    'Nothing is inferred for this endpoint any more, and what it showed is fetched. Set its option `lookup: false`, so that it never shows cached data of another entity. See node_modules/streambed/docs/expiry.md.',
  SB_FETCH_REPLACED:
    'Give the variant its own `name`, or the same `name` if both fetch the same data.',

  // --- arguments and URLs
  SB_KEY_UNSUPPORTED:
    "Pass strings, finite numbers, bigints, booleans, valid dates, null, and arrays and plain objects of these, without cycles. Parameters of a RestEndpoint are one object, `{ id: '1' }`. See node_modules/streambed/docs/endpoints.md.",
  SB_PATH_INVALID: 'Check the template near the position named in the message.',
  SB_PATH_PARAM_MISSING: 'Pass the parameter, or `null` as the only argument to fetch nothing.',
  SB_PATH_PARAM_UNSAFE:
    'Pass path parameters without "." and ".." segments, empty segments, control characters and lone surrogates.',
  SB_URL_UNSAFE:
    'Check `urlPrefix` and the parameters. A parameter may only fill its own segment of the path.',
  SB_BODY_UNSUPPORTED:
    'Send plain data without cycles and bigints, or a string, FormData, Blob or stream.',

  // --- responses
  SB_NETWORK: 'See `status`, `url` and `body` of the error; with status 0 its `cause`.',
  SB_GRAPHQL:
    "See `errors` of the error, and `data` for the parts that arrived. The option `partialData: 'accept'` makes them a success.",
  SB_CONTENT_TYPE:
    'Let the server respond with JSON, remove the schema, or set the option `content`.',
  SB_JSON_MALFORMED: 'Check what the server sent: `text` of the error has the first characters.',
  SB_ANSWER_EMPTY: 'Override `process` to supply a value, or remove the schema.',
  SB_ANSWER_SHAPE: 'Compare the response at the named path with the schema.',
  SB_ANSWER_INCOMPLETE:
    'Send the entity with the response, or make the member optional with a default of null or undefined.',
  SB_PK_MISSING:
    'Return a non-empty string or a finite number from pk(), or declare pk() if the id is not in `id`.',
  SB_LENS_MISSING: 'Pass the argument that the option `lens` reads, or change `lens`.',
  SB_PLACEHOLDER_LOST: 'Create the entity again, and repeat the request with its new primary key.',
  SB_ENTITY_INVALID: 'See the reason in the message. Correct the response, or validate().',
  SB_DEPTH: 'Flatten the data, or cut the relation: keep ids in place of nested entities.',
  SB_CYCLE: 'Only entities may form cycles; give the object an Entity schema or break the cycle.',

  // --- the store
  SB_RESET: 'Nothing to fix: fetch again for the new session.',
  SB_TIMEOUT: 'Fetch again, or raise the option `timeout` of the endpoint or the store.',
  SB_ABORTED: 'Nothing to fix: no observer needs the response.',
  SB_DISPOSED:
    'Make a new store with createStore(); a disposed one stays empty. Requests that were in flight reject with this error.',
  SB_NOT_LIVE:
    'Give the endpoint a `pollFrequency`, or a function that returns an observable or an async iterable.',
  SB_PAGES_UNDECLARED:
    'Give the endpoint a schema.Collection and the option `pages`, whose `next` returns the parameters of the next page. See node_modules/streambed/docs/infinite-lists.md.',
  SB_CONNECTION:
    'See `closeCode` and `reason` of the error. Subscribe again to connect again; `isFinal` decides which closes are permanent.',
  SB_MESSAGE: 'See `cause` of the error. The message is skipped; the connection stays open.',
  SB_PLUGIN: 'See `cause` of the error. The store continues without the plugin.',
  SB_STATE_UNSUPPORTED:
    'Store plain data, dates, maps, sets, bigints or URLs. Make class instances in a schema or in `process`.',
  SB_STATE_INVALID:
    'Pass the unchanged result of `dehydrate()` of the same version. The store keeps its state, and fetches missing data.',
  SB_SESSION_INVALID:
    'Pass the unchanged text of `exportSession()` of the same version. No store has changed. See node_modules/streambed/docs/sessions.md.',
  SB_FAILURE_UNOBSERVED:
    'Read `dataOrThrow$` in place of `data$`, or subscribe to `error$` or to the state too.',
  SB_STORE_SHARED:
    'Make a store for each request with createServerStore(): one user must not get the data of another.',
  SB_STORE_UNKNOWN:
    'Pass the store that createStore() returned, or a copy by spread: { ...store, fetch: myFetch }.',
  SB_TWO_COPIES:
    'Load the package once: as ES module everywhere, or as CommonJS everywhere, in one version (`npm ls streambed`). See node_modules/streambed/docs/installation.md.',
  SB_DEVELOPMENT_ONLY:
    'Call it only in development: `if (process.env.NODE_ENV !== "production")`. See node_modules/streambed/docs/devtools.md.',
  SB_COMMIT_LOOP:
    'Find the subscriber that writes what it observes: the message names the last commits.',

  // --- stored data
  SB_STORAGE_UNAVAILABLE:
    'See `cause` of the error. The store continues in memory. A private window, a blocked site or an old tab may be the reason; reload once they are gone. See node_modules/streambed/docs/persistence.md.',
  SB_STORAGE_FULL:
    'Store less: `maxRows`, `maxAge` or `persist: false`. The operation has changed nothing. Browsers grant more room to sites that have `navigator.storage.persist()`. See node_modules/streambed/docs/persistence.md.',
  SB_TABS_MESSAGE:
    'See `cause` of the error. The other tabs keep what they have, and fetch it when it expires. See node_modules/streambed/docs/tabs.md.',

  // --- the outbox
  SB_ARGS_UNSUPPORTED:
    'Pass plain data, dates, maps, sets, bigints or URLs. Files, forms, streams and instances of classes cannot be stored: a reload drops the mutation. See node_modules/streambed/docs/offline.md.',
  SB_OUTBOX_FULL:
    'See `cause` of the error. The mutation is sent all the same; a reload drops it. See node_modules/streambed/docs/offline.md.',
  SB_MUTATION_UNKNOWN:
    'Add the endpoint to the option `mutations` of `offline`, or rename the mutation with `migrateMutation`. The mutation is kept until it is retried or discarded. See node_modules/streambed/docs/offline.md.',
  SB_MUTATION_EXPIRED:
    'Retry or discard the mutation, or raise `maxAge` of `offline`. See node_modules/streambed/docs/offline.md.',

  // --- derived views
  SB_CHANGES_GAP:
    'Put operators that drop, delay or pick values (debounceTime, switchMap, filter …) after the last change set. To merge change sets, use batchChanges().',
  SB_CHANGES_SHAPE:
    'Use mapChanges(), filterChanges() … between change sets: `map` of RxJS gets a whole set, not a row. Put operators of RxJS after asArray(), asMap() and the like. See node_modules/streambed/docs/change-sets.md.',
  SB_COMPARATOR:
    'Compare by the two rows only, and return a number, also for rows without a value. If the order depends on anything else, pass a stream of comparators.',
  SB_PROJECTION:
    'Project by the row only. If the value depends on anything else, add it as a stream, with combineState or a join.',
  SB_ROWS_KEY: 'Give fromRows() a key that is unique in the list.',

  // --- React
  SB_NO_PROVIDER: 'Wrap the tree in `<StoreProvider store={createStore()}>`.',
  SB_STREAM_REMADE:
    'Make the observable outside of the component, or with `useMemo` in a component above the one that suspends. See node_modules/streambed/docs/react-suspense.md.',
  SB_STREAM_EMPTY:
    'Give the stream a value (`startWith`, `defaultIfEmpty`), or read it with useObservable, which does not suspend.',

  // --- tests
  SB_FIXTURE_MISSING:
    'Add the fixture to those of the store, or correct its args; `passThrough: true` sends such requests.',
  SB_UNSETTLED:
    'Wait with `await store.settled()`, or let the time of a delay pass with `await store.advance(ms)`.',
  SB_CLOCK_REAL:
    "Leave out the options `time: 'real'` and `scheduler`, or advance the scheduler that you passed.",
} as const;

/** The code of a {@link StreambedError}: permanent, safe to compare against. */
export type ErrorCode = keyof typeof fixes;
