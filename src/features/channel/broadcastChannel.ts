import type { Channel } from './Channel.ts';

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
