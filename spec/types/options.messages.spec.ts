import { describeMessages, type Mistake } from './support/describeMessages.ts';
import { messagesOf } from './support/messagesOf.ts';

const prelude = `
import { createStore, Endpoint, Entity, resource, RestEndpoint, type RestOptions } from 'streambed';
import { GQLEndpoint } from 'streambed/graphql';
class User extends Entity { readonly id: string = ''; readonly name: string = ''; }
class ApiEndpoint<O extends RestOptions> extends RestEndpoint<O> {}
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const getUsers = new RestEndpoint({ path: '/users', schema: [User] });
const getCount = new Endpoint(async () => 1, { name: 'getCount' });
const users = resource({ path: '/users/:id', schema: User });
`;

/** A mistake, the underlined text, and the message. */
const mistakes: readonly Mistake[] = [
  [
    "new RestEndpoint({ path: '/users', scema: User });",
    'scema',
    /'scema' does not exist in type .* Did you mean to write 'schema'\?/,
  ],
  [
    "new RestEndpoint({ path: '/users', token: 5, shcema: [User] });",
    'shcema',
    /MisspelledOption<"Did you mean schema\?">/,
  ],
  [
    "new RestEndpoint({ path: '/users', metod: 'POST' });",
    'metod',
    /MisspelledOption<"Did you mean method\?">/,
  ],
  [
    "new RestEndpoint({ path: '/users', dataExpirylength: 5 });",
    'dataExpirylength',
    /MisspelledOption<"Did you mean dataExpiryLength\?">/,
  ],
  ["new RestEndpoint({ paht: '/users' });", 'RestEndpoint', /Property 'path' is missing in type/],
  [
    "new RestEndpoint({ path: '/users', method: 'GETT' });",
    'method',
    /'"GETT"' is not assignable to type '"GETT" & MisspelledOption<"Did you mean GET\?">'/,
  ],
  [
    "new RestEndpoint({ path: '/users', method: 'post' });",
    'method',
    /MisspelledOption<"Did you mean POST\?">/,
  ],
  [
    "new ApiEndpoint({ path: '/users', scema: User });",
    'scema',
    /'scema' does not exist in type .* Did you mean to write 'schema'\?/,
  ],
  [
    "new ApiEndpoint({ path: '/users', method: 'GETT' });",
    'method',
    /'method' does not exist in type .*MisspelledMethod<"Did you mean GET\?">/,
  ],
  ['getUser.extend({ scema: User });', 'scema', /MisspelledOption<"Did you mean schema\?">/],
  ["getUser.extend({ method: 'PTCH' });", 'method', /MisspelledOption<"Did you mean PATCH\?">/],
  [
    "resource({ path: '/users/:id', scema: User });",
    'scema',
    /MisspelledOption<"Did you mean schema\?">/,
  ],
  [
    "resource({ path: '/users/:id', schema: User, optimstic: true });",
    'optimstic',
    /MisspelledOption<"Did you mean optimistic\?">/,
  ],
  ["users.extend('get', { scema: User });", 'scema', /MisspelledOption<"Did you mean schema\?">/],
  [
    'users.extend({ get: { dataExpirylength: 5 } });',
    'extend',
    /MisspelledOption<"Did you mean dataExpiryLength\?">/,
  ],
  [
    "new Endpoint(async () => 1, { name: 'a', scema: User });",
    'scema',
    /'scema' does not exist in type .* Did you mean to write 'schema'\?/,
  ],
  ['getCount.extend({ sideeffect: true });', 'sideeffect', /Did you mean sideEffect\?/],
  [
    "new GQLEndpoint('/graphql', { partialdata: 'accept' });",
    'partialdata',
    /MisspelledOption<"Did you mean partialData\?">/,
  ],
  [
    'getUser.extend({ method: "PUT", getOptimisticResponse: (_, { id }) => ({ id, name: true }) });',
    'getOptimisticResponse',
    /Types of property 'name' are incompatible\. +Type 'boolean' is not assignable to type 'string \|/,
  ],
  [
    'getUser.extend({ method: "PUT", getOptimisticResponse: (_, { id }) => [{ id }] });',
    'getOptimisticResponse',
    /Type '\{ id: string \| number; \}\[\]' is not assignable to type 'MembersOf<User, /,
  ],
  [
    'getUser.extend({ method: "PUT", getOptimisticResponse: async (_, { id }) => ({ id }) });',
    'getOptimisticResponse',
    /Type 'Promise<\{ id: string \| number; \}>' is not assignable to type 'MembersOf<User, /,
  ],
  [
    'getUsers.extend({ method: "POST", getOptimisticResponse: () => ({ id: "1" }) });',
    'getOptimisticResponse',
    /Type '\{ id: string; \}' is missing the following properties from type 'readonly \(MembersOf<User, /,
  ],
  [
    "new RestEndpoint({ path: '/users', method: 'POST', schema: User, getOptimisticResponse: () => 'new' });",
    'getOptimisticResponse',
    /Type 'string' is not assignable to type 'MembersOf<User, /,
  ],
  [
    "users.extend('update', { getOptimisticResponse: (_, { id }) => ({ id, name: [] }) });",
    'getOptimisticResponse',
    /Types of property 'name' are incompatible/,
  ],
  ['createStore({ gcTim: 5 });', 'gcTim', /Did you mean to write 'gcTime'\?/],
];

describeMessages('what the compiler says of options', prelude, mistakes);

const accepted: readonly string[] = [
  "new RestEndpoint({ path: '/users', token: 5, keys: [], names: [], headers: {}, urls: '' });",
  "new RestEndpoint({ path: '/users', method: 'PURGE' });",
  "new RestEndpoint({ path: '/users', method: 'BATCH' });",
  "new RestEndpoint({ path: '/users', method: 'GET' as string });",
  "new ApiEndpoint({ path: '/users', token: 5, method: 'QUERY' });",
  "resource({ path: '/users/:id', schema: User, token: 5, Endpoint: ApiEndpoint });",
  'getUser.extend({ token: 5 }).token.toFixed();',
  'getUser.extend({ method: "PUT", body: {} as { name: string }, getOptimisticResponse: (snapshot, { id }, body) => ({ ...snapshot.get(User, { id }), ...body }) });',
  'getUser.extend({ method: "PUT", body: {} as Record<string, unknown>, getOptimisticResponse: (_, { id }, body) => ({ id, ...body }) });',
  'getUser.extend({ method: "PUT", getOptimisticResponse: (snapshot) => { throw snapshot.abort; } });',
  'getUser.extend({ method: "PUT", getOptimisticResponse: (_, { id }): unknown => id, schema: undefined });',
  'getUsers.extend({ method: "POST", getOptimisticResponse: () => [{ id: 1, name: null, secret: 5 }] });',
  'class Passing<O extends RestOptions> extends RestEndpoint<O> { constructor(options: O) { super(options); } }',
];

describe('members that are no options', () => {
  const messages = messagesOf(prelude, accepted);
  it.each(accepted.map((code, at) => [code, messages[at]] as const))(
    'are accepted unless they misspell one: %s',
    (_code, said) => expect(said).toEqual([]),
  );
});
