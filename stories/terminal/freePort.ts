import { createServer } from 'node:net';

const TRIES = 50;

/** The first free port of 127.0.0.1 from `first` on. */
export async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + TRIES; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${first} to ${first + TRIES - 1} are taken.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
