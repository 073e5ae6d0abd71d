import { startApi } from './api/startApi.ts';
import { freePort } from './terminal/freePort.ts';
import { startStorybook } from './terminal/startStorybook.ts';

// Long enough to see what a story shows while it suspends.
const DELAY = 300;

const api = await startApi({ port: await freePort(4400), delay: DELAY });
const storybook = startStorybook({ port: await freePort(6006), api: api.url });
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping = true;
    storybook.stop();
  });
}

try {
  console.log('\n  Starting Storybook …');
  await storybook.ready;
  console.log(`
  Stories    ${storybook.url}
  Demo API   ${api.url}

  Ctrl-C ends both.
`);
  const code = await storybook.ended;
  process.exitCode = stopping ? 0 : code;
} catch (error) {
  if (!stopping) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  await api.close();
}
