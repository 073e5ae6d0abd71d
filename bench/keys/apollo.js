import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { from, map } from 'rxjs';
import { ISSUE } from '../contenders/support/apolloDocuments.js';

const ONE_ISSUE = gql`
  query OneIssue($id: ID!) {
    issue(id: $id) {
      ...IssueFields
    }
  }
  ${ISSUE}
`;

export const contender = {
  typenames: true,
  open(fetchIssue) {
    const link = new ApolloLink(({ variables }) =>
      from(fetchIssue(variables.id)).pipe(map((issue) => ({ data: { issue } }))),
    );
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    return {
      load(issues) {
        client.cache.batch({
          update(cache) {
            for (const issue of issues) {
              cache.writeQuery({ query: ONE_ISSUE, variables: { id: issue.id }, data: { issue } });
            }
          },
        });
      },
      watch(id, notify) {
        const query = client.watchQuery({ query: ONE_ISSUE, variables: { id } });
        query.subscribe(({ data }) => notify(data?.issue));
      },
      refetchAll: () => void client.refetchQueries({ include: 'active' }),
      close: () => client.stop(),
    };
  },
};
