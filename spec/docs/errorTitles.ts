import type { ErrorCode } from '../../src/shared/errorCatalogue.ts';

/** A general title for each code. */
export const errorTitles: Record<ErrorCode, string> = {
  SB_OPTION_INVALID: 'An option has a value that cannot be used.',
  SB_OPTION_UNKNOWN: 'Warning in development: an option has a name that the library does not know.',
  SB_SCHEMA_INVALID:
    'A schema cannot be used as it is declared, or an endpoint needs another schema.',
  SB_ARGS_UNDECLARED: 'A schema reads the arguments of a call without declaring it.',
  SB_ENTITY_KEY_MISSING: 'An entity class has neither a static key nor a name.',
  SB_ENTITY_KEY_MINIFIED:
    'Warning in development: an entity class without a static key has a name that looks minified.',
  SB_ENTITY_KEY_SHARED: 'Warning in development: two unrelated entity classes have one key.',
  SB_SCHEMA_MEMBER:
    'Warning in development: `static schema` lists a member that the entity does not have.',
  SB_SCHEMA_UNDEFINED:
    'A schema is undefined where it is declared: an error, or for a member a warning in development.',
  SB_SCHEMA_EXPECTED: 'A function that takes a schema got something else.',
  SB_METHOD_HIDDEN: 'Warning in development: data has a member with the name of a method.',
  SB_ID_TYPE:
    'Warning in development: the `id` of the data has another type than the declared one.',
  SB_SCHEMA_CLASS: 'Warning in development: a class that is no entity is used as a schema.',
  SB_ITEM_UNMAPPED:
    'Warning in development: a response contains an item that no schema is mapped to.',
  SB_COLLECTION_ARGS: 'The arguments of a call do not identify a list of a Collection.',
  SB_LIST_ORDER:
    'Warning in development: a response brings a list in another order than its `sort`.',
  SB_LIST_UNFOLLOWED:
    'Warning in development: a list with `follows: false` shows an entity that stopped matching.',
  SB_ENDPOINT_NAME_MISSING: 'An endpoint has no name, so its cache key would not be unique.',
  SB_PERSIST_UNNAMED:
    'Warning in development: the data of an endpoint or class without a declared name is not stored.',
  SB_ENDPOINT_NAME_IMPLIED: 'Warning in development: an endpoint is named after its function.',
  SB_TEST_KEY_MISSING: 'Warning in development: an endpoint overrides key but not testKey.',
  SB_ENDPOINT_INVALID: 'A function that takes an endpoint got something else.',
  SB_MUTATION_READ: 'A mutation was observed or read by a hook, as if it were a read.',
  SB_LOOKUP_WRONG:
    'Warning in development: the arguments of an endpoint named another entity than its response.',
  SB_FETCH_REPLACED:
    'Warning in development: an endpoint and its variant with another fetch share one key.',
  SB_KEY_UNSUPPORTED: 'An argument contains a value that cannot be part of a key or a URL.',
  SB_PATH_INVALID: 'A path template cannot be parsed.',
  SB_PATH_PARAM_MISSING: 'A required path parameter is missing.',
  SB_PATH_PARAM_UNSAFE: 'A path parameter would change the shape of the URL.',
  SB_URL_UNSAFE: 'The URL leaves the origin or the path of its template.',
  SB_BODY_UNSUPPORTED: 'A request body cannot be written as JSON.',
  SB_NETWORK: 'The request failed: no response, or a status that is not OK.',
  SB_GRAPHQL: 'A GraphQL server sent errors.',
  SB_CONTENT_TYPE: 'The response does not have the content type that the schema needs.',
  SB_JSON_MALFORMED: 'The response claims to be JSON but cannot be parsed.',
  SB_ANSWER_EMPTY: 'The response is empty, but its schema needs data.',
  SB_ANSWER_SHAPE: 'The response does not match its schema.',
  SB_ANSWER_INCOMPLETE: 'The response lacks an entity that its schema needs.',
  SB_PK_MISSING: 'An entity has no usable primary key.',
  SB_LENS_MISSING: 'The arguments of a call do not identify a value of a schema.Scalar.',
  SB_PLACEHOLDER_LOST: 'A request refers to an entity whose creation has failed.',
  SB_ENTITY_INVALID: 'An entity did not pass its own validate().',
  SB_DEPTH: 'Data is nested too deeply.',
  SB_CYCLE: 'A plain object contains itself.',
  SB_RESET: 'The store was reset while the request was in flight.',
  SB_TIMEOUT: 'The request had no response within its timeout.',
  SB_ABORTED: 'The request was aborted before it had a response.',
  SB_DISPOSED: 'The store has been disposed.',
  SB_PAGES_UNDECLARED:
    'An endpoint does not declare how the pages of its list follow from each other.',
  SB_NOT_LIVE:
    'The endpoint returns one response and is not polled, so nothing can keep it up to date.',
  SB_CONNECTION: 'A live connection could not be made, or was closed permanently.',
  SB_MESSAGE: 'A message of a live connection could not be used.',
  SB_PLUGIN: 'A plugin of the store threw.',
  SB_STATE_UNSUPPORTED: 'The store contains a value that cannot be sent to another store.',
  SB_STATE_INVALID: 'A dehydrated state cannot be read.',
  SB_SESSION_INVALID: 'An exported session of devtools cannot be read.',
  SB_FAILURE_UNOBSERVED:
    'Warning in development: a read failed, and only its data$ is observed, which does not emit failures.',
  SB_STORE_UNKNOWN: 'A function received an object that is not a store.',
  SB_TWO_COPIES:
    'The program has loaded the package twice, and what one copy made was passed to the other.',
  SB_STORE_SHARED: 'A server store was used for more than one response.',
  SB_DEVELOPMENT_ONLY: 'Something for development was called in a production build.',
  SB_COMMIT_LOOP: 'Subscribers kept writing: more than 1,000 commits in one delivery.',
  SB_STORAGE_UNAVAILABLE: 'A storage cannot be opened, or one of its operations failed.',
  SB_STORAGE_FULL: 'A storage has no room for more data.',
  SB_TABS_MESSAGE: 'A message for other tabs could not be sent.',
  SB_ARGS_UNSUPPORTED: 'The args of a mutation cannot be stored.',
  SB_OUTBOX_FULL: 'The storage has refused a mutation.',
  SB_MUTATION_UNKNOWN: 'A stored mutation has the name of no endpoint.',
  SB_MUTATION_EXPIRED: 'A mutation was tried for too long.',
  SB_CHANGES_GAP: 'A change set was lost between two operators.',
  SB_CHANGES_SHAPE:
    'An operator for change sets received another value. In production this is a TypeError.',
  SB_COMPARATOR:
    'A comparator orders the same rows differently than before. In development also a warning, if a comparator contradicts itself.',
  SB_PROJECTION: 'A function returns another value for the same row than before.',
  SB_ROWS_KEY: 'Two rows of one list have the same key.',
  SB_NO_PROVIDER: 'A hook was called outside of a StoreProvider.',
  SB_STREAM_REMADE:
    'Warning in development: a component passes a new observable to useStream in each render.',
  SB_STREAM_EMPTY: 'A stream that a component reads completed without a value.',
  SB_FIXTURE_MISSING: 'No fixture responds to a request of a test store.',
  SB_UNSETTLED: 'Requests of a test store are in flight that should have settled.',
  SB_CLOCK_REAL: 'The time of a test store is not virtual.',
};
