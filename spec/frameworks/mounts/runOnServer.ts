import type { Rendered } from './Mounted.ts';

/** What a server tells of a page. */
export interface ServerReport {
  readonly html: string;
  readonly requests: number;
  /** Subscribers that the store still has after the render. */
  readonly subscribers: number;
}

/** Renders the page once, and prints the report. The program ends when no timer is left. */
export async function runOnServer<P>(
  mount: (page: P) => Promise<Rendered>,
  page: P,
): Promise<void> {
  let requests = 0;
  globalThis.fetch = async () => {
    requests++;
    return Response.json([{ id: '1', name: 'Ann' }]);
  };
  const { html, store } = await mount(page);
  const { subscribers } = store.stats();
  store.dispose();
  const report: ServerReport = { html, requests, subscribers };
  console.log(JSON.stringify(report));
}
