// The server of the app: the API and the built page. `--port`, `--rows` (stations of each user) and `--delay` (ms).
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createStations, users } from './stations.mjs';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '4600' },
    rows: { type: 'string', default: '200' },
    delay: { type: 'string', default: '0' },
  },
});
const stations = new Map(users.map(({ id }) => [id, createStations(id, Number(options.rows))]));
const dist = join(import.meta.dirname, '..', 'dist');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://stations');
  if (pathname.startsWith('/api/')) void respond(request, response, pathname);
  else void sendFile(response, pathname === '/' ? '/index.html' : pathname);
});

server.listen(Number(options.port), '127.0.0.1', () => {
  console.log(`Stations: http://127.0.0.1:${server.address().port}`);
});

async function respond(request, response, path) {
  await wait(Number(options.delay));
  const { status = 200, body } = await handle(request, path);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

async function handle(request, path) {
  const { method } = request;
  if (path === '/api/session' && method === 'POST') return logIn(await readBody(request));
  if (path === '/api/session' && method === 'DELETE') return { body: {} };
  const own = stations.get(userOf(request));
  if (!own) return refuse(401, 'Log in first.');
  if (path === '/api/stations' && method === 'GET') return { body: own };
  const station = own.find(({ id }) => path === `/api/stations/${id}`);
  if (!station) return refuse(404, `There is nothing at ${method} ${path}.`);
  if (method === 'PATCH') Object.assign(station, await readBody(request));
  return { body: station };
}

function refuse(status, detail) {
  return { status, body: { detail } };
}

function logIn({ id }) {
  const user = users.find((candidate) => candidate.id === id);
  if (!user) return refuse(422, `There is no user ${id}.`);
  // A token for a demo: it goes on after a restart of the server.
  return { body: { user, token: `demo-${id}` } };
}

function userOf({ headers }) {
  return headers.authorization?.replace('Bearer demo-', '');
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
