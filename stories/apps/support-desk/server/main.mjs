// The server of the desk: the API, its events, and the built pages. `--port`, `--delay` (ms) and `--fail` (share of requests).
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { events, Refusal, routes } from './routes.mjs';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '4500' },
    delay: { type: 'string', default: '0' },
    fail: { type: 'string', default: '0' },
  },
});
const dist = join(import.meta.dirname, '..', 'dist');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://desk');
  const client = url.searchParams.get('client') ?? request.headers['x-client'];
  if (url.pathname === '/api/events') events.connect(client, response);
  else if (url.pathname.startsWith('/api/')) void respond(request, response, url, client);
  else void sendFile(response, url.pathname === '/' ? '/index.html' : url.pathname);
});

server.listen(Number(options.port), '127.0.0.1', () => {
  console.log(`Support desk: http://127.0.0.1:${server.address().port}`);
});

/** What was sent for each `Idempotency-Key`: a change that comes once more has no second effect. */
const sent = new Map();

async function respond(request, response, url, client) {
  const key = request.headers['idempotency-key'];
  const send = (status, body) => {
    if (key && status < 400) sent.set(key, [status, body]);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
  try {
    await wait(Number(options.delay));
    if (Math.random() < Number(options.fail)) throw new Refusal(503, 'The server is set to fail.');
    const body = await readBody(request);
    if (sent.has(key)) return send(...sent.get(key));
    for (const [route, handle] of routes) {
      const params = match(route, `${request.method} ${url.pathname}`);
      if (!params) continue;
      const result = handle({ ...params, search: url.searchParams, body, client });
      return result === undefined ? send(204) : send(200, result);
    }
    throw new Refusal(404, `There is no ${request.method} ${url.pathname}.`);
  } catch (error) {
    send(error instanceof Refusal ? error.status : 422, { detail: error.message });
  }
}

/** The parameters, if the text matches the route. */
function match(route, text) {
  const names = [];
  const pattern = route.replace(/:(\w+)/g, (_, name) => (names.push(name), '(\\d+)'));
  const found = new RegExp(`^${pattern}$`).exec(text);
  return found && Object.fromEntries(names.map((name, at) => [name, Number(found[at + 1])]));
}

async function readBody(request) {
  let text = '';
  for await (const part of request) text += part;
  return text ? JSON.parse(text) : {};
}

async function sendFile(response, path) {
  try {
    const content = await readFile(join(dist, normalize(path)));
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(content);
  } catch {
    response.writeHead(404).end('Not found. Is the app built?');
  }
}
