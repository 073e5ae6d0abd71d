import { Hono } from 'hono';

/** What single pages need beside the demo API: lists in pages, GraphQL, and a token that expires. */
export function exampleRoutes(): Hono {
  const routes = new Hono();

  routes.get('/posts', (context) => {
    const from = Number(context.req.query('cursor') ?? context.req.query('from') ?? 0);
    const results = [from, from + 1].map((id) => ({ id: `${id}` }));
    return context.json({ results, next: from < 4 ? `${from + 2}` : null });
  });
  routes.get('/linkedPosts', (context) => {
    context.header('link', '<https://api.example.com/linkedPosts?cursor=2>; rel="next"');
    return context.json([{ id: '0' }, { id: '1' }]);
  });

  routes.post('/graphql', async (context) => {
    const { query, variables } = await context.req.json<{
      query: string;
      variables: { name?: string };
    }>();
    const user = { id: '1', name: variables.name ?? 'Ann' };
    if (!query.includes('friend')) return context.json({ data: { user } });
    const errors = [{ message: 'no friends today', path: ['friend'] }];
    return context.json({ data: { user, friend: null }, errors });
  });

  routes.post('/refresh', (context) => context.json({ token: 'new' }));
  routes.get('/documents/:id', (context) => {
    const isAllowed = context.req.header('authorization') === 'Bearer new';
    return isAllowed
      ? context.json(`document ${context.req.param('id')}`)
      : context.body(null, 401);
  });

  return routes;
}
