import type { Variables } from '../../src/graphql/Variables.ts';
import { check, type Equal } from './Equal.ts';

function variables(): void {
  check<
    Equal<Variables<'query User($id: ID!) { user(id: $id) { id } }'>, { id: string | number }>
  >();
  check<Equal<Variables<'{ users { id } }'>, {}>>();
  check<Equal<Variables<'query Users { users(q: "$x: Int") { id } }'>, {}>>();
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

it('has the types that tsc checks', () => {
  expect([variables]).toHaveLength(1);
});
