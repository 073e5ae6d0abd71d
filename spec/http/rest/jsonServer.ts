import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The used part of the package `json-server`, which has no types. */
interface JsonServer {
  create(): {
    use(handler: unknown): void;
    listen(port: number, host: string, listening: () => void): Server;
  };
  defaults(options: { logger: boolean }): unknown;
  router(data: object): unknown;
}

/** A third-party REST server with the given tables in memory. */
export async function startJsonServer(
  data: object,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const jsonServer = require('json-server') as JsonServer;
  const app = jsonServer.create();
  app.use(jsonServer.defaults({ logger: false }));
  app.use(jsonServer.router(structuredClone(data)));
  const server = await new Promise<Server>((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
