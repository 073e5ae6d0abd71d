/**
 * Mutations that outlive the network and the page: a plugin that keeps them until the server has
 * responded.
 *
 * @packageDocumentation
 */

export type { Channel, OpenChannel } from '../channel/Channel.ts';
export type { Locks } from '../channel/Locks.ts';
export { offline } from './offline.ts';
export type { MutationCall, OfflineOptions, Outcome } from './OfflineOptions.ts';
export { type Outbox, outboxOf } from './OutboxState.ts';
export type { PendingMutation, SettledMutation } from './PendingMutation.ts';
