import { DEVELOPMENT } from './development.ts';

/**
 * All errors of the library, each with its code and its fix. Codes are permanent: a code is never
 * renamed or reused. `docs/errors.md` is generated from this file and from the titles beside its
 * specs. Each error is a constant of its own, so that a bundle contains only the errors it uses.
 */

// --- declarations
export const SB_OPTION_INVALID = {
  code: 'SB_OPTION_INVALID',
  fix: DEVELOPMENT
    ? 'Durations are milliseconds from 0 to Infinity. See the docs of the option for other values, or leave it out.'
    : '',
} as const;
export const SB_SCHEMA_INVALID = {
  code: 'SB_SCHEMA_INVALID',
  fix: DEVELOPMENT
    ? 'Check the constructor arguments: a mapping of several schemas needs a schemaAttribute.'
    : '',
} as const;
export const SB_ENTITY_KEY_MISSING = {
  code: 'SB_ENTITY_KEY_MISSING',
  fix: DEVELOPMENT ? "Give the class a name, or declare `static key = 'User'`." : '',
} as const;
export const SB_COLLECTION_ARGS = {
  code: 'SB_COLLECTION_ARGS',
  fix: DEVELOPMENT
    ? 'Call with an object of named arguments, or give the Collection an `argsKey` (or `nestKey`) that makes one.'
    : '',
} as const;
export const SB_ENDPOINT_NAME_MISSING = {
  code: 'SB_ENDPOINT_NAME_MISSING',
  fix: DEVELOPMENT ? 'Pass a named function, the option `name`, or your own `key` function.' : '',
} as const;

export const SB_FETCH_REPLACED = {
  code: 'SB_FETCH_REPLACED',
  fix: DEVELOPMENT
    ? 'Give the variant its own `name`, or the same `name` if both fetch the same data.'
    : '',
} as const;

// --- arguments and URLs
export const SB_KEY_UNSUPPORTED = {
  code: 'SB_KEY_UNSUPPORTED',
  fix: DEVELOPMENT
    ? 'Use strings, numbers, bigints, booleans, dates, null, arrays and plain objects of these.'
    : '',
} as const;
export const SB_PATH_INVALID = {
  code: 'SB_PATH_INVALID',
  fix: DEVELOPMENT ? 'Check the template near the position named in the message.' : '',
} as const;
export const SB_PATH_PARAM_MISSING = {
  code: 'SB_PATH_PARAM_MISSING',
  fix: DEVELOPMENT ? 'Pass the parameter, or `null` as the only argument to fetch nothing.' : '',
} as const;
export const SB_PATH_PARAM_UNSAFE = {
  code: 'SB_PATH_PARAM_UNSAFE',
  fix: DEVELOPMENT
    ? 'Do not pass ".", "..", empty segments, control characters or lone surrogates as path parameters.'
    : '',
} as const;
export const SB_URL_UNSAFE = {
  code: 'SB_URL_UNSAFE',
  fix: DEVELOPMENT
    ? 'Check urlPrefix and the parameters; a parameter may only fill its own segment.'
    : '',
} as const;
export const SB_BODY_UNSUPPORTED = {
  code: 'SB_BODY_UNSUPPORTED',
  fix: DEVELOPMENT
    ? 'Send plain data without cycles and bigints, or a string, FormData, Blob or stream.'
    : '',
} as const;

// --- responses
export const SB_NETWORK = {
  code: 'SB_NETWORK',
  fix: DEVELOPMENT ? 'See `status` (0: no response arrived), `url` and `body` of the error.' : '',
} as const;
export const SB_GRAPHQL = {
  code: 'SB_GRAPHQL',
  fix: DEVELOPMENT
    ? "See `errors` of the error, and `data` for the parts of the response that arrived; `partialData: 'accept'` accepts those."
    : '',
} as const;
export const SB_CONTENT_TYPE = {
  code: 'SB_CONTENT_TYPE',
  fix: DEVELOPMENT
    ? 'Make the server respond with JSON, or remove the schema, or set `content`.'
    : '',
} as const;
export const SB_JSON_MALFORMED = {
  code: 'SB_JSON_MALFORMED',
  fix: DEVELOPMENT
    ? 'Check what the server sent; `text` of the error has the first characters.'
    : '',
} as const;
export const SB_ANSWER_EMPTY = {
  code: 'SB_ANSWER_EMPTY',
  fix: DEVELOPMENT ? 'Override `process` to supply a value, or remove the schema.' : '',
} as const;
export const SB_ANSWER_SHAPE = {
  code: 'SB_ANSWER_SHAPE',
  fix: DEVELOPMENT ? 'Compare the response at the named path with the schema.' : '',
} as const;
export const SB_ANSWER_INCOMPLETE = {
  code: 'SB_ANSWER_INCOMPLETE',
  fix: DEVELOPMENT
    ? 'Send the entity with the response, or make the member optional with a default of null or undefined.'
    : '',
} as const;
export const SB_PK_MISSING = {
  code: 'SB_PK_MISSING',
  fix: DEVELOPMENT
    ? 'Return a non-empty string or a finite number from pk(), or declare pk() if the id is not in `id`.'
    : '',
} as const;
export const SB_LENS_MISSING = {
  code: 'SB_LENS_MISSING',
  fix: DEVELOPMENT ? 'Pass the argument that the option `lens` reads, or change `lens`.' : '',
} as const;
export const SB_PLACEHOLDER_LOST = {
  code: 'SB_PLACEHOLDER_LOST',
  fix: DEVELOPMENT
    ? 'Create the entity again, and repeat the request with its new primary key.'
    : '',
} as const;
export const SB_ENTITY_INVALID = {
  code: 'SB_ENTITY_INVALID',
  fix: DEVELOPMENT ? 'See the reason in the message; correct the response or validate().' : '',
} as const;
export const SB_DEPTH = {
  code: 'SB_DEPTH',
  fix: DEVELOPMENT
    ? 'Flatten the data, or cut the relation: keep ids in place of nested entities.'
    : '',
} as const;
export const SB_CYCLE = {
  code: 'SB_CYCLE',
  fix: DEVELOPMENT
    ? 'Only entities may form cycles; give the object an Entity schema or break the cycle.'
    : '',
} as const;

