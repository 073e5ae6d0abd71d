// Bundles the package with Metro as an app does, with and without React Navigation, and runs the
// bundles.
const assert = require('node:assert/strict');
const path = require('node:path');
const { createContext, runInContext } = require('node:vm');
const { getDefaultConfig, mergeConfig } = require('@react-native/metro-config');
const Metro = require('metro');

/** The modules of an app without a phone. */
const stub = { type: 'sourceFile', filePath: path.join(__dirname, 'phoneless.js') };

async function bundle(hasNavigation) {
  const missing = (name) => {
    throw Object.assign(new Error(`${name} is not installed`), { code: 'MODULE_NOT_FOUND' });
  };
  const config = mergeConfig(getDefaultConfig(__dirname), {
    reporter: { update() {} },
    // Beside the app: bundles share the cache of transformed files.
    cacheStores: ({ FileStore }) => [new FileStore({ root: path.join(__dirname, 'cache') })],
    resolver: {
      resolveRequest(context, name, platform) {
        if (name === 'react-native') return stub;
        if (name === '@react-navigation/native' && !hasNavigation) missing(name);
        return context.resolveRequest(context, name, platform);
      },
    },
    serializer: { getModulesRunBeforeMainModule: () => [], getPolyfills: () => [] },
  });
  const { code } = await Metro.runBuild(config, {
    entry: path.join(__dirname, hasNavigation ? 'probeWithNavigation.js' : 'probe.js'),
    dev: true,
    platform: 'ios',
  });
  return code;
}

/** Stub for React's `act`; Node's own MessageChannel would keep the process alive. */
class MessageChannel {
  port1 = { onmessage: undefined };
  port2 = { postMessage: () => setTimeout(() => this.port1.onmessage()) };
}

/** The result of the probe in a bundle. */
function run(code) {
  const timers = { queueMicrotask, setTimeout, clearTimeout, setInterval, clearInterval };
  const platform = { console, performance, MessageChannel, ...timers };
  const context = createContext(platform);
  runInContext('globalThis.global = globalThis', context);
  runInContext(code, context);
  return platform.probe;
}

async function main() {
  for (const hasNavigation of [true, false]) {
    const code = await bundle(hasNavigation);
    assert.ok(
      code.includes('redirected more than'),
      'a phone is no browser: it protects redirects',
    );
    const probe = await run(code);
    console.log(`${hasNavigation ? 'with' : 'without'} React Navigation:`, JSON.stringify(probe));
    const found = { isNative: true, hasAll: true, isDisposed: true };
    const inScreen = { shown: ['Ann'], heard: ['focus'] };
    // Through JSON: arrays from a bundle have a different prototype.
    const told = JSON.parse(JSON.stringify(probe));
    assert.deepEqual(told, hasNavigation ? { ...found, ...inScreen } : found);
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
