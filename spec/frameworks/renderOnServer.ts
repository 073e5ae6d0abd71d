import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ServerReport } from './mounts/runOnServer.ts';
import { bundlePage, type Framework } from './pageBundle.ts';

const runFile = promisify(execFile);

/** Renders the page of a framework in a process of its own. */
export async function renderOnServer(framework: Framework): Promise<ServerReport> {
  const program = await bundlePage(framework, 'server');
  const node = runFile(process.execPath, ['-']);
  node.child.stdin!.end(program);
  const { stdout } = await node;
  // Frameworks may print something before. The cast holds: the program ends with a report.
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as ServerReport;
}
