import { createApi } from '../../stories/api/createApi.ts';

const json = (method: string, body: unknown, headers = {}): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

describe('the demo API', () => {
  it('refuses a sighting with an error per field, and lists an accepted one first', async () => {
    const { app } = createApi();
    const refused = await app.request('/sightings', json('POST', { species: 'x', count: 1.5 }));
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      errors: {
        species: expect.any(String),
        spot: expect.any(String),
        count: expect.any(String),
        email: expect.any(String),
      },
    });
    const body = { species: 'Otter', spot: 'Delta', count: 2, email: 'mira@example.org' };
    const accepted = await app.request('/sightings', json('POST', body));
    expect(accepted.status).toBe(201);
    const [first] = (await (await app.request('/sightings')).json()) as unknown[];
    expect(first).toEqual(await accepted.json());
    const again = await app.request('/sightings', json('POST', body));
    expect(await again.json()).toMatchObject({ errors: { species: expect.any(String) } });
  });

  it('creates a note once per idempotency key, and refuses a dragon', async () => {
    const { app, state } = createApi();
    const create = (title: string, key: string) =>
      app.request('/notes', json('POST', { title, at: 7 }, { 'idempotency-key': key }));
    expect((await create('Dragon at the weir', 'a')).status).toBe(422);
    const first = await (await create('Dragonfly at the weir', 'b')).json();
    expect(first).toEqual({ id: 4, title: 'Dragonfly at the weir', at: 7 });
    expect(await (await create('Dragonfly at the weir', 'b')).json()).toEqual(first);
    expect(state.notes.all.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    expect((await app.request('/notes/4', json('PATCH', { title: 'Two dragons' }))).status).toBe(
      422,
    );
    await app.request('/notes/4', json('PATCH', { title: 'Heron' }));
    await app.request('/notes/3', { method: 'DELETE' });
    expect((await app.request('/notes/3', { method: 'DELETE' })).status).toBe(404);
    expect(state.notes.all.map(({ title }) => title)).toEqual([
      'Heron',
      'Two kingfishers at the old mill',
      'Gauge 4 reads 1.62 m',
    ]);
  });

  it('gives each session the notes of its user, until the session ends', async () => {
    const { app } = createApi();
    const logIn = (password: string) =>
      app.request('/session', json('POST', { id: '2', password }));
    expect((await logIn('lake')).status).toBe(401);
    const { token } = (await (await logIn('river')).json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    expect(await (await app.request('/me', { headers })).json()).toMatchObject({ id: '2' });
    const notes = (await (await app.request('/me/notes', { headers })).json()) as unknown[];
    expect(notes.length).toBeGreaterThan(0);
    await app.request('/_control/sessions', { method: 'DELETE' });
    expect((await app.request('/me/notes', { headers })).status).toBe(401);
  });

  it('keeps a photo that was sent, and refuses a file that is none', async () => {
    const { app } = createApi();
    const send = (type: string) => {
      const body = new FormData();
      body.append('photo', new File(['12345'], 'weir.png', { type }));
      return app.request('/photos', { method: 'POST', body });
    };
    expect((await send('text/plain')).status).toBe(422);
    const sent = await (await send('image/png')).json();
    expect(sent).toMatchObject({ name: 'weir.png', size: 5 });
    const [first] = (await (await app.request('/photos')).json()) as unknown[];
    expect(first).toEqual(sent);
  });

  it('sends the lock events after the last one that a client knows', async () => {
    const { app, state } = createApi();
    for (let step = 0; step < 3; step++) state.locks.step();
    const { body } = await app.request('/locks/events?after=1');
    const { value } = await body!.getReader().read();
    expect(new TextDecoder().decode(value)).toMatch(/^event: lock\ndata: \{.*\}\nid: 2\n/);
    state.locks.stop();
    expect((await app.request('/locks/events')).status).toBe(503);
    state.reset();
  });
});
