import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { render, screen } from '@testing-library/react';

describe('the react specs', () => {
  it('render into a document', () => {
    render(<p>hello</p>);
    expect(screen.getByText('hello').isConnected).toBe(true);
  });

  it('fetch over real HTTP and cancel with an AbortSignal', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/never') return;
      response.end(JSON.stringify({ path: request.url }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const answer = await fetch(new URL('/users?page=1', origin));
    expect(await answer.json()).toEqual({ path: '/users?page=1' });

    const controller = new AbortController();
    const cancelled = fetch(`${origin}/never`, { signal: controller.signal });
    controller.abort();
    await expect(cancelled).rejects.toThrow(DOMException);

    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  it.each(['structuredClone', 'BroadcastChannel', 'MessageChannel', 'ReadableStream'])(
    'have %s',
    (name) => {
      expect(globalThis).toHaveProperty(name, expect.any(Function));
    },
  );
});
