/**
 * Tabs of one program that show the same: a plugin that shares changes and log-outs.
 *
 * @packageDocumentation
 */

export { shareTabs, type ShareTabsOptions } from './shareTabs.ts';
export { broadcastChannel } from '../channel/broadcastChannel.ts';
export type { Channel, OpenChannel } from '../channel/Channel.ts';
