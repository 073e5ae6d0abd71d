/**
 * Entities, schemas, endpoints and the store.
 *
 * @packageDocumentation
 */

import * as schema from './schema/index.ts';

// In two steps: the Babel preset of React Native does not know `export * as`.
export { schema };

// --- what data is made of
export { All } from './schema/All.ts';
export { Collection } from './schema/collection/Collection.ts';
export type { CollectionChange } from './schema/collection/CollectionChange.ts';
export {
  type CollectionMerge,
  type CollectionRef,
  type CollectionRefs,
  unshift,
} from './schema/collection/CollectionMerge.ts';
export type {
  CollectionFilter,
  CollectionKey,
  CollectionMembers,
  CollectionOptions,
} from './schema/collection/CollectionOptions.ts';
export type { CollectionPage } from './schema/collection/CollectionPage.ts';
export type { Denormalize, Normalize } from './schema/Denormalize.ts';
export type { DenormalizeNullable } from './schema/DenormalizeNullable.ts';
export { Entity } from './schema/Entity.ts';
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
} from './schema/Schema.ts';
export { EntityMixin, type MixedEntity, type MixinOptions } from './schema/EntityMixin.ts';
export { INVALID } from './schema/INVALID.ts';
export { Invalidate } from './schema/Invalidate.ts';
export { Lazy } from './schema/lazy/Lazy.ts';
export type { LazyQuery } from './schema/lazy/LazyQuery.ts';
export { Query } from './schema/query/Query.ts';
export type { Queryable, SchemaArgs } from './schema/Queryable.ts';
export { Scalar, type ScalarOptions } from './schema/scalar/Scalar.ts';
export { Union } from './schema/Union.ts';
export { validateRequired } from './schema/entityPlan.ts';
export { Values } from './schema/Values.ts';
export { denormalize } from './normalize/denormalize.ts';
export type { EntityMaps } from './normalize/entityMaps.ts';
export { normalize } from './normalize/normalize.ts';

// --- how to get it
export type {
  ArgsOf,
  DataOf,
  EndpointInterface,
  OptimisticSnapshot,
  ReadEndpoint,
} from './endpoint/EndpointInterface.ts';
export type { ArgsOrNull } from './endpoint/ArgsOrNull.ts';
export { Endpoint } from './endpoint/Endpoint.ts';
export type { EndpointOptions } from './endpoint/EndpointOptions.ts';
export type { RequestContext } from './endpoint/RequestContext.ts';
export type { RetryOption, RetryOptions } from './endpoint/RetryOption.ts';
export { AnswerError } from './rest/AnswerError.ts';
export { NetworkError } from './rest/NetworkError.ts';
export type { PathArgs } from './rest/PathArgs.ts';
export {
  type ExtendableResource,
  type Resource,
  resource,
  type ResourceEndpoints,
  type ResourceOptions,
} from './rest/resource.ts';
export { RestEndpoint } from './rest/RestEndpoint.ts';
export { UploadEndpoint, type UploadOptions } from './rest/UploadEndpoint.ts';
export type { RestOptions } from './rest/RestOptions.ts';

// --- the store
export type { Action, Commit } from './store/Action.ts';
export { createStore } from './store/createStore.ts';
export { dehydrate, type Read } from './dehydrate/dehydrate.ts';
export type { DehydratedState } from './dehydrate/DehydratedState.ts';
export type { EndpointObservable } from './streams/EndpointObservable.ts';
export type { EndpointState, ExpiryStatus } from './streams/EndpointState.ts';
export type { InterceptedRequest, Interceptor } from './requests/Interceptor.ts';
export { rehydrate, type RehydrateOptions } from './dehydrate/rehydrate.ts';
export { ResetError } from './requests/ResetError.ts';
export type { StateObservable } from './streams/StateObservable.ts';
export type { Store, StoreStats } from './store/Store.ts';
export type { StoreOptions } from './store/StoreOptions.ts';
export type { ErrorContext } from './requests/RequestOptions.ts';
export type { StorePlugin } from './store/Plugins.ts';
export { TimeoutError } from './requests/TimeoutError.ts';
export type { EntityTable } from './table/EntityTable.ts';
export type { TableChanges } from './table/TableChanges.ts';

// --- errors
export type { ErrorCode } from './shared/errorCatalogue.ts';
export { StreambedError } from './shared/StreambedError.ts';
