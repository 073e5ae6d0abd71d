/**
 * Endpoints for GraphQL: queries, mutations and subscriptions.
 *
 * @packageDocumentation
 */

export { GQLEndpoint, type GQLMembers, type TypedDocument } from './GQLEndpoint.ts';
export { type GQLError, GQLNetworkError } from './GQLNetworkError.ts';
export type { GQLOptions, GQLResult, GQLSocket } from './GQLOptions.ts';
export type { Variables } from './Variables.ts';
