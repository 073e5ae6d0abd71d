import { Hono } from 'hono';

/** What single pages need beside the demo API: filtered lists, pages, GraphQL, a token that expires. */
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

  const tickets: { id: string; title: string; status: string }[] = [
    { id: '1', title: 'Leak', status: 'open' },
    { id: '2', title: 'Noise', status: 'open' },
    { id: '3', title: 'Rust', status: 'closed' },
  ];
  routes.get('/tickets', (context) => {
    const wanted = context.req.queries('status');
    return context.json(tickets.filter(({ status }) => !wanted || wanted.includes(status)));
  });
  routes.post('/tickets', async (context) => {
    const sent = await context.req.json<(typeof tickets)[number]>();
    const ticket = { ...sent, id: `${tickets.length + 1}` };
    tickets.push(ticket);
    return context.json(ticket, 201);
  });
  routes.patch('/tickets/:id', async (context) => {
    const ticket = tickets.find(({ id }) => id === context.req.param('id'));
    return context.json(Object.assign(ticket ?? {}, await context.req.json<object>()));
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
