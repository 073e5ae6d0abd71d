import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { ApiOptions } from './ApiOptions.ts';
import type { ApiState } from './ApiState.ts';
import { createApi } from './createApi.ts';
import { followGauges } from './followGauges.ts';
import { followWorkOrders } from './followWorkOrders.ts';
import { serveSockets } from './serveSockets.ts';

/** A running demo API. */
export interface RunningApi {
  /** Its address without a trailing slash, e.g. `http://127.0.0.1:4400`. */
  readonly url: string;
  readonly state: ApiState;
  /** Ends the server and its open connections. */
  close(): Promise<void>;
}

/**
 * Starts a demo API on 127.0.0.1. `port` 0 (the default) takes a free one. Rejects with the
 * system's error, e.g. `EADDRINUSE`, if the port is not available.
 */
export function startApi(options: ApiOptions & { port?: number } = {}): Promise<RunningApi> {
  const { port = 0, ...rest } = options;
  const { app, state } = createApi(rest);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
      server.off('error', reject);
      resolve({ url: `http://127.0.0.1:${address.port}`, state, close });
    });
    server.once('error', reject);
    // The cast is safe: `serve` makes an HTTP server by default.
    const handlers = {
      '/gauges': followGauges(state.gauges),
      '/journal': state.journal.connect,
      '/orders': followWorkOrders(state.orders),
      '/tickets': state.tickets.connect,
    };
    const endSockets = serveSockets(server as Server, handlers, () => state.gauges.isRestarting);

    function close(): Promise<void> {
      return new Promise((closed) => {
        server.close(() => closed());
        endSockets();
        // Keep-alive connections would keep the server open for seconds.
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    }
  });
}
