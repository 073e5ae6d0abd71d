import type { ArgsOf, DataOf } from '../../src/data/endpoint/EndpointInterface.ts';
import { GQLEndpoint, type TypedDocument } from '../../src/http/graphql/GQLEndpoint.ts';
import type { Variables } from '../../src/http/graphql/Variables.ts';
import { Entity } from '../../src/data/schema/Entity.ts';
import { check, type Equal } from './Equal.ts';

function variables(): void {
  check<
    Equal<Variables<'query User($id: ID!) { user(id: $id) { id } }'>, { id: string | number }>
  >();
  check<Equal<Variables<string>, Record<string, unknown>>>();
  type Many = Variables<`
    query Many(
      $first: Int! = 10,
      $name: String,
      $tags: [String!]!
      $matrix: [[Float]!]
      $flag: Boolean!, $input: UserInput!
    ) { a }
  `>;
  check<
    Equal<
      Many,
      {
        first?: number | null | undefined;
        name?: string | null | undefined;
        tags: readonly string[];
        matrix?: readonly (readonly (number | null)[])[] | null | undefined;
        flag: boolean;
        input: unknown;
      }
    >
  >();
}

function severalLines(): void {
  type Behind = Variables<`
    # a query { for $those: Int }
    fragment F on User { name(in: "x") friends { id } } # $no: Int
    fragment G on User { id }
    query Behind(
      $id: ID! # the id: $not
      # $neither: Int!
      $color: String = "#fff" # "quoted"
      $n: Int # last
    ) # end
    { user(id: $id) { ...F } }
  `>;
  check<
    Equal<
      Behind,
      { id: string | number; color?: string | null | undefined; n?: number | null | undefined }
    >
  >();
  const unnamed = new GQLEndpoint('/graphql').query(
    'fragment F on User { id } { user(id: "$x: Int") { id } }',
  );
  check<Equal<ArgsOf<typeof unnamed>, []>>();
}

class User extends Entity {
  id = '';
  static override key = 'User';
}

function operations(): void {
  const api = new GQLEndpoint('/graphql');
  const getUser = api.query('query User($id: ID!) { user(id: $id) { id } }', { user: User });
  check<Equal<ArgsOf<typeof getUser>, [variables: { id: string | number }]>>();
  check<Equal<DataOf<typeof getUser>, { user: User | null }>>();
  check<Equal<typeof getUser.sideEffect, undefined>>();
  // @ts-expect-error -- the query has no such variable
  void getUser({ name: 'Ann' });
  const getUsers = api.query('{ users(q: "$x: Int") { id } }', { users: [User] });
  check<Equal<ArgsOf<typeof getUsers>, []>>();
  const find = api.query('query Find($q: String) { find(q: $q) }');
  check<Equal<ArgsOf<typeof find>, [variables?: { q?: string | null | undefined }]>>();
  check<Equal<DataOf<typeof find>, unknown>>();
  const rename = api.mutation('mutation R($id: ID!) { user(id: $id) { id } }', { user: User });
  check<Equal<typeof rename.sideEffect, true>>();
  const quick = rename.extend({ getOptimisticResponse: () => ({ user: { id: '1' } }) });
  check<Equal<ArgsOf<typeof quick>, [variables: { id: string | number }]>>();
  const byFunction = api.query(({ n }: { n: number }) => `{ first(n: ${n}) { id } }`);
  check<Equal<ArgsOf<typeof byFunction>, [variables: { n: number }]>>();
  const onUser = api.subscription('subscription { user { id } }', { user: User });
  check<Equal<DataOf<typeof onUser>, { user: User | null }>>();
  check<Equal<DataOf<typeof getUsers>, { users: User[] | null }>>();
  const asOne = api.query('{ user { id } }', User).extend({ process: () => ({ id: '1' }) });
  check<Equal<DataOf<typeof asOne>, User>>();
  interface Node {
    readonly kind: 'Document';
    readonly definitions: readonly unknown[];
  }
  const byNode = api.query({} as Node, { user: User });
  check<Equal<ArgsOf<typeof byNode>, [variables?: Record<string, unknown>]>>();
  check<Equal<DataOf<typeof byNode>, { user: User | null }>>();
  type Answer = { user: { id: string }; friend: { id: string } | null };
  const byTypedNode = api.query({} as Node & TypedDocument<Answer, { id: string }>, {
    user: User,
    friend: User,
  });
  check<Equal<ArgsOf<typeof byTypedNode>, [variables: { id: string }]>>();
  check<Equal<DataOf<typeof byTypedNode>, { user: User; friend: User | null }>>();
  const withToken = new GQLEndpoint('/graphql', { token: 'a' });
  check<Equal<typeof withToken.token, string>>();
}

it('has the types that tsc checks', () => {
  expect([variables, severalLines, operations]).toHaveLength(3);
});
