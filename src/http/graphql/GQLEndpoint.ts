import type { Observable } from 'rxjs';
import type { Endpoint } from '../../data/endpoint/Endpoint.ts';
import type { UnknownMembers, Without } from '../../data/endpoint/EndpointOptions.ts';
import type { Spelled } from '../../data/endpoint/MisspelledOption.ts';
import type { EntityClass, SchemaMethods } from '../../data/schema/Schema.ts';
import { GQLEndpointFunction } from './GQLEndpointFunction.ts';
import type { GQLMethods, GQLOptions } from './GQLOptions.ts';
import type { Variables } from './Variables.ts';

/**
 * A document from a code generator or `graphql-tag`: a text or a `DocumentNode`, with the types of
 * its data and variables if it has them.
 */
export interface TypedDocument<R, V> {
  toString(): string;
  __apiType?: ((variables: V) => R) | undefined;
}

/** The members that a server and its operations share. */
export interface GQLMembers extends GQLMethods, Pick<GQLOptions, 'requestInit' | 'socket'> {
  readonly url: string;
  readonly partialData: 'reject' | 'accept';
  readonly pollFrequency: number | undefined;
  /** `'soft'` if the server or the network failed (status 0 and from 500), else `'hard'`. */
  errorPolicy(error: unknown): 'soft' | 'hard' | undefined;
}

/**
 * The endpoint of an operation of the type `K`: `V` are its variables, `R` is its data before the
 * schema `S`.
 */
type Operation<K, V, R, S> = Endpoint<
  (...args: VariablesOf<V>) => K extends 'subscription' ? Observable<R> : Promise<R>,
  { schema: Nullable<S, R> } & (K extends 'mutation' ? { sideEffect: true } : unknown)
> &
  GQLMembers;

/** `VariablesOf<unknown>` → `[variables?: Record<string, unknown>]` · `VariablesOf<{ id: string }>` → `[variables: { id: string }]` · `VariablesOf<{ id?: string }>` → `[variables?: { id?: string }]` · `VariablesOf<{}>` → `[]` */
type VariablesOf<V> = unknown extends V
  ? [variables?: Record<string, unknown>]
  : [keyof V] extends [never]
    ? []
    : {} extends V
      ? [variables?: V]
      : [variables: V];

/**
 * A schema whose root members may be null: a text does not tell which fields are nullable. `R`, the
 * type of the data, does:
 * `Nullable<{ user: typeof User }, unknown>` → `{ user: typeof User | null }` ·
 * `Nullable<{ user: typeof User }, { user: {} }>` → `{ user: typeof User }`
 */
type Nullable<S, R> = S extends
  SchemaMethods | ((...args: never[]) => unknown) | EntityClass | readonly unknown[]
  ? S
  : S extends object
    ? { [N in keyof S]: N extends keyof R ? S[N] | Extract<R[N], null> : S[N] | null }
    : S;

/** Makes endpoints of the type `K`. */
interface MakeOperation<K> {
  <Q extends string, S = undefined>(text: Q, schema?: S): Operation<K, Variables<Q>, unknown, S>;
  <V, S = undefined>(text: (variables: V) => string, schema?: S): Operation<K, V, unknown, S>;
  <R, V, S = undefined>(text: TypedDocument<R, V>, schema?: S): Operation<K, V, R, S>;
}

/**
 * A GraphQL server. Its methods make endpoints for stores, hooks and observables: functions of the
 * variables. Variables get their types from the declaration in the text of the query, from the
 * parameter of a function, or from a {@link TypedDocument}.
 */
export interface GQLEndpoint extends GQLMembers {
  /** Makes an endpoint that reads. */
  readonly query: MakeOperation<'query'>;
  /** Makes an endpoint that changes something on the server. */
  readonly mutation: MakeOperation<'mutation'>;
  /**
   * Makes an endpoint that receives events over the `socket` of the options. Each event is one more
   * response.
   */
  readonly subscription: MakeOperation<'subscription'>;
  /** Returns a server that inherits everything except what `options` replace or add. */
  extend<X extends GQLOptions & object>(
    options: X & Spelled<X, keyof GQLOptions> & ThisType<this & UnknownMembers>,
  ): this & Without<X, keyof GQLOptions>;
}

/** The static side of {@link GQLEndpoint}. `O` are the options. */
export interface GQLEndpointConstructor {
  new <O extends GQLOptions & object = object>(
    url: string,
    options?: O & Spelled<O, keyof GQLOptions> & ThisType<GQLEndpoint & UnknownMembers>,
  ): GQLEndpoint & Without<O, keyof GQLOptions>;
}

/**
 * Makes a GraphQL server from its URL. Throws `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const github = new GQLEndpoint('https://api.github.com/graphql', {
 *   getHeaders: (headers) => ({ ...headers, authorization: `Bearer ${token}` }),
 * });
 * const getUser = github.query('query User($id: ID!) { user(id: $id) { id name } }', { user: User });
 * const { user } = await store.fetch(getUser, { id: 1 }); // User | null
 * ```
 */
// A class type cannot say that its instances make functions; the interface above does.
export const GQLEndpoint = GQLEndpointFunction as unknown as GQLEndpointConstructor;
