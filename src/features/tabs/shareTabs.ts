import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { StorePlugin } from '../../kernel/store/Plugins.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { broadcastChannel } from '../channel/broadcastChannel.ts';
import type { Channel } from '../channel/Channel.ts';
import { sessionOf } from '../channel/StoreSession.ts';
import { TabSync } from './TabSync.ts';

/** Which tabs share data, and how their messages travel. */
export interface ShareTabsOptions {
  /**
   * Names what the tabs share. Each user of the program needs another name. Default: the name of
   * the stored data, if `persist` comes before this plugin.
   */
  readonly name?: string | undefined;
  /**
   * The shape of the data. Tabs of another version share nothing with this one. Default: the
   * version of the stored data, or 1.
   */
  readonly version?: number | string | undefined;
  /** Carries the messages. Default: a `BroadcastChannel` in a page; elsewhere none. */
  readonly channel?: Channel | undefined;
}

/**
 * A plugin that shares changes with the other tabs of a program: entities, results, what was expired
 * or invalidated, and log-outs. A change is in the other tabs a frame later. Without a channel, as
 * on a server, it does nothing. Throws `SB_OPTION_INVALID` if there is no name.
 *
 * @example
 * ```ts
 * const store = createStore({ plugins: [shareTabs({ name: `shop-${userId}` })] });
 * ```
 */
export function shareTabs(options: ShareTabsOptions = {}): StorePlugin {
  const { channel = hasChannel() ? broadcastChannel() : undefined } = options;
  // oxlint-disable-next-line no-shadow -- The report of a failing plugin has its name.
  return function shareTabs(store) {
    const internals = internalsOf(store);
    const { stored } = sessionOf(internals);
    const { name = stored?.name, version = stored?.version ?? 1 } = options;
    if (!name) {
      const what = `shareTabs: name is ${name}. Put persist before it, or give a name.`;
      throw new StreambedError('SB_OPTION_INVALID', what);
    }
    if (channel)
      internals.feature(TabSync, () => new TabSync(internals, channel, { name, version }));
  };
}

/** Programs in Node have such channels, too: there, each request may have another user. */
function hasChannel(): boolean {
  return 'document' in globalThis && 'BroadcastChannel' in globalThis;
}
