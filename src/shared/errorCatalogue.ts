/**
 * Every error code of the library and what to do about it. Codes are permanent: a code is never renamed or reused. `docs/errors.md` is generated from it,
 * and from what stands beside its specs: programs need not load that.
 */
export const errorCatalogue = {
  // --- declarations
  SB_OPTION_INVALID:
    'Lengths of time are milliseconds from zero to Infinity; see the option for what others take, or leave it out.',
  SB_SCHEMA_INVALID:
    'Check the constructor arguments: a mapping of several schemas needs a schemaAttribute.',
  SB_ENTITY_KEY_MISSING: "Give the class a name, or declare `static key = 'User'`.",
  SB_COLLECTION_ARGS:
    'Call with an object of named arguments, or give the Collection an `argsKey` (or `nestKey`) that makes one.',
  SB_ENDPOINT_NAME_MISSING: 'Pass a named function, the option `name`, or your own `key` function.',
  // --- arguments and URLs
  SB_KEY_UNSUPPORTED:
    'Use strings, numbers, bigints, booleans, dates, null, arrays and plain objects of these.',
  SB_PATH_INVALID: 'Check the template near the position named in the message.',
  SB_PATH_PARAM_MISSING: 'Pass the parameter, or `null` as only argument to ask for nothing.',
  SB_PATH_PARAM_UNSAFE:
    'Do not pass ".", "..", empty segments, control characters or lone surrogates as path parameters.',
  SB_URL_UNSAFE: 'Check urlPrefix and the parameters; a parameter may only fill its own segment.',
  SB_BODY_UNSUPPORTED:
    'Send plain data without cycles and bigints, or a string, FormData, Blob or stream.',
  // --- answers
  SB_NETWORK: 'See `status` (0: no answer arrived) and `body` of the error.',
  SB_GRAPHQL:
    "See `errors` of the error, and `data` for the parts that were answered; `partialData: 'accept'` takes those.",
  SB_CONTENT_TYPE: 'Make the server answer with JSON, or remove the schema, or set `content`.',
  SB_JSON_MALFORMED: 'Check what the server sent; the first characters are in the message.',
  SB_ANSWER_EMPTY: 'Override `process` to supply a value, or remove the schema.',
  SB_ANSWER_SHAPE: 'Compare the answer at the named path with the schema.',
  SB_ANSWER_INCOMPLETE:
    'Send the entity with the answer, or make the member optional with a default of null or undefined.',
  SB_PK_MISSING:
    'Return a non-empty string or a finite number from pk(), or declare pk() if the id is not in `id`.',
  SB_LENS_MISSING: 'Pass the argument that the option `lens` reads, or make `lens` find it.',
  SB_PLACEHOLDER_LOST: 'Create the entity again, and repeat the request with its new primary key.',
  SB_ENTITY_INVALID: 'See the reason in the message; correct the answer or the rule.',
  SB_DEPTH: 'Flatten the data, or cut the relation: keep ids in place of nested entities.',
  SB_CYCLE: 'Only entities may form cycles; give the object an Entity schema or break the cycle.',
  // --- the store
  SB_RESET: 'Nothing to fix: ask again for the new session.',
  SB_TIMEOUT: 'Ask again, or raise the option `timeout` of the endpoint or the store.',
  SB_ABORTED: 'Nothing to fix: nobody waited for it any more.',
  SB_DISPOSED: 'Make a new store with createStore(); a disposed one stays empty.',
  SB_NOT_LIVE:
    'Give the endpoint a `pollFrequency`, or a function that returns an observable or an async iterable.',
  SB_CONNECTION:
    'See `closeCode` and `reason` of the error. Subscribe again to connect again; `isFinal` says which closes are for good.',
  SB_MESSAGE: 'See `cause` of the error. The message is left out; the connection goes on.',
  SB_PLUGIN: 'See `cause` of the error. The store goes on without the plugin.',
  SB_STATE_UNSUPPORTED:
    'Keep data in the store that JSON can tell, or dates, maps, sets, bigints and URLs; make instances of classes in a schema or a `process`.',
  SB_STATE_INVALID:
    'Pass what `dehydrate()` of the same version has made, unchanged. The store is as it was: what is missing is fetched.',
  SB_STORE_SHARED:
    'Make a store for each request with createServerStore(): data of one user must not reach another one.',
  SB_STORE_UNKNOWN:
    'Pass what createStore() gave, or a copy by spread: { ...store, fetch: myFetch }.',
  SB_COMMIT_LOOP:
    'Look for a subscriber that writes what it observes; the keys are in the message.',
  // --- derived views
  SB_CHANGES_GAP:
    'Do not put operators that drop, delay or pick values (debounceTime, switchMap, filter …) between change sets; batchChanges() merges them.',
  SB_COMPARATOR:
    'Compare by what is in the two rows only, and give a number; what else the order depends on comes as a stream of comparators.',
  SB_PROJECTION:
    'Project by what is in the row only; what else the value depends on comes as a stream, with combineState or a join.',
  SB_ROWS_KEY: 'Give fromRows() a key that tells all rows of the list apart.',
  // --- React
  SB_NO_PROVIDER: 'Wrap the tree in <StoreProvider store={createStore()}>.',
  SB_STREAM_EMPTY:
    'Give it one (`startWith`, `defaultIfEmpty`), or read it with useObservable, which does not wait.',
} as const satisfies Record<string, string>;

/** The code of a {@link StreambedError}: permanent, safe to compare against. */
export type ErrorCode = keyof typeof errorCatalogue;
