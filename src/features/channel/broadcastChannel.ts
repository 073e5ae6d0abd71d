import type { Channel } from './Channel.ts';

/**
 * The channel between the pages of a browser; `undefined` elsewhere. Programs in Node have such
 * channels, too: there, each request may have another user.
 */
export function pageChannel(): Channel | undefined {
  const has = 'document' in globalThis && 'BroadcastChannel' in globalThis;
  return has ? broadcastChannel() : undefined;
}

/**
 * Messages over the browser's `BroadcastChannel` of the name `streambed:<name>`: between all pages
 * and workers of an origin, and none of another origin.
 */
export function broadcastChannel(): Channel {
  return {
    open(name, receive) {
      const channel = new BroadcastChannel(`streambed:${name}`);
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
      return {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none.
        post: (message) => channel.postMessage(message),
        close: () => channel.close(),
      };
    },
  };
}
