import { parseArgs } from 'node:util';
import { startApi } from './startApi.ts';

const usage = `Demo API for the Streambed stories: data in memory, gone when it ends.

  --port <n>    port on 127.0.0.1, 0 for a free one   (default 4400)
  --delay <ms>  wait before each response             (default 0)
  --fail <r>    share of requests that fail with 500,
                from 0 (none) to 1 (all)              (default 0)
  --help        show this

Serves GET POST /users, PUT DELETE /users/:id, GET /me and /me/notes (need the cookie session=hunter2
or a token of POST /session),
GET /feed, GET /feed/mixed (has types without a schema), GET /profiles, GET /profiles/:id,
GET /post?page=, GET POST /todos, GET PUT PATCH DELETE /todos/:id,
GET /todos?q=&_sort=&_order=&_start=&_limit=, GET /gauges, GET /gauges/rain,
GET POST /sightings, GET POST /photos, GET /locks, GET /locks/events?after= (server-sent events);
a WebSocket at /gauges takes { join: id } and { leave: id } and sends the gauges joined

For tests: GET PUT /_control { delay, fail, failNext }, GET DELETE /_control/requests,
POST /_control/reset, POST /_control/drop (closes the sockets, and refuses others for 3 s),
POST /_control/stop-events (the same for events), DELETE /_control/sessions

Ends with 0 on Ctrl-C, 1 if it cannot listen, 2 if an option is wrong.
`;

const options = readOptions();
try {
  const api = await startApi(options);
  console.log(`Demo API: ${api.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void api.close());
  }
} catch (error) {
  fail(1, error instanceof Error ? error.message : String(error));
}

function readOptions(): { port: number; delay: number; fail: number } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4400' },
        delay: { type: 'string', default: '0' },
        fail: { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    return {
      port: Math.trunc(readNumber('--port', values.port, 65_535)),
      delay: readNumber('--delay', values.delay, 60_000),
      fail: readNumber('--fail', values.fail, 1),
    };
  } catch (error) {
    return fail(2, `${(error as Error).message}\n\n${usage}`);
  }
}

function readNumber(option: string, text: string, max: number): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!(value >= 0 && value <= max)) {
    throw new RangeError(`${option} is a number from 0 to ${max}, got "${text}".`);
  }
  return value;
}

function fail(code: number, message: string): never {
  console.error(message);
  process.exit(code);
}
