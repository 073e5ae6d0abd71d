import { join } from 'node:path';
import { build } from 'esbuild';
import { startTestServer, type TestServer } from '../http/rest/testServer.ts';

const root = join(__dirname, '..', '..');

/** Serves a program of the browser specs on every path; `answer` may respond to others first. */
export async function servePage(
  entry: string,
  name: string,
  answer: (path: string) => unknown,
): Promise<TestServer> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'spec', 'browser', entry)],
    alias: {
      streambed: join(root, 'src/index.ts'),
      'streambed/schema': join(root, 'src/data/schema/index.ts'),
      'streambed/offline': join(root, 'src/features/offline/index.ts'),
      'streambed/persist': join(root, 'src/features/persist/index.ts'),
      'streambed/tabs': join(root, 'src/features/tabs/index.ts'),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: name,
  });
  const script = outputFiles[0].text.replaceAll('</script', '<\\/script');
  const server = await startTestServer();
  server.answer = (response, { url }) => {
    const data = answer(url);
    const type = data === undefined ? 'text/html' : 'application/json';
    response.writeHead(200, { 'content-type': type });
    response.end(
      data === undefined ? `<title>p</title><script>${script}</script>` : JSON.stringify(data),
    );
  };
  return server;
}
