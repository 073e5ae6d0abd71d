/** What went wrong in general, and what to do. Codes are permanent: a code is never renamed or reused. */
interface CatalogueEntry {
  readonly title: string;
  readonly fix: string;
}

/** Every error code of the library with its meaning and its fix. `docs/errors.md` is generated from it. */
export const errorCatalogue = {
  // --- declarations
  SB_OPTION_INVALID: {
    title: 'An option has a value that cannot be used.',
    fix: 'Lengths of time are milliseconds from zero to Infinity; see the option for what others take, or leave it out.',
  },
  SB_SCHEMA_INVALID: {
    title: 'A schema was declared with arguments that do not fit together.',
    fix: 'Check the constructor arguments: a mapping of several schemas needs a schemaAttribute.',
  },
  SB_ENTITY_KEY_MISSING: {
    title: 'An entity class has neither a static key nor a name.',
    fix: "Give the class a name, or declare `static key = 'User'`.",
  },
  SB_COLLECTION_ARGS: {
    title: 'The arguments of a call do not say which list of a Collection it is about.',
    fix: 'Call with an object of named arguments, or give the Collection an `argsKey` (or `nestKey`) that makes one.',
  },
  SB_ENDPOINT_NAME_MISSING: {
    title: 'An endpoint has no name, so its cache key would not be unique.',
    fix: 'Pass a named function, the option `name`, or your own `key` function.',
  },
  // --- arguments and URLs
  SB_KEY_UNSUPPORTED: {
    title: 'An argument holds a value that cannot be part of a cache key.',
    fix: 'Use strings, numbers, bigints, booleans, dates, null, arrays and plain objects of these.',
  },
  SB_PATH_INVALID: {
    title: 'A path template cannot be parsed.',
    fix: 'Check the template near the position named in the message.',
  },
  SB_PATH_PARAM_MISSING: {
    title: 'A required path parameter is missing.',
    fix: 'Pass the parameter, or `null` as only argument to ask for nothing.',
  },
  SB_PATH_PARAM_UNSAFE: {
    title: 'A path parameter would change the shape of the URL.',
    fix: 'Do not pass ".", "..", empty segments, control characters or lone surrogates as path parameters.',
  },
  SB_URL_UNSAFE: {
    title: 'The built URL left the origin or the path of its template.',
    fix: 'Check urlPrefix and the parameters; a parameter may only fill its own segment.',
  },
  SB_BODY_UNSUPPORTED: {
    title: 'A request body cannot be written as JSON.',
    fix: 'Send plain data without cycles and bigints, or a string, FormData, Blob or stream.',
  },
  // --- answers
  SB_NETWORK: {
    title: 'The request failed: no answer, or a status that is not OK.',
    fix: 'See `status` (0: no answer arrived) and `body` of the error.',
  },
  SB_GRAPHQL: {
    title: 'A GraphQL server answered with errors.',
    fix: "See `errors` of the error, and `data` for the parts that were answered; `partialData: 'accept'` takes those.",
  },
  SB_CONTENT_TYPE: {
    title: 'The answer is not of the content type the schema needs.',
    fix: 'Make the server answer with JSON, or remove the schema, or set `content`.',
  },
  SB_JSON_MALFORMED: {
    title: 'The answer says it is JSON but cannot be parsed.',
    fix: 'Check what the server sent; the first characters are in the message.',
  },
  SB_ANSWER_EMPTY: {
    title: 'The answer is empty, but its schema needs data.',
    fix: 'Override `process` to supply a value, or remove the schema.',
  },
  SB_ANSWER_SHAPE: {
    title: 'The answer does not have the shape its schema describes.',
    fix: 'Compare the answer at the named path with the schema.',
  },
  SB_ANSWER_INCOMPLETE: {
    title: 'The answer lacks an entity that its schema needs.',
    fix: 'Send the entity with the answer, or make the member optional with a default of null or undefined.',
  },
  SB_PK_MISSING: {
    title: 'An entity has no usable primary key.',
    fix: 'Return a non-empty string or a finite number from pk(), or declare pk() if the id is not in `id`.',
  },
  SB_LENS_MISSING: {
    title: 'The arguments of a call do not say which value of a schema.Scalar it is about.',
    fix: 'Pass the argument that the option `lens` reads, or make `lens` find it.',
  },
  SB_PLACEHOLDER_LOST: {
    title: 'A request refers to an entity whose creation has failed.',
    fix: 'Create the entity again, and repeat the request with its new primary key.',
  },
  SB_ENTITY_INVALID: {
    title: 'An entity did not pass its own validate().',
    fix: 'See the reason in the message; correct the answer or the rule.',
  },
  SB_DEPTH: {
    title: 'Data is nested deeper than the library walks.',
    fix: 'Flatten the data, or cut the relation: keep ids in place of nested entities.',
  },
  SB_CYCLE: {
    title: 'A plain object contains itself.',
    fix: 'Only entities may form cycles; give the object an Entity schema or break the cycle.',
  },
  // --- the store
  SB_RESET: {
    title: 'The store was reset while the request was under way.',
    fix: 'Nothing to fix: ask again for the new session.',
  },
  SB_TIMEOUT: {
    title: 'The request had no answer within its time limit.',
    fix: 'Ask again, or raise the option `timeout` of the endpoint or the store.',
  },
  SB_ABORTED: {
    title: 'The request was given up before it had an answer.',
    fix: 'Nothing to fix: nobody waited for it any more.',
  },
  SB_DISPOSED: {
    title: 'The store has been disposed.',
    fix: 'Make a new store with createStore(); a disposed one stays empty.',
  },
  SB_NOT_LIVE: {
    title: 'There is nothing to follow: the endpoint gives one answer and is not polled.',
    fix: 'Give the endpoint a `pollFrequency`, or a function that returns an observable or an async iterable.',
  },
  SB_CONNECTION: {
    title: 'A live connection could not be made, or was closed for good.',
    fix: 'See `closeCode` and `reason` of the error. Subscribe again to connect again; `isFinal` says which closes are for good.',
  },
  SB_MESSAGE: {
    title: 'A message of a live connection could not be used.',
    fix: 'See `cause` of the error. The message is left out; the connection goes on.',
  },
  SB_PLUGIN: {
    title: 'A plugin of the store threw.',
    fix: 'See `cause` of the error. The store goes on without the plugin.',
  },
  SB_STATE_UNSUPPORTED: {
    title: 'The store holds a value that cannot be sent to another one.',
    fix: 'Keep data in the store that JSON can tell, or dates, maps, sets, bigints and URLs; make instances of classes in a schema or a `process`.',
  },
  SB_STATE_INVALID: {
    title: 'A dehydrated state cannot be read.',
    fix: 'Pass what `store.dehydrate()` of the same version has made, unchanged. The store is as it was: what is missing is fetched.',
  },
  SB_STORE_SHARED: {
    title: 'A server store was used for more than one response.',
    fix: 'Make a store for each request with createServerStore(): data of one user must not reach another one.',
  },
  SB_COMMIT_LOOP: {
    title: 'Subscribers kept writing: more than 1,000 commits in one delivery.',
    fix: 'Look for a subscriber that writes what it observes; the keys are in the message.',
  },
  // --- derived views
  SB_CHANGES_GAP: {
    title: 'A set of changes was lost on its way.',
    fix: 'Do not put operators that drop, delay or pick values (debounceTime, switchMap, filter …) between change sets; batchChanges() merges them.',
  },
  SB_COMPARATOR: {
    title: 'A comparator does not find a row where it has put it.',
    fix: 'Compare by what is in the two rows only, and give a number; what else the order depends on comes as a stream of comparators.',
  },
  SB_PROJECTION: {
    title: 'A function gives another value for a row than it gave before.',
    fix: 'Project by what is in the row only; what else the value depends on comes as a stream, with combineState or a join.',
  },
  SB_ROWS_KEY: {
    title: 'Two rows of one list have the same key.',
    fix: 'Give fromRows() a key that tells all rows of the list apart.',
  },
  // --- React
  SB_NO_PROVIDER: {
    title: 'A hook was called outside of a StoreProvider.',
    fix: 'Wrap the tree in <StoreProvider store={createStore()}>.',
  },
  SB_STREAM_EMPTY: {
    title: 'A stream that a component waited for ended without a value.',
    fix: 'Give it one (`startWith`, `defaultIfEmpty`), or read it with useObservable, which does not wait.',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** The code of a {@link StreambedError}: permanent, safe to compare against. */
export type ErrorCode = keyof typeof errorCatalogue;
