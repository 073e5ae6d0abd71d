// Runs inside the folder of a consumer; prints nothing and exits with 0 if everything works.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync('node_modules/streambed/package.json', 'utf8'));
const onlyCore = process.argv.includes('--only-core');
/** With the condition of React Native; see its use in check.mjs. */
const isNative = process.argv.includes('--native');
/** The exports of the entry for React Native that replace those of the one for React. */
const native = ['AsyncBoundary', 'ErrorBoundary', 'StoreProvider'];
const withoutNative = onlyCore || process.argv.includes('--without-native');
const leftOut = [
  './package.json',
  ...(onlyCore ? ['./react', './testing/react', './devtools/react'] : []),
  ...(withoutNative ? ['./react-native', './testing/hooks'] : []),
];
const specifiers = Object.keys(manifest.exports)
  .filter((entry) => !leftOut.includes(entry))
  .map((entry) => entry.replace('.', 'streambed'));

const modes = { import: (name) => import(name), require: async (name) => require(name) };
const namesOf = (module) =>
  Object.keys(module)
    .filter((name) => name !== '__esModule' && name !== 'module.exports')
    .sort();

const named = [];
for (const [mode, load] of Object.entries(modes)) {
  const modules = await Promise.all(specifiers.map(load));
  named.push(modules.map(namesOf));
  modules.forEach((module, index) => {
    assert.ok(namesOf(module).length > 0, `${mode} of ${specifiers[index]} gives no names`);
  });
  await protectsRedirects(mode, await load('streambed'));
  if (!onlyCore) await sharesClasses(mode, load, modules);
}
assert.deepEqual(named[0], named[1], 'import and require give different names');
for (const load of withoutNative ? [] : Object.values(modes)) {
  const [react, own] = [await load('streambed/react'), await load('streambed/react-native')];
  assert.equal('appActive' in react, isNative, 'streambed/react does not follow the condition');
  for (const name of namesOf(react)) {
    assert.equal(own[name] === react[name], isNative || !native.includes(name), name);
  }
}
await crossesCopies();
assert.equal(require('streambed/package.json').version, manifest.version);

/** A store of one format reads the lists of the other; an error names both if a store crosses. */
async function crossesCopies() {
  for (const [mine, others] of Object.values(modes).flatMap((a, i, all) => [[a, all[1 - i]]])) {
    const { createStore, dehydrate } = await mine('streambed');
    const { createStore: createOther, Endpoint, Entity, schema } = await others('streambed');
    class User extends Entity {
      id = '';
      static key = 'User';
    }
    const read = new Endpoint(async () => [{ id: '1' }], {
      name: 'users',
      schema: new schema.Collection([User]),
    });
    const store = createStore();
    assert.deepEqual(
      (await store.fetch(read)).map(({ id }) => id),
      ['1'],
    );
    store.dispose();
    const other = createOther();
    assert.throws(() => dehydrate(other), /(?=.*ES module)(?=.*CommonJS).*SB_TWO_COPIES/s);
    other.dispose();
  }
}

/** Outside of browsers, a redirect takes no headers of the program to another origin. */
async function protectsRedirects(mode, { RestEndpoint }) {
  let keys;
  const other = createServer(({ headers }, response) => {
    keys = Object.keys(headers);
    response.setHeader('content-type', 'application/json').end('"there"');
  });
  const home = createServer((_, response) => {
    response.writeHead(302, { location: originOf(other) }).end();
  });
  const servers = [other, home];
  await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const get = new RestEndpoint({
    path: '/',
    urlPrefix: originOf(home),
    requestInit: { headers: { 'x-api-key': 'secret' } },
  });
  assert.equal(await get(), 'there');
  assert.ok(!keys.includes('x-api-key'), `${mode}: a redirect takes a key along`);
  for (const server of servers) server.close().closeAllConnections();
}

function originOf(server) {
  return `http://127.0.0.1:${server.address().port}`;
}

/**
 * The entries share one copy of every class: a store of `.` works in the React tree of `./react`.
 */
async function sharesClasses(mode, load, modules) {
  for (const module of modules) {
    for (const name of namesOf(module)) {
      if (native.includes(name)) continue;
      const others = modules.filter((other) => name in other);
      assert.ok(
        others.every((other) => other[name] === module[name]),
        `${mode}: two copies of ${name}`,
      );
    }
  }
  const [{ createStore }, { StoreProvider, useStore }] = [
    await load('streambed'),
    await load('streambed/react'),
  ];
  const { createElement } = require('react');
  const { renderToString } = require('react-dom/server');
  const store = createStore();
  let seen;
  const Probe = () => {
    seen = useStore();
    return 'rendered';
  };
  assert.match(
    renderToString(createElement(StoreProvider, { store }, createElement(Probe))),
    /rendered/,
  );
  assert.equal(seen, store, `${mode}: the provider does not hand out the store`);
  store.dispose();
}
