import { type SeenRequest, startTestServer, type TestServer } from '../rest/testServer.ts';

/** The body of a GraphQL request. */
export interface SeenQuery {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** A {@link TestServer} for GraphQL over HTTP: `answer` receives the query and returns status and body. */
export async function startGqlServer(): Promise<
  Omit<TestServer, 'answer'> & {
    answer: (seen: SeenQuery, request: SeenRequest) => readonly [status: number, body: unknown];
    type: string;
    queries(): SeenQuery[];
  }
> {
  const server = await startTestServer();
  const gql = {
    origin: server.origin,
    requests: server.requests,
    close: () => server.close(),
    type: 'application/graphql-response+json',
    answer: (_seen: SeenQuery, _request: SeenRequest): readonly [number, unknown] => [
      200,
      { data: {} },
    ],
    queries: () => server.requests.map(({ body }) => JSON.parse(body) as SeenQuery),
  };
  server.answer = (response, request) => {
    const [status, body] = gql.answer(JSON.parse(request.body) as SeenQuery, request);
    response.writeHead(status, { 'content-type': gql.type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  return gql;
}