// --- the store
export const SB_RESET = {
  code: 'SB_RESET',
  fix: DEVELOPMENT ? 'Nothing to fix: fetch again for the new session.' : '',
} as const;
export const SB_TIMEOUT = {
  code: 'SB_TIMEOUT',
  fix: DEVELOPMENT
    ? 'Fetch again, or raise the option `timeout` of the endpoint or the store.'
    : '',
} as const;
export const SB_ABORTED = {
  code: 'SB_ABORTED',
  fix: DEVELOPMENT ? 'Nothing to fix: no observer waited for it any more.' : '',
} as const;
export const SB_DISPOSED = {
  code: 'SB_DISPOSED',
  fix: DEVELOPMENT ? 'Make a new store with createStore(); a disposed one stays empty.' : '',
} as const;
export const SB_NOT_LIVE = {
  code: 'SB_NOT_LIVE',
  fix: DEVELOPMENT
    ? 'Give the endpoint a `pollFrequency`, or a function that returns an observable or an async iterable.'
    : '',
} as const;
export const SB_CONNECTION = {
  code: 'SB_CONNECTION',
  fix: DEVELOPMENT
    ? 'See `closeCode` and `reason` of the error. Subscribe again to connect again; `isFinal` decides which closes are permanent.'
    : '',
} as const;
export const SB_MESSAGE = {
  code: 'SB_MESSAGE',
  fix: DEVELOPMENT
    ? 'See `cause` of the error. The message is skipped; the connection stays open.'
    : '',
} as const;
export const SB_PLUGIN = {
  code: 'SB_PLUGIN',
  fix: DEVELOPMENT ? 'See `cause` of the error. The store continues without the plugin.' : '',
} as const;
export const SB_STATE_UNSUPPORTED = {
  code: 'SB_STATE_UNSUPPORTED',
  fix: DEVELOPMENT
    ? 'Store data that JSON can express, or dates, maps, sets, bigints and URLs; make class instances in a schema or a `process`.'
    : '',
} as const;
export const SB_STATE_INVALID = {
  code: 'SB_STATE_INVALID',
  fix: DEVELOPMENT
    ? 'Pass the unchanged result of `dehydrate()` of the same version. The store keeps its state, and fetches missing data.'
    : '',
} as const;
export const SB_STORE_SHARED = {
  code: 'SB_STORE_SHARED',
  fix: DEVELOPMENT
    ? 'Make a store for each request with createServerStore(): one user must not get the data of another.'
    : '',
} as const;
export const SB_STORE_UNKNOWN = {
  code: 'SB_STORE_UNKNOWN',
  fix: DEVELOPMENT
    ? 'Pass the store that createStore() returned, or a copy by spread: { ...store, fetch: myFetch }.'
    : '',
} as const;
export const SB_COMMIT_LOOP = {
  code: 'SB_COMMIT_LOOP',
  fix: DEVELOPMENT
    ? 'Look for a subscriber that writes what it observes; the message names what was written.'
    : '',
} as const;

// --- derived views
export const SB_CHANGES_GAP = {
  code: 'SB_CHANGES_GAP',
  fix: DEVELOPMENT
    ? 'Do not put operators that drop, delay or pick values (debounceTime, switchMap, filter …) between change sets; batchChanges() merges them.'
    : '',
} as const;
export const SB_COMPARATOR = {
  code: 'SB_COMPARATOR',
  fix: DEVELOPMENT
    ? 'Compare by the two rows only, and return a number. If the order depends on anything else, pass a stream of comparators.'
    : '',
} as const;
export const SB_PROJECTION = {
  code: 'SB_PROJECTION',
  fix: DEVELOPMENT
    ? 'Project by the row only. If the value depends on anything else, add it as a stream, with combineState or a join.'
    : '',
} as const;
export const SB_ROWS_KEY = {
  code: 'SB_ROWS_KEY',
  fix: DEVELOPMENT ? 'Give fromRows() a key that is unique in the list.' : '',
} as const;

// --- React
export const SB_NO_PROVIDER = {
  code: 'SB_NO_PROVIDER',
  fix: DEVELOPMENT ? 'Wrap the tree in <StoreProvider store={createStore()}>.' : '',
} as const;
export const SB_STREAM_EMPTY = {
  code: 'SB_STREAM_EMPTY',
  fix: DEVELOPMENT
    ? 'Give it one (`startWith`, `defaultIfEmpty`), or read it with useObservable, which does not suspend.'
    : '',
} as const;
