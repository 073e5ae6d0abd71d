import { warnOnce } from '../../shared/warnOnce.ts';

// Finds hooks that get a new observable in each render. Call it in development only.

/**
 * So many values in a row led to a render with another observable. A few may be chance: arguments
 * change together with the value.
 */
const REPEATS = 5;

/** The line of the program that calls a hook. */
interface CallSite {
  readonly caller: string;
  /** The resource that a render read first here most recently. */
  latest: object | undefined;
  /** A resource that got a value, until a render reads it. */
  emitted: object | undefined;
  repeats: number;
}

const sites = new Map<string, CallSite>();
const siteOf = new WeakMap<object, CallSite>();

/**
 * A value of the resource makes components render: those that read it, or a render that is
 * suspended. Only the latest resource may have such a render: for others it may be gone.
 */
export function noteValue(resource: object, isRead: boolean): void {
  const site = siteOf.get(resource);
  if (site && (isRead || site.latest === resource)) site.emitted = resource;
}

/**
 * A render has read the resource. Call it in the hook itself. A render that a value has caused reads
 * the observable of that value, unless renders make observables. The first render of a component
 * that suspends leaves nothing else to compare: React discards its refs and memos.
 */
export function noteRender(resource: object, hook: string): void {
  const known = siteOf.get(resource);
  if (known) {
    if (known.emitted !== resource) return;
    known.emitted = undefined;
    known.repeats = 0;
    return;
  }
  const site = callSite(new Error().stack ?? '');
  if (!site) return;
  siteOf.set(resource, site);
  site.latest = resource;
  if (!site.emitted) return;
  site.emitted = undefined;
  if (++site.repeats < REPEATS) return;
  warnOnce('SB_STREAM_REMADE', `${site.caller} gives ${hook} a new observable in each render.`);
}

/** Two frames are those of this file and of the hook. Some engines put the message before them. */
function callSite(stack: string): CallSite | undefined {
  const frames = stack.split('\n');
  const frame = frames[frames[0].startsWith('Error') ? 3 : 2];
  if (!frame) return undefined;
  let site = sites.get(frame);
  if (!site) {
    const caller = /^\s*(?:at )?([\w$.]+)[ @]/.exec(frame)?.[1] ?? 'A component';
    sites.set(frame, (site = { caller, latest: undefined, emitted: undefined, repeats: 0 }));
  }
  return site;
}
