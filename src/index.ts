/**
 * Entities, schemas, endpoints and the store.
 *
 * @packageDocumentation
 */

import * as schema from './data/schema/index.ts';

// In two steps: the Babel preset of React Native does not know `export * as`.
export { schema };

// --- what data is made of
export { All } from './data/schema/All.ts';
export { Collection } from './data/schema/collection/Collection.ts';
export type { CollectionChange } from './data/schema/collection/CollectionChange.ts';
export {
  type CollectionMerge,
  type CollectionRef,
  type CollectionRefs,
  unshift,
} from './data/schema/collection/CollectionMerge.ts';
export type {
  CollectionFilter,
  CollectionKey,
  CollectionMembers,
  CollectionOptions,
} from './data/schema/collection/CollectionOptions.ts';
export type { CollectionPage } from './data/schema/collection/CollectionPage.ts';
export type { Denormalize, Normalize } from './data/schema/Denormalize.ts';
export type { DenormalizeNullable } from './data/schema/DenormalizeNullable.ts';
export { Entity } from './data/schema/Entity.ts';
export type {
  AllEntities,
  DenormalizeDelegate,
  Deserializer,
  EntityClass,
  EntityMeta,
  MarkDelegate,
  MemberPlace,
  Memo,
  NormalizeDelegate,
  QueryDelegate,
  Schema,
  SchemaMethods,
} from './data/schema/Schema.ts';
export { EntityMixin, type MixedEntity, type MixinOptions } from './data/schema/EntityMixin.ts';
export { INVALID } from './data/schema/INVALID.ts';
export { Invalidate } from './data/schema/Invalidate.ts';
export { Lazy } from './data/schema/lazy/Lazy.ts';
export type { LazyQuery } from './data/schema/lazy/LazyQuery.ts';
export { Query } from './data/schema/query/Query.ts';
export type { Queryable, SchemaArgs } from './data/schema/Queryable.ts';
export { Scalar, type ScalarOptions } from './data/schema/scalar/Scalar.ts';
export { Union } from './data/schema/Union.ts';
export { validateRequired } from './data/schema/entity/entityPlan.ts';
export { Values } from './data/schema/Values.ts';
export { denormalize } from './data/normalize/denormalize.ts';
export type { EntityMaps } from './data/normalize/entityMaps.ts';
export { normalize } from './data/normalize/normalize.ts';

// --- how to get it
export type {
  ArgsOf,
  DataOf,
  EndpointInterface,
  OptimisticSnapshot,
  ReadEndpoint,
} from './data/endpoint/EndpointInterface.ts';
export type { ArgsOrNull } from './data/endpoint/ArgsOrNull.ts';
export { Endpoint } from './data/endpoint/Endpoint.ts';
export type { EndpointOptions } from './data/endpoint/EndpointOptions.ts';
export type { RequestContext } from './data/endpoint/RequestContext.ts';
export type { RetryOption, RetryOptions } from './data/endpoint/RetryOption.ts';
export { AnswerError } from './http/rest/AnswerError.ts';
export { NetworkError } from './http/rest/NetworkError.ts';
export type { PathArgs } from './http/rest/PathArgs.ts';
export {
  type ExtendableResource,
  type Resource,
  resource,
  type ResourceEndpoints,
  type ResourceOptions,
} from './http/rest/resource.ts';
export { RestEndpoint } from './http/rest/RestEndpoint.ts';
export { UploadEndpoint, type UploadOptions } from './http/rest/UploadEndpoint.ts';
export type { RestOptions } from './http/rest/RestOptions.ts';

// --- the store
export type { Action, Commit } from './kernel/store/Action.ts';
export { createStore } from './kernel/store/createStore.ts';
export { dehydrate, type Read } from './features/dehydrate/dehydrate.ts';
export type { DehydratedState } from './features/dehydrate/DehydratedState.ts';
export type { EndpointObservable } from './kernel/streams/EndpointObservable.ts';
export type { EndpointState, ExpiryStatus } from './kernel/streams/EndpointState.ts';
export type { InterceptedRequest, Interceptor } from './kernel/requests/Interceptor.ts';
export { rehydrate, type RehydrateOptions } from './features/dehydrate/rehydrate.ts';
export { ResetError } from './kernel/requests/ResetError.ts';
export type { StateObservable } from './kernel/streams/StateObservable.ts';
export type { Store, StoreStats } from './kernel/store/Store.ts';
export type { StoreOptions } from './kernel/store/StoreOptions.ts';
export type { ErrorContext } from './kernel/requests/RequestOptions.ts';
export type { StorePlugin } from './kernel/store/Plugins.ts';
export { TimeoutError } from './kernel/requests/TimeoutError.ts';
export type { EntityTable } from './kernel/table/EntityTable.ts';
export type { TableChanges } from './kernel/table/TableChanges.ts';

// --- errors
export type { ErrorCode } from './shared/errorCatalogue.ts';
export { StreambedError } from './shared/StreambedError.ts';
