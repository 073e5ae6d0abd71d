import { type DOMWindow, JSDOM } from 'jsdom';
import type { Entity } from '../../src/index.ts';
import { until } from '../support/until.ts';
import type { Mounted } from './mounts/Mounted.ts';
import { bundlePage, type Framework } from './pageBundle.ts';

interface Bundle<M> {
  readonly page: { readonly User: typeof PageUser };
  readonly mount: (page: object, target: Element) => M | Promise<M>;
}

/** The entity of the page. */
declare class PageUser extends Entity {
  readonly id: string;
  readonly name: string;
}

/** What the server of these specs has. */
const teams: Record<string, readonly object[]> = {
  a: [{ id: '1', name: 'Ann' }],
  b: [{ id: '2', name: 'Bob' }],
};

const opened: DOMWindow[] = [];
const scripts = new Map<Framework, string>();

/** Closes all documents. */
export function closePages(): void {
  for (const window of opened.splice(0)) window.close();
}

/** The examples of the page, mounted in a document of their own. */
export async function openPage<M extends Mounted>(framework: Framework, html = '<div></div>') {
  const { window } = new JSDOM(html, { runScripts: 'outside-only' });
  opened.push(window);
  const requests: string[] = [];
  window.fetch = async (input) => {
    const team = /teams\/(\w+)\/users/.exec(typeof input === 'string' ? input : '')![1];
    requests.push(team);
    const users = teams[team];
    return users ? Response.json(users) : new Response(null, { status: 404 });
  };
  const script = scripts.get(framework) ?? (await bundlePage(framework, 'browser'));
  scripts.set(framework, script);
  // The cast holds: `bundlePage` names these exports.
  const { page, mount } = window.eval(`${script}; bundle`) as Bundle<M>;
  const target = window.document.querySelector('app-users, div')!;
  const mounted = await mount(page, target);
  /** Waits for what is in flight, and returns what the page shows then. */
  const shown = async (): Promise<string[]> => {
    await until('the request has ended', () => mounted.store.stats().inFlight === 0);
    await mounted.flush();
    return shownNow();
  };
  const shownNow = () =>
    Array.from(target.querySelectorAll('li, p'), ({ textContent }) => textContent);
  return { ...page, ...mounted, requests, shown, shownNow };
}
